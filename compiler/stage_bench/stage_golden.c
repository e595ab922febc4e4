/* The golden function of a stage, asked about all records. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "emit/emit_golden.h"
#include "stage_bench/stage_inner.h"

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

const char *bl_stage_prototype(const struct bl_trial *trial) {
    struct bl_text text = {0};
    bl_emit_own_prototype(&text, trial->program, trial->own);
    const char *whole = bl_strdup(trial->arena, text.bytes), *end = strstr(whole, ");");
    bl_text_free(&text);
    while (end > whole && end[-1] != '\n') end--;
    return bl_strndup(trial->arena, end, strcspn(end, "\n"));
}

static bool write_records(const struct bl_trial_work *work) {
    const struct bl_trial_records *records = &bl_stage_trial(work)->records;
    struct bl_text text = {0};
    for (int i = 0; i < records->count; i++)
        bl_text_add(&text, "%" PRIx64 "%c", records->items[i],
                    (i + 1) % records->columns ? ' ' : '\n');
    bool good = bl_trial_write(work, "records.txt", &text);
    bl_text_free(&text);
    return good;
}

bool bl_stage_write_golden(const struct bl_trial_work *work) {
    struct bl_text text = {0};
    emit_program(&text, work->arena, bl_stage_trial(work)->own);
    bool good = bl_trial_write(work, "trial.c", &text);
    bl_text_free(&text);
    bl_text_add(&text, "#include <stdbool.h>\n#include <stdint.h>\n%s\n", work->subject->prototype);
    good = good && bl_trial_write(work, "golden.h", &text) && write_records(work);
    bl_text_free(&text);
    return good;
}

bool bl_stage_read_answers(struct bl_trial_work *work, int status) {
    struct bl_trial *trial = bl_stage_trial(work);
    bl_trial_table_read(work->arena, &trial->golden, trial->own->make_count + 1,
                        bl_trial_text(work, "answers.txt"));
    bool good = !status && trial->golden.rows == bl_trial_record_count(&trial->records);
    if (!good && !bl_interrupted())
        bl_trial_broken(work,
                        bl_format(work->arena, "the golden function %s at record %d",
                                  bl_trial_how_ended(work->arena, status), trial->golden.rows + 1),
                        bl_trial_said(work, "ask.log"));
    if (work->found->broken && trial->golden.rows < bl_trial_record_count(&trial->records))
        trial->broken_record = trial->golden.rows;
    return good;
}
