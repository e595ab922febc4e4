`default_nettype none
// Picks the same bits out of every element: what a function of the record says of it.
// Contract: combinational. Element i of `slice` is bits [LSB +: BITS] of element i of `data`, with zeros above them up to OUT_W bits.
module bl_slice #(
    // number of elements, 1 or more
    parameter COUNT = 64,
    // bits in an element, 1 or more
    parameter ELEM_W = 32,
    // lowest bit, below ELEM_W
    parameter LSB = 0,
    // number of bits, 1 or more, at most ELEM_W - LSB
    parameter BITS = 3,
    // bits of a result, BITS or more
    parameter OUT_W = 3
) (
    input  wire [COUNT*ELEM_W-1:0] data,
    output wire [COUNT*OUT_W-1:0]  slice
);
    generate
        if (COUNT < 1 || LSB < 0 || BITS < 1 || LSB + BITS > ELEM_W || OUT_W < BITS) begin : g_check
            bl_slice_illegal_parameter illegal();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < COUNT; i = i + 1) begin : g_element
            assign slice[i*OUT_W +: BITS] = data[i*ELEM_W+LSB +: BITS];
            if (OUT_W > BITS) begin : g_zeros
                assign slice[i*OUT_W+BITS +: OUT_W-BITS] = {(OUT_W-BITS){1'b0}};
            end
            if (BITS < ELEM_W) begin : g_rest
                wire unused = &{1'b0, data[i*ELEM_W +: ELEM_W]};
            end
        end
    endgenerate
endmodule
`default_nettype wire
