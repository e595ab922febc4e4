// SPDX-License-Identifier: ISC
`default_nettype none
// Brings the read half of an AXI4 channel (AR, R) from the node's clock to the memory's.
// Contract: s_axi_* belongs to clk and is the side of the reader, m_axi_* belongs to mem_clk and is
// the side of the memory. Requests and words keep their order and content. Resets as bl_async_fifo
// wants them: both high together for 4 cycles of each side. A word is taken from the memory
// whenever there is room: with a reader that asks only for what its queue has room for, the memory
// never waits for long.
// Cut: every output follows from registers of its own side.
// Latency: AR 1 cycle of clk and 3 or 4 of mem_clk, R 1 of mem_clk and 3 or 4 of clk. Throughput: 1
// word a cycle of the slower side.
module bl_read_crossing #(
    // bits in an address: 1 or more
    parameter ADDR_W = 28,
    // bits in a word: 8 or more
    parameter DATA_W = 256,
    // log2 of the requests and of the words that are kept: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              mem_clk,
    input  wire              mem_rst,
    input  wire [ADDR_W-1:0] s_axi_araddr,
    input  wire [7:0]        s_axi_arlen,
    input  wire              s_axi_arvalid,
    output wire              s_axi_arready,
    output wire [DATA_W-1:0] s_axi_rdata,
    output wire [1:0]        s_axi_rresp,
    output wire              s_axi_rlast,
    output wire              s_axi_rvalid,
    input  wire              s_axi_rready,
    output wire [ADDR_W-1:0] m_axi_araddr,
    output wire [7:0]        m_axi_arlen,
    output wire              m_axi_arvalid,
    input  wire              m_axi_arready,
    input  wire [DATA_W-1:0] m_axi_rdata,
    input  wire [1:0]        m_axi_rresp,
    input  wire              m_axi_rlast,
    input  wire              m_axi_rvalid,
    output wire              m_axi_rready
);
    generate
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_read_crossing_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_read_crossing_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_read_crossing_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire [1:0] unused_empty;

    bl_async_fifo #(.WIDTH(ADDR_W + 8), .LOG_DEPTH(LOG_DEPTH)) requests (
        .s_clk(clk), .s_rst(rst), .s_tvalid(s_axi_arvalid), .s_tready(s_axi_arready),
        .s_tdata({s_axi_arlen, s_axi_araddr}),
        .s_empty(unused_empty[0]),
        .m_clk(mem_clk), .m_rst(mem_rst), .m_tvalid(m_axi_arvalid), .m_tready(m_axi_arready),
        .m_tdata({m_axi_arlen, m_axi_araddr}));

    bl_async_fifo #(.WIDTH(DATA_W + 3), .LOG_DEPTH(LOG_DEPTH)) words (
        .s_clk(mem_clk), .s_rst(mem_rst), .s_tvalid(m_axi_rvalid), .s_tready(m_axi_rready),
        .s_tdata({m_axi_rlast, m_axi_rresp, m_axi_rdata}), .s_empty(unused_empty[1]),
        .m_clk(clk), .m_rst(rst), .m_tvalid(s_axi_rvalid), .m_tready(s_axi_rready),
        .m_tdata({s_axi_rlast, s_axi_rresp, s_axi_rdata}));
endmodule
`default_nettype wire
