// SPDX-License-Identifier: ISC
`default_nettype none
// From whom a channel's receiving end takes, where its kernel says it for each move.
// Contract: s_* takes the node and the granules (1 or more) of each move that is received, in their
// order, on the kernel's clock. On clk, for bl_channel_receive: with from_valid the end takes from
// from_node; with `wants` a node that asks is granted places. The end turns to another node when as
// many granules have come as were wanted and the last of them ended a move of its node: no more can
// come then, because that node has to ask anew and is not answered. Where a node sends more in one
// move than is wanted of it, the end stays with it until the rest is wanted, too.
// `came`: a word was taken, with granules from lane 0 up by `came_keep`; `came_last` ends a move of
// the node. `granted`: all free places were granted.
// Both resets have been high together for 4 cycles of each clock.
// A node asks 1 cycle or more behind its last word, and the ask counts (bl_channel_receive) 3
// cycles after it came: `wants` is right by then.
// Cut: from_valid, from_node and wants are registers.
// Latency: a crossing and 2 cycles. Throughput: a move in 3 cycles.
module bl_channel_from #(
    // bits of a node's number: 1..6
    parameter NODE_W = 1,
    // granules in a word: 1..16
    parameter ELEMS = 8
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              k_clk,
    input  wire              k_rst,
    // moves, in k_clk
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [NODE_W-1:0] s_node,
    input  wire [31:0]       s_length,
    // the end, in clk
    output reg               from_valid,
    output reg  [NODE_W-1:0] from_node,
    output reg               wants,
    input  wire              granted,
    input  wire              came,
    input  wire [ELEMS-1:0]  came_keep,
    input  wire              came_last
);
    generate
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_channel_from_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_channel_from_illegal_ELEMS illegal();
        end
    endgenerate

    wire              waits, unused_empty;
    wire [NODE_W-1:0] node;
    wire [31:0]       length;
    reg               turn, open;         // the next move is taken; a move of the node goes on
    reg  [33:0]       need;               // granules that are still to come, or, below 0, too many
    reg  [4:0]        count;
    wire              idle = need == 34'd0, less = need[33];
    wire              same = from_valid & (node == from_node);
    bl_async_fifo #(.WIDTH(NODE_W + 32), .LOG_DEPTH(2)) moves (
        .s_clk(k_clk), .s_rst(k_rst), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata({s_node, s_length}), .s_empty(unused_empty), .m_clk(clk), .m_rst(rst),
        .m_tvalid(waits), .m_tready(turn), .m_tdata({node, length}));

    integer lane;
    always @* begin
        count = 5'd0;
        for (lane = 0; lane < ELEMS; lane = lane + 1)
            if (came_keep[lane]) count = lane[4:0] + 5'd1;
    end

    always @(posedge clk) begin
        turn <= waits & ~turn & ((idle & ~open & ~came) | (same & (idle | less) & ~came));
        need <= need + (turn ? {2'd0, length} : 34'd0) - (came ? {29'd0, count} : 34'd0);
        open <= (open | granted | came) & ~(came & came_last);
        // the word before may have been the last that is wanted
        wants <= ~less & ~idle & ~came & ~turn;
        if (turn) begin
            from_valid <= 1'b1;
            from_node  <= node;
        end
        if (rst) begin
            turn       <= 1'b0;
            open       <= 1'b0;
            need       <= 34'd0;
            wants      <= 1'b0;
            from_valid <= 1'b0;
            from_node  <= {NODE_W{1'b0}};
        end
    end
endmodule
`default_nettype wire
