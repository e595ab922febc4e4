#include "bus/emit/bus_emit_packets.h"

#include "base/text.h"
#include "bus/bus_explain.h"
#include "bus/bus_print.h"
#include "bus/emit/bus_emit_top.h"
#include "bus/emit/bus_wires.h"
#include "bus/model/rsb.h"
#include "emit/parts.h"

enum { IDLE_CYCLES = 1000 };

/* After this long without a word nothing will come. */
static int64_t patience_ps(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    int64_t wait = bl_bus_is_centralised(bus)
                       ? bl_bus_centre_wait_ps(cells, bus->delay_ps, bus->gate_ps)
                       : bl_bus_wait_ps(bus);
    return 4 * wait + IDLE_CYCLES * bl_bus_slowest_ps(bus);
}

static void end(struct bl_parts *parts, const struct bl_bus *bus, int domain, int element) {
    int number = (domain - 1) * bus->elements + element - 1;
    struct bl_text name = {0};
    bl_bus_stream(&name, bus, domain, element);
    bl_part_set(parts, "stream", name.bytes);
    bl_part_set(parts, "comma", number < bus->domains * bus->elements - 1 ? "," : "");
    bl_part_number(parts, "end", number);
    bl_part(parts, "end");
    bl_text_free(&name);
}

void bl_bus_ends(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = {.text = text, .file = "bus_ends.v", .holes = {{"bus", bus->symbol}}};
    bl_part(&parts, "begin");
    for (int d = 1; d <= bus->domains; d++) {
        bl_part_number(&parts, "domain", d);
        bl_part_number(&parts, "domain_number", d - 1);
        bl_part(&parts, "domain");
        for (int e = 1; e <= bus->elements; e++) end(&parts, bus, d, e);
    }
    bl_part(&parts, "close");
}

static void set_times(struct bl_parts *parts, const struct bl_bus *bus) {
    long long gate = bus->gate_ps * 1000, spread = gate / 3;
    bl_part_number(parts, "delay_values", 2 * spread + 1);
    bl_part_number(parts, "delay_base", gate - spread - 1);
    bl_part_number(parts, "segment_fs", bus->delay_ps * 1000);
    bl_part_number(parts, "centre_wire_fs", bl_bus_centre_wire_ps(bus) * 1000);
    bl_part_number(parts, "period_fs", bl_bus_slowest_ps(bus) * 1000);
    bl_part_number(parts, "reset_ps", bl_bus_reset_ps(bus));
    bl_part_number(parts, "patience_ps", patience_ps(bus));
}

/* Of domain d: all a little slower than the one before; or as the program has them. */
static const char common_clock[] = "always #(PERIOD / 2 + PERIOD * d / 64) clk[d] = !clk[d];";
static const char own_clock[] = "initial begin #(PHASES[64*d +: 64]) clk[d] = 1'b1; "
                                "forever #(HALVES[64*d +: 64]) clk[d] = !clk[d]; end";

void bl_bus_packets(struct bl_text *text, const struct bl_bus *bus) {
    bool flat = bus->elements == 1;
    char table[32], delay[32];
    struct bl_text wires = {0};
    struct bl_parts parts = {.text = text,
                             .file = "bus_packets_bench.v",
                             .holes = {{"bus", bus->symbol},
                                       {"sender", flat ? "domain" : "element"},
                                       {"gate", bl_bus_time(table, bus->gate_ps)},
                                       {"segment", bl_bus_time(delay, bus->delay_ps)}}};
    set_times(&parts, bus);
    bl_part_number(&parts, "domains", bus->domains);
    bl_part_number(&parts, "elements", bus->elements);
    bl_part_number(&parts, "dest_bits", bl_bus_domain_bits(bus) + bl_bus_element_bits(bus));
    bl_part_number(&parts, "element_bits", bl_bus_element_bits(bus));
    bl_part_number(&parts, "packets", flat ? 4 : 6);
    bl_bus_wires(&wires, bus);
    bl_part_set(&parts, "wires", wires.length ? wires.bytes : "");
    bl_part_set(&parts, "clock", bl_bus_has_clocks(bus) ? own_clock : common_clock);
    bl_part(&parts, "begin");
    if (bl_bus_has_clocks(bus)) bl_bus_clock_vectors(text, bus);
    bl_bus_ends(text, bus);
    bl_part(&parts, "play");
    bl_text_free(&wires);
}
