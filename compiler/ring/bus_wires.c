/* The wires and clocks of a bus in a simulation. */
#include "base/text.h"
#include "ring/bus_emit.h"

/* A wire's share of BL_WIRE_LESS, in fs. */
static void add_less(struct bl_text *text, const struct bl_rsb_options *ring, int segment,
                     enum bl_rsb_way way, bool last) {
    int64_t less = ring->wire_ps - bl_rsb_segment_ps(ring, segment, way);
    bl_text_add(text, "    64'd%lld%s", (long long)less * 1000, last ? "}\n" : ", \\\n");
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

void bl_bus_wires(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    if (!bl_bus_is_uneven(bus)) return;
    bl_text_add(text, "`define BL_NUMBER_DELAY %lld\n`define BL_WIRE_LESS { \\\n",
                (long long)least_ps(&ring) * 1000);
    for (int i = 2 * ring.cells - 1; i >= 0; i--)
        add_less(text, &ring, i % ring.cells, i < ring.cells ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER,
                 i == 0);
}

static void add_vector(struct bl_text *text, const struct bl_bus *bus, const char *name,
                       bool phase) {
    bl_text_add(text, "    localparam [64*DOMAINS-1:0] %s = {", name);
    for (int i = bus->domains - 1; i >= 0; i--) {
        double femtoseconds = phase ? (double)bus->clocks.phase_ps[i] * 1000
                                    : 1e15 / bus->own_hertz[i] / 2;
        bl_text_add(text, "%s64'd%.0f%s", i == bus->domains - 1 ? "\n        " : "", femtoseconds,
                    !i                       ? "};\n"
                    : (bus->domains - i) % 4 ? ", "
                                             : ",\n        ");
    }
}

void bl_bus_clock_vectors(struct bl_text *text, const struct bl_bus *bus) {
    add_vector(text, bus, "HALVES", false);
    add_vector(text, bus, "PHASES", true);
}
