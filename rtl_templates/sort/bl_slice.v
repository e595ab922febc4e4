// SPDX-License-Identifier: ISC
`default_nettype none
// Takes the same bit field out of each of several elements.
// Contract: combinational; slice e of `slices` is bits LSB+BITS-1..LSB of element e of `elements`,
// with zeros above them up to OUT_W bits. Latency: 0 cycles.
module bl_slice #(
    // number of elements: 1 or more
    parameter COUNT = 8,
    // bits in an element: max(1, LSB + BITS) or more
    parameter ELEM_W = 32,
    // lowest bit of the field: 0..ELEM_W - BITS
    parameter LSB = 0,
    // bits in the field, 0 where every slice is zero: 0..ELEM_W - LSB
    parameter BITS = 3,
    // bits in a slice: max(1, BITS) or more
    parameter OUT_W = BITS
) (
    input  wire [COUNT*ELEM_W-1:0] elements,
    output wire [COUNT*OUT_W-1:0]  slices
);
    genvar e;
    generate
        if (COUNT < 1) begin : g_check_count
            bl_slice_illegal_COUNT illegal();
        end
        if (LSB < 0 || LSB + BITS > ELEM_W) begin : g_check_lsb
            bl_slice_illegal_LSB illegal();
        end
        if (BITS < 0) begin : g_check_bits
            bl_slice_illegal_BITS illegal();
        end
        if (OUT_W < BITS || OUT_W < 1) begin : g_check_out_w
            bl_slice_illegal_OUT_W illegal();
        end
        for (e = 0; e < COUNT; e = e + 1) begin : g_element
            if (BITS > 0) begin : g_field
                assign slices[e*OUT_W +: BITS] = elements[e*ELEM_W + LSB +: BITS];
            end
            if (OUT_W > BITS) begin : g_zeros
                assign slices[e*OUT_W + BITS +: OUT_W - BITS] = {(OUT_W - BITS){1'b0}};
            end
        end
    endgenerate
    wire unused = &{1'b0, elements};

`ifdef FORMAL
    // Rule 1: every slice is its element shifted right by LSB and cut to BITS bits, as a number of
    // OUT_W bits.
    integer f_element;
    always @* for (f_element = 0; f_element < COUNT; f_element = f_element + 1)
        assert (slices[f_element*OUT_W +: OUT_W]
                == ((elements >> (f_element*ELEM_W + LSB)) & ((1 << BITS) - 1)));
`endif
endmodule
`default_nettype wire
