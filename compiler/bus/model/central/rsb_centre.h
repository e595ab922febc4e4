/* The ring segmented bus with its centralised arbiter, bl_garb, as a model of events: a tree of
   mutual exclusions chooses one domain after the other, a matched delay covers the look-up, wires
   lead from every domain to the arbiter and back. */
#ifndef BL_RSB_CENTRE_H
#define BL_RSB_CENTRE_H

#include "bus/model/rsb.h"

/* Levels of the tree above its deepest domain. */
static inline int bl_rsb_centre_levels(int cells) {
    int levels = 0;
    while (1 << levels < cells) levels++;
    return levels;
}

/* DELAY of bl_garb as it is written: twice what equal tables need, for tables of which one takes up
 * to twice as long as another. */
static inline int bl_rsb_centre_delay(int cells) { return 4 * cells + 20; }

/* From a domain to the arbiter: a ring of N segments as a square with the arbiter in its middle,
   wires along the sides; its corners are N / 4 segments away, and all domains are taken to be as
   far. */
static inline int64_t bl_rsb_centre_wire_ps(int cells, int64_t wire_ps) {
    return cells * wire_ps / 4;
}

/* From one answer to the next while requests wait: the request's fall through the tree and the
   root, the delay's fall, the root, the delay's rise, with ten tables behind DELAY. As simulated in
   bl_garb with tables of one delay. */
static inline int64_t bl_rsb_centre_operation_ps(int cells, int64_t gate_ps) {
    return (2 * (bl_rsb_centre_delay(cells) + 10) + bl_rsb_centre_levels(cells) + 2) * gate_ps;
}

/* Most operations of others between a request and its answer: each level of the tree lets one of
 * the other side go first. */
static inline int bl_rsb_centre_bound(int cells) { return (1 << bl_rsb_centre_levels(cells)) - 1; }

/* The longest from a request to its answer: behind as many operations as the tree lets go first,
 * and its own. */
static inline int64_t bl_rsb_centre_wait_ps(int cells, int64_t wire_ps, int64_t gate_ps) {
    return 2 * bl_rsb_centre_wire_ps(cells, wire_ps) +
           (bl_rsb_centre_bound(cells) + 1) * bl_rsb_centre_operation_ps(cells, gate_ps);
}

struct bl_rsb_centre;

/* As the functions of rsb.h without `centre`; of the options token_ps, spread_ps and seed are not
 * looked at. */
struct bl_rsb_centre *bl_rsb_centre_new(const struct bl_rsb_options *options);
void bl_rsb_centre_free(struct bl_rsb_centre *bus);
bool bl_rsb_centre_is_ready(const struct bl_rsb_centre *bus, int domain);
void bl_rsb_centre_request(struct bl_rsb_centre *bus, int domain, int target);
bool bl_rsb_centre_run(struct bl_rsb_centre *bus, int64_t until);
int64_t bl_rsb_centre_time(const struct bl_rsb_centre *bus);
uint64_t bl_rsb_centre_events(const struct bl_rsb_centre *bus);
int bl_rsb_centre_bypass(const struct bl_rsb_centre *bus);
uint64_t bl_rsb_centre_error_count(const struct bl_rsb_centre *bus, enum bl_rsb_error error);
enum bl_rsb_way bl_rsb_centre_path(const struct bl_rsb_centre *bus, int domain, int *hops);
/* The answer that the domain had last. */
bool bl_rsb_centre_notified(const struct bl_rsb_centre *bus, int domain);
/* From its answer on: the arbiter's next operation has not begun. */
bool bl_rsb_centre_busy(const struct bl_rsb_centre *bus, int domain);

/* Faults of the hardware, from now on: the arbiter takes the segment between `segment` and its
   right neighbour for free; the delay keeps its value, so that nobody is answered. */
void bl_rsb_centre_forget(struct bl_rsb_centre *bus, int segment);
void bl_rsb_centre_stop(struct bl_rsb_centre *bus);

#endif
