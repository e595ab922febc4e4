// SPDX-License-Identifier: ISC
`default_nettype none
// The ranges of a hub, as the host writes them: which addresses leave by which port.
// Contract: a word of the table is {changes, 0 [2], range [3], field [2], value [24]}; it is taken
// when bit 31 is not that of table_taken, which it becomes then. Fields of a range: 0 the lowest
// masked address, 1 the highest, 2 what is added to bits 47..24 on the way, 3 the mask of address
// bits 47..24. Fields 0 to 2 are kept until a word of field 3 gives its range all four at once. A
// range whose lowest is above its highest wraps. A mask of 0 with 1 and 1 is of nobody, which all
// are after a reset. `ranges`: {wraps, added, highest, lowest, mask} of each.
// Latency: 1 cycle. Throughput: a word in a cycle.
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

    localparam [1:0] LOW = 2'd0, HIGH = 2'd1, ADDED = 2'd2, MASK = 2'd3;
    wire        changes = table_word[31] != table_taken[31];
    wire [2:0]  range   = table_word[28:26];
    wire [1:0]  field   = table_word[25:24];
    wire [23:0] value   = table_word[23:0];
    reg  [23:0] low, high, added;                // of the range that is being written
    always @(posedge clk) begin
        if (changes && field == LOW)   low   <= value;
        if (changes && field == HIGH)  high  <= value;
        if (changes && field == ADDED) added <= value;
    end
    genvar r;
    generate
        for (r = 0; r < RANGES; r = r + 1) begin : g_range
            localparam [31:0] NUMBER = r;
            reg  [96:0] kept;
            assign ranges[97*r +: 97] = kept;
            always @(posedge clk)
                if (rst) kept <= {25'd0, 24'd1, 24'd1, 24'd0};
                else if (changes && field == MASK && range == NUMBER[2:0])
                    kept <= {low > high, added, high, low, value};
        end
    endgenerate
    always @(posedge clk)
        if (rst) table_taken <= 32'd0;
        else if (changes) table_taken <= table_word;
    wire unused = &{1'b0, table_word[30:29], 1'b0};
endmodule
`default_nettype wire
