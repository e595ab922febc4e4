// SPDX-License-Identifier: ISC
`default_nettype none
// The window of a host port to the memory channels of its card, which a pipeline has otherwise.
// Contract: a card address is {channel, address in the channel}. s_card_* answers in the order of
// the requests; m_axi_* has CHANNELS buses, channel i in bits i*W up. An address of no channel is
// answered with DECERR and goes nowhere. While `node_busy` no request is taken. `owns`: the
// channels are the window's; it rises only while node_busy is low, and falls only while it is high
// and nothing is under way. A pipeline whose node_busy is high may use its channels once `owns` is
// low.
// AXI4: full-word INCR bursts that do not leave their channel; at most 2^LOG_DEPTH requests are
// under way in each direction.
// Cut: requests, words and answers are registers; s_card_arready, awready, wready, and m_axi_rready
// and bready, are two gates behind their inputs.
// Latency: each way 1 cycle; a word not before its request. Throughput: a request and a word a
// cycle.
module bl_dma_window #(
    // memory channels: 1..64
    parameter CHANNELS = 8,
    // bits of a card address: ADDR_W + 1..64
    parameter CARD_W = 45,
    // bits of an address in a channel: 1..63
    parameter ADDR_W = 40,
    // bits in a word: 8 or more, a multiple of 8
    parameter DATA_W = 256,
    // log2 of the requests under way: 1..6
    parameter LOG_DEPTH = 5
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                node_busy,
    output reg                 owns,
    // the card's side of the host port
    input  wire [CARD_W-1:0]            s_card_araddr,
    input  wire [7:0]                   s_card_arlen,
    input  wire                         s_card_arvalid,
    output wire                         s_card_arready,
    output wire [DATA_W-1:0]            s_card_rdata,
    output wire [1:0]                   s_card_rresp,
    output wire                         s_card_rlast,
    output wire                         s_card_rvalid,
    input  wire                         s_card_rready,
    input  wire [CARD_W-1:0]            s_card_awaddr,
    input  wire [7:0]                   s_card_awlen,
    input  wire                         s_card_awvalid,
    output wire                         s_card_awready,
    input  wire [DATA_W-1:0]            s_card_wdata,
    input  wire [DATA_W/8-1:0]          s_card_wstrb,
    input  wire                         s_card_wlast,
    input  wire                         s_card_wvalid,
    output wire                         s_card_wready,
    output wire [1:0]                   s_card_bresp,
    output wire                         s_card_bvalid,
    input  wire                         s_card_bready,
    // the channels
    output wire [CHANNELS*ADDR_W-1:0]   m_axi_araddr,
    output wire [CHANNELS*8-1:0]        m_axi_arlen,
    output wire [CHANNELS-1:0]          m_axi_arvalid,
    input  wire [CHANNELS-1:0]          m_axi_arready,
    input  wire [CHANNELS*DATA_W-1:0]   m_axi_rdata,
    input  wire [CHANNELS*2-1:0]        m_axi_rresp,
    input  wire [CHANNELS-1:0]          m_axi_rlast,
    input  wire [CHANNELS-1:0]          m_axi_rvalid,
    output wire [CHANNELS-1:0]          m_axi_rready,
    output wire [CHANNELS*ADDR_W-1:0]   m_axi_awaddr,
    output wire [CHANNELS*8-1:0]        m_axi_awlen,
    output wire [CHANNELS-1:0]          m_axi_awvalid,
    input  wire [CHANNELS-1:0]          m_axi_awready,
    output wire [CHANNELS*DATA_W-1:0]   m_axi_wdata,
    output wire [CHANNELS*DATA_W/8-1:0] m_axi_wstrb,
    output wire [CHANNELS-1:0]          m_axi_wlast,
    output wire [CHANNELS-1:0]          m_axi_wvalid,
    input  wire [CHANNELS-1:0]          m_axi_wready,
    input  wire [CHANNELS*2-1:0]        m_axi_bresp,
    input  wire [CHANNELS-1:0]          m_axi_bvalid,
    output wire [CHANNELS-1:0]          m_axi_bready
);
    localparam NUMBER_W = CARD_W - ADDR_W;

    generate
        if (CHANNELS < 1 || CHANNELS > 64) begin : g_check_channels
            bl_dma_window_illegal_CHANNELS illegal();
        end
        if (CARD_W <= ADDR_W || CARD_W > 64) begin : g_check_card_w
            bl_dma_window_illegal_CARD_W illegal();
        end
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_dma_window_illegal_ADDR_W illegal();
        end
        if (DATA_W % 8 != 0 || DATA_W < 8) begin : g_check_data_w
            bl_dma_window_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 6) begin : g_check_log_depth
            bl_dma_window_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    // ---- whose the channels are
    wire open = owns & ~node_busy;
    wire idle;                                    // nothing is under way
    always @(posedge clk) begin
        if (~node_busy) owns <= 1'b1;
        else if (idle)  owns <= 1'b0;
        if (rst) owns <= 1'b0;
    end

    // ---- one-hot, the channels and above them none of them
    wire [NUMBER_W-1:0] read_number  = s_card_araddr[CARD_W-1:ADDR_W];
    wire [NUMBER_W-1:0] write_number = s_card_awaddr[CARD_W-1:ADDR_W];
    wire [CHANNELS-1:0] read_named, write_named;
    wire [CHANNELS:0]   read_one  = {~(|read_named), read_named};
    wire [CHANNELS:0]   write_one = {~(|write_named), write_named};
    genvar c;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
            localparam [31:0] NUMBER = c;
            if (c >> NUMBER_W == 0) begin : g_named
                assign read_named[c]  = read_number == NUMBER[NUMBER_W-1:0];
                assign write_named[c] = write_number == NUMBER[NUMBER_W-1:0];
            end else begin : g_beyond
                assign read_named[c]  = 1'b0;
                assign write_named[c] = 1'b0;
            end
        end
    endgenerate

    // ---- read requests, and the order of their words: {channel, length}
    reg  [CHANNELS-1:0] ar_valid;
    reg  [ADDR_W-1:0]   ar_addr;
    reg  [7:0]          ar_len;
    wire                reads_ready, reads_listed, read_over;
    wire [CHANNELS:0]   reader;
    wire [7:0]          reader_len;
    wire                ar_free = ~(|(ar_valid & ~m_axi_arready));
    wire                ar_take = s_card_arvalid & s_card_arready;

    assign s_card_arready = open & reads_ready & ar_free;
    assign m_axi_arvalid  = ar_valid;
    assign m_axi_araddr   = {CHANNELS{ar_addr}};
    assign m_axi_arlen    = {CHANNELS{ar_len}};

    always @(posedge clk) begin
        if (ar_take) begin
            ar_addr <= s_card_araddr[ADDR_W-1:0];
            ar_len  <= s_card_arlen;
        end
        ar_valid <= (ar_valid & ~m_axi_arready)
            | (read_named & {CHANNELS{ar_take}});
        if (rst) ar_valid <= {CHANNELS{1'b0}};
    end

    bl_fifo #(.WIDTH(CHANNELS + 9), .LOG_DEPTH(LOG_DEPTH)) reads (
        .clk(clk), .rst(rst), .s_tvalid(ar_take), .s_tready(reads_ready),
        .s_tdata({read_one, s_card_arlen}),
        .m_tvalid(reads_listed), .m_tready(read_over), .m_tdata({reader, reader_len}));

    // ---- words that were read; those of no channel are made here
    reg               r_valid, r_last;
    reg  [DATA_W-1:0] r_data;
    reg  [1:0]        r_resp;
    reg  [7:0]        beat;                       // of a burst of no channel
    wire              nowhere = reads_listed & reader[CHANNELS];
    wire              r_free  = ~r_valid | s_card_rready;
    reg  [DATA_W-1:0] data;
    reg  [1:0]        resp;
    wire              last = nowhere ? beat == reader_len : |(reader[CHANNELS-1:0] & m_axi_rlast);
    wire              r_take = reads_listed & r_free
        & (nowhere | (|(reader[CHANNELS-1:0] & m_axi_rvalid)));
    assign read_over = r_take & last;
    assign m_axi_rready = reader[CHANNELS-1:0] & {CHANNELS{reads_listed & r_free}};
    assign s_card_rvalid = r_valid;
    assign s_card_rlast  = r_last;
    assign s_card_rdata  = r_data;
    assign s_card_rresp  = r_resp;

    integer i;
    always @* begin
        data = {DATA_W{1'b0}};
        resp = {2{nowhere}};
        for (i = 0; i < CHANNELS; i = i + 1) begin
            data = data | ({DATA_W{reader[i]}} & m_axi_rdata[DATA_W*i +: DATA_W]);
            resp = resp | ({2{reader[i]}} & m_axi_rresp[2*i +: 2]);
        end
    end

    always @(posedge clk) begin
        if (r_free) begin
            r_data <= data;
            r_resp <= resp;
            r_last <= last;
        end
        if (r_free) r_valid <= r_take;
        if (r_take) beat <= last ? 8'd0 : beat + 8'd1;
        if (rst) begin
            r_valid <= 1'b0;
            beat    <= 8'd0;
        end
    end

    // ---- write requests, and the order of their words and of their responses
    reg  [CHANNELS-1:0] aw_valid;
    reg  [ADDR_W-1:0]   aw_addr;
    reg  [7:0]          aw_len;
    wire                words_ready, words_listed, answers_ready, answers_listed;
    wire [CHANNELS:0]   writer, answerer;
    wire                aw_free = ~(|(aw_valid & ~m_axi_awready));
    wire                aw_take = s_card_awvalid & s_card_awready;

    assign s_card_awready = open & words_ready & answers_ready & aw_free;
    assign m_axi_awvalid  = aw_valid;
    assign m_axi_awaddr   = {CHANNELS{aw_addr}};
    assign m_axi_awlen    = {CHANNELS{aw_len}};

    always @(posedge clk) begin
        if (aw_take) begin
            aw_addr <= s_card_awaddr[ADDR_W-1:0];
            aw_len  <= s_card_awlen;
        end
        aw_valid <= (aw_valid & ~m_axi_awready)
            | (write_named & {CHANNELS{aw_take}});
        if (rst) aw_valid <= {CHANNELS{1'b0}};
    end

    bl_fifo #(.WIDTH(CHANNELS + 1), .LOG_DEPTH(LOG_DEPTH)) words (
        .clk(clk), .rst(rst), .s_tvalid(aw_take), .s_tready(words_ready), .s_tdata(write_one),
        .m_tvalid(words_listed), .m_tready(s_card_wvalid & s_card_wready & s_card_wlast),
        .m_tdata(writer));

    // ---- words to write; those of no channel are dropped here
    reg  [CHANNELS-1:0] w_valid;
    reg  [DATA_W-1:0]   w_data;
    reg  [DATA_W/8-1:0] w_strb;
    reg                 w_last;
    wire                w_free = ~(|(w_valid & ~m_axi_wready));
    assign s_card_wready = words_listed & w_free;
    assign m_axi_wvalid  = w_valid;
    assign m_axi_wdata   = {CHANNELS{w_data}};
    assign m_axi_wstrb   = {CHANNELS{w_strb}};
    assign m_axi_wlast   = {CHANNELS{w_last}};

    always @(posedge clk) begin
        if (s_card_wready) begin
            w_data <= s_card_wdata;
            w_strb <= s_card_wstrb;
            w_last <= s_card_wlast;
        end
        w_valid <= (w_valid & ~m_axi_wready)
            | (writer[CHANNELS-1:0] & {CHANNELS{s_card_wvalid & s_card_wready}});
        if (rst) w_valid <= {CHANNELS{1'b0}};
    end

    // ---- responses; that of no channel comes behind the burst's last word
    reg        b_valid;
    reg  [1:0] b_resp, answer;
    reg  [LOG_DEPTH:0] dropped;                   // bursts of no channel without a response
    wire       lost   = answerer[CHANNELS];
    wire       b_free = ~b_valid | s_card_bready;
    wire       drop   = s_card_wvalid & s_card_wready & s_card_wlast & writer[CHANNELS];
    wire       b_take = answers_listed & b_free
        & (lost ? |dropped : |(answerer[CHANNELS-1:0] & m_axi_bvalid));
    assign m_axi_bready  = answerer[CHANNELS-1:0] & {CHANNELS{answers_listed & b_free}};
    assign s_card_bvalid = b_valid;
    assign s_card_bresp  = b_resp;

    bl_fifo #(.WIDTH(CHANNELS + 1), .LOG_DEPTH(LOG_DEPTH)) answers (
        .clk(clk), .rst(rst), .s_tvalid(aw_take), .s_tready(answers_ready), .s_tdata(write_one),
        .m_tvalid(answers_listed), .m_tready(b_take), .m_tdata(answerer));

    integer j;
    always @* begin
        answer = {2{lost}};
        for (j = 0; j < CHANNELS; j = j + 1)
            answer = answer | ({2{answerer[j]}} & m_axi_bresp[2*j +: 2]);
    end

    always @(posedge clk) begin
        if (b_free) b_resp <= answer;
        if (b_free) b_valid <= b_take;
        if (drop & ~(b_take & lost)) dropped <= dropped + 1'b1;
        if (~drop & b_take & lost)   dropped <= dropped - 1'b1;
        if (rst) begin
            b_valid <= 1'b0;
            dropped <= {(LOG_DEPTH+1){1'b0}};
        end
    end

    assign idle = ~(|ar_valid | reads_listed | r_valid | (|aw_valid) | words_listed | (|w_valid)
                    | answers_listed | b_valid);


`ifdef FORMAL
    // Channel c answers reads with words c, in order, and bursts that it has; bursts of one word or
    // two. Requests and words of the card's side are as the contract asks for them.
    // Rule 1: `owns` rises only behind a cycle in which node_busy was low, and falls only behind
    // one in which it was high and nothing was under way. While node_busy or without `owns` no
    // request is taken; without `owns` nothing is asked of a channel.
    // Rule 2: words that are read come in the order of the requests, each from its channel, or with
    // DECERR where there is none, with `last` at a burst's end; so do responses.
    // Rule 3: a word to write goes to its burst's channel or to none; what is offered to a channel
    // or answered stays until it is taken.
    // Rule 4: a request to a channel that there is is offered from the next cycle on.
    localparam LOG_FORMAL = LOG_DEPTH + 2;
    reg f_past = 1'b0, f_owned, f_was_busy, f_was_idle;
    // of the card's side: requests {number, two words}
    reg [NUMBER_W:0] f_reads [0:(1<<LOG_FORMAL)-1];
    reg [NUMBER_W:0] f_writes [0:(1<<LOG_FORMAL)-1];
    reg [LOG_FORMAL-1:0] f_read_in, f_read_out, f_write_in, f_word_out, f_write_out;
    reg              f_read_beat, f_word_beat, f_ar_due, f_aw_due;
    // channels that the word in the register is offered to, and which it should be offered to
    reg [CHANNELS-1:0] f_due;
    wire [CHANNELS-1:0] f_to = m_axi_wvalid;
    wire [NUMBER_W:0] f_read = f_reads[f_read_out], f_word = f_writes[f_word_out],
                      f_write = f_writes[f_write_out];
    wire             f_idle = f_read_in == f_read_out && f_write_in == f_write_out;
    // of a channel: reads and bursts that it owes
    reg [4*CHANNELS-1:0] f_lens;                  // whether each read has two words
    reg [2*CHANNELS-1:0] f_len_in, f_len_out;
    reg [CHANNELS-1:0]   f_beat;
    reg [3*CHANNELS-1:0] f_bursts, f_requests;    // written and not answered
    reg [CHANNELS-1:0] f_ar_held, f_aw_held, f_w_held;
    reg              f_r_held, f_b_held;
    reg [ADDR_W+7:0] f_ar, f_aw;
    reg [DATA_W+DATA_W/8:0] f_w;
    reg [DATA_W+2:0] f_r;
    reg [1:0]        f_b;
    integer f_i;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_owned    <= owns & ~rst;
        f_was_busy <= node_busy;
        f_was_idle <= f_idle;
        f_ar_held  <= m_axi_arvalid & ~m_axi_arready & {CHANNELS{~rst}};
        f_aw_held  <= m_axi_awvalid & ~m_axi_awready & {CHANNELS{~rst}};
        f_w_held   <= m_axi_wvalid & ~m_axi_wready & {CHANNELS{~rst}};
        f_r_held   <= s_card_rvalid & ~s_card_rready & ~rst;
        f_b_held   <= s_card_bvalid & ~s_card_bready & ~rst;
        f_ar <= {ar_addr, ar_len};
        f_aw <= {aw_addr, aw_len};
        f_w  <= {w_data, w_strb, w_last};
        f_r  <= {s_card_rdata, s_card_rresp, s_card_rlast};
        f_b  <= s_card_bresp;
        if (s_card_arvalid & s_card_arready) begin
            f_reads[f_read_in] <= {s_card_araddr[CARD_W-1:ADDR_W], s_card_arlen[0]};
            f_read_in <= f_read_in + 1'b1;
        end
        if (s_card_rvalid & s_card_rready) begin
            f_read_beat <= ~s_card_rlast;
            if (s_card_rlast) f_read_out <= f_read_out + 1'b1;
        end
        if (s_card_awvalid & s_card_awready) begin
            f_writes[f_write_in] <= {s_card_awaddr[CARD_W-1:ADDR_W], s_card_awlen[0]};
            f_write_in <= f_write_in + 1'b1;
        end
        f_ar_due <= f_ar_due & ~(|(m_axi_arvalid & m_axi_arready))
            | s_card_arvalid & s_card_arready & s_card_araddr[CARD_W-1:ADDR_W] < CHANNELS;
        f_aw_due <= f_aw_due & ~(|(m_axi_awvalid & m_axi_awready))
            | s_card_awvalid & s_card_awready & s_card_awaddr[CARD_W-1:ADDR_W] < CHANNELS;
        f_due <= (f_due & ~m_axi_wready)
            | (s_card_wvalid & s_card_wready ? {{CHANNELS{1'b0}}, 1'b1} << f_word[NUMBER_W:1] : 0);
        if (s_card_wvalid & s_card_wready) begin
            f_word_beat <= ~s_card_wlast;
            if (s_card_wlast) f_word_out <= f_word_out + 1'b1;
        end
        if (s_card_bvalid & s_card_bready) f_write_out <= f_write_out + 1'b1;
        for (f_i = 0; f_i < CHANNELS; f_i = f_i + 1) begin
            if (m_axi_arvalid[f_i] & m_axi_arready[f_i]) begin
                f_lens[4*f_i + f_len_in[2*f_i +: 2]] <= ar_len[0];
                f_len_in[2*f_i +: 2] <= f_len_in[2*f_i +: 2] + 1'b1;
            end
            if (m_axi_rvalid[f_i] & m_axi_rready[f_i]) begin
                f_beat[f_i] <= ~m_axi_rlast[f_i];
                if (m_axi_rlast[f_i]) f_len_out[2*f_i +: 2] <= f_len_out[2*f_i +: 2] + 1'b1;
            end
            f_bursts[3*f_i +: 3] <= f_bursts[3*f_i +: 3]
                + (m_axi_wvalid[f_i] & m_axi_wready[f_i] & m_axi_wlast[f_i])
                - (m_axi_bvalid[f_i] & m_axi_bready[f_i]);
            f_requests[3*f_i +: 3] <= f_requests[3*f_i +: 3]
                + (m_axi_awvalid[f_i] & m_axi_awready[f_i])
                - (m_axi_bvalid[f_i] & m_axi_bready[f_i]);
        end
        if (rst) {f_read_in, f_read_out, f_write_in, f_word_out, f_write_out, f_read_beat,
                  f_word_beat, f_ar_due, f_aw_due, f_beat,
                  f_due, f_len_in, f_len_out, f_bursts, f_requests} <= 0;
    end
    integer f_j;
    always @* begin
        assume (rst == !f_past);
        assume (s_card_arlen <= 1 && s_card_awlen <= 1);
        assume (!s_card_wvalid | (f_word_out != f_write_in
                                  && s_card_wlast == (f_word_beat == f_word[0])));
        for (f_j = 0; f_j < CHANNELS; f_j = f_j + 1) begin
            assume (m_axi_rdata[f_j*DATA_W +: DATA_W] == f_j);
            assume (!m_axi_rvalid[f_j]
                    | (f_len_in[2*f_j +: 2] != f_len_out[2*f_j +: 2]
                       && m_axi_rlast[f_j]
                          == (f_beat[f_j] == f_lens[4*f_j + f_len_out[2*f_j +: 2]])));
            assume (!m_axi_bvalid[f_j]
                    | (f_bursts[3*f_j +: 3] != 0 && f_requests[3*f_j +: 3] != 0));
        end
        if (f_past) begin
            if (owns & ~f_owned) assert (~f_was_busy);
            if (~owns & f_owned) assert (f_was_busy & f_was_idle);
            if (node_busy | ~owns)
                assert (!(s_card_arvalid & s_card_arready) && !(s_card_awvalid & s_card_awready));
            if (~owns) assert (f_idle && !(|{m_axi_arvalid, m_axi_awvalid, m_axi_wvalid}));
            if (s_card_rvalid) begin
                assert (f_read_in != f_read_out);
                if (f_read[NUMBER_W:1] >= CHANNELS) assert (s_card_rresp == 2'd3);
                else assert (s_card_rdata == f_read[NUMBER_W:1]);
                assert (s_card_rlast == (f_read_beat == f_read[0]));
            end
            if (s_card_bvalid) begin
                assert (f_write_in != f_write_out && f_write_out != f_word_out);
                if (f_write[NUMBER_W:1] >= CHANNELS) assert (s_card_bresp == 2'd3);
            end
            assert ((|m_axi_arvalid) == f_ar_due && (|m_axi_awvalid) == f_aw_due);
            if (s_card_wready) assert (f_word_out != f_write_in);
            assert (f_to == f_due && !(|(m_axi_wvalid & (m_axi_wvalid - 1'b1))));
            if (|f_ar_held)
                assert (f_ar == {ar_addr, ar_len} && (m_axi_arvalid & f_ar_held) == f_ar_held);
            if (|f_aw_held)
                assert (f_aw == {aw_addr, aw_len} && (m_axi_awvalid & f_aw_held) == f_aw_held);
            if (|f_w_held)
                assert (f_w == {w_data, w_strb, w_last}
                        && (m_axi_wvalid & f_w_held) == f_w_held);
            if (f_r_held)
                assert (s_card_rvalid && f_r == {s_card_rdata, s_card_rresp, s_card_rlast});
            if (f_b_held) assert (s_card_bvalid && f_b == s_card_bresp);
        end
    end
`endif
endmodule
`default_nettype wire
