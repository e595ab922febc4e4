`default_nettype none
// One memory channel of the node on the Avalon port of Intel's external memory interface (Arria 10 DDR4): ctrl_amm, one command at a time.
// Contract: s_axi_* is the node's channel, in the interface's user clock (emif_usr_clk). amm_* are the IP's amm_*_0 (amm_ready is its ready,
// that is waitrequest turned around). Reads and writes take turns by requests. A burst of reads is asked for only when the queue
// has room for all its words, because the IP does not wait for them. A write is answered when its last word was taken: the
// interface serves what it took in order. No request passes while local_cal_success (`calibrated`, from any clock) is low.
// Bursts of at most 2^LOG_WORDS words; a longer one is never answered and raises `error`.
// Latency: 1 clock to a command, R 1 clock. Throughput: 1 word a clock, reads and writes together.
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
    parameter SIZE = (DATA_W <= 64) ? 3 : (DATA_W <= 128) ? 4 : (DATA_W <= 256) ? 5 : (DATA_W <= 512) ? 6 : 7
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   calibrated,
    output reg                    error,
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
        if (ADDR_W < 8 || ADDR_W > 40 || DATA_W != (8 << SIZE) || WORD_ADDR_W < ADDR_W - SIZE || LOG_WORDS < 2 || LOG_WORDS > 6)
        begin : g_check
            bl_emif_port_illegal_parameter illegal();
        end
    endgenerate
    localparam [7:0] LONGEST = (1 << LOG_WORDS) - 1;

    wire open;
    bl_synchroniser #(.WIDTH(1)) gate (.clk(clk), .s(calibrated), .m(open));

    // The command under way: reading is one clock of amm_read, writing lasts as many clocks as it has words. After a write its answer waits.
    localparam [1:0] IDLE = 2'd0, READ = 2'd1, WRITE = 2'd2, ANSWER = 2'd3;
    reg  [1:0]             state;
    reg                    read_last;
    reg  [WORD_ADDR_W-1:0] address;
    reg  [7:0]             len;
    reg  [7:0]             left;
    reg  [LOG_WORDS:0]     room;
    wire                   fits       = {{(8-LOG_WORDS){1'b0}}, room} > {1'b0, s_axi_arlen};
    wire                   lens_room;
    wire                   read_may   = s_axi_arvalid & fits & lens_room;
    wire                   take_read  = open & state == IDLE & read_may & (~s_axi_awvalid | ~read_last);
    wire                   take_write = open & state == IDLE & s_axi_awvalid & ~(read_may & ~read_last);
    wire                   give       = s_axi_rvalid & s_axi_rready;
    wire                   send       = state == WRITE & s_axi_wvalid & amm_ready;
    wire [ADDR_W-1:0]      chosen     = take_read ? s_axi_araddr : s_axi_awaddr;
    wire [WORD_ADDR_W+SIZE-1:0] padded = {{(WORD_ADDR_W+SIZE-ADDR_W){1'b0}}, chosen};

    assign s_axi_arready  = take_read;
    assign s_axi_awready  = take_write;
    assign s_axi_wready   = state == WRITE & amm_ready;
    assign s_axi_bvalid   = state == ANSWER;
    assign s_axi_rresp    = 2'b00;   // the interface reports no errors word by word
    assign s_axi_bresp    = 2'b00;
    assign amm_read       = state == READ;
    assign amm_write      = state == WRITE & s_axi_wvalid;
    assign amm_address    = address;
    assign amm_burstcount = len[6:0] + 7'd1;
    assign amm_writedata  = s_axi_wdata;
    assign amm_byteenable = state == READ ? {(DATA_W/8){1'b1}} : s_axi_wstrb;

    always @(posedge clk) begin
        if (take_read | take_write) begin
            address   <= padded[SIZE +: WORD_ADDR_W];
            len       <= take_read ? s_axi_arlen : s_axi_awlen;
            left      <= s_axi_awlen;
        end else if (send) left <= left - 8'd1;
        if (rst) begin
            state     <= IDLE;
            read_last <= 1'b0;
            room      <= {1'b1, {LOG_WORDS{1'b0}}};
            error     <= 1'b0;
        end else begin
            case (state)
                IDLE:    if (take_read) state <= READ; else if (take_write) state <= WRITE;
                READ:    if (amm_ready) state <= IDLE;
                WRITE:   if (send && left == 8'd0) state <= ANSWER;
                default: if (s_axi_bready) state <= IDLE;
            endcase
            if (take_read | take_write) read_last <= take_read;
            room <= room - (take_read ? s_axi_arlen[LOG_WORDS:0] + 1'b1 : {(LOG_WORDS+1){1'b0}}) + {{LOG_WORDS{1'b0}}, give};
            if ((s_axi_arvalid & s_axi_arlen > LONGEST) | (take_write & s_axi_awlen > LONGEST) | (send & s_axi_wlast != (left == 8'd0))
                | (amm_readdatavalid & ~words_ready)) error <= 1'b1;
        end
    end

    // The words that come, and the lengths of the bursts that they belong to.
    wire       words_ready, len_known;
    wire [7:0] len_now;
    reg  [7:0] given;
    assign s_axi_rlast = given == len_now;
    bl_fifo #(.WIDTH(DATA_W), .LOG_DEPTH(LOG_WORDS)) words (
        .clk(clk), .rst(rst), .s_tvalid(amm_readdatavalid), .s_tready(words_ready), .s_tdata(amm_readdata),
        .m_tvalid(s_axi_rvalid), .m_tready(s_axi_rready), .m_tdata(s_axi_rdata));
    bl_fifo #(.WIDTH(8), .LOG_DEPTH(LOG_WORDS)) lengths (
        .clk(clk), .rst(rst), .s_tvalid(take_read), .s_tready(lens_room), .s_tdata(s_axi_arlen),
        .m_tvalid(len_known), .m_tready(give & s_axi_rlast), .m_tdata(len_now));
    always @(posedge clk) begin
        if (rst)       given <= 8'd0;
        else if (give) given <= s_axi_rlast ? 8'd0 : given + 8'd1;
    end
    wire unused = &{1'b0, len_known, len[7], padded};
endmodule
`default_nettype wire
