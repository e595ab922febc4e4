#include "command/run/run_common.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "command/options/apart.h"
#include "command/run/run_host.h"
#include "ir/carried/bench_options.h"

enum { MOST_WORDS = 40 };

static bool is_simulator(const struct bl_run_common *run) {
    const char *name = run->simulator ? run->simulator : "verilator";
    bool icarus = !strcmp(name, "icarus");
    if (!icarus && strcmp(name, "verilator"))
        fprintf(stderr, "bankloom run: --sim %s: it is verilator or icarus\n", name);
    else if (icarus && run->trace) fputs("bankloom run: --trace needs --sim verilator\n", stderr);
    else return true;
    return false;
}

static bool is_given(const struct bl_run_given *given) {
    return given->text || (given->number && *given->number >= 0);
}

static bool goes_with_host(const struct bl_run_given *given, const char *why) {
    if (is_given(given))
        fprintf(stderr, "bankloom run: %s does not go with --host; %s\n", given->option, why);
    return !is_given(given);
}

static bool is_host_usable(const struct bl_run_common *run, const struct bl_run_given *own) {
    static const char arguments[] = "a host program has arguments of its own, after --",
                      report[] = "a host program prints what it measures itself",
                      waves[] = "no run of a host program writes waveforms";
    const struct bl_run_given json = {"--json", run->json ? "" : NULL, NULL},
                              file = {"--json-file", run->json_file, NULL},
                              trace = {"--trace", run->trace, NULL};
    bool words = bl_host_own_words(run->argc, run->argv) < run->argc;
    if (words && !run->host)
        fputs("bankloom run: what follows -- is for a host program: --host FILE\n", stderr);
    if (!run->host) return !words;
    for (; own->option; own++)
        if (!goes_with_host(own, arguments)) return false;
    return goes_with_host(&json, report) && goes_with_host(&file, report) &&
           goes_with_host(&trace, waves);
}

bool bl_run_usable(struct bl_run_common *run, const struct bl_run_given *own) {
    if (!is_host_usable(run, own) || !is_simulator(run)) return false;
    run->model.trace = run->trace ? bl_trace_kind(run->trace) : NULL;
    run->model.icarus = run->simulator && !strcmp(run->simulator, "icarus");
    run->model.quiet = run->quiet || run->json;
    return true;
}

/* Of FILE[,...] the file. */
static const char *file_of(struct bl_arena *arena, const char *spec) {
    return spec ? bl_strndup(arena, spec, strcspn(spec, ",")) : NULL;
}

bool bl_run_apart(struct bl_arena *arena, const struct bl_run_common *run,
                  const struct bl_sources *sources, const char *output) {
    const struct bl_output_path outputs[] = {{"--output", output},
                                             {"--json-file", run->json_file},
                                             {"--trace", file_of(arena, run->trace)},
                                             {"--pcap", file_of(arena, run->pcap)},
                                             {"--keep", run->model.keep}};
    return bl_outputs_apart("run", sources, outputs, sizeof outputs / sizeof *outputs);
}

static int add(struct bl_arena *arena, const char **words, int count,
               const struct bl_run_given *given) {
    if (!is_given(given)) return count;
    words[count++] = given->option;
    words[count++] = given->text ? bl_strdup(arena, given->text) /* the bench may cut it */
                                 : bl_format(arena, "%" PRId64, *given->number);
    return count;
}

const char **bl_run_words(struct bl_arena *arena, const struct bl_run_common *run, const char *name,
                          const struct bl_run_given *own, int *count) {
    const struct bl_run_given common[] = {{"--seed", NULL, &run->seed},
                                          {"--threads", NULL, &run->threads},
                                          {"--trace", run->trace, NULL},
                                          {"--memory", run->memory, NULL},
                                          {"--json-file", run->json_file, NULL},
                                          {"--faults", run->faults.bytes, NULL},
                                          {"--pcap", run->pcap, NULL}};
    const char **words = bl_alloc(arena, MOST_WORDS * sizeof *words);
    *count = 1;
    words[0] = name;
    for (; own->option; own++) *count = add(arena, words, *count, own);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        *count = add(arena, words, *count, &common[i]);
    if (run->json) words[(*count)++] = "--json";
    if (run->quiet) words[(*count)++] = "--quiet";
    words[*count] = NULL;
    return words;
}

bool bl_run_find_host(struct bl_arena *arena, struct bl_run_common *run) {
    if (run->host) run->model.host = bl_host_file(arena, run->host);
    return !run->host || run->model.host;
}

static int run_bench(const struct bl_run_common *run, const char *program,
                     const char *const *words) {
    int status = bl_program_run(program, words);
    if (status <= 128 || status == BL_EXIT_INTERRUPTED) return status;
    fprintf(stderr, "bankloom: the simulation was ended by signal %d (%s)\n", status - 128,
            strsignal(status - 128));
    if (run->trial)
        fprintf(stderr, "golden functions of your own run in it: `bankloom %s` tries each alone\n",
                run->trial);
    return BL_EXIT_FAILED;
}

static int run_host(struct bl_arena *arena, const struct bl_run_common *run, const char *program) {
    const struct bl_host_simulated simulated = {run->memory,  run->faults.bytes, run->pcap,
                                                run->threads, run->seed,         run->quiet};
    int status = bl_host_run(arena, program, run->argc, run->argv, &simulated);
    bl_model_drop(arena, program, &run->model);
    return status;
}

/* The path of the compiled program; NULL after a message. */
static const char *make(struct bl_arena *arena, const struct bl_run_common *run, const char *symbol,
                        bl_run_files *files, void *user) {
    struct bl_home home;
    struct bl_output output = {0};
    const char *program = NULL;
    if (bl_home_find(arena, &home) && files(&output, &home, user))
        program = bl_model_make(arena, &output, &home, symbol, &run->model);
    bl_output_free(&output);
    return program;
}

int bl_run_simulate(struct bl_arena *arena, struct bl_run_common *run, const char *symbol,
                    const char *const *words, bl_run_files *files, void *user) {
    bl_interrupts_hold();
    const char *program = make(arena, run, symbol, files, user);
    if (bl_interrupted()) {
        if (program) bl_model_drop(arena, program, &run->model);
        fprintf(stderr, "bankloom: interrupted %s\n",
                program ? "before the simulation" : "while compiling the model; nothing was kept");
        return BL_EXIT_INTERRUPTED;
    }
    if (!program) return BL_EXIT_FAILED;
    return run->model.host ? run_host(arena, run, program) : run_bench(run, program, words);
}
