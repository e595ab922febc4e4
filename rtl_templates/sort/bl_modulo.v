// SPDX-License-Identifier: ISC
`default_nettype none
// Computes a number modulo a constant, for each of several elements.
// Contract: combinational; residue e of `residues` is number e of `numbers` modulo MODULUS, in
// OUT_W bits. Levels of 6-input LUTs: 1 to 3 for 8 bits, 3 to 7 for 12 bits. Latency: 0 cycles.
module bl_modulo #(
    // number of elements: 1 or more
    parameter COUNT = 8,
    // bits in a number: 1..12
    parameter IN_W = 8,
    // modulus: 1..64
    parameter MODULUS = 3,
    // bits in a residue: log2(MODULUS) or more
    parameter OUT_W = 2
) (
    input  wire [COUNT*IN_W-1:0]  numbers,
    output wire [COUNT*OUT_W-1:0] residues
);
    generate
        if (COUNT < 1) begin : g_check_count
            bl_modulo_illegal_COUNT illegal();
        end
        if (IN_W < 1 || IN_W > 12) begin : g_check_in_w
            bl_modulo_illegal_IN_W illegal();
        end
        if (MODULUS < 1 || MODULUS > 64) begin : g_check_modulus
            bl_modulo_illegal_MODULUS illegal();
        end
        if ((1 << OUT_W) < MODULUS) begin : g_check_out_w
            bl_modulo_illegal_OUT_W illegal();
        end
    endgenerate

    // The number is taken from its highest bit on: what is left of those above, twice, and the bit.
    localparam [OUT_W:0] LIMIT = MODULUS;
    genvar e;
    generate
        for (e = 0; e < COUNT; e = e + 1) begin : g_element
            reg [OUT_W:0] rest;
            always @* begin : divide
                integer b;
                rest = {(OUT_W+1){1'b0}};
                for (b = IN_W - 1; b >= 0; b = b - 1) begin
                    rest = {rest[OUT_W-1:0], numbers[e*IN_W+b]};
                    if (rest >= LIMIT) rest = rest - LIMIT;
                end
            end
            assign residues[e*OUT_W +: OUT_W] = rest[OUT_W-1:0];
            // The highest bit is clear at the end.
            wire unused = &{1'b0, rest[OUT_W], 1'b0};
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: a residue is below the modulus and differs from its number by a multiple of it.
    integer f_element, f_number, f_residue;
    always @* for (f_element = 0; f_element < COUNT; f_element = f_element + 1) begin
        f_number  = numbers[f_element*IN_W +: IN_W];
        f_residue = residues[f_element*OUT_W +: OUT_W];
        assert (f_residue < MODULUS && (f_number - f_residue) % MODULUS == 0);
    end
`endif
endmodule
`default_nettype wire
