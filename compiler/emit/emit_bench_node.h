/* The part of a bench that says what its nodes are, whatever kind of program is on them. */
#ifndef BL_EMIT_BENCH_NODE_H
#define BL_EMIT_BENCH_NODE_H

#include "ir/node.h"

struct bl_bench_program;
struct bl_text;

enum { BL_BENCH_QUIET_CYCLES = 4096 };

/* What the program on the nodes decides. */
struct bl_bench_settings {
    int unit_bytes;    /* of what words of memory are made of */
    int deal_elements; /* that a channel gets in a row, of what is dealt over the channels */
    int quiet_cycles;  /* without a move, after which nothing moves any more; the least is enough
                          where nothing clears or sums counters */
};

/* Tables of ir/carried/bench.h, up to the members of `program`, which is left open. */
void bl_emit_bench_node(struct bl_text *text, const struct bl_node *node,
                        const struct bl_bench_settings *settings);
/* What a host program opens, bl_device_simulation, behind that; where it is compiled for none, what
   follows up to #endif. */
void bl_emit_bench_device(struct bl_text *text, const struct bl_node *node);

/* What bl_bench_options_parse looks at of a node, but for the model. */
struct bl_bench_program bl_bench_node_facts(const struct bl_node *node);

#endif
