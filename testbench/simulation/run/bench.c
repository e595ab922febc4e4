#define _POSIX_C_SOURCE 200809L
#include "ir/carried/bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "base/carried/files.h"

enum { EXIT_DIFFERENT = 1, EXIT_BAD_INPUT = 2, EXIT_INTERRUPTED = 130 };

/* The comparison. A run in which nothing was compared is no match. */
static bool check(struct bl_bench_run *run) {
    bool equal = bl_bench_check(run);
    equal &= bl_bench_check_histograms(run);
    if (run->result.compared || run->result.histograms || run->interrupted) return equal;
    fputs("nothing was compared with the golden model: the pipeline writes no column version and "
          "hands back no counts\n",
          run->problems);
    return false;
}

/* The whole run but for its report; the exit status. */
static int perform(struct bl_bench_run *run) {
    bool written = true;
    if (!bl_bench_make_input(run)) return EXIT_BAD_INPUT;
    if (bl_bench_stop(run)) return EXIT_INTERRUPTED;
    if (!bl_bench_create_trace(run)) return EXIT_DIFFERENT;
    bl_bench_run_golden(run);
    if (bl_bench_stop(run)) return EXIT_INTERRUPTED;
    bool finished = bl_bench_simulate(run);
    if (run->interrupted) return EXIT_INTERRUPTED;
    bool possible = !finished || bl_bench_check_bound(run);
    if (run->counts) run->result.ok = check(run) && finished;
    if (run->result.ok && run->options.output) written = bl_bench_write_output(run);
    run->unwritten = !written;
    if (bl_bench_stop(run)) return EXIT_INTERRUPTED;
    return run->result.ok && written && possible && !run->trace_lost ? 0 : EXIT_DIFFERENT;
}

static void print_problems(const struct bl_bench_run *run) {
    const char *text = run->problem_text ? run->problem_text : "";
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length) fprintf(stderr, "%s%.*s\n", *text == ' ' ? "" : "error: ", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static int write_json(FILE *file, void *run) {
    bl_bench_print_json(run, file);
    return 0;
}

/* A run without a result leaves the file of an earlier one. */
static bool write_json_file(struct bl_bench_run *run, int status) {
    const char *path = run->options.json_file;
    int error = path && status != EXIT_BAD_INPUT && status != EXIT_INTERRUPTED
                    ? bl_file_write(path, write_json, run)
                    : 0;
    if (error) fprintf(stderr, "error: %s: %s\n", path, strerror(error));
    return !error;
}

/* What is asked for, and is not there, without being an error of the run. */
static void print_warnings(const struct bl_bench_run *run) {
    bl_bench_print_unmet(run);
    bl_bench_warn_filters(run);
    bl_bench_warn_trace(run);
}

static int report(struct bl_bench_run *run, int status) {
    fclose(run->problems);
    run->problems = NULL;
    print_problems(run);
    print_warnings(run);
    if (status == EXIT_INTERRUPTED) fputs("interrupted\n", stderr);
    if (run->options.json) bl_bench_print_json(run, stdout);
    else if (status != EXIT_INTERRUPTED && run->counts) bl_bench_print(run, stdout);
    if (!write_json_file(run, status) && status == 0) status = EXIT_DIFFERENT;
    if (fflush(stdout) != 0 && status == 0) {
        fprintf(stderr, "error: cannot write the report: %s\n", strerror(errno));
        status = EXIT_DIFFERENT;
    }
    return status;
}

static void clean_up(struct bl_bench_run *run) {
    bl_device_close(run->device);
    bl_zfree(run->watch);
    bl_golden_free(run->golden);
    bl_records_free(&run->input);
    bl_bench_options_free(&run->options);
    bl_zfree(run->counts);
    bl_zfree(run->counters);
    bl_bench_free_histograms(run);
    free(run->problem_text);
}

struct work {
    struct bl_bench_run *run;
    int status;
};

static void work(void *argument) {
    struct work *work = argument;
    work->status = report(work->run, perform(work->run));
}

/* A failure of the simulation ends the run with its words. */
static int guarded(struct bl_bench_run *run) {
    struct work all = {.run = run};
    struct bl_failure failure;
    if (bl_guarded(work, &all, &failure)) return all.status;
    fprintf(stderr, "error: %s\n", failure.text);
    if (run->problems) fclose(run->problems);
    return EXIT_DIFFERENT;
}

int bl_bench_main(int argc, char **argv, const struct bl_bench_program *program) {
    struct bl_bench_run run = {.program = program, .trace_cycles = -1};
    int status = bl_bench_options_parse(&run.options, argc, argv, program);
    if (status >= 0) return status;
    run.problems = open_memstream(&run.problem_text, &run.problem_size);
    if (!run.problems) {
        fprintf(stderr, "error: %s\n", strerror(errno));
        bl_bench_options_free(&run.options);
        return EXIT_DIFFERENT;
    }
    bl_bench_hold_signals();
    status = guarded(&run);
    clean_up(&run);
    return status;
}
