/* The event model of the ring segmented bus with either arbiter: the ring of cells (rsb.h) or the
   centralised one (rsb_centre.h). The functions are those of rsb.h. */
#ifndef BL_RSB_BUS_H
#define BL_RSB_BUS_H

#include "bus/model/central/rsb_centre.h"

/* One of the two. */
struct bl_rsb_bus {
    struct bl_rsb *ring;
    struct bl_rsb_centre *centre;
};

/* False when the options are out of range or memory is short. To be freed either way. */
static inline bool bl_rsb_bus_new(struct bl_rsb_bus *bus, const struct bl_rsb_options *options,
                                  bool centralised) {
    *bus = (struct bl_rsb_bus){centralised ? NULL : bl_rsb_new(options),
                               centralised ? bl_rsb_centre_new(options) : NULL};
    return bus->ring || bus->centre;
}
static inline void bl_rsb_bus_free(struct bl_rsb_bus *bus) {
    bl_rsb_free(bus->ring);
    bl_rsb_centre_free(bus->centre);
}
static inline bool bl_rsb_bus_is_ready(const struct bl_rsb_bus *bus, int domain) {
    return bus->ring ? bl_rsb_is_ready(bus->ring, domain)
                     : bl_rsb_centre_is_ready(bus->centre, domain);
}
static inline void bl_rsb_bus_request(struct bl_rsb_bus *bus, int domain, int target) {
    if (bus->ring) bl_rsb_request(bus->ring, domain, target);
    else bl_rsb_centre_request(bus->centre, domain, target);
}
static inline bool bl_rsb_bus_run(struct bl_rsb_bus *bus, int64_t until) {
    return bus->ring ? bl_rsb_run(bus->ring, until) : bl_rsb_centre_run(bus->centre, until);
}
static inline int64_t bl_rsb_bus_time(const struct bl_rsb_bus *bus) {
    return bus->ring ? bl_rsb_time(bus->ring) : bl_rsb_centre_time(bus->centre);
}
static inline uint64_t bl_rsb_bus_events(const struct bl_rsb_bus *bus) {
    return bus->ring ? bl_rsb_events(bus->ring) : bl_rsb_centre_events(bus->centre);
}
static inline int bl_rsb_bus_bypass(const struct bl_rsb_bus *bus) {
    return bus->ring ? bl_rsb_bypass(bus->ring) : bl_rsb_centre_bypass(bus->centre);
}
/* What bl_rsb_bus_bypass may be at most. */
static inline int bl_rsb_bus_bound(int cells, bool centralised) {
    return centralised ? bl_rsb_centre_bound(cells) : cells - 1;
}
static inline uint64_t bl_rsb_bus_error_count(const struct bl_rsb_bus *bus,
                                              enum bl_rsb_error error) {
    return bus->ring ? bl_rsb_error_count(bus->ring, error)
                     : bl_rsb_centre_error_count(bus->centre, error);
}
static inline enum bl_rsb_way bl_rsb_bus_path(const struct bl_rsb_bus *bus, int domain, int *hops) {
    return bus->ring ? bl_rsb_path(bus->ring, domain, hops)
                     : bl_rsb_centre_path(bus->centre, domain, hops);
}
static inline bool bl_rsb_bus_notified(const struct bl_rsb_bus *bus, int domain) {
    return bus->ring ? bl_rsb_gate_value(bus->ring, domain, BL_RSB_NOTIFIED)
                     : bl_rsb_centre_notified(bus->centre, domain);
}
/* What the domain sees beside that: an operation of its own is not over. */
static inline bool bl_rsb_bus_busy(const struct bl_rsb_bus *bus, int domain) {
    return bus->ring ? bl_rsb_busy(bus->ring, domain) : bl_rsb_centre_busy(bus->centre, domain);
}

#endif
