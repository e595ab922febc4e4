#include "command/cmd_check.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_check.h"
#include "board/board_print.h"
#include "driver/front.h"
#include "command/options/options.h"
#include "driver/compile.h"
#include "kind/kind.h"

struct check_options {
    struct bl_overrides overrides;
    bl_rules rules;
    bool json;
    const char *dump;
};

static int parse_options(struct check_options *options, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json,
         .help = "errors and warnings as JSON on standard output"},
        {.name = "--dump", .kind = BL_OPTION_TEXT, .value = &options->dump, .argument = "LEVEL",
         .choices = "tree program",
         .help = "print the `tree` or the typed `program`"},
        BL_PLAN_OPTIONS(&options->rules, &options->overrides),
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom check FILE.loom [options]", argc, argv, file);
    if (status < 0 && options->dump && options->json) {
        fputs("bankloom check: --dump and --json both want standard output; give one of them\n",
              stderr);
        return BL_EXIT_USAGE;
    }
    if (status >= 0 || !options->dump || !strcmp(options->dump, "tree") ||
        !strcmp(options->dump, "program"))
        return status;
    fprintf(stderr, "bankloom check: --dump takes tree or program, not '%s'\n", options->dump);
    return BL_EXIT_USAGE;
}

static void print_text(struct bl_text *text) {
    if (text->length) fwrite(text->bytes, 1, text->length, stdout);
    bl_text_free(text);
}

static void dump_tree(struct bl_compilation *compilation, const char *file) {
    struct bl_text text = {0};
    const struct bl_loaded loaded = bl_front_load(file);
    compilation->arena = loaded.arena;
    compilation->diags = loaded.diags;
    if (loaded.tree) bl_tree_print(&text, loaded.tree);
    print_text(&text);
}

/* A file that describes a board in place of a program. */
static void check_board(struct bl_compilation *compilation, const char *file,
                        const struct check_options *options) {
    struct bl_text text = {0};
    struct bl_arena *arena = compilation->arena = bl_arena_new();
    compilation->sources = BL_NEW(arena, struct bl_sources, 1);
    compilation->diags = bl_diags_new(arena, compilation->sources);
    int source = bl_source_read(arena, compilation->sources, file);
    const struct bl_board *board = source ? bl_board_read(arena, compilation->diags, source) : NULL;
    if (!source)
        bl_report(compilation->diags, BL_MSG_FILE_UNREADABLE, (struct bl_range){0}, file,
                  bl_source_error());
    if (board && options->dump) bl_board_print(&text, board);
    else if (board && !options->json)
        bl_text_add(&text, "%s: board %s, no errors\n", file, board->word);
    print_text(&text);
}

static const struct bl_renames *renames_of(const struct bl_program *program) {
    static const struct bl_renames none;
    return program->kind->renames ? program->kind->renames(program) : &none;
}

static void say_good(struct bl_text *text, const char *file, const struct bl_program *program) {
    bl_text_add(text, "%s: ", file);
    program->kind->say(text, program);
    bl_text_add(text, ", no errors\n");
    if (program->kind->remark) program->kind->remark(text, program);
    bl_renames_print(text, renames_of(program), "  ");
}

/* The program as `options` ask for it, and the plan's errors besides. False when an option has no
 * use for it. */
static bool dump_program(struct bl_compilation *compilation, const char *file,
                         const struct check_options *options) {
    struct bl_text text = {0};
    bool good = bl_compile_front_any(compilation, NULL, file, &options->overrides);
    compilation->rules = options->rules;
    bool used = !good || bl_compile_allows(compilation);
    if (used) bl_compile_steps(compilation, file);
    const struct bl_program *program = compilation->program;
    if (program && options->dump) program->kind->print(&text, program);
    else if (program && !compilation->diags->errors && !options->json)
        say_good(&text, file, program);
    print_text(&text);
    return used;
}

/* Errors and warnings, and what the written files will spell otherwise. */
static void print_json(const struct bl_compilation *compilation) {
    const struct bl_program *program = compilation->program;
    cJSON *root = cJSON_CreateObject();
    bl_diags_add_json(compilation->diags, root);
    if (program && !compilation->diags->errors) bl_renames_json(renames_of(program), root);
    bl_json_print(stdout, root);
}

int bl_cmd_check(int argc, char **argv) {
    struct check_options options = {.rules = BL_ALL_RULES};
    struct bl_compilation compilation = {0};
    const char *file;
    bool good = true;
    int status = parse_options(&options, argc, argv, &file);
    if (status >= 0) return status;
    if (bl_board_is_description(file)) check_board(&compilation, file, &options);
    else if (options.dump && !strcmp(options.dump, "tree")) dump_tree(&compilation, file);
    else good = dump_program(&compilation, file, &options);
    if (options.json) print_json(&compilation);
    else bl_diags_print(compilation.diags, stderr, isatty(STDERR_FILENO));
    status = !good ? BL_EXIT_USAGE : compilation.diags->errors ? BL_EXIT_FAILED : BL_EXIT_OK;
    bl_compilation_free(&compilation);
    return status;
}
