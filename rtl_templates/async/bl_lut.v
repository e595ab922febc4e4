// SPDX-License-Identifier: ISC
`default_nettype none
// One look-up table as an asynchronous gate: its output may be among its own inputs, and no tool
// may merge, split or remove it.
// Contract: o = TABLE[i]. In silicon the output does not glitch while one input changes, nor while
// several change between codes of one value; unknown inputs that do not matter do not show in
// simulation either. With BL_RANDOM_DELAY defined every change of the output takes 1 to
// BL_RANDOM_DELAY time units, and one that is taken back before it has happened ends the simulation
// as a hazard. With BL_TIE defined, too, one that may be taken back takes up to so many units more
// when it is due at the moment of the last one: so gates of equal delay do not hold a tie for ever.
// Every path is cut: timing is a matter of the sign-off list of the circuit.
// Latency: one table. Throughput: as the circuit around it does.
// Loops of tables are the memory of asynchronous circuits:
// verilator lint_off UNOPTFLAT
module bl_lut #(
    // number of inputs, 1..6 (4 at most on fabrics 1 and 3)
    parameter INPUTS = 2,
    // value of the output for every code of the inputs, bit i[INPUTS-1:0]; higher bits are ignored
    parameter [63:0] TABLE = 64'h8,
    // 0 any (simulation, Intel, tools that map it as they like), 1 Xilinx with 4-input tables, 2
    // Xilinx with 6-input tables, 3 iCE40
    parameter FABRIC = 0,
    // 1: with BL_RANDOM_DELAY a change may be taken back, as in arbitration it must; 0..1
    parameter RACES = 0
) (
    input  wire [INPUTS-1:0] i,
    output wire              o
);
    // A tree of multiplexers: an unknown input that does not matter leaves the value known. A
    // function, so that simulators see no glitch.
    function look(input [5:0] code);
        reg [31:0] half_5;
        reg [15:0] half_4;
        reg [7:0]  half_3;
        reg [3:0]  half_2;
        reg [1:0]  half_1;
        begin
            half_5 = code[5] ? TABLE[63:32] : TABLE[31:0];
            half_4 = code[4] ? half_5[31:16] : half_5[15:0];
            half_3 = code[3] ? half_4[15:8] : half_4[7:0];
            half_2 = code[2] ? half_3[7:4] : half_3[3:0];
            half_1 = code[1] ? half_2[3:2] : half_2[1:0];
            look = code[0] ? half_1[1] : half_1[0];
        end
    endfunction

    generate
        if (INPUTS < 1 || INPUTS > 6) begin : g_check_inputs
            bl_lut_illegal_INPUTS illegal();
        end
        if (FABRIC < 0 || FABRIC > 3
            || ((FABRIC == 1 || FABRIC == 3) && INPUTS > 4)) begin : g_check_fabric
            bl_lut_illegal_FABRIC illegal();
        end
        if (RACES < 0 || RACES > 1) begin : g_check_races
            bl_lut_illegal_RACES illegal();
        end

        if (FABRIC == 3) begin : g_ice40
            // the inputs that are not used are 0
            wire [3:0] all = {{(4-INPUTS){1'b0}}, i};
            (* keep *)
            SB_LUT4 #(.LUT_INIT(TABLE[15:0] & (16'hFFFF >> (16 - (1 << INPUTS)))))
                table_4 (.I0(all[0]), .I1(all[1]), .I2(all[2]), .I3(all[3]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 1) begin : g_xilinx_1
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT1 #(.INIT(TABLE[1:0])) table_1 (.I0(i[0]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 2) begin : g_xilinx_2
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT2 #(.INIT(TABLE[3:0])) table_2 (.I0(i[0]), .I1(i[1]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 3) begin : g_xilinx_3
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT3 #(.INIT(TABLE[7:0])) table_3 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 4) begin : g_xilinx_4
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT4 #(.INIT(TABLE[15:0])) table_4 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 5) begin : g_xilinx_5
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT5 #(.INIT(TABLE[31:0])) table_5 (
                .I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .I4(i[4]), .O(o));
        end else if (FABRIC != 0 && INPUTS == 6) begin : g_xilinx_6
            (* keep, DONT_TOUCH = "true", S = "TRUE" *)
            LUT6 #(.INIT(TABLE)) table_6 (
                .I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .I4(i[4]), .I5(i[5]), .O(o));
        end else begin : g_any
            wire [5:0] all = {{(6-INPUTS){1'b0}}, i};
            (* keep = "true", DONT_TOUCH = "true", S = "TRUE" *)
            wire        next /* synthesis keep */;
`ifdef BL_RANDOM_DELAY
            assign next = ^all === 1'bx ? look(all) : TABLE[all];
            reg        moved;
`ifdef BL_TIE
            reg [63:0] since;
`endif
            always begin
                wait (next !== moved);
`ifdef BL_TIE
                if (RACES != 0 && $time == since) #({$random} % (`BL_TIE + 1));
`endif
                #(1 + {$random} % `BL_RANDOM_DELAY);
                if (next === moved && moved !== 1'bx && RACES == 0) begin
                    $display("FAIL hazard in %m at %0t", $time);
                    $finish(0);
                end
                moved = next;
`ifdef BL_TIE
                since = $time;
`endif
            end
            assign o = moved;
`else
            assign next = look(all);
            assign o = next;
`endif
        end
    endgenerate
endmodule
`default_nettype wire
