/* Arrangements of records, numbered by how they came about. The same movement by an equal function
   from the same arrangement has the same number, whichever column is moved: that is what keeps
   columns paired which travel in separate passes. */
#ifndef BL_FLOW_H
#define BL_FLOW_H

#include "ir/program.h"

struct bl_flow;

/* Arrangement 0 is that of the source. */
struct bl_flow *bl_flow_new(struct bl_arena *arena);

/* The arrangement that CROSSBAR or ALLTOALLV by `function` makes of `rows`. */
int bl_flow_move(struct bl_flow *flow, int rows, enum bl_stage_role role,
                 const struct bl_function *function);

/* The arrangement of what a stage of the user's own, by its number, keeps of `rows`. */
int bl_flow_drop(struct bl_flow *flow, int rows, int own);

/* The partition of an arrangement: NULL where nothing decides. crossbar(f) sets the channel and
   keeps the node; alltoallv(f) sets the node and drops the channel. */
const struct bl_function *bl_flow_node(const struct bl_flow *flow, int rows);
const struct bl_function *bl_flow_channel(const struct bl_flow *flow, int rows);

/* Arrangements with the same home hold the same records on every node, on whichever channel: a
 * histogram of one counts for all. */
int bl_flow_home(const struct bl_flow *flow, int rows);

/* The number of arrangements so far. */
int bl_flow_count(const struct bl_flow *flow);

#endif
