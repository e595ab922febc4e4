#include "bus/emit/bus_signoff.h"

#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_onboard.h"
#include "bus/bus_print.h"
#include "bus/emit/bus_emit_top.h"
#include "bus/emit/bus_forks.h"
#include "bus/model/central/rsb_bus.h"
#include "emit/parts.h"

enum { RING_ASSUMPTIONS = 6, CENTRE_ASSUMPTIONS = 8 };

/* Tables that a number may take to a cell, beside a segment. */
static int near_tables(const struct bl_bus *bus) { return bl_bus_number_bits(bus) > 2 ? 2 : 1; }

static void set_holes(struct bl_parts *parts, const struct bl_bus *bus) {
    bool centre = bl_bus_is_centralised(bus);
    int cells = bl_bus_cells(bus), assumptions = centre ? CENTRE_ASSUMPTIONS : RING_ASSUMPTIONS;
    bl_part_number(parts, "cells", cells);
    bl_part_number(parts, "number_bits", bl_bus_number_bits(bus));
    bl_part_number(parts, centre ? "delay_tables" : "token_tables",
                   centre ? bl_rsb_centre_delay(cells) : bl_bus_token_tables(bus));
    bl_part_number(parts, "covered_tables", cells + 9);
    bl_part_number(parts, "reset_ps", bl_bus_reset_ps(bus));
    bl_part_number(parts, "clock_item", assumptions + 1);
    bl_part_number(parts, "data_item", assumptions + 2);
    bl_part_number(parts, "mutex_item", centre ? 6 : 5);
}

/* What holds between boards. */
static void add_boards(struct bl_parts *parts, const struct bl_bus *bus) {
    const struct bl_onboard *onboard = bus->onboard;
    bl_part_number(parts, "stop_tables", onboard->stop_tables);
    bl_part_real(parts, "pad_ns", (double)onboard->pad_ps * 1e-3, 3);
    bl_part_number(parts, "early_cycles", onboard->early);
    bl_part(parts, "boards");
    bl_part(parts, onboard->serial ? "serial" : "parallel");
}

void bl_bus_signoff(struct bl_text *text, const struct bl_bus *bus) {
    bool centre = bl_bus_is_centralised(bus);
    char delay[32], gate[32];
    struct bl_parts parts = {
        .text = text,
        .file = "bus_signoff.txt",
        .holes = {{"bus", bus->symbol},
                  {"cell_word", bl_bus_cell_word(bus)},
                  {"segment", bl_bus_time(delay, bus->delay_ps)},
                  {"gate", bl_bus_time(gate, bus->gate_ps)},
                  {"number_slack", near_tables(bus) == 2 ? "two look-up tables (bl_rsb_near is one)"
                                                         : "one look-up table"}}};
    set_holes(&parts, bus);
    bl_part(&parts, centre ? "centre" : bus->onboard ? "ring on boards" : "ring");
    if (bus->onboard) add_boards(&parts, bus);
    else bl_part(&parts, "both");
    if (!centre) {
        bl_part(&parts, "forks");
        bl_bus_forks(text, bus);
    }
    bl_part(&parts, "mutexes");
    bl_bus_mutexes(text, bus);
}

static struct bl_parts constraints(struct bl_text *text, const struct bl_bus *bus,
                                   const char *search) {
    bool centre = bl_bus_is_centralised(bus);
    return (struct bl_parts){.text = text,
                             .file = "bus.sdc",
                             .holes = {{"bus", bus->symbol},
                                       {"arbiter", centre ? "arbiter" : "g_domain*rarb"},
                                       {"search", search}}};
}

/* The number lines to each cell, against the delay of a segment; or what the delay of a centralised
   arbiter covers, against the tables of that delay. */
static void add_bounds(struct bl_parts *parts, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    bl_part_real(parts, "gate_ns", (double)bus->gate_ps * 1e-3, 3);
    bl_part(parts, "cuts");
    if (bl_bus_is_centralised(bus)) {
        bl_part_number(parts, "delay_tables", bl_rsb_centre_delay(cells));
        bl_part(parts, "centre");
        return;
    }
    bl_part_real(parts, "segment_ns", (double)bus->delay_ps * 1e-3, 3);
    bl_part_number(parts, "near_tables", near_tables(bus));
    bl_part(parts, "bounds");
    for (int k = 0; k < cells; k++) {
        bl_part_number(parts, "cell", k);
        bl_part(parts, "bound");
    }
}

void bl_bus_sdc(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = constraints(text, bus, "get_cells {");
    bl_part(&parts, "sdc");
    add_bounds(&parts, bus);
    if (!bl_bus_is_centralised(bus)) bl_bus_fork_bounds(text, bus, false);
}

void bl_bus_xdc(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = constraints(text, bus, "get_cells -hierarchical -filter {NAME =~ ");
    bl_part(&parts, "xdc");
    add_bounds(&parts, bus);
    if (!bl_bus_is_centralised(bus)) bl_bus_fork_bounds(text, bus, true);
    bl_bus_mutex_places(text, bus);
}
