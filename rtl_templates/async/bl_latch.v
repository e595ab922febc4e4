`default_nettype none
// One transparent latch as an asynchronous gate: clear before set before load, else it keeps its value.
// Contract: o = clear ? 0 : set ? 1 : load & enable ? d : o. As of bl_lut, the output does not glitch while it is to keep one value; an
// unknown input that does not matter does not show. On Xilinx with tables of four inputs it is the register of a slice (LDCPE), on those of
// six a table with feedback, on iCE40 two tables, elsewhere logic. With BL_RANDOM_DELAY every change takes 1 to BL_RANDOM_DELAY time
// units, and one that is taken back before it has happened ends the simulation as a hazard, unless RACES is 1. Every path is cut.
// Latency: one table or latch. Throughput: as the circuit around it does.
module bl_latch #(
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
        if (FABRIC < 0 || FABRIC > 3 || RACES < 0 || RACES > 1) begin : g_check
            bl_latch_illegal_parameter illegal();
        end

        if (FABRIC == 1) begin : g_register
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LDCPE #(.INIT(1'b0)) latch (.CLR(s_clear), .PRE(s_set), .G(s_load), .GE(s_enable), .D(s_d), .Q(m_o));
        end else if (FABRIC == 3) begin : g_pair
            wire next;
            bl_lut #(.INPUTS(4), .TABLE(64'hEA2A), .FABRIC(FABRIC), .RACES(RACES)) choose (.i({s_d, s_load, s_enable, m_o}), .o(next));
            bl_lut #(.INPUTS(3), .TABLE(64'h0E), .FABRIC(FABRIC), .RACES(RACES)) force_it (.i({s_clear, s_set, next}), .o(m_o));
        end else begin : g_table
            // clear, set, load, enable, d, own value: the half without clear is 1 for set, else d for load and enable, else the own value
            bl_lut #(.INPUTS(6), .TABLE(64'h0000_0000_FFFF_CAAA), .FABRIC(FABRIC), .RACES(RACES))
                hold (.i({s_clear, s_set, s_load, s_enable, s_d, m_o}), .o(m_o));
        end
    endgenerate
endmodule
`default_nettype wire
