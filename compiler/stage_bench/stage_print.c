/* What came of the trial of a stage, for a reader and as JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "stage_bench/trial.h"

static void add_value(struct bl_text *text, const char *name, const char *first,
                      const char *second) {
    bl_text_add(text, "           %-12s %-34s %s\n", name, first, second);
}

static const char *show(const struct bl_trial *trial, const struct bl_column *column,
                        const struct bl_trial_value *value) {
    return bl_trial_show(trial->arena, column, value->bits, value->unknown);
}

static const char *show_keep(const struct bl_trial_value *value) {
    return value->unknown ? "x" : value->bits ? "kept" : "dropped";
}

static void add_record(struct bl_text *text, const struct bl_trial *trial, int record) {
    const struct bl_own *own = trial->own;
    for (int i = 0; i < own->take_count; i++) {
        uint64_t bits = trial->records.items[record * own->take_count + i];
        bl_text_add(text, "           %-12s %s\n", own->takes[i].name,
                    bl_trial_show(trial->arena, &own->takes[i], bits, 0));
    }
}

/* The record that differs: what goes in, and both answers. */
static void add_difference(struct bl_text *text, const struct bl_trial *trial,
                           const struct bl_trial_seen *seen) {
    const struct bl_own *own = trial->own;
    const struct bl_trial_value *wanted = bl_trial_row(&trial->golden, seen->verdict.record),
                                *got = bl_trial_row(&seen->rows, seen->verdict.row);
    add_record(text, trial, seen->verdict.record);
    add_value(text, "", "golden model", "Verilog");
    for (int i = 0; i < own->make_count && wanted[own->make_count].bits; i++)
        add_value(text, own->makes[i].name, show(trial, &own->makes[i], &wanted[i]),
                  show(trial, &own->makes[i], &got[i]));
    if (own->keeps)
        add_value(text, "keep", show_keep(&wanted[own->make_count]),
                  show_keep(&got[own->make_count]));
}

static const char *cycles(struct bl_arena *arena, int count) {
    return bl_format(arena, "%d cycle%s", count, bl_ending(count, "s"));
}

/* What is wrong, in one sentence. */
static const char *sentence(const struct bl_trial *trial, const struct bl_trial_verdict *verdict) {
    struct bl_arena *arena = trial->arena;
    int count = trial->golden.rows;
    switch (verdict->fault) {
    case BL_TRIAL_OTHER_LATENCY:
        return bl_format(arena, "answers after %s, and the program says %d",
                         cycles(arena, verdict->latency), trial->own->latency);
    case BL_TRIAL_NO_HOLD:
        return bl_format(arena,
                         "does not hold while `en` is 0: a register without it? %d of %d records "
                         "differ then, record %d first",
                         verdict->wrong, count, verdict->record + 1);
    case BL_TRIAL_OTHER_VALUE:
        return bl_format(arena, "%d of %d records differ, record %d first", verdict->wrong, count,
                         verdict->record + 1);
    default:
        return bl_format(arena, "%d record%s agree, with `en` held and dropped", count,
                         bl_ending(count, "s"));
    }
}

static bool alike(const struct bl_trial_verdict *a, const struct bl_trial_verdict *b) {
    if (a->fault != b->fault || a->latency != b->latency) return false;
    bool shown = a->fault == BL_TRIAL_OTHER_VALUE || a->fault == BL_TRIAL_NO_HOLD;
    return !shown || a->record == b->record;
}

static void add_seen(struct bl_text *text, const struct bl_trial *trial,
                     const struct bl_trial_seen *seen, const char *simulators) {
    const struct bl_trial_verdict *verdict = &seen->verdict;
    bool right = verdict->fault == BL_TRIAL_RIGHT;
    bl_trial_add_line(text, right ? "values" : "WRONG",
                      bl_format(trial->arena, "%s: %s", simulators, sentence(trial, verdict)));
    if (!right && verdict->fault != BL_TRIAL_OTHER_LATENCY) add_difference(text, trial, seen);
}

/* Simulators that say the same are reported together. */
static void add_values(struct bl_text *text, const struct bl_trial *trial) {
    const struct bl_trial_seen *seen = trial->seen;
    if (trial->seen_count == 2 && alike(&seen[0].verdict, &seen[1].verdict))
        add_seen(text, trial, seen,
                 bl_format(trial->arena, "%s and %s", seen[0].simulator, seen[1].simulator));
    else
        for (int i = 0; i < trial->seen_count; i++)
            add_seen(text, trial, &seen[i], seen[i].simulator);
}

static void add_twice(struct bl_text *text, const struct bl_trial *trial) {
    if (trial->golden.twice < 0) return;
    bl_trial_add_line(
        text, "WRONG",
        "the golden function has two answers for one record: it keeps something from call to "
        "call,");
    bl_trial_add_lines(text, bl_format(trial->arena, "or leaves a column unset; record %d first",
                                       trial->golden.twice + 1));
    add_record(text, trial, trial->golden.twice);
}

