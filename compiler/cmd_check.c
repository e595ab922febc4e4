/* `bankloom check`: report every error of a program. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "commands.h"
#include "front.h"
#include "load.h"
#include "options.h"
#include "text.h"

struct check_options {
    struct bl_overrides overrides;
    bool json;
    const char *dump;
};

#define OVERRIDE(NAME, ARGUMENT, HELP) \
    {.name = NAME, .kind = BL_OPTION_OVERRIDE, .value = &options->overrides, .argument = ARGUMENT, .help = HELP}

static int parse_options(struct check_options *options, int argc, char **argv, const char **file) {
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json, .help = "errors and warnings as JSON on standard output"},
        {.name = "--dump",
         .kind = BL_OPTION_TEXT,
         .value = &options->dump,
         .argument = "LEVEL",
         .help = "print the `tree` or the typed `program`"},
        {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},
        OVERRIDE("--nodes", "N", "nodes of the cluster"),
        OVERRIDE("--channels", "N", "memory channels read at a time"),
        OVERRIDE("--width", "BYTES", "bytes of a channel's word"),
        OVERRIDE("--burst", "BYTES", "bytes of one memory access"),
        OVERRIDE("--clock", "RATE", "the core's clock: \"150 MHz\""),
        OVERRIDE("--link", "RATE", "payload rate of a link: \"6.25 GB/s\""),
        {0},
    };
    int status = bl_options_parse(table, "bankloom check FILE.loom [options]", argc, argv, file);
    if (status >= 0 || !options->dump || !strcmp(options->dump, "tree") || !strcmp(options->dump, "program")) return status;
    fprintf(stderr, "bankloom check: --dump wants tree or program, not '%s'\n", options->dump);
    return BL_EXIT_USAGE;
}

static void print_text(struct bl_text *text) {
    if (text->length) fwrite(text->bytes, 1, text->length, stdout);
    bl_text_free(text);
}

static void dump_tree(struct bl_arena *arena, struct bl_diags *diags, const char *file) {
    struct bl_text text = {0};
    const struct bl_tree *tree = bl_load(arena, diags, bl_symbols_new(arena), file);
    if (tree) bl_tree_print(&text, tree);
    print_text(&text);
}

static void dump_program(struct bl_arena *arena, struct bl_diags *diags, const char *file, const struct check_options *options) {
    struct bl_text text = {0};
    const struct bl_program *program = bl_front(arena, diags, file, &options->overrides);
    if (program && options->dump) bl_program_print(&text, program);
    else if (program && !options->json)
        bl_text_add(&text, "%s: pipeline %s, %d passes, %d column versions, no errors\n", file, program->pipeline, program->pass_count,
                    program->version_count);
    print_text(&text);
}

int bl_cmd_check(int argc, char **argv) {
    struct check_options options = {0};
    const char *file;
    int status = parse_options(&options, argc, argv, &file);
    if (status >= 0) return status;
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    if (options.dump && !strcmp(options.dump, "tree")) dump_tree(arena, diags, file);
    else dump_program(arena, diags, file, &options);
    if (options.json) bl_diags_print_json(diags, stdout);
    else bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    status = diags->errors ? BL_EXIT_FAILED : BL_EXIT_OK;
    bl_arena_free(arena);
    return status;
}
