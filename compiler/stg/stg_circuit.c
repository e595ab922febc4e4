#include "stg_circuit.h"

#include <string.h>

#include "arena.h"
#include "synth_parts.h"

static const char *const style_words[] = {
    [BL_STYLE_COMPLEX] = "complex", [BL_STYLE_GENERALISED_C] = "generalized", [BL_STYLE_STANDARD_C] = "standard", [BL_STYLE_LUT] = "lut"};

const char *bl_gate_style_word(enum bl_gate_style style) { return style_words[style]; }

int bl_gate_style_find(const char *word) {
    for (int i = 0; i < (int)(sizeof style_words / sizeof *style_words); i++)
        if (!strcmp(style_words[i], word)) return i;
    return -1;
}

static void synthesise(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                       struct bl_stg_circuit *circuit) {
    struct bl_spec *plain = bl_synth_specify(arena, diags, report->stg, report->observed);
    if (!plain) return;
    circuit->coding = bl_synth_resolve(arena, diags, report->observed, plain, 0);
    if (!circuit->coding.spec) return;
    circuit->synthesis = bl_synthesise(arena, diags, report->stg, circuit->coding.spec, &circuit->options);
}

/* Against the net itself, in parts when the whole has too many states. */
static void verify(struct bl_arena *arena, const struct bl_stg *stg, struct bl_stg_circuit *circuit) {
    struct bl_verify_options whole = {.limit = BL_WHOLE_STATES, .concurrent = !circuit->synthesis.spec->inserted};
    circuit->verification = bl_verify(arena, stg, circuit->synthesis.netlist, &whole);
    circuit->in_parts = circuit->verification.fault == BL_FAULT_LIMIT;
    if (circuit->in_parts) circuit->verification = bl_verify_parts(arena, stg, &circuit->synthesis, &whole);
}

void bl_stg_circuit_make(struct bl_arena *arena, struct bl_diags *diags, const struct bl_stg_report *report,
                         struct bl_stg_circuit *circuit) {
    synthesise(arena, diags, report, circuit);
    if (circuit->synthesis.netlist) verify(arena, report->stg, circuit);
}

bool bl_stg_circuit_is_right(const struct bl_stg_circuit *circuit) {
    return circuit->synthesis.netlist && !circuit->verification.fault;
}
