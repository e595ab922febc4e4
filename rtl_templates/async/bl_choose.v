// SPDX-License-Identifier: ISC
`default_nettype none
// One look-up table that chooses between two inputs, as an asynchronous gate: six inputs with a
// table of four.
// Contract: o = TABLE[i] ? s_one : s_zero, a datum inverted where INVERT says so. As of bl_lut, the
// output does not glitch while it is to keep one value, nor when the choice changes while both data
// are the same; unknown inputs that do not matter do not show. What TABLE makes of i has settled
// before the data begin to differ: on Xilinx with tables of four inputs it is a table and the carry
// multiplexer beside it (MUXCY), joined by a wire inside the slice, on iCE40 a table before
// another; elsewhere both are one table. In simulations with BL_RANDOM_DELAY the choice is a table
// as of bl_lut, and the multiplexer, the quicker one, takes no time. No inverter is a table of its
// own. Every path is cut.
// Latency: one table and a multiplexer. Throughput: as the circuit around it does.
module bl_choose #(
    // number of inputs that choose, 1..4
    parameter INPUTS = 4,
    // 1 for the codes of i that choose s_one; higher bits are ignored
    parameter [15:0] TABLE = 16'h8000,
    // data that are inverted, a bit for each: {one, zero}
    parameter [1:0] INVERT = 2'b00,
    // as of bl_lut, 0..3
    parameter FABRIC = 0,
    // 1: with BL_RANDOM_DELAY a change of the choice may be taken back, as in arbitration it must;
    // 0..1
    parameter RACES = 0
) (
    input  wire [INPUTS-1:0] i,
    input  wire              s_one,
    input  wire              s_zero,
    output wire              o
);
    // The output for the data {one, zero}, when that datum is chosen.
    localparam [3:0] ONE  = INVERT[1] ? 4'h3 : 4'hC;
    localparam [3:0] ZERO = INVERT[0] ? 4'h5 : 4'hA;

    // The codes {i, one, zero} of one table.
    function [63:0] joined(input [15:0] codes);
        integer k;
        begin
            for (k = 0; k < 16; k = k + 1) joined[4*k +: 4] = codes[k] ? ONE : ZERO;
        end
    endfunction

`ifdef BL_RANDOM_DELAY
    localparam TIMED = 1;
`else
    localparam TIMED = 0;
`endif

    generate
        if (INPUTS < 1 || INPUTS > 4) begin : g_check_inputs
            bl_choose_illegal_INPUTS illegal();
        end
        if (FABRIC < 0 || FABRIC > 3) begin : g_check_fabric
            bl_choose_illegal_FABRIC illegal();
        end
        if (RACES < 0 || RACES > 1) begin : g_check_races
            bl_choose_illegal_RACES illegal();
        end

        if (FABRIC == 1) begin : g_carry
            wire one;
            bl_lut #(.INPUTS(INPUTS), .TABLE({48'd0, TABLE}), .FABRIC(FABRIC)) choice (
                .i(i), .o(one));
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            MUXCY multiplexer (.S(one), .CI(s_one ^ INVERT[1]), .DI(s_zero ^ INVERT[0]), .O(o));
        end else if (FABRIC == 0 && TIMED != 0) begin : g_timed
            wire one;
            bl_lut #(.INPUTS(INPUTS), .TABLE({48'd0, TABLE}), .FABRIC(FABRIC),
                     .RACES(RACES)) choice (
                .i(i), .o(one));
            assign o = one ? s_one ^ INVERT[1] : s_zero ^ INVERT[0];
        end else if (FABRIC == 3) begin : g_pair
            wire one;
            bl_lut #(.INPUTS(INPUTS), .TABLE({48'd0, TABLE}), .FABRIC(FABRIC),
                     .RACES(RACES)) choice (
                .i(i), .o(one));
            bl_lut #(.INPUTS(3), .TABLE({56'd0, ONE, ZERO}), .FABRIC(FABRIC)) multiplexer (
                .i({one, s_one, s_zero}), .o(o));
        end else begin : g_table
            bl_lut #(.INPUTS(INPUTS + 2), .TABLE(joined(TABLE)), .FABRIC(FABRIC),
                     .RACES(RACES)) table_all (
                .i({i, s_one, s_zero}), .o(o));
        end
    endgenerate
endmodule
`default_nettype wire
