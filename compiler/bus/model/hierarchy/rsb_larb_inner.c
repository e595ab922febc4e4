/* One stop is looked at in a cycle: a table of segments and ends, and an elder for whom they are
 * kept. */
#include "bus/model/hierarchy/rsb_larb_inner.h"

void bl_larb_start(struct bl_larb *larb, int domains, int domain, int elements, int connectors) {
    *larb = (struct bl_larb){.domains = domains,
                             .domain = domain,
                             .elements = elements,
                             .connectors = connectors,
                             .equal_first = true,
                             .open = {true, true},
                             .elder = -1,
                             .kept_end = -1};
}

int bl_larb_stops(const struct bl_larb *larb) { return larb->elements + larb->connectors; }

int bl_larb_connector_stop(const struct bl_larb *larb, int connector) {
    return bl_larb_stops(larb) - 1 - connector;
}

int bl_larb_connector(const struct bl_larb *larb, int stop) {
    return stop < larb->elements ? -1 : bl_larb_stops(larb) - 1 - stop;
}

/* The connector to take first for another domain: the one on the side where that domain is nearer.
 */
static int larb_preferred(const struct bl_larb *larb, int domain) {
    int clockwise = (domain - larb->domain + larb->domains) % larb->domains;
    return 2 * clockwise <= larb->domains ? larb->connectors - 1 : 0;
}

void bl_larb_ask(struct bl_larb *larb, int stop, int domain, int element) {
    larb->stops[stop].waits = true;
    larb->stops[stop].domain = domain;
    larb->stops[stop].element = element;
}

static void forget_elder(struct bl_larb *larb) {
    larb->elder = larb->kept_end = -1;
    larb->kept = 0;
}

void bl_larb_leave(struct bl_larb *larb, int stop) {
    struct bl_larb_stop *self = &larb->stops[stop];
    if (larb->elder == stop) forget_elder(larb);
    if (self->has) {
        larb->used &= ~self->segments;
        larb->ends &= ~(UINT32_C(1) << self->end);
    }
    self->waits = self->has = false;
}

/* The segments from a stop to another one. */
static uint32_t segments(const struct bl_larb *larb, int from, int to, enum bl_rsb_way way) {
    uint32_t mask = 0;
    int count = bl_larb_stops(larb);
    if (way == BL_RSB_COUNTER) {
        int swap = from;
        from = to;
        to = swap;
    }
    for (int stop = from; stop != to; stop = (stop + 1) % count) mask |= UINT32_C(1) << stop;
    return mask;
}

static enum bl_rsb_way shorter(const struct bl_larb *larb, int from, int to) {
    int count = bl_larb_stops(larb), clockwise = (to - from + count) % count;
    return 2 * clockwise <= count ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER;
}

/* Whether another stop has or, as the elder, is about to have a path to the same element of another
 * domain. */
static bool is_equal(const struct bl_larb *larb, int stop) {
    const struct bl_larb_stop *self = &larb->stops[stop];
    if (!larb->equal_first || self->domain == larb->domain) return false;
    for (int other = 0; other < larb->elements; other++) {
        const struct bl_larb_stop *that = &larb->stops[other];
        bool counts = that->has || (that->waits && larb->elder == other);
        if (other != stop && counts && that->domain == self->domain &&
            that->element == self->element)
            return true;
    }
    return false;
}

static bool take(struct bl_larb *larb, int stop, int end, enum bl_rsb_way way) {
    uint32_t mask = segments(larb, stop, end, way), bit = UINT32_C(1) << end;
    bool kept = larb->elder >= 0 && larb->elder != stop &&
                (larb->kept & mask || larb->kept_end == end);
    int connector = bl_larb_connector(larb, end);
    if (larb->used & mask || larb->ends & bit || kept || (connector >= 0 && !larb->open[connector]))
        return false;
    struct bl_larb_stop *self = &larb->stops[stop];
    self->waits = false;
    self->has = true;
    self->end = end;
    self->way = way;
    self->segments = mask;
    larb->used |= mask;
    larb->ends |= bit;
    if (larb->elder == stop) forget_elder(larb);
    return true;
}

static bool take_either(struct bl_larb *larb, int stop, int end) {
    enum bl_rsb_way first = shorter(larb, stop, end);
    return take(larb, stop, end, first) ||
           take(larb, stop, end, first == BL_RSB_CLOCKWISE ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE);
}

static void refuse(struct bl_larb *larb, int stop, int end, bool equal) {
    if (larb->elder < 0) larb->elder = stop;
    if (larb->elder != stop) return;
    larb->kept = equal ? 0 : segments(larb, stop, end, shorter(larb, stop, end));
    larb->kept_end = equal ? -1 : end;
}

/* Looks at one stop: true when it gets a path. */
static bool look(struct bl_larb *larb, int stop) {
    const struct bl_larb_stop *self = &larb->stops[stop];
    bool outside = self->domain != larb->domain, equal = is_equal(larb, stop);
    int preferred = larb_preferred(larb, self->domain),
        end = outside ? bl_larb_connector_stop(larb, preferred) : self->element;
    if (!equal && take_either(larb, stop, end)) return true;
    if (!equal && outside && larb->connectors == 2 &&
        take_either(larb, stop, bl_larb_connector_stop(larb, 1 - preferred)))
        return true;
    refuse(larb, stop, end, equal);
    return false;
}

/* The next one that waits, in cyclic order; the same one only when no other does. */
static int next_turn(const struct bl_larb *larb) {
    int count = bl_larb_stops(larb);
    for (int i = 1; i < count; i++)
        if (larb->stops[(larb->turn + i) % count].waits) return (larb->turn + i) % count;
    return larb->turn;
}

int bl_larb_clock(struct bl_larb *larb) {
    int stop = larb->turn, next = next_turn(larb);
    bool got = larb->stops[stop].waits && look(larb, stop);
    larb->turn = next;
    return got ? stop : -1;
}
