#include "kernel/command/kernel_verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "board/board.h"
#include "command/options/apart.h"
#include "command/options/options.h"
#include "driver/compile.h"
#include "emit/emit_bench.h"
#include "explain/graph_draw.h"
#include "ir/circuit.h"
#include "kernel/check_kernel.h"
#include "kernel/kernel_build.h"
#include "kernel/kernel_explain.h"
#include "kernel/kernel_lower.h"
#include "kernel/kernel_plan.h"
#include "output/model.h"
#include "output/output.h"
#include "simulation/kernels/kernels_options.h"
#include "templates/estimate.h"

enum { MOST_WORDS = 24 };

/* Reads, checks, plans and lowers; whether there were no errors. To be freed either way. */
static bool compile(struct bl_compilation *c, struct bl_loaded *loaded, const char *file,
                    const struct bl_overrides *overrides, bool json) {
    if (bl_compile_front_any(c, loaded, file, overrides)) {
        c->plan = bl_kernels_plan(c->arena, c->program);
        c->circuit = bl_kernels_lower(c->arena, c->plan);
        bl_circuit_check(c->circuit, c->diags);
    }
    bool ok = c->program && !c->diags->errors;
    if (!ok && json) bl_diags_print_json(c->diags, stdout);
    else bl_diags_print(c->diags, stderr, isatty(STDERR_FILENO));
    return ok;
}

/* ---- explain */

int bl_verb_kernels_explain(int argc, char **argv, struct bl_loaded *loaded) {
    struct bl_overrides overrides = {0};
    const char *file;
    bool json = false;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &json,
         .help = "print the same as one JSON object"},
        {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},
        {.kind = BL_OPTION_SETTINGS, .value = &overrides},
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom explain FILE.loom [options]", argc, argv, &file);
    if (status >= 0) return status;
    struct bl_compilation c;
    struct bl_text text = {0};
    bool ok = compile(&c, loaded, file, &overrides, json);
    if (ok) (json ? bl_kernels_explain_json : bl_kernels_explain)(&text, c.plan, c.circuit);
    if (ok) fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
    bl_compilation_free(&c);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}

/* ---- build */

static void print_summary(const struct bl_compilation *c, const struct bl_output *output,
                          const char *folder) {
    struct bl_estimate estimate;
    struct bl_text text = {0};
    const char *name = c->program->symbol;
    printf("%s: %d files\n", folder, output->count);
    printf("  rtl/%s.v       the node's top module, its kernels and templates (rtl/files.f)\n",
           name);
    printf("  host/%s_host.h the calls for a host program\n", name);
    printf("  bench/           simulates and compares: make -j -C %s/bench run\n", folder);
    bl_estimate_circuit(&estimate, c->arena, c->circuit, c->plan->board);
    bl_estimate_line(&text, c->arena, &estimate);
    printf("  a node takes %s of %s, estimated%s\n", text.bytes, c->plan->board->word,
           bl_estimate_fits(&estimate) ? "" : ": it does not fit");
    bl_text_free(&text);
}

static bool build(struct bl_compilation *c, const char *folder, bool quiet) {
    struct bl_home home;
    struct bl_output output = {0};
    bool ok = bl_home_find(c->arena, &home) &&
              bl_kernels_output(&output, c->plan, c->circuit, &home) &&
              bl_output_write(&output, folder);
    if (ok && !quiet) print_summary(c, &output, folder);
    bl_output_free(&output);
    return ok;
}

