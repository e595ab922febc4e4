/* What one instance of the module takes, by generic synthesis: look-up tables of six inputs,
   without carry chains and multipliers. */
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "stage_bench/trial_work_inner.h"
#include "synth/netlist/synth_stat.h"

static void count_cell(struct bl_trial_found *found, const struct bl_stat_cell *cell) {
    if (!strcmp(cell->name, "$lut")) found->luts += (int)cell->count;
    else if (strstr(cell->name, "DLATCH") || !strncmp(cell->name, "$_SR_", 5))
        found->latches += (int)cell->count;
    else if (strstr(cell->name, "DFF") || strstr(cell->name, "_FF_"))
        found->flip_flops += (int)cell->count;
}

/* "Longest topological path in hash (length=9):"; there is none where there is no logic. */
static int levels(const char *said) {
    const char *at = strstr(said, "(length=");
    int length = at ? atoi(at + strlen("(length=")) : 0;
    return length > 0 ? length : 0;
}

static void note_latches(struct bl_trial_work *work) {
    struct bl_trial_found *found = work->found;
    if (!found->latches) return;
    *BL_APPEND(work->arena, &found->remarks) = (struct bl_trial_remarks){
        "Yosys",
        bl_format(work->arena, "%s has %d latch%s: a value that is not set in every case\n",
                  work->subject->verilog, found->latches, bl_ending(found->latches, "es")),
        1};
}

static bool read_result(struct bl_trial_work *work) {
    struct bl_stat stat;
    struct bl_trial_found *found = work->found;
    if (!bl_stat_read(work->arena, &stat, bl_trial_text(work, "stat.txt"), "bl_trial_alone"))
        return false;
    for (int i = 0; i < stat.count; i++) count_cell(found, &stat.items[i]);
    found->levels = levels(bl_trial_text(work, "path.txt"));
    note_latches(work);
    return true;
}

bool bl_trial_synthesise(struct bl_trial_work *work) {
    static const char *const words[] = {"yosys", "-q", "-s", "synth.ys", NULL};
    struct bl_text text = {0};
    bl_text_add(&text, "read_rtlil alone.il\nsynth -flatten -lut 6 -top bl_trial_alone\n"
                       "tee -q -o stat.txt stat\ntee -q -o path.txt ltp -noff\n");
    bool good = bl_trial_write(work, "synth.ys", &text);
    bl_text_free(&text);
    if (!good) return false;
    bool made = !bl_trial_tool(work, words, "synth.log");
    if (bl_interrupted()) return false;
    work->found->synthesised = made && read_result(work);
    if (!work->found->synthesised)
        bl_trial_broken(
            work, bl_format(work->arena, "Yosys does not synthesise %s", work->subject->verilog),
            bl_trial_said(work, "synth.log"));
    return true;
}
