// SPDX-License-Identifier: ISC
`default_nettype none
// One memory channel of the node as a complete AXI4 master: what a vendor's memory controller or
// interconnect with an AXI4 slave takes.
// Contract: s_axi_* is the node's channel; m_axi_* adds the signals that are constant for it: id 0,
// full-word INCR bursts, normal data. No request passes while the memory is not calibrated;
// `calibrated` may come from any clock; what was begun goes on. `rst` says that the node is in
// reset, or is about to be: the port is shut, see bl_port_gate, and `busy` says that the memory
// still owes something; the memory itself is not reset. With `rst` and `calibrated` low all is
// forgotten. `error` rises with the first response that is not OKAY or that nobody asked for, and
// stays until a reset without calibration.
// Latency: AR, AW and W 1 cycle, R and B none. Throughput: 1 request and 1 word a cycle.
module bl_axi4_port #(
    // bits in an address of the node, 1..64
    parameter ADDR_W = 28,
    // bits in a word, a power of two, 8..1024
    parameter DATA_W = 256,
    // derived, leave alone: log2 of the bytes in a word
    parameter SIZE = (DATA_W <= 8) ? 0 : (DATA_W <= 16) ? 1 : (DATA_W <= 32) ? 2
        : (DATA_W <= 64) ? 3 : (DATA_W <= 128) ? 4 : (DATA_W <= 256) ? 5 : (DATA_W <= 512) ? 6 : 7
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
    output wire                m_axi_arid,
    output wire [ADDR_W-1:0]   m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire [2:0]          m_axi_arsize,
    output wire [1:0]          m_axi_arburst,
    output wire                m_axi_arlock,
    output wire [3:0]          m_axi_arcache,
    output wire [2:0]          m_axi_arprot,
    output wire [3:0]          m_axi_arqos,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire                m_axi_rid,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    output wire                m_axi_awid,
    output wire [ADDR_W-1:0]   m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire [2:0]          m_axi_awsize,
    output wire [1:0]          m_axi_awburst,
    output wire                m_axi_awlock,
    output wire [3:0]          m_axi_awcache,
    output wire [2:0]          m_axi_awprot,
    output wire [3:0]          m_axi_awqos,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire                m_axi_bid,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    generate
        if (ADDR_W < 1 || ADDR_W > 64) begin : g_check_addr_w
            bl_axi4_port_illegal_ADDR_W illegal();
        end
        if (DATA_W != (8 << SIZE)) begin : g_check_data_w
            bl_axi4_port_illegal_DATA_W illegal();
        end
    endgenerate

    wire open;
    bl_port_open when_open (.clk(clk), .shut(rst), .calibrated(calibrated), .open(open));

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
        .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp),
        .m_axi_rlast(m_axi_rlast), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
        .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen), .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready), .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb),
        .m_axi_wlast(m_axi_wlast), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
        .m_axi_bresp(m_axi_bresp), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready));

    assign m_axi_arid    = 1'b0;
    assign m_axi_arsize  = SIZE[2:0];
    assign m_axi_arburst = 2'b01;
    assign m_axi_arlock  = 1'b0;
    assign m_axi_arcache = 4'b0011;
    assign m_axi_arprot  = 3'b000;
    assign m_axi_arqos   = 4'd0;
    assign m_axi_awid    = 1'b0;
    assign m_axi_awsize  = SIZE[2:0];
    assign m_axi_awburst = 2'b01;
    assign m_axi_awlock  = 1'b0;
    assign m_axi_awcache = 4'b0011;
    assign m_axi_awprot  = 3'b000;
    assign m_axi_awqos   = 4'd0;

    wire unused_ids = &{1'b0, m_axi_rid, m_axi_bid};

    always @(posedge clk) begin
        if (rst & ~open) error <= 1'b0;
        else if ((m_axi_rvalid & m_axi_rready & m_axi_rresp != 2'b00)
            | (m_axi_bvalid & m_axi_bready & m_axi_bresp != 2'b00) | strays != 8'd0)
            error <= 1'b1;
    end
endmodule
`default_nettype wire
