// A look-up table of Xilinx, by its values only.
module LUT1 #(parameter [1:0] INIT = 2'd0) (input wire I0, output wire O);
    bl_lut #(.INPUTS(1), .TABLE({62'd0, INIT})) table_1 (.i(I0), .o(O));
endmodule
