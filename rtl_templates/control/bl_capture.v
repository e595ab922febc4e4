// SPDX-License-Identifier: ISC
// Keeps a value: q takes d in every cycle with `take`.
//
// Contract: q is undefined until the first take. Latency 1 cycle.
`default_nettype none

module bl_capture #(
    // bits of the value: 1 or more
    parameter WIDTH = 32
) (
    input  wire             clk,
    input  wire             take,
    input  wire [WIDTH-1:0] d,
    output reg  [WIDTH-1:0] q
);

    generate
        if (WIDTH < 1) begin : illegal
            bl_capture_illegal_WIDTH illegal();
        end
    endgenerate

    always @(posedge clk)
        if (take) q <= d;

endmodule

`default_nettype wire
