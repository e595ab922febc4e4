#include "stage_bench/draft.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "check/check_type.h"
#include "emit/emit_golden.h"
#include "emit/parts.h"

/* ---- what is made of a record, until the user fills it in: bits of the first column, or zero */

static bool is_copy(const struct bl_own *own, const struct bl_column *made) {
    const struct bl_column *first = own->takes;
    if (first->is_float || made->is_float)
        return first->is_float == made->is_float && first->bits == made->bits;
    return true;
}

static const char *value_in_verilog(struct bl_arena *arena, const struct bl_own *own,
                                    const struct bl_column *made) {
    const struct bl_column *first = own->takes;
    int more = made->bits - first->bits;
    if (!is_copy(own, made)) return bl_format(arena, "%d'd0", made->bits);
    if (!more) return first->name;
    if (more < 0) return bl_format(arena, "%s[%d:0]", first->name, made->bits - 1);
    if (!first->is_signed) return bl_format(arena, "{%d'd0, %s}", more, first->name);
    return bl_format(arena, "{{%d{%s[%d]}}, %s}", more, first->name, first->bits - 1, first->name);
}

static const char *value_in_c(struct bl_arena *arena, const struct bl_own *own,
                              const struct bl_column *made) {
    if (!is_copy(own, made)) return "0";
    if (made->is_float) return own->takes->name;
    return bl_format(arena, "(%s)%s", bl_golden_type(arena, made), own->takes->name);
}

/* ---- Verilog */

static bool is_column(const struct bl_own *own, const char *name) {
    for (int i = 0; i < own->take_count; i++)
        if (!strcmp(own->takes[i].name, name)) return true;
    for (int i = 0; i < own->make_count; i++)
        if (!strcmp(own->makes[i].name, name)) return true;
    return false;
}

/* A name that no column has, and no value: those end in `_now`, and some `_`. */
static const char *free_name(struct bl_arena *arena, const struct bl_own *own, const char *name) {
    while (is_column(own, name)) name = bl_format(arena, "%s_", name);
    return name;
}

static const char *range_text(struct bl_arena *arena, int bits) {
    return bits > 1 ? bl_format(arena, "[%d:0]", bits - 1) : "";
}

static const char *add_port(struct bl_arena *arena, const char *text, const char *direction,
                            int bits, const char *name) {
    return bl_format(arena, "%s%s    %-6s wire %-6s %s", text, *text ? ",\n" : "", direction,
                     range_text(arena, bits), name);
}

static const char *ports(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = "";
    if (own->latency) text = add_port(arena, text, "input", 1, "clk");
    if (own->latency) text = add_port(arena, text, "input", 1, "en");
    for (int i = 0; i < own->take_count; i++)
        text = add_port(arena, text, "input", own->takes[i].bits, own->takes[i].name);
    for (int i = 0; i < own->make_count; i++)
        text = add_port(arena, text, "output", own->makes[i].bits, own->makes[i].name);
    return own->keeps ? add_port(arena, text, "output", 1, "keep") : text;
}

/* All that it makes, `keep` last. */
struct values {
    struct bl_arena *arena;
    const struct bl_own *own;
    const char *lines, *now, *behind; /* a line each; and their names with commas */
    int bits;
};

static void add_value(struct values *values, const char *name, int bits, const char *value) {
    struct bl_arena *arena = values->arena;
    const char *between = values->bits ? ", " : "", *line = values->bits ? "\n" : "",
               *now = free_name(arena, values->own, bl_format(arena, "%s_now", name));
    if (values->own->latency)
        values->lines = bl_format(arena, "%s%s    wire %-6s %s = %s;", values->lines, line,
                                  range_text(arena, bits), now, value);
    else
        values->lines = bl_format(arena, "%s%s    assign %s = %s;", values->lines, line, name,
                                  value);
    values->now = bl_format(arena, "%s%s%s", values->now, between, now);
    values->behind = bl_format(arena, "%s%s%s", values->behind, between, name);
    values->bits += bits;
}

static struct values values_of(struct bl_arena *arena, const struct bl_own *own) {
    struct values values = {arena, own, "", "", "", 0};
    for (int i = 0; i < own->make_count; i++)
        add_value(&values, own->makes[i].name, own->makes[i].bits,
                  value_in_verilog(arena, own, &own->makes[i]));
    if (own->keeps) add_value(&values, "keep", 1, "1'b1");
    return values;
}

static const char *in_braces(struct bl_arena *arena, const char *names) {
    return strchr(names, ',') ? bl_format(arena, "{%s}", names) : names;
}

/* What goes into the registers: those behind the first place move on. */
static const char *next_steps(const struct values *values, const char *steps) {
    int moved = (values->own->latency - 1) * values->bits;
    if (!moved) return in_braces(values->arena, values->now);
    return bl_format(values->arena, "{%s[0 +: %d], %s}", steps, moved, values->now);
}

static const char *taken(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = own->takes->name;
    for (int i = 1; i < own->take_count; i++)
        text = bl_format(arena, "%s, %s", text, own->takes[i].name);
    return text;
}

static const char *cycles(struct bl_arena *arena, int latency) {
    return latency == 1 ? "such a cycle has" : bl_format(arena, "%d such cycles have", latency);
}

