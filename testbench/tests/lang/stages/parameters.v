module widths #(parameter WIDTH = 8) (input wire [31:0] key, output wire [WIDTH-1:0] low);
    assign low = key[WIDTH-1:0];
endmodule
module both_ways (input wire [31:0] key, inout wire [7:0] low);
    assign low = key[7:0];
endmodule
