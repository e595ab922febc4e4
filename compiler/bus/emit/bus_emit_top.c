#include "bus/emit/bus_emit_top.h"

#include <stdio.h>
#include "base/bits.h"
#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_explain.h"
#include "bus/model/central/rsb_centre.h"
#include "bus/model/hierarchy/rsb_larb.h"
#include "emit/parts.h"

enum { MOST_CYCLES = 255, BREAK = 4 }; /* of REST and SETTLE; signals a line */

static bool is_flat(const struct bl_bus *bus) { return bus->elements == 1; }

int bl_bus_domain_bits(const struct bl_bus *bus) {
    return is_flat(bus) ? bl_bus_number_bits(bus) : bl_index_bits(bus->domains);
}
int bl_bus_element_bits(const struct bl_bus *bus) {
    return is_flat(bus) ? 0 : bl_index_bits(bus->elements);
}

void bl_bus_stream(struct bl_text *text, const struct bl_bus *bus, int domain, int element) {
    if (is_flat(bus)) bl_text_add(text, "d%d", domain);
    else bl_text_add(text, "c%d%d", domain, element);
}

int64_t bl_bus_centre_wire_ps(const struct bl_bus *bus) {
    return bl_bus_is_centralised(bus) ? bl_rsb_centre_wire_ps(bl_bus_cells(bus), bus->delay_ps) : 0;
}

int64_t bl_bus_reset_ps(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    if (bl_bus_is_centralised(bus)) return bl_rsb_centre_operation_ps(cells, bus->gate_ps);
    return 4 * cells * (bus->delay_ps + bl_bus_token_ps(bus) + bus->gate_ps);
}

static int cycles(const struct bl_bus *bus, int64_t time_ps, int more) {
    double count = (double)time_ps * 1e-12 * bus->clock_hertz + more;
    return count < MOST_CYCLES ? (int)count : MOST_CYCLES;
}

/* Until all others have been asked: three laps of the token, or a round of the centralised arbiter,
   and the longest pause of one that was refused. */
int bl_bus_rest(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    if (bl_bus_is_centralised(bus))
        return cycles(bus, bl_bus_centre_wait_ps(cells, bus->delay_ps, bus->gate_ps),
                      BL_RSB_PAUSE + 12);
    return cycles(bus, 3 * bl_bus_lap_ps(bus), BL_RSB_PAUSE + 12);
}

/* To the cell that refused and back, a few tables a hop; or from the centralised arbiter, whose
 * m_busy is there before m_notified. */
int bl_bus_settle(const struct bl_bus *bus) {
    return cycles(bus, 2 * (bl_bus_cells(bus) - 1) * (bus->delay_ps + 3 * bus->gate_ps), 4);
}

static int patience(const struct bl_bus *bus) {
    const struct bl_larb_options options = {.domains = bus->domains,
                                            .connectors = bus->connectors,
                                            .centralised = bl_bus_is_centralised(bus),
                                            .gate_ps = bus->gate_ps,
                                            .wire_ps = bus->delay_ps,
                                            .clock_ps = bl_bus_clock_ps(bus)};
    return bl_larb_patience(&options);
}

static void set_holes(struct bl_parts *parts, const struct bl_bus *bus) {
    bl_part_number(parts, "domains", bus->domains);
    bl_part_number(parts, "domain_bits", bl_bus_domain_bits(bus));
    bl_part_number(parts, "element_bits", bl_bus_element_bits(bus));
    bl_part_number(parts, "reset_ps", bl_bus_reset_ps(bus));
    bl_part_number(parts, "cells", bl_bus_cells(bus));
    bl_part_number(parts, "number_bits", bl_bus_number_bits(bus));
}

static void add_contract(struct bl_parts *parts, const struct bl_bus *bus) {
    bl_part(parts, "begin");
    bl_renames_print(parts->text, &bus->renames, "// ");
    bl_part(parts, "streams");
    bl_part(parts, is_flat(bus) ? "flat" : "with elements");
}

static void add_parameters(struct bl_parts *parts, const struct bl_bus *bus) {
    char megahertz[32];
    snprintf(megahertz, sizeof megahertz, "%.6g", bus->clock_hertz * 1e-6);
    bl_part_set(parts, "megahertz", megahertz);
    if (is_flat(bus)) {
        bl_part_number(parts, "rest", bl_bus_rest(bus));
        bl_part_number(parts, "settle", bl_bus_settle(bus));
    } else bl_part_number(parts, "patience", patience(bus));
    bl_part(parts, "module");
    bl_part(parts, is_flat(bus) ? "flat parameters" : "parameters");
}

static void add_stream(struct bl_parts *parts, const struct bl_bus *bus, int domain, int element) {
    struct bl_text name = {0};
    bool last = domain == bus->domains && element == bus->elements;
    bl_bus_stream(&name, bus, domain, element);
    bl_part_set(parts, "stream", name.bytes);
    bl_part_set(parts, "comma", last ? "" : ",");
    bl_part(parts, "stream");
    bl_text_free(&name);
}

