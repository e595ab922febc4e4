/* Paths inside a domain against their rules. */
#include "bus/model/hierarchy/rsb_larb_watch.h"

/* The segments from a stop to another one, clockwise; all others lead there the other way round. */
static uint32_t clockwise(const struct bl_larb *larb, int from, int to) {
    uint32_t mask = 0;
    for (int stop = from; stop != to; stop = (stop + 1) % bl_larb_stops(larb))
        mask |= UINT32_C(1) << stop;
    return mask;
}

static uint32_t way_to(const struct bl_larb *larb, int from, int to, enum bl_rsb_way way) {
    uint32_t all = (UINT32_C(1) << bl_larb_stops(larb)) - 1, mask = clockwise(larb, from, to);
    return way == BL_RSB_CLOCKWISE ? mask : all & ~mask;
}

/* Whether a path would share something with one of another stop. */
static bool shares(const struct bl_larb *larb, int stop, int end, uint32_t mask) {
    for (int other = 0; other < bl_larb_stops(larb); other++) {
        const struct bl_larb_stop *that = &larb->stops[other];
        if (other != stop && that->has && (that->end == end || that->segments & mask)) return true;
    }
    return false;
}

/* Whether another element has, or as the elder will have, a path toward the same element of another
 * domain. */
static bool waits_for_equal(const struct bl_larb *larb, int stop) {
    const struct bl_larb_stop *self = &larb->stops[stop];
    if (!larb->equal_first || self->domain == larb->domain) return false;
    for (int other = 0; other < larb->elements; other++) {
        const struct bl_larb_stop *that = &larb->stops[other];
        bool same = other != stop && that->domain == self->domain && that->element == self->element;
        if (same && (that->has || (that->waits && larb->elder == other))) return true;
    }
    return false;
}

static bool is_free(const struct bl_larb *larb, int stop, int end, enum bl_rsb_way way) {
    uint32_t mask = way_to(larb, stop, end, way);
    bool kept = larb->elder >= 0 && larb->elder != stop &&
                (larb->kept & mask || larb->kept_end == end);
    return !kept && !shares(larb, stop, end, mask);
}

static bool can_end(const struct bl_larb *larb, int stop, int end) {
    const struct bl_larb_stop *self = &larb->stops[stop];
    int connector = bl_larb_connector(larb, end);
    if (end == stop) return false;
    return self->domain == larb->domain ? end == self->element
                                        : connector >= 0 && larb->open[connector];
}

static bool has_to_get(const struct bl_larb *larb, int stop) {
    if (waits_for_equal(larb, stop)) return false;
    for (int end = 0; end < bl_larb_stops(larb); end++)
        if (can_end(larb, stop, end) && (is_free(larb, stop, end, BL_RSB_CLOCKWISE) ||
                                         is_free(larb, stop, end, BL_RSB_COUNTER)))
            return true;
    return false;
}

void bl_larb_watch_before(struct bl_larb_watch *watch, const struct bl_larb *larb) {
    watch->looked = larb->stops[larb->turn].waits ? larb->turn : -1;
    watch->free = watch->looked >= 0 && has_to_get(larb, watch->looked);
}

static enum bl_rsb_error check_path(const struct bl_larb *larb, int stop) {
    const struct bl_larb_stop *self = &larb->stops[stop];
    if (shares(larb, stop, self->end, self->segments)) return BL_RSB_ERROR_SHARED;
    if (!can_end(larb, stop, self->end) ||
        self->segments != way_to(larb, stop, self->end, self->way))
        return BL_RSB_ERROR_WRONG;
    return BL_RSB_ERROR_COUNT;
}

static void longer(int64_t *most, int64_t length) {
    if (length > *most) *most = length;
}

/* How long paths stay and stops wait. */
static void measure(struct bl_larb_watch *watch, const struct bl_larb *larb) {
    for (int c = 0; c < larb->connectors; c++) {
        if (larb->open[c]) watch->closed[c] = watch->clock;
        longer(&watch->longest_stay, watch->clock - watch->closed[c]);
    }
    for (int stop = 0; stop < bl_larb_stops(larb); stop++) {
        const struct bl_larb_stop *self = &larb->stops[stop];
        if (self->waits != watch->waits[stop] || self->has != watch->has[stop])
            watch->since[stop] = watch->clock;
        watch->waits[stop] = self->waits;
        watch->has[stop] = self->has;
        if (self->has) longer(&watch->longest_stay, watch->clock - watch->since[stop]);
        if (self->waits) longer(&watch->longest_wait, watch->clock - watch->since[stop]);
    }
}

enum bl_rsb_error bl_larb_watch_after(struct bl_larb_watch *watch, const struct bl_larb *larb,
                                      int got) {
    enum bl_rsb_error error = got >= 0      ? check_path(larb, got)
                              : watch->free ? BL_RSB_ERROR_REFUSED
                                            : BL_RSB_ERROR_COUNT;
    if (got != watch->looked && got >= 0) error = BL_RSB_ERROR_WRONG;
    watch->clock++;
    measure(watch, larb);
    if (watch->longest_wait > bl_larb_watch_bound(watch, larb)) error = BL_RSB_ERROR_BYPASSED;
    return error;
}

int64_t bl_larb_watch_bound(const struct bl_larb_watch *watch, const struct bl_larb *larb) {
    int stops = bl_larb_stops(larb);
    return stops * (2 * watch->longest_stay + 3 * stops);
}
