/* What a golden model works on: for each version, node and lane an array. It needs nothing of the
   bench and the simulator, so that a host program can call a model: docs/commands.md. */
#ifndef BL_GOLDEN_ARRAYS_H
#define BL_GOLDEN_ARRAYS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/carried/wide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bit i of it is bit i of `ones`, inverted for every 1 of the value in masks[i]. */
bl_wide bl_mix_bits(const bl_wide *masks, int bits, bl_wide ones, bl_wide value);

/* The elements of one version in one lane of one node. */
struct bl_golden_part {
    void *items;
    uint64_t count, capacity;
    uint64_t *records; /* which record of the source each is; NULL: nobody has said so */
    uint64_t record_capacity;
};

/* The golden model's state: arrays by version, node and lane. Source versions are filled before the
 * call, the function fills the rest. */
struct bl_golden {
    int nodes, lanes, version_count;
    const int *bytes;             /* [version_count] size of an element */
    struct bl_golden_part *parts; /* [version][node][lane] */
    uint64_t **counts;            /* [histogram][node * values + value] */
};

static inline struct bl_golden_part *bl_golden_part(const struct bl_golden *golden, int version,
                                                    int node, int lane) {
    return &golden->parts[(version * golden->nodes + node) * golden->lanes + lane];
}
/* Empty arrays for so many versions, of elements of `bytes` bytes each, and zeroed counts: of each
   histogram `values` on every node. The lists are copied. */
struct bl_golden *bl_golden_new(int nodes, int lanes, int versions, const int *bytes,
                                int histograms, const uint64_t *values);
void bl_golden_free(struct bl_golden *golden);
/* Appends elements, packed and little endian, dealt in blocks of so many as a run deals its
   records: block b to node b mod nodes, there to lane (b div nodes) mod lanes. */
void bl_golden_deal(const struct bl_golden *golden, int version, const void *items, uint64_t count,
                    int block);

/* An element as an unsigned number; `bytes` is 1, 2, 4, 8 or 16, little endian. */
bl_wide bl_element(const void *items, int bytes, uint64_t index);
/* Appends one element (its low `bytes` bytes). */
void bl_golden_push(const struct bl_golden *golden, int version, int node, int lane, bl_wide value);
/* Element `index` as an unsigned number. */
bl_wide bl_golden_get(const struct bl_golden *golden, int version, int node, int lane,
                      uint64_t index);

/* The same for models that follow records: appends one that is `record` of the source; the record
   of an element, by its place where it stands in the source; and its value in a source version. */
void bl_golden_push_record(const struct bl_golden *golden, int version, int node, int lane,
                           bl_wide value, uint64_t record);
static inline uint64_t bl_golden_record(const struct bl_golden *golden, int version, int node,
                                        int lane, uint64_t index) {
    const uint64_t *records = bl_golden_part(golden, version, node, lane)->records;
    return records ? records[index]
                   : (index * (unsigned)golden->lanes + (unsigned)lane) * (unsigned)golden->nodes +
                         (unsigned)node;
}
static inline bl_wide bl_golden_source(const struct bl_golden *golden, int version,
                                       uint64_t record) {
    unsigned nodes = (unsigned)golden->nodes, lanes = (unsigned)golden->lanes;
    return bl_golden_get(golden, version, (int)(record % nodes), (int)(record / nodes % lanes),
                         record / nodes / lanes);
}

/* Bits of an element as a number, and back, for stages of the user's own. */
static inline float bl_float32(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}
static inline double bl_float64(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint64_t bl_bits32(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}
static inline uint64_t bl_bits64(double value) {
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

#ifdef __cplusplus
}
#endif

#endif
