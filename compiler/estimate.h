/* How much logic a circuit takes, before it exists: formulas over the shapes of the templates. */
#ifndef BL_ESTIMATE_H
#define BL_ESTIMATE_H

/* ALMs of a crossbar that joins `inputs` lanes to `outputs` lanes, each with `elems` elements of `elem_bits` bits a word:
     crosspoints   inputs * elems * outputs FIFOs of 32 elements: elem_bits / 2 (an MLAB is 32 x 20 bits in 10 ALMs) + 10 for pointers
   and per output, with R = min(2, inputs) * elems ports:
     port muxes    R * elem_bits * ceil(inputs * elems / R) / 4  (a 4:1 mux a bit is one ALM)
     butterfly     log2(R) stages * R * elem_bits / 2  (a 2x2 switch is one 5-input LUT a bit, two of them an ALM)
     bank FIFOs    R * (elem_bits / 2 + 10)
     half select   elems * elem_bits / 2
     ranks         R * log2(R) * 2 for prefix sums and positions
   All numbers are powers of two in the lanes and elements. */
int bl_estimate_crossbar_shape(int inputs, int outputs, int elems, int elem_bits);

/* The same for a node whose `lanes` lanes go to as many. */
int bl_estimate_crossbar(int lanes, int elems, int elem_bits);

#endif
