/* What goes into a kernel in Verilog on its bench: moves of random lengths and elements, in runs.
   All inputs get moves of the same numbers of elements; arguments change between runs. */
#ifndef BL_TRIAL_MOVES_H
#define BL_TRIAL_MOVES_H

#include "ir/program.h"
#include "kernel/carried/kernels.h"

/* The ports of a kernel, inputs and outputs apart, in their order. */
struct bl_kernel_ports {
    const struct bl_kernel_port *in[BL_KERNEL_OWN_PORTS], *out[BL_KERNEL_OWN_PORTS];
    struct bl_column in_types[BL_KERNEL_OWN_PORTS], out_types[BL_KERNEL_OWN_PORTS];
    int ins, outs;
};
struct bl_kernel_ports bl_kernel_ports_of(const struct bl_kernels *kernels,
                                          const struct bl_kernel_own *own);

/* How they are drawn. */
struct bl_kernel_lengths {
    int least, most; /* elements of a move; 0: as usual */
    int count;       /* of moves */
    uint64_t seed;
};

struct bl_kernel_moves {
    struct {
        int *items; /* elements of each move */
        int count, capacity;
    } lengths;
    struct {
        struct bl_kernel_moves_run {
            int moves;                 /* moves up to here, those of earlier runs too */
            const uint32_t *arguments; /* [own->argument_count] */
        } * items;
        int count, capacity;
    } runs;
    uint8_t *elements[BL_KERNEL_OWN_PORTS]; /* of an input, [calls * bytes] */
    int calls;                              /* of the golden function: elements of all moves */
};

/* The first move is long, for the rate. */
void bl_kernel_moves_draw(struct bl_arena *arena, struct bl_kernel_moves *moves,
                          const struct bl_kernel_own *own, const struct bl_kernel_ports *ports,
                          const struct bl_kernel_lengths *lengths);

/* What the golden function gave at one output. */
struct bl_kernel_given {
    struct {
        uint8_t *items; /* its elements */
        int count, capacity;
    } bytes;
    struct {
        int *items; /* the call that gave each */
        int count, capacity;
    } calls;
    int *ends; /* elements up to the end of each move */
};
struct bl_kernel_answers {
    struct bl_kernel_given out[BL_KERNEL_OWN_PORTS];
    int calls; /* that were answered */
};

#endif
