/* The kind of program that is a list of sleeps: how it is read, checked and printed. */
#include "kind/sleeps/sleeps.h"

#include "base/arena.h"
#include "base/text.h"
#include "check/check_names.h"
#include "check/check_setting.h"
#include "driver/compile.h"
#include "driver/front.h"
#include "ir/program.h"
#include "settings/setting.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

const struct bl_body_type bl_sleeps_body = {"bl_sleeps"};

static const struct bl_setting settings[] = {BL_SETTING("sleep", TIME, 10e-9, 1e-3, BL_NEEDED, PS,
                                                        bl_sleep, ps,
                                                        .help = "how long the circuit sleeps"),
                                             {0}};

/* sleeps = "sleeps" NAME "{" { "sleep" expression ";" } "}" */
static void parse(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a list of sleeps");
    declaration->parts = bl_parse_settings(parser, settings, "list of sleeps");
}

static void collect(struct bl_check *check, const struct bl_declaration *declaration,
                    void **collected) {
    const struct bl_declaration *first = *collected;
    if (first) bl_report_twice(check, "sleeps", declaration->range, first->range);
    bl_declare_program(check, declaration);
    if (declaration->name.symbol) bl_check_file_name(check, declaration->name);
    *collected = (void *)declaration;
}

static void check_sleep(struct bl_check *check, const struct bl_part *part,
                        struct bl_sleep *sleep) {
    double real = 0;
    if (part->value && bl_setting_value(check, settings, part->value, &real))
        bl_setting_store(settings, real, sleep);
}

static void finish(struct bl_check *check, void *collected) {
    const struct bl_declaration *declaration = collected;
    struct bl_sleeps *sleeps = BL_NEW(check->arena, struct bl_sleeps, 1);
    sleeps->name = bl_name_text(declaration->name);
    sleeps->range = declaration->name.range;
    for (const struct bl_part *part = declaration->parts; part; part = part->next) sleeps->count++;
    sleeps->items = BL_NEW(check->arena, struct bl_sleep, sleeps->count);
    int i = 0;
    for (const struct bl_part *part = declaration->parts; part; part = part->next)
        check_sleep(check, part, &sleeps->items[i++]);
    if (!sleeps->count && !declaration->broken)
        bl_report(check->diags, BL_MSG_MISSING_PART, sleeps->range, "a list of sleeps",
                  settings->word);
    bl_check_made_program(check, &bl_sleeps_body, sleeps);
}

static void say(struct bl_text *text, const struct bl_program *program) {
    const struct bl_sleeps *sleeps = program->body;
    bl_text_add(text, "sleeps %s, %d of them", sleeps->name, sleeps->count);
}

static void print(struct bl_text *text, const struct bl_program *program) {
    const struct bl_sleeps *sleeps = program->body;
    bl_text_add(text, "sleeps %s {\n", sleeps->name);
    for (int i = 0; i < sleeps->count; i++) {
        bl_text_add(text, "    sleep ");
        bl_text_time(text, sleeps->items[i].ps);
        bl_text_add(text, ";\n");
    }
    bl_text_add(text, "}\n");
}

static const char *name(const struct bl_program *program) {
    return ((const struct bl_sleeps *)program->body)->name;
}
static struct bl_range range(const struct bl_program *program) {
    return ((const struct bl_sleeps *)program->body)->range;
}

int64_t bl_sleep_cycles(const struct bl_sleep *sleep) {
    return (sleep->ps + BL_SLEEPS_PERIOD_PS - 1) / BL_SLEEPS_PERIOD_PS;
}

int64_t bl_sleeps_end(const struct bl_sleeps *sleeps, int place) {
    int64_t end = 0;
    for (int i = 0; i <= place; i++) end += bl_sleep_cycles(&sleeps->items[i]);
    return end;
}

static const struct bl_kind_word words[] = {
    {"sleeps", false, parse, bl_declaration_parts_print, collect, settings}, {0}};

const struct bl_kind bl_sleeps_kind = {
    .word = "list of sleeps",
    .one = "a list of sleeps",
    .words = words,
    .finish = finish,
    .say = say,
    .print = print,
    .name = name,
    .range = range,
    .explain = bl_sleeps_explain,
    .files = bl_sleeps_files,
    .summary = bl_sleeps_summary,
    .graph = bl_sleeps_picture,
    .run = bl_sleeps_run,
};
