// A look-up table of Xilinx, by its values only.
module LUT3 #(parameter [7:0] INIT = 8'd0) (input wire I0, I1, I2, output wire O);
    bl_lut #(.INPUTS(3), .TABLE({56'd0, INIT})) table_3 (.i({I2, I1, I0}), .o(O));
endmodule
