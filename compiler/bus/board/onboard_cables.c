#include "bus/board/onboard_cables.h"

#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "bus/bus.h"
#include "bus/bus_onboard_wires.h"

static const struct bl_onboard_wire *find(const struct bl_onboard_wires *wires,
                                          const struct bl_onboard_signal *signal,
                                          enum bl_onboard_end end, int bit) {
    int i = 0;
    while (wires->items[i].signal != signal || wires->items[i].end != end ||
           wires->items[i].bit != bit)
        i++;
    return &wires->items[i];
}

static const char *place(struct bl_arena *arena, const struct bl_onboard_wire *wire) {
    const struct bl_board_wire *at = wire->contact;
    return bl_format(arena, "%s %s%s%s", wire->connector, at->position,
                     at->negative_position ? "/" : "",
                     at->negative_position ? at->negative_position : "");
}

static void add_cable(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus,
                      const struct bl_onboard_wires *wires, const struct bl_onboard_wire *from,
                      int domain) {
    bool right = from->end == BL_ONBOARD_RIGHT_OUT;
    int to = (domain + (right ? 1 : bus->domains - 1)) % bus->domains;
    const struct bl_onboard_wire *other = find(wires, from->signal, bl_onboard_other(from->end),
                                               from->bit);
    bl_text_add(text, "%-5d  %-20s  %-22s  %-5d  %-20s  %s\n", domain + 1, place(arena, from),
                bl_onboard_wire_name(arena, bus, from), to + 1, place(arena, other),
                bl_onboard_wire_name(arena, bus, other));
}

static void add_probes(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus) {
    const struct bl_onboard_wires probes = bl_onboard_probes(arena, bus);
    bl_text_add(text, "\nProbes of the arbiter's wires, on each board:\n");
    for (int i = 0; i < probes.count; i++)
        bl_text_add(text, "%-20s  %s\n", place(arena, &probes.items[i]), bl_onboard_probe_word(i));
}

void bl_onboard_cables(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus) {
    const struct bl_onboard_wires wires = bl_onboard_wires(arena, bus);
    bl_text_add(text,
                "Cables of bus %s, from output to input; a pair as positive/negative. The grounds "
                "of all boards are joined, too.\n%-5s  %-20s  %-22s  %-5s  %-20s  %s\n",
                bus->name, "board", "contact", "wire", "board", "contact", "wire");
    for (int d = 0; d < bus->domains; d++)
        for (int i = 0; i < wires.count; i++)
            if (bl_onboard_is_output(wires.items[i].end) &&
                bl_onboard_has(bus, wires.items[i].signal, wires.items[i].end, d))
                add_cable(text, arena, bus, &wires, &wires.items[i], d);
    add_probes(text, arena, bus);
}
