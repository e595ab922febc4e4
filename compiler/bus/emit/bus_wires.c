#include "bus/emit/bus_wires.h"

#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_print.h"
#include "bus/emit/ring_wires.h"

void bl_bus_wires(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    if (bl_bus_is_uneven(bus)) bl_emit_ring_wires(text, &ring, 1000);
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
