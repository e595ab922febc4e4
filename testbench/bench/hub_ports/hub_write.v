// A write of the bench of a hub's ports, as its pair of ports and its number say it: the number of
// its last word, where 0 is the header's; its header where it enters the hub and where it leaves;
// word `at` of its payload. The bits of all of them are drawn from a hash of the pair and the
// number, but that a word says the port that it is from, bits 17..16, and its number, 63..32. `to`
// 4: nobody has its address, or it is no write. `longest`: of 256 bytes.
`timescale 1ns/1ps
`default_nettype none
module hub_write (
    input  wire         longest,
    input  wire [1:0]   from,
    input  wire [2:0]   to,
    input  wire [31:0]  number,
    input  wire [4:0]   at,
    output wire [4:0]   last,
    output wire [127:0] entering,
    output wire [127:0] leaving,
    output wire [127:0] word
);
    wire [31:0] a = (number + 32'd1) * 32'h9e3779b1 ^ {27'd0, from, to} * 32'h85ebca6b;
    wire [31:0] b = (a ^ a >> 15) * 32'h2c1b3c6d;
    wire [31:0] c = (b ^ b >> 12) * 32'h297a2d39;
    wire [31:0] d = (c ^ c >> 15) * 32'hc2b2ae35;
    wire [31:0] e = d ^ d >> 13;

    // A quarter has all of 256 bytes, a quarter 4.
    wire [9:0]  length = longest | c[31:30] == 2'd0 ? 10'd64 : c[31:30] == 2'd1 ? 10'd1
                       : 10'd1 + {4'd0, c[29:24]};
    wire [9:0]  all_words = (length + 10'd3) >> 2;
    assign last = all_words[4:0];

    // ---- where it goes: N has two ranges, both moved; S goes around
    wire [11:0] low = {d[27:24] & {4{d[30]}}, d[23:16]};
    wire [13:0] at_ring = d[29:16];
    wire [23:0] place = to == 3'd0 ? {11'h200, d[31], low}
                      : to == 3'd1 ? {10'h101, at_ring} : to == 3'd2 ? {10'h102, at_ring}
                      : to == 3'd3 ? {d[31] ? 10'h103 : 10'h0ff, at_ring}
                      : {12'h402, low};
    // At the host: from 0 on, where half have a header of three words, and from 640 GiB on.
    wire [23:0] moved = to != 3'd0 ? place : d[31] ? {12'h00a, low} : {12'h000, low};
    wire        shorter = to == 3'd0 & moved[23:8] == 16'd0;
    wire        reads = to == 3'd4 & from != 2'd0 & e[31:30] == 2'd0;
    wire [15:0] above = to == 3'd4 & e[31:30] == 2'd1 ? 16'd1 : 16'd0;
    wire [7:0]  tag = c[23:16] == 8'd255 ? 8'd0 : c[23:16];  // 255: of reports
    wire [31:0] fields = {1'b0, ~reads, 1'b1, 5'd0, 1'b0, e[4:2], 4'd0, 2'd0, e[1:0], 2'd0, length};
    wire [15:0] keeps = {tag, e[12:5]};
    wire [15:0] node = 16'h1230 + {14'd0, from};
    wire [15:0] requester = to == 3'd0 ? 16'h0100 : from == 2'd0 ? 16'd0 : node;
    wire [21:0] offset = {e[29:13], d[15:11]};
    assign entering = {place[7:0], offset, 2'd0, above, place[23:8], node, keeps, fields};
    wire [63:0] address = shorter ? {32'd0, moved[7:0], offset, 2'd0}
                                : {moved[7:0], offset, 2'd0, above, moved[23:8]};
    assign leaving  = {address, requester, keeps, fields & ~{2'd0, shorter, 29'd0}};

    wire [31:0] f = (e + {27'd0, at}) * 32'h165667b1;
    wire [31:0] g = (f ^ f >> 14) * 32'h9e3779b1;
    assign word = {f ^ g >> 11, g, number, f[13:0], from, 8'd0, at, to};
    wire unused = &{1'b0, all_words[9:5], 1'b0};
endmodule
`default_nettype wire
