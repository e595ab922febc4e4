/* bankloom graph: a program as a picture. */
#include "command/kinds.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "command/options/request.h"
#include "explain/graph_draw.h"

struct picture {
    const char *path;
    bool dot;
};

/* The exit status. */
static int draw(const struct bl_request *request, struct picture picture,
                const struct bl_compilation *compilation) {
    struct bl_text source = {0};
    const struct bl_program *program = compilation->program;
    const char *path = picture.path;
    if (!path && !picture.dot)
        path = bl_format(compilation->arena, "%s.svg", program->kind->name(program));
    int status = bl_request_output(request, compilation, path);
    if (status >= 0) return status;
    request->kind->graph(&source, request, compilation);
    bool ok = picture.dot ? bl_graph_write(&source, path)
                          : bl_graph_draw(compilation->arena, &source, bl_graph_format(path), path);
    if (ok && path && strcmp(path, "-") && !request->quiet) printf("wrote %s\n", path);
    bl_text_free(&source);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int graph(struct bl_request *request, struct picture picture) {
    struct bl_compilation compilation;
    if (!picture.dot && picture.path && !bl_graph_format(picture.path)) return BL_EXIT_USAGE;
    int status = bl_request_compile(request, &compilation) ? draw(request, picture, &compilation)
                                                           : BL_EXIT_FAILED;
    bl_compilation_free(&compilation);
    return status;
}

int bl_cmd_graph(int argc, char **argv) {
    struct bl_request request;
    struct picture picture = {0};
    bl_request_begin(&request, BL_VERB_GRAPH, "graph", "FILE.loom [-o OUT.svg] [options]", argc,
                     argv);
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &picture.path,
         .argument = "FILE", .help = "picture to write: .svg, .pdf or .png (NAME.svg)"},
        {.name = "--dot", .kind = BL_OPTION_FLAG, .value = &picture.dot,
         .help = "write Graphviz's source in place of the picture, on standard output without -o"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &request.quiet,
         .help = "print nothing when all is well"},
        {0}
    };
    // clang-format on
    int status = bl_request_parse(&request, rows);
    if (status < 0) status = graph(&request, picture);
    bl_request_free(&request);
    return status;
}
