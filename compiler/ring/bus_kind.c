#include "base/text.h"
#include "ir/kind.h"
#include "ir/program.h"
#include "ring/bus.h"

static void say(struct bl_text *text, const struct bl_program *program) {
    const struct bl_bus *bus = bl_program_bus(program);
    bl_text_add(text, "bus %s, %d domains, %d transfer%s written down, %s", bus->name, bus->domains,
                bus->transfer_count, bl_ending(bus->transfer_count, "s"),
                bus->traffic.gap_ps ? "random traffic" : "no random traffic");
}

static void print(struct bl_text *text, const struct bl_program *program) {
    bl_bus_print(text, bl_program_bus(program));
}

static const struct bl_renames *renames(const struct bl_program *program) {
    return &bl_program_bus(program)->renames;
}
static const char *name(const struct bl_program *program) { return bl_program_bus(program)->name; }
static struct bl_range range(const struct bl_program *program) {
    return bl_program_bus(program)->range;
}

const struct bl_kind bl_bus_kind = {
    .word = "bus",
    .say = say,
    .print = print,
    .renames = renames,
    .name = name,
    .range = range,
};

const struct bl_bus *bl_program_bus(const struct bl_program *program) {
    return program && program->kind == &bl_bus_kind ? program->body : NULL;
}
