// SPDX-License-Identifier: ISC
`default_nettype none
// What the receiving end of a link knows of the cells of one virtual channel: which number comes
// next, and what is to be said.
// Contract: `begins`: a cell of this channel begins, `number` its number, modulo 16; `take`: it is
// the one that is expected, and there is `room` for it. `ends`: the last word of such a cell has
// come, it is kept if all its words are `fine`. `lost`: a cell of some channel was damaged where it
// begins. `say`: the other end is to hear `expected`, and that all before have come, or also
// (`again`) that it was damaged or is missing, which is said once.
// Latency: 0 cycles to `take` and `say`; `expected` 1 cycle behind. Throughput: one a cycle.
module bl_cell_got (
    input  wire       clk,
    input  wire       rst,
    input  wire       begins,
    input  wire [3:0] number,
    input  wire       room,
    output wire       take,
    input  wire       ends,
    input  wire       fine,
    input  wire       lost,
    output reg  [3:0] expected,
    output wire       say,
    output wire       again
);
    reg        asked;                            // it was said that the expected one is missing
    wire [3:0] ahead  = number - expected;
    wire       next   = begins & ~(|ahead);
    wire       old    = begins & ahead[3];       // one that came before: at most 8 are out
    wire       broken = ends & ~fine;
    wire       gap    = ((begins & ~next & ~old) | lost) & ~asked;

    assign take  = next & room;
    assign say   = ends | old | gap;
    assign again = broken | gap;
    always @(posedge clk) begin
        if (ends & fine) expected <= expected + 1'b1;
        asked <= (asked & ~(ends & fine) & ~take) | broken | gap;
        if (rst) begin
            expected <= 4'd0;
            asked    <= 1'b0;
        end
    end
endmodule
`default_nettype wire
