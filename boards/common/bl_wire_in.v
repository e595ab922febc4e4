// SPDX-License-Identifier: ISC
`default_nettype none
// The buffers of single lines that come in, Xilinx devices; instantiated, so that they are there
// without those of the other ports.
// Contract: m_line[i] follows pin[i]. Latency in cycles: none. Throughput does not apply.
module bl_wire_in #(
    // lines, 1..16
    parameter WIRES = 1
) (
    input  wire [WIRES-1:0] pin,
    output wire [WIRES-1:0] m_line
);
    generate
        if (WIRES < 1 || WIRES > 16) begin : g_check_wires
            bl_wire_in_illegal_WIRES illegal();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < WIRES; i = i + 1) begin : g_wire
            IBUF buffer (.I(pin[i]), .O(m_line[i]));
        end
    endgenerate
endmodule
`default_nettype wire
