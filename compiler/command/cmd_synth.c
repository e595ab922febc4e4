#include "command/cmd_synth.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "board/board.h"
#include "command/options/apart.h"
#include "command/options/options.h"
#include "kind/kind.h"
#include "driver/compile.h"
#include "synth/synth_json.h"
#include "synth/synth_print.h"
#include "synth/synth_result.h"
#include "synth/synth_verilog.h"
#include "synth/synthesis.h"

enum { MOST_JOBS = 256 };

enum { NOT_GIVEN = BL_ALL_RULES + 1 };

struct request {
    struct bl_overrides overrides;
    bl_rules rules; /* or NOT_GIVEN */
    const char *json_file, *place;
    bool json, quiet, depth;
    int64_t jobs;
};

/* Writes the text to standard output, or to a file. False after a message on stderr. */
static bool write_text(const struct bl_text *text, const char *path) {
    if (!path) return fwrite(text->bytes, 1, text->length, stdout) == text->length;
    int error = bl_text_save(text, path);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

static bool tell(const struct request *request, const struct bl_synth *synth) {
    struct bl_text text = {0}, json = {0};
    bl_synth_print(&text, synth, request->quiet);
    bl_synth_print_json(&json, synth);
    bool ok = write_text(request->json ? &json : &text, NULL) &&
              (!request->json_file || write_text(&json, request->json_file));
    bl_text_free(&text);
    bl_text_free(&json);
    return ok;
}

/* What does not fit, in one line each; the exit status. */
static int judge(const struct bl_synth *synth) {
    for (int r = 0; r < BL_RESOURCE_COUNT; r++) {
        enum bl_resource resource = (enum bl_resource)r;
        if (!bl_synth_beyond(synth, resource)) continue;
        fprintf(stderr, "bankloom: %s does not fit %s: %.7g of %s where there are %.7g\n",
                synth->top, synth->board->word, bl_synth_used(&synth->total, resource),
                bl_synth_resource_word(resource), bl_synth_capacity(synth, resource));
    }
    return bl_synth_fits(synth) ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int synthesise(const struct request *request, struct bl_synth *synth,
                      const struct bl_output *output, const struct bl_home *home) {
    struct bl_synthesis_options options = {
        .depth = request->depth, .place = request->place, .jobs = (int)request->jobs};
    options.bar = isatty(STDERR_FILENO) && !request->quiet && !request->json;
    if (!options.jobs) options.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    bl_interrupts_hold();
    if (bl_synth_run(synth, output, home, &options))
        return tell(request, synth) ? judge(synth) : BL_EXIT_FAILED;
    if (!bl_interrupted()) return synth->misused ? BL_EXIT_USAGE : BL_EXIT_FAILED;
    fputs("bankloom: interrupted; what was counted is kept\n", stderr);
    return BL_EXIT_INTERRUPTED;
}

/* `file` is Verilog that is read, or NULL. */
static bool is_apart(const struct request *request, const struct bl_sources *sources,
                     const char *file) {
    const struct bl_output_path outputs[] = {
        {NULL, file}, {"--place", request->place}, {"--json-file", request->json_file}};
    return bl_outputs_apart("synth", sources, outputs, sizeof outputs / sizeof *outputs);
}

/* A program with nodes, planned as it is asked for; what is wrong is printed. */
static bool compile(struct bl_compilation *c, const char *file, const struct request *request,
                    bl_rules rules) {
    bool read = bl_compile_front(c, NULL, file, &request->overrides);
    c->rules = rules;
    if (read && bl_compile_allows(c)) bl_compile_steps(c, file);
    bl_diags_print(c->diags, stderr, isatty(STDERR_FILENO));
    return c->program && !c->diags->errors;
}

static int of_program(const struct request *request, const char *file) {
    bl_rules rules = request->rules == NOT_GIVEN ? BL_ALL_RULES : request->rules;
    struct bl_compilation compilation;
    struct bl_home home;
    struct bl_output output = {.arena = NULL};
    int status = BL_EXIT_FAILED;
    bool ok = compile(&compilation, file, request, rules);
    if (ok && !is_apart(request, compilation.sources, NULL)) status = BL_EXIT_USAGE;
    else if (ok && bl_home_find(compilation.arena, &home) &&
             compilation.program->kind->files(&output, &compilation, &home)) {
        struct bl_synth synth = {
            .arena = compilation.arena, .board = compilation.node->board, .file = file};
        synth.top = compilation.node->top;
        status = synthesise(request, &synth, &output, &home);
    }
    bl_output_free(&output);
    bl_compilation_free(&compilation);
    return status;
}

static int of_verilog(const struct request *request, const char *file) {
    struct bl_sources sources = {0};
    struct bl_arena *arena = bl_arena_new();
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    struct bl_output output = {.arena = arena};
    struct bl_synth synth = {.arena = arena, .file = file, .handmade = true};
    struct bl_home home;
    int status = BL_EXIT_FAILED;
    const char *board = request->overrides.board ? request->overrides.board : "stratix10_mx2100";
    synth.board = bl_board_load(arena, diags, board, (struct bl_range){0});
    bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    if (synth.board && !is_apart(request, &sources, file)) status = BL_EXIT_USAGE;
    else if (synth.board && bl_home_find(arena, &home) &&
             bl_verilog_collect(&output, &synth.top, file, synth.board->word, &home))
        status = synthesise(request, &synth, &output, &home);
    bl_output_free(&output);
    bl_arena_free(arena);
    return status;
}

/* A Verilog file has no plan: options that would change it are wrong usage. */
static bool changes_plan(const struct request *request, const char *file) {
    struct bl_arena *arena = bl_arena_new();
    const char *option = request->rules != NOT_GIVEN
                             ? "--fuse"
                             : bl_override_first(arena, &request->overrides, false);
    if (option)
        fprintf(stderr,
                "bankloom synth: %s changes the plan of a program, and %s is Verilog, which has "
                "none\n",
                option, file);
    bl_arena_free(arena);
    return option;
}

static bool is_verilog(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && !strcmp(dot, ".v");
}

int bl_cmd_synth(int argc, char **argv) {
    struct request request = {.rules = NOT_GIVEN};
    const char *file;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--depth", .kind = BL_OPTION_FLAG, .value = &request.depth,
         .help = "also report the longest path between registers, in look-up tables"},
        {.name = "--jobs", .short_name = "-j", .kind = BL_OPTION_NUMBER, .value = &request.jobs,
         .argument = "N", .low = 1, .high = MOST_JOBS,
         .help = "processes at a time (one per processor)"},
        {.name = "--place", .kind = BL_OPTION_TEXT, .value = &request.place, .argument = "DIR",
         .help = "place and route a top whose ports are the board's pins; bitstream into DIR"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &request.json,
         .help = "print the result as one JSON document"},
        {.name = "--json-file", .kind = BL_OPTION_TEXT, .value = &request.json_file,
         .argument = "FILE", .help = "write that document to a file as well"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &request.quiet,
         .help = "print roles and totals only"},
        BL_PLAN_OPTIONS(&request.rules, &request.overrides),
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom synth FILE.loom|FILE.v [options]", argc, argv,
                                  &file);
    if (status >= 0) return status;
    if (!is_verilog(file)) return of_program(&request, file);
    return changes_plan(&request, file) ? BL_EXIT_USAGE : of_verilog(&request, file);
}
