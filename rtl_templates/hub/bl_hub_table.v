// SPDX-License-Identifier: ISC
`default_nettype none
// The ranges of a hub, as the host writes them: which addresses leave by which port.
// Contract: a word of the table is {changes, 0 [2], range [3], field [2], value [24]}; it is taken
// when bit 31 is not that of table_taken, which it becomes then. Fields of a range: 0 the mask of
// address bits 47..24, 1 the lowest masked address, 2 the highest, 3 what is added to bits 47..24
// on the way. A range whose lowest is above its highest wraps. A mask of 0 with 1 and 1 is of
// nobody, which all are after a reset. `ranges`: {wraps, added, highest, lowest, mask} of each.
// Latency: 1 cycle, `wraps` 2. Throughput: a word in a cycle.
module bl_hub_table #(
    // ranges: 1..8
    parameter RANGES = 6
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [31:0]          table_word,
    output reg  [31:0]          table_taken,
    output wire [RANGES*97-1:0] ranges
);
    generate
        if (RANGES < 1 || RANGES > 8) begin : g_check_ranges
            bl_hub_table_illegal_RANGES illegal();
        end
    endgenerate

    wire       changes = table_word[31] != table_taken[31];
    wire [2:0] range   = table_word[28:26];
    wire [1:0] field   = table_word[25:24];
    genvar     r;
    generate
        for (r = 0; r < RANGES; r = r + 1) begin : g_range
            localparam [31:0] NUMBER = r;
            reg  [23:0] mask, low, high, added;
            reg         wraps;
            wire        here = changes && range == NUMBER[2:0];
            assign ranges[97*r +: 97] = {wraps, added, high, low, mask};
            always @(posedge clk)
                if (rst) begin
                    mask  <= 24'd0;
                    low   <= 24'd1;
                    high  <= 24'd1;
                    added <= 24'd0;
                    wraps <= 1'b0;
                end else begin
                    if (here && field == 2'd0) mask  <= table_word[23:0];
                    if (here && field == 2'd1) low   <= table_word[23:0];
                    if (here && field == 2'd2) high  <= table_word[23:0];
                    if (here && field == 2'd3) added <= table_word[23:0];
                    wraps <= low > high;
                end
        end
    endgenerate
    always @(posedge clk)
        if (rst) table_taken <= 32'd0;
        else if (changes) table_taken <= table_word;
    wire unused = &{1'b0, table_word[30:29], 1'b0};
endmodule
`default_nettype wire
