// SPDX-License-Identifier: ISC
`default_nettype none
// The writing end of a kernel: takes moves and writes them to memory behind the host port.
// Contract: s_* takes a command: the bus address, a multiple of 4, and the granules of 32 bits of a
// move (1 or more), all below 2^64. s_axis_* takes its granules, from lane 0 up, tkeep a bit for
// each: all words full but the last one, which has tlast; moves in the order of their commands,
// before them or behind. done is high for one cycle for each command, in order, when the responses
// of all its bursts have come. An error response makes failed high until the reset, and done comes
// no more. m_axi_*: full-word INCR bursts of at most 16 words that end at multiples of 2^LOG_PIECE
// bytes, or of 16 words if those are fewer, one id, responses in order; strobes keep what lies
// before and behind. A burst is requested, and its words are offered, when all of them are in the
// queue. What is offered stays. s_*, done and failed belong to clk, m_axi_* to host_clk. Resets as
// bl_async_fifo wants them, while no response is outstanding.
// Latency: last word to awvalid and wvalid 2 cycles of clk and 3 or 4 of host_clk, 1 more of clk if
// its granules are in two words of the memory; bvalid to done 1 of host_clk and 4 or 5 of clk.
// Throughput: 1 word a cycle of the slower clock while 32 bursts cover the responses; 2 cycles more
// a command at most.
module bl_kernel_write #(
    // bits in a word of the bus: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of a piece, which bursts do not cross: log2(DATA_W / 8) + 1..12
    parameter LOG_PIECE = 9
) (
    input  wire                 clk,
    input  wire                 rst,
    // commands
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [63:0]          s_address,
    input  wire [31:0]          s_length,
    // moves
    input  wire                 s_axis_tvalid,
    output wire                 s_axis_tready,
    input  wire [DATA_W-1:0]    s_axis_tdata,
    input  wire [DATA_W/32-1:0] s_axis_tkeep,
    input  wire                 s_axis_tlast,
    output reg                  done,
    output reg                  failed,
    // the host port
    input  wire                 host_clk,
    input  wire                 host_rst,
    output wire [63:0]          m_axi_awaddr,
    output wire [7:0]           m_axi_awlen,
    output wire                 m_axi_awvalid,
    input  wire                 m_axi_awready,
    output wire [DATA_W-1:0]    m_axi_wdata,
    output wire [DATA_W/8-1:0]  m_axi_wstrb,
    output wire                 m_axi_wlast,
    output wire                 m_axi_wvalid,
    input  wire                 m_axi_wready,
    input  wire [1:0]           m_axi_bresp,
    input  wire                 m_axi_bvalid,
    output wire                 m_axi_bready
);
    localparam LANES     = DATA_W / 32;
    localparam LANE_W    = (DATA_W <= 64) ? 1 : (DATA_W <= 128) ? 2 : (DATA_W <= 256) ? 3
        : (DATA_W <= 512) ? 4 : 5;
    localparam LOG_BYTES = LANE_W + 2;
    localparam LOG_MOST  = 4;                     // the queue holds two of the longest bursts
    localparam LOG_WORDS = LOG_PIECE - LOG_BYTES < LOG_MOST ? LOG_PIECE - LOG_BYTES : LOG_MOST;
    localparam ADDR_W    = 64 - LOG_BYTES;        // the address of a word
    localparam PIECE_W   = ADDR_W - LOG_WORDS;    // the number of a piece
    localparam LOG_JOBS  = 3;                     // commands that are not done
    localparam LOG_CROSS = 5;                     // words between the clocks, and bursts without
    localparam LOG_LIST  = 5;                     // a response

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_write_illegal_DATA_W illegal();
        end
        if (LOG_PIECE <= LOG_BYTES || LOG_PIECE > 12) begin : g_check_log_piece
            bl_kernel_write_illegal_LOG_PIECE illegal();
        end
    endgenerate

    // ---- moves shifted to their addresses
    wire              job_shown, job_taken, unused_job;
    wire [LANE_W-1:0] job_lane;
    wire [31:0]       job_length;
    wire              word_shown, word_taken, word_last;
    wire [DATA_W-1:0] word;
    wire [LANES-1:0]  word_keep;
    reg  [LANE_W:0]   count;
    integer           lane;

    always @* begin
        count = {{LANE_W{1'b0}}, 1'b1};
        for (lane = 1; lane < LANES; lane = lane + 1)
            if (s_axis_tkeep[lane]) count = lane[LANE_W:0] + 1'b1;
    end

    bl_fifo #(.WIDTH(LANE_W + 32), .LOG_DEPTH(LOG_JOBS)) jobs (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid & s_tready), .s_tready(unused_job),
        .s_tdata({s_address[LOG_BYTES-1:2], s_length}), .m_tvalid(job_shown),
        .m_tready(job_taken), .m_tdata({job_lane, job_length}));

    wire [LANE_W:0]   unused_rest;
    bl_kernel_pack #(.DATA_W(DATA_W)) pack (
        .clk(clk), .rst(rst), .s_tvalid(job_shown), .s_tready(job_taken), .s_length(job_length),
        .s_lead(job_lane), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tfrom({LANE_W{1'b0}}), .s_axis_tcount(count),
        .s_axis_trest(unused_rest), .drop(1'b0),
        .m_axis_tvalid(word_shown), .m_axis_tready(word_taken), .m_axis_tdata(word),
        .m_axis_tkeep(word_keep), .m_axis_tlast(word_last));

    // ---- cut into bursts: the piece, the places in it of a burst's first word and of this one
    wire                 target_shown, word_ready, burst_ready;
    wire [ADDR_W-1:0]    target;
    reg                  fresh;                   // the next word is a command's first
    reg  [PIECE_W-1:0]   piece_next;
    reg  [LOG_WORDS-1:0] from_next, at_next;
    wire [PIECE_W-1:0]   piece = fresh ? target[ADDR_W-1:LOG_WORDS] : piece_next;
    wire [LOG_WORDS-1:0] from  = fresh ? target[LOG_WORDS-1:0] : from_next;
    wire [LOG_WORDS-1:0] at    = fresh ? target[LOG_WORDS-1:0] : at_next;
    wire                 ends  = word_last | (&at);
    wire                 push  = word_shown & word_taken;
    assign word_taken = word_ready & (burst_ready | ~ends);

    // holds all commands of `jobs` and more
    bl_fifo #(.WIDTH(ADDR_W), .LOG_DEPTH(LOG_JOBS)) targets (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata(s_address[63:LOG_BYTES]), .m_tvalid(target_shown),
        .m_tready(push & word_last), .m_tdata(target));

    always @(posedge clk) begin
        if (push) begin
            at_next   <= at + 1'b1;
            from_next <= ends ? {LOG_WORDS{1'b0}} : from;
            piece_next <= piece + {{(PIECE_W-1){1'b0}}, &at};
            fresh     <= word_last;
        end
        if (rst) fresh <= 1'b1;
    end

    // ---- to the host's clock: the words, and behind a burst's last one its request
    wire                 burst_shown, burst_last, data_shown, data_taken;
    wire [LANES-1:0]     keep;
    wire [LOG_WORDS-1:0] prior;
    wire [2:0]           unused_empty;

    bl_async_fifo #(.WIDTH(DATA_W + LANES + 1), .LOG_DEPTH(LOG_CROSS)) words (
        .s_clk(clk), .s_rst(rst), .s_tvalid(push), .s_tready(word_ready),
        .s_tdata({ends, word_keep, word}), .s_empty(unused_empty[0]),
        .m_clk(host_clk), .m_rst(host_rst), .m_tvalid(data_shown), .m_tready(data_taken),
        .m_tdata({m_axi_wlast, keep, m_axi_wdata}));

    bl_async_fifo #(.WIDTH(ADDR_W + LOG_WORDS + 1), .LOG_DEPTH(LOG_CROSS)) bursts (
        .s_clk(clk), .s_rst(rst), .s_tvalid(push & ends), .s_tready(burst_ready),
        .s_tdata({piece, from, at - from, word_last}), .s_empty(unused_empty[1]),
        .m_clk(host_clk), .m_rst(host_rst), .m_tvalid(burst_shown),
        .m_tready(m_axi_awready & m_axi_awvalid),
        .m_tdata({m_axi_awaddr[63:LOG_BYTES], prior, burst_last}));

    // ---- bursts requested less those written, and one: words of the one that is offered may go
    reg  [LOG_CROSS+1:0] ahead;
    wire                 list_ready;
    wire                 request = m_axi_awvalid & m_axi_awready;
    wire                 written = data_taken & m_axi_wlast;

    assign m_axi_awvalid = burst_shown & list_ready;
    assign m_axi_awlen   = {{(8-LOG_WORDS){1'b0}}, prior};
    assign m_axi_wvalid  = data_shown & ((|ahead[LOG_CROSS+1:1]) | ahead[0] & m_axi_awvalid);
    assign data_taken    = m_axi_wvalid & m_axi_wready;
    assign m_axi_awaddr[LOG_BYTES-1:0] = {LOG_BYTES{1'b0}};

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_strobe
            assign m_axi_wstrb[4*l +: 4] = {4{keep[l]}};
        end
    endgenerate

    always @(posedge host_clk) begin
        if (request & ~written) ahead <= ahead + 1'b1;
        if (written & ~request) ahead <= ahead - 1'b1;
        if (host_rst) ahead <= {{(LOG_CROSS+1){1'b0}}, 1'b1};
    end

    // ---- responses: of a command's last burst, or with an error
    wire listed, final_one, answer_error, answer_valid;
    wire answered = m_axi_bvalid & m_axi_bready;

    bl_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_LIST)) list (
        .clk(host_clk), .rst(host_rst), .s_tvalid(request), .s_tready(list_ready),
        .s_tdata(burst_last), .m_tvalid(listed), .m_tready(answered), .m_tdata(final_one));

    bl_async_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_LIST)) answers (
        .s_clk(host_clk), .s_rst(host_rst), .s_tvalid(m_axi_bvalid & (final_one | (|m_axi_bresp))),
        .s_tready(m_axi_bready), .s_tdata(|m_axi_bresp), .s_empty(unused_empty[2]),
        .m_clk(clk), .m_rst(rst), .m_tvalid(answer_valid), .m_tready(1'b1), .m_tdata(answer_error));

    always @(posedge clk) begin
        done   <= answer_valid & ~answer_error & ~failed & ~rst;
        failed <= (failed | answer_valid & answer_error) & ~rst;
    end

    wire unused = &{1'b0, unused_rest, s_address[1:0], s_axis_tkeep[0], s_axis_tlast, unused_job,
                    unused_empty,
                    target_shown, listed};

`ifdef FORMAL
    // One clock for both sides; two moves, whose commands and words come in any order; responses
    // only to bursts that were requested and written.
    // Rule 1: requests and words that are offered and not taken stay.
    // Rule 2: while a burst is requested and not written a word is offered. A burst is never
    // written before the one behind it is offered, and at most one before its request is taken.
    // Rule 3: any burst has as many words as its request says, and crosses no multiple of a piece.
    // Rule 4: the first move's words have strobes exactly where it has granules, and any granule of
    // it is unchanged; its first request has its address.
    // Rule 5: done comes for the first move behind the responses of all its bursts, and never
    // behind an error.
    localparam [31:0] F_MOST = 1 << LOG_WORDS;
    (* anyconst *) reg [3:0]  f_length0, f_length1, f_number;
    (* anyconst *) reg [63:0] f_address;
    (* anyconst *) reg [2:0]  f_burst;
    reg  [2:0]  f_begin = 3'd0;
    wire        f_run = f_begin == 3'd4;          // the resets are over
    reg  [1:0]  f_commands, f_moves;
    reg  [3:0]  f_came;                           // granules of the move that comes
    reg  [3:0]  f_aws, f_ws, f_bs, f_beats, f_words, f_done;
    reg         f_bit, f_stays, f_aw_held, f_w_held, f_failed, f_aw_known, f_w_known;
    reg  [71:0] f_aw;
    reg  [DATA_W-1:0] f_offered;
    reg  [DATA_W+DATA_W/8:0] f_w;
    reg  [7:0]  f_aw_len, f_w_len;
    wire [3:0]  f_length = f_moves == 0 ? f_length0 : f_length1;
    wire [3:0]  f_left   = f_length - f_came;
    wire        f_take   = s_axis_tvalid & s_axis_tready;
    wire [LANE_W-1:0] f_lane = f_address[LOG_BYTES-1:2];
    wire [4:0]  f_total  = (f_lane + f_length0 + LANES - 1) / LANES;       // words of move 0
    wire [LOG_WORDS-1:0] f_place = f_address[LOG_BYTES +: LOG_WORDS];
    wire [4:0]  f_bursts = (f_place + f_total + F_MOST - 1) / F_MOST;      // and bursts
    wire [4:0]  f_at     = f_words * LANES;       // lanes before the word that is offered
    always @(posedge clk) begin : f_look
        integer f_l;
        if (!f_run) f_begin <= f_begin + 1'b1;
        f_stays   <= s_axis_tvalid & ~s_axis_tready & ~rst;
        f_offered <= s_axis_tdata;
        f_aw_held <= m_axi_awvalid & ~m_axi_awready & ~rst;
        f_w_held  <= m_axi_wvalid & ~m_axi_wready & ~rst;
        f_aw      <= {m_axi_awaddr, m_axi_awlen};
        f_w       <= {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
        if (s_tvalid & s_tready) f_commands <= f_commands + 1'b1;
        if (f_take) begin
            f_came  <= s_axis_tlast ? 0 : f_came + LANES;
            f_moves <= f_moves + s_axis_tlast;
            for (f_l = 0; f_l < LANES; f_l = f_l + 1)
                if (f_moves == 0 && f_number == f_came + f_l) f_bit <= s_axis_tdata[32*f_l];
        end
        if (request) begin
            f_aws <= f_aws + 1'b1;
            if (f_aws == f_burst) {f_aw_known, f_aw_len} <= {1'b1, m_axi_awlen};
        end
        if (data_taken) begin
            f_words <= f_words + 1'b1;
            f_beats <= m_axi_wlast ? 0 : f_beats + 1'b1;
            f_ws    <= f_ws + m_axi_wlast;
            if (m_axi_wlast & f_ws == f_burst) {f_w_known, f_w_len} <= {1'b1, 4'd0, f_beats};
        end
        if (answered) begin
            f_bs     <= f_bs + 1'b1;
            f_failed <= f_failed | m_axi_bresp != 0;
        end
        if (done) f_done <= f_done + 1'b1;
        if (rst) begin
            {f_commands, f_moves, f_came, f_aws, f_ws, f_bs, f_beats, f_words, f_done} <= 0;
            {f_failed, f_aw_known, f_w_known} <= 0;
        end
    end
    always @* begin : f_rules
        integer f_l;
        assume (rst == !f_run && host_rst == rst);
        assume (f_length0 != 0 && f_length0 < 8 && f_length1 != 0 && f_length1 < 8);
        assume (f_number < f_length0 && f_address[1:0] == 0 && f_address < 64'hffffffff_fffff000);
        assume (!s_tvalid | f_commands < 2);
        assume (s_length == (f_commands == 0 ? f_length0 : f_length1));
        if (f_commands == 0) assume (s_address == f_address);
        assume (s_address[1:0] == 0);
        assume (!s_axis_tvalid | f_moves < 2);
        if (f_stays) assume (s_axis_tvalid && s_axis_tdata == f_offered);
        assume (s_axis_tlast == (f_left <= LANES));
        for (f_l = 0; f_l < LANES; f_l = f_l + 1) assume (s_axis_tkeep[f_l] == (f_l < f_left));
        assume (!m_axi_bvalid | (f_bs < f_aws && f_bs < f_ws));
        if (f_run) begin
            if (f_aw_held) assert (m_axi_awvalid && f_aw == {m_axi_awaddr, m_axi_awlen});
            if (f_w_held) assert (m_axi_wvalid && f_w == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
            if (f_aws > f_ws) assert (m_axi_wvalid);
            if (m_axi_wvalid) assert (f_ws < f_aws || f_ws == f_aws && m_axi_awvalid);
            if (f_aw_known & f_w_known) assert (f_aw_len == f_w_len);
            if (m_axi_awvalid)
                assert (m_axi_awaddr[LOG_BYTES +: LOG_WORDS] + m_axi_awlen < F_MOST);
            if (m_axi_awvalid && f_aws == 0)
                assert (m_axi_awaddr[63:LOG_BYTES] == f_address[63:LOG_BYTES]);
            if (m_axi_wvalid && f_words < f_total)
                for (f_l = 0; f_l < LANES; f_l = f_l + 1) begin
                    assert (m_axi_wstrb[4*f_l +: 4] == {4{f_at + f_l >= f_lane
                        && f_at + f_l < f_lane + f_length0}});
                    if (f_at + f_l == f_lane + f_number) assert (m_axi_wdata[32*f_l] == f_bit);
                end
            if (done && f_done == 0) assert (f_bs >= f_bursts);
            if (f_failed && f_bs <= f_bursts) assert (!done);
            assert (f_done <= f_commands);
        end
    end
`endif
endmodule
`default_nettype wire
