// SPDX-License-Identifier: ISC
`default_nettype none
// The host port of a node on Intel's Avalon-MM DMA for PCI Express of 256 bits, its descriptor
// controller outside (Arria 10): bl_a10_dma behind a gate that outlives the node's reset.
// Contract: s_axi_* is the node's m_axi_host, in the IP's clock coreclkout_hip. SIDES: its bursts
// are the host's, the kernels', or of both: then aruser and awuser say whose one is (1 the
// kernels'), addresses are below 2^63, and at most 64 are under way in each direction; answers come
// in the order of the requests, whosever they are. `rst` says that the node is in reset, or is
// about to be: the port is shut, see bl_port_gate, and `busy` says that a mover still owes
// something. `ready` (of any clock) is low while the IP is in reset: no request passes then, and
// with `rst` high all is forgotten. `error`: a mover was given up, or the node or the IP broke a
// rule; until both are in reset. The other ports are those of the IP without _i and _o.
// Latency: that of bl_a10_dma, and 1 cycle for AR, AW and W; with both sides 1 more for these and
// for R and B. Throughput: 1 word of the IP a cycle.
module bl_a10_port #(
    // bits in a word of the node: 256 or 512
    parameter DATA_W = 256,
    // whose bursts the node has: the host's 1, the kernels' 2, both 3
    parameter SIDES = 1,
    // log2 of the descriptors in each queue: 1..6
    parameter LOG_QUEUE = 4,
    // log2 of the words in each memory: 4..12
    parameter LOG_WORDS = 9,
    // ready latency of the IP's descriptor sinks: 0..4
    parameter READY_LATENCY = 1,
    // log2 of the cycles without a status after which a mover is given up: 2..30
    parameter LOG_TIMEOUT = 24
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 ready,
    output wire                 busy,
    output wire                 error,
    input  wire [63:0]          s_axi_araddr,
    input  wire                 s_axi_aruser,
    input  wire [7:0]           s_axi_arlen,
    input  wire                 s_axi_arvalid,
    output wire                 s_axi_arready,
    output wire [DATA_W-1:0]    s_axi_rdata,
    output wire [1:0]           s_axi_rresp,
    output wire                 s_axi_rlast,
    output wire                 s_axi_rvalid,
    input  wire                 s_axi_rready,
    input  wire [63:0]          s_axi_awaddr,
    input  wire                 s_axi_awuser,
    input  wire [7:0]           s_axi_awlen,
    input  wire                 s_axi_awvalid,
    output wire                 s_axi_awready,
    input  wire [DATA_W-1:0]    s_axi_wdata,
    input  wire [DATA_W/8-1:0]  s_axi_wstrb,
    input  wire                 s_axi_wlast,
    input  wire                 s_axi_wvalid,
    output wire                 s_axi_wready,
    output wire [1:0]           s_axi_bresp,
    output wire                 s_axi_bvalid,
    input  wire                 s_axi_bready,
    output wire [159:0]         RdAstRxData,
    output wire                 RdAstRxValid,
    input  wire                 RdAstRxReady,
    input  wire [31:0]          RdAstTxData,
    input  wire                 RdAstTxValid,
    input  wire                 RdDmaWrite,
    input  wire [63:0]          RdDmaAddress,
    input  wire [255:0]         RdDmaWriteData,
    input  wire [4:0]           RdDmaBurstCount,
    input  wire [31:0]          RdDmaByteEnable,
    output wire                 RdDmaWaitRequest,
    output wire [159:0]         WrAstRxData,
    output wire                 WrAstRxValid,
    input  wire                 WrAstRxReady,
    input  wire [31:0]          WrAstTxData,
    input  wire                 WrAstTxValid,
    input  wire                 WrDmaRead,
    input  wire [63:0]          WrDmaAddress,
    input  wire [4:0]           WrDmaBurstCount,
    output wire                 WrDmaWaitRequest,
    output wire [255:0]         WrDmaReadData,
    output wire                 WrDmaReadDataValid
);
    generate
        if (DATA_W != 256 && DATA_W != 512) begin : g_check_data_w
            bl_a10_port_illegal_DATA_W illegal();
        end
        if (SIDES < 1 || SIDES > 3) begin : g_check_sides
            bl_a10_port_illegal_SIDES illegal();
        end
    endgenerate

    wire open;
    bl_port_open when_open (.clk(clk), .shut(rst), .calibrated(ready), .open(open));
    wire       clear = rst & ~open;
    wire [7:0] strays;
    wire [3:0] failed;
    assign error = (|failed) | (|strays);

    wire [63:0]         g_araddr;
    wire [7:0]          g_arlen;
    wire                g_arvalid;
    wire                g_arready;
    wire [DATA_W-1:0]   g_rdata;
    wire [1:0]          g_rresp;
    wire                g_rlast;
    wire                g_rvalid;
    wire                g_rready;
    wire [63:0]         g_awaddr;
    wire [7:0]          g_awlen;
    wire                g_awvalid;
    wire                g_awready;
    wire [DATA_W-1:0]   g_wdata;
    wire [DATA_W/8-1:0] g_wstrb;
    wire                g_wlast;
    wire                g_wvalid;
    wire                g_wready;
    wire [1:0]          g_bresp;
    wire                g_bvalid;
    wire                g_bready;

    // inside, the address's highest bit says whose the burst is
    localparam BOTH = SIDES == 3;
    wire [63:0] n_araddr = BOTH ? {s_axi_aruser, s_axi_araddr[62:0]} : s_axi_araddr;
    wire [63:0] n_awaddr = BOTH ? {s_axi_awuser, s_axi_awaddr[62:0]} : s_axi_awaddr;

    bl_port_gate #(.ADDR_W(64), .DATA_W(DATA_W)) node_gate (
        .clk(clk), .shut(rst), .open(open), .busy(busy), .strays(strays),
        .s_axi_araddr(n_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .s_axi_awaddr(n_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .m_axi_araddr(g_araddr), .m_axi_arlen(g_arlen), .m_axi_arvalid(g_arvalid),
        .m_axi_arready(g_arready), .m_axi_rdata(g_rdata), .m_axi_rresp(g_rresp),
        .m_axi_rlast(g_rlast), .m_axi_rvalid(g_rvalid), .m_axi_rready(g_rready),
        .m_axi_awaddr(g_awaddr), .m_axi_awlen(g_awlen), .m_axi_awvalid(g_awvalid),
        .m_axi_awready(g_awready), .m_axi_wdata(g_wdata), .m_axi_wstrb(g_wstrb),
        .m_axi_wlast(g_wlast), .m_axi_wvalid(g_wvalid), .m_axi_wready(g_wready),
        .m_axi_bresp(g_bresp), .m_axi_bvalid(g_bvalid), .m_axi_bready(g_bready));

    // the two sides, {kernels, host}; one that is not there takes nothing and gives nothing
    wire [1:0]            d_arvalid, d_arready, d_rlast, d_rvalid, d_rready;
    wire [1:0]            d_awvalid, d_awready, d_wlast, d_wvalid, d_wready, d_bvalid, d_bready;
    wire [127:0]          d_araddr, d_awaddr;
    wire [15:0]           d_arlen, d_awlen;
    wire [2*DATA_W-1:0]   d_rdata, d_wdata;
    wire [2*DATA_W/8-1:0] d_wstrb;
    wire [3:0]            d_rresp, d_bresp;

    generate
        if (SIDES == 3) begin : g_both
            wire [125:0] araddr, awaddr;
            wire         unused_owns;
            assign d_araddr = {1'b0, araddr[125:63], 1'b0, araddr[62:0]};
            assign d_awaddr = {1'b0, awaddr[125:63], 1'b0, awaddr[62:0]};
            bl_dma_window #(.CHANNELS(2), .CARD_W(64), .ADDR_W(63), .DATA_W(DATA_W),
                .LOG_DEPTH(6)) sides (
                .clk(clk), .rst(clear), .node_busy(1'b0), .owns(unused_owns),
                .s_card_araddr(g_araddr), .s_card_arlen(g_arlen), .s_card_arvalid(g_arvalid),
                .s_card_arready(g_arready), .s_card_rdata(g_rdata), .s_card_rresp(g_rresp),
                .s_card_rlast(g_rlast), .s_card_rvalid(g_rvalid), .s_card_rready(g_rready),
                .s_card_awaddr(g_awaddr), .s_card_awlen(g_awlen), .s_card_awvalid(g_awvalid),
                .s_card_awready(g_awready), .s_card_wdata(g_wdata), .s_card_wstrb(g_wstrb),
                .s_card_wlast(g_wlast), .s_card_wvalid(g_wvalid), .s_card_wready(g_wready),
                .s_card_bresp(g_bresp), .s_card_bvalid(g_bvalid), .s_card_bready(g_bready),
                .m_axi_araddr(araddr), .m_axi_arlen(d_arlen), .m_axi_arvalid(d_arvalid),
                .m_axi_arready(d_arready), .m_axi_rdata(d_rdata), .m_axi_rresp(d_rresp),
                .m_axi_rlast(d_rlast), .m_axi_rvalid(d_rvalid), .m_axi_rready(d_rready),
                .m_axi_awaddr(awaddr), .m_axi_awlen(d_awlen), .m_axi_awvalid(d_awvalid),
                .m_axi_awready(d_awready), .m_axi_wdata(d_wdata), .m_axi_wstrb(d_wstrb),
                .m_axi_wlast(d_wlast), .m_axi_wvalid(d_wvalid), .m_axi_wready(d_wready),
                .m_axi_bresp(d_bresp), .m_axi_bvalid(d_bvalid), .m_axi_bready(d_bready));
        end else begin : g_one
            localparam KERNELS = SIDES / 2;
            localparam [1:0] ONE = SIDES == 2 ? 2'b10 : 2'b01;
            assign d_araddr  = {2{g_araddr}};
            assign d_arlen   = {2{g_arlen}};
            assign d_arvalid = ONE & {2{g_arvalid}};
            assign d_rready  = ONE & {2{g_rready}};
            assign d_awaddr  = {2{g_awaddr}};
            assign d_awlen   = {2{g_awlen}};
            assign d_awvalid = ONE & {2{g_awvalid}};
            assign d_wdata   = {2{g_wdata}};
            assign d_wstrb   = {2{g_wstrb}};
            assign d_wlast   = {2{g_wlast}};
            assign d_wvalid  = ONE & {2{g_wvalid}};
            assign d_bready  = ONE & {2{g_bready}};
            assign g_arready = d_arready[KERNELS];
            assign g_rdata   = d_rdata[DATA_W*KERNELS +: DATA_W];
            assign g_rresp   = d_rresp[2*KERNELS +: 2];
            assign g_rlast   = d_rlast[KERNELS];
            assign g_rvalid  = d_rvalid[KERNELS];
            assign g_awready = d_awready[KERNELS];
            assign g_wready  = d_wready[KERNELS];
            assign g_bresp   = d_bresp[2*KERNELS +: 2];
            assign g_bvalid  = d_bvalid[KERNELS];
            wire unused_other = &{1'b0, d_arready, d_rdata, d_rresp, d_rlast, d_rvalid, d_awready,
                                  d_wready, d_bresp, d_bvalid, s_axi_aruser, s_axi_awuser};
        end
    endgenerate

    bl_a10_dma #(.DATA_W(DATA_W), .SIDES(SIDES), .LOG_WORDS(LOG_WORDS), .LOG_QUEUE(LOG_QUEUE),
        .READY_LATENCY(READY_LATENCY), .LOG_TIMEOUT(LOG_TIMEOUT)) dma (
        .clk(clk), .rst(clear), .failed(failed),
        .s_host_araddr(d_araddr[0 +: 64]), .s_host_arlen(d_arlen[0 +: 8]),
        .s_host_arvalid(d_arvalid[0]), .s_host_arready(d_arready[0]),
        .s_host_rdata(d_rdata[DATA_W*0 +: DATA_W]), .s_host_rresp(d_rresp[0 +: 2]),
        .s_host_rlast(d_rlast[0]), .s_host_rvalid(d_rvalid[0]), .s_host_rready(d_rready[0]),
        .s_host_awaddr(d_awaddr[0 +: 64]), .s_host_awlen(d_awlen[0 +: 8]),
        .s_host_awvalid(d_awvalid[0]), .s_host_awready(d_awready[0]),
        .s_host_wdata(d_wdata[DATA_W*0 +: DATA_W]), .s_host_wstrb(d_wstrb[DATA_W/8*0 +: DATA_W/8]),
        .s_host_wlast(d_wlast[0]), .s_host_wvalid(d_wvalid[0]), .s_host_wready(d_wready[0]),
        .s_host_bresp(d_bresp[0 +: 2]), .s_host_bvalid(d_bvalid[0]), .s_host_bready(d_bready[0]),
        .s_kernel_araddr(d_araddr[64 +: 64]), .s_kernel_arlen(d_arlen[8 +: 8]),
        .s_kernel_arvalid(d_arvalid[1]), .s_kernel_arready(d_arready[1]),
        .s_kernel_rdata(d_rdata[DATA_W*1 +: DATA_W]), .s_kernel_rresp(d_rresp[2 +: 2]),
        .s_kernel_rlast(d_rlast[1]), .s_kernel_rvalid(d_rvalid[1]), .s_kernel_rready(d_rready[1]),
        .s_kernel_awaddr(d_awaddr[64 +: 64]), .s_kernel_awlen(d_awlen[8 +: 8]),
        .s_kernel_awvalid(d_awvalid[1]), .s_kernel_awready(d_awready[1]),
        .s_kernel_wdata(d_wdata[DATA_W*1 +: DATA_W]),
        .s_kernel_wstrb(d_wstrb[DATA_W/8*1 +: DATA_W/8]), .s_kernel_wlast(d_wlast[1]),
        .s_kernel_wvalid(d_wvalid[1]), .s_kernel_wready(d_wready[1]),
        .s_kernel_bresp(d_bresp[2 +: 2]), .s_kernel_bvalid(d_bvalid[1]),
        .s_kernel_bready(d_bready[1]),
        .RdAstRxData(RdAstRxData), .RdAstRxValid(RdAstRxValid), .RdAstRxReady(RdAstRxReady),
        .RdAstTxData(RdAstTxData), .RdAstTxValid(RdAstTxValid), .RdDmaWrite(RdDmaWrite),
        .RdDmaAddress(RdDmaAddress), .RdDmaWriteData(RdDmaWriteData),
        .RdDmaBurstCount(RdDmaBurstCount), .RdDmaByteEnable(RdDmaByteEnable),
        .RdDmaWaitRequest(RdDmaWaitRequest), .WrAstRxData(WrAstRxData), .WrAstRxValid(WrAstRxValid),
        .WrAstRxReady(WrAstRxReady), .WrAstTxData(WrAstTxData), .WrAstTxValid(WrAstTxValid),
        .WrDmaRead(WrDmaRead), .WrDmaAddress(WrDmaAddress), .WrDmaBurstCount(WrDmaBurstCount),
        .WrDmaWaitRequest(WrDmaWaitRequest), .WrDmaReadData(WrDmaReadData),
        .WrDmaReadDataValid(WrDmaReadDataValid));
endmodule
`default_nettype wire
