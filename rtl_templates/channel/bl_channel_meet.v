// SPDX-License-Identifier: ISC
`default_nettype none
// A kernel's end of a barrier that the network counts: a channel to all nodes, for words that mean
// no more than "I am here" and "all are".
// Contract: a word that the kernel sends enters the barrier, `enters`, a cycle of clk; it is one
// granule, and the next one is taken when the kernel has got the word that `leaves`, a cycle of clk
// too, gives it, one granule of zeros. Both resets have been high together for 4 cycles of each
// clock.
// Latency: 3 or 4 cycles of clk from s_axis to `enters`, as many of k_clk from `leaves` to m_axis.
// Throughput: a word of each in 16 cycles of the slower clock.
module bl_channel_meet #(
    // granules of 32 bits in a word: 1..32
    parameter GRANULES = 8
) (
    input  wire                   clk,
    input  wire                   rst,
    output reg                    enters,
    input  wire                   leaves,
    // the kernel
    input  wire                   k_clk,
    input  wire                   k_rst,
    input  wire                   s_axis_tvalid,
    output wire                   s_axis_tready,
    output reg                    m_axis_tvalid,
    input  wire                   m_axis_tready,
    output wire [GRANULES*32-1:0] m_axis_tdata,
    output wire [GRANULES-1:0]    m_axis_tkeep
);
    generate
        if (GRANULES < 1 || GRANULES > 32) begin : g_check_granules
            bl_channel_meet_illegal_GRANULES illegal();
        end
    endgenerate

    // Each clock has a bit that changes with every word, which the other one sees later.
    reg  in, out, in_before, out_before, away;   // away: sent, and nothing has come back
    wire in_seen, out_seen;
    bl_synchroniser #(.WIDTH(1)) inward (.clk(clk), .s(in), .m(in_seen));
    bl_synchroniser #(.WIDTH(1)) outward (.clk(k_clk), .s(out), .m(out_seen));
    always @(posedge clk) begin
        in_before <= in_seen;
        enters    <= in_seen ^ in_before;
        out       <= out ^ leaves;
        if (rst) begin
            in_before <= 1'b0;
            enters    <= 1'b0;
            out       <= 1'b0;
        end
    end
    assign s_axis_tready = ~away;
    assign m_axis_tdata  = {(GRANULES*32){1'b0}};
    assign m_axis_tkeep  = {GRANULES{1'b1}} >> (GRANULES - 1);
    always @(posedge k_clk) begin
        out_before <= out_seen;
        if (s_axis_tvalid & ~away) in <= ~in;
        away <= (away | s_axis_tvalid) & ~(m_axis_tvalid & m_axis_tready);
        m_axis_tvalid <= (out_seen ^ out_before) | (m_axis_tvalid & ~m_axis_tready);
        if (k_rst) begin
            out_before    <= 1'b0;
            in            <= 1'b0;
            away          <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
