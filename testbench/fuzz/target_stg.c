/* Signal transition graphs: read, checked, made into a verified circuit in every style, and every
 * file of it, in memory. */
#include <cjson/cJSON.h>

#include "async/emit/emit_async.h"
#include "async/emit/emit_async_inner.h"
#include "async/emit/stg_circuit_print.h"
#include "async/net/stg_inner.h"
#include "async/net/stg_net.h"
#include "async/states/stg_dot.h"
#include "async/states/stg_report.h"
#include "async/stg_circuit.h"
#include "base/arena.h"
#include "base/text.h"
#include "fuzz.h"

/* The search for state signals is exponential: larger graphs would make one execution slow, and run
 * no new code. */
enum {
    MOST_BYTES = 4096,
    MOST_STATES = 300,
    MOST_SIGNALS = 12,
    MOST_MADE = 64 /* states */,
    MOST_CODED = 10
};

/* What is printed of a net is the same net. */
static void read_again(struct bl_arena *arena, const struct bl_stg *stg) {
    struct bl_text text = {0};
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    bl_stg_print(&text, stg);
    const struct bl_stg *again = bl_stg_parse(
        arena, diags, bl_source_add(arena, &sources, "again.g", text.bytes, (int)text.length));
    if (!again) fuzz_fault("the printed net has errors: %s\n%s", diags->items[0].text, text.bytes);
    if (again->transition_count != stg->transition_count || again->place_count != stg->place_count)
        fuzz_fault("another net is printed");
    bl_text_free(&text);
}

static void tell(const struct bl_stg_report *report, const struct bl_stg_circuit *circuit) {
    struct bl_text text = {0};
    cJSON *root = cJSON_CreateObject();
    bl_stg_report_print(&text, report);
    bl_stg_report_add_json(report, root);
    bl_stg_dot(&text, report->stg);
    bl_graph_dot(&text, report->observed ? report->observed : report->graph);
    if (circuit && circuit->synthesis.netlist) {
        bl_stg_circuit_print_verdict(&text, circuit);
        if (bl_stg_circuit_is_right(circuit)) bl_stg_circuit_print(&text, circuit);
        bl_stg_circuit_add_json(circuit, root);
    }
    char *json = cJSON_Print(root);
    cJSON_free(json);
    cJSON_Delete(root);
    bl_text_free(&text);
}

static void emit(struct bl_arena *arena, const struct bl_stg_report *report,
                 const struct bl_stg_circuit *circuit, int inputs) {
    struct bl_text text = {0};
    struct bl_async *async = bl_async_new(arena, circuit->net, circuit->synthesis.netlist, inputs);
    async->file_net = report->stg;
    struct bl_signoff *signoff = bl_signoff_find(arena, circuit->net, circuit->synthesis.netlist,
                                                 0);
    bl_async_gates(&text, async);
    bl_async_model(&text, async);
    bl_async_bench(&text, async);
    bl_async_signoff(&text, async, signoff);
    bl_async_sdc(&text, async, signoff);
    bl_async_xdc(&text, async, signoff);
    bl_text_free(&text);
}

static bool is_small(const struct bl_stg_report *report) {
    return report->observed->state_count <= (report->csc_pairs ? MOST_CODED : MOST_MADE);
}

/* A graph that may be synthesized gives a circuit that is right, or a reason in `diags`. */
static void make(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                 uint32_t hash) {
    int inputs = 4 + (int)(hash >> 2) % 3;
    struct bl_stg_circuit circuit = {
        .options = {.style = (enum bl_gate_style)(hash % 4), .lut_inputs = inputs},
        .limit = MOST_STATES};
    int errors = diags->errors;
    bl_stg_circuit_make(arena, diags, report, &circuit);
    if (!circuit.synthesis.netlist && diags->errors == errors)
        fuzz_fault("no circuit, and no reason");
    tell(report, &circuit);
    if (!circuit.synthesis.netlist) return;
    if (!bl_stg_circuit_is_right(&circuit)) fuzz_fault("a circuit that is wrong");
    emit(arena, report, &circuit, inputs);
}

void fuzz_target(const uint8_t *data, size_t size) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    if (size <= MOST_BYTES) {
        int file = bl_source_add(arena, &sources, "fuzz.g", (const char *)data, (int)size);
        const struct bl_stg *stg = bl_stg_parse(arena, diags, file);
        if (!stg != (diags->errors > 0)) fuzz_fault("errors and a net, or neither");
        if (stg) read_again(arena, stg);
        if (stg && stg->signal_count <= MOST_SIGNALS) {
            const struct bl_stg_report *report = bl_stg_check(arena, stg, MOST_STATES);
            tell(report, NULL);
            if (report->synthesizable && is_small(report))
                make(arena, diags, report, fuzz_hash(data, size));
        }
        fuzz_print_diags(diags);
    }
    bl_arena_free(arena);
}
