/* bankloom run: plans, says so, compiles the model, simulates the cluster and compares with the
 * golden model. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "ir/carried/bench_options.h"
#include "command/options/apart.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "command/run_host.h"
#include "driver/build.h"
#include "driver/compile.h"
#include "emit/emit_bench.h"
#include "output/model.h"
#include "explain/report.h"
#include "ir/carried/inputs.h"

struct run {
    struct bl_overrides overrides;
    bl_rules rules;
    int64_t keys, seed, threads, key_bits;
    const char *host; /* a program of the user's own in place of the bench */
    int argc;
    char **argv; /* all words, the host program's too */
    const char *distribution, *input, *output, *simulator, *trace, *memory, *faults, *pcap,
        *json_file;
    bool json, quiet;
    struct bl_model_options model;
};

enum { MOST_WORDS = 32 };

/* The bench's command line with the user's options; -1 in a number means that it was not given.
 * Returns how many words. */
static int bench_words(struct bl_arena *arena, const struct run *run, const char *program,
                       const char *words[MOST_WORDS]) {
    int count = 0;
    const struct {
        const char *option;
        int64_t value;
    } numbers[] = {{"--keys", run->keys},
                   {"--seed", run->seed},
                   {"--threads", run->threads},
                   {"--key-bits", run->key_bits}};
    const struct {
        const char *option, *value;
    } texts[] = {{"--dist", run->distribution}, {"--input", run->input},
                 {"--output", run->output},     {"--trace", run->trace},
                 {"--memory", run->memory},     {"--json-file", run->json_file},
                 {"--faults", run->faults},     {"--pcap", run->pcap}};
    words[count++] = program;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value < 0) continue;
        words[count++] = numbers[i].option;
        words[count++] = bl_format(arena, "%" PRId64, numbers[i].value);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i].value) continue;
        words[count++] = texts[i].option;
        words[count++] = texts[i].value;
    }
    if (run->json) words[count++] = "--json";
    if (run->quiet) words[count++] = "--quiet";
    words[count] = NULL;
    return count;
}

/* The bench's own look at its options, before its circuit is compiled: the exit status when it
 * would not run, else -1. */
static int check_options(struct bl_arena *arena, const struct run *run,
                         const struct bl_plan *plan) {
    const char *words[MOST_WORDS];
    const struct bl_node_model model = {.trace_kind = run->model.trace};
    struct bl_bench_program program;
    struct bl_bench_options options;
    bl_bench_facts(arena, plan, &program);
    program.model = &model;
    int count = bench_words(arena, run, "bankloom run", words);
    int status = bl_bench_options_parse(&options, count, (char **)(uintptr_t)words, &program);
    if (status < 0) bl_bench_options_free(&options);
    return status;
}

static int run_bench(struct bl_arena *arena, const struct run *run, const char *program) {
    const char *words[MOST_WORDS];
    bench_words(arena, run, program, words);
    int status = bl_program_run(words);
    if (status <= 128 || status == BL_EXIT_INTERRUPTED) return status;
    fprintf(stderr, "bankloom: the simulation was ended by signal %d (%s)\n", status - 128,
            strsignal(status - 128));
    return BL_EXIT_FAILED;
}

static int run_host(struct bl_arena *arena, const struct run *run, const char *program) {
    int status = bl_host_run(arena, program, run->argc, run->argv, run->memory, run->faults,
                             run->threads);
    bl_model_drop(arena, program, &run->model);
    return status;
}

static void print_plan(const struct bl_plan *plan, bool icarus) {
    struct bl_text text = {0};
    bl_report_plan(&text, plan, icarus ? "Icarus" : "Verilator");
    bl_text_add(&text, "\n");
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
}

/* An interrupt is held back until the model is made or given up, so that every one is told the same
 * way; the bench looks for its own. */
