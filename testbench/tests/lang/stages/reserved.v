module reserved (input wire [31:0] key, output wire [7:0] low);
    bl_fifo inner (.key(key), .low(low));
endmodule
module bl_fifo (input wire [31:0] key, output wire [7:0] low);
    assign low = key[7:0];
endmodule
