/* The rules of the arbiter inside a domain, asked cycle by cycle of the paths alone: its own map of
 * what is in use is not looked at. */
#ifndef BL_RSB_LARB_WATCH_H
#define BL_RSB_LARB_WATCH_H

#include "bus/model/hierarchy/rsb_larb_inner.h"

struct bl_larb_watch {
    int64_t clock;                /* cycles so far */
    int64_t since[BL_LARB_STOPS]; /* when the stop last began to wait, got a path or had nothing any
                                     more */
    int64_t closed[BL_LARB_CONNECTORS]; /* when the connector was open last */
    bool waits[BL_LARB_STOPS], has[BL_LARB_STOPS];
    int looked;           /* the stop that is looked at in this cycle, -1: it does not wait */
    bool free;            /* it has to get a path */
    int64_t longest_stay; /* of a path, or of a connector that is not open */
    int64_t longest_wait; /* for a path */
};

/* Before and after bl_larb_clock. The second one returns the rule that was broken, or
   BL_RSB_ERROR_COUNT: SHARED, a segment or an end is in two paths; WRONG, a path leads elsewhere;
   REFUSED, no path although a way is free; BYPASSED, a stop waits for longer than the bound. */
void bl_larb_watch_before(struct bl_larb_watch *watch, const struct bl_larb *larb);
enum bl_rsb_error bl_larb_watch_after(struct bl_larb_watch *watch, const struct bl_larb *larb,
                                      int got);

/* Cycles within which everyone is served, as the paths have been so far: with S stops and paths of
 * at most T cycles S (2 T + 3 S). */
int64_t bl_larb_watch_bound(const struct bl_larb_watch *watch, const struct bl_larb *larb);

#endif
