#include "emit/emit_own.h"

#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "emit/parts.h"
#include "ir/pass.h"

/* Where no place is said all columns begin at the lowest bit. */
static int most_taken_bits(const struct bl_own *own) {
    int bits = 1;
    for (int i = 0; i < own->take_count; i++)
        if (own->takes[i].bits > bits) bits = own->takes[i].bits;
    return bits;
}

static const char *places(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = "";
    for (int i = 0; i < own->take_count; i++)
        text = bl_format(arena,
                         "%s,\n    // lowest bit of %s in a record\n    parameter PLACE_%d = 0",
                         text, own->takes[i].name, i);
    return text;
}

const char *bl_own_parameters(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = own->parameter_count ? "#(\n" : "";
    for (int i = 0; i < own->parameter_count; i++)
        text = bl_format(arena, "%s                .%s(%lld)%s\n", text, own->parameters[i].name,
                         (long long)own->parameters[i].value,
                         i + 1 < own->parameter_count ? "," : "");
    if (own->parameter_count) text = bl_format(arena, "%s            ) ", text);
    return text;
}

const char *bl_own_connect(struct bl_arena *arena, const char *text, const char *port,
                           const char *net) {
    return bl_format(arena, "%s%s                .%s(%s)", text, *text ? ",\n" : "", port, net);
}

static const char *connections(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = "";
    int made = 1;
    if (own->latency)
        text = bl_own_connect(arena, bl_own_connect(arena, text, "clk", "clk"), "en", "en");
    for (int i = 0; i < own->take_count; i++)
        text = bl_own_connect(
            arena, text, own->takes[i].name,
            bl_format(arena, "s_axis_tdata[e*ELEM_W + PLACE_%d +: %d]", i, own->takes[i].bits));
    for (int i = 0; i < own->make_count; i++) {
        text = bl_own_connect(
            arena, text, own->makes[i].name,
            bl_format(arena, "made_and_keep[e*(MADE_W + 1) + %d +: %d]", made, own->makes[i].bits));
        made += own->makes[i].bits;
    }
    return own->keeps ? bl_own_connect(arena, text, "keep", "made_and_keep[e*(MADE_W + 1)]") : text;
}

void bl_emit_own(struct bl_text *text, const struct bl_program *program, const struct bl_own *own) {
    struct bl_arena *arena = program->arena;
    struct bl_parts parts = {
        .text = text,
        .file = "own.v",
        .holes = {{"stage", own->name},
                  {"file", bl_path_name(bl_source_name(program->sources, own->range.file))},
                  {"places", places(arena, own)},
                  {"parameters", bl_own_parameters(arena, own)},
                  {"connections", connections(arena, own)},
                  {"keep_all",
                   own->keeps ? "" : "\n            assign made_and_keep[e*(MADE_W + 1)] = 1'b1;"},
                  {"unused", own->latency ? "" : "    wire unused = &{1'b0, en, 1'b0};\n"}}};
    bl_part_number(&parts, "line", (long long)own->range.line);
    bl_part_number(&parts, "made_bits", bl_own_bits(own));
    bl_part_number(&parts, "latency", own->latency);
    bl_part_number(&parts, "taken_bits", most_taken_bits(own));
    bl_part(&parts, "all");
}
