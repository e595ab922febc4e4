/* `bankloom stg`: check a signal transition graph. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "commands.h"
#include "build.h"
#include "emit_async.h"
#include "options.h"
#include "stg_checks.h"
#include "synth_parts.h"
#include "text.h"
#include "toolchain.h"
#include "verify.h"

enum { WHOLE_STATES = 4 * 1024 * 1024 };

struct stg_options {
    bool json;
    const char *dot;
    int64_t limit;
    const char *output, *style, *waveform;
    int64_t tables;               /* inputs of a look-up table */
    bool equations;
};

/* -1 for a word that is none. */
static int find_style(const char *word) {
    static const char *const words[] = {"complex", "generalized", "standard", "lut"}; /* as enum bl_gate_style has them */
    for (int i = 0; i < 4; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

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
        {.name = "--output",
         .short_name = "-o",
         .kind = BL_OPTION_TEXT,
         .value = &options->output,
         .argument = "DIR",
         .help = "synthesize, verify, and write Verilog, a model, a bench, constraints and the sign-off list"},
        {.name = "--equations",
         .kind = BL_OPTION_FLAG,
         .value = &options->equations,
         .help = "synthesize, verify, and print the circuit as equations, instead of the report"},
        {.name = "--style",
         .kind = BL_OPTION_TEXT,
         .value = &options->style,
         .argument = "STYLE",
         .help = "of the gates: lut (default), complex, generalized, standard"},
        {.name = "--lut-inputs",
         .kind = BL_OPTION_NUMBER,
         .value = &options->tables,
         .argument = "K",
         .help = "of a look-up table: 4 to 6; 6 unless told",
         .low = 4,
         .high = 6},
        {.name = "--vcd",
         .kind = BL_OPTION_TEXT,
         .value = &options->waveform,
         .argument = "FILE",
         .help = "where the waveform of a counterexample goes, should verification find one"},
        {.kind = BL_OPTION_HEADING, .help = "examples:\n  bankloom stg examples/stg/c_element.g\n"
                                            "  bankloom stg examples/stg/latch_controller.g --dot graph | dot -Tsvg -o states.svg\n"
                                            "  bankloom stg examples/stg/c_element.g -o build/c_element"},
        {0},
    };
    int status = bl_options_parse(table, "bankloom stg FILE.g [options]", argc, argv, file);
    if (status < 0 && find_style(options->style) < 0) {
        fprintf(stderr, "bankloom stg: --style wants lut, complex, generalized or standard, not '%s'\n", options->style);
        return BL_EXIT_USAGE;
    }
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

/* From the checked net to a circuit; without netlist when there is none, which is in `diags`. */
static struct bl_synthesis synthesise(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                                           const struct stg_options *options) {
    struct bl_synth_options wanted = {.style = (enum bl_gate_style)find_style(options->style), .lut_inputs = (int)options->tables};
    struct bl_spec *spec = bl_synth_specify(arena, diags, report->stg, report->observed);
    if (spec) spec = bl_synth_resolve(arena, diags, report->observed, spec, 0);
    return spec ? bl_synthesise(arena, diags, report->stg, spec, &wanted) : (struct bl_synthesis){0};
}

/* Against the net itself, in parts when the whole has too many states. A counterexample goes to stderr, and to a file when that is wanted.
   */
static bool is_verified(struct bl_arena *arena, const struct bl_stg_report *report, const struct bl_synthesis *synthesis,
                        const struct stg_options *options) {
    struct bl_text text = {0}, waveform = {0};
    struct bl_verify_options whole = {.limit = WHOLE_STATES};
    const struct bl_netlist *netlist = synthesis->netlist;
    struct bl_verification verification = bl_verify(arena, report->stg, netlist, &whole);
    if (verification.fault == BL_FAULT_LIMIT) verification = bl_verify_parts(arena, report->stg, synthesis, NULL);
    bl_verification_print(&text, netlist, &verification);
    fwrite(text.bytes, 1, text.length, verification.fault ? stderr : stdout);
    if (verification.fault && options->waveform) {
        bl_verification_vcd(&waveform, netlist, &verification);
        int error = bl_text_save(&waveform, options->waveform);
        if (error) fprintf(stderr, "bankloom stg: cannot write %s: %s\n", options->waveform, strerror(error));
    }
    bl_text_free(&text);
    bl_text_free(&waveform);
    return !verification.fault;
}

static void print_circuit(const struct bl_async *async, const char *folder) {
    struct bl_text text = {0};
    bl_netlist_print(&text, async->netlist);
    bl_text_add(&text, "%d literals", bl_netlist_literals(async->netlist));
    if (bl_async_tables(async) >= 0) bl_text_add(&text, ", %d look-up tables with reset", bl_async_tables(async));
    bl_text_add(&text, "; written to %s\n", folder);
    print_text(&text);
}

/* The circuit into its folder; nothing is written before it is verified. */
static int write_circuit(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                         const struct stg_options *options) {
    struct bl_home home;
    struct bl_output output = {.arena = arena};
    int before = diags->count;
    const struct bl_synthesis synthesis = synthesise(arena, diags, report, options);
    const struct bl_netlist *netlist = synthesis.netlist;
    if (diags->count > before) bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    if (!netlist || !is_verified(arena, report, &synthesis, options) || !bl_home_find(arena, &home)) return BL_EXIT_FAILED;
    const struct bl_async *async = bl_async_new(arena, report->stg, netlist, (int)options->tables);
    bool ok = bl_async_output(&output, async, home.root) && bl_output_write(&output, options->output);
    if (ok) print_circuit(async, options->output);
    bl_output_free(&output);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}

/* The circuit on stdout; it is verified first. */
static int print_equations(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                           const struct stg_options *options) {
    int before = diags->count;
    struct bl_text text = {0};
    const struct bl_synthesis synthesis = synthesise(arena, diags, report, options);
    if (diags->count > before) bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    if (!synthesis.netlist || !is_verified(arena, report, &synthesis, options)) return BL_EXIT_FAILED;
    bl_netlist_print(&text, synthesis.netlist);
    int added = synthesis.spec->signal_count - report->stg->signal_count;
    bl_text_add(&text, "%d literals, %d state signal%s inserted\n", synthesis.literals, added, bl_ending(added, "s"));
    print_text(&text);
    return BL_EXIT_OK;
}

int bl_cmd_stg(int argc, char **argv) {
    struct stg_options options = {.limit = BL_GRAPH_STATES, .style = "lut", .tables = BL_TABLE_INPUTS};
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
        bool quiet = (options.output || options.equations) && !options.dot && !options.json;
        if (!quiet) print_report(report, &options);
        status = verdict(report, file);
        if (status == BL_EXIT_OK && options.equations) status = print_equations(arena, diags, report, &options);
        if (status == BL_EXIT_OK && options.output) status = write_circuit(arena, diags, report, &options);
    }
    bl_arena_free(arena);
    return status;
}
