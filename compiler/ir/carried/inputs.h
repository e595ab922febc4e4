/* Keys by named distribution. */
#ifndef BL_INPUTS_H
#define BL_INPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct bl_input;

/* Where a record stands: what a distribution may look at. */
struct bl_input_place {
    uint64_t number, total; /* in the whole input */
    int node, nodes;
    uint64_t in_node, node_total; /* on its node, in the order of dealing */
    uint64_t in_lane;             /* in its channel */
};

struct bl_input_config {
    const char *name; /* "uniform", "zipf:0.75"; see bl_inputs_help */
    uint64_t seed;
    int key_bits; /* keys lie in [0, 2^key_bits), 1..64 */
};

/* NULL when the name or its parameter means nothing: *message then points at a constant sentence
 * that says why. */
struct bl_input *bl_input_new(const struct bl_input_config *config, const char **message);
void bl_input_free(struct bl_input *input);

/* The key of a record: a function of the configuration and the place alone. */
uint64_t bl_input_key(const struct bl_input *input, const struct bl_input_place *place);

/* One line per distribution. */
void bl_inputs_help(FILE *file);

#endif
