// The transparent latch of a Xilinx slice: clear before set before load. Unknown until one of them
// has been.
module LDCPE #(parameter INIT = 1'b0) (input wire CLR, PRE, G, GE, D, output wire Q);
    assign Q = CLR ? 1'b0 : PRE ? 1'b1 : (G & GE) ? D : Q;
endmodule
