// The sum of two streams of u16, element by element, at most 65535.
// An operator has two inputs and an output, AXI4-Streams of 256 bits in which tkeep has a bit for
// each 32 bits, from the lowest on: all words of a move are full but the last one, which has tlast.
// Words of both inputs go together, and give one.
`default_nettype none
module limit (
    input  wire         clk,
    input  wire         rst,
    input  wire         a_tvalid,
    output wire         a_tready,
    input  wire [255:0] a_tdata,
    input  wire [7:0]   a_tkeep,
    input  wire         a_tlast,
    input  wire         b_tvalid,
    output wire         b_tready,
    input  wire [255:0] b_tdata,
    input  wire [7:0]   b_tkeep,
    input  wire         b_tlast,
    output reg          y_tvalid,
    input  wire         y_tready,
    output reg  [255:0] y_tdata,
    output reg  [7:0]   y_tkeep,
    output reg          y_tlast
);
    wire takes = a_tvalid & b_tvalid & (~y_tvalid | y_tready);
    wire unused = &{1'b0, b_tkeep, b_tlast};
    wire [255:0] sum;

    assign a_tready = takes;
    assign b_tready = takes;

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_element
            wire [16:0] exact = {1'b0, a_tdata[16*i +: 16]} + {1'b0, b_tdata[16*i +: 16]};
            assign sum[16*i +: 16] = exact[15:0] | {16{exact[16]}};
        end
    endgenerate

    always @(posedge clk) begin
        if (takes) begin
            y_tdata <= sum;
            y_tkeep <= a_tkeep;
            y_tlast <= a_tlast;
        end
        y_tvalid <= ~rst & (takes | (y_tvalid & ~y_tready));
    end
endmodule
`default_nettype wire
