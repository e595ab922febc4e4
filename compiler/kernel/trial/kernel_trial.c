#include "kernel/trial/kernel_trial.h"

#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "kernel/trial/trial_inner.h"

static const struct bl_trial_row row = {.word = "kernel",
                                        .write_golden = bl_kernel_write_golden,
                                        .read_answers = bl_kernel_read_answers,
                                        .write_bench = bl_kernel_write_bench,
                                        .judge = bl_kernel_judge_rows,
                                        .emit_alone = bl_kernel_emit_alone};

/* Many elements may take long. */
static double longest(const struct bl_kernel_trial *trial) {
    return 60 + trial->moves.calls / 200.0 + trial->limit / 1000.0;
}

bool bl_kernel_trial_run(struct bl_kernel_trial *trial) {
    const struct bl_trial_subject subject = {
        .row = &row,
        .name = trial->own->name,
        .verilog = trial->files->verilog,
        .golden = trial->files->golden,
        .prototype = bl_kernel_own_prototype(trial->arena, trial->own, trial->own->name),
        .seconds = longest(trial)};
    struct bl_trial_work work = {
        .arena = trial->arena, .subject = &subject, .found = &trial->found, .trial = trial};
    trial->twice = -1;
    trial->rate.port = -1;
    return bl_trial_all(&work);
}

bool bl_kernel_trial_is_right(const struct bl_kernel_trial *trial) {
    for (int i = 0; i < trial->seen_count; i++)
        if (trial->seen[i].verdict.fault != BL_KERNEL_RIGHT) return false;
    return !trial->found.broken && trial->twice < 0 && trial->rate.port < 0;
}
