// What boards/ uses of the vendors' own cells, as far as a lint needs it: the pins; of the
// tables what they do, because gates with feedback drive themselves.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */
/* verilator lint_off UNDRIVEN */
module IBUFDS (input wire I, input wire IB, output wire O);
endmodule
module OBUFDS (input wire I, output wire O, output wire OB);
endmodule
module IBUF (input wire I, output wire O);
endmodule
module OBUF (input wire I, output wire O);
endmodule
module BUFG (input wire I, output wire O);
endmodule
module MMCME2_BASE #(
    parameter real CLKIN1_PERIOD = 0.0, parameter DIVCLK_DIVIDE = 1,
        parameter real CLKFBOUT_MULT_F = 5.0,
    parameter real CLKOUT0_DIVIDE_F = 1.0, parameter CLKOUT1_DIVIDE = 1,
        parameter CLKOUT2_DIVIDE = 1
) (
    input wire CLKIN1, input wire RST, input wire PWRDWN, input wire CLKFBIN,
    output wire CLKFBOUT, output wire CLKOUT0, output wire CLKOUT1, output wire CLKOUT2,
        output wire LOCKED);
endmodule
module bl_reset_release (output wire ninit_done);
endmodule
module LUT1 #(parameter [1:0] INIT = 0) (
    input wire I0,
    output wire O);
    assign O = INIT[I0];
endmodule
module LUT2 #(parameter [3:0] INIT = 0) (
    input wire I0, input wire I1,
    output wire O);
    assign O = INIT[{I1, I0}];
endmodule
module LUT3 #(parameter [7:0] INIT = 0) (
    input wire I0, input wire I1, input wire I2,
    output wire O);
    assign O = INIT[{I2, I1, I0}];
endmodule
module LUT4 #(parameter [15:0] INIT = 0) (
    input wire I0, input wire I1, input wire I2,
    input wire I3,
    output wire O);
    assign O = INIT[{I3, I2, I1, I0}];
endmodule
module LUT5 #(parameter [31:0] INIT = 0) (
    input wire I0, input wire I1, input wire I2,
    input wire I3, input wire I4,
    output wire O);
    assign O = INIT[{I4, I3, I2, I1, I0}];
endmodule
module LUT6 #(parameter [63:0] INIT = 0) (
    input wire I0, input wire I1, input wire I2,
    input wire I3, input wire I4, input wire I5,
    output wire O);
    assign O = INIT[{I5, I4, I3, I2, I1, I0}];
endmodule
