// SPDX-License-Identifier: ISC
`default_nettype none
// The buffers of lines that go out as pairs of pins, Xilinx devices.
// Contract: pin_p[i] follows s_line[i], and pin_n[i] is its opposite. Latency in cycles: none.
// Throughput does not apply.
module bl_pair_out #(
    // pairs, 1..514
    parameter PAIRS = 1
) (
    input  wire [PAIRS-1:0] s_line,
    output wire [PAIRS-1:0] pin_p,
    output wire [PAIRS-1:0] pin_n
);
    generate
        if (PAIRS < 1 || PAIRS > 514) begin : g_check_pairs
            bl_pair_out_illegal_PAIRS illegal();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < PAIRS; i = i + 1) begin : g_pair
            OBUFDS buffer (.I(s_line[i]), .O(pin_p[i]), .OB(pin_n[i]));
        end
    endgenerate
endmodule
`default_nettype wire
