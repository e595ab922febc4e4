// A look-up table of Xilinx, by its values only.
module LUT2 #(parameter [3:0] INIT = 4'd0) (input wire I0, I1, output wire O);
    bl_lut #(.INPUTS(2), .TABLE({60'd0, INIT})) table_2 (.i({I1, I0}), .o(O));
endmodule
