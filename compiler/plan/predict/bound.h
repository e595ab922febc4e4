/* The bound that the actual records set: whatever goes to a place that is a function of the record
 * is bound by the fullest place. */
#ifndef BL_BOUND_H
#define BL_BOUND_H

#include "ir/plan.h"

/* What was counted of one step of a plan, in records; a table pass and its user count once. */
struct bl_step_counts {
    const uint64_t *read; /* [nodes * lanes], node-major: records in the channels that are read */
    const uint64_t *written; /* [nodes * lanes]: records in the channels that are written; NULL for
                                a step that writes nothing */
    const uint64_t *sent;    /* [nodes * nodes], [from * nodes + to]: records exchanged; NULL for a
                                step without an exchange */
};

enum bl_bound_by { BL_BOUND_READ, BL_BOUND_WRITE, BL_BOUND_LINK, BL_BOUND_LANE };
const char *
bl_bound_word(enum bl_bound_by by); /* "channel read", "channel written", "link", "network lane" */

struct bl_bound {
    double cycles;           /* no circuit of this form can take fewer */
    double bytes_per_second; /* the counted bytes of all records over that time */
    int step;                /* the step that takes most of it */
    enum bl_bound_by by;     /* and what it waits for */
};

/* What the words of a step take beside its fixed way: a channel also waits for the rows that planes
   which take turns close for each other (bl_step's cycles of a word), and a shared controller has
   read for a while when there is something to be written. */
struct bl_step_words {
    double cycles, link_cycles; /* of what lies between the nodes alone; 0: nothing is exchanged */
};

/* Sum over the steps of the largest of
     channel read     words of the fullest channel; a table's words count too, and what is written
                      where controllers are shared
     channel written  words of the fullest channel
     link             bytes on the fullest of what lies between the nodes, over its rate, and a
                      word a cycle between two nodes
     network lane     words that the busiest lane sends or receives, if every lane's share of a node
                      pair is even: one word a cycle.
   A word holds width / column bytes elements; what remains of a channel is a word of its own.
   `counts` has plan->step_count members; `records` is the number in the whole cluster. `words` has
   as many, or is NULL. */
struct bl_bound bl_bound_make(const struct bl_plan *plan, const struct bl_step_counts *counts,
                              uint64_t records, struct bl_step_words *words);

/* Records a node for which `explain` says it. */
enum { BL_EXPECTED_SIZES = 3 };
static const uint64_t bl_expected_sizes[BL_EXPECTED_SIZES] = {1 << 14, 1 << 17, 1 << 20};

#endif
