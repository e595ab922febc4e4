// The look-up table of iCE40, by its values only.
module SB_LUT4 #(parameter [15:0] LUT_INIT = 16'd0) (input wire I0, I1, I2, I3, output wire O);
    bl_lut #(.INPUTS(4), .TABLE({48'd0, LUT_INIT})) table_4 (.i({I3, I2, I1, I0}), .o(O));
endmodule
