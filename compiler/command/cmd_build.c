/* bankloom build: a program becomes a folder of Verilog, C and a bench. */
#include "command/kinds.h"

#include <stdio.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "command/options/request.h"
#include "board/board.h"
#include "output/output.h"
#include "templates/estimate.h"

static void print_renames(const struct bl_program *program) {
    struct bl_text text = {0};
    const struct bl_kind *kind = program->kind;
    if (kind->renames) bl_renames_print(&text, kind->renames(program), "  ");
    if (text.length) fputs(text.bytes, stdout);
    bl_text_free(&text);
}

static void print_estimate(const struct bl_compilation *c) {
    struct bl_estimate estimate;
    struct bl_text text = {0};
    bl_estimate_circuit(&estimate, c->arena, c->circuit, c->node->board);
    bl_estimate_line(&text, c->arena, &estimate);
    printf("  a node takes %s of %s, estimated%s\n", text.bytes, c->node->board->word,
           bl_estimate_fits(&estimate) ? "" : ": it does not fit");
    bl_text_free(&text);
}

static void say(const struct bl_compilation *compilation, const struct bl_output *output,
                const char *folder) {
    const struct bl_kind *kind = compilation->program->kind;
    kind->summary(compilation, output, folder);
    if (kind->nodes) print_estimate(compilation);
    print_renames(compilation->program);
}

static bool write_folder(const struct bl_request *request, struct bl_compilation *compilation,
                         const char *folder) {
    struct bl_home home;
    struct bl_output output = {.arena = compilation->arena};
    bool ok = bl_home_find(compilation->arena, &home) &&
              request->kind->files(&output, compilation, &home) && bl_output_write(&output, folder);
    if (ok && !request->quiet) say(compilation, &output, folder);
    bl_output_free(&output);
    return ok;
}

static int build(struct bl_request *request, const char *folder) {
    struct bl_compilation compilation;
    int status = BL_EXIT_FAILED;
    if (bl_request_compile(request, &compilation)) {
        status = bl_request_output(request, &compilation, folder);
        if (status < 0)
            status = write_folder(request, &compilation, folder) ? BL_EXIT_OK : BL_EXIT_FAILED;
    }
    bl_compilation_free(&compilation);
    return status;
}

int bl_cmd_build(int argc, char **argv) {
    struct bl_request request;
    const char *folder = NULL;
    bl_request_begin(&request, BL_VERB_BUILD, "build", "FILE.loom -o DIR [options]", argc, argv);
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &folder,
         .argument = "DIR", .help = "the folder to write (required)"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &request.quiet,
         .help = "print nothing when all is well"},
        {0}
    };
    // clang-format on
    int status = bl_request_parse(&request, rows);
    if (status < 0 && (!folder || !*folder)) {
        fputs("bankloom build: no output folder: use -o DIR\n", stderr);
        status = BL_EXIT_USAGE;
    }
    if (status < 0) status = build(&request, folder);
    bl_request_free(&request);
    return status;
}
