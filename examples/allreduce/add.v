// The sum of two streams of u32, element by element.
// A port is an AXI4-Stream of 256 bits, in which tkeep has a bit for each 32 bits, from the lowest
// on: all words of a move are full but the last one, which has tlast. Moves to `part` and to `own`
// have the same lengths here, so their words go together.
`default_nettype none
module add (
    input  wire         clk,
    input  wire         rst,
    input  wire         part_tvalid,
    output wire         part_tready,
    input  wire [255:0] part_tdata,
    input  wire [7:0]   part_tkeep,
    input  wire         part_tlast,
    input  wire         own_tvalid,
    output wire         own_tready,
    input  wire [255:0] own_tdata,
    input  wire [7:0]   own_tkeep,
    input  wire         own_tlast,
    output reg          sum_tvalid,
    input  wire         sum_tready,
    output reg  [255:0] sum_tdata,
    output reg  [7:0]   sum_tkeep,
    output reg          sum_tlast
);
    wire takes = part_tvalid & own_tvalid & (~sum_tvalid | sum_tready);
    wire unused = &{1'b0, own_tkeep, own_tlast};
    integer i;

    assign part_tready = takes;
    assign own_tready = takes;

    always @(posedge clk) begin
        if (takes) begin
            for (i = 0; i < 8; i = i + 1)
                sum_tdata[32*i +: 32] <= part_tdata[32*i +: 32] + own_tdata[32*i +: 32];
            sum_tkeep <= part_tkeep;
            sum_tlast <= part_tlast;
        end
        sum_tvalid <= ~rst & (takes | (sum_tvalid & ~sum_tready));
    end
endmodule
`default_nettype wire
