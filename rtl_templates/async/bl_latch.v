// SPDX-License-Identifier: ISC
`default_nettype none
// One transparent latch as an asynchronous gate: clear before set before load, else it keeps its
// value.
// Contract: o = clear ? 0 : set ? 1 : load & enable ? d : o, each input inverted where INVERT says
// so. As of bl_lut, the output does not glitch while it is to keep one value; an unknown input that
// does not matter does not show. On Xilinx with tables of four inputs it is the register of a slice
// (LDCPE), on those of six a table with feedback, on iCE40 two tables, elsewhere logic. No inverter
// is a table of its own: the register has them at its pins, a table takes them in. With
// BL_RANDOM_DELAY every change takes 1 to BL_RANDOM_DELAY time units, and one that is taken back
// before it has happened ends the simulation as a hazard, unless RACES is 1. Every path is cut.
// Latency: one table or latch. Throughput: as the circuit around it does.
module bl_latch #(
    // inputs that are inverted, a bit for each: {clear, set, load, enable, d}
    parameter [4:0] INVERT = 5'b00000,
    // as of bl_lut, 0..3
    parameter FABRIC = 0,
    // 1: with BL_RANDOM_DELAY a change may be taken back, as in arbitration it must; 0..1
    parameter RACES = 0
) (
    input  wire s_clear,
    input  wire s_set,
    input  wire s_load,
    input  wire s_enable,
    input  wire s_d,
    output wire m_o
);
    generate
        if (FABRIC < 0 || FABRIC > 3) begin : g_check_fabric
            bl_latch_illegal_FABRIC illegal();
        end
        if (RACES < 0 || RACES > 1) begin : g_check_races
            bl_latch_illegal_RACES illegal();
        end

        if (FABRIC == 1) begin : g_register
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LDCPE #(.INIT(1'b0)) latch (
                .CLR(s_clear ^ INVERT[4]), .PRE(s_set ^ INVERT[3]), .G(s_load ^ INVERT[2]),
                                        .GE(s_enable ^ INVERT[1]), .D(s_d ^ INVERT[0]), .Q(m_o));
        end else if (FABRIC == 3) begin : g_pair
            wire next;
            // d, load, enable, own value: d for load and enable, else the own value; an inverted
            // input swaps the halves that it chooses from
            localparam [15:0] CHOOSE   = 16'hEA2A;
            localparam [15:0] BY_D     = INVERT[0] ? {CHOOSE[7:0], CHOOSE[15:8]} : CHOOSE;
            localparam [15:0] BY_LOAD  =
                INVERT[2] ? (BY_D & 16'h0F0F) << 4 | (BY_D >> 4 & 16'h0F0F) : BY_D;
            localparam [15:0] BY_ALL   =
                INVERT[1] ? (BY_LOAD & 16'h3333) << 2 | (BY_LOAD >> 2 & 16'h3333) : BY_LOAD;
            // clear, set, chosen: 0 for clear, else 1 for set, else the chosen one
            localparam [7:0]  FORCE    = 8'h0E;
            localparam [7:0]  BY_CLEAR = INVERT[4] ? {FORCE[3:0], FORCE[7:4]} : FORCE;
            localparam [7:0]  BY_BOTH  =
                INVERT[3] ? (BY_CLEAR & 8'h33) << 2 | (BY_CLEAR >> 2 & 8'h33) : BY_CLEAR;
            bl_lut #(.INPUTS(4), .TABLE({48'd0, BY_ALL}), .FABRIC(FABRIC), .RACES(RACES))
                choose (.i({s_d, s_load, s_enable, m_o}), .o(next));
            bl_lut #(.INPUTS(3), .TABLE({56'd0, BY_BOTH}), .FABRIC(FABRIC), .RACES(RACES))
                force_it (.i({s_clear, s_set, next}), .o(m_o));
        end else begin : g_table
            // clear, set, load, enable, d, own value: the half without clear is 1 for set, else d
            // for load and enable, else the own value; an inverted input swaps the halves that it
            // chooses from
            localparam [63:0] HOLD      = 64'h0000_0000_FFFF_CAAA;
            localparam [63:0] LOW_16    = {2{32'h0000FFFF}};
            localparam [63:0] LOW_8     = {4{16'h00FF}};
            localparam [63:0] LOW_4     = {8{8'h0F}};
            localparam [63:0] LOW_2     = {16{4'h3}};
            localparam [63:0] BY_CLEAR  = INVERT[4] ? {HOLD[31:0], HOLD[63:32]} : HOLD;
            localparam [63:0] BY_SET    =
                INVERT[3] ? (BY_CLEAR & LOW_16) << 16 | (BY_CLEAR >> 16 & LOW_16) : BY_CLEAR;
            localparam [63:0] BY_LOAD   =
                INVERT[2] ? (BY_SET & LOW_8) << 8 | (BY_SET >> 8 & LOW_8) : BY_SET;
            localparam [63:0] BY_ENABLE =
                INVERT[1] ? (BY_LOAD & LOW_4) << 4 | (BY_LOAD >> 4 & LOW_4) : BY_LOAD;
            localparam [63:0] BY_D      =
                INVERT[0] ? (BY_ENABLE & LOW_2) << 2 | (BY_ENABLE >> 2 & LOW_2) : BY_ENABLE;
            bl_lut #(.INPUTS(6), .TABLE(BY_D), .FABRIC(FABRIC), .RACES(RACES))
                hold (.i({s_clear, s_set, s_load, s_enable, s_d, m_o}), .o(m_o));
        end
    endgenerate
endmodule
`default_nettype wire
