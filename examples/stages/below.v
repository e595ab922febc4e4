// SPDX-License-Identifier: ISC
// Keeps the records whose value is below a limit. Latency: 1 cycle.
`default_nettype none
module below #(
    parameter LIMIT = 1
) (
    input  wire        clk,
    input  wire        en,
    input  wire [31:0] value,
    output reg         keep
);
    localparam [31:0] MOST = LIMIT;

    always @(posedge clk) if (en) keep <= value < MOST;
endmodule
`default_nettype wire
