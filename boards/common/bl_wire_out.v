// SPDX-License-Identifier: ISC
`default_nettype none
// The buffers of single lines that go out, Xilinx devices; instantiated, so that they are there
// without those of the other ports.
// Contract: pin[i] follows s_line[i]. Latency in cycles: none. Throughput does not apply.
module bl_wire_out #(
    // lines, 1..16
    parameter WIRES = 1
) (
    input  wire [WIRES-1:0] s_line,
    output wire [WIRES-1:0] pin
);
    generate
        if (WIRES < 1 || WIRES > 16) begin : g_check_wires
            bl_wire_out_illegal_WIRES illegal();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < WIRES; i = i + 1) begin : g_wire
            OBUF buffer (.I(s_line[i]), .O(pin[i]));
        end
    endgenerate
endmodule
`default_nettype wire
