// A look-up table of Xilinx, by its values only.
module LUT6 #(parameter [63:0] INIT = 64'd0) (input wire I0, I1, I2, I3, I4, I5, output wire O);
    bl_lut #(.INPUTS(6), .TABLE(INIT)) table_6 (.i({I5, I4, I3, I2, I1, I0}), .o(O));
endmodule
