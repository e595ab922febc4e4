// SPDX-License-Identifier: ISC
// For simulation only, never part of a project: what stands between a node's host port and the
// model of the host's bus where the board has Intel's Avalon-MM DMA: bl_a10_port and the models of
// the IP's data movers. All of it is reset with the node, as the model of the bus then forgets what
// it owes.
`default_nettype none
module bl_a10_host_model #(
    parameter DATA_W = 256,
    parameter SIDES = 1,
    parameter LOG_QUEUE = 4,
    parameter READY_LATENCY = 1
) (
    input  wire                 clk,
    input  wire                 rst,
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
    output wire [63:0]          m_axi_araddr,
    output wire [7:0]           m_axi_arlen,
    output wire                 m_axi_arvalid,
    input  wire                 m_axi_arready,
    input  wire [DATA_W-1:0]    m_axi_rdata,
    input  wire [1:0]           m_axi_rresp,
    input  wire                 m_axi_rlast,
    input  wire                 m_axi_rvalid,
    output wire                 m_axi_rready,
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
    wire [159:0]  RdAstRxData;
    wire          RdAstRxValid;
    wire          RdAstRxReady;
    wire [31:0]   RdAstTxData;
    wire          RdAstTxValid;
    wire          RdDmaWrite;
    wire [63:0]   RdDmaAddress;
    wire [255:0]  RdDmaWriteData;
    wire [4:0]    RdDmaBurstCount;
    wire [31:0]   RdDmaByteEnable;
    wire          RdDmaWaitRequest;
    wire [159:0]  WrAstRxData;
    wire          WrAstRxValid;
    wire          WrAstRxReady;
    wire [31:0]   WrAstTxData;
    wire          WrAstTxValid;
    wire          WrDmaRead;
    wire [63:0]   WrDmaAddress;
    wire [4:0]    WrDmaBurstCount;
    wire          WrDmaWaitRequest;
    wire [255:0]  WrDmaReadData;
    wire          WrDmaReadDataValid;
    wire [31:0] read_faults, write_faults;
    wire        busy, error;
    wire [1:0]  rresp, bresp;

    bl_a10_port #(.DATA_W(DATA_W), .SIDES(SIDES), .LOG_QUEUE(LOG_QUEUE),
        .READY_LATENCY(READY_LATENCY), .LOG_TIMEOUT(20)) port (
        .clk(clk), .rst(rst), .ready(~rst), .busy(busy), .error(error),
        .s_axi_araddr(s_axi_araddr), .s_axi_aruser(s_axi_aruser), .s_axi_arlen(s_axi_arlen),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .s_axi_awaddr(s_axi_awaddr), .s_axi_awuser(s_axi_awuser), .s_axi_awlen(s_axi_awlen),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bresp(bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .RdAstRxData(RdAstRxData), .RdAstRxValid(RdAstRxValid), .RdAstRxReady(RdAstRxReady),
        .RdAstTxData(RdAstTxData), .RdAstTxValid(RdAstTxValid), .RdDmaWrite(RdDmaWrite),
        .RdDmaAddress(RdDmaAddress), .RdDmaWriteData(RdDmaWriteData),
        .RdDmaBurstCount(RdDmaBurstCount), .RdDmaByteEnable(RdDmaByteEnable),
        .RdDmaWaitRequest(RdDmaWaitRequest), .WrAstRxData(WrAstRxData), .WrAstRxValid(WrAstRxValid),
        .WrAstRxReady(WrAstRxReady), .WrAstTxData(WrAstTxData), .WrAstTxValid(WrAstTxValid),
        .WrDmaRead(WrDmaRead), .WrDmaAddress(WrDmaAddress), .WrDmaBurstCount(WrDmaBurstCount),
        .WrDmaWaitRequest(WrDmaWaitRequest), .WrDmaReadData(WrDmaReadData),
        .WrDmaReadDataValid(WrDmaReadDataValid));

    bl_a10_read_mover #(.DATA_W(DATA_W), .READY_LATENCY(READY_LATENCY), .HOLD(0),
        .SEED(32'h1234_5679)) reads (
        .clk(clk), .rst(rst), .fast(1'b0), .faults(read_faults),
        .RdAstRxData_i(RdAstRxData), .RdAstRxValid_i(RdAstRxValid), .RdAstRxReady_o(RdAstRxReady),
        .RdAstTxData_o(RdAstTxData), .RdAstTxValid_o(RdAstTxValid), .RdDmaWrite_o(RdDmaWrite),
        .RdDmaAddress_o(RdDmaAddress), .RdDmaWriteData_o(RdDmaWriteData),
        .RdDmaBurstCount_o(RdDmaBurstCount), .RdDmaByteEnable_o(RdDmaByteEnable),
        .RdDmaWaitRequest_i(RdDmaWaitRequest), .m_axi_araddr(m_axi_araddr),
        .m_axi_arlen(m_axi_arlen), .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready),
        .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready));

    bl_a10_write_mover #(.DATA_W(DATA_W), .READY_LATENCY(READY_LATENCY), .HOLD(0),
        .SEED(32'h8765_4322)) writes (
        .clk(clk), .rst(rst), .fast(1'b0), .faults(write_faults),
        .WrAstRxData_i(WrAstRxData), .WrAstRxValid_i(WrAstRxValid), .WrAstRxReady_o(WrAstRxReady),
        .WrAstTxData_o(WrAstTxData), .WrAstTxValid_o(WrAstTxValid), .WrDmaRead_o(WrDmaRead),
        .WrDmaAddress_o(WrDmaAddress), .WrDmaBurstCount_o(WrDmaBurstCount),
        .WrDmaWaitRequest_i(WrDmaWaitRequest), .WrDmaReadData_i(WrDmaReadData),
        .WrDmaReadDataValid_i(WrDmaReadDataValid), .m_axi_awaddr(m_axi_awaddr),
        .m_axi_awlen(m_axi_awlen), .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready),
        .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
        .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_bresp(m_axi_bresp),
        .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready));

    // a rule of the IP that is broken is reported by errors from then on
    reg broken;
    always @(posedge clk) begin
        if (|{read_faults, write_faults, error} & ~broken)
            $display("bl_a10_host_model: a rule of the IP was broken, or a mover was given up");
        broken <= ~rst & (broken | (|{read_faults, write_faults, error}));
    end
    assign s_axi_rresp = rresp | {2{broken}};
    assign s_axi_bresp = bresp | {2{broken}};

    wire unused = &{1'b0, busy};
endmodule
`default_nettype wire
