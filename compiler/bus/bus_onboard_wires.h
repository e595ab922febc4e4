/* The wires between the boards of a bus, and the contacts that they are given. */
#ifndef BL_BUS_ONBOARD_WIRES_H
#define BL_BUS_ONBOARD_WIRES_H

#include "bus/bus_onboard.h"

struct bl_board_wire;

/* Where a wire that leaves at an end comes in at the neighbour. */
enum bl_onboard_end bl_onboard_other(enum bl_onboard_end end);

/* Wires of a signal each way. */
int bl_onboard_bits(const struct bl_bus *bus, const struct bl_onboard_signal *signal);
/* Whether the board of that domain uses the wires there: a chain has ends. */
bool bl_onboard_has(const struct bl_bus *bus, const struct bl_onboard_signal *signal,
                    enum bl_onboard_end end, int domain);

/* A bit of a signal at an end, on the contacts of the board's connectors. All boards have them at
 * the same place. */
struct bl_onboard_wire {
    const struct bl_onboard_signal *signal;
    enum bl_onboard_end end;
    int bit;
    const struct bl_board_wire *contact; /* NULL: the board has none left */
    const char *connector;
    const char *standard; /* of its connector */
};
struct bl_onboard_wires {
    struct bl_onboard_wire *items;
    int count, capacity;
    int needed[2], there[2]; /* single wires and pairs */
};
/* In the order in which contacts are given out: probes come behind. */
struct bl_onboard_wires bl_onboard_wires(struct bl_arena *arena, const struct bl_bus *bus);
/* "left_number_in", for a net, a port or a wire of the bench; "left_number_in[1]". */
const char *bl_onboard_end_name(struct bl_arena *arena, const struct bl_onboard_signal *signal,
                                enum bl_onboard_end end);
const char *bl_onboard_wire_name(struct bl_arena *arena, const struct bl_bus *bus,
                                 const struct bl_onboard_wire *wire);
struct bl_onboard_wires bl_onboard_probes(struct bl_arena *arena, const struct bl_bus *bus);
const char *bl_onboard_probe_word(int probe);

#endif
