/* Inside of the lowering: shared by lower*.c only. What there is, and which stream feeds which, the
   plan has decided: plan/route/route.h. */
#ifndef BL_LOWERING_H
#define BL_LOWERING_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/bits.h"
#include "ir/circuit.h"
#include "ir/cut.h"
#include "ir/node.h"
#include "ir/plan.h"
#include "plan/route/route.h"
#include "node/regmap.h"

/* Counts are words of 32 bits to the host; within a lane they have BL_LANE_COUNT_BITS. */
enum { BL_COUNT_W = 32, BL_CLOCK_W = 64 };

/* A clock and its reset, as nets of the top. */
struct bl_domain {
    const char *clock, *reset;
};

struct bl_lowering {
    struct bl_arena *arena;
    const struct bl_node *node;
    const struct bl_program *program; /* the node's */
    const struct bl_plan *plan;       /* of its passes, or NULL */
    const struct bl_route *route;     /* of the plan */
    struct bl_circuit *circuit;
    int nodes, lanes, word_bits, node_bits, lane_bits, flows, burst_words;
    struct bl_cut plain;                                /* of a column's words */
    struct bl_domain *domains, memory, network, host;   /* [0] is core's */
    bool memory_crosses, network_crosses, host_crosses; /* the memory, the network, the host runs on
                                                           another clock than core */
    const char *network_node;     /* bl_lower_network_node; NULL: not asked for yet */
    const char **writer_channels; /* [lanes]: what each lane's writer is connected to */
};

/* The circuit of a node with its ports, its clocks and their resets. */
struct bl_lowering *bl_lower_begin(struct bl_arena *arena, const struct bl_node *node,
                                   const char *comment);

/* Bits of the number of one of so many planes. */
static inline int bl_tid_bits(int planes) { return bl_max(1, bl_log2(planes)); }

#endif
