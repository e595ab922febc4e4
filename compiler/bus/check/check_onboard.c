/* A bus with a domain a board: whether it can be there, and whether the board has the contacts. */
#include "base/arena.h"
#include "base/diag.h"
#include "board/board.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/bus_onboard_wires.h"
#include "bus/check/check_bus_inner.h"
#include "check/check.h"
#include "check/check_cluster.h"

/* The first wire without a contact is the one that is named. */
static bool has_contacts(struct bl_check *check, const struct bl_part *part,
                         const struct bl_bus *bus) {
    const struct bl_onboard_wires wires = bl_onboard_wires(check->arena, bus);
    for (int i = 0; i < wires.count; i++) {
        const struct bl_onboard_wire *wire = &wires.items[i];
        bool pair = wire->signal->pair;
        if (wire->contact) continue;
        bl_report(check->diags, BL_MSG_ONBOARD_CONTACT, part->range, bus->onboard->board->word,
                  pair ? "pair" : "wire", bl_onboard_wire_name(check->arena, bus, wire),
                  wires.needed[pair], wires.there[pair]);
        return false;
    }
    return true;
}

const struct bl_onboard *bl_check_onboard(struct bl_check *check, const struct bl_part *part,
                                          struct bl_bus *bus) {
    const char *name = bl_check_board_name(check, part);
    const struct bl_board *board = name ? bl_board_load(check->arena, check->diags, name,
                                                        part->label.range)
                                        : NULL;
    if (!board) return NULL;
    const char *why = bl_onboard_refuses(check->arena, bus, board, bus->lines);
    if (!why) bus->onboard = bl_onboard_decide(check->arena, bus, board, bus->lines);
    if (!why) why = bl_onboard_fault(check->arena, bus->onboard);
    if (why) bl_report(check->diags, BL_MSG_ONBOARD, part->range, why);
    return !why && has_contacts(check, part, bus) ? bus->onboard : NULL;
}
