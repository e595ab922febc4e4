// SPDX-License-Identifier: ISC
`default_nettype none
// The host port of a node on Intel's Avalon-MM DMA for PCI Express of 256 bits, its descriptor
// controller outside (Arria 10): bl_a10_dma behind a gate that outlives the node's reset.
// Contract: s_axi_* is the node's m_axi_host, in the IP's clock coreclkout_hip. SIDE: the node's
// descriptors are the host's (1) or the kernels' (2). `rst` says that the node is in reset, or is
// about to be: the port is shut, see bl_port_gate, and `busy` says that a mover still owes
// something. `ready` (of any clock) is low while the IP is in reset: no request passes then, and
// with `rst` high all is forgotten. `error`: a mover was given up, or the node or the IP broke a
// rule; until both are in reset. The other ports are those of the IP without _i and _o.
// Latency: that of bl_a10_dma, and 1 cycle for AR, AW and W. Throughput: 1 word of the IP a cycle.
module bl_a10_port #(
    // bits in a word of the node: 256 or 512
    parameter DATA_W = 256,
    // the host's descriptors 1, the kernels' 2
    parameter SIDE = 1,
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
    input  wire [7:0]           s_axi_arlen,
    input  wire                 s_axi_arvalid,
    output wire                 s_axi_arready,
    output wire [DATA_W-1:0]    s_axi_rdata,
    output wire [1:0]           s_axi_rresp,
    output wire                 s_axi_rlast,
    output wire                 s_axi_rvalid,
    input  wire                 s_axi_rready,
    input  wire [63:0]          s_axi_awaddr,
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
        if (SIDE != 1 && SIDE != 2) begin : g_check_side
            bl_a10_port_illegal_SIDE illegal();
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
    wire                h_arready, k_arready;
    wire [DATA_W-1:0]   h_rdata, k_rdata;
    wire [1:0]          h_rresp, k_rresp;
    wire                h_rlast, k_rlast;
    wire                h_rvalid, k_rvalid;
    wire                h_awready, k_awready;
    wire                h_wready, k_wready;
    wire [1:0]          h_bresp, k_bresp;
    wire                h_bvalid, k_bvalid;

    bl_port_gate #(.ADDR_W(64), .DATA_W(DATA_W)) node_gate (
        .clk(clk), .shut(rst), .open(open), .busy(busy), .strays(strays),
        .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awvalid(s_axi_awvalid),
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

    // the side that is not there takes nothing and gives nothing
    localparam [0:0] KERNELS = SIDE == 2;
    assign g_arready = KERNELS ? k_arready : h_arready;
    assign g_rdata = KERNELS ? k_rdata : h_rdata;
    assign g_rresp = KERNELS ? k_rresp : h_rresp;
    assign g_rlast = KERNELS ? k_rlast : h_rlast;
    assign g_rvalid = KERNELS ? k_rvalid : h_rvalid;
    assign g_awready = KERNELS ? k_awready : h_awready;
    assign g_wready = KERNELS ? k_wready : h_wready;
    assign g_bresp = KERNELS ? k_bresp : h_bresp;
    assign g_bvalid = KERNELS ? k_bvalid : h_bvalid;

    bl_a10_dma #(.DATA_W(DATA_W), .SIDES(SIDE), .LOG_WORDS(LOG_WORDS), .LOG_QUEUE(LOG_QUEUE),
        .READY_LATENCY(READY_LATENCY), .LOG_TIMEOUT(LOG_TIMEOUT)) dma (
        .clk(clk), .rst(clear), .failed(failed),
        .s_host_araddr(g_araddr), .s_host_arlen(g_arlen), .s_host_arvalid(g_arvalid & ~KERNELS),
        .s_host_arready(h_arready), .s_host_rdata(h_rdata), .s_host_rresp(h_rresp),
        .s_host_rlast(h_rlast), .s_host_rvalid(h_rvalid), .s_host_rready(g_rready),
        .s_host_awaddr(g_awaddr), .s_host_awlen(g_awlen), .s_host_awvalid(g_awvalid & ~KERNELS),
        .s_host_awready(h_awready), .s_host_wdata(g_wdata), .s_host_wstrb(g_wstrb),
        .s_host_wlast(g_wlast), .s_host_wvalid(g_wvalid & ~KERNELS), .s_host_wready(h_wready),
        .s_host_bresp(h_bresp), .s_host_bvalid(h_bvalid), .s_host_bready(g_bready),
        .s_kernel_araddr(g_araddr), .s_kernel_arlen(g_arlen),
        .s_kernel_arvalid(g_arvalid & KERNELS), .s_kernel_arready(k_arready),
        .s_kernel_rdata(k_rdata), .s_kernel_rresp(k_rresp), .s_kernel_rlast(k_rlast),
        .s_kernel_rvalid(k_rvalid), .s_kernel_rready(g_rready), .s_kernel_awaddr(g_awaddr),
        .s_kernel_awlen(g_awlen), .s_kernel_awvalid(g_awvalid & KERNELS),
        .s_kernel_awready(k_awready), .s_kernel_wdata(g_wdata), .s_kernel_wstrb(g_wstrb),
        .s_kernel_wlast(g_wlast), .s_kernel_wvalid(g_wvalid & KERNELS), .s_kernel_wready(k_wready),
        .s_kernel_bresp(k_bresp), .s_kernel_bvalid(k_bvalid), .s_kernel_bready(g_bready),
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
