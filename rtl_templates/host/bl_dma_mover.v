// SPDX-License-Identifier: ISC
`default_nettype none
// Moves blocks from one AXI4 bus to another, one descriptor after the other: a module of DMA.
// Contract: a descriptor is {kernel, id, words of 32 bits, target, source}. Reads are asked for as
// far as the queue has room for their words, writes when all of their words are in the queue; a
// burst ends at the latest at a multiple of 2^LOG_PIECE bytes. A descriptor's reads may begin while
// the writes of those before are on their way. Completions {cycles, result, kernel, id} come in the
// order of the descriptors, each behind the answer to its last write: 0 done, 1 no length, 2 source
// and target lie differently in a word or not on 4 bytes, 3 beyond the card's 2^CARD_W bytes, 4 a
// read was answered by an error, 5 a write, 6 `s_wrong`. Of one with 1 to 3 or 6 nothing is asked; words that came
// with an error are written with no strobe.
// Buses: INCR bursts of full words, one id, answers in order.
// Latency: 3 cycles from a descriptor to its first read; 5 from a burst's last word to its write.
// Throughput: a word a cycle.
module bl_dma_mover #(
    // bits in an address of the source: 24..64
    parameter SOURCE_W = 64,
    // bits in an address of the target: 24..64
    parameter TARGET_W = 64,
    // bits in a word: 128..512, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of a piece: 7..12
    parameter LOG_PIECE = 9,
    // log2 of the words in the queue: 6..12
    parameter LOG_QUEUE = 9,
    // 1: the card is the source, 0: it is the target: 0..1
    parameter CARD_IS_SOURCE = 0,
    // log2 of the bytes of the card: 20..63
    parameter CARD_W = 31
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                s_tvalid,
    output wire                s_tready,
    input  wire                s_wrong,
    input  wire [154:0]        s_tdata,
    output wire                m_tvalid,
    input  wire                m_tready,
    output wire [48:0]         m_tdata,
    // the source
    output wire [SOURCE_W-1:0] m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    // the target
    output wire [TARGET_W-1:0] m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    localparam BYTES = DATA_W / 8, LOG_BYTES = (DATA_W >= 512) ? 6 : (DATA_W >= 256) ? 5 : 4;
    localparam UNIT_W = LOG_BYTES - 2, PIECE_W = LOG_PIECE - LOG_BYTES, WORDS_W = 18;
    localparam [LOG_QUEUE:0] ROOM = 1 << LOG_QUEUE;
    localparam [PIECE_W:0]   PIECE = 1 << PIECE_W;
    // of a descriptor behind its reads: where its target's words lie, and what its completion says
    localparam ABOUT_W = 1 + 8 + 32;
    localparam BLOCK_W = ABOUT_W + 3 + WORDS_W + 2 * UNIT_W + TARGET_W - LOG_BYTES;

    generate
        if (SOURCE_W < 24 || SOURCE_W > 64) begin : g_check_source_w
            bl_dma_mover_illegal_SOURCE_W illegal();
        end
        if (TARGET_W < 24 || TARGET_W > 64) begin : g_check_target_w
            bl_dma_mover_illegal_TARGET_W illegal();
        end
        if (DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_check_data_w
            bl_dma_mover_illegal_DATA_W illegal();
        end
        if (LOG_PIECE < 7 || LOG_PIECE > 12) begin : g_check_log_piece
            bl_dma_mover_illegal_LOG_PIECE illegal();
        end
        if (LOG_QUEUE < 6 || LOG_QUEUE > 12 || LOG_QUEUE < LOG_PIECE - LOG_BYTES)
            begin : g_check_log_queue
            bl_dma_mover_illegal_LOG_QUEUE illegal();
        end
        if (CARD_IS_SOURCE < 0 || CARD_IS_SOURCE > 1) begin : g_check_card_is_source
            bl_dma_mover_illegal_CARD_IS_SOURCE illegal();
        end
        if (CARD_W < 20 || CARD_W > 63) begin : g_check_card_w
            bl_dma_mover_illegal_CARD_W illegal();
        end
    endgenerate

    // ---- a descriptor, and whether it is one ----
    reg  [31:0] now;
    always @(posedge clk) now <= rst ? 32'd0 : now + 1'b1;
    wire [63:0] s_source = s_tdata[63:0], s_target = s_tdata[127:64];
    wire [17:0] s_length = s_tdata[145:128];
    wire [63:0] s_card   = CARD_IS_SOURCE ? s_source : s_target;
    wire [64:0] s_end    = {1'b0, s_card} + {45'd0, s_length, 2'b00};
    wire [64:0] card_end = 65'd1 << CARD_W;
    reg         d_valid;
    reg  [8:0]  d_about;
    reg  [31:0] d_began;
    reg  [2:0]  d_code;
    reg  [63:0] d_source, d_target;
    reg  [17:0] d_length;
    wire        d_ready;
    assign s_tready = ~d_valid | d_ready;
    always @(posedge clk) begin
        if (s_tready) begin
            d_valid  <= s_tvalid;
            d_about  <= s_tdata[154:146];
            d_began  <= now;
            d_source <= s_source;
            d_target <= s_target;
            d_length <= s_length;
            d_code   <= s_wrong ? 3'd6 : (s_length == 18'd0) ? 3'd1
                : ((|s_source[1:0]) | (|s_target[1:0])
                   | (s_source[LOG_BYTES-1:0] != s_target[LOG_BYTES-1:0])) ? 3'd2
                : (s_end > card_end) ? 3'd3 : 3'd0;
        end
        if (rst) d_valid <= 1'b0;
    end
    // words of the buses: from the one in which the first unit lies to that of the last
    wire [UNIT_W-1:0]  d_first = d_source[LOG_BYTES-1:2];
    wire [18:0]        d_units = {1'b0, d_length} + {{(19-UNIT_W){1'b0}}, d_first} - 19'd1;
    wire [WORDS_W-1:0] d_words = {{(WORDS_W-19+UNIT_W){1'b0}}, d_units[18:UNIT_W]} + 1'b1;

    // ---- what is read ----
    reg                          r_busy;
    reg  [SOURCE_W-LOG_BYTES-1:0] r_word;
    reg  [WORDS_W-1:0]           r_left;
    reg  [LOG_QUEUE:0]           reserved;       // words in the queue, or on their way to it
    wire [PIECE_W:0]             r_piece = PIECE - {1'b0, r_word[PIECE_W-1:0]};
    wire                         r_all   = r_left <= {{(WORDS_W-PIECE_W-1){1'b0}}, r_piece};
    wire [PIECE_W:0]             r_burst = r_all ? r_left[PIECE_W:0] : r_piece;
    wire [LOG_QUEUE:0]           r_after = reserved + {{(LOG_QUEUE-PIECE_W){1'b0}}, r_burst};
    reg                          a_valid;
    reg  [SOURCE_W-LOG_BYTES-1:0] a_word;
    reg  [PIECE_W:0]             a_beats;
    wire                         a_free  = ~a_valid | m_axi_arready;
    wire                         asks    = r_busy & a_free & (r_after <= ROOM);
    wire                         b_room;         // for a block behind its reads
    wire                         takes_r = ~r_busy | (asks & r_all);
    assign d_ready = b_room & takes_r;
    wire                         pops;           // a word leaves the queue
    wire [PIECE_W:0]             a_last  = a_beats - 1'b1;
    always @(posedge clk) begin
        if (asks) begin
            r_word <= r_word + {{(SOURCE_W-LOG_BYTES-PIECE_W-1){1'b0}}, r_burst};
            r_left <= r_left - {{(WORDS_W-PIECE_W-1){1'b0}}, r_burst};
        end
        if (asks & r_all) r_busy <= 1'b0;
        if (d_valid & d_ready & (d_code == 3'd0)) begin
            r_busy <= 1'b1;
            r_word <= d_source[SOURCE_W-1:LOG_BYTES];
            r_left <= d_words;
        end
        if (a_free) begin
            a_valid <= asks;
            a_word  <= r_word;
            a_beats <= r_burst;
        end
        reserved <= (asks ? r_after : reserved) - {{LOG_QUEUE{1'b0}}, pops};
        if (rst) begin
            r_busy   <= 1'b0;
            a_valid  <= 1'b0;
            reserved <= {(LOG_QUEUE+1){1'b0}};
        end
    end
    assign m_axi_araddr  = {a_word, {LOG_BYTES{1'b0}}};
    assign m_axi_arlen   = {{(7-PIECE_W){1'b0}}, a_last};
    assign m_axi_arvalid = a_valid;

    wire              q_valid, unused_q_ready;
    wire [DATA_W:0]   q_data;
    bl_fifo_block #(.WIDTH(DATA_W + 1), .LOG_DEPTH(LOG_QUEUE)) queue (
        .clk(clk), .rst(rst), .s_tvalid(m_axi_rvalid), .s_tready(unused_q_ready),
        .s_tdata({|m_axi_rresp, m_axi_rdata}), .m_tvalid(q_valid), .m_tready(pops),
        .m_tdata(q_data));
    assign m_axi_rready = 1'b1;                  // there is room for all that was asked for

    // ---- blocks: what is to be written of a descriptor ----
    wire               k_valid, k_ready;
    wire [BLOCK_W-1:0] k_data;
    bl_fifo #(.WIDTH(BLOCK_W), .LOG_DEPTH(4)) blocks (
        .clk(clk), .rst(rst), .s_tvalid(d_valid & takes_r), .s_tready(b_room),
        .s_tdata({d_about, d_began, d_code, d_words, d_first, d_units[UNIT_W-1:0],
                  d_target[TARGET_W-1:LOG_BYTES]}),
        .m_tvalid(k_valid), .m_tready(k_ready), .m_tdata(k_data));
    wire [ABOUT_W-1:0]            k_about;
    wire [2:0]                    k_code;
    wire [WORDS_W-1:0]            k_words;
    wire [UNIT_W-1:0]             k_low, k_high;
    wire [TARGET_W-LOG_BYTES-1:0] k_word;
    assign {k_about, k_code, k_words, k_low, k_high, k_word} = k_data;

    // ---- bursts that are written ----
    localparam BURST_W = PIECE_W + 1 + 2 + 2 * UNIT_W;
    localparam DONE_W  = ABOUT_W + 3 + 1;
    reg                           w_busy;
    reg  [TARGET_W-LOG_BYTES-1:0] w_word;
    reg  [WORDS_W-1:0]            w_left;
    reg  [LOG_QUEUE:0]            there;         // words in the queue of which no burst was made
    wire [TARGET_W-LOG_BYTES-1:0] at      = w_busy ? w_word : k_word;
    wire [WORDS_W-1:0]            left    = w_busy ? w_left : k_words;
    wire [PIECE_W:0]              w_piece = PIECE - {1'b0, at[PIECE_W-1:0]};
    wire                          w_all   = left <= {{(WORDS_W-PIECE_W-1){1'b0}}, w_piece};
    wire [PIECE_W:0]              w_burst = w_all ? left[PIECE_W:0] : w_piece;
    wire                          full    = there >= {{(LOG_QUEUE-PIECE_W){1'b0}}, w_burst};
    wire                          refused = k_code != 3'd0;
    wire                          aw_ready, l_ready, o_ready;
    wire                          goes    = k_valid & l_ready & o_ready
        & (refused | (full & aw_ready));
    wire                          last    = refused | w_all;
    assign k_ready = goes & last;
    always @(posedge clk) begin
        if (goes) begin
            w_busy <= ~last;
            w_word <= at + {{(TARGET_W-LOG_BYTES-PIECE_W-1){1'b0}}, w_burst};
            w_left <= left - {{(WORDS_W-PIECE_W-1){1'b0}}, w_burst};
        end
        there <= there + {{LOG_QUEUE{1'b0}}, m_axi_rvalid}
            - ((goes & ~refused) ? {{(LOG_QUEUE-PIECE_W){1'b0}}, w_burst} : {(LOG_QUEUE+1){1'b0}});
        if (rst) begin
            w_busy <= 1'b0;
            there  <= {(LOG_QUEUE+1){1'b0}};
        end
    end

    wire [PIECE_W:0] aw_beats, aw_last;
    assign aw_last = aw_beats - 1'b1;
    wire [TARGET_W-LOG_BYTES-1:0] aw_word;
    bl_skid #(.WIDTH(TARGET_W - LOG_BYTES + PIECE_W + 1)) requests (
        .clk(clk), .rst(rst), .s_tvalid(goes & ~refused), .s_tready(aw_ready),
        .s_tdata({w_burst, at}), .m_tvalid(m_axi_awvalid), .m_tready(m_axi_awready),
        .m_tdata({aw_beats, aw_word}));
    assign m_axi_awaddr = {aw_word, {LOG_BYTES{1'b0}}};
    assign m_axi_awlen  = {{(7-PIECE_W){1'b0}}, aw_last};

    // ---- their words ----
    wire               l_valid, l_first, l_final;
    wire [PIECE_W:0]   l_beats;
    wire [UNIT_W-1:0]  l_low, l_high;
    wire               l_take;
    bl_fifo #(.WIDTH(BURST_W), .LOG_DEPTH(4)) lengths (
        .clk(clk), .rst(rst), .s_tvalid(goes & ~refused), .s_tready(l_ready),
        .s_tdata({w_burst, ~w_busy, w_all, k_low, k_high}), .m_tvalid(l_valid), .m_tready(l_take),
        .m_tdata({l_beats, l_first, l_final, l_low, l_high}));
    reg  [PIECE_W:0] beat;
    wire             ends   = beat + 1'b1 == l_beats;
    wire             v_ready;
    wire             f_ready;                    // room for whether a read had failed
    wire [UNIT_W-1:0] from  = (l_first & (beat == {(PIECE_W+1){1'b0}})) ? l_low : {UNIT_W{1'b0}};
    wire [UNIT_W-1:0] to    = (l_final & ends) ? l_high : {UNIT_W{1'b1}};
    reg  [BYTES-1:0] strobes;
    integer          i;
    always @* for (i = 0; i < BYTES; i = i + 1)
        strobes[i] = (i[LOG_BYTES-1:2] >= from) & (i[LOG_BYTES-1:2] <= to) & ~q_data[DATA_W];
    assign pops   = q_valid & l_valid & v_ready & f_ready;
    assign l_take = pops & ends;
    reg              failing;                    // a word so far of the descriptor
    wire             fails = failing | q_data[DATA_W];
    always @(posedge clk) begin
        if (pops) beat <= ends ? {(PIECE_W+1){1'b0}} : beat + 1'b1;
        if (pops) failing <= fails & ~(ends & l_final);
        if (rst) begin
            beat    <= {(PIECE_W+1){1'b0}};
            failing <= 1'b0;
        end
    end
    bl_skid #(.WIDTH(DATA_W + BYTES + 1)) words (
        .clk(clk), .rst(rst), .s_tvalid(q_valid & l_valid & f_ready), .s_tready(v_ready),
        .s_tdata({ends, strobes, q_data[DATA_W-1:0]}), .m_tvalid(m_axi_wvalid),
        .m_tready(m_axi_wready), .m_tdata({m_axi_wlast, m_axi_wstrb, m_axi_wdata}));

    // ---- completions ----
    wire               o_valid, o_last, f_valid, f_failed;
    wire [ABOUT_W-1:0] o_about;
    wire [2:0]         o_code;
    wire               o_take;
    bl_fifo #(.WIDTH(DONE_W), .LOG_DEPTH(5)) open (
        .clk(clk), .rst(rst), .s_tvalid(goes), .s_tready(o_ready),
        .s_tdata({k_about, k_code, last}), .m_tvalid(o_valid), .m_tready(o_take),
        .m_tdata({o_about, o_code, o_last}));
    bl_fifo #(.WIDTH(1), .LOG_DEPTH(5)) failures (
        .clk(clk), .rst(rst), .s_tvalid(l_take & l_final), .s_tready(f_ready), .s_tdata(fails),
        .m_tvalid(f_valid), .m_tready(o_take & o_last & (o_code == 3'd0)), .m_tdata(f_failed));
    reg  write_failed;
    wire b_failed  = write_failed | (|m_axi_bresp);
    wire c_ready;
    wire answered  = (o_code != 3'd0) | (m_axi_bvalid & (~o_last | f_valid));
    assign o_take  = o_valid & answered & (c_ready | ~o_last);
    assign m_axi_bready = o_valid & (o_code == 3'd0) & (~o_last | (f_valid & c_ready));
    always @(posedge clk) begin
        if (o_take & (o_code == 3'd0)) write_failed <= b_failed & ~o_last;
        if (rst) write_failed <= 1'b0;
    end
    wire [7:0]  result = (o_code != 3'd0) ? {5'd0, o_code} : f_failed ? 8'd4 : b_failed ? 8'd5
        : 8'd0;
    wire [31:0] took   = now - o_about[31:0];
    bl_skid #(.WIDTH(49)) completions (
        .clk(clk), .rst(rst), .s_tvalid(o_valid & o_last & answered), .s_tready(c_ready),
        .s_tdata({took, result, o_about[40:32]}), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata));
    wire unused = &{1'b0, m_axi_rlast, unused_q_ready, d_source, d_target, d_units, 1'b0};
endmodule
`default_nettype wire
