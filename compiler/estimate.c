/* Formulas for the logic that templates take. */
#include "estimate.h"

enum { POINTER_ALMS = 12 };

static int log2_of(int value) {
    int bits = 0;
    while ((1 << bits) < value) bits++;
    return bits;
}

/* A FIFO of 32 elements in MLABs. */
static int fifo_alms(int bits) { return (bits + 1) / 2 + POINTER_ALMS; }

static int output_alms(int inputs, int elems, int elem_bits) {
    int ports = (inputs < 2 ? 1 : 2) * elems;
    int sources = (inputs * elems + ports - 1) / ports;
    int muxes = sources > 1 ? ports * elem_bits * sources * sources / 8 : 0;
    int butterfly = log2_of(ports) * ports * elem_bits / 2;
    int ranks = 2 * ports * log2_of(ports);
    return muxes + butterfly + ports * fifo_alms(elem_bits) + elems * elem_bits / 2 + ranks;
}

int bl_estimate_crossbar_shape(int inputs, int outputs, int elems, int elem_bits) {
    return inputs * elems * outputs * fifo_alms(elem_bits) + outputs * output_alms(inputs, elems, elem_bits);
}

int bl_estimate_crossbar(int lanes, int elems, int elem_bits) {
    return bl_estimate_crossbar_shape(lanes, lanes, elems, elem_bits);
}
