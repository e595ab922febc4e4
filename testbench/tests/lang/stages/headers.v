// Headers as others write them: directions below the header, conditional ports, initial values,
// widths of parameters, an escaped name, tasks and functions, several modules, a tree of itself.
`define BITS 32
module below_header (clk, en, key, low);
    parameter  WIDTH = 4;
    localparam TOP = WIDTH - 1;
    input            clk, en;
    input  [`BITS-1:0] key;
    output [TOP:0]   low;
    reg    [TOP:0]   low;
    function [TOP:0] part;
        input [31:0] value;
        part = value[TOP:0];
    endfunction
    task store;
        input [31:0] value;
        low = part(value);
    endtask
    always @(posedge clk) if (en) store(key);
endmodule
module conditional #(parameter LIMIT = 1) (
    input wire clk, input wire en, input wire [31:0] key,
`ifdef FORMAL
    output wire [31:0] limit,
`else
    output reg [7:0] low = 8'd0,
`endif
    output reg keep = 1'b0
);
    always @(posedge clk) if (en) {keep, low} <= {key > LIMIT, key[7:0]};
endmodule
module negative #(parameter signed OFFSET = 1) (
    input wire [31:0] key, output wire [(OFFSET < 0 ? 7 : 15):0] low
);
    wire \odd.wire[0] ;
    assign \odd.wire[0] = key[0];
    \odd+helper inner (.bit_in(\odd.wire[0] ), .bit_out(low[0]));
    assign low[7:1] = key[7:1];
endmodule
module \odd+helper (input wire bit_in, output wire bit_out);
    assign bit_out = ~bit_in;
endmodule
module ones #(parameter W = 32) (input wire [W-1:0] key, output wire [7:0] low);
    generate
        if (W == 1) begin : g_leaf
            assign low = {7'd0, key};
        end else begin : g_node
            wire [7:0] a, b;
            ones #(.W(W / 2)) bottom (.key(key[W/2-1:0]), .low(a));
            ones #(.W(W - W / 2)) top (.key(key[W-1:W/2]), .low(b));
            assign low = a + b;
        end
    endgenerate
endmodule
