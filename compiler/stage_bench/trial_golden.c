/* The golden function of the user, asked about all records. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "emit/emit_golden.h"
#include "stage_bench/trial_work_inner.h"

/* ---- the program that asks */

static void set_column(struct bl_parts *parts, struct bl_arena *arena,
                       const struct bl_column *column, int index) {
    bl_part_number(parts, "column", index);
    bl_part_number(parts, "bits", column->bits);
    bl_part_set(parts, "type", bl_golden_type(arena, column));
}

static const char *arguments(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = "", *between = "";
    for (int i = 0; i < own->take_count; i++, between = ", ")
        text = bl_format(arena, "%s%sin_%d", text, between, i);
    for (int i = 0; i < own->parameter_count; i++, between = ", ")
        text = bl_format(arena, "%s%s%lld", text, between, (long long)own->parameters[i].value);
    for (int i = 0; i < own->make_count; i++, between = ", ")
        text = bl_format(arena, "%s%s&out_%d", text, between, i);
    return text;
}

static void emit_program(struct bl_text *text, struct bl_arena *arena, const struct bl_own *own) {
    struct bl_parts parts = {.text = text, .file = "trial.c", .holes = {{"stage", own->name}}};
    bl_part_number(&parts, "takes", own->take_count);
    bl_part_number(&parts, "answers", own->make_count + 1);
    bl_part_set(&parts, "arguments", arguments(arena, own));
    bl_part(&parts, "begin");
    for (int i = 0; i < own->take_count; i++) {
        set_column(&parts, arena, &own->takes[i], i);
        bl_part(&parts, own->takes[i].is_float ? "take float" : "take");
    }
    for (int i = 0; i < own->make_count; i++) {
        set_column(&parts, arena, &own->makes[i], i);
        bl_part(&parts, "make");
    }
    bl_part(&parts, own->keeps ? "call that keeps" : "call");
    for (int i = 0; i < own->make_count; i++) {
        set_column(&parts, arena, &own->makes[i], i);
        bl_part(&parts, own->makes[i].is_float ? "made float" : "made");
    }
    bl_part(&parts, "end");
}

/* "void hash(uint32_t key, uint8_t *bucket);" */
static const char *prototype(const struct bl_trial_work *work) {
    struct bl_text text = {0};
    bl_emit_own_prototype(&text, work->trial->program, work->own);
    const char *whole = bl_strdup(work->arena, text.bytes), *end = strstr(whole, ");");
    bl_text_free(&text);
    while (end > whole && end[-1] != '\n') end--;
    return bl_strndup(work->arena, end, strcspn(end, "\n"));
}

static bool write_records(const struct bl_trial_work *work) {
    const struct bl_trial_records *records = &work->trial->records;
    struct bl_text text = {0};
    for (int i = 0; i < records->count; i++)
        bl_text_add(&text, "%" PRIx64 "%c", records->items[i],
                    (i + 1) % records->columns ? ' ' : '\n');
    bool good = bl_trial_write(work, "records.txt", &text);
    bl_text_free(&text);
    return good;
}

static bool write_program(const struct bl_trial_work *work) {
    struct bl_text text = {0};
    emit_program(&text, work->arena, work->own);
    bool good = bl_trial_write(work, "trial.c", &text);
    bl_text_free(&text);
    bl_text_add(&text, "#include <stdbool.h>\n#include <stdint.h>\n%s\n", prototype(work));
    good = good && bl_trial_write(work, "golden.h", &text) && write_records(work);
    bl_text_free(&text);
    return good;
}

/* ---- compiled and run */

static int warnings_in(const char *said) {
    int count = 0;
    while ((said = strstr(said, "warning:"))) said++, count++;
    return count;
}

/* The user's file by itself, so that what is said is said of it. */
static bool compile(struct bl_trial_work *work) {
    const char *const words[] = {"cc",
                                 "-std=c11",
                                 "-D_GNU_SOURCE",
                                 "-O1",
                                 "-Wall",
                                 "-Wextra",
                                 "-Werror=implicit-function-declaration",
                                 "-include",
                                 "golden.h",
                                 "-x",
                                 "c",
                                 "-c",
                                 work->golden,
                                 "-o",
                                 "golden.o",
                                 NULL};
    int status = bl_trial_tool(work, words, "cc.log");
    const char *said = bl_trial_said(work, "cc.log");
    if (status && !bl_interrupted())
        bl_trial_broken(work,
                        bl_format(work->arena, "%s does not compile with\n  %s", work->own->golden,
                                  prototype(work)),
                        said);
    else if (strstr(said, "warning:"))
        *BL_APPEND(work->arena, &work->trial->remarks) = (struct bl_trial_remarks){
            "cc", said, warnings_in(said)};
    return !status;
}

static void tell_link(struct bl_trial_work *work, const char *said) {
    const struct bl_own *own = work->own;
    bool missing = strstr(said, bl_format(work->arena, "undefined reference to `%s'", own->name));
    if (missing)
        bl_trial_broken(
            work, bl_format(work->arena, "%s has no function\n  %s", own->golden, prototype(work)),
            NULL);
    else bl_trial_broken(work, bl_format(work->arena, "%s does not link", own->golden), said);
}

static bool link_program(struct bl_trial_work *work) {
    static const char *const words[] = {"cc",       "-std=c11", "-D_GNU_SOURCE", "-O1",
                                        "-include", "golden.h", "trial.c",       "golden.o",
                                        "-o",       "ask",      "-lm",           NULL};
    int status = bl_trial_tool(work, words, "link.log");
    if (status && !bl_interrupted()) tell_link(work, bl_trial_said(work, "link.log"));
    return !status;
}

static const char *how_it_ended(struct bl_arena *arena, int status) {
    if (status == BL_TRIAL_LATE) return "does not come back";
    if (status > 128) return bl_format(arena, "ended with signal %d", status - 128);
    return bl_format(arena, "ended the program with status %d", status);
}

static bool ask(struct bl_trial_work *work) {
    static const char *const words[] = {"./ask", NULL};
    struct bl_trial *trial = work->trial;
    int status = bl_trial_tool(work, words, "ask.log");
    bl_trial_table_read(work->arena, &trial->golden, work->own->make_count + 1,
                        bl_trial_text(work, "answers.txt"));
    bool good = !status && trial->golden.rows == bl_trial_record_count(&trial->records);
    if (!good && !bl_interrupted())
        bl_trial_broken(work,
                        bl_format(work->arena, "the golden function %s at record %d",
                                  how_it_ended(work->arena, status), trial->golden.rows + 1),
                        bl_trial_said(work, "ask.log"));
    if (trial->broken && trial->golden.rows < bl_trial_record_count(&trial->records))
        trial->broken_record = trial->golden.rows;
    return good;
}

bool bl_trial_ask_golden(struct bl_trial_work *work) {
    bool good = write_program(work) && compile(work) && link_program(work) && ask(work);
    return good || (work->trial->broken && !bl_interrupted());
}
