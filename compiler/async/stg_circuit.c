#include "async/stg_circuit.h"

#include <string.h>

#include "async/gates/synth_parts.h"
#include "base/arena.h"

static const char *const style_words[] = {[BL_STYLE_COMPLEX] = "complex",
                                          [BL_STYLE_GENERALISED_C] = "generalized",
                                          [BL_STYLE_STANDARD_C] = "standard",
                                          [BL_STYLE_LUT] = "lut"};

const char *bl_gate_style_word(enum bl_gate_style style) { return style_words[style]; }

int bl_gate_style_find(const char *word) {
    for (int i = 0; i < (int)(sizeof style_words / sizeof *style_words); i++)
        if (!strcmp(style_words[i], word)) return i;
    return -1;
}

static void synthesise(struct bl_arena *arena, struct bl_diags *diags,
                       const struct bl_stg_report *report, struct bl_stg_circuit *circuit) {
    struct bl_spec *plain = bl_synth_specify(arena, diags, report->stg, report->observed);
    if (!plain) return;
    circuit->coding = bl_synth_resolve(arena, diags, report->observed, plain, 0);
    if (!circuit->coding.spec) return;
    circuit->synthesis = bl_synthesise(arena, diags, report->stg, circuit->coding.spec,
                                       &circuit->options);
}

/* Against the net, in parts when the whole has too many states; then against that of the file. */
static void verify(struct bl_arena *arena, struct bl_stg_circuit *circuit) {
    struct bl_verify_options whole = {.limit = BL_WHOLE_STATES,
                                      .concurrent = !circuit->synthesis.spec->inserted};
    struct bl_verify_options plain = {.limit = BL_WHOLE_STATES};
    circuit->verification = bl_verify(arena, circuit->net, circuit->synthesis.netlist, &whole);
    circuit->in_parts = circuit->verification.fault == BL_FAULT_LIMIT;
    if (circuit->in_parts)
        circuit->verification = bl_verify_parts(arena, circuit->net, &circuit->synthesis, &whole);
    if (circuit->file_net)
        circuit->for_file = bl_verify(arena, circuit->file_net, circuit->synthesis.netlist, &plain);
}

/* The report on the divided net; NULL when no circuit can be made of that. */
static const struct bl_stg_report *check_divided(struct bl_arena *arena, struct bl_diags *diags,
                                                 const struct bl_stg *net, int limit) {
    if (net->signal_count > BL_SPEC_SIGNALS) {
        bl_report(diags, BL_MSG_STG_TOO_MANY, (struct bl_range){0}, net->signal_count,
                  BL_SPEC_SIGNALS);
        return NULL;
    }
    const struct bl_stg_report *report = bl_stg_check(arena, net, limit);
    const struct bl_stg_finding *obstacle = bl_stg_obstacle(report);
    if (!obstacle) return report;
    const char *word = bl_stg_check_word((enum bl_stg_check)(obstacle - report->findings));
    bl_report(diags, BL_MSG_STG_DIVIDED, (struct bl_range){0},
              obstacle->fatal ? "not " : "unknown whether ", word, obstacle->reason);
    return NULL;
}

void bl_stg_circuit_make(struct bl_arena *arena, struct bl_diags *diags,
                         const struct bl_stg_report *report, struct bl_stg_circuit *circuit) {
    circuit->file_net = report->divided ? report->stg : NULL;
    if (report->divided)
        report = check_divided(arena, diags, report->divided,
                               circuit->limit ? circuit->limit : BL_GRAPH_STATES);
    if (!report) return;
    circuit->net = report->stg;
    synthesise(arena, diags, report, circuit);
    if (circuit->synthesis.netlist) verify(arena, circuit);
}

bool bl_stg_circuit_is_right(const struct bl_stg_circuit *circuit) {
    bool wrong = circuit->for_file.fault && circuit->for_file.fault != BL_FAULT_LIMIT;
    return circuit->synthesis.netlist && !circuit->verification.fault && !wrong;
}
