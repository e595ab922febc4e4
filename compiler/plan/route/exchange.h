/* How the lanes of a node carry an exchange by a function of any number of values:
 * docs/networks.md, "Exchanges". */
#ifndef BL_EXCHANGE_H
#define BL_EXCHANGE_H

#include "ir/cut.h"
#include "ir/plan.h"

struct bl_exchange_shape {
    int inputs;  /* of one crossbar that feeds the exchange: as many lanes lie side by side in a
                    group */
    int outputs; /* of that crossbar: a flow each, or what is split further */
    int split;   /* a small crossbar for each lane makes a flow for each of its so many nodes, also
                    behind a crossbar; 0: the crossbar does */
    int joined;  /* lanes with equal numbers modulo this hold one value, and leave as one; 0: every
                    lane reaches the node of its value */
};

/* Of an exchange to the node that the function gives. */
struct bl_exchange_shape bl_exchange_shape(const struct bl_cluster *cluster,
                                           const struct bl_function *node);

/* Pairs of a lane and a link at a node's endpoint where a lane has several links and a link several
   lanes; 0 otherwise. Each pair has its own queues. */
int bl_exchange_pairs(const struct bl_cluster *cluster);

/* Whether lanes hold records of several nodes, so that the exchange must see the function's column.
 */
bool bl_exchange_needs_column(const struct bl_cluster *cluster, const struct bl_function *node);

/* How a receiver knows that an exchange has brought everything. */
enum bl_exchange_end {
    BL_END_MARKS,     /* the last word of every flow is marked */
    BL_END_HISTOGRAM, /* a flow's size is what the histogram has counted for its values */
    BL_END_WRITTEN    /* a flow's size is what was written to the channels that it comes from */
};

/* How the exchange of a pass ends. A histogram counts the records of a node by value, so it knows
   the sizes where every value has one flow: otherwise what lies in the channels does, and where a
   crossbar in the same pass spreads a value over several flows, only marks. */
enum bl_exchange_end bl_exchange_end(const struct bl_cluster *cluster, const struct bl_pass *pass);

/* Places of a function's values among `most`: as many as it has values, at most all. */
int bl_function_places(const struct bl_function *function, int most);

/* Those that cross the network: of the plan's exchanges, which are all alike; without one, of the
   first column. */
struct bl_cut bl_cut_of_exchange(const struct bl_plan *plan);

#endif
