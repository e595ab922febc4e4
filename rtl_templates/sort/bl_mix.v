// SPDX-License-Identifier: ISC
`default_nettype none
// Computes bits that are XORs of the bits of one column, for each of several elements.
// Contract: combinational; bit b of mix e of `mixes` is the XOR of ONES[b] and of those bits of the
// column of element e that MASKS[b*COLUMN_W +: COLUMN_W] names; the column is bits
// LSB+COLUMN_W-1..LSB of the element. Above BITS bits there are zeros up to OUT_W. Levels of
// 6-input LUTs: the logarithm to base 6 of the most bits in a mask, rounded up. Latency: 0 cycles.
module bl_mix #(
    // number of elements: 1 or more
    parameter COUNT = 8,
    // bits in an element: LSB + COLUMN_W or more
    parameter ELEM_W = 32,
    // lowest bit of the column: 0..ELEM_W - COLUMN_W
    parameter LSB = 0,
    // bits in the column: 1 or more
    parameter COLUMN_W = 32,
    // bits in a mix: 1 or more
    parameter BITS = 3,
    // bits in a mix with zeros above it: BITS or more
    parameter OUT_W = BITS,
    // the bits of the column in each bit, those of bit 0 lowest: any
    parameter [BITS*COLUMN_W-1:0] MASKS = {BITS*COLUMN_W{1'b1}},
    // bits that are inverted: any
    parameter [BITS-1:0] ONES = {BITS{1'b0}}
) (
    input  wire [COUNT*ELEM_W-1:0] elements,
    output wire [COUNT*OUT_W-1:0]  mixes
);
    genvar e, b;
    generate
        if (COUNT < 1) begin : g_check_count
            bl_mix_illegal_COUNT illegal();
        end
        if (COLUMN_W < 1) begin : g_check_column_w
            bl_mix_illegal_COLUMN_W illegal();
        end
        if (LSB < 0 || LSB + COLUMN_W > ELEM_W) begin : g_check_lsb
            bl_mix_illegal_LSB illegal();
        end
        if (BITS < 1) begin : g_check_bits
            bl_mix_illegal_BITS illegal();
        end
        if (OUT_W < BITS) begin : g_check_out_w
            bl_mix_illegal_OUT_W illegal();
        end
        for (e = 0; e < COUNT; e = e + 1) begin : g_element
            for (b = 0; b < BITS; b = b + 1) begin : g_bit
                assign mixes[e*OUT_W + b] = ONES[b]
                    ^ (^(elements[e*ELEM_W + LSB +: COLUMN_W] & MASKS[b*COLUMN_W +: COLUMN_W]));
            end
            if (OUT_W > BITS) begin : g_zeros
                assign mixes[e*OUT_W + BITS +: OUT_W - BITS] = {(OUT_W - BITS){1'b0}};
            end
        end
    endgenerate
    wire unused = &{1'b0, elements};

`ifdef FORMAL
    // Rule 1: every bit is what counting the ones behind its mask says.
    integer f_element, f_bit, f_column;
    reg     f_odd;
    always @* for (f_element = 0; f_element < COUNT; f_element = f_element + 1) begin
        for (f_bit = 0; f_bit < BITS; f_bit = f_bit + 1) begin
            f_odd = ONES[f_bit];
            for (f_column = 0; f_column < COLUMN_W; f_column = f_column + 1)
                if (MASKS[f_bit*COLUMN_W + f_column]
                    && elements[f_element*ELEM_W + LSB + f_column]) f_odd = !f_odd;
            assert (mixes[f_element*OUT_W + f_bit] == f_odd);
        end
        // Rule 2: zeros above.
        for (f_bit = BITS; f_bit < OUT_W; f_bit = f_bit + 1)
            assert (!mixes[f_element*OUT_W + f_bit]);
    end
`endif
endmodule
`default_nettype wire
