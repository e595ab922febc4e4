#include "command/cmd_stg.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "async/emit/emit_async.h"
#include "async/emit/emit_async_output.h"
#include "async/emit/stg_circuit_print.h"
#include "async/net/stg_parse.h"
#include "async/states/stg_dot.h"
#include "async/states/stg_report.h"
#include "async/stg_circuit.h"
#include "async/verify/verify_print.h"
#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "command/options/apart.h"
#include "command/options/options.h"
#include "output/output.h"

struct stg_options {
    bool json;
    const char *dot;
    int64_t limit;
    const char *output, *waveform;
    const char *style; /* NULL: not given */
    int64_t tables;    /* inputs of a look-up table; 0: not given */
    bool equations;
};

static bool wants_circuit(const struct stg_options *options) {
    return options->output || options->equations;
}

static int style_of(const struct stg_options *options) {
    return options->style ? bl_gate_style_find(options->style) : BL_STYLE_LUT;
}

static int table_inputs(const struct stg_options *options) {
    return options->tables ? (int)options->tables : BL_TABLE_INPUTS;
}

/* What is wrong with the options taken together; NULL when nothing is. */
static const char *find_misuse(const struct stg_options *options) {
    if (style_of(options) < 0) return "--style takes lut, complex, generalized or standard";
    if (options->dot && strcmp(options->dot, "stg") && strcmp(options->dot, "graph"))
        return "--dot takes stg or graph";
    if (options->dot && (options->json || wants_circuit(options)))
        return "--dot goes with none of --json, --equations and -o";
    if (options->style && !wants_circuit(options))
        return "--style needs a circuit to make: --equations or -o";
    if (options->tables && !wants_circuit(options))
        return "--lut-inputs needs a circuit to make: --equations or -o";
    if (options->tables && !options->output && style_of(options) != BL_STYLE_LUT)
        return "--lut-inputs changes nothing in the equations of this style; it is for --style "
               "lut, and for what -o writes";
    if (options->waveform && !wants_circuit(options))
        return "--vcd needs a circuit to verify: --equations or -o";
    return NULL;
}

static int parse_options(struct stg_options *options, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json,
         .help = "report, circuit and errors as one JSON document, and nothing else on standard "
                 "output"},
        {.name = "--dot", .kind = BL_OPTION_TEXT, .value = &options->dot, .argument = "WHAT",
         .choices = "stg graph",
         .help = "draw the net (`stg`) or its states (`graph`) for Graphviz, instead of anything "
                 "else"},
        {.name = "--states", .kind = BL_OPTION_NUMBER, .value = &options->limit, .argument = "N",
         .help = "give up when there are more states; 64M by default", .low = 1,
         .high = 1024 * 1024 * 1024},
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &options->output,
         .argument = "DIR",
         .help = "synthesize, verify, and write Verilog, a model, a bench, constraints and the "
                 "sign-off list"},
        {.name = "--equations", .kind = BL_OPTION_FLAG, .value = &options->equations,
         .help = "synthesize, verify, and print the circuit as equations, instead of the report"},
        {.name = "--style", .kind = BL_OPTION_TEXT, .value = &options->style, .argument = "STYLE",
         .choices = "lut complex generalized standard",
         .help = "style of the gates: lut (default), complex, generalized, standard"},
        {.name = "--lut-inputs", .kind = BL_OPTION_NUMBER, .value = &options->tables,
         .argument = "K", .choices = "4 5 6",
         .help = "inputs of a look-up table: 4 to 6; 6 by default", .low = 4, .high = 6},
        {.name = "--vcd", .kind = BL_OPTION_TEXT, .value = &options->waveform, .argument = "FILE",
         .help = "file for the waveform of a counterexample, if verification of the circuit "
                 "finds one"},
        {.kind = BL_OPTION_HEADING,
         .help = "examples:\n"
                 "  bankloom stg examples/stg/c_element.g\n"
                 "  bankloom stg examples/stg/latch_controller.g --dot graph | dot -Tsvg "
                  "-o states.svg\n"
                 "  bankloom stg examples/stg/c_element.g -o build/c_element"},
        {0}
    };
    // clang-format on
    int status = bl_options_parse(
        table, "bankloom stg FILE.g|- [options]     (- is standard input)", argc, argv, file);
    const char *misuse = status < 0 ? find_misuse(options) : NULL;
    if (!misuse) return status;
    fprintf(stderr, "bankloom stg: %s\n", misuse);
    return BL_EXIT_USAGE;
}

/* One call of the command: what was asked for, and what came of it. */
struct job {
    const struct stg_options *options;
    const char *file;
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_stg_report *report; /* NULL when the file has errors */
    struct bl_stg_circuit
        *circuit; /* NULL when none was asked for, or the graph does not allow any */
    bool misused; /* an output is not apart from the others, or from what is read: that was reported
                   */
};

static void keep_names(struct bl_arena *arena, struct bl_stg_circuit *circuit,
                       const struct bl_output *output) {
    circuit->file_count = output->count;
    circuit->files = BL_NEW(arena, const char *, output->count);
    for (int i = 0; i < output->count; i++) circuit->files[i] = output->items[i].path;
}

/* The verified circuit into its folder. */
static bool write_circuit(const struct job *job) {
    struct bl_home home;
    struct bl_output output = {.arena = job->arena};
    struct bl_stg_circuit *circuit = job->circuit;
    if (!bl_home_find(job->arena, &home)) return false;
    struct bl_async *async = bl_async_new(job->arena, circuit->net, circuit->synthesis.netlist,
                                          table_inputs(job->options));
    async->file_net = job->report->stg;
    bool ok = bl_async_output(&output, async, home.root) &&
              bl_output_write(&output, circuit->folder);
    if (ok) keep_names(job->arena, circuit, &output);
    if (ok) circuit->async = async;
    bl_output_free(&output);
    return ok;
}

