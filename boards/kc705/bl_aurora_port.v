// SPDX-License-Identifier: ISC
`default_nettype none
// A stream of the node and Aurora 64B/66B of Vivado: framing interface, duplex, no flow control, no
// CRC; 64 bits for each lane. No vendor's tool has read this file, and no core was joined to it.
// Contract: m_wire_* and s_wire_* are the node's stream with one peer, in the network's clock; the
// other ports have the core's names, in its user_clk. The core numbers its bits from the left,
// [0:63], which changes nothing: both ends do. Words that come while the queue from the core is
// full are lost, as on the wire; with a network's clock that is no slower than user_clk none are.
// tkeep is not looked at: all words are full, and a frame's CRC tells others. `rst` and the core's
// reset hold for 4 cycles of both clocks together.
// Latency: 4 or 5 cycles of the slower clock, each way. Throughput: 1 word a cycle of it.
module bl_aurora_port #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    // the node
    input  wire               s_wire_tvalid,
    output wire               s_wire_tready,
    input  wire [WIDTH-1:0]   s_wire_tdata,
    input  wire               s_wire_tlast,
    output wire               m_wire_tvalid,
    output wire [WIDTH-1:0]   m_wire_tdata,
    output wire               m_wire_tlast,
    output wire               m_wire_up,
    // the core
    input  wire               user_clk,
    input  wire               sys_reset_out,
    input  wire               channel_up,
    output wire [WIDTH-1:0]   s_axi_tx_tdata,
    output wire [WIDTH/8-1:0] s_axi_tx_tkeep,
    output wire               s_axi_tx_tlast,
    output wire               s_axi_tx_tvalid,
    input  wire               s_axi_tx_tready,
    input  wire [WIDTH-1:0]   m_axi_rx_tdata,
    input  wire [WIDTH/8-1:0] m_axi_rx_tkeep,
    input  wire               m_axi_rx_tlast,
    input  wire               m_axi_rx_tvalid
);
    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_aurora_port_illegal_WIDTH illegal();
        end
    endgenerate

    wire out_empty, in_empty, in_ready;
    bl_async_fifo #(.WIDTH(WIDTH + 1)) out (
        .s_clk(clk), .s_rst(rst), .s_tvalid(s_wire_tvalid), .s_tready(s_wire_tready),
        .s_tdata({s_wire_tlast, s_wire_tdata}), .s_empty(out_empty), .m_clk(user_clk),
        .m_rst(sys_reset_out), .m_tvalid(s_axi_tx_tvalid), .m_tready(s_axi_tx_tready),
        .m_tdata({s_axi_tx_tlast, s_axi_tx_tdata}));
    assign s_axi_tx_tkeep = {(WIDTH/8){1'b1}};
    bl_async_fifo #(.WIDTH(WIDTH + 1)) in (
        .s_clk(user_clk), .s_rst(sys_reset_out), .s_tvalid(m_axi_rx_tvalid), .s_tready(in_ready),
        .s_tdata({m_axi_rx_tlast, m_axi_rx_tdata}), .s_empty(in_empty), .m_clk(clk), .m_rst(rst),
        .m_tvalid(m_wire_tvalid), .m_tready(1'b1), .m_tdata({m_wire_tlast, m_wire_tdata}));
    bl_synchroniser up (.clk(clk), .s(channel_up), .m(m_wire_up));
    wire unused = &{1'b0, out_empty, in_empty, in_ready, m_axi_rx_tkeep, 1'b0};
endmodule
`default_nettype wire