int bl_verb_kernels_build(int argc, char **argv, struct bl_loaded *loaded) {
    struct bl_overrides overrides = {0};
    const char *file, *folder = NULL;
    bool quiet = false;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &folder,
         .argument = "DIR", .help = "the folder to write (needed)"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &quiet,
         .help = "print nothing when all is well"},
        {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},
        {.kind = BL_OPTION_SETTINGS, .value = &overrides},
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom build FILE.loom -o DIR [options]", argc, argv,
                                  &file);
    if (status >= 0) return status;
    if (!folder || !*folder) {
        fputs("bankloom build: where to? Name the folder: -o DIR\n", stderr);
        return BL_EXIT_USAGE;
    }
    struct bl_compilation c;
    const struct bl_output_path output = {"-o", folder};
    status = BL_EXIT_FAILED;
    if (compile(&c, loaded, file, &overrides, false)) {
        if (!bl_outputs_apart("build", c.sources, &output, 1)) status = BL_EXIT_USAGE;
        else if (build(&c, folder, quiet)) status = BL_EXIT_OK;
    }
    bl_compilation_free(&c);
    return status;
}

/* ---- run */

struct run {
    struct bl_overrides overrides;
    const char *set, *memory, *faults, *pcap, *simulator;
    int64_t seed, threads;
    bool json, quiet;
    struct bl_model_options model;
};

static int parse_run(struct run *run, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--set", .kind = BL_OPTION_TEXT, .value = &run->set, .argument = "LIST",
         .help = "arguments of the kernels, NAME=N,...; also KERNEL.NAME=N; the others are 16"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &run->seed, .argument = "N", .low = 0,
         .high = INT64_MAX, .help = "of the contents of the memories (1)"},
        {.name = "--memory", .kind = BL_OPTION_TEXT, .value = &run->memory, .argument = "NAME",
         .help = "model of the memory channels, and faults: docs/simulation.md"},
        {.name = "--threads", .kind = BL_OPTION_NUMBER, .value = &run->threads, .argument = "N",
         .low = 1, .high = 1024, .help = "threads that simulate (one per processor)"},
        {.name = "--faults", .kind = BL_OPTION_TEXT, .value = &run->faults, .argument = "LIST",
         .help = "what goes wrong between the nodes, WORD=RATE,...; docs/networks.md"},
        {.name = "--pcap", .kind = BL_OPTION_TEXT, .value = &run->pcap, .argument = "FILE",
         .help = "frames between the nodes, for Wireshark"},
        {.name = "--sim", .kind = BL_OPTION_TEXT, .value = &run->simulator, .argument = "NAME",
         .choices = "verilator icarus",
         .help = "verilator (default), or icarus: slow, a second opinion for small sizes"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &run->json,
         .help = "print the result as one JSON document"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &run->quiet,
         .help = "print the table only"},
        {.name = "--keep", .kind = BL_OPTION_TEXT, .value = &run->model.keep, .argument = "DIR",
         .help = "write and compile in DIR, not in the cache"},
        {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},
        {.kind = BL_OPTION_SETTINGS, .value = &run->overrides},
        {0}
    };
    // clang-format on
    return bl_options_parse(table, "bankloom run FILE.loom [options]", argc, argv, file);
}

/* The command of the bench, whose options these are. */
static int bench_words(struct bl_arena *arena, const struct run *run, const char *program,
                       const char **words) {
    int count = 0;
    const struct {
        const char *option, *value;
    } texts[] = {
        {"--set", run->set},
        {"--memory", run->memory},
        {"--faults", run->faults},
        {"--pcap", run->pcap},
        {"--seed", run->seed < 0 ? NULL : bl_format(arena, "%" PRId64, run->seed)},
        {"--threads", run->threads < 0 ? NULL : bl_format(arena, "%" PRId64, run->threads)}};
    words[count++] = program;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i].value) continue;
        words[count++] = texts[i].option;
        words[count++] = bl_strdup(arena, texts[i].value); /* the list of --set is cut */
    }
    if (run->json) words[count++] = "--json";
    if (run->quiet) words[count++] = "--quiet";
    words[count] = NULL;
    return count;
}

/* The bench's own look at its options, before its circuit is compiled: the exit status when it
   would not run, else -1. */
