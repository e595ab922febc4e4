// The carry multiplexer of a Xilinx slice, by its values only.
module MUXCY (input wire CI, DI, S, output wire O);
    assign O = S ? CI : DI;
endmodule
