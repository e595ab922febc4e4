#include "ir/port.h"

#include "base/arena.h"

static const char *place(struct bl_arena *arena, const char *path, const char *name) {
    return path ? bl_format(arena, "%s.%s", path, name) : name;
}

bool bl_port_is_first(const struct bl_node_ports *ports, int i) {
    for (int before = 0; before < i; before++)
        if (ports->items[before].face == ports->items[i].face) return false;
    return true;
}

struct bl_pin *bl_pins_add(struct bl_arena *arena, struct bl_pins *pins,
                           const struct bl_signal *signal, int width, const char *interface,
                           const char *path) {
    struct bl_pin *pin = BL_APPEND(arena, pins);
    *pin = (struct bl_pin){
        .interface = interface,
        .role = signal->name,
        .direction = signal->direction,
        .width = width,
        .face = place(arena, path, signal->name),
        .words = signal->words,
        .face_bits = signal->face_bits,
        .valid = *signal->valid ? place(arena, path, signal->valid) : NULL,
    };
    return pin;
}
