// SPDX-License-Identifier: ISC
`default_nettype none
// A memory channel that is the host's or the pipeline's.
// Contract: s0_axi_* is the pipeline, s1_axi_* the host, m_axi_* the memory. While `owns` is high
// the channel is the host's; the other side sees neither ready nor valid. `owns` changes only while
// nothing is on its way (bl_dma_window).
// Latency: 0 cycles. Throughput: a request and a word a cycle, each way.
module bl_dma_share #(
    // bits in an address: 1 or more
    parameter ADDR_W = 28,
    // bits in a word: 8 or more
    parameter DATA_W = 256
) (
    input  wire                      owns,
    input  wire [ADDR_W-1:0]         s0_axi_araddr,
    input  wire [7:0]                s0_axi_arlen,
    input  wire                      s0_axi_arvalid,
    output wire                      s0_axi_arready,
    output wire [DATA_W-1:0]         s0_axi_rdata,
    output wire [1:0]                s0_axi_rresp,
    output wire                      s0_axi_rlast,
    output wire                      s0_axi_rvalid,
    input  wire                      s0_axi_rready,
    input  wire [ADDR_W-1:0]         s0_axi_awaddr,
    input  wire [7:0]                s0_axi_awlen,
    input  wire                      s0_axi_awvalid,
    output wire                      s0_axi_awready,
    input  wire [DATA_W-1:0]         s0_axi_wdata,
    input  wire [DATA_W/8-1:0]       s0_axi_wstrb,
    input  wire                      s0_axi_wlast,
    input  wire                      s0_axi_wvalid,
    output wire                      s0_axi_wready,
    output wire [1:0]                s0_axi_bresp,
    output wire                      s0_axi_bvalid,
    input  wire                      s0_axi_bready,
    input  wire [ADDR_W-1:0]         s1_axi_araddr,
    input  wire [7:0]                s1_axi_arlen,
    input  wire                      s1_axi_arvalid,
    output wire                      s1_axi_arready,
    output wire [DATA_W-1:0]         s1_axi_rdata,
    output wire [1:0]                s1_axi_rresp,
    output wire                      s1_axi_rlast,
    output wire                      s1_axi_rvalid,
    input  wire                      s1_axi_rready,
    input  wire [ADDR_W-1:0]         s1_axi_awaddr,
    input  wire [7:0]                s1_axi_awlen,
    input  wire                      s1_axi_awvalid,
    output wire                      s1_axi_awready,
    input  wire [DATA_W-1:0]         s1_axi_wdata,
    input  wire [DATA_W/8-1:0]       s1_axi_wstrb,
    input  wire                      s1_axi_wlast,
    input  wire                      s1_axi_wvalid,
    output wire                      s1_axi_wready,
    output wire [1:0]                s1_axi_bresp,
    output wire                      s1_axi_bvalid,
    input  wire                      s1_axi_bready,
    output wire [ADDR_W-1:0]         m_axi_araddr,
    output wire [7:0]                m_axi_arlen,
    output wire                      m_axi_arvalid,
    input  wire                      m_axi_arready,
    input  wire [DATA_W-1:0]         m_axi_rdata,
    input  wire [1:0]                m_axi_rresp,
    input  wire                      m_axi_rlast,
    input  wire                      m_axi_rvalid,
    output wire                      m_axi_rready,
    output wire [ADDR_W-1:0]         m_axi_awaddr,
    output wire [7:0]                m_axi_awlen,
    output wire                      m_axi_awvalid,
    input  wire                      m_axi_awready,
    output wire [DATA_W-1:0]         m_axi_wdata,
    output wire [DATA_W/8-1:0]       m_axi_wstrb,
    output wire                      m_axi_wlast,
    output wire                      m_axi_wvalid,
    input  wire                      m_axi_wready,
    input  wire [1:0]                m_axi_bresp,
    input  wire                      m_axi_bvalid,
    output wire                      m_axi_bready
);
    generate
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_dma_share_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_dma_share_illegal_DATA_W illegal();
        end
    endgenerate

    assign m_axi_araddr  = owns ? s1_axi_araddr : s0_axi_araddr;
    assign m_axi_arlen   = owns ? s1_axi_arlen : s0_axi_arlen;
    assign m_axi_arvalid = owns ? s1_axi_arvalid : s0_axi_arvalid;
    assign s0_axi_arready = ~owns & m_axi_arready;
    assign s1_axi_arready = owns & m_axi_arready;
    assign s0_axi_rdata   = m_axi_rdata;
    assign s1_axi_rdata   = m_axi_rdata;
    assign s0_axi_rresp   = m_axi_rresp;
    assign s1_axi_rresp   = m_axi_rresp;
    assign s0_axi_rlast   = m_axi_rlast;
    assign s1_axi_rlast   = m_axi_rlast;
    assign s0_axi_rvalid  = ~owns & m_axi_rvalid;
    assign s1_axi_rvalid  = owns & m_axi_rvalid;
    assign m_axi_rready  = owns ? s1_axi_rready : s0_axi_rready;
    assign m_axi_awaddr  = owns ? s1_axi_awaddr : s0_axi_awaddr;
    assign m_axi_awlen   = owns ? s1_axi_awlen : s0_axi_awlen;
    assign m_axi_awvalid = owns ? s1_axi_awvalid : s0_axi_awvalid;
    assign s0_axi_awready = ~owns & m_axi_awready;
    assign s1_axi_awready = owns & m_axi_awready;
    assign m_axi_wdata   = owns ? s1_axi_wdata : s0_axi_wdata;
    assign m_axi_wstrb   = owns ? s1_axi_wstrb : s0_axi_wstrb;
    assign m_axi_wlast   = owns ? s1_axi_wlast : s0_axi_wlast;
    assign m_axi_wvalid  = owns ? s1_axi_wvalid : s0_axi_wvalid;
    assign s0_axi_wready  = ~owns & m_axi_wready;
    assign s1_axi_wready  = owns & m_axi_wready;
    assign s0_axi_bresp   = m_axi_bresp;
    assign s1_axi_bresp   = m_axi_bresp;
    assign s0_axi_bvalid  = ~owns & m_axi_bvalid;
    assign s1_axi_bvalid  = owns & m_axi_bvalid;
    assign m_axi_bready  = owns ? s1_axi_bready : s0_axi_bready;
endmodule
`default_nettype wire