static void add_ports(struct bl_parts *parts, const struct bl_bus *bus) {
    bl_part_number(parts, "dest_high", bl_bus_domain_bits(bus) + bl_bus_element_bits(bus) - 1);
    bl_part(parts, "ports");
    for (int d = 1; d <= bus->domains; d++) {
        bl_part_number(parts, "domain", d);
        bl_part(parts, "domain");
        for (int e = 1; e <= bus->elements; e++) add_stream(parts, bus, d, e);
    }
}

/* The data's lines, or those beside them. */
static void set_lines(struct bl_parts *parts, bool data) {
    bl_part_set(parts, "suffix", data ? "" : "_no");
    bl_part_set(parts, "width", data ? "W" : "3");
}

static void add_switch(struct bl_parts *parts, const char *name, const char *lines) {
    bl_part_set(parts, "switch", name);
    bl_part_set(parts, "lines", lines);
    bl_part(parts, "switch");
}

static void add_cells(struct bl_parts *parts, const struct bl_bus *bus) {
    bool flat = is_flat(bus);
    bl_part_set(parts, "lines", flat ? "LINES" : "WIDTH");
    bl_part(parts, "arbiter");
    set_lines(parts, true);
    bl_part(parts, "lines");
    if (!flat) {
        bl_part(parts, "refusals");
        set_lines(parts, false);
        bl_part(parts, "lines");
    }
    bl_part(parts, "cells");
    set_lines(parts, true);
    add_switch(parts, "data", flat ? "LINES" : "WIDTH");
    set_lines(parts, false);
    if (!flat) add_switch(parts, "no", "1");
    bl_part(parts, "end of cells");
}

/* The cells of a domain, and its bits of the vector of numbers. */
static void set_domain(struct bl_parts *parts, const struct bl_bus *bus, int d) {
    int bits = bl_bus_number_bits(bus), n = bus->connectors, low = (d - 1) * n;
    bl_part_number(parts, "domain", d);
    bl_part_number(parts, "domain_number", d - 1);
    bl_part_number(parts, "connectors", n);
    bl_part_number(parts, "low_cell", low);
    bl_part_number(parts, "high_cell", low + n - 1);
    bl_part_number(parts, "number_low", low * bits);
    bl_part_number(parts, "number_high", (low + n) * bits - 1);
}

/* A port of all elements of a domain, the last one first; `high` >= 0: only bits high:low of the
 * signal. */
static void add_elements(struct bl_parts *parts, const struct bl_bus *bus, int d, const char *port,
                         const char *signal, int high, int low) {
    struct bl_text list = {0};
    for (int e = bus->elements; e >= 1; e--) {
        bl_text_add(&list, "%c_", *port);
        bl_bus_stream(&list, bus, d, e);
        bl_text_add(&list, "_%s", signal);
        if (high >= 0) bl_text_add(&list, "[%d:%d]", high, low);
        bool ends_line = (bus->elements - e + 1) % BREAK == 0;
        if (e > 1) bl_text_add(&list, ends_line ? ",\n            " : ", ");
    }
    bl_part_set(parts, "port", port);
    bl_part_set(parts, "signals", list.bytes);
    bl_part(parts, "port of elements");
    bl_text_free(&list);
}

static void add_domain(struct bl_parts *parts, const struct bl_bus *bus, int d) {
    static const char *const streams[] = {"s_tvalid", "s_tready", "s_tdata", "s_tlast",
                                          "m_tvalid", "m_tready", "m_tdata", "m_tlast"};
    int domain_bits = bl_bus_domain_bits(bus), element_bits = bl_bus_element_bits(bus);
    bl_part_number(parts, "elements", bus->elements);
    bl_part(parts, "domain of elements");
    for (int i = 0; i < 8; i++) add_elements(parts, bus, d, streams[i], streams[i] + 2, -1, 0);
    add_elements(parts, bus, d, "s_tdomain", "tdest", domain_bits + element_bits - 1, element_bits);
    add_elements(parts, bus, d, "s_telement", "tdest", element_bits - 1, 0);
    bl_part(parts, "end of domain");
}

void bl_bus_top(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = {.text = text,
                             .file = "bus.v",
                             .holes = {{"bus", bus->symbol},
                                       {"source_name", bus->name},
                                       {"with_elements", is_flat(bus) ? "" : " with elements"},
                                       {"arbitration", bl_arbitration_word(bus->arbitration)}}};
    set_holes(&parts, bus);
    add_contract(&parts, bus);
    add_parameters(&parts, bus);
    add_ports(&parts, bus);
    add_cells(&parts, bus);
    for (int d = 1; d <= bus->domains; d++) {
        set_domain(&parts, bus, d);
        if (is_flat(bus)) bl_part(&parts, "connector");
        else add_domain(&parts, bus, d);
    }
    bl_part(&parts, "end");
}
