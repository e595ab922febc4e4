// SPDX-License-Identifier: ISC
`default_nettype none
// The buffers of lines that come as pairs of pins, Xilinx devices.
// Contract: m_line[i] follows pin_p[i], and pin_n[i] is its opposite. Latency in cycles: none.
// Throughput does not apply.
module bl_pair_in #(
    // pairs, 1..514
    parameter PAIRS = 1
) (
    input  wire [PAIRS-1:0] pin_p,
    input  wire [PAIRS-1:0] pin_n,
    output wire [PAIRS-1:0] m_line
);
    generate
        if (PAIRS < 1 || PAIRS > 514) begin : g_check_pairs
            bl_pair_in_illegal_PAIRS illegal();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < PAIRS; i = i + 1) begin : g_pair
            IBUFDS buffer (.I(pin_p[i]), .IB(pin_n[i]), .O(m_line[i]));
        end
    endgenerate
endmodule
`default_nettype wire
