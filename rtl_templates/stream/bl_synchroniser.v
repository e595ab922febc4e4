// SPDX-License-Identifier: ISC
`default_nettype none
// Brings signals from another clock into the clock `clk`: the one place where a foreign signal is
// sampled.
// Contract: `m` follows `s` after STAGES edges of `clk`; bits that change together must be a Gray
// code. No reset: a constant input shows after STAGES cycles. Every path is cut.
// Latency: STAGES cycles of `clk`, or one more. Throughput: a value must stay for more than one
// period of `clk` to be seen.
module bl_synchroniser #(
    // number of bits: 1 or more
    parameter WIDTH = 1,
    // flip-flops in a row: 2..4
    parameter STAGES = 2
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] s,
    output wire [WIDTH-1:0] m
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_synchroniser_illegal_WIDTH illegal();
        end
        if (STAGES < 2 || STAGES > 4) begin : g_check_stages
            bl_synchroniser_illegal_STAGES illegal();
        end
    endgenerate

    (* ASYNC_REG = "TRUE", preserve *)
    reg [STAGES*WIDTH-1:0] chain;
    always @(posedge clk) chain <= {chain[(STAGES-1)*WIDTH-1:0], s};
    assign m = chain[(STAGES-1)*WIDTH +: WIDTH];

`ifdef FORMAL
    // Rule 1: the output is the input of STAGES cycles ago.
    reg [2:0]       f_cycles = 3'd0;
    reg [WIDTH-1:0] f_1, f_2, f_3, f_4;
    always @(posedge clk) begin
        if (f_cycles != 3'd4) f_cycles <= f_cycles + 1'b1;
        f_1 <= s;
        f_2 <= f_1;
        f_3 <= f_2;
        f_4 <= f_3;
    end
    always @* if (f_cycles >= STAGES) assert (m
        == ((STAGES == 2) ? f_2 : (STAGES == 3) ? f_3 : f_4));
`endif
endmodule
`default_nettype wire
