/* How much logic a circuit takes, before it exists: formulas over the shapes of the templates. */
#ifndef BL_ESTIMATE_H
#define BL_ESTIMATE_H

/* ALMs of a crossbar that joins `inputs` lanes to `outputs` lanes, each with `elems` elements of `elem_bits` bits a word:
     crosspoints   inputs * elems * outputs FIFOs of 32 elements: elem_bits / 2 (an MLAB is 32 x 20 bits in 10 ALMs) + 12 for counters
   and per output, with R = min(2, inputs) * elems ports and S = inputs * elems / R crosspoints behind each:
     port muxes    R * elem_bits * S * S / 8, nothing if S = 1
     butterfly     log2(R) stages * R * elem_bits / 2  (a 2x2 switch is one 5-input LUT a bit, two of them an ALM)
     bank FIFOs    R * (elem_bits / 2 + 12)
     half select   elems * elem_bits / 2
     ranks         R * log2(R) * 2 for prefix sums and positions
   All numbers are powers of two in the lanes and elements. Against a count by Yosys (synth_intel_alm -nobram -family cyclone10gx; ALM =
   ALUT2..5 / 2 + ALUT6 + carry / 2 + MLAB / 2), inputs x outputs x elems of 32 bits: 2 x 2 x 8 gives 4,352 for 4,266 counted,
   4 x 4 x 4 gives 5,184 for 5,568, 8 x 2 x 8 gives 9,088 for 9,520. */
int bl_estimate_crossbar_shape(int inputs, int outputs, int elems, int elem_bits);

/* The same for a node whose `lanes` lanes go to as many. */
int bl_estimate_crossbar(int lanes, int elems, int elem_bits);

#endif
