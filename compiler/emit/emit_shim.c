#include "emit/emit_shim.h"

#include <stdio.h>
#include <string.h>
#include "emit/parts.h"
#include "ir/network.h"

/* The clock ports. */
static void emit_clocks(struct bl_parts *parts, const struct bl_node *node) {
    bl_part(parts, "clocks low");
    for (int i = 0; i < node->clock_count; i++) {
        bl_part_set(parts, "clock", node->clocks[i]);
        bl_part(parts, "a clock low");
    }
    bl_part(parts, "clocks rise");
    for (int i = 0; i < node->clock_count; i++) {
        bl_part_set(parts, "clock", node->clocks[i]);
        bl_part_number(parts, "clock_number", i);
        bl_part(parts, "a clock rises");
    }
}

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static void emit_pin(struct bl_parts *parts, const struct bl_pin *pin) {
    bool in = pin->direction == BL_INPUT;
    char name[64], part[32], mask[32] = "";
    snprintf(name, sizeof name, "%s_%s", pin->interface, pin->role);
    snprintf(part, sizeof part, "%s %s", pin->words ? "words" : "pin", in ? "in" : "out");
    if (in && !pin->words && pin->face_bits > 8 && pin->width < pin->face_bits)
        snprintf(mask, sizeof mask, " & 0x%llx", (1ull << pin->width) - 1);
    bl_part_set(parts, "pin", name);
    bl_part_set(parts, "place", pin->face);
    bl_part_set(parts, "mask", mask);
    bl_part_set(parts, "indent", pin->valid ? "    " : "");
    bl_part(parts, part);
}

/* The pins of a port in one direction: first those that always count, then the others, those side
   by side that count with the same signal under one condition. */
static int emit_pins(struct bl_parts *parts, const struct bl_node_port *port,
                     enum bl_direction direction) {
    const char *valid = NULL;
    int count = 0;
    for (int i = 0; i < 2 * port->pins.count; i++) {
        const struct bl_pin *pin = &port->pins.items[i % port->pins.count];
        bool always = i < port->pins.count;
        if (pin->direction != direction || always == (pin->valid != NULL)) continue;
        if (valid && !same(valid, pin->valid)) bl_part(parts, "end valid");
        bl_part_set(parts, "valid", pin->valid);
        if (!always && !same(valid, pin->valid)) bl_part(parts, "valid");
        valid = pin->valid;
        emit_pin(parts, pin);
        count++;
    }
    if (valid) bl_part(parts, "end valid");
    return count;
}

static bool has_pins(const struct bl_node_port *port, enum bl_direction direction) {
    for (int i = 0; i < port->pins.count; i++)
        if (port->pins.items[i].direction == direction) return true;
    return false;
}

/* Whether a function needs the structures of port number `i`, and none before it has. */
static bool needs_face(const struct bl_node_ports *ports, int i, enum bl_direction direction) {
    const struct bl_node_port *port = &ports->items[i];
    if (!has_pins(port, direction)) return false;
    for (int p = 0; p < i; p++)
        if (ports->items[p].clock == port->clock && ports->items[p].face == port->face &&
            has_pins(&ports->items[p], direction))
            return false;
    return true;
}

/* A function that moves all ports of a clock in one direction. */
static void emit_ports(struct bl_parts *parts, const struct bl_node_ports *ports, int clock,
                       enum bl_direction direction) {
    bool in = direction == BL_INPUT;
    int count = 0;
    bl_part_number(parts, "clock_number", clock);
    bl_part(parts, in ? "ports in" : "ports out");
    for (int i = 0; i < ports->count; i++) {
        const struct bl_node_port *port = &ports->items[i];
        if (port->clock != clock) continue;
        bl_part_set(parts, "face", in ? "in" : "out");
        if (port->face) {
            bl_part_set(parts, "structure", in ? port->face->in : port->face->out);
            bl_part_set(parts, "face", port->face->member);
            if (needs_face(ports, i, direction)) bl_part(parts, in ? "face in" : "face out");
        }
        count += emit_pins(parts, port, direction);
    }
    if (!count) bl_part(parts, in ? "no pins in" : "no pins out");
    bl_part(parts, "end of ports");
}

/* One call for each clock. */
static void emit_calls(struct bl_parts *parts, const struct bl_node *node, const char *name) {
    for (int i = 0; i < node->clock_count; i++) {
        bl_part_number(parts, "clock_number", i);
        bl_part(parts, name);
    }
}

void bl_port_headers(struct bl_parts *parts, const struct bl_node_ports *ports) {
    for (int i = 0; i < ports->count; i++) {
        if (!ports->items[i].face || !bl_port_is_first(ports, i)) continue;
        bl_part_set(parts, "header", ports->items[i].face->header);
        bl_part(parts, "header");
    }
}

void bl_node_holes(struct bl_parts *parts, const struct bl_node *node) {
    bl_part_set(parts, "top", node->top);
    bl_part_number(parts, "channels", node->memory.channels);
    bl_part_number(parts, "word_bytes", node->memory.word_bytes);
    bl_part_number(parts, "flit_bytes", (node->carrier.flit_bits + 7) / 8);
    bl_part_number(parts, "payload_bytes", bl_cut_bits(node->carrier.cut) / 8);
    bl_part_number(parts, "clock_count", node->clock_count);
    bl_part_number(parts, "memory_clock", node->memory_clock);
    bl_part_number(parts, "network_clock", node->network_clock);
    bl_part_number(parts, "host_clock", node->host_clock);
    bl_part_number(parts, "host_tlps", node->cluster->network.row->window != NULL);
    bl_part_number(parts, "memory_shared", node->memory.shared);
    bl_part_number(parts, "carried_clocks",
                   (int)((1u << node->clock_count) - (1u << node->own_clocks)));
}

void bl_emit_shim(struct bl_text *text, const struct bl_node *node) {
    struct bl_parts parts = {.text = text, .file = "shim.cpp"};
    bl_node_holes(&parts, node);
    bl_part(&parts, "begin");
    bl_port_headers(&parts, &node->ports);
    bl_part_set(&parts, "medium", node->medium);
    if (node->medium) bl_part(&parts, "medium");
    bl_part(&parts, "types");
    emit_clocks(&parts, node);
    bl_part(&parts, "ports");
    for (int i = 0; i < node->clock_count; i++) {
        emit_ports(&parts, &node->ports, i, BL_INPUT);
        emit_ports(&parts, &node->ports, i, BL_OUTPUT);
    }
    bl_part(&parts, "life");
    emit_calls(&parts, node, "call in");
    bl_part(&parts, "settled");
    emit_calls(&parts, node, "call out");
    bl_part(&parts, "rest");
    bl_part(&parts, node->medium ? "joined" : "alone");
    bl_part(&parts, "end");
}
