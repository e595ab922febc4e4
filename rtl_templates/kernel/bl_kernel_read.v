// SPDX-License-Identifier: ISC
`default_nettype none
// The reading end of a kernel: reads memory behind the host port and gives it as moves.
// Contract: s_* takes a command: the bus address, a multiple of 4, and the granules of 32 bits of a
// move (1 or more), all below 2^64. m_axis_* gives them packed from lane 0 up, tkeep a bit for
// each: all words full but the last one, which has tlast. Commands are read one behind the other,
// each without waiting for the data of those before. m_axi_*: full-word INCR bursts that end at
// multiples of 2^LOG_PIECE bytes, one id, answers in order; a burst is asked for when the queue has
// room for all of it, so that rready is always high and arvalid, once high, stays, and no sooner
// than as many cycles behind the one before as that has words: bursts asked for faster than they
// can come would come interleaved, and the first one late. From a word with an error answer on
// nothing leaves any more and failed is high until the reset. s_* and m_axis_* belong to clk,
// m_axi_* to host_clk. Resets as bl_async_fifo wants them, while no answer is outstanding.
// Latency: command to arvalid 1 cycle of clk and 5 or 6 of host_clk, rvalid to m_axis_tvalid 1 of
// host_clk and 4 or 5 of clk, for the last word 1 more of clk if it filled the one before.
// Throughput: 1 word a cycle of the slower clock as long as 2^LOG_QUEUE words less a burst cover
// the memory's latency; 2 cycles more a command at most while 32 commands cover it.
module bl_kernel_read #(
    // bits in a word of the bus: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of the longest burst, of 256 words at most:
    // log2(DATA_W / 8) + 1..min(12, log2(DATA_W / 8) + 8)
    parameter LOG_PIECE = 9,
    // log2 of the words in the queue, which holds two bursts: LOG_PIECE - log2(DATA_W / 8) + 1..20
    parameter LOG_QUEUE = 9
) (
    input  wire                 clk,
    input  wire                 rst,
    // commands
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [63:0]          s_address,
    input  wire [31:0]          s_length,
    // moves
    output wire                 m_axis_tvalid,
    input  wire                 m_axis_tready,
    output wire [DATA_W-1:0]    m_axis_tdata,
    output wire [DATA_W/32-1:0] m_axis_tkeep,
    output wire                 m_axis_tlast,
    output reg                  failed,
    // the host port
    input  wire                 host_clk,
    input  wire                 host_rst,
    output wire [63:0]          m_axi_araddr,
    output wire [7:0]           m_axi_arlen,
    output wire                 m_axi_arvalid,
    input  wire                 m_axi_arready,
    input  wire [DATA_W-1:0]    m_axi_rdata,
    input  wire [1:0]           m_axi_rresp,
    input  wire                 m_axi_rlast,
    input  wire                 m_axi_rvalid,
    output wire                 m_axi_rready
);
    localparam LANE_W    = (DATA_W <= 64) ? 1 : (DATA_W <= 128) ? 2 : (DATA_W <= 256) ? 3
        : (DATA_W <= 512) ? 4 : 5;
    localparam LOG_BYTES = LANE_W + 2;
    localparam LOG_WORDS = LOG_PIECE - LOG_BYTES;
    localparam ADDR_W    = 64 - LOG_BYTES;        // the address of a word
    localparam COUNT_W   = 33 - LANE_W;           // a count of words
    localparam ROOM_W    = LOG_QUEUE + 1;
    localparam LOG_JOBS  = 5;                     // commands whose data has not come
    localparam LOG_ASKED = 3;                     // those that are not asked for
    localparam LOG_CROSS = LOG_QUEUE < 5 ? LOG_QUEUE : 5;  // words between the clocks
    localparam [31:0] LANES = DATA_W / 32;
    localparam [31:0] QUEUE = 1 << LOG_QUEUE;
    localparam [31:0] ROUND = LANES - 1;

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_read_illegal_DATA_W illegal();
        end
        if (LOG_WORDS < 1 || LOG_WORDS > 8 || LOG_PIECE > 12) begin : g_check_log_piece
            bl_kernel_read_illegal_LOG_PIECE illegal();
        end
        if (LOG_QUEUE <= LOG_WORDS || LOG_QUEUE > 20) begin : g_check_log_queue
            bl_kernel_read_the_queue_must_hold_two_bursts_and_at_most_2_to_the_20_words complaint();
        end
    endgenerate

    // ---- a command: to the host's clock as a run of words, to the packing as granules
    wire [LANE_W-1:0] lane    = s_address[LOG_BYTES-1:2];
    wire [32:0]       rounded = {1'b0, s_length} + {{(33-LANE_W){1'b0}}, lane}
        + {1'b0, ROUND};
    wire              ask_ready, job_ready;
    wire              come = s_tvalid & s_tready;
    assign s_tready = ask_ready & job_ready;

    // ---- requests: `room` counts the words of the queue that nothing was asked for
    wire               run_shown, run_taken, burst_shown;
    wire [ADDR_W-1:0]  run_addr, burst_addr;
    wire [COUNT_W-1:0] run_words;
    wire [LOG_WORDS:0] burst_words;
    wire [8:0]         burst_prior = {{(8-LOG_WORDS){1'b0}}, burst_words} - 9'd1;
    wire               leaves;
    reg  [ROOM_W-1:0]  room;
    wire               roomy = |room[ROOM_W-1:LOG_WORDS];
    wire               ask   = m_axi_arvalid & m_axi_arready;
    reg  [LOG_WORDS:0] early;                     // cycles until the next one
    wire               due   = roomy & ~|early;
    wire [2:0]         unused_walk;
    wire [1:0]         unused_empty;

    bl_async_fifo #(.WIDTH(ADDR_W + COUNT_W), .LOG_DEPTH(LOG_ASKED)) asks (
        .s_clk(clk), .s_rst(rst), .s_tvalid(come), .s_tready(ask_ready),
        .s_tdata({s_address[63:LOG_BYTES], rounded[32:LANE_W]}), .s_empty(unused_empty[0]),
        .m_clk(host_clk), .m_rst(host_rst), .m_tvalid(run_shown), .m_tready(run_taken),
        .m_tdata({run_addr, run_words}));

    bl_dma_walk #(.ADDR_W(ADDR_W), .COUNT_W(COUNT_W), .LOG_WORDS(LOG_WORDS)) walk (
        .clk(host_clk), .rst(host_rst), .s_tvalid(run_shown), .s_tready(run_taken),
        .s_addr(run_addr), .s_words(run_words), .s_tag(1'b0),
        .m_tvalid(burst_shown), .m_tready(m_axi_arready & due), .m_addr(burst_addr),
        .m_words(burst_words), .m_first(unused_walk[0]), .m_last(unused_walk[1]),
        .m_tag(unused_walk[2]));

    assign m_axi_arvalid = burst_shown & due;
    assign m_axi_araddr  = {burst_addr, {LOG_BYTES{1'b0}}};
    assign m_axi_arlen   = burst_prior[7:0];

    always @(posedge host_clk) begin
        room <= room - (ask ? {{(ROOM_W-LOG_WORDS-1){1'b0}}, burst_words} : {ROOM_W{1'b0}})
            + {{(ROOM_W-1){1'b0}}, leaves};
        if (ask) early <= burst_words - 1'b1;
        else if (|early) early <= early - 1'b1;
        if (host_rst) early <= {(LOG_WORDS+1){1'b0}};
        if (host_rst) room <= QUEUE[ROOM_W-1:0];
    end

    // ---- answers {came with an error, word}: past the queue while it is empty
    wire              cross_ready, queue_ready, queue_shown;
    wire [DATA_W:0]   answer = {|m_axi_rresp, m_axi_rdata};
    wire [DATA_W:0]   queued;
    reg  [ROOM_W-1:0] stored;
    wire              empty = ~|stored;
    wire              past  = m_axi_rvalid & empty & cross_ready;
    wire              push  = m_axi_rvalid & ~past;
    wire              pop   = queue_shown & cross_ready;

    assign m_axi_rready = 1'b1;
    assign leaves       = past | pop;

    bl_fifo_block #(.WIDTH(DATA_W + 1), .LOG_DEPTH(LOG_QUEUE)) queue (
        .clk(host_clk), .rst(host_rst), .s_tvalid(push), .s_tready(queue_ready),
        .s_tdata(answer), .m_tvalid(queue_shown), .m_tready(cross_ready), .m_tdata(queued));

    always @(posedge host_clk) begin
        if (push & ~pop) stored <= stored + 1'b1;
        if (pop & ~push) stored <= stored - 1'b1;
        if (host_rst) stored <= {ROOM_W{1'b0}};
    end

    wire              word_shown, word_taken, bad;
    wire [DATA_W-1:0] word;

    bl_async_fifo #(.WIDTH(DATA_W + 1), .LOG_DEPTH(LOG_CROSS)) words (
        .s_clk(host_clk), .s_rst(host_rst), .s_tvalid(leaves), .s_tready(cross_ready),
        .s_tdata(queue_shown ? queued : answer), .s_empty(unused_empty[1]),
        .m_clk(clk), .m_rst(rst), .m_tvalid(word_shown), .m_tready(word_taken),
        .m_tdata({bad, word}));

    // ---- packing: the first word of a command begins at its lane
    wire              job_shown, job_taken, pack_ready;
    wire [LANE_W-1:0] job_lane;
    wire [31:0]       job_length;
    reg               first;
    reg  [LANE_W-1:0] front;
    wire              good = word_shown & ~bad;
    wire [LANE_W-1:0] from = first ? front : {LANE_W{1'b0}};
    assign word_taken = good & pack_ready;

    bl_fifo #(.WIDTH(LANE_W + 32), .LOG_DEPTH(LOG_JOBS)) jobs (
        .clk(clk), .rst(rst), .s_tvalid(come), .s_tready(job_ready), .s_tdata({lane, s_length}),
        .m_tvalid(job_shown), .m_tready(job_taken), .m_tdata({job_lane, job_length}));

    wire [LANE_W:0]   unused_rest;
    bl_kernel_pack #(.DATA_W(DATA_W), .DROP(1)) pack (
        .clk(clk), .rst(rst), .s_tvalid(job_shown), .s_tready(job_taken), .s_length(job_length),
        .s_lead({LANE_W{1'b0}}), .s_axis_tvalid(good), .s_axis_tready(pack_ready),
        .s_axis_tdata(word), .s_axis_tfrom(from),
        .s_axis_tcount(LANES[LANE_W:0] - {1'b0, from}), .s_axis_trest(unused_rest), .drop(1'b0),
        .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep),
        .m_axis_tlast(m_axis_tlast));

    always @(posedge clk) begin
        if (job_taken) front <= job_lane;
        first  <= job_shown & job_taken | first & ~word_taken;
        failed <= failed | word_shown & bad;
        if (rst) failed <= 1'b0;
    end

    wire unused = &{1'b0, unused_rest, m_axi_rlast, s_address[1:0], QUEUE, LANES, ROUND,
                    rounded[LANE_W-1:0],
                    burst_prior[8], unused_walk, unused_empty, queue_ready};

`ifdef FORMAL
    // One clock for both sides. The memory answers only what was asked for.
    // Rule 1: what is stored, what is asked for and has not come, and the room that is left are the
    // words of the queue; one that comes always finds room there.
    // Rule 2: a request that is offered and not taken stays; none crosses a multiple of a piece.
    // Rule 3: from a word with an error on none is taken, and failed is high in the next cycle.
    // Rule 4: a request comes at least as many cycles behind another as that has words.
    reg  [2:0]       f_begin = 3'd0;
    wire             f_past = f_begin == 3'd4;    // the resets are over
    reg              f_held, f_bad;
    reg [ROOM_W-1:0] f_due;                       // words asked for that have not come
    reg [71:0]       f_shown;
    reg [LOG_WORDS:0] f_since, f_words;           // cycles behind the last one, and its words
    always @(posedge clk) begin
        if (~f_past) f_begin <= f_begin + 1'b1;
        f_held  <= m_axi_arvalid & ~m_axi_arready & ~rst;
        f_shown <= {m_axi_araddr, m_axi_arlen};
        f_due   <= f_due + (ask ? burst_words : 1'b0) - m_axi_rvalid;
        f_bad   <= (f_bad | word_shown & bad) & ~rst;
        f_since <= ask ? 1 : f_since + (f_since < f_words);
        if (ask) f_words <= burst_words;
        if (rst) {f_due, f_since, f_words} <= 0;
    end
    always @* begin
        assume (rst == !f_past && host_rst == rst);
        assume (!m_axi_rvalid | f_due != 0);
        assume (s_length != 0);
        if (f_past) begin
            assert (room + stored + f_due == QUEUE);
            if (push) assert (queue_ready);
            if (f_held) assert (m_axi_arvalid && f_shown == {m_axi_araddr, m_axi_arlen});
            if (m_axi_arvalid)
                assert (m_axi_araddr[LOG_PIECE-1:LOG_BYTES] + m_axi_arlen < (1 << LOG_WORDS));
            if (m_axi_arvalid) assert (f_since >= f_words);
            if (f_bad) assert (failed && !word_taken);
        end
    end
`endif
endmodule
`default_nettype wire
