// SPDX-License-Identifier: ISC
// A bucket for a key: a multiplicative hash. Latency: 3 cycles.
`default_nettype none
module hash (
    input  wire        clk,
    input  wire        en,
    input  wire [31:0] key,
    output reg  [7:0]  bucket
);
    // Knuth's multiplier, the golden ratio of 2^32.
    localparam [31:0] MULTIPLIER = 32'd2654435761;
    reg [31:0] first, product;

    always @(posedge clk) if (en) begin
        first   <= key ^ (key >> 16);
        product <= first * MULTIPLIER;
        bucket  <= product[31:24];
    end

    // The lower bits of a product depend on few bits of the key.
    wire unused = &{1'b0, product[23:0], 1'b0};
endmodule
`default_nettype wire
