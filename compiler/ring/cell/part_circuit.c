#include "ring/cell/part_circuit.h"

#include <string.h>

#include "async/stg_circuit.h"
#include "base/arena.h"

enum { STATES = 1 << 20 };

static const char *direction(bool output) { return output ? "output" : "input"; }

/* The kind of a graph's signal, -1: it has none of that name. */
static int kind_of(const struct bl_stg *stg, const char *name) {
    for (int i = 0; i < stg->signal_count; i++)
        if (!strcmp(stg->signals[i].name, name)) return (int)stg->signals[i].kind;
    return -1;
}

/* Whether the graph has a row's signal, in both ways where it has a way. */
static bool has(struct bl_diags *diags, struct bl_range range, const struct bl_stg *stg,
                const struct bl_cell_signal *row) {
    size_t length = strlen(row->signal);
    bool ways = length > 2 && !strcmp(row->signal + length - 2, "_w"), all = true;
    for (int way = 0; way < (ways ? 2 : 1); way++) {
        char *name = bl_strdup(diags->arena, row->signal);
        if (ways) name[length - 1] = way ? '2' : '1';
        if (kind_of(stg, name) == (row->output ? BL_STG_OUTPUT : BL_STG_INPUT)) continue;
        all = false;
        bl_report(diags, BL_MSG_PART_SIGNAL, range, bl_cell_part_word((enum bl_cell_part)row->part),
                  direction(row->output), name);
    }
    return all;
}

static bool is_known(enum bl_cell_part part, const char *name) {
    size_t length = strlen(name);
    for (const struct bl_cell_signal *row = bl_cell_signals; row->wire; row++) {
        if (row->part != (int)part) continue;
        if (!strcmp(row->signal, name)) return true;
        if (strlen(row->signal) == length && length > 2 &&
            !strcmp(row->signal + length - 2, "_w") && !strncmp(row->signal, name, length - 1))
            return name[length - 1] == '1' || name[length - 1] == '2';
    }
    return false;
}

bool bl_part_check_interface(struct bl_diags *diags, struct bl_range range, enum bl_cell_part part,
                             const struct bl_stg *stg) {
    bool good = true;
    for (const struct bl_cell_signal *row = bl_cell_signals; row->wire; row++)
        if (row->part == (int)part && !has(diags, range, stg, row)) good = false;
    for (int i = 0; i < stg->signal_count; i++) {
        const struct bl_stg_signal *signal = &stg->signals[i];
        if (signal->kind == BL_STG_INTERNAL || is_known(part, signal->name)) continue;
        good = false;
        bl_report(diags, BL_MSG_PART_EXTRA, range, bl_cell_part_word(part),
                  direction(signal->kind == BL_STG_OUTPUT), signal->name);
    }
    return good;
}

/* The first check that fails; a net that is not safe cannot be played either. */
static bool passes(struct bl_diags *diags, struct bl_range range, enum bl_cell_part part,
                   const struct bl_stg_report *report) {
    const struct bl_stg_finding *found = bl_stg_obstacle(report);
    const struct bl_stg_finding *safe = &report->findings[BL_STG_CHECK_SAFE];
    if (!found && safe->verdict != BL_VERDICT_YES) found = safe;
    if (!found) return true;
    const char *word = bl_stg_check_word((enum bl_stg_check)(found - report->findings));
    bl_report(diags, BL_MSG_PART_CHECK, range, bl_cell_part_word(part), word, found->reason);
    return false;
}

const struct bl_netlist *bl_part_circuit(struct bl_arena *arena, struct bl_diags *diags,
                                         struct bl_range range, enum bl_cell_part part,
                                         const struct bl_stg *stg) {
    const struct bl_stg_report *report = bl_stg_check(arena, stg, STATES);
    struct bl_stg_circuit circuit = {.options = {.style = BL_STYLE_COMPLEX}};
    if (!passes(diags, range, part, report)) return NULL;
    bl_stg_circuit_make(arena, diags, report, &circuit);
    return bl_stg_circuit_is_right(&circuit) ? circuit.synthesis.netlist : NULL;
}
