// Of a move of n + 2 cells the n means (left + 2 * cell + right) / 4.
// A port is an AXI4-Stream of 256 bits, in which tkeep has a bit for each 32 bits, from the lowest
// on: all words of a move are full but the last one, which has tlast. A word of means needs the
// first two cells of the next word, so it leaves when that has come, and the last one behind it.
`default_nettype none
module stencil (
    input  wire         clk,
    input  wire         rst,
    input  wire         cells_tvalid,
    output wire         cells_tready,
    input  wire [255:0] cells_tdata,
    input  wire [7:0]   cells_tkeep,
    input  wire         cells_tlast,
    output reg          means_tvalid,
    input  wire         means_tready,
    output reg  [255:0] means_tdata,
    output reg  [7:0]   means_tkeep,
    output reg          means_tlast
);
    reg  [255:0] word;      // the word before, with its cells
    reg  [7:2]   keep;
    reg          held, last;
    // the held word and two cells behind it
    wire [319:0] row = {last ? 64'd0 : cells_tdata[63:0], word};
    wire [7:0]   there = {last ? 2'd0 : cells_tkeep[1:0], keep};
    wire         room = ~means_tvalid | means_tready;
    wire         leaves = held & room & (last | cells_tvalid);
    integer i;

    assign cells_tready = ~held | (leaves & ~last);

    always @(posedge clk) begin
        if (room) means_tvalid <= 1'b0;
        if (leaves) begin
            for (i = 0; i < 8; i = i + 1)
                means_tdata[32*i +: 32] <= (row[32*i +: 32] + (row[32*(i + 1) +: 32] << 1)
                    + row[32*(i + 2) +: 32]) >> 2;
            means_tkeep  <= there;
            means_tvalid <= there[0];
            means_tlast  <= last | ~(|cells_tkeep[7:2]);
            held         <= 1'b0;
        end
        if (cells_tvalid & cells_tready) begin
            word <= cells_tdata;
            keep <= cells_tkeep[7:2];
            last <= cells_tlast;
            held <= 1'b1;
        end
        if (rst) begin
            held         <= 1'b0;
            means_tvalid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
