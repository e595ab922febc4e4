// SPDX-License-Identifier: ISC
`default_nettype none
// The node's registers behind a BAR of Intel's Avalon-MM DMA for PCI Express: its RX master of 32
// bits to AXI4-Lite, in another clock.
// Contract: Rxm* are the IP's ports without the BAR's number and _o, _i: a request of one word,
// waited for by RxmWaitRequest; a read is answered by RxmReadDataValid. One request is under way at
// a time, also a write, so that what the host writes and reads stays in order. m_axil_* is an
// AXI4-Lite master: addresses of 16 bits, the strobes are the byte enables. Responses are not
// looked at: the IP has no way to tell them. s_rst is of clk, m_rst of m_clk; both at once, as
// bl_async_fifo wants them. RxmWaitRequest sees no input; m_axil_* are registers but for ready.
// Latency: request to m_axil valid 4 or 5 cycles of m_clk, answer to RxmReadDataValid 4 or 5 of
// clk. Throughput: a request in about 12 cycles.
module bl_a10_registers (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] RxmAddress,
    input  wire [3:0]  RxmByteEnable,
    input  wire [31:0] RxmWriteData,
    input  wire        RxmWrite,
    input  wire        RxmRead,
    output wire        RxmWaitRequest,
    output reg  [31:0] RxmReadData,
    output reg         RxmReadDataValid,
    input  wire        m_clk,
    input  wire        m_rst,
    output reg  [15:0] m_axil_awaddr,
    output reg         m_axil_awvalid,
    input  wire        m_axil_awready,
    output reg  [31:0] m_axil_wdata,
    output reg  [3:0]  m_axil_wstrb,
    output reg         m_axil_wvalid,
    input  wire        m_axil_wready,
    input  wire [1:0]  m_axil_bresp,
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,
    output reg  [15:0] m_axil_araddr,
    output reg         m_axil_arvalid,
    input  wire        m_axil_arready,
    input  wire [31:0] m_axil_rdata,
    input  wire [1:0]  m_axil_rresp,
    input  wire        m_axil_rvalid,
    output wire        m_axil_rready
);
    // ---- the IP's side: one request, then its answer {read, data}
    reg         busy;
    wire        asks_ready, answered;
    wire [32:0] answer;
    wire [1:0]  unused_empty;
    wire        take = (RxmWrite | RxmRead) & ~RxmWaitRequest;
    assign RxmWaitRequest = busy | ~asks_ready;

    always @(posedge clk) begin
        RxmReadData      <= answer[31:0];
        RxmReadDataValid <= answered & answer[32] & ~rst;
        busy             <= (busy | take) & ~answered & ~rst;
    end

    wire        asked, write, done;
    wire [15:0] address;
    wire [3:0]  enable;
    wire [31:0] data;
    wire        answer_ready;
    bl_async_fifo #(.WIDTH(53), .LOG_DEPTH(2)) asks (
        .s_clk(clk), .s_rst(rst), .s_tvalid(take), .s_tready(asks_ready),
        .s_tdata({RxmWrite, RxmAddress[15:0], RxmByteEnable, RxmWriteData}),
        .s_empty(unused_empty[0]), .m_clk(m_clk), .m_rst(m_rst), .m_tvalid(asked),
        .m_tready(done), .m_tdata({write, address, enable, data}));
    bl_async_fifo #(.WIDTH(33), .LOG_DEPTH(2)) answers (
        .s_clk(m_clk), .s_rst(m_rst), .s_tvalid(done), .s_tready(answer_ready),
        .s_tdata({~write, m_axil_rdata}), .s_empty(unused_empty[1]), .m_clk(clk), .m_rst(rst),
        .m_tvalid(answered), .m_tready(1'b1), .m_tdata(answer));

    // ---- the node's side
    reg begun;
    assign m_axil_bready = asked & begun & write & answer_ready;
    assign m_axil_rready = asked & begun & ~write & answer_ready;
    assign done          = m_axil_bready & m_axil_bvalid | m_axil_rready & m_axil_rvalid;

    always @(posedge m_clk) begin
        if (m_axil_awready) m_axil_awvalid <= 1'b0;
        if (m_axil_wready)  m_axil_wvalid  <= 1'b0;
        if (m_axil_arready) m_axil_arvalid <= 1'b0;
        if (asked & ~begun) begin
            begun          <= 1'b1;
            m_axil_awaddr  <= address;
            m_axil_araddr  <= address;
            m_axil_wdata   <= data;
            m_axil_wstrb   <= enable;
            m_axil_awvalid <= write;
            m_axil_wvalid  <= write;
            m_axil_arvalid <= ~write;
        end
        if (done) begun <= 1'b0;
        if (m_rst) begin
            begun          <= 1'b0;
            m_axil_awvalid <= 1'b0;
            m_axil_wvalid  <= 1'b0;
            m_axil_arvalid <= 1'b0;
        end
    end

    wire unused = &{1'b0, RxmAddress[63:16], m_axil_bresp, m_axil_rresp, unused_empty};
endmodule
`default_nettype wire