static void emit_verilog(struct bl_text *text, struct bl_arena *arena, const struct bl_own *own) {
    const struct values values = values_of(arena, own);
    const char *steps = free_name(arena, own, "steps");
    struct bl_parts parts = {.text = text,
                             .file = "draft.v",
                             .holes = {{"stage", own->name},
                                       {"golden_file", bl_path_name(own->golden)},
                                       {"cycles_have", cycles(arena, own->latency)},
                                       {"ports", ports(arena, own)},
                                       {"made_lines", values.lines},
                                       {"taken", taken(arena, own)},
                                       {"unused", free_name(arena, own, "unused")},
                                       {"next", next_steps(&values, steps)},
                                       {"made", in_braces(arena, values.behind)},
                                       {"steps", steps}}};
    bl_part_number(&parts, "bits", values.bits);
    bl_part_number(&parts, "steps_high", own->latency * values.bits - 1);
    bl_part_number(&parts, "last_low", (own->latency - 1) * values.bits);
    bl_part(&parts, "begin");
    bl_part(&parts, own->latency ? "contract" : "contract of logic");
    bl_part(&parts, "module");
    if (own->latency) bl_part(&parts, "registers");
    bl_part(&parts, "end");
}

/* ---- C */

/* "void hash(uint32_t key, uint8_t *bucket)" */
static const char *function_head(const struct bl_program *program, const struct bl_own *own) {
    struct bl_text text = {0};
    bl_emit_own_prototype(&text, program, own);
    char *whole = bl_strdup(program->arena, text.bytes), *end = strrchr(whole, ';');
    bl_text_free(&text);
    *end = 0;
    const char *line = strrchr(whole, '\n');
    return line ? line + 1 : whole;
}

static bool uses_first(const struct bl_own *own) {
    for (int i = 0; i < own->make_count; i++)
        if (is_copy(own, &own->makes[i])) return true;
    return false;
}

static void emit_c(struct bl_text *text, const struct bl_program *program,
                   const struct bl_own *own) {
    struct bl_parts parts = {.text = text,
                             .file = "draft.c",
                             .holes = {{"stage", own->name},
                                       {"verilog_file", bl_path_name(own->verilog)},
                                       {"function_head", function_head(program, own)}}};
    bl_part(&parts, "begin");
    if (own->keeps) bl_part(&parts, "bool");
    bl_part(&parts, "function");
    for (int i = uses_first(own); i < own->take_count; i++) {
        bl_part_set(&parts, "column", own->takes[i].name);
        bl_part(&parts, "unused");
    }
    for (int i = 0; i < own->make_count; i++) {
        bl_part_set(&parts, "column", own->makes[i].name);
        bl_part_set(&parts, "value", value_in_c(program->arena, own, &own->makes[i]));
        bl_part(&parts, "made");
    }
    if (own->keeps) bl_part(&parts, "keep");
    bl_part(&parts, "end");
}

/* ---- the declaration */

static const char *columns_text(struct bl_arena *arena, const struct bl_column *columns,
                                int count) {
    const char *text = "(";
    for (int i = 0; i < count; i++)
        text = bl_format(arena, "%s%s%s: %s", text, i ? ", " : "", columns[i].name,
                         bl_type_word(&columns[i]));
    return bl_format(arena, "%s)", text);
}

void bl_draft_declaration(struct bl_text *text, struct bl_arena *arena, const struct bl_own *own) {
    const char *columns = columns_text(arena, own->takes, own->take_count);
    if (own->make_count)
        columns = bl_format(arena, "%s -> %s", columns,
                            columns_text(arena, own->makes, own->make_count));
    if (own->keeps) columns = bl_format(arena, "%s keeps", columns);
    struct bl_parts parts = {.text = text,
                             .file = "draft.c",
                             .holes = {{"stage", own->name},
                                       {"columns", columns},
                                       {"verilog", own->verilog},
                                       {"golden", own->golden}}};
    bl_part_number(&parts, "latency", own->latency);
    bl_part(&parts, "declaration");
}

/* ---- written */

static bool is_there(const char *word, const char *path) {
    struct stat status;
    if (lstat(path, &status)) return false;
    fprintf(stderr, "bankloom %s: %s is there already; nothing was written\n", word, path);
    return true;
}

/* Under another name first, which then becomes the file's if there is still none. */
static bool write_new(struct bl_arena *arena, const char *word, const char *path,
                      const struct bl_text *text) {
    const char *made = bl_format(arena, "%s.new-%ld", path, (long)getpid());
    int error = bl_text_save(text, made);
    if (!error && link(made, path)) error = errno;
    unlink(made);
    if (error) fprintf(stderr, "bankloom %s: cannot write %s: %s\n", word, path, strerror(error));
    return !error;
}

bool bl_draft_files(struct bl_arena *arena, const char *word, const char *verilog,
                    const struct bl_text *module, const char *golden,
                    const struct bl_text *function) {
    bool good = !is_there(word, verilog) && !is_there(word, golden) &&
                write_new(arena, word, verilog, module);
    if (!good || write_new(arena, word, golden, function)) return good;
    unlink(verilog);
    return false;
}

bool bl_draft_write(const struct bl_program *program, const struct bl_own *own) {
    struct bl_text verilog = {0}, golden = {0};
    emit_verilog(&verilog, program->arena, own);
    emit_c(&golden, program, own);
    bool good = bl_draft_files(program->arena, "stage", own->verilog, &verilog, own->golden,
                               &golden);
    bl_text_free(&verilog);
    bl_text_free(&golden);
    return good;
}
