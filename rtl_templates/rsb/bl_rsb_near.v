// SPDX-License-Identifier: ISC
`default_nettype none
// The shared half of the comparison of a domain's number with the address lines of a ring: four
// lines, each 1 for the numbers that differ in exactly one bit from 0, 1, 14 or 15. Every number is
// near exactly one of these, and that one bit tells it from the others that are.
// Contract: m_near[0] = near 0, [1] = near 15, [2] = near 1, [3] = near 14; numbers of less than
// four bits have zeros on top. A cell of number d is meant when m_near[{d has an even number of
// ones, d (with bit 0 inverted if so) has three ones}] is 1 and the bit is d's. Every path is cut.
// Latency: one table. Throughput: as the address lines. Size: four tables.
module bl_rsb_near #(
    // bits of a number, 3..4
    parameter NUMBER = 4,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire [NUMBER-1:0] s_number,
    output wire [3:0]        m_near
);
    generate
        if (NUMBER < 3 || NUMBER > 4) begin : g_check_number
            bl_rsb_near_illegal_NUMBER illegal();
        end
    endgenerate

    bl_lut #(.INPUTS(NUMBER), .TABLE(64'h0116), .FABRIC(FABRIC),
             .RACES(1)) near_0  (.i(s_number), .o(m_near[0]));
    bl_lut #(.INPUTS(NUMBER), .TABLE(64'h6880), .FABRIC(FABRIC), .RACES(1)) near_15 (
        .i(s_number), .o(m_near[1]));
    bl_lut #(.INPUTS(NUMBER), .TABLE(64'h0229), .FABRIC(FABRIC),
             .RACES(1)) near_1  (.i(s_number), .o(m_near[2]));
    bl_lut #(.INPUTS(NUMBER), .TABLE(64'h9440), .FABRIC(FABRIC), .RACES(1)) near_14 (
        .i(s_number), .o(m_near[3]));
endmodule
`default_nettype wire
