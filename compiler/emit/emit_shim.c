#include "emit/emit_shim.h"

#include <stdio.h>
#include "emit/parts.h"

/* One function with a line per channel or link. */
static void emit_all(struct bl_parts *parts, const char *function, const char *macro,
                     const char *unused, int count) {
    parts->values['F'] = function;
    parts->values['C'] = macro;
    parts->values['U'] = unused;
    bl_part(parts, "function");
    for (int i = 0; i < count; i++) {
        bl_part_number(parts, 'I', i);
        bl_part(parts, "call");
    }
    if (!count) bl_part(parts, "no call");
    bl_part(parts, "end");
}

/* The clock ports, and which of them the other ports belong to. */
static void emit_clocks(struct bl_parts *parts, const struct bl_node_shape *shape) {
    bl_part(parts, "clocks low");
    for (int i = 0; i < shape->clock_count; i++) {
        parts->values['S'] = shape->clocks[i];
        bl_part(parts, "a clock low");
    }
    bl_part(parts, "clocks rise");
    for (int i = 0; i < shape->clock_count; i++) {
        parts->values['S'] = shape->clocks[i];
        bl_part_number(parts, 'E', i);
        bl_part(parts, "a clock rises");
    }
}

void bl_node_holes(struct bl_parts *parts, const struct bl_node_shape *shape) {
    parts->values['T'] = shape->top;
    bl_part_number(parts, 'J', shape->channels);
    bl_part_number(parts, 'K', shape->links);
    bl_part_number(parts, 'W', shape->word_bytes);
    bl_part_number(parts, 'Y', (shape->flit_bits + 7) / 8);
    bl_part_number(parts, 'P', shape->payload_bytes);
    bl_part_number(parts, 'N', shape->clock_count);
    bl_part_number(parts, 'M', shape->memory_clock);
    bl_part_number(parts, 'L', shape->link_clock);
    bl_part_number(parts, 'H', shape->memory_shared);
    bl_part_number(parts, 'G', shape->bus_lines);
}

void bl_emit_shim(struct bl_text *text, const struct bl_node_shape *shape) {
    struct bl_parts parts = {.text = text, .file = "shim.cpp"};
    bl_node_holes(&parts, shape);
    char mask[16];
    snprintf(mask, sizeof mask, "0x%x", (1u << shape->register_address_bits) - 1);
    parts.values['A'] = mask;
    bl_part(&parts, "begin");
    emit_clocks(&parts, shape);
    bl_part(&parts, "ports");
    bl_part(&parts, shape->bus_lines ? "bus" : "no bus");
    emit_all(&parts, "void channels_in(Top& top, const bl_node_in* in)", "CHANNEL_IN",
             "(void)top, (void)in", shape->channels);
    emit_all(&parts, "void channels_out(const Top& top, bl_node_out* out)", "CHANNEL_OUT",
             "(void)top, (void)out", shape->channels);
    emit_all(&parts, "void links_in(Top& top, const bl_node_in* in)", "LINK_IN",
             "(void)top, (void)in", shape->links);
    emit_all(&parts, "void links_out(const Top& top, bl_node_out* out)", "LINK_OUT",
             "(void)top, (void)out", shape->links);
    parts.values['B'] = shape->bus_lines ? "&bl_sim_bus_events" : "nullptr";
    bl_part(&parts, "life");
}
