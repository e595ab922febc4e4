#include "bus/emit/bus_emit_domains.h"

#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/emit/bus_emit.h"
#include "bus/emit/bus_emit_packets.h"
#include "bus/emit/bus_emit_top.h"
#include "emit/parts.h"

/* More than all transfers take one after the other, each refused a hundred times. */
static int64_t longest_ps(const struct bl_bus *bus) {
    int64_t sum = 0, last = 0;
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *transfer = &bus->transfers[i];
        sum += (1000 + 16 * transfer->words) *
               (bl_bus_clock_ps(bus) + bl_bus_cells(bus) * (bus->delay_ps + 12 * bus->gate_ps));
        if (transfer->at_ps > last) last = transfer->at_ps;
    }
    return last + sum;
}

static void set_holes(struct bl_parts *parts, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int64_t period = bl_bus_clock_ps(bus),
            settle = bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus));
    bl_part_number(parts, "transfers", bus->transfer_count);
    bl_part_number(parts, "delay_base", bus->gate_ps * 1000 - 1);
    bl_part_number(parts, "segment_fs", bus->delay_ps * 1000);
    bl_part_number(parts, "centre_wire_fs", bl_bus_centre_wire_ps(bus) * 1000);
    bl_part_number(parts, "domains", bus->domains);
    bl_part_number(parts, "elements", bus->elements);
    bl_part_number(parts, "dest_bits", bl_bus_domain_bits(bus) + bl_bus_element_bits(bus));
    bl_part_number(parts, "element_bits", bl_bus_element_bits(bus));
    bl_part_number(parts, "period_ps", period);
    bl_part_number(parts, "reset_cycles", settle / period + 4);
    bl_part_number(parts, "longest_ps", longest_ps(bus));
}

static int end_of(const struct bl_bus *bus, struct bl_bus_place place) {
    return (place.domain - 1) * bus->elements + place.element - 1;
}

static void add_transfers(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = {.text = text, .file = "bus_domains_bench.v"};
    bl_part(&parts, "transfers");
    for (int i = 0; i < bus->transfer_count; i++) {
        bl_part_number(&parts, "transfer", i);
        bl_part_number(&parts, "from", end_of(bus, bus->transfers[i].from));
        bl_part_number(&parts, "to", end_of(bus, bus->transfers[i].to));
        bl_part_number(&parts, "words", bus->transfers[i].words);
        bl_part_number(&parts, "at_ps", bus->transfers[i].at_ps);
        bl_part(&parts, "transfer");
    }
}

void bl_bus_domains_bench(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_parts parts = {
        .text = text, .file = "bus_domains_bench.v", .holes = {{"bus", bus->symbol}}};
    set_holes(&parts, bus);
    bl_part(&parts, "begin");
    bl_bus_ends(text, bus);
    add_transfers(text, bus);
    bl_part_number(&parts, "after_cycles", BL_BUS_AFTER);
    bl_part(&parts, "play");
}
