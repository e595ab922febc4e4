/* What the layout of a verified circuit must keep to: forks whose branches may not differ in any
 * way they like. */
#ifndef BL_SIGNOFF_H
#define BL_SIGNOFF_H

#include "async/logic/netlist.h"
#include "async/net/stg.h"

struct bl_arena;

/* The wire from a signal to one gate that reads it. */
struct bl_branch {
    int from, to; /* gates; `to` is `from` itself for its feedback, -1 for the environment that
                     reads an output */
    bool matters; /* a late branch breaks the circuit; else it may be as late as it likes */
    bool decided; /* false: too much to play, or inside a C element; it is taken to matter */
    int *race, race_length; /* matters: what must not overtake it, gates in the order of their
                               moves, the first after `from` and the last the one that makes the
                               fault; an input stands for the environment's answer */
    bool rise;              /* of `from`, in that race */
};

struct bl_signoff {
    struct bl_branch *branches; /* of all signals that more than one gate reads (the environment
                                   counts), and all feedback */
    int branch_count, matter_count;
    int64_t moves; /* played in all verifications; after some millions the other branches are not
                      decided */
};

/* Makes branch after branch late, without bound and together with those before it that did no harm,
   and verifies again. So those that do not matter may all be late together. The netlist must be
   correct. `limit`: most states of one verification; 0 for a default. */
struct bl_signoff *bl_signoff_find(struct bl_arena *arena, const struct bl_stg *net,
                                   const struct bl_netlist *netlist, int limit);

#endif
