// SPDX-License-Identifier: ISC
`default_nettype none
// Where a channel's sending end goes, where its kernel says it for each move.
// Contract: s_* takes the node of each move that is sent, in their order, on the kernel's clock;
// the words of moves may be anywhere. On clk: with to_valid the end sends to `to_node`
// (bl_channel_send), from before a move's first word until `ended`, in whose cycle the last one
// goes. to_valid falls for a cycle or more between two moves, so the sender asks anew for each.
// Both resets have been high together for 4 cycles of each clock.
// Cut: to_valid is a register, to_node is read by a registered address.
// Latency: a crossing and 1 cycle. Throughput: a move in 2 cycles.
module bl_channel_to #(
    // bits of a node's number: 1..6
    parameter NODE_W = 1
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              k_clk,
    input  wire              k_rst,
    // moves, in k_clk
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [NODE_W-1:0] s_node,
    // the end, in clk
    output reg               to_valid,
    output wire [NODE_W-1:0] to_node,
    input  wire              ended
);
    generate
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_channel_to_illegal_NODE_W illegal();
        end
    endgenerate

    wire waits, unused_empty;
    bl_async_fifo #(.WIDTH(NODE_W), .LOG_DEPTH(2)) moves (
        .s_clk(k_clk), .s_rst(k_rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_node),
        .s_empty(unused_empty), .m_clk(clk), .m_rst(rst), .m_tvalid(waits), .m_tready(ended),
        .m_tdata(to_node));

    always @(posedge clk) to_valid <= waits & ~ended & ~rst;
endmodule
`default_nettype wire
