/* The centralised arbiter of the ring segmented bus as a table: which segments and which
 * destinations are in use. */
#ifndef BL_RSB_GARB_H
#define BL_RSB_GARB_H

#include "bus/model/rsb.h"

struct bl_rsb_garb {
    int domains;            /* 3..16 */
    int user[BL_RSB_CELLS]; /* of segment k, between domains k and k + 1: the domain whose path uses
                               it, -1: free */
    int owner[BL_RSB_CELLS];  /* of destination k: the domain whose path ends there, -1: free */
    int target[BL_RSB_CELLS]; /* of a domain with a path */
    enum bl_rsb_way way[BL_RSB_CELLS];
};

/* Nothing in use. */
void bl_rsb_garb_start(struct bl_rsb_garb *arbiter, int domains);

/* One request: the shorter way that is free, clockwise when both are equally long, else the longer
   one, else none ("not available"). The domain has no path, and does not ask for itself. */
enum bl_rsb_way bl_rsb_garb_ask(struct bl_rsb_garb *arbiter, int domain, int target);

/* The domain gives its path up, if it has one. */
void bl_rsb_garb_leave(struct bl_rsb_garb *arbiter, int domain);

#endif
