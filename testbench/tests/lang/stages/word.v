module word (input wire [31:0] key, output wire [7:0] low);
    priority inner (.key(key), .low(low));
endmodule
module priority (input wire [31:0] key, output wire [7:0] low);
    assign low = key[7:0];
endmodule