static int simulate(struct bl_compilation *compilation, struct run *run) {
    struct bl_home home;
    struct bl_output output = {0};
    const char *program = NULL;
    if (run->host && !(run->model.host = bl_host_file(compilation->arena, run->host)))
        return BL_EXIT_USAGE;
    bl_interrupts_hold();
    if (!run->json && !run->quiet) print_plan(compilation->plan, run->model.icarus);
    if (fflush(stdout)) return BL_EXIT_FAILED; /* which the end of the program tells */
    if (bl_home_find(compilation->arena, &home) && bl_output_make(&output, compilation, &home))
        program = bl_model_make(compilation->arena, &output, &home, compilation->program->symbol,
                                &run->model);
    bl_output_free(&output);
    if (!bl_interrupted() && program && run->model.host)
        return run_host(compilation->arena, run, program);
    if (!bl_interrupted())
        return program ? run_bench(compilation->arena, run, program) : BL_EXIT_FAILED;
    if (program) bl_model_drop(compilation->arena, program, &run->model);
    fprintf(stderr, "bankloom: interrupted %s\n",
            program ? "before the simulation" : "while compiling the model; nothing was kept");
    return BL_EXIT_INTERRUPTED;
}

static int parse(struct run *run, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--keys", .kind = BL_OPTION_NUMBER, .value = &run->keys, .argument = "N", .low = 0,
         .high = INT64_C(1) << 40,
         .help = "records a node (1048576); 2^17, 64K and the like are understood"},
        {.name = "--dist", .kind = BL_OPTION_TEXT, .value = &run->distribution, .argument = "NAME",
         .help = "distribution of the keys: uniform, zipf:1.0, equal, ...; \"list\" names all"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &run->seed, .argument = "N", .low = 0,
         .high = INT64_MAX, .help = "of the distribution (1)"},
        {.name = "--input", .kind = BL_OPTION_TEXT, .value = &run->input, .argument = "FILE",
         .help = "binary records in place of generated ones"},
        {.name = "--output", .kind = BL_OPTION_TEXT, .value = &run->output, .argument = "FILE",
         .help = "write the result, node by node, channel by channel"},
        {.name = "--threads", .kind = BL_OPTION_NUMBER, .value = &run->threads, .argument = "N",
         .low = 1, .high = 1024, .help = "host threads (one per processor)"},
        {.name = "--trace", .kind = BL_OPTION_TEXT, .value = &run->trace, .argument = "SPEC",
         .help = "waveform FILE[,node=N][,from=CYCLE][,to=CYCLE]; FST when FILE ends so, else VCD"},
        {.name = "--pcap", .kind = BL_OPTION_TEXT, .value = &run->pcap, .argument = "SPEC",
         .help = "frames between the nodes, for Wireshark: FILE[,node=N]; where the network has "
                 "frames"},
        {.name = "--key-bits", .kind = BL_OPTION_NUMBER, .value = &run->key_bits, .argument = "B",
         .low = 1, .high = 128,
         .help = "keys lie in 0..2^B-1; one of an input file that does not is an error"},
        {.name = "--sim", .kind = BL_OPTION_TEXT, .value = &run->simulator, .argument = "NAME",
         .choices = "verilator icarus",
         .help = "verilator (default), or icarus: slow, a second opinion for small sizes"},
        {.name = "--memory", .kind = BL_OPTION_TEXT, .value = &run->memory, .argument = "NAME",
         .choices = "hbm2 hbm2_1600 ddr4 ddr3 ideal",
         .help = "hbm2, hbm2_1600, ddr4, ddr3 or ideal (the board's); behind it faults, "
                 "docs/faults.md"},
        {.name = "--faults", .kind = BL_OPTION_TEXT, .value = &run->faults, .argument = "LIST",
         .help = "what goes wrong between the nodes and beyond their host ports, WORD=RATE,...; "
                 "docs/faults.md"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &run->json,
         .help = "print the result as one JSON document"},
        {.name = "--json-file", .kind = BL_OPTION_TEXT, .value = &run->json_file,
         .argument = "FILE", .help = "write that document to a file as well"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &run->quiet,
         .help = "print the table only"},
        {.name = "--host", .kind = BL_OPTION_TEXT, .value = &run->host, .argument = "FILE",
         .help = "compile and run this host program on the cluster; its arguments follow after --"},
        {.name = "--keep", .kind = BL_OPTION_TEXT, .value = &run->model.keep, .argument = "DIR",
         .help = "write and compile in DIR, not in the cache"},
        BL_PLAN_OPTIONS(&run->rules, &run->overrides),
        {.kind = BL_OPTION_HEADING,
         .help = "a program with a bus has other options; name it to see them:\n"
                 "  bankloom run BUS.loom --help"},
        {0}
    };
    // clang-format on
    return bl_options_parse(table,
                            "bankloom run FILE.loom [options] [-- arguments of the host program]",
                            argc, argv, file);
}

