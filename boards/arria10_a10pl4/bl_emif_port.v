// SPDX-License-Identifier: ISC
`default_nettype none
// One memory channel of the node on the Avalon port of Intel's external memory interface (Arria 10
// DDR4): ctrl_amm, one command at a time.
// Contract: s_axi_* is the node's channel, in the interface's user clock (emif_usr_clk). amm_* are
// the IP's amm_*_0 (amm_ready is its ready, that is waitrequest turned around). Reads and writes
// take turns by requests. A burst of reads is asked for only when the queue has room for all its
// words, because the IP does not wait for them. A write is answered when its last word was taken:
// the interface serves what it took in order. No request passes while local_cal_success
// (`calibrated`, from any clock) is low; what was begun goes on. `rst` says that the node is in
// reset, or is about to be: the port is shut, see bl_port_gate, and `busy` says that the memory
// still owes something; the memory itself is not reset. With `rst` and `calibrated` low all is
// forgotten. Bursts of at most 2^LOG_WORDS words; a longer one is never answered and raises
// `error`.
// Latency: 1 cycle to a command, R 1 cycle. Throughput: 1 word a cycle, reads and writes together.
module bl_emif_port #(
    // bits in an address of the node (bytes), 8..40
    parameter ADDR_W = 28,
    // bits in a word, a power of two, 64..1024
    parameter DATA_W = 512,
    // bits in an address of the IP (words)
    parameter WORD_ADDR_W = 26,
    // log2 of the words that are kept of what was read, and of the longest burst, 2..6
    parameter LOG_WORDS = 6,
    // derived, leave alone: log2 of the bytes in a word
    parameter SIZE =
        (DATA_W <= 64) ? 3 : (DATA_W <= 128) ? 4 : (DATA_W <= 256) ? 5 : (DATA_W <= 512) ? 6 : 7
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   calibrated,
    output reg                    error,
    output wire                   busy,
    output wire [7:0]             strays,
    input  wire [ADDR_W-1:0]      s_axi_araddr,
    input  wire [7:0]             s_axi_arlen,
    input  wire                   s_axi_arvalid,
    output wire                   s_axi_arready,
    output wire [DATA_W-1:0]      s_axi_rdata,
    output wire [1:0]             s_axi_rresp,
    output wire                   s_axi_rlast,
    output wire                   s_axi_rvalid,
    input  wire                   s_axi_rready,
    input  wire [ADDR_W-1:0]      s_axi_awaddr,
    input  wire [7:0]             s_axi_awlen,
    input  wire                   s_axi_awvalid,
    output wire                   s_axi_awready,
    input  wire [DATA_W-1:0]      s_axi_wdata,
    input  wire [DATA_W/8-1:0]    s_axi_wstrb,
    input  wire                   s_axi_wlast,
    input  wire                   s_axi_wvalid,
    output wire                   s_axi_wready,
    output wire [1:0]             s_axi_bresp,
    output wire                   s_axi_bvalid,
    input  wire                   s_axi_bready,
    input  wire                   amm_ready,
    output wire                   amm_read,
    output wire                   amm_write,
    output wire [WORD_ADDR_W-1:0] amm_address,
    input  wire [DATA_W-1:0]      amm_readdata,
    output wire [DATA_W-1:0]      amm_writedata,
    output wire [6:0]             amm_burstcount,
    output wire [DATA_W/8-1:0]    amm_byteenable,
    input  wire                   amm_readdatavalid
);
    generate
        if (ADDR_W < 8 || ADDR_W > 40) begin : g_check_addr_w
            bl_emif_port_illegal_ADDR_W illegal();
        end
        if (DATA_W != (8 << SIZE)) begin : g_check_data_w
            bl_emif_port_illegal_DATA_W illegal();
        end
        if (WORD_ADDR_W < ADDR_W - SIZE) begin : g_check_word_addr_w
            bl_emif_port_illegal_WORD_ADDR_W illegal();
        end
        if (LOG_WORDS < 2 || LOG_WORDS > 6) begin : g_check_log_words
            bl_emif_port_illegal_LOG_WORDS illegal();
        end
    endgenerate
    localparam [7:0] LONGEST = (1 << LOG_WORDS) - 1;

    wire open;
    bl_port_open when_open (.clk(clk), .shut(rst), .calibrated(calibrated), .open(open));

    // What the node sees, behind the gate that outlives its reset.
    wire [ADDR_W-1:0]   g_araddr, g_awaddr;
    wire [7:0]          g_arlen, g_awlen;
    wire [DATA_W-1:0]   g_rdata, g_wdata;
    wire [DATA_W/8-1:0] g_wstrb;
    wire [1:0]          g_rresp, g_bresp;
    wire                g_arvalid, g_arready, g_rlast, g_rvalid, g_rready, g_awvalid, g_awready;
    wire                g_wlast, g_wvalid, g_wready, g_bvalid, g_bready;
    wire                clear = rst & ~open;
    bl_port_gate #(.ADDR_W(ADDR_W), .DATA_W(DATA_W)) node_gate (
        .clk(clk), .shut(rst), .open(open), .busy(busy), .strays(strays),
        .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready),
        .m_axi_araddr(g_araddr), .m_axi_arlen(g_arlen), .m_axi_arvalid(g_arvalid),
        .m_axi_arready(g_arready), .m_axi_rdata(g_rdata), .m_axi_rresp(g_rresp),
        .m_axi_rlast(g_rlast), .m_axi_rvalid(g_rvalid), .m_axi_rready(g_rready),
        .m_axi_awaddr(g_awaddr), .m_axi_awlen(g_awlen), .m_axi_awvalid(g_awvalid),
        .m_axi_awready(g_awready), .m_axi_wdata(g_wdata), .m_axi_wstrb(g_wstrb),
        .m_axi_wlast(g_wlast), .m_axi_wvalid(g_wvalid), .m_axi_wready(g_wready),
        .m_axi_bresp(g_bresp), .m_axi_bvalid(g_bvalid), .m_axi_bready(g_bready));

    // The command under way: reading is one cycle of amm_read, writing lasts as many cycles as it
    // has words. After a write its answer waits.
    localparam [1:0] IDLE = 2'd0, READ = 2'd1, WRITE = 2'd2, ANSWER = 2'd3;
    reg  [1:0]             state;
    reg                    read_last;
    reg  [WORD_ADDR_W-1:0] address;
    reg  [7:0]             len;
    reg  [7:0]             left;
    reg  [LOG_WORDS:0]     room;
    wire                   fits       = {{(8-LOG_WORDS){1'b0}}, room} > {1'b0, g_arlen};
    wire                   lens_room, words_ready, len_known;
    wire                   read_may   = g_arvalid & fits & lens_room;
    wire                   take_read  = state == IDLE & read_may & (~g_awvalid | ~read_last);
    wire                   take_write = state == IDLE & g_awvalid & ~(read_may & ~read_last);
    wire                   give       = g_rvalid & g_rready;
    wire                   send       = state == WRITE & g_wvalid & amm_ready;
    wire [ADDR_W-1:0]      chosen     = take_read ? g_araddr : g_awaddr;
    wire [WORD_ADDR_W+SIZE-1:0] padded = {{(WORD_ADDR_W+SIZE-ADDR_W){1'b0}}, chosen};

    assign g_arready  = take_read;
    assign g_awready  = take_write;
    assign g_wready   = state == WRITE & amm_ready;
    assign g_bvalid   = state == ANSWER;
    assign g_rresp    = 2'b00;   // the interface reports no errors word by word
    assign g_bresp    = 2'b00;
    assign amm_read       = state == READ;
    assign amm_write      = state == WRITE & g_wvalid;
    assign amm_address    = address;
    assign amm_burstcount = len[6:0] + 7'd1;
    assign amm_writedata  = g_wdata;
    assign amm_byteenable = state == READ ? {(DATA_W/8){1'b1}} : g_wstrb;

    always @(posedge clk) begin
        if (take_read | take_write) begin
            address   <= padded[SIZE +: WORD_ADDR_W];
            len       <= take_read ? g_arlen : g_awlen;
            left      <= g_awlen;
        end else if (send) left <= left - 8'd1;
        if (clear) begin
            state     <= IDLE;
            read_last <= 1'b0;
            room      <= {1'b1, {LOG_WORDS{1'b0}}};
            error     <= 1'b0;
        end else begin
            case (state)
                IDLE:    if (take_read) state <= READ; else if (take_write) state <= WRITE;
                READ:    if (amm_ready) state <= IDLE;
                WRITE:   if (send && left == 8'd0) state <= ANSWER;
                default: if (g_bready) state <= IDLE;
            endcase
            if (take_read | take_write) read_last <= take_read;
            room <= room - (take_read ? g_arlen[LOG_WORDS:0] + 1'b1 : {(LOG_WORDS+1){1'b0}})
                + {{LOG_WORDS{1'b0}}, give & len_known};
            if ((g_arvalid & g_arlen > LONGEST) | (take_write & g_awlen > LONGEST)
                | (amm_readdatavalid & ~words_ready) | strays != 8'd0) error <= 1'b1;
        end
    end

    // The words that come, and the lengths of the bursts that they belong to.
    wire [7:0] len_now;
    reg  [7:0] given;
    assign g_rlast = given == len_now | ~len_known;
    bl_fifo #(.WIDTH(DATA_W), .LOG_DEPTH(LOG_WORDS)) words (
        .clk(clk), .rst(clear), .s_tvalid(amm_readdatavalid), .s_tready(words_ready),
        .s_tdata(amm_readdata),
        .m_tvalid(g_rvalid), .m_tready(g_rready), .m_tdata(g_rdata));
    bl_fifo #(.WIDTH(8), .LOG_DEPTH(LOG_WORDS)) lengths (
        .clk(clk), .rst(clear), .s_tvalid(take_read), .s_tready(lens_room), .s_tdata(g_arlen),
        .m_tvalid(len_known), .m_tready(give & g_rlast), .m_tdata(len_now));
    always @(posedge clk) begin
        if (clear)     given <= 8'd0;
        else if (give) given <= g_rlast ? 8'd0 : given + 8'd1;
    end
    wire unused = &{1'b0, len[7], padded, g_wlast};
endmodule
`default_nettype wire
