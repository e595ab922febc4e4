// SPDX-License-Identifier: ISC
`default_nettype none
// What the receiving end of a link knows of the cells of one virtual channel: which number comes
// next, and what is to be said.
// Contract: `begins`: a cell of this channel begins, `number` its number, modulo 8; `take`: it is
// the one that is expected, and there is `room` for it. `ends`: the last word of such a cell has
// come, it is kept if all its words are `fine`. `lost`: a cell of some channel was damaged where it
// begins. `say`: the other end is to hear `expected`, and of what kind: 0 all before have come, 1
// there is no room for it, 2 it was damaged or is missing, which is said once.
// Latency: 0 cycles to `take` and `say`; `expected` 1 cycle behind. Throughput: one a cycle.
module bl_cell_got (
    input  wire       clk,
    input  wire       rst,
    input  wire       begins,
    input  wire [2:0] number,
    input  wire       room,
    output wire       take,
    input  wire       ends,
    input  wire       fine,
    input  wire       lost,
    output reg  [2:0] expected,
    output wire       say,
    output wire [1:0] kind
);
    localparam [1:0] CAME = 2'd0, NO_ROOM = 2'd1, DAMAGED = 2'd2;

    reg        asked;                            // it was said that the expected one is missing
    wire [2:0] ahead  = number - expected;
    wire       next   = begins & ~(|ahead);
    wire       old    = begins & ahead[2];       // one that came before: at most 4 are out
    wire       full   = next & ~room;
    wire       broken = ends & ~fine;
    wire       gap    = ((begins & ~next & ~old) | lost) & ~asked;

    assign take = next & room;
    assign say  = ends | old | full | gap;
    assign kind = (broken | gap) ? DAMAGED : full ? NO_ROOM : CAME;
    always @(posedge clk) begin
        if (ends & fine) expected <= expected + 1'b1;
        asked <= (asked & ~(ends & fine) & ~take) | full | broken | gap;
        if (rst) begin
            expected <= 3'd0;
            asked    <= 1'b0;
        end
    end
endmodule
`default_nettype wire
