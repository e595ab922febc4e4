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
#include "command/run/run_common.h"
#include "command/run/run_host.h"
#include "driver/compile.h"
#include "emit/emit_bench_node.h"
#include "explain/graph_draw.h"
#include "ir/carried/medium.h"
#include "ir/circuit.h"
#include "kernel/carried/kernels_options.h"
#include "kernel/command/kernel_compile.h"
#include "kernel/emit/kernel_build.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/explain/kernel_graph.h"
#include "kernel/kernel_program.h"
#include "output/output.h"
#include "templates/estimate.h"

/* Reads, checks, plans and lowers; whether there were no errors. To be freed either way. */
static bool compile(struct bl_compilation *c, struct bl_loaded *loaded, const char *file,
                    const struct bl_overrides *overrides, bool json) {
    if (bl_compile_front_any(c, loaded, file, overrides)) bl_kernels_compile(c);
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
        BL_CLUSTER_OPTIONS(&overrides),
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom explain FILE.loom [options]", argc, argv, &file);
    if (status >= 0) return status;
    struct bl_compilation c;
    struct bl_text text = {0};
    bool ok = compile(&c, loaded, file, &overrides, json);
    if (ok) (json ? bl_kernels_explain_json : bl_kernels_explain)(&text, c.planned, c.circuit);
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
    bl_estimate_circuit(&estimate, c->arena, c->circuit, c->node->board);
    bl_estimate_line(&text, c->arena, &estimate);
    printf("  a node takes %s of %s, estimated%s\n", text.bytes, c->node->board->word,
           bl_estimate_fits(&estimate) ? "" : ": it does not fit");
    bl_text_free(&text);
}

static bool build(struct bl_compilation *c, const char *folder, bool quiet) {
    struct bl_home home;
    struct bl_output output = {0};
    bool ok = bl_home_find(c->arena, &home) &&
              bl_kernels_output(&output, c->planned, c->circuit, &home) &&
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
        BL_CLUSTER_OPTIONS(&overrides),
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
    struct bl_text set; /* to be freed */
    const char *group;
    struct bl_run_common common;
};

static int parse_run(struct run *run, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--set", .kind = BL_OPTION_LIST, .value = &run->set, .argument = "LIST",
         .help = "arguments of the kernels, NAME=N,...; also KERNEL.NAME=N; the others are 16"},
        {.name = "--group", .kind = BL_OPTION_TEXT, .value = &run->group, .argument = "NAME",
         .help = "of the kernels that are started, where there are groups (the first)"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &run->common.seed, .argument = "N",
         .low = 0, .high = INT64_MAX, .help = "of the contents of the memories (1)"},
        BL_RUN_OPTIONS(&run->common),
        BL_CLUSTER_OPTIONS(&run->overrides),
        {0}
    };
    // clang-format on
    return bl_options_parse(table,
                            "bankloom run FILE.loom [options] [-- arguments of the host program]",
                            argc, argv, file);
}

static const char **bench_words(struct bl_arena *arena, const struct run *run, int *count) {
    const struct bl_run_given own[] = {
        {"--set", run->set.bytes, NULL}, {"--group", run->group, NULL}, {0}};
    return bl_run_words(arena, &run->common, "bankloom run", own, count);
}

/* The bench's own look at its options, before its circuit is compiled: the exit status when it
   would not run, else -1. */
static int check_options(const struct bl_compilation *c, const struct run *run) {
    int count;
    const char **words = bench_words(c->arena, run, &count);
    struct bl_medium_kind medium;
    const struct bl_node_model model = {.trace_kind = run->common.model.trace, .medium = &medium};
    struct bl_bench_program program = bl_bench_node_facts(c->node);
    struct bl_kernels_options options;
    if (!bl_run_network(c->arena, &run->common, &c->program->cluster, &medium))
        return BL_EXIT_USAGE;
    program.model = &model;
    int status = bl_kernels_options_parse(&options, count, (char **)(uintptr_t)words, &program,
                                          bl_program_kernels(c->program));
    if (status < 0) bl_bench_options_free(&options.bench);
    return status;
}

static bool make_files(struct bl_output *output, const struct bl_home *home, void *user) {
    const struct bl_compilation *c = user;
    return bl_kernels_output(output, c->planned, c->circuit, home);
}

/* Whether there is the group, or none is named. */
static bool has_group(const struct bl_compilation *c, const char *name) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(c->program, &count);
    for (int i = 0; i < count; i++)
        if (name && !strcmp(groups[i].name, name)) return true;
    if (name) fprintf(stderr, "bankloom run: --group %s: there is no such group\n", name);
    return !name;
}

static int simulate(struct bl_compilation *c, struct run *run) {
    int count;
    if (!has_group(c, run->group)) return BL_EXIT_USAGE;
    if (!bl_run_apart(c->arena, &run->common, c->sources, NULL)) return BL_EXIT_USAGE;
    int status = check_options(c, run);
    if (status >= 0) return status;
    if (!bl_run_find_host(c->arena, &run->common)) return BL_EXIT_USAGE;
    if (bl_program_kernels(c->program)->own_count) run->common.trial = "kernel";
    return bl_run_simulate(c->arena, &run->common, c->program->symbol,
                           bench_words(c->arena, run, &count), make_files, c);
}

static int perform(struct run *run, const char *file, struct bl_loaded *loaded) {
    const struct bl_run_given own[] = {
        {"--set", run->set.bytes, NULL}, {"--group", run->group, NULL}, {0}};
    if (!bl_run_usable(&run->common, own)) return BL_EXIT_USAGE;
    struct bl_compilation c;
    bool good = compile(&c, loaded, file, &run->overrides, run->common.json);
    int status = good ? simulate(&c, run) : BL_EXIT_FAILED;
    bl_compilation_free(&c);
    return status < 0 ? BL_EXIT_FAILED : status;
}

int bl_verb_kernels_run(int argc, char **argv, struct bl_loaded *loaded) {
    struct run run = {.common = {.seed = -1, .threads = -1, .argc = argc, .argv = argv}};
    const char *file;
    int status = parse_run(&run, bl_host_own_words(argc, argv), argv, &file);
    if (status < 0) status = perform(&run, file, loaded);
    bl_text_free(&run.set);
    bl_text_free(&run.common.faults);
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
        BL_CLUSTER_OPTIONS(&overrides),
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
    if (ok) bl_kernels_graph(&source, c.planned);
    if (ok)
        ok = dot ? bl_graph_write(&source, path)
                 : bl_graph_draw(c.arena, &source, bl_graph_format(path), path);
    if (ok && path && strcmp(path, "-") && !quiet) printf("wrote %s\n", path);
    bl_text_free(&source);
    bl_compilation_free(&c);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}
