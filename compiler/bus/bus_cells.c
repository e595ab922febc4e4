#include "bus/bus_cells.h"

#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/cell/arbiter.h"

/* Of the cell of bl_rarb_cell.v, and what the first of a ring has more. */
enum { OWN_TABLES = 19, OWN_FIRST = 1 };

const struct bl_rsb_cells *bl_bus_made(const struct bl_bus *bus) {
    return bus->arbiter ? &bus->arbiter->events : NULL;
}

int bl_bus_token_tables(const struct bl_bus *bus) {
    return bus->onboard ? 1 : bl_rsb_token_tables(bl_bus_cells(bus));
}

int64_t bl_bus_stop_ps(const struct bl_bus *bus) {
    return bus->onboard ? (bus->onboard->stop_tables + 1) * bus->gate_ps : 0;
}

struct bl_rsb_data bl_bus_data(const struct bl_bus *bus) {
    const struct bl_onboard *onboard = bus->onboard;
    if (!onboard) return (struct bl_rsb_data){0};
    return (struct bl_rsb_data){onboard->beats, onboard->path_ps,
                                onboard->beats * onboard->frame_ps};
}

int bl_bus_cell_tables(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), near = bl_bus_number_bits(bus) > 2 ? 4 : 0;
    if (!bus->arbiter) return OWN_TABLES * cells + OWN_FIRST + near;
    /* and the comparison, a table in each */
    return (bus->arbiter->other_map.count + 1) * (cells - 1) + bus->arbiter->first_map.count + 1 +
           near;
}

void bl_bus_made_explain(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_arbiter *a = bus->arbiter;
    if (!a) return;
    bl_text_add(text, "            made of the graphs");
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        bl_text_add(text, "%s %s: %s", i ? "," : "", bl_cell_part_word((enum bl_cell_part)i),
                    a->files[i] ? a->files[i] : "the usual one");
    bl_text_add(text,
                "\n            verified with gates of any delay: a ring of 3 against them, %u "
                "states\n",
                a->states);
}

struct bl_rsb_options bl_bus_ring(const struct bl_bus *bus) {
    struct bl_rsb_options ring = {.cells = bl_bus_cells(bus),
                                  .gate_ps = bus->gate_ps,
                                  .wire_ps = bus->delay_ps,
                                  .token_ps = bl_bus_token_ps(bus),
                                  .stop_ps = bl_bus_stop_ps(bus)};
    ring.segments = bus->segments;
    ring.made = bl_bus_made(bus);
    return ring;
}
