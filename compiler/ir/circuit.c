#include "ir/circuit.h"
#include <stdarg.h>
#include <stdio.h>
#include "base/arena.h"
#include "base/text.h"

#define FORMATTED(arena, format, result)                   \
    do {                                                   \
        va_list arguments;                                 \
        va_start(arguments, format);                       \
        result = bl_format_list(arena, format, arguments); \
        va_end(arguments);                                 \
    } while (0)

struct bl_circuit *bl_circuit_new(struct bl_arena *arena, const char *name, const char *comment) {
    struct bl_circuit *circuit = BL_NEW(arena, struct bl_circuit, 1);
    *circuit = (struct bl_circuit){.arena = arena, .name = name, .comment = comment};
    return circuit;
}

struct bl_port *bl_circuit_port(struct bl_circuit *circuit, enum bl_direction direction, int width,
                                const char *format, ...) {
    struct bl_port *port = BL_APPEND(circuit->arena, &circuit->ports);
    port->direction = direction;
    port->width = width;
    FORMATTED(circuit->arena, format, port->name);
    return port;
}

static struct bl_item *add_item(struct bl_circuit *circuit, int kind) {
    struct bl_item *item = BL_APPEND(circuit->arena, &circuit->items);
    item->kind = kind;
    return item;
}

void bl_circuit_heading(struct bl_circuit *circuit, const char *heading) {
    add_item(circuit, BL_ITEM_HEADING)->heading = heading;
}

const char *bl_circuit_net(struct bl_circuit *circuit, int width, const char *assign,
                           const char *format, ...) {
    const char *name;
    FORMATTED(circuit->arena, format, name);
    add_item(circuit, BL_ITEM_NET)->net = (struct bl_net){
        .name = name, .width = width, .assign = assign};
    return name;
}

void bl_circuit_assign(struct bl_circuit *circuit, const char *name, const char *format, ...) {
    const char *value;
    FORMATTED(circuit->arena, format, value);
    add_item(circuit, BL_ITEM_ASSIGN)->net = (struct bl_net){.name = name, .assign = value};
}

struct bl_instance *bl_circuit_instance(struct bl_circuit *circuit, const char *module,
                                        const char *name, const char *comment,
                                        struct bl_range range) {
    struct bl_instance *instance = BL_NEW(circuit->arena, struct bl_instance, 1);
    *instance = (struct bl_instance){
        .module = module, .name = name, .comment = comment, .range = range};
    add_item(circuit, BL_ITEM_INSTANCE)->instance = instance;
    return instance;
}

void bl_instance_set(struct bl_circuit *circuit, struct bl_instance *instance,
                     const char *parameter, int64_t value) {
    struct bl_argument *setting = BL_APPEND(circuit->arena, &instance->parameters);
    setting->name = parameter;
    setting->value = bl_format(circuit->arena, "%lld", (long long)value);
}

void bl_instance_set_all(struct bl_circuit *circuit, struct bl_instance *instance,
                         const struct bl_parameter *parameters, size_t count) {
    for (size_t i = 0; i < count; i++)
        bl_instance_set(circuit, instance, parameters[i].name, parameters[i].value);
}

void bl_instance_set_bits(struct bl_circuit *circuit, struct bl_instance *instance,
                          const char *parameter, const char *bits) {
    *BL_APPEND(circuit->arena, &instance->parameters) = (struct bl_argument){parameter, bits};
}

void bl_instance_connect(struct bl_circuit *circuit, struct bl_instance *instance, const char *port,
                         const char *format, ...) {
    struct bl_argument *setting = BL_APPEND(circuit->arena, &instance->connections);
    setting->name = port;
    FORMATTED(circuit->arena, format, setting->value);
}

static void print_instance(struct bl_text *text, const struct bl_instance *instance) {
    bl_text_add(text, "%s %s", instance->module, instance->name);
    for (int i = 0; i < instance->parameters.count; i++)
        bl_text_add(text, " %s=%s", instance->parameters.items[i].name,
                    instance->parameters.items[i].value);
    bl_text_add(text, "\n");
    for (int i = 0; i < instance->connections.count; i++)
        bl_text_add(text, "    %s = %s\n", instance->connections.items[i].name,
                    instance->connections.items[i].value);
}

static void print_item(struct bl_text *text, const struct bl_item *item) {
    switch (item->kind) {
    case BL_ITEM_HEADING: bl_text_add(text, "-- %s\n", item->heading); break;
    case BL_ITEM_NET:
        bl_text_add(text, "net %s %d%s%s\n", item->net.name, item->net.width,
                    item->net.assign ? " = " : "", item->net.assign ? item->net.assign : "");
        break;
    case BL_ITEM_INSTANCE: print_instance(text, item->instance); break;
    case BL_ITEM_ASSIGN:
        bl_text_add(text, "assign %s = %s\n", item->net.name, item->net.assign);
        break;
    }
}

void bl_circuit_print(struct bl_text *text, const struct bl_circuit *circuit) {
    bl_text_add(text, "circuit %s\n", circuit->name);
    for (int i = 0; i < circuit->ports.count; i++) {
        const struct bl_port *port = &circuit->ports.items[i];
        bl_text_add(text, "%s %s %d\n", port->direction == BL_INPUT ? "input" : "output",
                    port->name, port->width);
    }
    for (int i = 0; i < circuit->items.count; i++) print_item(text, &circuit->items.items[i]);
}
