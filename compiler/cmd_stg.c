/* `bankloom stg`: check a signal transition graph. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "commands.h"
#include "options.h"
#include "stg_checks.h"
#include "text.h"

struct stg_options {
    bool json;
    const char *dot;
    int64_t limit;
};

static int parse_options(struct stg_options *options, int argc, char **argv, const char **file) {
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json, .help = "the report, or the errors of the file, as JSON"},
        {.name = "--dot",
         .kind = BL_OPTION_TEXT,
         .value = &options->dot,
         .argument = "WHAT",
         .help = "draw the net (`stg`) or its states (`graph`) for Graphviz, instead of the report"},
        {.name = "--states",
         .kind = BL_OPTION_NUMBER,
         .value = &options->limit,
         .argument = "N",
         .help = "give up when there are more states; 64M unless told",
         .low = 1,
         .high = 1024 * 1024 * 1024},
        {.kind = BL_OPTION_HEADING, .help = "examples:\n  bankloom stg examples/stg/c_element.g\n"
                                            "  bankloom stg examples/stg/latch_controller.g --dot graph | dot -Tsvg -o states.svg"},
        {0},
    };
    int status = bl_options_parse(table, "bankloom stg FILE.g [options]", argc, argv, file);
    if (status >= 0 || !options->dot || !strcmp(options->dot, "stg") || !strcmp(options->dot, "graph")) return status;
    fprintf(stderr, "bankloom stg: --dot wants stg or graph, not '%s'\n", options->dot);
    return BL_EXIT_USAGE;
}

static void print_text(struct bl_text *text) {
    if (text->length) fwrite(text->bytes, 1, text->length, stdout);
    bl_text_free(text);
}

static void print_report(const struct bl_stg_report *report, const struct stg_options *options) {
    struct bl_text text = {0};
    if (options->dot && !strcmp(options->dot, "stg")) bl_stg_dot(&text, report->stg);
    else if (options->dot) bl_graph_dot(&text, report->observed ? report->observed : report->graph);
    else if (options->json) bl_stg_report_json(&text, report);
    else bl_stg_report_print(&text, report);
    print_text(&text);
}

/* Why no circuit can be made of it, on stderr. */
static int verdict(const struct bl_stg_report *report, const char *file) {
    const struct bl_stg_finding *obstacle = bl_stg_obstacle(report);
    if (!obstacle) return BL_EXIT_OK;
    const char *word = bl_stg_check_word((enum bl_stg_check)(obstacle - report->findings));
    fprintf(stderr, "%s: cannot be synthesized: %s%s: %s\n", file, obstacle->fatal ? "not " : "unknown whether ", word, obstacle->reason);
    return BL_EXIT_FAILED;
}

int bl_cmd_stg(int argc, char **argv) {
    struct stg_options options = {.limit = BL_GRAPH_STATES};
    const char *file;
    int status = parse_options(&options, argc, argv, &file);
    if (status >= 0) return status;
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    const struct bl_stg *stg = bl_stg_read(arena, diags, file);
    if (!stg && options.json) bl_diags_print_json(diags, stdout);
    else bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    status = BL_EXIT_FAILED;
    if (stg) {
        const struct bl_stg_report *report = bl_stg_check(arena, stg, (int)options.limit);
        print_report(report, &options);
        status = verdict(report, file);
    }
    bl_arena_free(arena);
    return status;
}
