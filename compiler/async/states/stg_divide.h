/* Mutual exclusions of more than two ways, made of two-way ones. */
#ifndef BL_STG_DIVIDE_H
#define BL_STG_DIVIDE_H

#include "async/states/state_graph.h"

/* The net of a consistent graph with stages between each request and its grant: one two-way mutual
   exclusion for each pair of grants, LATE. A requester wins its pairs one after the other, in one
   order of all pairs, so none waits for another in a circle; the last one brings its grant. They
   fall in the same order behind the request, and the grant falls behind the last. The place itself
   stays, so whatever the new net does to the signals of the old one, the old one allows.
   New signals are internal, behind those of the net: for each of net->ways n (n - 1) in a row. Its
   mutexes are those of the net and then, for each of net->ways, n (n - 1) / 2. */
struct bl_stg *bl_stg_divide(struct bl_arena *arena, const struct bl_state_graph *graph);

/* The net itself when it has no such place, else divided, of its graph of at most `limit` states;
 * NULL when that is not whole. */
const struct bl_stg *bl_stg_two_way(struct bl_arena *arena, const struct bl_stg *net, int limit);

/* Pairs of ways, and the same in both orders. */
static inline int bl_ways_pairs(const struct bl_stg_ways *ways) {
    return ways->count * (ways->count - 1) / 2;
}
/* Ordered pairs of ways. */
static inline int bl_ways_stages(const struct bl_stg_ways *ways) {
    return ways->count * (ways->count - 1);
}

#endif
