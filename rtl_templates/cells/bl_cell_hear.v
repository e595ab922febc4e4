// SPDX-License-Identifier: ISC
`default_nettype none
// Hears what bl_cell_say says at the other end of a wire.
// Contract: a bit comes in each cycle with s_tvalid. A message has two zeros in front of it, too.
// `heard` for a cycle with the message in `what`. One that a flip has damaged is not heard, and no
// flip alone makes one that was not said (testbench/formal/bl_cell_wire.v).
// Latency: 2 cycles from the last bit of a message to `heard`.
module bl_cell_hear #(
    // bits of a message: 1..12
    parameter BITS = 6
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            s_tvalid,
    input  wire            s_say,
    output reg             heard,
    output reg  [BITS-1:0] what
);
    localparam LENGTH = 2 * BITS + 5;            // with the two zeros in front

    generate
        if (BITS < 1 || BITS > 12) begin : g_check_bits
            bl_cell_hear_illegal_BITS illegal();
        end
    endgenerate

    reg  [LENGTH-1:0] line;
    reg               fresh;                     // it has a new bit
    wire [BITS-1:0]   bits, good;
    genvar            i;
    generate
        for (i = 0; i < BITS; i = i + 1) begin : g_pair
            assign bits[i] = line[2*i+3];
            assign good[i] = line[2*i+3] ^ line[2*i+2];
        end
    endgenerate
    always @(posedge clk) begin
        if (s_tvalid) line <= {line[LENGTH-2:0], s_say};
        fresh <= s_tvalid;
        heard <= fresh & ~(|line[LENGTH-1:LENGTH-2]) & line[LENGTH-3] & (&good) & ~(|line[1:0]);
        what  <= bits;
        if (rst) begin
            line  <= {LENGTH{1'b0}};
            fresh <= 1'b0;
            heard <= 1'b0;
        end
    end
endmodule
`default_nettype wire
