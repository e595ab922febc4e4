// SPDX-License-Identifier: ISC
`default_nettype none
// Brings the write half of an AXI4 channel (AW, W, B) from the node's clock to the memory's.
// Contract: s_axi_* belongs to clk and is the side of the writer, m_axi_* belongs to mem_clk and is
// the side of the memory. Requests, words and responses keep their order and content, each for
// itself: a word may come to the memory before its request, as AXI4 allows. Resets as bl_async_fifo
// wants them: both high together for 4 cycles of each side.
// Cut: every output follows from registers of its own side.
// Latency: AW and W 1 cycle of clk and 3 or 4 of mem_clk, B 1 of mem_clk and 3 or 4 of clk.
// Throughput: 1 word a cycle of the slower side.
module bl_write_crossing #(
    // bits in an address: 1 or more
    parameter ADDR_W = 28,
    // bits in a word: 8 or more, a multiple of 8
    parameter DATA_W = 256,
    // log2 of the requests, of the words and of the responses that are kept: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                mem_clk,
    input  wire                mem_rst,
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
    output wire [ADDR_W-1:0]   m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    generate
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_write_crossing_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8 || DATA_W % 8 != 0) begin : g_check_data_w
            bl_write_crossing_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_write_crossing_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire [2:0] unused_empty;

    bl_async_fifo #(.WIDTH(ADDR_W + 8), .LOG_DEPTH(LOG_DEPTH)) requests (
        .s_clk(clk), .s_rst(rst), .s_tvalid(s_axi_awvalid), .s_tready(s_axi_awready),
        .s_tdata({s_axi_awlen, s_axi_awaddr}),
        .s_empty(unused_empty[0]),
        .m_clk(mem_clk), .m_rst(mem_rst), .m_tvalid(m_axi_awvalid), .m_tready(m_axi_awready),
        .m_tdata({m_axi_awlen, m_axi_awaddr}));

    bl_async_fifo #(.WIDTH(DATA_W + DATA_W / 8 + 1), .LOG_DEPTH(LOG_DEPTH)) words (
        .s_clk(clk), .s_rst(rst), .s_tvalid(s_axi_wvalid), .s_tready(s_axi_wready),
        .s_tdata({s_axi_wlast, s_axi_wstrb, s_axi_wdata}),
        .s_empty(unused_empty[1]),
        .m_clk(mem_clk), .m_rst(mem_rst), .m_tvalid(m_axi_wvalid), .m_tready(m_axi_wready),
        .m_tdata({m_axi_wlast, m_axi_wstrb, m_axi_wdata}));

    bl_async_fifo #(.WIDTH(2), .LOG_DEPTH(LOG_DEPTH)) responses (
        .s_clk(mem_clk), .s_rst(mem_rst), .s_tvalid(m_axi_bvalid), .s_tready(m_axi_bready),
        .s_tdata(m_axi_bresp),
        .s_empty(unused_empty[2]),
        .m_clk(clk), .m_rst(rst), .m_tvalid(s_axi_bvalid), .m_tready(s_axi_bready),
        .m_tdata(s_axi_bresp));
endmodule
`default_nettype wire
