#include "emit/emit_shim.h"

#include <stdio.h>
#include "emit/parts.h"

/* One function with a line per channel. */
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

/* The network's pins of one direction. */
static void emit_pins(const struct bl_parts *shim, const struct bl_pins *pins,
                      enum bl_direction direction) {
    const char *end = direction == BL_INPUT ? "in" : "out";
    struct bl_parts parts = {.text = shim->text, .file = shim->file};
    char port[64], part[32];
    bool any = false;
    for (int i = 0; i < pins->count; i++) {
        const struct bl_pin *pin = &pins->items[i];
        if (pin->direction != direction) continue;
        const char *kind = !pin->words ? "pin" : pin->valid ? "valid words" : "words";
        snprintf(port, sizeof port, "%s_%s", pin->interface, pin->role);
        snprintf(part, sizeof part, "%s %s", kind, end);
        parts.values['P'] = port;
        parts.values['F'] = pin->face;
        parts.values['V'] = pin->valid;
        bl_part(&parts, part);
        any = true;
    }
    if (!any) bl_part(&parts, direction == BL_INPUT ? "no pins in" : "no pins out");
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

void bl_emit_shim(struct bl_text *text, const struct bl_node_shape *shape,
                  const struct bl_pins *pins) {
    struct bl_parts parts = {.text = text, .file = "shim.cpp"};
    bl_node_holes(&parts, shape);
    char mask[16];
    snprintf(mask, sizeof mask, "0x%x", (1u << shape->register_address_bits) - 1);
    parts.values['A'] = mask;
    bl_part(&parts, "begin");
    emit_clocks(&parts, shape);
    bl_part(&parts, "ports");
    bl_part(&parts, "pins in");
    emit_pins(&parts, pins, BL_INPUT);
    bl_part(&parts, "pins out");
    emit_pins(&parts, pins, BL_OUTPUT);
    bl_part(&parts, "end of pins");
    emit_all(&parts, "void channels_in(Top& top, const bl_node_in* in)", "CHANNEL_IN",
             "(void)top, (void)in", shape->channels);
    emit_all(&parts, "void channels_out(const Top& top, bl_node_out* out)", "CHANNEL_OUT",
             "(void)top, (void)out", shape->channels);
    parts.values['B'] = shape->bus_lines ? "&bl_sim_bus_events" : "nullptr";
    bl_part(&parts, "life");
}
