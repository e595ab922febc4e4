// SPDX-License-Identifier: ISC
`default_nettype none
// The clocks of the node from one clock of the board: the MMCM of the 7 series with its feedback
// and global buffers.
// Contract: clk_N runs at ref_clk * MULTIPLY / DIVIDE / OUT_N; ref_clk * MULTIPLY / DIVIDE must lie
// in the range of the device's VCO. `locked` is low until the clocks are stable. Latency and
// throughput do not apply.
module bl_clock_mmcm #(
    // period of the reference, ps, 1250..100000
    parameter PERIOD_PS = 5000,
    // factor from the phase detector to the oscillator, 2..64
    parameter MULTIPLY = 5,
    // divider of the reference, 1..106
    parameter DIVIDE = 1,
    // divider of clk_0, 1..128
    parameter OUT_0 = 5,
    // divider of clk_1, 1..128
    parameter OUT_1 = 5,
    // divider of clk_2, 1..128
    parameter OUT_2 = 5
) (
    input  wire ref_clk,
    output wire locked,
    output wire clk_0,
    output wire clk_1,
    output wire clk_2
);
    generate
        if (PERIOD_PS < 1250 || PERIOD_PS > 100000) begin : g_check_period_ps
            bl_clock_mmcm_illegal_PERIOD_PS illegal();
        end
        if (MULTIPLY < 2 || MULTIPLY > 64) begin : g_check_multiply
            bl_clock_mmcm_illegal_MULTIPLY illegal();
        end
        if (DIVIDE < 1 || DIVIDE > 106) begin : g_check_divide
            bl_clock_mmcm_illegal_DIVIDE illegal();
        end
        if (OUT_0 < 1 || OUT_0 > 128) begin : g_check_out_0
            bl_clock_mmcm_illegal_OUT_0 illegal();
        end
        if (OUT_1 < 1 || OUT_1 > 128) begin : g_check_out_1
            bl_clock_mmcm_illegal_OUT_1 illegal();
        end
        if (OUT_2 < 1 || OUT_2 > 128) begin : g_check_out_2
            bl_clock_mmcm_illegal_OUT_2 illegal();
        end
    endgenerate

    wire feedback_out, feedback_in;
    wire [2:0] raw;
    MMCME2_BASE #(.CLKIN1_PERIOD(PERIOD_PS / 1000.0), .DIVCLK_DIVIDE(DIVIDE),
                  .CLKFBOUT_MULT_F(MULTIPLY * 1.0), .CLKOUT0_DIVIDE_F(OUT_0 * 1.0),
                  .CLKOUT1_DIVIDE(OUT_1), .CLKOUT2_DIVIDE(OUT_2)) mmcm (
        .CLKIN1(ref_clk), .RST(1'b0), .PWRDWN(1'b0), .CLKFBIN(feedback_in), .CLKFBOUT(feedback_out),
        .CLKOUT0(raw[0]), .CLKOUT1(raw[1]), .CLKOUT2(raw[2]), .LOCKED(locked));
    BUFG feedback (.I(feedback_out), .O(feedback_in));
    BUFG global_0 (.I(raw[0]), .O(clk_0));
    BUFG global_1 (.I(raw[1]), .O(clk_1));
    BUFG global_2 (.I(raw[2]), .O(clk_2));
endmodule
`default_nettype wire
