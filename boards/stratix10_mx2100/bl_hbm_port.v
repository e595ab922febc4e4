// SPDX-License-Identifier: ISC
`default_nettype none
// One memory channel of the node on one pseudo channel of the Stratix 10 HBM2 controller: AXI4 with
// bursts of one or two words of 256 bits.
// Contract: s_axi_* is the node's channel, in the controller's user clock (wmc_clk_N_clk). m_axi_*
// goes to the IP's axi_CHANNEL_PSEUDO_*. Requests are cut into pieces of at most WORDS words; a
// word is sent to the controller only after its piece was; the responses of the pieces become one.
// All requests have id 0, so that the controller keeps their order. No request passes while
// local_cal_success (`calibrated`, from any clock) is low; what was begun goes on. `rst` says that
// the node is in reset, or is about to be: the port is shut, see bl_port_gate, and `busy` says that
// the memory still owes something; the memory itself is not reset. With `rst` and `calibrated` low
// all is forgotten. `error` rises with the first response that is not OKAY or that nobody asked
// for, and stays until a reset without calibration.
// Latency: AR and AW 2 cycles, W 1 cycle after its AW, R and B none. Throughput: 1 word a cycle in
// each direction; 2^LOG_PIECES pieces each.
module bl_hbm_port #(
    // bits in an address of the node, 8..28
    parameter ADDR_W = 28,
    // bits in a word: 256
    parameter DATA_W = 256,
    // words of the longest piece: 1 (burst length 4) or 2 (pseudo burst length 8), as the IP was
    // made
    parameter WORDS = 2,
    // log2 of the pieces on their way in each direction, 2..8
    parameter LOG_PIECES = 6
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                calibrated,
    output reg                 error,
    output wire                busy,
    output wire [7:0]          strays,
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    output wire [DATA_W-1:0]   s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    output wire [1:0]          s_axi_bresp,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    output wire [8:0]          m_axi_arid,
    output wire [27:0]         m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire [2:0]          m_axi_arsize,
    output wire [1:0]          m_axi_arburst,
    output wire [2:0]          m_axi_arprot,
    output wire [3:0]          m_axi_arqos,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire [8:0]          m_axi_rid,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    output wire [8:0]          m_axi_awid,
    output wire [27:0]         m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire [2:0]          m_axi_awsize,
    output wire [1:0]          m_axi_awburst,
    output wire [2:0]          m_axi_awprot,
    output wire [3:0]          m_axi_awqos,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [8:0]          m_axi_bid,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    generate
        if (ADDR_W < 8 || ADDR_W > 28) begin : g_check_addr_w
            bl_hbm_port_illegal_ADDR_W illegal();
        end
        if (DATA_W != 256) begin : g_check_data_w
            bl_hbm_port_illegal_DATA_W illegal();
        end
        if (LOG_PIECES < 2 || LOG_PIECES > 8) begin : g_check_log_pieces
            bl_hbm_port_illegal_LOG_PIECES illegal();
        end
    endgenerate

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

    // Reads: which piece ends its request is kept for its words.
    wire              ar_ready, ar_valid, ar_end, ar_room, r_end, r_known;
    wire [ADDR_W-1:0] ar_addr;
    assign g_arready = ar_ready;
    assign m_axi_arvalid = ar_valid & ar_room;
    assign m_axi_araddr  = {{(28-ADDR_W){1'b0}}, ar_addr};
    bl_hbm_split #(.ADDR_W(ADDR_W), .SIZE(5), .WORDS(WORDS)) reads (
        .clk(clk), .rst(clear), .s_addr(g_araddr), .s_len(g_arlen), .s_valid(g_arvalid),
        .s_ready(ar_ready), .m_addr(ar_addr), .m_len(m_axi_arlen), .m_end(ar_end),
        .m_valid(ar_valid), .m_ready(m_axi_arready & ar_room));
    bl_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_PIECES)) read_ends (
        .clk(clk), .rst(clear), .s_tvalid(m_axi_arvalid & m_axi_arready), .s_tready(ar_room),
        .s_tdata(ar_end),
        .m_tvalid(r_known), .m_tready(m_axi_rvalid & m_axi_rready & m_axi_rlast), .m_tdata(r_end));
    assign g_rdata  = m_axi_rdata;
    assign g_rresp  = m_axi_rresp;
    assign g_rlast  = m_axi_rlast & (r_end | ~r_known);
    assign g_rvalid = m_axi_rvalid;
    assign m_axi_rready = g_rready;

    // Writes: a piece's length is kept for its words, whether it ends its request for its response.
    wire              aw_ready, aw_valid, aw_end, w_room, b_room, b_end, b_known, w_known, w_two;
    wire [ADDR_W-1:0] aw_addr;
    reg               w_second;
    // of the request's earlier pieces: an error of any of them is the request's
    reg  [1:0]        b_before;
    assign g_awready = aw_ready;
    assign m_axi_awvalid = aw_valid & w_room & b_room;
    assign m_axi_awaddr  = {{(28-ADDR_W){1'b0}}, aw_addr};
    bl_hbm_split #(.ADDR_W(ADDR_W), .SIZE(5), .WORDS(WORDS)) writes (
        .clk(clk), .rst(clear), .s_addr(g_awaddr), .s_len(g_awlen), .s_valid(g_awvalid),
        .s_ready(aw_ready), .m_addr(aw_addr), .m_len(m_axi_awlen), .m_end(aw_end),
        .m_valid(aw_valid), .m_ready(m_axi_awready & w_room & b_room));
    bl_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_PIECES)) write_lengths (
        .clk(clk), .rst(clear), .s_tvalid(m_axi_awvalid & m_axi_awready), .s_tready(w_room),
        .s_tdata(m_axi_awlen[0]),
        .m_tvalid(w_known), .m_tready(m_axi_wvalid & m_axi_wready & m_axi_wlast), .m_tdata(w_two));
    bl_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_PIECES)) write_ends (
        .clk(clk), .rst(clear), .s_tvalid(m_axi_awvalid & m_axi_awready), .s_tready(b_room),
        .s_tdata(aw_end),
        .m_tvalid(b_known), .m_tready(m_axi_bvalid & m_axi_bready), .m_tdata(b_end));
    assign m_axi_wdata  = g_wdata;
    assign m_axi_wstrb  = g_wstrb;
    assign m_axi_wvalid = g_wvalid & w_known;
    assign m_axi_wlast  = ~w_two | w_second;
    assign g_wready = m_axi_wready & w_known;
    assign g_bresp  = m_axi_bresp | b_before;
    assign g_bvalid = m_axi_bvalid & (b_end | ~b_known);
    assign m_axi_bready = g_bready | (b_known & ~b_end);

    assign m_axi_arid    = 9'd0;
    assign m_axi_arsize  = 3'd5;
    assign m_axi_arburst = 2'b01;
    assign m_axi_arprot  = 3'b000;
    assign m_axi_arqos   = 4'd0;
    assign m_axi_awid    = 9'd0;
    assign m_axi_awsize  = 3'd5;
    assign m_axi_awburst = 2'b01;
    assign m_axi_awprot  = 3'b000;
    assign m_axi_awqos   = 4'd0;

    wire unused = &{1'b0, m_axi_rid, m_axi_bid, g_wlast};

    // A response that belongs to no piece is an error as well.
    wire bad_read  = m_axi_rvalid & m_axi_rready & (m_axi_rresp != 2'b00 | ~r_known);
    wire bad_write = m_axi_bvalid & m_axi_bready & (m_axi_bresp != 2'b00 | ~b_known);
    always @(posedge clk) begin
        if (clear) begin
            w_second <= 1'b0;
            b_before <= 2'b00;
            error    <= 1'b0;
        end else begin
            if (m_axi_wvalid & m_axi_wready) w_second <= ~m_axi_wlast;
            if (m_axi_bvalid & m_axi_bready) b_before <= b_end ? 2'b00 : b_before | m_axi_bresp;
            if (bad_read | bad_write | strays != 8'd0) error <= 1'b1;
        end
    end
endmodule
`default_nettype wire
