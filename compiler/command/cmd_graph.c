/* bankloom graph: the program before and after fusion as a picture. */
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "command/options/apart.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "driver/compile.h"
#include "explain/graph.h"
#include "explain/graph_draw.h"

struct graph {
    struct bl_overrides overrides;
    bl_rules rules;
    const char *output, *view_word;
    enum bl_graph_view view;
    bool dot, quiet;
};

static int parse(struct graph *graph, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &graph->output,
         .argument = "FILE", .help = "picture to write: .svg, .pdf or .png (PIPELINE.svg)"},
        {.name = "--view", .kind = BL_OPTION_TEXT, .value = &graph->view_word, .argument = "SIDE",
         .choices = "before after both",
         .help = "before, after or both (default)"},
        {.name = "--dot", .kind = BL_OPTION_FLAG, .value = &graph->dot,
         .help = "write Graphviz's source in place of the picture, on standard output without -o"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &graph->quiet,
         .help = "print nothing when all is well"},
        BL_PLAN_OPTIONS(&graph->rules, &graph->overrides),
        {0}
    };
    // clang-format on
    return bl_options_parse(table, "bankloom graph FILE.loom [-o OUT.svg] [options]", argc, argv,
                            file);
}

static int check_words(struct graph *graph) {
    if (graph->view_word && !bl_graph_view_parse(graph->view_word, &graph->view)) {
        fprintf(stderr, "bankloom graph: --view takes before, after or both, not '%s'\n",
                graph->view_word);
        return BL_EXIT_USAGE;
    }
    return graph->dot || !graph->output || bl_graph_format(graph->output) ? -1 : BL_EXIT_USAGE;
}

/* The program without fusion, for the buffers of the left side; its plan is NULL when no circuit
 * has that form, and that is no error. */
static const struct bl_plan *plan_unfused(const struct bl_compilation *compilation) {
    struct bl_diags *diags = bl_diags_new(compilation->arena, compilation->sources);
    const struct bl_plan *plan = bl_planned(compilation->arena, compilation->program, 0, diags);
    return diags->errors ? NULL : plan;
}

/* The exit status. */
static int draw(const struct graph *graph, const struct bl_compilation *compilation) {
    struct bl_text source = {0};
    const char *path = graph->output;
    if (!path && !graph->dot)
        path = bl_format(compilation->arena, "%s.svg", compilation->program->pipeline);
    const struct bl_output_path output = {"-o", path};
    if (!bl_outputs_apart("graph", compilation->sources, &output, 1)) return BL_EXIT_USAGE;
    bl_graph_print(&source, compilation->plan, plan_unfused(compilation), graph->view);
    bool ok = graph->dot ? bl_graph_write(&source, path)
                         : bl_graph_draw(compilation->arena, &source, bl_graph_format(path), path);
    if (ok && path && strcmp(path, "-") && !graph->quiet) printf("wrote %s\n", path);
    bl_text_free(&source);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}

int bl_verb_pipeline_graph(int argc, char **argv, struct bl_loaded *loaded) {
    struct graph graph = {.rules = BL_ALL_RULES};
    const char *file;
    int status = parse(&graph, argc, argv, &file);
    if (status < 0) status = check_words(&graph);
    if (status >= 0) return status;
    struct bl_compilation compilation;
    status = bl_compile(&compilation, loaded, file, &graph.overrides, graph.rules)
                 ? draw(&graph, &compilation)
                 : BL_EXIT_FAILED;
    bl_compilation_free(&compilation);
    return status;
}
