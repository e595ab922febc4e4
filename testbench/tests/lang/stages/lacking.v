module lacking (input wire [31:0] key, output wire [7:0] low);
    elsewhere inner (.key(key), .low(low));
endmodule
