/* The kind of program that is a bus, with what is sent over it. */
#include "bus/command/bus_kind.h"

#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_print.h"
#include "bus/check/check_bus.h"
#include "bus/command/bus_options.h"
#include "bus/command/bus_verbs.h"
#include "driver/compile.h"
#include "driver/front.h"
#include "ir/program.h"
#include "kind/kind.h"
#include "syntax/bus_tree.h"
#include "syntax/parse_bus.h"
#include "syntax/parse_parts.h"

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

static const struct bl_kind_word words[] = {
    {"bus", false, bl_parse_bus, bl_declaration_parts_print, bl_collect_bus, bl_bus_settings},
    {"traffic", false, bl_parse_traffic, bl_declaration_parts_print, bl_collect_traffic,
     bl_traffic_settings},
    {"transfer", false, bl_parse_transfer, bl_transfer_print, bl_collect_transfer, NULL},
    {0}};

const struct bl_kind bl_bus_kind = {
    .word = "bus",
    .one = "a bus",
    .words = words,
    .finish = bl_finish_bus,
    .say = say,
    .print = print,
    .renames = renames,
    .name = name,
    .range = range,
    .own_bytes = sizeof(struct bl_bus_own),
    .options = bl_bus_options,
    .check_options = bl_bus_check_options,
    .explain = bl_bus_verb_explain,
    .files = bl_bus_verb_files,
    .summary = bl_bus_verb_summary,
    .graph = bl_bus_verb_graph,
    .run = bl_bus_verb_run,
};
