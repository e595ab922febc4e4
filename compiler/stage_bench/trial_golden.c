/* The golden function of the user: compiled, and asked by the program of the row. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "stage_bench/trial_work_inner.h"

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
                        bl_format(work->arena, "%s does not compile with\n  %s",
                                  work->subject->golden, work->subject->prototype),
                        said);
    else if (strstr(said, "warning:"))
        *BL_APPEND(work->arena, &work->found->remarks) = (struct bl_trial_remarks){
            "cc", said, warnings_in(said)};
    return !status;
}

static void tell_link(struct bl_trial_work *work, const char *said) {
    const struct bl_trial_subject *subject = work->subject;
    bool missing = strstr(said,
                          bl_format(work->arena, "undefined reference to `%s'", subject->name));
    if (missing)
        bl_trial_broken(work,
                        bl_format(work->arena, "%s has no function\n  %s", subject->golden,
                                  work->subject->prototype),
                        NULL);
    else bl_trial_broken(work, bl_format(work->arena, "%s does not link", subject->golden), said);
}

static bool link_program(struct bl_trial_work *work) {
    static const char *const words[] = {"cc",       "-std=c11", "-D_GNU_SOURCE", "-O1",
                                        "-include", "golden.h", "trial.c",       "golden.o",
                                        "-o",       "ask",      "-lm",           NULL};
    int status = bl_trial_tool(work, words, "link.log");
    if (status && !bl_interrupted()) tell_link(work, bl_trial_said(work, "link.log"));
    return !status;
}

const char *bl_trial_how_ended(struct bl_arena *arena, int status) {
    if (status == BL_TRIAL_LATE) return "does not come back";
    if (status > 128) return bl_format(arena, "ended with signal %d", status - 128);
    return bl_format(arena, "ended the program with status %d", status);
}

static bool ask(struct bl_trial_work *work) {
    static const char *const words[] = {"./ask", NULL};
    return work->subject->row->read_answers(work, bl_trial_tool(work, words, "ask.log"));
}

bool bl_trial_ask_golden(struct bl_trial_work *work) {
    bool good = work->subject->row->write_golden(work) && compile(work) && link_program(work) &&
                ask(work);
    return good || (work->found->broken && !bl_interrupted());
}