static void save_waveform(const struct bl_stg_circuit *circuit, const char *path) {
    struct bl_text waveform = {0};
    bl_verification_vcd(&waveform, circuit->synthesis.netlist,
                        circuit->verification.fault ? &circuit->verification : &circuit->for_file);
    int error = bl_text_save(&waveform, path);
    if (error) fprintf(stderr, "bankloom stg: cannot write %s: %s\n", path, strerror(error));
    bl_text_free(&waveform);
}

/* Makes, verifies and writes the circuit; nothing is written before it is verified. */
static bool make_circuit(struct job *job) {
    const struct stg_options *options = job->options;
    const struct bl_synth_options wanted = {.style = (enum bl_gate_style)style_of(options),
                                            .lut_inputs = table_inputs(options)};
    job->circuit = BL_NEW(job->arena, struct bl_stg_circuit, 1);
    *job->circuit = (struct bl_stg_circuit){
        .options = wanted, .limit = (int)options->limit, .folder = options->output};
    if (options->output && !bl_output_may_update(job->arena, options->output))
        return false; /* before the work is done for nothing */
    bl_stg_circuit_make(job->arena, job->diags, job->report, job->circuit);
    job->report->synthesizable = bl_stg_circuit_is_right(job->circuit);
    if (options->waveform && job->circuit->synthesis.netlist && !job->report->synthesizable)
        save_waveform(job->circuit, options->waveform);
    return job->report->synthesizable && (!options->output || write_circuit(job));
}

static bool is_apart(const struct job *job) {
    const struct bl_output_path outputs[] = {{"-o", job->options->output},
                                             {"--vcd", job->options->waveform}};
    return bl_outputs_apart("stg", job->diags->sources, outputs, sizeof outputs / sizeof *outputs);
}

/* Everything that was asked for but the telling. */
static bool work(struct job *job) {
    const struct bl_stg *stg = bl_stg_read(job->arena, job->diags, job->file);
    job->misused = stg && !is_apart(job);
    if (job->misused) return false;
    if (stg) job->report = bl_stg_check(job->arena, stg, (int)job->options->limit);
    if (!stg || !job->report->synthesizable) return false;
    return !wants_circuit(job->options) || make_circuit(job);
}

static void print_text(struct bl_text *text, FILE *file) {
    if (text->length) fwrite(text->bytes, 1, text->length, file);
    bl_text_free(text);
}

static void tell_json(const struct job *job) {
    cJSON *root = cJSON_CreateObject();
    if (job->report) bl_stg_report_add_json(job->report, root);
    if (job->circuit)
        bl_stg_circuit_add_json(job->circuit, cJSON_AddObjectToObject(root, "circuit"));
    bl_diags_add_json(job->diags, root);
    bl_json_print(stdout, root);
}

static void tell_report(const struct job *job) {
    const struct bl_stg_report *report = job->report;
    const char *dot = job->options->dot;
    struct bl_text text = {0};
    if (dot && !strcmp(dot, "stg")) bl_stg_dot(&text, report->stg);
    else if (dot) bl_graph_dot(&text, report->observed ? report->observed : report->graph);
    else bl_stg_report_print(&text, report);
    print_text(&text, stdout);
}

static const char *name_of(const struct job *job) {
    return strcmp(job->file, "-") ? job->file : BL_SOURCE_INPUT;
}

/* Why no circuit can be made of it, on stderr. */
static void tell_obstacle(const struct job *job) {
    const struct bl_stg_finding *obstacle = bl_stg_obstacle(job->report);
    if (!obstacle) return;
    const char *word = bl_stg_check_word((enum bl_stg_check)(obstacle - job->report->findings));
    if (!obstacle->fatal && job->report->graph->end == BL_GRAPH_LIMIT)
        fprintf(stderr, "%s: not decided: there are more than %lld states; raise --states\n",
                name_of(job), (long long)job->options->limit);
    else
        fprintf(stderr, "%s: cannot be synthesized: %s%s: %s\n", name_of(job),
                obstacle->fatal ? "not " : "unknown whether ", word, obstacle->reason);
}

static void tell_circuit(const struct job *job) {
    struct bl_text verdict = {0}, text = {0};
    const struct bl_stg_circuit *circuit = job->circuit;
    if (!circuit || !circuit->synthesis.netlist) return;
    bool right = bl_stg_circuit_is_right(circuit);
    bl_stg_circuit_print_verdict(&verdict, circuit);
    if (right && (!circuit->folder || circuit->file_count)) bl_stg_circuit_print(&text, circuit);
    print_text(&verdict, right ? stdout : stderr);
    print_text(&text, stdout);
}

static void tell(const struct job *job) {
    bool json = job->options->json;
    if (json) tell_json(job);
    else bl_diags_print(job->diags, stderr, isatty(STDERR_FILENO));
    if (job->report && !json && !wants_circuit(job->options)) tell_report(job);
    if (job->report && !json) tell_obstacle(job);
    if (!json) tell_circuit(job);
}

int bl_cmd_stg(int argc, char **argv) {
    struct stg_options options = {.limit = BL_GRAPH_STATES};
    const char *file;
    int status = parse_options(&options, argc, argv, &file);
    if (status >= 0) return status;
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct job job = {
        .options = &options, .file = file, .arena = arena, .diags = bl_diags_new(arena, &sources)};
    status = work(&job) ? BL_EXIT_OK : BL_EXIT_FAILED;
    if (job.misused) status = BL_EXIT_USAGE;
    else tell(&job);
    bl_arena_free(arena);
    return status;
}
