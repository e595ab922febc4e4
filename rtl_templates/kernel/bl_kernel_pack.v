// SPDX-License-Identifier: ISC
`default_nettype none
// Cuts a stream of granules of 32 bits into the words of moves: what stands in each end of a kernel
// that shifts.
// Contract: s_* takes a command: granules of a move (1 or more), and lanes that its first word
// leaves free. s_axis_* takes words that carry s_axis_tcount granules (1 or more) from lane
// s_axis_tfrom up. m_axis_* gives the command's words: tkeep has a bit for each granule, ones
// without a gap, up to the last lane in all words but the last one, which has tlast. What the
// command leaves of a word goes with DROP, and stays for the next command without. While there is
// no command drop takes words and what is left of one; s_axis_trest: granules of the word that is
// offered which are not used. Outputs of m_axis_* are registers; m_axis_tready and drop reach
// s_axis_tready, s_axis_tcount reaches s_axis_trest.
// Latency: 1 cycle from the word that fills or ends one, 1 more if that word filled the one before.
// Throughput: 1 word a cycle; 2 cycles more a command at most.
module bl_kernel_pack #(
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256,
    // whether what a command leaves of a word goes, or stays for the next one: 0..1
    parameter DROP = 0,
    // derived, leave alone: bits of a lane's number
    parameter LANE_W = (DATA_W <= 64) ? 1 : (DATA_W <= 128) ? 2 : (DATA_W <= 256) ? 3
        : (DATA_W <= 512) ? 4 : 5
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [31:0]          s_length,
    input  wire [LANE_W-1:0]    s_lead,
    input  wire                 s_axis_tvalid,
    output wire                 s_axis_tready,
    input  wire [DATA_W-1:0]    s_axis_tdata,
    input  wire [LANE_W-1:0]    s_axis_tfrom,
    input  wire [LANE_W:0]      s_axis_tcount,
    output wire [LANE_W:0]      s_axis_trest,
    input  wire                 drop,
    output reg                  m_axis_tvalid,
    input  wire                 m_axis_tready,
    output reg  [DATA_W-1:0]    m_axis_tdata,
    output reg  [DATA_W/32-1:0] m_axis_tkeep,
    output reg                  m_axis_tlast
);
    localparam LANES  = DATA_W / 32;
    localparam MORE_W = 33 - LANE_W;

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_pack_illegal_DATA_W illegal();
        end
        if (DROP != 0 && DROP != 1) begin : g_check_drop
            bl_kernel_pack_illegal_DROP illegal();
        end
    endgenerate

    // ---- the command: words behind the one that is filled, granules of the last word less one
    reg                busy, last, last_but_one;
    reg  [MORE_W-1:0]  more;
    reg  [LANE_W-1:0]  tail;
    reg  [LANES-1:0]   free;                      // lanes that the first word leaves free
    wire [32:0]        total = {1'b0, s_length} + {{(33-LANE_W){1'b0}}, s_lead} - 33'd1;
    wire               load  = s_tvalid & ~busy;

    assign s_tready = ~busy;

    // ---- a word: the rest of one that is partly used, or a new one
    reg                part;
    reg  [LANE_W-1:0]  place;
    reg  [LANE_W:0]    rest;
    wire [LANE_W-1:0]  from  = part ? place : s_axis_tfrom;
    wire [LANE_W:0]    count = part ? rest : s_axis_tcount;

    // ---- what it does to the word that is filled, of which `held` lanes are in `hold`
    reg  [LANE_W-1:0]  held;
    reg  [DATA_W-1:0]  hold;
    wire [LANE_W-1:0]  need   = last ? tail : {LANE_W{1'b1}};   // granules less one
    wire [LANE_W:0]    filled = {1'b0, held} + count;
    wire               enough = filled > {1'b0, need};
    wire [LANE_W:0]    over   = filled - {1'b0, need} - 1'b1;
    wire               stays  = last ? DROP == 0 & (|over) : last_but_one & over > {1'b0, tail};
    wire               open   = ~m_axis_tvalid | m_axis_tready;
    wire               step   = busy & s_axis_tvalid & (open | ~enough);
    wire               give   = step & enough;

    assign s_axis_tready = busy ? ~enough | open & ~stays : drop;
    assign s_axis_trest  = count;

    // ---- the word turned up so that its granules follow those that are held
    wire [LANE_W-1:0]  turn = held - from;
    reg  [DATA_W-1:0]  word;
    integer            b;
    always @* begin
        word = s_axis_tdata;
        for (b = 0; b < LANE_W; b = b + 1)
            if (turn[b]) word = (word << (32 << b)) | (word >> (DATA_W - (32 << b)));
    end

    // ---- by lane: held already, used by the word that leaves, left free by a command
    reg  [LANES-1:0]   below, used, lead;
    integer            lane;
    always @* for (lane = 0; lane < LANES; lane = lane + 1) begin
        below[lane] = lane[LANE_W-1:0] < held;
        used[lane]  = lane[LANE_W-1:0] <= need;
        lead[lane]  = lane[LANE_W-1:0] < s_lead;
    end

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            always @(posedge clk) begin
                if (give)
                    m_axis_tdata[32*l +: 32] <= below[l] ? hold[32*l +: 32] : word[32*l +: 32];
                if (step & (enough | ~below[l])) hold[32*l +: 32] <= word[32*l +: 32];
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (step) begin
            place <= need + 1'b1 - turn;
            rest  <= over;
        end
        if (give) begin
            m_axis_tkeep <= used & ~free;
            m_axis_tlast <= last;
            free         <= {LANES{1'b0}};
            more         <= more - 1'b1;
            last         <= last_but_one;
            last_but_one <= more == {{(MORE_W-2){1'b0}}, 2'd2};
        end
        if (load) begin
            {more, tail} <= total;
            free         <= lead;
            last         <= total[32:LANE_W] == {MORE_W{1'b0}};
            last_but_one <= total[32:LANE_W] == {{(MORE_W-1){1'b0}}, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (step) begin
            part <= enough & stays;
            held <= ~enough ? filled[LANE_W-1:0] : last | stays ? {LANE_W{1'b0}}
                  : over[LANE_W-1:0];
        end
        if (drop & ~busy) part <= 1'b0;
        if (load) held <= s_lead;
        if (load) busy <= 1'b1;
        else if (give & last) busy <= 1'b0;
        if (give) m_axis_tvalid <= 1'b1;
        else if (m_axis_tready) m_axis_tvalid <= 1'b0;
        if (rst) begin
            busy          <= 1'b0;
            part          <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end

`ifdef FORMAL
    // Granules are numbered as they come, without those that go with DROP. A word that is
    // offered and not taken stays; with DROP only while there is a command. Without drop.
    // Rule 1: the granule of any number leaves unchanged, behind all with lower numbers.
    // Rule 2: a command's first word leaves the lanes free that it should, and all its words hold a
    // granule in every other lane up to the last one, but for the last word, which holds what is
    // left of the command and has tlast.
    // Rule 3: a word that is offered and not taken stays.
    // Rule 4: while m_axis_tready is high a word that is offered to a command is taken, or one
    // leaves in the next cycle.
    localparam [31:0] F_LANES = LANES;
    (* anyconst *) reg [3:0] f_number;
    reg                f_past = 1'b0, f_seen, f_bit, f_held, f_stays, f_waits;
    reg [DATA_W+LANES:0]        f_shown;
    reg [DATA_W+2*LANE_W:0]     f_offered;
    reg [4:0]          f_in, f_out, f_want, f_owed;
    reg [LANE_W-1:0]   f_free;
    wire               f_take = s_axis_tvalid & s_axis_tready;
    wire               f_new  = m_axis_tvalid & ~f_held;
    wire [4:0]         f_come = DROP && s_axis_tcount > f_want ? f_want : s_axis_tcount;
    wire [4:0]         f_room = F_LANES[4:0] - f_free;
    wire [4:0]         f_gone = f_owed < f_room ? f_owed : f_room;
    wire [LANE_W-1:0]  f_from_lane = s_axis_tfrom + f_number - f_in;
    wire [LANE_W-1:0]  f_lane      = f_free + f_number - f_out;
    integer            f_i;
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_held    <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_shown   <= {m_axis_tdata, m_axis_tkeep, m_axis_tlast};
        f_stays   <= (~s_tready | !DROP) & s_axis_tvalid & ~s_axis_tready & ~rst;
        f_offered <= {s_axis_tdata, s_axis_tfrom, s_axis_tcount};
        f_waits   <= ~s_tready & s_axis_tvalid & ~s_axis_tready & m_axis_tready & ~rst;
        if (~s_tready & s_axis_tvalid & f_number >= f_in & f_number < f_in + s_axis_tcount) begin
            f_seen <= 1'b1;
            f_bit  <= s_axis_tdata[32*f_from_lane];
        end
        if (f_take) begin
            f_in   <= f_in + f_come;
            f_want <= f_want - f_come;
        end
        if (f_new) begin
            f_out  <= f_out + f_gone;
            f_owed <= f_owed - f_gone;
            f_free <= 0;
        end
        if (s_tvalid & s_tready) begin
            f_want <= s_length[4:0];
            f_owed <= s_length[4:0];
            f_free <= s_lead;
        end
        if (rst) begin
            f_seen <= 1'b0;
            {f_in, f_out, f_want, f_owed} <= 0;
        end
    end
    always @* begin
        assume (rst == !f_past && !drop);
        assume (s_length != 0 && s_length < 12);
        assume (s_axis_tcount != 0 && s_axis_tfrom + s_axis_tcount <= F_LANES);
        assume (!DROP || s_lead == 0);
        if (f_stays)
            assume (s_axis_tvalid && f_offered == {s_axis_tdata, s_axis_tfrom, s_axis_tcount});
        assume (f_in < 20 && f_out < 20);
        if (f_past) begin
            if (f_held)
                assert (m_axis_tvalid && f_shown == {m_axis_tdata, m_axis_tkeep, m_axis_tlast});
            if (f_waits) assert (f_new);
            if (f_new) begin
                assert (f_owed != 0 && m_axis_tlast == (f_owed <= f_room));
                for (f_i = 0; f_i < LANES; f_i = f_i + 1)
                    assert (m_axis_tkeep[f_i] == (f_i >= f_free && f_i < f_free + f_gone));
                if (f_number >= f_out && f_number < f_out + f_gone)
                    assert (f_seen && m_axis_tdata[32*f_lane] == f_bit);
            end
        end
    end
`endif
endmodule
`default_nettype wire
