#include "bus/bus_onboard_wires.h"

#include "bus/bus_onboard.h"

#include "base/arena.h"
#include "board/board.h"
#include "bus/bus.h"

/* Which ports of bl_rsb_board: in from the left, out to the left, in from the right, out to the
 * right. */
const struct bl_onboard_signal bl_onboard_signals[] = {
    {"go", BL_ONBOARD_ONE, false, false, true, {"s_left", "m_left", "s_right", "m_right"}},
    {"na",
     BL_ONBOARD_ONE,
     false,
     false,
     true,
     {"s_left_na", "m_left_na", "s_right_na", "m_right_na"}},
    {"token", BL_ONBOARD_ONE, false, false, true, {"s_left_token", NULL, NULL, "m_right_token"}},
    {"number",
     BL_ONBOARD_NUMBER,
     false,
     true,
     true,
     {"s_left_number", "m_left_number", "s_right_number", "m_right_number"}},
    /* no reset at the boards behind; all boards ahead are there */
    {"run", BL_ONBOARD_ONE, false, true, false, {"", NULL, NULL, ""}},
    {"ready", BL_ONBOARD_ONE, false, true, false, {NULL, "", "", NULL}},
    {"line",
     BL_ONBOARD_LINES,
     true,
     false,
     true,
     {"s_left_line", "m_left_line", "s_right_line", "m_right_line"}},
    {NULL, BL_ONBOARD_ONE, false, false, false, {NULL}},
};

static const char *const sides[] = {
#define ROW(name, side, way) side,
    BL_ONBOARD_ENDS(ROW)
#undef ROW
};
static const char *const ways[] = {
#define ROW(name, side, way) way,
    BL_ONBOARD_ENDS(ROW)
#undef ROW
};

enum bl_onboard_end bl_onboard_other(enum bl_onboard_end end) {
    static const enum bl_onboard_end others[] = {
        [BL_ONBOARD_LEFT_IN] = BL_ONBOARD_RIGHT_OUT,
        [BL_ONBOARD_LEFT_OUT] = BL_ONBOARD_RIGHT_IN,
        [BL_ONBOARD_RIGHT_IN] = BL_ONBOARD_LEFT_OUT,
        [BL_ONBOARD_RIGHT_OUT] = BL_ONBOARD_LEFT_IN,
    };
    return others[end];
}

int bl_onboard_bits(const struct bl_bus *bus, const struct bl_onboard_signal *signal) {
    if (signal->width == BL_ONBOARD_NUMBER) return bl_bus_number_bits(bus);
    if (signal->width == BL_ONBOARD_ONE) return 1;
    return bus->onboard->serial ? 2 : bus->onboard->lines + 2;
}

bool bl_onboard_has(const struct bl_bus *bus, const struct bl_onboard_signal *signal,
                    enum bl_onboard_end end, int domain) {
    bool left = end == BL_ONBOARD_LEFT_IN || end == BL_ONBOARD_LEFT_OUT;
    if (!signal->ports[end]) return false;
    return !signal->chain || domain != (left ? 0 : bus->domains - 1);
}

/* The contact of that number among all single wires, or all pairs, of the board's connectors. */
static void find_contact(const struct bl_board *board, bool pair, int number,
                         struct bl_onboard_wire *wire) {
    for (int i = 0; i < board->connectors.count; i++) {
        const struct bl_board_connector *connector = &board->connectors.items[i];
        int count = pair ? connector->pairs.count : connector->wires.count;
        if (number < count) {
            wire->contact = &(pair ? connector->pairs.items : connector->wires.items)[number];
            wire->standard = connector->standard;
            wire->connector = connector->name;
            return;
        }
        number -= count;
    }
}

static void count_contacts(const struct bl_board *board, struct bl_onboard_wires *wires) {
    for (int i = 0; i < board->connectors.count; i++) {
        wires->there[0] += board->connectors.items[i].wires.count;
        wires->there[1] += board->connectors.items[i].pairs.count;
    }
}

static void add_signal(struct bl_arena *arena, const struct bl_bus *bus,
                       const struct bl_onboard_signal *signal, enum bl_onboard_end end,
                       struct bl_onboard_wires *wires) {
    for (int bit = 0; bit < bl_onboard_bits(bus, signal); bit++) {
        struct bl_onboard_wire *wire = BL_APPEND(arena, wires);
        *wire = (struct bl_onboard_wire){.signal = signal, .end = end, .bit = bit};
        find_contact(bus->onboard->board, signal->pair, wires->needed[signal->pair]++, wire);
    }
}

struct bl_onboard_wires bl_onboard_wires(struct bl_arena *arena, const struct bl_bus *bus) {
    /* what comes in first: the first pairs of a connector may be clock-capable */
    static const enum bl_onboard_end order[BL_ONBOARD_END_COUNT] = {
        BL_ONBOARD_LEFT_IN, BL_ONBOARD_RIGHT_IN, BL_ONBOARD_LEFT_OUT, BL_ONBOARD_RIGHT_OUT};
    struct bl_onboard_wires wires = {.items = NULL};
    count_contacts(bus->onboard->board, &wires);
    for (int i = 0; i < BL_ONBOARD_END_COUNT; i++)
        for (const struct bl_onboard_signal *signal = bl_onboard_signals; signal->word; signal++)
            if (signal->ports[order[i]]) add_signal(arena, bus, signal, order[i], &wires);
    return wires;
}

const char *bl_onboard_end_name(struct bl_arena *arena, const struct bl_onboard_signal *signal,
                                enum bl_onboard_end end) {
    return bl_format(arena, "%s_%s_%s", sides[end], signal->word, ways[end]);
}

const char *bl_onboard_wire_name(struct bl_arena *arena, const struct bl_bus *bus,
                                 const struct bl_onboard_wire *wire) {
    const char *name = bl_onboard_end_name(arena, wire->signal, wire->end);
    return bl_onboard_bits(bus, wire->signal) == 1 ? name
                                                   : bl_format(arena, "%s[%d]", name, wire->bit);
}

struct bl_onboard_wires bl_onboard_probes(struct bl_arena *arena, const struct bl_bus *bus) {
    const struct bl_onboard_wires wires = bl_onboard_wires(arena, bus);
    struct bl_onboard_wires probes = {.items = NULL};
    int left = wires.there[0] - wires.needed[0];
    for (int i = 0; i < left && i < BL_ONBOARD_PROBES; i++) {
        struct bl_onboard_wire *wire = BL_APPEND(arena, &probes);
        *wire = (struct bl_onboard_wire){.end = BL_ONBOARD_RIGHT_OUT, .bit = i};
        find_contact(bus->onboard->board, false, wires.needed[0] + i, wire);
    }
    return probes;
}

const char *bl_onboard_probe_word(int probe) {
    static const char *const words[BL_ONBOARD_PROBES] = {"request", "notified", "busy",
                                                         "own_cw",  "own_ccw",  "end_cw",
                                                         "end_ccw", "pass_cw",  "pass_ccw"};
    return words[probe];
}
