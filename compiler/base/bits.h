/* Small sums on ints. */
#ifndef BL_BITS_H
#define BL_BITS_H

/* The least number of bits that tell so many values apart: 0 for one, 3 for five to eight. */
static inline int bl_log2(int values) {
    int bits = 0;
    while ((1 << bits) < values) bits++;
    return bits;
}
/* The same of an index into so many: at least 1. */
static inline int bl_index_bits(int values) { return values > 2 ? bl_log2(values) : 1; }
static inline int bl_common_divisor(int a, int b) {
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
static inline int bl_max(int a, int b) { return a > b ? a : b; }
static inline int bl_min(int a, int b) { return a < b ? a : b; }

#endif
