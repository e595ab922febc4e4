#include "bus/emit/ring_wires.h"

#include "base/text.h"

/* A wire's share of BL_WIRE_LESS. */
static void add_less(struct bl_text *text, const struct bl_rsb_options *ring, int segment,
                     enum bl_rsb_way way, int units) {
    int64_t less = ring->wire_ps - bl_rsb_segment_ps(ring, segment, way);
    bool last = !segment && way == BL_RSB_CLOCKWISE;
    bl_text_add(text, "    64'd%lld%s", (long long)less * units, last ? "}\n" : ", \\\n");
}

/* The least that any wire takes. */
static int64_t least_ps(const struct bl_rsb_options *ring) {
    int64_t least = ring->wire_ps;
    for (int i = 0; i < 2 * ring->cells; i++) {
        int64_t delay = bl_rsb_segment_ps(ring, i / 2, i % 2 ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE);
        if (delay < least) least = delay;
    }
    return least;
}

void bl_emit_ring_wires(struct bl_text *text, const struct bl_rsb_options *ring, int units) {
    bl_text_add(text, "`define BL_NUMBER_DELAY %lld\n`define BL_WIRE_LESS { \\\n",
                (long long)least_ps(ring) * units);
    for (int i = 2 * ring->cells - 1; i >= 0; i--)
        add_less(text, ring, i % ring->cells, i < ring->cells ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER,
                 units);
}
