// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the sources of a kernel's moves to their targets, one move after another.
// Contract: s_to_* takes for each source the numbers of the targets of its moves, s_from_* for each
// target the numbers of the sources, in order. A source and a target are joined while each is the
// first in the other's queue; its words go from s_axis_* to m_axis_* up to the one with tlast, with
// which both numbers go. Streams of source and target 0 are in the lowest bits. idle: all queues
// are empty and nothing is held, 1 or 2 cycles late, never early. MASK says which pairs moves
// may name; there is no way for others, whose moves would stop. m_axis_*, idle and the
// tready of queues are registers; s_axis_tready depends on s_axis_* of no other source.
// Latency: 1 cycle, from a number 2. Throughput: 1 word a cycle and target, without a gap between
// moves.
module bl_kernel_switch #(
    // streams that come in: 1..64
    parameter SOURCES = 2,
    // streams that go out: 1..64
    parameter TARGETS = 2,
    // bits in a word: 32 or more, a multiple of 32
    parameter DATA_W = 256,
    // pairs that moves name: bit t * SOURCES + s for source s and target t
    parameter [SOURCES*TARGETS-1:0] MASK = {SOURCES*TARGETS{1'b1}},
    // derived, leave alone: bits of the number of a source, of a target
    parameter SOURCE_W = (SOURCES <= 2) ? 1 : (SOURCES <= 4) ? 2 : (SOURCES <= 8) ? 3
        : (SOURCES <= 16) ? 4 : (SOURCES <= 32) ? 5 : 6,
    parameter TARGET_W = (TARGETS <= 2) ? 1 : (TARGETS <= 4) ? 2 : (TARGETS <= 8) ? 3
        : (TARGETS <= 16) ? 4 : (TARGETS <= 32) ? 5 : 6
) (
    input  wire                         clk,
    input  wire                         rst,
    // the targets of each source
    input  wire [SOURCES-1:0]           s_to_tvalid,
    output wire [SOURCES-1:0]           s_to_tready,
    input  wire [SOURCES*TARGET_W-1:0]  s_to,
    // the sources of each target
    input  wire [TARGETS-1:0]           s_from_tvalid,
    output wire [TARGETS-1:0]           s_from_tready,
    input  wire [TARGETS*SOURCE_W-1:0]  s_from,
    // moves
    input  wire [SOURCES-1:0]           s_axis_tvalid,
    output wire [SOURCES-1:0]           s_axis_tready,
    input  wire [SOURCES*DATA_W-1:0]    s_axis_tdata,
    input  wire [SOURCES*DATA_W/32-1:0] s_axis_tkeep,
    input  wire [SOURCES-1:0]           s_axis_tlast,
    output wire [TARGETS-1:0]           m_axis_tvalid,
    input  wire [TARGETS-1:0]           m_axis_tready,
    output wire [TARGETS*DATA_W-1:0]    m_axis_tdata,
    output wire [TARGETS*DATA_W/32-1:0] m_axis_tkeep,
    output wire [TARGETS-1:0]           m_axis_tlast,
    output reg                          idle
);
    localparam LANES     = DATA_W / 32;
    localparam WORD_W    = DATA_W + LANES + 1;
    localparam LOG_MOVES = 3;                     // moves in a queue

    generate
        if (SOURCES < 1 || SOURCES > 64) begin : g_check_sources
            bl_kernel_switch_illegal_SOURCES illegal();
        end
        if (TARGETS < 1 || TARGETS > 64) begin : g_check_targets
            bl_kernel_switch_illegal_TARGETS illegal();
        end
        if (DATA_W < 32 || DATA_W % 32 != 0) begin : g_check_data_w
            bl_kernel_switch_illegal_DATA_W illegal();
        end
    endgenerate

    wire [SOURCES-1:0]         to_shown;
    wire [TARGETS-1:0]         from_shown;
    wire [TARGETS-1:0]         given, ready;      // the registers of each target
    wire [SOURCES*TARGETS-1:0] joined;            // target t and source s: bit t * SOURCES + s
    wire [SOURCES*TARGETS-1:0] wants;             // source s has target t first: the same bit

    genvar s, t;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : g_source
            wire [TARGET_W-1:0] to;
            wire [TARGETS-1:0]  open;
            assign s_axis_tready[s] = |open;

            bl_fifo #(.WIDTH(TARGET_W), .LOG_DEPTH(LOG_MOVES)) numbers (
                .clk(clk), .rst(rst), .s_tvalid(s_to_tvalid[s]), .s_tready(s_to_tready[s]),
                .s_tdata(s_to[s*TARGET_W +: TARGET_W]), .m_tvalid(to_shown[s]),
                .m_tready(s_axis_tvalid[s] & s_axis_tready[s] & s_axis_tlast[s]), .m_tdata(to));

            for (t = 0; t < TARGETS; t = t + 1) begin : g_target
                localparam [31:0] TARGET = t;
                assign wants[t*SOURCES+s] = to_shown[s] & to == TARGET[TARGET_W-1:0];
                assign open[t]            = joined[t*SOURCES+s] & ready[t];
            end
        end

        for (t = 0; t < TARGETS; t = t + 1) begin : g_target
            wire [SOURCE_W-1:0] from;
            reg  [WORD_W-1:0]   word;
            integer             i;
            // at most one source may come here: nothing is chosen
            localparam [SOURCES-1:0] MAY = MASK[t*SOURCES +: SOURCES];
            localparam               ONE = (MAY & (MAY - 1'b1)) == 0;
            assign given[t] = |(joined[t*SOURCES +: SOURCES] & s_axis_tvalid);

            always @* begin
                word = {WORD_W{1'b0}};
                for (i = 0; i < SOURCES; i = i + 1)
                    if (MASK[t*SOURCES+i] && (ONE || from == i[SOURCE_W-1:0]))
                        word = {s_axis_tlast[i], s_axis_tkeep[i*LANES +: LANES],
                                s_axis_tdata[i*DATA_W +: DATA_W]};
            end

            for (s = 0; s < SOURCES; s = s + 1) begin : g_join
                localparam [31:0] SOURCE = s;
                assign joined[t*SOURCES+s] = MASK[t*SOURCES+s]
                    & wants[t*SOURCES+s] & from_shown[t] & from == SOURCE[SOURCE_W-1:0];
            end

            bl_fifo #(.WIDTH(SOURCE_W), .LOG_DEPTH(LOG_MOVES)) numbers (
                .clk(clk), .rst(rst), .s_tvalid(s_from_tvalid[t]), .s_tready(s_from_tready[t]),
                .s_tdata(s_from[t*SOURCE_W +: SOURCE_W]), .m_tvalid(from_shown[t]),
                .m_tready(given[t] & ready[t] & word[WORD_W-1]), .m_tdata(from));

            bl_skid #(.WIDTH(WORD_W)) slice (
                .clk(clk), .rst(rst), .s_tvalid(given[t]), .s_tready(ready[t]), .s_tdata(word),
                .m_tvalid(m_axis_tvalid[t]), .m_tready(m_axis_tready[t]),
                .m_tdata({m_axis_tlast[t], m_axis_tkeep[t*LANES +: LANES],
                          m_axis_tdata[t*DATA_W +: DATA_W]}));
        end
    endgenerate

    always @(posedge clk)
        idle <= ~rst & ~|{s_to_tvalid, s_from_tvalid, to_shown, from_shown, m_axis_tvalid};

`ifdef FORMAL
    // One source and one target are looked at; a number of each that names the other is followed.
    // Rule 1: while the source's number is its first one, its words go to that target only.
    // Rule 2: while the target's number is its first one, it is given words of that source only.
    // Rule 3: while both are, a word that is there is taken if the target has room.
    // Rule 4: as many words are taken as are given; any of them leaves unchanged behind exactly
    // those that its target was given before.
    // Rule 5: with idle no number is in a queue and no word is held.
    // Rule 6: a word that is offered and not taken stays.
    (* anyconst *) reg [SOURCE_W-1:0] f_s;
    (* anyconst *) reg [TARGET_W-1:0] f_t;
    (* anyseq *) wire  f_pick_to, f_pick_from, f_pick;
    reg                f_past = 1'b0, f_to, f_from, f_word, f_bit, f_last, f_held, f_shown;
    reg [LOG_MOVES:0]  f_tos, f_froms, f_to_ahead, f_from_ahead;
    reg [1:0]          f_inside, f_ahead;
    wire               f_take  = s_axis_tvalid[f_s] & s_axis_tready[f_s];
    wire               f_over  = f_take & s_axis_tlast[f_s];
    wire               f_put   = given[f_t] & ready[f_t];
    wire               f_get   = m_axis_tvalid[f_t] & m_axis_tready[f_t];
    wire               f_in    = s_to_tvalid[f_s] & s_to_tready[f_s];
    wire               f_in_t  = s_from_tvalid[f_t] & s_from_tready[f_t];
    reg                f_put_last;
    wire               f_end   = f_put & f_put_last;
    wire               f_first = f_to & f_to_ahead == 0, f_first_t = f_from & f_from_ahead == 0;
    wire [SOURCES-1:0] f_taken = s_axis_tvalid & s_axis_tready;
    wire [TARGETS-1:0] f_given = given & ready;
    integer            f_takes, f_gives;
    always @* begin : f_look
        integer f_i;
        f_put_last = 1'b0;
        for (f_i = 0; f_i < SOURCES; f_i = f_i + 1)
            if (joined[f_t*SOURCES+f_i]) f_put_last = f_put_last | s_axis_tlast[f_i];
        f_takes = 0;
        f_gives = 0;
        for (f_i = 0; f_i < SOURCES; f_i = f_i + 1) f_takes = f_takes + f_taken[f_i];
        for (f_i = 0; f_i < TARGETS; f_i = f_i + 1) f_gives = f_gives + f_given[f_i];
    end
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_held   <= m_axis_tvalid[f_t] & ~m_axis_tready[f_t] & ~rst;
        f_shown  <= m_axis_tdata[f_t*DATA_W];
        f_tos    <= f_tos + f_in - f_over;
        f_froms  <= f_froms + f_in_t - f_end;
        f_inside <= f_inside + f_put - f_get;
        if (f_to & f_over) begin
            f_to_ahead <= f_to_ahead - 1'b1;
            if (f_to_ahead == 0) f_to <= 1'b0;
        end
        if (!f_to & f_in & f_pick_to & s_to[f_s*TARGET_W +: TARGET_W] == f_t) begin
            f_to       <= 1'b1;
            f_to_ahead <= f_tos - f_over;
        end
        if (f_from & f_end) begin
            f_from_ahead <= f_from_ahead - 1'b1;
            if (f_from_ahead == 0) f_from <= 1'b0;
        end
        if (!f_from & f_in_t & f_pick_from & s_from[f_t*SOURCE_W +: SOURCE_W] == f_s) begin
            f_from       <= 1'b1;
            f_from_ahead <= f_froms - f_end;
        end
        if (f_word & f_get) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_word <= 1'b0;
        end
        if (!f_word & f_first & f_take & f_pick) begin
            f_word  <= 1'b1;
            f_ahead <= f_inside - f_get;
            f_bit   <= s_axis_tdata[f_s*DATA_W];
            f_last  <= s_axis_tlast[f_s];
        end
        if (rst) begin
            {f_to, f_from, f_word} <= 3'b000;
            {f_tos, f_froms, f_inside} <= 0;
        end
    end
    always @* begin : f_rules
        integer f_i;
        assume (rst == !f_past);
        assume (f_s < SOURCES && f_t < TARGETS);
        for (f_i = 0; f_i < SOURCES; f_i = f_i + 1)
            assume (s_to[f_i*TARGET_W +: TARGET_W] < TARGETS);
        for (f_i = 0; f_i < TARGETS; f_i = f_i + 1)
            assume (s_from[f_i*SOURCE_W +: SOURCE_W] < SOURCES);
        // moves name pairs of the mask
        for (f_i = 0; f_i < SOURCES; f_i = f_i + 1)
            if (s_to_tvalid[f_i])
                assume (MASK[s_to[f_i*TARGET_W +: TARGET_W]*SOURCES+f_i]);
        for (f_i = 0; f_i < TARGETS; f_i = f_i + 1)
            if (s_from_tvalid[f_i])
                assume (MASK[f_i*SOURCES+s_from[f_i*SOURCE_W +: SOURCE_W]]);
        if (f_past) begin
            if (f_first & f_take) assert (f_put);
            if (f_first_t & f_put) assert (f_take);
            if (f_first & f_first_t & s_axis_tvalid[f_s] & ready[f_t]) assert (f_take);
            assert (f_takes == f_gives);
            if (f_word) assert (f_ahead < f_inside);
            if (f_word & f_ahead == 0 & m_axis_tvalid[f_t])
                assert (m_axis_tdata[f_t*DATA_W] == f_bit && m_axis_tlast[f_t] == f_last);
            assert (m_axis_tvalid[f_t] == (f_inside != 0));
            if (idle) assert (f_tos == 0 && f_froms == 0 && f_inside == 0);
            if (f_held) assert (m_axis_tvalid[f_t] && f_shown == m_axis_tdata[f_t*DATA_W]);
        end
    end
`endif
endmodule
`default_nettype wire
