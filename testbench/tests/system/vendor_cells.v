// What boards/ uses of the vendors' own cells, as far as a lint needs it: the pins, no behaviour.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */
/* verilator lint_off UNDRIVEN */
module IBUFDS (input wire I, input wire IB, output wire O);
endmodule
module OBUFDS (input wire I, output wire O, output wire OB);
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