static int check_options(const struct bl_compilation *c, const struct run *run) {
    const char *words[MOST_WORDS];
    const struct bl_node_model model = {.trace_kind = NULL};
    struct bl_bench_program program;
    struct bl_kernels_options options;
    bl_bench_facts(c->arena, c->plan, &program);
    program.model = &model;
    int count = bench_words(c->arena, run, "bankloom run", words);
    return bl_kernels_options_parse(&options, count, (char **)(uintptr_t)words, &program,
                                    bl_program_kernels(c->program));
}

static int run_bench(struct bl_arena *arena, const struct run *run, const char *program) {
    const char *words[MOST_WORDS];
    bench_words(arena, run, program, words);
    return bl_program_run(words);
}

static int simulate(struct bl_compilation *c, struct run *run) {
    struct bl_home home;
    struct bl_output output = {0};
    const char *program = NULL;
    bl_interrupts_hold();
    if (bl_home_find(c->arena, &home) && bl_kernels_output(&output, c->plan, c->circuit, &home))
        program = bl_model_make(c->arena, &output, &home, c->program->symbol, &run->model);
    bl_output_free(&output);
    if (!bl_interrupted()) return program ? run_bench(c->arena, run, program) : BL_EXIT_FAILED;
    if (program) bl_model_drop(c->arena, program, &run->model);
    fputs("bankloom: interrupted\n", stderr);
    return BL_EXIT_INTERRUPTED;
}

int bl_verb_kernels_run(int argc, char **argv, struct bl_loaded *loaded) {
    struct run run = {.seed = -1, .threads = -1};
    const char *file;
    int status = parse_run(&run, argc, argv, &file);
    if (status >= 0) return status;
    run.model.icarus = run.simulator && !strcmp(run.simulator, "icarus");
    run.model.quiet = run.quiet || run.json;
    if (run.simulator && !run.model.icarus && strcmp(run.simulator, "verilator")) {
        fprintf(stderr, "bankloom run: --sim %s: it is verilator or icarus\n", run.simulator);
        return BL_EXIT_USAGE;
    }
    struct bl_compilation c;
    bool good = compile(&c, loaded, file, &run.overrides, run.json);
    status = good ? check_options(&c, &run) : BL_EXIT_FAILED;
    if (status < 0) status = simulate(&c, &run);
    bl_compilation_free(&c);
    return status;
}

/* ---- graph */

int bl_verb_kernels_graph(int argc, char **argv, struct bl_loaded *loaded) {
    const char *file, *path = NULL;
    bool dot = false, quiet = false;
    struct bl_overrides overrides = {0};
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &path,
         .argument = "FILE", .help = "picture to write: .svg, .pdf or .png (CLUSTER.svg)"},
        {.name = "--dot", .kind = BL_OPTION_FLAG, .value = &dot,
         .help = "write Graphviz's source in place of the picture, on standard output without -o"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &quiet,
         .help = "print nothing when all is well"},
        {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},
        {.kind = BL_OPTION_SETTINGS, .value = &overrides},
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom graph FILE.loom [-o OUT.svg] [options]", argc,
                                  argv, &file);
    if (status >= 0) return status;
    if (!dot && path && !bl_graph_format(path)) return BL_EXIT_USAGE;
    struct bl_compilation c;
    struct bl_text source = {0};
    bool ok = compile(&c, loaded, file, &overrides, false);
    if (ok && !path && !dot) path = bl_format(c.arena, "%s.svg", c.program->symbol);
    const struct bl_output_path output = {"-o", path};
    if (ok && !bl_outputs_apart("graph", c.sources, &output, 1)) ok = false;
    if (ok) bl_kernels_graph(&source, c.plan);
    if (ok)
        ok = dot ? bl_graph_write(&source, path)
                 : bl_graph_draw(c.arena, &source, bl_graph_format(path), path);
    if (ok && path && strcmp(path, "-") && !quiet) printf("wrote %s\n", path);
    bl_text_free(&source);
    bl_compilation_free(&c);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}
