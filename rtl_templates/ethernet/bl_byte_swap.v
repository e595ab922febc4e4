// SPDX-License-Identifier: ISC
`default_nettype none
// A number as it stands on the wire, first byte in the low bits, or back: the bytes turned round.
// Contract: combinational. Latency: none.
module bl_byte_swap #(
    // bytes: 1..16
    parameter BYTES = 6
) (
    input  wire [8*BYTES-1:0] s,
    output wire [8*BYTES-1:0] m
);
    generate
        if (BYTES < 1 || BYTES > 16) begin : g_check_bytes
            bl_byte_swap_illegal_BYTES illegal();
        end
    endgenerate
    genvar b;
    generate
        for (b = 0; b < BYTES; b = b + 1) begin : g_byte
            assign m[8*b +: 8] = s[8*(BYTES-1-b) +: 8];
        end
    endgenerate
endmodule
`default_nettype wire
