module broken (input wire [31:0] key, output wire [7:0] low);
    assign low = key[7:0]
endmodule
