// SPDX-License-Identifier: ISC
`default_nettype none
// A hub of four ports of PCI Express: to the host, N; east and west along a ring, E and W; to
// another ring, S. Writes to memory go on by their address alone.
// Contract: ports are 0 N, 1 E, 2 W, 3 S, in all vectors the lowest first; TLPs are as bl_hub_take
// says. To E, W and S a TLP goes when the hub there has room for it, to N as m_tready says; s_freed
// tells of a TLP that has left the other end's buffer, m_freed of one that has left here. Ranges
// 0..2 are of N, 3 of S, 4 of E, 5 of W (bl_hub_table), the lowest that has an address counts. What
// comes of N waits for its last word; what else comes has no gaps in a TLP, and has none where it
// leaves, while m_tready stays. What nobody's range has is dropped, and `dropped` counts it.
// Latency: 4 cycles from a port to another one. Throughput: 1 word a cycle and port.
module bl_hub #(
    // log2 of the words in the buffer of an input: 5..12
    parameter LOG_WORDS = 8,
    // TLPs that it has room for: 2..255
    parameter SLOTS = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  node,
    input  wire [31:0]  table_word,
    output wire [31:0]  table_taken,
    output reg  [31:0]  dropped,
    input  wire [3:0]   s_tvalid,
    input  wire [511:0] s_tdata,
    input  wire [3:0]   s_tlast,
    output wire [3:0]   m_freed,
    output wire [3:0]   m_tvalid,
    input  wire [3:0]   m_tready,
    output wire [511:0] m_tdata,
    output wire [3:0]   m_tlast,
    input  wire [3:0]   s_freed
);
    generate
        if (LOG_WORDS < 5 || LOG_WORDS > 12) begin : g_check_log_words
            bl_hub_illegal_LOG_WORDS illegal();
        end
        if (SLOTS < 2 || SLOTS > 255) begin : g_check_slots
            bl_hub_illegal_SLOTS illegal();
        end
    endgenerate

    localparam RANGES = 6, PORTS = 4;
    localparam [23:0] RANGE_PORTS = {3'd0, 3'd0, 3'd2, 3'd1, 3'd3, 3'd0, 3'd0, 3'd0};
    // The hub's own number on the host's bus.
    localparam [15:0] HUB = 16'h0100;

    wire [RANGES*97-1:0] ranges;
    bl_hub_table #(.RANGES(RANGES)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(table_taken), .ranges(ranges));

    wire [3:0]   valid, ready, last;
    wire [511:0] data;
    wire [15:0]  want, taken;  // of input i, port p: bit 4 * i + p
    wire [3:0]   nobody;
    genvar       i, p;
    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_in
            bl_hub_take #(
                .PORTS(PORTS), .RANGES(RANGES), .RANGE_PORTS(RANGE_PORTS), .LOG_WORDS(LOG_WORDS),
                .WHOLE(i == 0 ? 1 : 0), .FROM_HOST(i == 0 ? 1 : 0)) take (
                .clk(clk), .rst(rst), .ranges(ranges), .node(node), .hub(HUB),
                .s_tvalid(s_tvalid[i]), .s_tdata(s_tdata[128*i +: 128]), .s_tlast(s_tlast[i]),
                .freed(m_freed[i]), .m_tvalid(valid[i]), .m_tready(ready[i]),
                .m_tdata(data[128*i +: 128]), .m_tlast(last[i]), .m_want(want[4*i +: 4]));
            assign nobody[i] = want[4*i +: 4] == 4'd0;
            assign ready[i]  = nobody[i] | |taken[4*i +: 4];
        end
        for (p = 0; p < PORTS; p = p + 1) begin : g_out
            // What goes on east has come of W, and what goes on west of E; N and S are no rings.
            localparam PASSES = p == 1 ? 4 : p == 2 ? 2 : 15;
            wire [3:0] mine = {want[12+p], want[8+p], want[4+p], want[p]} & valid;
            wire [3:0] takes;
            bl_hub_give #(
                .INPUTS(PORTS), .PASSES(PASSES), .BUBBLE(p == 1 || p == 2 ? 1 : 0),
                .SLOTS(p == 0 ? 0 : SLOTS)) give (
                .clk(clk), .rst(rst), .s_tvalid(mine), .s_tready(takes), .s_tdata(data),
                .s_tlast(last), .m_tvalid(m_tvalid[p]), .m_tready(m_tready[p]),
                .m_tdata(m_tdata[128*p +: 128]), .m_tlast(m_tlast[p]), .freed(s_freed[p]));
            assign {taken[12+p], taken[8+p], taken[4+p], taken[p]} = takes & mine;
        end
    endgenerate

    reg [2:0] more;
    always @* begin : count
        integer k;
        more = 3'd0;
        for (k = 0; k < PORTS; k = k + 1)
            more = more + {2'd0, valid[k] & nobody[k] & last[k]};
    end
    always @(posedge clk)
        if (rst) dropped <= 32'd0;
        else dropped <= dropped + {29'd0, more};
endmodule
`default_nettype wire
