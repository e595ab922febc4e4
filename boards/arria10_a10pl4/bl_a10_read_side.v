// SPDX-License-Identifier: ISC
`default_nettype none
// The reads of one side, the host's or the kernels', over the read data mover of Intel's Avalon-MM
// DMA for PCI Express: bursts become descriptors, and what the mover brings is put in order.
// Contract: s_axi_* is a slave for reads: full-word INCR bursts of at most 2^LOG_WORDS words, one
// id, answers in order; a burst is taken when the reorder memory has room for all of it. m_* offers
// a descriptor of each: bus address, place in the reorder memory, length, an id of FIRST_ID up that
// no descriptor without a status has. local_*: a word that the mover writes, in any order; `whole`
// says that all of its bytes are. An address has the word's place below bit 24. A word leaves as
// soon as all before it have. status_*: the mover's status of an id of this side, behind its data.
// One without `done`: the words of its burst that are not there are answered with SLVERR, and when
// nothing is outstanding any more the memory is cleared and bursts are taken again. A status of
// nothing that is outstanding, a word that is not whole, or no status for 2^LOG_TIMEOUT cycles
// while one is due: `failed` is high until rst, nothing is offered any more, and every word is
// answered with SLVERR. rst: while the mover owes nothing. s_axi_arready sees arlen; rvalid is a
// comparison behind the memory's output; rready reaches the memory's address.
// Latency: arvalid to m_tvalid 1 cycle, local_write to rvalid 2. Throughput: 1 word a cycle.
module bl_a10_read_side #(
    // bits in a word of the mover: 128 or 256, fewer in proofs
    parameter MOVER_W = 256,
    // bits in a word of s_axi: MOVER_W or twice as many
    parameter DATA_W = 256,
    // log2 of the words in the reorder memory: 2..12
    parameter LOG_WORDS = 9,
    // log2 of the descriptors that wait: 1..6
    parameter LOG_QUEUE = 4,
    // log2 of the descriptors without a status: 1..6
    parameter LOG_SLOTS = 6,
    // the side's first id: 0 or 128
    parameter FIRST_ID = 0,
    // log2 of the cycles without a status after which the mover is given up: 2..30
    parameter LOG_TIMEOUT = 24
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [63:0]        s_axi_araddr,
    input  wire [7:0]         s_axi_arlen,
    input  wire               s_axi_arvalid,
    output wire               s_axi_arready,
    output wire [DATA_W-1:0]  s_axi_rdata,
    output wire [1:0]         s_axi_rresp,
    output wire               s_axi_rlast,
    output wire               s_axi_rvalid,
    input  wire               s_axi_rready,
    // descriptors
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire [159:0]       m_tdata,
    // what the mover writes
    input  wire               local_write,
    input  wire [23:0]        local_address,
    input  wire [MOVER_W-1:0] local_data,
    input  wire               local_whole,
    // its status words
    input  wire               status_valid,
    input  wire [7:0]         status_id,
    input  wire               status_done,
    output reg                failed
);
    localparam LANES     = DATA_W / MOVER_W;
    localparam LOG_MOVER = MOVER_W <= 8 ? 0 : MOVER_W <= 16 ? 1 : MOVER_W <= 32 ? 2
        : MOVER_W <= 64 ? 3 : MOVER_W <= 128 ? 4 : 5;
    localparam LOG_BYTES = LOG_MOVER + (LANES > 1 ? 1 : 0);
    localparam SLOTS     = 1 << LOG_SLOTS;
    localparam SIDE      = 24;                    // the bit of a local address that names the side
    localparam GRANULES  = DATA_W < 32 ? 1 : DATA_W / 32;
    localparam [LOG_WORDS:0]   ALL     = 1 << LOG_WORDS;
    localparam [LOG_WORDS-1:0] LAST    = (1 << LOG_WORDS) - 1;
    localparam [7:0]           FIRST   = FIRST_ID;
    localparam [31:0]          UNIT    = GRANULES;

    generate
        if (MOVER_W < 8 || MOVER_W > 256 || (MOVER_W & (MOVER_W - 1)) != 0) begin : g_check_mover_w
            bl_a10_read_side_illegal_MOVER_W illegal();
        end
        if (DATA_W != MOVER_W && DATA_W != 2 * MOVER_W) begin : g_check_data_w
            bl_a10_read_side_illegal_DATA_W illegal();
        end
        if (LOG_WORDS < 2 || LOG_WORDS > 12) begin : g_check_log_words
            bl_a10_read_side_illegal_LOG_WORDS illegal();
        end
        if (LOG_QUEUE < 1 || LOG_QUEUE > 6) begin : g_check_log_queue
            bl_a10_read_side_illegal_LOG_QUEUE illegal();
        end
        if (LOG_SLOTS < 1 || LOG_SLOTS > 6) begin : g_check_log_slots
            bl_a10_read_side_illegal_LOG_SLOTS illegal();
        end
        if (FIRST_ID != 0 && FIRST_ID != 128) begin : g_check_first_id
            bl_a10_read_side_illegal_FIRST_ID illegal();
        end
        if (LOG_TIMEOUT < 2 || LOG_TIMEOUT > 30) begin : g_check_log_timeout
            bl_a10_read_side_illegal_LOG_TIMEOUT illegal();
        end
    endgenerate

    // ---- bursts; a place in the memory is {lap, word}
    reg                  clearing, poisoned;
    reg  [LOG_WORDS:0]   put, room;
    reg  [LOG_SLOTS-1:0] slot;
    reg  [SLOTS-1:0]     due, bad;                // whose status is due; whose status was bad
    wire                 list_ready, queue_ready, taken;
    wire [LOG_WORDS+8:0] wide = {8'd0, room};
    wire                 fits = wide > {{(LOG_WORDS+1){1'b0}}, s_axi_arlen};
    wire                 come = s_axi_arvalid & s_axi_arready;
    wire                 ask  = come & ~failed;
    wire [8:0]           words  = {1'b0, s_axi_arlen} + 9'd1;
    wire [LOG_WORDS+9:0] longer = {{(LOG_WORDS+1){1'b0}}, words};
    wire [LOG_WORDS:0]   step   = longer[LOG_WORDS:0];
    wire [31:0]          place  = {{(31-LOG_WORDS){1'b0}}, put} << LOG_BYTES;
    wire [13:0]          length = {5'd0, words} * {9'd0, UNIT[4:0]};
    wire [7:0]           id     = FIRST | {{(8-LOG_SLOTS){1'b0}}, slot};
    wire [159:0]         descriptor;

    assign s_axi_arready = list_ready
        & (failed | ~clearing & ~poisoned & fits & queue_ready & ~due[slot]);

    bl_dma_descriptor_pack pack (
        .source_low({s_axi_araddr[31:2], 2'b00}), .source_high(s_axi_araddr[63:32]),
        .target_low({{(31-SIDE){1'b0}}, FIRST[7], place[SIDE-1:0]}), .target_high(32'd0),
        .length({4'd0, length}), .id(id), .reserved(6'd0), .descriptor(descriptor));

    wire offered;
    assign m_tvalid = offered & ~failed;
    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_QUEUE)) queue (
        .clk(clk), .rst(rst), .s_tvalid(ask), .s_tready(queue_ready), .s_tdata(descriptor),
        .m_tvalid(offered), .m_tready(m_tready & ~failed), .m_tdata(m_tdata));

    always @(posedge clk) begin
        if (come) slot <= slot + 1'b1;
        if (come) put  <= put + step;
        room <= room - (come ? step : {(LOG_WORDS+1){1'b0}}) + {{LOG_WORDS{1'b0}}, taken};
        if (clearing) begin
            put  <= {(LOG_WORDS+1){1'b0}};
            room <= ALL;
        end
        if (rst) slot <= {LOG_SLOTS{1'b0}};
    end

    // ---- status
    wire [LOG_SLOTS-1:0] said   = status_id[LOG_SLOTS-1:0];
    wire                 known  = due[said] & status_id == (FIRST | {{(8-LOG_SLOTS){1'b0}}, said});
    wire [SLOTS-1:0]     one    = {{(SLOTS-1){1'b0}}, 1'b1};
    wire [SLOTS-1:0]     opens  = one << slot, closes = one << said;
    wire                 listed;
    reg [LOG_TIMEOUT-1:0] clock;
    wire late = &clock;

    always @(posedge clk) begin
        due <= (due | (opens & {SLOTS{ask}})) & ~(closes & {SLOTS{status_valid}});
        bad <= (bad & ~(opens & {SLOTS{come}})) | (closes & {SLOTS{status_valid & ~status_done}});
        clock <= (status_valid | ~(|due)) ? {LOG_TIMEOUT{1'b0}} : clock + 1'b1;
        failed <= failed | late | status_valid & ~known | local_write & (~local_whole | clearing);
        if (rst) begin
            due    <= {SLOTS{1'b0}};
            bad    <= {SLOTS{1'b0}};
            clock  <= {LOG_TIMEOUT{1'b0}};
            failed <= 1'b0;
        end
    end

    // ---- clearing: every word gets the lap that is not begun with
    reg [LOG_WORDS-1:0] cleared;
    always @(posedge clk) begin
        if (clearing) cleared <= cleared + 1'b1;
        if (clearing & cleared == LAST) clearing <= 1'b0;
        if (status_valid & ~status_done) poisoned <= 1'b1;
        if (poisoned & ~listed & ~(|due) & ~status_valid) begin
            poisoned <= 1'b0;
            clearing <= 1'b1;
        end
        if (rst) begin
            cleared  <= {LOG_WORDS{1'b0}};
            clearing <= 1'b1;
            poisoned <= 1'b0;
        end
    end

    // ---- the memory: in each lane a word of the mover and the lap in which it came
    reg  [LOG_WORDS:0]   get;
    reg                  fresh;                   // the memory shows the word of `get`
    wire [LOG_WORDS:0]   next  = get + {{LOG_WORDS{1'b0}}, taken};
    wire [LOG_WORDS-1:0] where = clearing ? cleared : local_address[LOG_BYTES +: LOG_WORDS];
    wire                 lap   = clearing | local_address[LOG_BYTES+LOG_WORDS];
    wire [LANES-1:0]     laps;
    wire                 there = fresh & laps == {LANES{get[LOG_WORDS]}};
    wire                 hit   = (local_write | clearing) & where == next[LOG_WORDS-1:0];
    wire                 keep  = there & ~taken;
    wire                 read  = ~hit & ~keep;

    genvar lane;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
            localparam [31:0] LANE = lane;
            wire mine = LANES == 1 | local_address[LOG_MOVER] == LANE[0];
            bl_block_ram #(.WIDTH(MOVER_W + 1), .LOG_DEPTH(LOG_WORDS)) memory (
                .clk(clk), .write(clearing | local_write & mine), .waddr(where),
                .wdata({lap, local_data}), .read(read), .raddr(next[LOG_WORDS-1:0]),
                .rdata({laps[lane], s_axi_rdata[MOVER_W*lane +: MOVER_W]}));
        end
    endgenerate

    always @(posedge clk) begin
        get   <= next;
        fresh <= read | keep;
        if (clearing) get   <= {(LOG_WORDS+1){1'b0}};
        if (clearing) fresh <= 1'b0;
    end

    // ---- words in the order of the bursts
    reg  [LOG_SLOTS-1:0] head;
    reg  [7:0]           beat;
    reg                  forcing;                 // an error in the place of the word
    reg                  shut;                    // failed, and no word is offered any more
    wire [7:0]           len;
    wire                 over = taken & s_axi_rlast;

    assign s_axi_rvalid = listed & (forcing | there & ~shut);
    assign s_axi_rresp  = {forcing, 1'b0};
    assign s_axi_rlast  = beat == len;
    assign taken        = s_axi_rvalid & s_axi_rready;

    bl_fifo #(.WIDTH(8), .LOG_DEPTH(LOG_SLOTS)) list (
        .clk(clk), .rst(rst), .s_tvalid(come), .s_tready(list_ready), .s_tdata(s_axi_arlen),
        .m_tvalid(listed), .m_tready(over), .m_tdata(len));

    always @(posedge clk) begin
        if (taken) beat <= s_axi_rlast ? 8'd0 : beat + 8'd1;
        if (over)  head <= head + 1'b1;
        if (~s_axi_rvalid | s_axi_rready) forcing <= listed & ~over & (failed | bad[head]);
        if (~s_axi_rvalid | s_axi_rready) shut    <= failed;
        if (rst) begin
            beat    <= 8'd0;
            head    <= {LOG_SLOTS{1'b0}};
            forcing <= 1'b0;
            shut    <= 1'b0;
        end
    end

    wire unused = &{1'b0, s_axi_araddr[1:0], place, longer, local_address, ALL, UNIT};

`ifdef FORMAL
    // Words of 8 bits, bursts of one word or two. The mover keeps the contract: it writes, whole
    // and once, words of descriptors that it was given, and gives each a status, `done` behind its
    // data.
    // Rule 1: a word that leaves without an error is the one that the mover wrote for its place,
    // and leaves once. Rule 2: what is offered on R stays until it is taken.
    // Rule 3: `failed` rises for no other cause than time. An error is answered only behind a
    // status without `done`, or a failure. Rule 4: an id that is given has no status due, and is
    // not one of the IP's own; a place that is given holds no word that is still to leave. Rule 5:
    // no word of the memory is read while it is written.
    localparam WORDS = 1 << LOG_WORDS;
    reg                  f_past = 1'b0, f_late, f_bad, f_held;
    reg  [WORDS-1:0]     f_wanted, f_there;       // asked for and not written; written, not left
    reg  [WORDS-1:0]     f_lap;                   // of the words asked for
    reg  [LOG_SLOTS-1:0] f_of [0:WORDS-1];
    reg  [SLOTS-1:0]     f_given;                 // to the mover, without a status
    reg  [MOVER_W-1:0]   f_value [0:WORDS-1];
    reg  [DATA_W+2:0]    f_shown;
    wire [LOG_WORDS-1:0] f_where = local_address[LOG_WORDS-1:0];
    wire [LOG_SLOTS-1:0] f_asks = m_tdata[146 +: LOG_SLOTS];
    wire [LOG_WORDS-1:0] f_second = put[LOG_WORDS-1:0] + 1'b1;
    reg  [WORDS-1:0]     f_mine;                  // words of the slot that a status is about
    integer f_i, f_j;
    always @* for (f_i = 0; f_i < WORDS; f_i = f_i + 1) f_mine[f_i] = f_of[f_i] == said;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_late  <= (f_late | late) & ~rst;
        f_bad   <= (f_bad | status_valid & ~status_done) & ~rst;
        f_held  <= s_axi_rvalid & ~s_axi_rready & ~rst;
        f_shown <= {s_axi_rdata, s_axi_rresp, s_axi_rlast};
        if (ask) begin
            f_wanted[put[LOG_WORDS-1:0]] <= 1'b1;
            f_lap[put[LOG_WORDS-1:0]]    <= put[LOG_WORDS];
            f_of[put[LOG_WORDS-1:0]]     <= slot;
            if (s_axi_arlen == 1) begin
                f_wanted[f_second] <= 1'b1;
                f_lap[f_second]    <= put[LOG_WORDS] ^ (&put[LOG_WORDS-1:0]);
                f_of[f_second]     <= slot;
            end
        end
        if (m_tvalid & m_tready) f_given[f_asks] <= 1'b1;
        if (local_write) begin
            f_wanted[f_where] <= 1'b0;
            f_there[f_where]  <= 1'b1;
            f_value[f_where]  <= local_data;
        end
        if (taken) f_there[get[LOG_WORDS-1:0]] <= 1'b0;
        if (status_valid) f_given[said] <= 1'b0;
        for (f_j = 0; f_j < WORDS; f_j = f_j + 1)
            if (status_valid & ~status_done & f_mine[f_j]
                & ~(ask & (f_j == put[LOG_WORDS-1:0]
                           | s_axi_arlen == 1 & f_j == f_second))) f_wanted[f_j] <= 1'b0;
        if (clearing) {f_wanted, f_there} <= 0;
        if (rst) {f_wanted, f_there, f_given} <= 0;
    end
    always @* begin
        assume (rst == !f_past);
        assume (s_axi_arlen <= 1);
        assume (!local_write | (f_wanted[f_where] && f_given[f_of[f_where]] && local_whole
                                && local_address[23:LOG_WORDS] == f_lap[f_where]));
        assume (!status_valid | (status_id == (FIRST | said) && f_given[said]
                                 && !(local_write && f_of[f_where] == said)
                                 && (!status_done || (f_wanted & f_mine) == 0)));
        if (f_past) begin
            if (s_axi_rvalid & ~forcing)
                assert (f_there[get[LOG_WORDS-1:0]]
                        && s_axi_rdata == f_value[get[LOG_WORDS-1:0]]);
            if (f_held) assert (s_axi_rvalid
                                && f_shown == {s_axi_rdata, s_axi_rresp, s_axi_rlast});
            if (~f_late) assert (~failed);
            if (~f_late & ~f_bad) assert (~forcing);
            if (m_tvalid) assert (due[f_asks] && !f_given[f_asks] && !(&m_tdata[152:146]));
            assert (!(read & (local_write | clearing) & where == next[LOG_WORDS-1:0]));
            if (ask & ~f_late)
                assert (!f_there[put[LOG_WORDS-1:0]] && !f_wanted[put[LOG_WORDS-1:0]]);
        end
    end
`endif
endmodule
`default_nettype wire
