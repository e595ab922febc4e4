// SPDX-License-Identifier: ISC
`default_nettype none
// The resets of Altera's hard IP for PCI Express of Stratix IV, and whether its link is there.
// Contract: npor and what follows it are the IP's ports. `srst`, for its srst and crst, is high
// while npor or rc_pll_locked is low, for 2^LOG_CLOCKS cycles of pld_clk behind it, and so long
// again when the link is lost: dlup_exit, hotrst_exit or l2_exit low, or ltssm at 10. `ready`: the
// link has come to L0, ltssm 0f, since then.
// Latency: srst rises 4 cycles behind its cause. Throughput: does not apply.
module bl_s4_reset #(
    // log2 of the cycles for which srst stays, 4..20
    parameter LOG_CLOCKS = 10
) (
    input  wire       pld_clk,
    input  wire       npor,
    input  wire       rc_pll_locked,
    input  wire       dlup_exit,
    input  wire       hotrst_exit,
    input  wire       l2_exit,
    input  wire [4:0] ltssm,
    output wire       srst,
    output reg        ready
);
    generate
        if (LOG_CLOCKS < 4 || LOG_CLOCKS > 20) begin : g_check_log_clocks
            bl_s4_reset_illegal_LOG_CLOCKS illegal();
        end
    endgenerate

    localparam [4:0] L0 = 5'h0f, DISABLED = 5'h10;
    reg lost;
    always @(posedge pld_clk)
        lost <= ~dlup_exit | ~hotrst_exit | ~l2_exit | ltssm == DISABLED;
    bl_board_reset #(.LOG_CLOCKS(LOG_CLOCKS)) long_enough (
        .clk(pld_clk), .request(~npor | ~rc_pll_locked | lost), .rst(srst));
    always @(posedge pld_clk)
        if (srst) ready <= 1'b0;
        else if (ltssm == L0) ready <= 1'b1;
endmodule
`default_nettype wire
