#include "async/gates/synth.h"

#include "async/gates/gaps.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/gates/synth_build_inner.h"

enum { SIGNAL_LIMIT = 12, LUT_INPUTS = 6, CORE_SHOWN = 4 };

static uint64_t driven_signals(const struct bl_stg *net) {
    uint64_t inputs = 0;
    for (int s = 0; s < net->signal_count; s++)
        if (!bl_stg_is_local(net, s)) inputs |= (uint64_t)1 << s;
    for (int m = 0; m < net->mutex_count; m++)
        for (int side = 0; side < 2; side++) inputs |= (uint64_t)1 << net->mutexes[m].grant[side];
    return inputs;
}

static const char *trace_text(struct bl_arena *arena, const struct bl_state_graph *graph,
                              int state) {
    int length;
    struct bl_text text = {0};
    const int *trace = bl_graph_trace(arena, graph, state, -1, &length);
    for (int i = 0; i < length; i++)
        bl_text_add(&text, "%s%s", i ? " " : "", graph->net->transitions[trace[i]].name);
    const char *result = length ? bl_strndup(arena, text.bytes, text.length) : "nothing";
    bl_text_free(&text);
    return result;
}

/* Reports a local signal that an event disables; false when there is one. */
static bool check_persistency(struct bl_arena *arena, struct bl_diags *diags,
                              const struct bl_state_graph *graph, const struct bl_spec *spec) {
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            int mover = spec->event_signal[spec->arcs[i].event];
            uint64_t lost = spec->excited[s] & ~spec->excited[spec->arcs[i].state] &
                            bl_spec_local(spec) & ~((uint64_t)1 << mover);
            if (!lost) continue;
            bl_report(diags, BL_MSG_STG_NOT_PERSISTENT, (struct bl_range){0},
                      spec->names[__builtin_ctzll(lost)],
                      graph->net->transitions[spec->arcs[i].event].name,
                      trace_text(arena, graph, s));
            return false;
        }
    return true;
}

struct bl_spec *bl_synth_specify(struct bl_arena *arena, struct bl_diags *diags,
                                 const struct bl_stg *net, const struct bl_state_graph *graph) {
    if (net->signal_count > BL_SPEC_SIGNALS) {
        bl_report(diags, BL_MSG_STG_TOO_MANY, (struct bl_range){0}, net->signal_count,
                  BL_SPEC_SIGNALS);
        return NULL;
    }
    struct bl_spec *spec = bl_spec_new(arena, graph, driven_signals(net));
    return check_persistency(arena, diags, graph, spec) ? spec : NULL;
}

static const char *code_text(struct bl_arena *arena, const struct bl_spec *spec, uint64_t code) {
    char *text = BL_NEW(arena, char, spec->signal_count + 1);
    for (int s = 0; s < spec->signal_count; s++) text[s] = (char)('0' + (code >> s & 1));
    return text;
}

/* What is known about conflicts that are not resolved. */
static const char *why_not(struct bl_arena *arena, const struct bl_conflict *core, int count,
                           const struct bl_coding *coding, int limit) {
    int hopeless = 0;
    for (int i = 0; i < count; i++) hopeless += !core[i].separable;
    if (hopeless)
        return bl_format(
            arena, "no state signal can tell %d of them apart without delaying an input", hopeless);
    if (coding->least > limit)
        return bl_format(
            arena, "it is proven that %d state signal%s that delay no input cannot resolve them",
            limit, bl_ending(limit, "s"));
    return bl_format(arena,
                     "no state signals that delay no input were found, up to %d; it is proven that "
                     "fewer than %d cannot resolve them, and "
                     "not decided whether %d can: the exact search ended %s",
                     limit, coding->least, coding->open, coding->ended);
}

