#include "bus/model/rsb_times.h"

int64_t bl_rsb_segment_ps(const struct bl_rsb_options *options, int segment, enum bl_rsb_way way) {
    const struct bl_rsb_segments *s = &options->segments;
    return options->wire_ps -
           (way == BL_RSB_CLOCKWISE ? s->clockwise_ps[segment] : s->counter_ps[segment]);
}

int64_t bl_rsb_way_ps(const struct bl_rsb_options *options, int cell, enum bl_rsb_way way,
                      int hops) {
    int64_t sum = 0;
    int first = way == BL_RSB_CLOCKWISE ? cell : cell + options->cells - hops;
    for (int i = 0; i < hops; i++) {
        int segment = (first + i) % options->cells;
        sum += bl_rsb_segment_ps(options, segment, BL_RSB_CLOCKWISE) +
               bl_rsb_segment_ps(options, segment, BL_RSB_COUNTER);
    }
    return sum;
}

static int64_t gate_ps(const struct bl_rsb_options *options) {
    return options->gate_ps + options->spread_ps;
}

/* Beside the hops: three gates, and what a cell that was made has more. */
static int64_t ends_ps(const struct bl_rsb_options *options) {
    return (3 + (options->made ? options->made->extra_gates : 0)) * gate_ps(options);
}

/* Over `hops` and back: a request and "not available", or the falls of both. */
static int64_t refused_ps(const struct bl_rsb_options *options, int hops) {
    return hops * (2 * options->wire_ps + 3 * gate_ps(options)) + ends_ps(options);
}

/* The way that wins: a wire and two gates each way. */
static int64_t granted_ps(const struct bl_rsb_options *options, int hops) {
    return hops * (2 * options->wire_ps + 4 * gate_ps(options)) + ends_ps(options);
}

/* The way that loses gets "not available" from the destination: a wire and two gates there,
   a wire and a gate back, for each hop. The domain is notified, a gate later, when both have been
   answered. */
int64_t bl_rsb_build_ps(const struct bl_rsb_options *options, int hops) {
    int64_t refused = refused_ps(options, options->cells - hops),
            granted = granted_ps(options, hops);
    return (refused > granted ? refused : granted) + gate_ps(options);
}

/* Then the way that lost is left in the same manner. */
int64_t bl_rsb_hold_ps(const struct bl_rsb_options *options, int hops) {
    return bl_rsb_build_ps(options, hops) + refused_ps(options, options->cells - hops) +
           options->stop_ps;
}

/* The fall of the grant comes back as it came; the token goes on a gate after it is done. */
int64_t bl_rsb_release_ps(const struct bl_rsb_options *options, int hops) {
    return granted_ps(options, hops) + gate_ps(options);
}

/* The first cell has a gate more. */
int64_t bl_rsb_lap_ps(const struct bl_rsb_options *options) {
    return 2 * options->cells * (options->wire_ps + options->token_ps + gate_ps(options)) +
           2 * gate_ps(options);
}

int64_t bl_rsb_wait_ps(const struct bl_rsb_options *options) {
    return 2 * bl_rsb_lap_ps(options) + 2 * options->cells * bl_rsb_hold_ps(options, 1);
}

int64_t bl_rsb_acts(const struct bl_rsb_clocks *clocks, int domain, int64_t now, int64_t react_ps) {
    int64_t period = clocks->period_ps[domain], phase = clocks->phase_ps[domain];
    if (!period) return now + react_ps;
    int64_t edges = now > phase ? (now - phase + period - 1) / period : 0;
    return phase + (edges + 1) * period;
}
