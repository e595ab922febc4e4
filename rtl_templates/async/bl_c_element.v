// SPDX-License-Identifier: ISC
`default_nettype none
// Generalised C element: goes to 1 when set, to 0 when reset, and holds in between; one look-up
// table with its output fed back.
// Contract: s_set and s_reset are never 1 together. While rst is 1 the output is INIT. Every path
// through it is cut.
// Latency: one table. Throughput: as the circuit around it does.
module bl_c_element #(
    // value while rst is 1, 0..1
    parameter INIT = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire rst,
    input  wire s_set,
    input  wire s_reset,
    output wire m_value
);
    generate
        if (INIT < 0 || INIT > 1) begin : g_check_init
            bl_c_element_illegal_INIT illegal();
        end
    endgenerate

    // rst, own value, reset, set: 1 when set, or kept when not reset
    bl_lut #(.INPUTS(4), .TABLE((INIT != 0) ? 64'hFFBA : 64'h00BA), .FABRIC(FABRIC)) hold (
        .i({rst, m_value, s_reset, s_set}), .o(m_value));
endmodule
`default_nettype wire