static void report_core(struct bl_arena *arena, struct bl_diags *diags,
                        const struct bl_state_graph *graph, const struct bl_spec *spec,
                        const struct bl_coding *coding, int limit) {
    struct bl_conflict *core;
    int count = bl_csc_core(arena, spec, &core);
    struct bl_diagnostic *diagnostic = bl_report(diags, BL_MSG_STG_CSC_FAILED, (struct bl_range){0},
                                                 (long long)bl_spec_conflicts(spec),
                                                 why_not(arena, core, count, coding, limit));
    for (int i = 0; i < count && i < CORE_SHOWN; i++) {
        const char *code = code_text(arena, spec, spec->codes[core[i].states[0]]);
        bl_note(diags, diagnostic, (struct bl_range){0}, "code %s%s: after %s; and after %s", code,
                core[i].separable ? ""
                                  : ", which no signal can tell apart without delaying an input",
                trace_text(arena, graph, core[i].states[0]),
                trace_text(arena, graph, core[i].states[1]));
    }
}

struct bl_coding bl_synth_resolve(struct bl_arena *arena, struct bl_diags *diags,
                                  const struct bl_state_graph *graph, struct bl_spec *spec,
                                  int limit) {
    if (!limit) limit = SIGNAL_LIMIT;
    struct bl_coding coding = bl_csc_resolve(arena, spec, limit, 0);
    if (!coding.spec) report_core(arena, diags, graph, spec, &coding, limit);
    return coding;
}

/* The specification with what the style needs; NULL when that is not found. */
static struct bl_spec *prepare(struct bl_arena *arena, struct bl_spec *spec,
                               enum bl_gate_style style, int lut_inputs, int limit) {
    if (style == BL_STYLE_STANDARD_C) return bl_standard_prepare(arena, spec, limit);
    return style == BL_STYLE_LUT ? bl_lut_prepare(arena, spec, lut_inputs, limit) : spec;
}

/* The regions that have no product. */
static void note_gaps(struct bl_arena *arena, struct bl_diags *diags,
                      struct bl_diagnostic *diagnostic, const struct bl_spec *spec) {
    struct bl_gaps gaps = bl_gaps_find(arena, spec);
    for (int i = 0; i < gaps.count; i++)
        bl_note(diags, diagnostic, (struct bl_range){0}, "%s",
                bl_gap_text(arena, spec, &gaps.items[i]));
}

struct bl_synthesis bl_synthesise(struct bl_arena *arena, struct bl_diags *diags,
                                  const struct bl_stg *net, struct bl_spec *spec,
                                  const struct bl_synth_options *options) {
    int lut_inputs = options->lut_inputs ? options->lut_inputs : LUT_INPUTS,
        limit = options->signal_limit ? options->signal_limit : SIGNAL_LIMIT;
    struct bl_synthesis result = {.resolved = spec,
                                  .spec = prepare(arena, spec, options->style, lut_inputs, limit)};
    if (!result.spec) {
        const char *what = options->style == BL_STYLE_LUT
                               ? bl_format(arena, "look-up tables with %d inputs", lut_inputs)
                               : "standard C elements";
        struct bl_diagnostic *diagnostic = bl_report(
            diags, BL_MSG_STG_NO_CIRCUIT, (struct bl_range){0}, what, limit, bl_ending(limit, "s"));
        if (options->style == BL_STYLE_STANDARD_C) note_gaps(arena, diags, diagnostic, spec);
        return result;
    }
    result.added = result.spec->signal_count - spec->signal_count;
    struct bl_builder builder = bl_builder_new(arena, net, result.spec, options->style);
    switch (options->style) {
    case BL_STYLE_COMPLEX: bl_make_complex(&builder); break;
    case BL_STYLE_GENERALISED_C: bl_make_generalised(&builder); break;
    case BL_STYLE_STANDARD_C: bl_make_standard(&builder); break;
    case BL_STYLE_LUT: bl_make_luts(&builder, lut_inputs); break;
    }
    result.netlist = builder.netlist;
    result.literals = bl_netlist_literals(builder.netlist);
    return result;
}
