#include "stage_bench/trial.h"

#include "base/tools/toolchain.h"
#include "stage_bench/stage_inner.h"

static const struct bl_trial_row row = {.word = "stage",
                                        .write_golden = bl_stage_write_golden,
                                        .read_answers = bl_stage_read_answers,
                                        .write_bench = bl_stage_write_bench,
                                        .judge = bl_stage_judge,
                                        .emit_alone = bl_stage_emit_alone};

/* Many records may take long. */
static double longest(const struct bl_trial *trial) {
    return 60 + bl_trial_record_count(&trial->records) / 500.0;
}

bool bl_trial_run(struct bl_trial *trial) {
    const struct bl_own *own = trial->own;
    const struct bl_trial_subject subject = {.row = &row,
                                             .name = own->name,
                                             .verilog = own->verilog,
                                             .golden = own->golden,
                                             .prototype = bl_stage_prototype(trial),
                                             .parameters = own->parameters,
                                             .parameter_count = own->parameter_count,
                                             .seconds = longest(trial)};
    struct bl_trial_work work = {
        .arena = trial->arena, .subject = &subject, .found = &trial->found, .trial = trial};
    trial->golden.twice = trial->broken_record = -1;
    return bl_trial_all(&work);
}

bool bl_trial_is_right(const struct bl_trial *trial) {
    for (int i = 0; i < trial->seen_count; i++)
        if (trial->seen[i].verdict.fault != BL_TRIAL_RIGHT) return false;
    return !trial->found.broken && trial->golden.twice < 0;
}
