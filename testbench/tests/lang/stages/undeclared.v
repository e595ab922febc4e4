`default_nettype none
module undeclared (input wire [31:0] key, output wire [7:0] low);
    assign low = kay[7:0];
endmodule