void bl_trial_print(struct bl_text *text, const struct bl_trial *trial) {
    const struct bl_own *own = trial->own;
    bl_text_add(text, "stage %s: %s, %s, latency %d\n", own->name, own->verilog, own->golden,
                own->latency);
    bl_trial_add_broken(text, &trial->found);
    if (trial->broken_record >= 0) add_record(text, trial, trial->broken_record);
    bl_trial_add_lines(text, trial->found.broken_log ? trial->found.broken_log : "");
    add_twice(text, trial);
    add_values(text, trial);
    bl_trial_add_found(text, trial->arena, &trial->found);
}

/* ---- JSON */

static const char *hex(const struct bl_trial *trial, const struct bl_column *column, uint64_t bits,
                       uint64_t unknown) {
    const char *shown = bl_trial_show(trial->arena, column, bits, unknown);
    return bl_strndup(trial->arena, shown, strcspn(shown, " "));
}

static void add_answer(cJSON *record, const char *name, const struct bl_trial *trial,
                       const struct bl_trial_value *row) {
    const struct bl_own *own = trial->own;
    cJSON *answer = cJSON_AddObjectToObject(record, name);
    for (int i = 0; i < own->make_count; i++)
        cJSON_AddStringToObject(answer, own->makes[i].name,
                                hex(trial, &own->makes[i], row[i].bits, row[i].unknown));
    if (own->keeps) cJSON_AddStringToObject(answer, "keep", show_keep(&row[own->make_count]));
}

static void add_json_record(cJSON *object, const struct bl_trial *trial,
                            const struct bl_trial_seen *seen) {
    const struct bl_own *own = trial->own;
    const struct bl_trial_verdict *verdict = &seen->verdict;
    cJSON *record = cJSON_AddObjectToObject(object, "record"),
          *takes = cJSON_AddObjectToObject(record, "takes");
    for (int i = 0; i < own->take_count; i++)
        cJSON_AddStringToObject(takes, own->takes[i].name,
                                hex(trial, &own->takes[i],
                                    trial->records.items[verdict->record * own->take_count + i],
                                    0));
    cJSON_AddNumberToObject(record, "number", verdict->record + 1);
    add_answer(record, "golden", trial, bl_trial_row(&trial->golden, verdict->record));
    add_answer(record, "verilog", trial, bl_trial_row(&seen->rows, verdict->row));
}

static void add_json_seen(cJSON *simulators, const struct bl_trial *trial,
                          const struct bl_trial_seen *seen) {
    static const char *const words[] = {[BL_TRIAL_RIGHT] = "right",
                                        [BL_TRIAL_OTHER_LATENCY] = "latency",
                                        [BL_TRIAL_OTHER_VALUE] = "value",
                                        [BL_TRIAL_NO_HOLD] = "hold"};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(simulators, object);
    cJSON_AddStringToObject(object, "simulator", seen->simulator);
    cJSON_AddStringToObject(object, "verdict", words[seen->verdict.fault]);
    cJSON_AddNumberToObject(object, "wrong", seen->verdict.wrong);
    if (seen->verdict.fault == BL_TRIAL_OTHER_LATENCY)
        cJSON_AddNumberToObject(object, "answers_after", seen->verdict.latency);
    else if (seen->verdict.fault != BL_TRIAL_RIGHT) add_json_record(object, trial, seen);
}

static void add_json_broken(cJSON *object, const struct bl_trial *trial) {
    cJSON *broken = bl_trial_json_broken(object, &trial->found);
    if (broken && trial->broken_record >= 0)
        cJSON_AddNumberToObject(broken, "record", trial->broken_record + 1);
    if (trial->golden.rows && trial->golden.twice >= 0)
        cJSON_AddNumberToObject(object, "two_answers_for", trial->golden.twice + 1);
}

void bl_trial_add_json(const struct bl_trial *trial, struct cJSON *stages) {
    const struct bl_own *own = trial->own;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(stages, object);
    cJSON_AddStringToObject(object, "stage", own->name);
    cJSON_AddStringToObject(object, "verilog", own->verilog);
    cJSON_AddStringToObject(object, "golden", own->golden);
    cJSON_AddNumberToObject(object, "latency", own->latency);
    cJSON_AddBoolToObject(object, "right", bl_trial_is_right(trial));
    cJSON_AddNumberToObject(object, "records", bl_trial_record_count(&trial->records));
    add_json_broken(object, trial);
    cJSON *simulators = cJSON_AddArrayToObject(object, "simulators");
    for (int i = 0; i < trial->seen_count; i++) add_json_seen(simulators, trial, &trial->seen[i]);
    bl_trial_json_found(object, &trial->found);
}
