// A look-up table of Xilinx, by its values only.
module LUT4 #(parameter [15:0] INIT = 16'd0) (input wire I0, I1, I2, I3, output wire O);
    bl_lut #(.INPUTS(4), .TABLE({48'd0, INIT})) table_4 (.i({I3, I2, I1, I0}), .o(O));
endmodule
