/* bankloom build: a program becomes a folder of Verilog, C and a bench. */
#include <stdio.h>
#include <string.h>
#include "base/exit_status.h"
#include "base/text.h"
#include "board/board.h"
#include "command/options/apart.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "driver/build.h"
#include "driver/compile.h"
#include "sweep/sweep_tasks.h"
#include "templates/estimate.h"

/* A path as a shell takes it, to be copied from a message. */
static const char *shell_word(struct bl_arena *arena, const char *path) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,=:@%";
    return path[strspn(path, plain)] ? bl_sweep_quoted(arena, path) : path;
}

static void print_estimate(const struct bl_compilation *compilation) {
    struct bl_estimate estimate;
    struct bl_text text = {0};
    const struct bl_plan *plan = compilation->plan;
    bl_estimate_circuit(&estimate, compilation->arena, compilation->circuit, plan->board);
    bl_estimate_line(&text, compilation->arena, &estimate);
    printf("  a node takes %s of %s, estimated%s\n", text.bytes, plan->board->word,
           bl_estimate_fits(&estimate) ? "" : ": it does not fit");
    bl_text_free(&text);
}

static void print_renames(const struct bl_compilation *compilation) {
    struct bl_text text = {0};
    bl_renames_print(&text, &compilation->program->renames, "  ");
    if (text.length) fputs(text.bytes, stdout);
    bl_text_free(&text);
}

static void print_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                          const char *folder) {
    const char *name = compilation->program->symbol;
    int passes = compilation->program->pass_count;
    printf("%s: %d pass%s as written, %d in the circuit, %d files\n", folder, passes,
           bl_ending(passes, "es"), compilation->plan->pass_count, output->count);
    printf("  rtl/%s.v       the node's top module and its templates (rtl/files.f)\n", name);
    printf("  host/%s_host.h the calls for a host program\n", name);
    printf("  golden/          the pipeline's meaning in C\n");
    printf("  bench/           simulates and compares: make -j -C %s/bench run\n",
           shell_word(compilation->arena, folder));
    printf("  project/         for the board's tools, see docs/boards.md\n");
    print_estimate(compilation);
    print_renames(compilation);
}

static bool build(struct bl_compilation *compilation, const char *folder, bool quiet) {
    struct bl_home home;
    struct bl_output output = {0};
    bool ok = bl_home_find(compilation->arena, &home) &&
              bl_output_make(&output, compilation, &home) && bl_output_write(&output, folder);
    if (ok && !quiet) print_summary(compilation, &output, folder);
    bl_output_free(&output);
    return ok;
}

int bl_verb_pipeline_build(int argc, char **argv, struct bl_loaded *loaded) {
    struct bl_overrides overrides = {0};
    bl_rules rules = BL_ALL_RULES;
    const char *file, *folder = NULL;
    bool quiet = false;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &folder,
         .argument = "DIR", .help = "the folder to write (needed)"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &quiet,
         .help = "print nothing when all is well"},
        BL_PLAN_OPTIONS(&rules, &overrides),
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
    struct bl_compilation compilation;
    const struct bl_output_path output = {"-o", folder};
    status = BL_EXIT_FAILED;
    if (bl_compile(&compilation, loaded, file, &overrides, rules)) {
        if (!bl_outputs_apart("build", compilation.sources, &output, 1)) status = BL_EXIT_USAGE;
        else if (build(&compilation, folder, quiet)) status = BL_EXIT_OK;
    }
    bl_compilation_free(&compilation);
    return status;
}
