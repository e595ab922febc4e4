/* Which crossbars the circuit of a plan has: one per shape and as many of a shape as one step uses
 * at the same time. */
#ifndef BL_CROSSBARS_H
#define BL_CROSSBARS_H

#include "plan/route/route.h"

/* The next crossbar of a plan that has its route, from unit *at on; NULL when there are no more. */
const struct bl_crossbar_shape *bl_plan_crossbar(const struct bl_plan *plan, int *at);

/* Of words of that cut. Towards the channels of the node, by a function of so many values; towards
 * the nodes; and from a lane to the nodes that share it. */
struct bl_crossbar_shape bl_crossbar_to_channels(const struct bl_cluster *cluster,
                                                 struct bl_cut cut,
                                                 const struct bl_function *function);
struct bl_crossbar_shape bl_crossbar_to_nodes(const struct bl_cluster *cluster, struct bl_cut cut,
                                              const struct bl_function *node);
struct bl_crossbar_shape bl_crossbar_splitter(const struct bl_cluster *cluster, struct bl_cut cut);

/* Whether a crossbar by this function moves records from channel to channel: it names more than
   one. One that does not is left out, but for a table, whose destinations have to be taken. */
bool bl_crossbar_moves(const struct bl_cluster *cluster, const struct bl_function *function);

/* Queues of all groups: one for each element of an input word and output; and the banks of the
 * outputs. */
int bl_crossbar_points(const struct bl_crossbar_shape *shape);
int bl_crossbar_banks(const struct bl_crossbar_shape *shape);

/* Logic of all groups in the unit of the board, by cost.h. */
int bl_crossbar_logic(const struct bl_board *board, const struct bl_crossbar_shape *shape);

#endif
