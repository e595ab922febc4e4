module extra (input wire [31:0] key, input wire more,
    output wire [7:0] low);
    assign low = key[7:0];
endmodule
module clocked (input wire clk, input wire [31:0] key,
    output wire [7:0] low);
    assign low = key[7:0];
endmodule
module bound #(parameter [31:0] LIMIT = 3) (input wire [31:0] key,
    output wire [7:0] low);
    assign low = key[7:0];
endmodule
module twin #(parameter LOW = 3) (input wire [31:0] key,
    output wire [7:0] low);
endmodule
module wide (input wire [31:0] key,
    output wire [7:0] a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7,
        b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9,
    output wire [7:0] d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7,
        e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9,
    output wire [7:0] g0, g1, g2, g3, g4);
endmodule
