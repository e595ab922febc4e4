// SPDX-License-Identifier: ISC
`default_nettype none
// Brings what is said on the wire back of a link from the clock that comes with it into that of the
// node which hears it.
// Contract: s_say is what bl_cell_say says, on s_clk. Its bits stand in their order at m_say, with
// m_tvalid; of zeros in a row those behind the fifth stay away, so the clocks may differ. For
// bl_cell_hear, whose messages have at most three in a row, this is the same, flips or not. The
// resets are those of bl_async_fifo.
// Latency: from the edge of s_clk that takes a bit 1 to 2 cycles of m_clk to its beginning, 2 where
// edges coincide. Throughput: a bit a cycle.
module bl_cell_said (
    input  wire s_clk,
    input  wire s_rst,
    input  wire s_say,
    input  wire m_clk,
    input  wire m_rst,
    output wire m_tvalid,
    output wire m_say
);
    localparam [2:0] MOST = 3'd5;
    reg  [2:0] zeros;                            // in a row
    wire       more = zeros != MOST;
    wire       ready, empty;
    always @(posedge s_clk) begin
        zeros <= s_say ? 3'd0 : zeros + {2'd0, more};
        if (s_rst) zeros <= 3'd0;
    end
    bl_async_fifo #(.WIDTH(1), .LOG_DEPTH(4)) queue (
        .s_clk(s_clk), .s_rst(s_rst), .s_tvalid(s_say | more), .s_tready(ready), .s_tdata(s_say),
        .s_empty(empty), .m_clk(m_clk), .m_rst(m_rst), .m_tvalid(m_tvalid), .m_tready(1'b1),
        .m_tdata(m_say));
    wire unused = &{1'b0, ready, empty, 1'b0};
endmodule
`default_nettype wire
