#include "bus/emit/bus_emit_bench.h"

#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_print.h"
#include "bus/emit/bus_emit_top.h"
#include "bus/emit/bus_wires.h"
#include "bus/model/central/rsb_bus.h"
#include "bus/model/traffic/rsb_script.h"
#include "emit/parts.h"

void bl_bus_bench(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    char gate[32], delay[32];
    struct bl_parts parts = {.text = text,
                             .file = "bus_arbiter_bench.v",
                             .holes = {{"bus", bus->symbol},
                                       {"gate", bl_bus_time(gate, bus->gate_ps)},
                                       {"segment", bl_bus_time(delay, bus->delay_ps)}}};
    bl_part_number(&parts, "delay_base", bus->gate_ps * 1000 - 1);
    bl_part_number(&parts, "segment_fs", bus->delay_ps * 1000);
    bl_part_number(&parts, "centre_wire_fs", bl_bus_centre_wire_ps(bus) * 1000);
    bl_part_number(&parts, "cells", bl_bus_cells(bus));
    bl_part_number(&parts, "number_bits", bl_bus_number_bits(bus));
    bl_part_number(&parts, "settle_ps",
                   bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus)) * 4 / 5);
    struct bl_text wires = {0};
    bl_bus_wires(&wires, bus);
    bl_part_set(&parts, "wires", wires.length ? wires.bytes : "");
    bl_part(&parts, "all");
    bl_text_free(&wires);
}
