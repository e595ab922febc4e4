/* What the tools say of the user's Verilog by itself. */
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "stage_bench/trial_work_inner.h"

/* How a tool begins a line about something, and what else it says that helps nobody. */
struct linter {
    const char *tool;
    const char *heads[3], *leave_out[4];
};

static const struct linter verilator = {
    "Verilator",
    {"%Warning", "%Error"},
    {"... For warning", "... Use \"/*", "Exiting due to", "... In instance"}};
static const struct linter icarus = {"Icarus", {"user_v/"}, {"error(s) during elaboration"}};
static const struct linter yosys = {"Yosys", {"Warning:", "ERROR:"}, {NULL}};

static bool begins(const struct linter *linter, const char *line) {
    for (int i = 0; i < 3 && linter->heads[i]; i++)
        if (!strncmp(line, linter->heads[i], strlen(linter->heads[i]))) return true;
    return false;
}

static bool is_left_out(const struct linter *linter, const char *line) {
    for (int i = 0; i < 4 && linter->leave_out[i]; i++)
        if (strstr(line, linter->leave_out[i])) return true;
    return !strncmp(line, "- ", 2); /* what newer Verilators report of themselves */
}

/* The lines of the log that are about the user's file, with how many things they say. */
static int pick(struct bl_text *text, const struct bl_trial_work *work, const struct linter *linter,
                const char *log) {
    int count = 0;
    for (const char *at = bl_trial_text(work, log); *at; at += strcspn(at, "\n"), at += *at != 0) {
        const char *line = bl_strndup(work->arena, at, strcspn(at, "\n"));
        if (!*line || is_left_out(linter, line)) continue;
        count += begins(linter, line);
        bl_text_add(text, "%s\n", line);
    }
    return count;
}

/* Remarks of a tool, if it has any; those of one that refuses the file end the trial. */
static bool note(struct bl_trial_work *work, const struct linter *linter, const char *log,
                 int status) {
    struct bl_text text = {0};
    int count = pick(&text, work, linter, log);
    bl_trial_write(work, "remarks.txt", &text);
    bl_text_free(&text);
    const char *said = bl_trial_said(work, "remarks.txt");
    if (bl_interrupted()) return false;
    if (status)
        bl_trial_broken(
            work, bl_format(work->arena, "%s refuses %s", linter->tool, work->subject->verilog),
            said);
    else if (*said)
        *BL_APPEND(work->arena, &work->found->remarks) = (struct bl_trial_remarks){
            linter->tool, said, count ? count : 1};
    return !status;
}

/* "-GLIMIT=7", "-Phash.LIMIT=7": behind the words that there are. */
static void add_parameters(const struct bl_trial_work *work, const char **words, int count,
                           const char *before) {
    const struct bl_trial_subject *subject = work->subject;
    for (int i = 0; i < subject->parameter_count; i++)
        words[count + i] = bl_format(work->arena, "%s%s=%lld", before, subject->parameters[i].name,
                                     (long long)subject->parameters[i].value);
    words[count + subject->parameter_count] = work->verilog;
}

static const char **with_parameters(const struct bl_trial_work *work, const char *const *words,
                                    int count, const char *before) {
    const char **all = BL_NEW(work->arena, const char *,
                              count + work->subject->parameter_count + 2);
    memcpy(all, words, (size_t)count * sizeof *all);
    add_parameters(work, all, count, before);
    return all;
}

static bool lint_verilator(struct bl_trial_work *work) {
    const char *const words[] = {"verilator",    "--lint-only",      "--timing",
                                 "-Wall",        "-Wno-fatal",       "-Wno-DECLFILENAME",
                                 "--top-module", work->subject->name};
    int status = bl_trial_tool(work, with_parameters(work, words, 8, "-G"), "verilator.log");
    return note(work, &verilator, "verilator.log", status);
}

static bool lint_icarus(struct bl_trial_work *work) {
    const char *const words[] = {"iverilog",          "-g2001", "-Wall",   "-Wno-timescale", "-s",
                                 work->subject->name, "-o",     "lint.vvp"};
    const char *before = bl_format(work->arena, "-P%s.", work->subject->name);
    int status = bl_trial_tool(work, with_parameters(work, words, 8, before), "icarus.log");
    return note(work, &icarus, "icarus.log", status);
}

static bool lint_yosys(struct bl_trial_work *work) {
    static const char *const words[] = {"yosys", "-q", "-s", "lint.ys", NULL};
    struct bl_text text = {0};
    work->subject->row->emit_alone(&text, work);
    bool good = bl_trial_write(work, "alone.v", &text);
    bl_text_free(&text);
    bl_text_add(&text,
                "read_verilog \"%s\" alone.v\nhierarchy -check -top bl_trial_alone\nproc\n"
                "check\nwrite_rtlil alone.il\n",
                work->verilog);
    good = good && bl_trial_write(work, "lint.ys", &text);
    bl_text_free(&text);
    return good && note(work, &yosys, "yosys.log", bl_trial_tool(work, words, "yosys.log"));
}

/* What one tool refuses is reported by that one alone. */
bool bl_trial_lint(struct bl_trial_work *work) {
    bool good = lint_verilator(work) && lint_icarus(work) && lint_yosys(work);
    return good || (work->found->broken && !bl_interrupted());
}
