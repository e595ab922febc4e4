// SPDX-License-Identifier: ISC
`default_nettype none
// CRC-32 (polynomial 0x04C11DB7, begun with ones) over frames of words, bit WIDTH - 1 first.
// Contract: with `en` a word is taken where `s_tvalid`; `s_first`: it begins a frame. `sum` is that
// of the frame up to the word that was taken two cycles with `en` before, and stays until the next.
// Cut: `sum` and what is between are registers.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_wire_crc #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256
) (
    input  wire             clk,
    input  wire             en,
    input  wire             s_tvalid,
    input  wire             s_first,
    input  wire [WIDTH-1:0] s_tdata,
    output reg  [31:0]      sum
);
    localparam [31:0] POLYNOMIAL = 32'h04c11db7, ONES = 32'hffffffff;

    // [b * WIDTH + i]: whether bit i of a word, x^(i + 32), counts for bit b of what is left
    function [32*WIDTH-1:0] matrix;
        input [31:0] constant;
        integer      i, b;
        reg   [31:0] left;
        begin
            left = constant;
            for (i = 0; i < WIDTH; i = i + 1) begin
                for (b = 0; b < 32; b = b + 1) matrix[b*WIDTH+i] = left[b];
                left = {left[30:0], 1'b0} ^ (left[31] ? constant : 32'd0);
            end
        end
    endfunction
    localparam [32*WIDTH-1:0] MATRIX = matrix(POLYNOMIAL);

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_crc_illegal_WIDTH illegal();
        end
    endgenerate

    // What came before is added to the word's upper bits; it and the word go through apart.
    reg  [31:0] part;
    reg         valid, first;
    wire [31:0] base = first ? ONES : sum;
    wire [31:0] of_word, of_base;
    genvar b;
    generate
        for (b = 0; b < 32; b = b + 1) begin : g_bit
            assign of_word[b] = ^(s_tdata & MATRIX[b*WIDTH +: WIDTH]);
            assign of_base[b] = ^(base & MATRIX[b*WIDTH+WIDTH-32 +: 32]);
        end
    endgenerate
    always @(posedge clk) if (en) begin
        part  <= of_word;
        first <= s_first;
        valid <= s_tvalid;
        if (valid) sum <= part ^ of_base;
    end
endmodule
`default_nettype wire