/* Whether the simulator asked for is one, and does what else is asked for. */
static bool simulator_known(const struct run *run) {
    const char *name = run->simulator ? run->simulator : "verilator";
    bool icarus = !strcmp(name, "icarus");
    if (!icarus && strcmp(name, "verilator"))
        fprintf(stderr, "bankloom run: --sim %s: it is verilator or icarus\n", name);
    else if (icarus && run->trace) fputs("bankloom run: --trace needs --sim verilator\n", stderr);
    else return true;
    return false;
}

/* Whether what goes with a host program, and with none, is used so: a host program has an input and
 * a report of its own. */
static bool host_used_well(const struct run *run) {
    const struct {
        const char *option;
        bool used;
    } bench_only[] = {{"--keys", run->keys >= 0},      {"--dist", run->distribution},
                      {"--seed", run->seed >= 0},      {"--input", run->input},
                      {"--output", run->output},       {"--key-bits", run->key_bits >= 0},
                      {"--trace", run->trace},         {"--json", run->json},
                      {"--json-file", run->json_file}, {"--pcap", run->pcap}};
    bool words = bl_host_own_words(run->argc, run->argv) < run->argc;
    if (words && !run->host)
        fputs("bankloom run: what follows -- is for a host program: --host FILE\n", stderr);
    for (size_t i = 0; run->host && i < sizeof bench_only / sizeof *bench_only; i++) {
        if (!bench_only[i].used) continue;
        fprintf(stderr,
                "bankloom run: %s does not go with --host; a host program has arguments of its "
                "own, after --\n",
                bench_only[i].option);
        return false;
    }
    return run->host || !words;
}

static bool is_apart(const struct bl_compilation *compilation, const struct run *run) {
    const char *trace = run->trace
                            ? bl_strndup(compilation->arena, run->trace, strcspn(run->trace, ","))
                            : NULL;
    const char *pcap = run->pcap
                           ? bl_strndup(compilation->arena, run->pcap, strcspn(run->pcap, ","))
                           : NULL;
    const struct bl_output_path outputs[] = {{"--output", run->output},
                                             {"--json-file", run->json_file},
                                             {"--trace", trace},
                                             {"--pcap", pcap},
                                             {"--keep", run->model.keep}};
    return bl_outputs_apart("run", compilation->sources, outputs, sizeof outputs / sizeof *outputs);
}

/* `--dist list` asks about bankloom, not about a program: none need be named. */
static bool asks_for_distributions(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--dist=list") ||
            (i + 1 < argc && !strcmp(argv[i], "--dist") && !strcmp(argv[i + 1], "list")))
            return true;
    return false;
}

int bl_verb_pipeline_run(int argc, char **argv, struct bl_loaded *loaded) {
    struct run run = {.rules = BL_ALL_RULES,
                      .keys = -1,
                      .seed = -1,
                      .threads = -1,
                      .key_bits = -1,
                      .argc = argc,
                      .argv = argv};
    const char *file;
    if (asks_for_distributions(bl_host_own_words(argc, argv), argv)) {
        bl_inputs_help(stdout);
        return BL_EXIT_OK;
    }
    int status = parse(&run, bl_host_own_words(argc, argv), argv, &file);
    if (status >= 0) return status;
    if (!host_used_well(&run) || !simulator_known(&run)) return BL_EXIT_USAGE;
    run.model.trace = run.trace ? bl_trace_kind(run.trace) : NULL;
    run.model.icarus = run.simulator && !strcmp(run.simulator, "icarus");
    run.model.quiet = run.quiet || run.json;
    struct bl_compilation compilation;
    status = bl_compile_json(&compilation, loaded, file, &run.overrides, run.rules, run.json)
                 ? -1
                 : BL_EXIT_FAILED;
    if (status < 0 && !is_apart(&compilation, &run)) status = BL_EXIT_USAGE;
    if (status < 0) status = check_options(compilation.arena, &run, compilation.plan);
    if (status < 0) status = simulate(&compilation, &run);
    bl_compilation_free(&compilation);
    return status < 0 ? BL_EXIT_FAILED : status;
}
