/* The bench in both simulators. */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "stage_bench/trial_work_inner.h"

/* What goes wrong here is the user's, because the bench is known to work. */
static bool simulate(struct bl_trial_work *work, const char *simulator,
                     bool (*compile)(const struct bl_trial_work *work, const char *log),
                     const char *const *run) {
    struct bl_text none = {0};
    bool compiled = bl_trial_write(work, "rows.txt", &none) && compile(work, "simulate.log");
    int status = compiled ? bl_trial_tool(work, run, "simulate.log") : 0;
    if (compiled && !status && work->subject->row->judge(work, simulator)) return true;
    const char *what = status == BL_TRIAL_LATE ? "does not come to an end with"
                                               : "does not simulate";
    if (!bl_interrupted())
        bl_trial_broken(work,
                        bl_format(work->arena, "%s %s %s", simulator, what, work->subject->verilog),
                        bl_trial_said(work, "simulate.log"));
    return !bl_interrupted();
}

static bool compile_icarus(const struct bl_trial_work *work, const char *log) {
    const char *const words[] = {"iverilog",  "-g2001",  "-Wno-timescale", "-s", "bl_trial", "-o",
                                 "trial.vvp", "bench.v", work->verilog,    NULL};
    return !bl_trial_tool(work, words, log);
}

bool bl_trial_simulate(struct bl_trial_work *work) {
    static const char *const icarus[] = {"vvp", "-n", "trial.vvp", NULL},
                             *const verilator[] = {"obj/trial", "+verilator+rand+reset+2", NULL};
    return work->subject->row->write_bench(work) &&
           simulate(work, "Icarus", compile_icarus, icarus) &&
           (work->found->broken ||
            simulate(work, "Verilator", bl_trial_compile_verilator, verilator));
}
