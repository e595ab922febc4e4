// SPDX-License-Identifier: ISC
`default_nettype none
// Moves words of 32 bits from one AXI4 side to another, one descriptor after another.
// Contract: s_* takes a descriptor: byte addresses, length in words of 32 bits, id. Its words are
// read by m_axi_ar/r and written by m_axi_aw/w/b in bursts that end at multiples of 2^LOG_PIECE
// bytes; strobes keep what lies before and behind. A burst is written when all of its words are in
// the queue and read when the queue has room for a whole one, so that neither side is ever held up
// by the other. The next descriptor is read while the last one is written.
// m_* gives {clocks, result, id} of every descriptor in order, behind its last write response.
// clocks: cycles between the one that takes the descriptor and the one that offers this. result: 0
// done; 1 length 0; 2 an address is no multiple of 4, or the two differ modulo DATA_W / 8; 3 an
// address is 2^S_WINDOW or 2^D_WINDOW or more; 4 an error answer while reading: words that came
// with one are not written; 5 one while writing. Of a descriptor with 1 to 3 nothing is asked for.
// AXI4: full-word INCR bursts, one id, answers only to what was asked for. Outputs are registers
// but s_tready's of queues.
// Latency: descriptor to arvalid 5 cycles, word to wvalid 6 or more, response to completion 2.
// Throughput: 1 word a cycle as long as 2^LOG_QUEUE words less two bursts cover the latency.
module bl_dma_mover #(
    // bits in an address of the side that is read: LOG_PIECE + 1..64
    parameter S_ADDR_W = 64,
    // bits in an address of the side that is written: LOG_PIECE + 1..64
    parameter D_ADDR_W = 64,
    // addresses to read are below 2 to this: LOG_PIECE + 1..S_ADDR_W
    parameter S_WINDOW = S_ADDR_W,
    // addresses to write are below 2 to this: LOG_PIECE + 1..D_ADDR_W
    parameter D_WINDOW = D_ADDR_W,
    // bits in a word of the memories: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of the longest burst, of 256 words at most:
    // log2(DATA_W / 8) + 1..min(12, log2(DATA_W / 8) + 8)
    parameter LOG_PIECE = 9,
    // log2 of the words in the queue, which holds two bursts: LOG_PIECE - log2(DATA_W / 8) + 1..20
    parameter LOG_QUEUE = 9
) (
    input  wire                clk,
    input  wire                rst,
    // descriptors
    input  wire                s_tvalid,
    output wire                s_tready,
    input  wire [63:0]         s_source,
    input  wire [63:0]         s_target,
    input  wire [17:0]         s_length,
    input  wire [7:0]          s_id,
    // completions
    output reg                 m_tvalid,
    input  wire                m_tready,
    output reg  [47:0]         m_tdata,
    // the side that is read
    output reg  [S_ADDR_W-1:0] m_axi_araddr,
    output reg  [7:0]          m_axi_arlen,
    output reg                 m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    // the side that is written
    output reg  [D_ADDR_W-1:0] m_axi_awaddr,
    output reg  [7:0]          m_axi_awlen,
    output reg                 m_axi_awvalid,
    input  wire                m_axi_awready,
    output reg  [DATA_W-1:0]   m_axi_wdata,
    output reg  [DATA_W/8-1:0] m_axi_wstrb,
    output reg                 m_axi_wlast,
    output reg                 m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam LOG_BYTES  = log2(DATA_W / 8);
    localparam LANES      = DATA_W / 32;
    localparam LANE_W     = LOG_BYTES - 2;
    localparam LOG_WORDS  = LOG_PIECE - LOG_BYTES;
    localparam COUNT_W    = 19 - LANE_W;          // a count of words of the memories
    localparam ROOM_W     = LOG_QUEUE + 1;
    localparam READ_W     = S_ADDR_W - LOG_BYTES; // the address of a word
    localparam WRITE_W    = D_ADDR_W - LOG_BYTES;
    localparam LOG_JOBS   = 3;                    // descriptors that are read before they are
    localparam LOG_LISTED = 5;                    // written, and those without a completion
    localparam [31:0] QUEUE  = 1 << LOG_QUEUE;
    localparam [31:0] ROUND  = LANES - 1;

    generate
        if (S_ADDR_W <= LOG_PIECE || S_ADDR_W > 64) begin : g_check_s_addr_w
            bl_dma_mover_illegal_S_ADDR_W illegal();
        end
        if (D_ADDR_W <= LOG_PIECE || D_ADDR_W > 64) begin : g_check_d_addr_w
            bl_dma_mover_illegal_D_ADDR_W illegal();
        end
        if (S_WINDOW <= LOG_PIECE || S_WINDOW > S_ADDR_W) begin : g_check_s_window
            bl_dma_mover_illegal_S_WINDOW illegal();
        end
        if (D_WINDOW <= LOG_PIECE || D_WINDOW > D_ADDR_W) begin : g_check_d_window
            bl_dma_mover_illegal_D_WINDOW illegal();
        end
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_dma_mover_illegal_DATA_W illegal();
        end
        if (LOG_WORDS < 1 || LOG_WORDS > 8 || LOG_PIECE > 12) begin : g_check_log_piece
            bl_dma_mover_illegal_LOG_PIECE illegal();
        end
        if (LOG_QUEUE <= LOG_WORDS || LOG_QUEUE > 20) begin : g_check_log_queue
            bl_dma_mover_the_queue_must_hold_two_bursts_and_at_most_2_to_the_20_words complaint();
        end
    endgenerate

    // ---- a descriptor: taken, looked at, given on
    reg         held, checked;
    reg  [63:0] source, target;
    reg  [17:0] length;
    reg  [7:0]  id;
    reg  [31:0] now, stamp;
    reg  [1:0]  refusal;                          // 1 to 3 as in the result, or 0
    reg  [COUNT_W-1:0] words;
    reg  [LANE_W-1:0]  behind;                    // lanes used of the last word; 0: all

    wire [64:0] bytes_less = {45'd0, length, 2'b00} - 65'd1;
    wire [64:0] source_end = {1'b0, source} + bytes_less;
    wire [64:0] target_end = {1'b0, target} + bytes_less;
    wire        beyond     = (|source_end[64:S_WINDOW]) | (|target_end[64:D_WINDOW]);
    wire        crooked    = (|source[1:0]) | source[LOG_BYTES-1:0] != target[LOG_BYTES-1:0];
    wire [18:0] lanes      = {1'b0, length} + {{(19-LANE_W){1'b0}}, source[LOG_BYTES-1:2]};
    wire [18:0] rounded    = lanes + ROUND[18:0];

    wire read_ready, job_ready, listable;
    wire go   = checked & listable & ((|refusal) | (read_ready & job_ready));
    wire move = go & ~(|refusal);

    assign s_tready = ~held;

    always @(posedge clk) begin
        if (~held) begin
            source <= s_source;
            target <= s_target;
            length <= s_length;
            id     <= s_id;
            stamp  <= now;
        end
        refusal <= length == 18'd0 ? 2'd1 : crooked ? 2'd2 : beyond ? 2'd3 : 2'd0;
        words   <= rounded[18:LANE_W];
        behind  <= lanes[LANE_W-1:0];
    end

    always @(posedge clk) begin
        now     <= now + 32'd1;
        checked <= held & ~go;
        if (s_tvalid) held <= 1'b1;
        if (go)       held <= 1'b0;
        if (rst) begin
            now     <= 32'd0;
            held    <= 1'b0;
            checked <= 1'b0;
        end
    end

    // ---- reading: `room` counts the words of the queue that nothing was asked for
    wire               read_shown;
    wire [READ_W-1:0]  read_addr;
    wire [LOG_WORDS:0] read_words;
    wire               take_word, queue_ready;
    reg  [ROOM_W-1:0]  room;
    wire               roomy = |room[ROOM_W-1:LOG_WORDS];
    wire               ask   = read_shown & roomy & (~m_axi_arvalid | m_axi_arready);
    wire [7:0]         read_len;
    wire [2:0]         unused_walk;

    bl_dma_walk #(.ADDR_W(READ_W), .COUNT_W(COUNT_W), .LOG_WORDS(LOG_WORDS)) reads (
        .clk(clk), .rst(rst), .s_tvalid(move), .s_tready(read_ready),
        .s_addr(source[S_ADDR_W-1:LOG_BYTES]), .s_words(words), .s_tag(1'b0),
        .m_tvalid(read_shown), .m_tready(ask), .m_addr(read_addr), .m_words(read_words),
        .m_first(unused_walk[0]), .m_last(unused_walk[1]), .m_tag(unused_walk[2]));

    wire [8:0] read_prior = {{(8-LOG_WORDS){1'b0}}, read_words} - 9'd1;
    assign read_len = read_prior[7:0];

    always @(posedge clk) begin
        if (ask) begin
            m_axi_araddr <= {read_addr, {LOG_BYTES{1'b0}}};
            m_axi_arlen  <= read_len;
        end
        room <= room - (ask ? {{(ROOM_W-LOG_WORDS-1){1'b0}}, read_words} : {ROOM_W{1'b0}})
            + {{(ROOM_W-1){1'b0}}, take_word};
        if (ask) m_axi_arvalid <= 1'b1;
        else if (m_axi_arready) m_axi_arvalid <= 1'b0;
        if (rst) begin
            m_axi_arvalid <= 1'b0;
            room          <= QUEUE[ROOM_W-1:0];
        end
    end

    // ---- the queue: {came with an error, word}
    wire              word_shown;
    wire [DATA_W:0]   word;
    wire              came = m_axi_rvalid & queue_ready;
    assign m_axi_rready = queue_ready;

    bl_fifo_block #(.WIDTH(DATA_W + 1), .LOG_DEPTH(LOG_QUEUE)) queue (
        .clk(clk), .rst(rst), .s_tvalid(m_axi_rvalid), .s_tready(queue_ready),
        .s_tdata({|m_axi_rresp, m_axi_rdata}),
        .m_tvalid(word_shown), .m_tready(take_word), .m_tdata(word));

    // ---- writing: `stored` counts the words of the queue that no burst was made of
    localparam TAG_W = 2 * LANE_W;
    localparam JOB_W = WRITE_W + COUNT_W + TAG_W;
    wire               job_shown, job_taken;
    wire [JOB_W-1:0]   job;
    wire               write_shown, write_first, write_last;
    wire [WRITE_W-1:0] write_addr;
    wire [LOG_WORDS:0] write_words;
    wire [TAG_W-1:0]   write_tag;
    wire               burst_ready;
    reg  [ROOM_W:0]    stored;
    wire               enough = stored >= {{(ROOM_W-LOG_WORDS){1'b0}}, write_words};
    wire               offer  = write_shown & enough & burst_ready
        & (~m_axi_awvalid | m_axi_awready);
    wire [8:0]         write_prior = {{(8-LOG_WORDS){1'b0}}, write_words} - 9'd1;

    bl_fifo #(.WIDTH(JOB_W), .LOG_DEPTH(LOG_JOBS)) jobs (
        .clk(clk), .rst(rst), .s_tvalid(move), .s_tready(job_ready),
        .s_tdata({target[D_ADDR_W-1:LOG_BYTES], words, source[LOG_BYTES-1:2], behind}),
        .m_tvalid(job_shown), .m_tready(job_taken), .m_tdata(job));

    bl_dma_walk #(.ADDR_W(WRITE_W), .COUNT_W(COUNT_W), .LOG_WORDS(LOG_WORDS), .TAG_W(TAG_W)) writes
        (
        .clk(clk), .rst(rst), .s_tvalid(job_shown), .s_tready(job_taken),
        .s_addr(job[JOB_W-1:COUNT_W+TAG_W]), .s_words(job[COUNT_W+TAG_W-1:TAG_W]),
        .s_tag(job[TAG_W-1:0]),
        .m_tvalid(write_shown), .m_tready(offer), .m_addr(write_addr), .m_words(write_words),
        .m_first(write_first), .m_last(write_last), .m_tag(write_tag));

    always @(posedge clk) begin
        if (offer) begin
            m_axi_awaddr <= {write_addr, {LOG_BYTES{1'b0}}};
            m_axi_awlen  <= write_prior[7:0];
        end
        stored <= stored - (offer ? {{(ROOM_W-LOG_WORDS){1'b0}}, write_words} : {(ROOM_W+1){1'b0}})
            + {{ROOM_W{1'b0}}, came};
        if (offer) m_axi_awvalid <= 1'b1;
        else if (m_axi_awready) m_axi_awvalid <= 1'b0;
        if (rst) begin
            m_axi_awvalid <= 1'b0;
            stored        <= {(ROOM_W+1){1'b0}};
        end
    end

    // ---- words: of each burst its length, and where its descriptor begins and ends
    localparam BURST_W = 10 + TAG_W;
    wire               burst_shown, answer_ready;
    wire [BURST_W-1:0] burst;
    wire [LANE_W-1:0]  front = burst[LANE_W +: LANE_W], back = burst[0 +: LANE_W];
    reg  [7:0]         beat;
    wire               at_end = beat == burst[TAG_W +: 8];
    wire               begins = burst[TAG_W+8] & beat == 8'd0;
    wire               ends   = burst[TAG_W+9] & at_end;
    wire               error  = word[DATA_W];
    reg                broken;                    // a word of the descriptor came with an error

    bl_fifo #(.WIDTH(BURST_W), .LOG_DEPTH(LOG_LISTED)) bursts (
        .clk(clk), .rst(rst), .s_tvalid(offer), .s_tready(burst_ready),
        .s_tdata({write_last, write_first, write_prior[7:0], write_tag}),
        .m_tvalid(burst_shown), .m_tready(take_word & at_end), .m_tdata(burst));

    assign take_word = word_shown & burst_shown & answer_ready & (~m_axi_wvalid | m_axi_wready);

    reg [LANES-1:0] keep;
    integer         lane;
    always @* for (lane = 0; lane < LANES; lane = lane + 1)
        keep[lane] = ~error & (~begins | lane[LANE_W-1:0] >= front)
            & (~ends | back == {LANE_W{1'b0}} | lane[LANE_W-1:0] < back);

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_strobe
            always @(posedge clk) if (take_word) m_axi_wstrb[4*l +: 4] <= {4{keep[l]}};
        end
    endgenerate

    always @(posedge clk) begin
        if (take_word) begin
            m_axi_wdata <= word[DATA_W-1:0];
            m_axi_wlast <= at_end;
            beat        <= at_end ? 8'd0 : beat + 8'd1;
            broken      <= ~ends & (broken | error);
        end
        if (take_word) m_axi_wvalid <= 1'b1;
        else if (m_axi_wready) m_axi_wvalid <= 1'b0;
        if (rst) begin
            m_axi_wvalid <= 1'b0;
            beat         <= 8'd0;
            broken       <= 1'b0;
        end
    end

    // ---- responses: {came with an error, the descriptor's last burst}
    wire       answer_shown, answer_broken, answer_last;
    reg        ended, wrong;
    reg  [2:0] outcome;
    wire       answered = m_axi_bvalid & ~ended & answer_shown;
    wire       denied   = wrong | (|m_axi_bresp);

    bl_fifo #(.WIDTH(2), .LOG_DEPTH(LOG_LISTED)) answers (
        .clk(clk), .rst(rst), .s_tvalid(take_word & at_end), .s_tready(answer_ready),
        .s_tdata({broken | error, ends}),
        .m_tvalid(answer_shown), .m_tready(answered), .m_tdata({answer_broken, answer_last}));

    assign m_axi_bready = ~ended;

    // ---- completions
    wire        listed, complete;
    wire [41:0] entry;
    wire [1:0]  entry_refusal = entry[1:0];
    wire [31:0] clocks = now - entry[41:10];
    assign complete = listed & ((|entry_refusal) | ended) & (~m_tvalid | m_tready);

    bl_fifo #(.WIDTH(42), .LOG_DEPTH(LOG_LISTED)) list (
        .clk(clk), .rst(rst), .s_tvalid(go), .s_tready(listable), .s_tdata({stamp, id, refusal}),
        .m_tvalid(listed), .m_tready(complete), .m_tdata(entry));

    always @(posedge clk) begin
        if (answered) outcome <= answer_broken ? 3'd4 : denied ? 3'd5 : 3'd0;
        if (complete)
            m_tdata <= {clocks, 5'd0, (|entry_refusal) ? {1'b0, entry_refusal} : outcome,
                        entry[9:2]};
    end

    always @(posedge clk) begin
        if (answered) begin
            ended <= answer_last;
            wrong <= ~answer_last & denied;
        end
        if (complete & ~(|entry_refusal)) ended <= 1'b0;
        if (complete) m_tvalid <= 1'b1;
        else if (m_tready) m_tvalid <= 1'b0;
        if (rst) begin
            ended    <= 1'b0;
            wrong    <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

    wire unused = &{1'b0, m_axi_rlast, QUEUE, ROUND, rounded[LANE_W-1:0], read_prior[8],
                    write_prior[8], unused_walk, source_end, target_end};
endmodule
`default_nettype wire
