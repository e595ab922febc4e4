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

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_crc_illegal_WIDTH illegal();
        end
    endgenerate

    // What came before is added to the word's upper bits; it and the word go through apart.
    reg  [31:0] part;
    reg         valid, first;
    wire [31:0] base = first ? ONES : sum;
    reg  [31:0] of_word, of_base;
    integer     i;
    always @* begin
        of_word = 32'd0;
        of_base = base;
        for (i = WIDTH - 1; i >= 0; i = i - 1) begin
            of_word = {of_word[30:0], 1'b0} ^ ((of_word[31] ^ s_tdata[i]) ? POLYNOMIAL : 32'd0);
            of_base = {of_base[30:0], 1'b0} ^ (of_base[31] ? POLYNOMIAL : 32'd0);
        end
    end
    always @(posedge clk) if (en) begin
        part  <= of_word;
        first <= s_first;
        valid <= s_tvalid;
        if (valid) sum <= part ^ of_base;
    end
endmodule
`default_nettype wire
