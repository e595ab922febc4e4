#include "bus/cell/part_circuit.h"

#include <string.h>

#include "async/stg_circuit.h"
#include "base/arena.h"

enum { STATES = 1 << 20, LONGEST = 30 /* letters of an internal signal */ };

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
    bool all = true;
    for (int way = 0; way < (bl_cell_signal_has_way(row) ? 2 : 1); way++) {
        const char *name = bl_cell_signal_name(diags->arena, row, way == 0);
        if (kind_of(stg, name) == (row->output ? BL_STG_OUTPUT : BL_STG_INPUT)) continue;
        all = false;
        bl_report(diags, BL_MSG_PART_SIGNAL, range, bl_cell_part_word((enum bl_cell_part)row->part),
                  direction(row->output), name);
    }
    return all;
}

/* An internal signal's name stands in the cell's expressions, where an end `_w` or `_o` is a way.
 */
static bool is_plain(const char *name) {
    size_t length = strlen(name);
    bool way = length > 2 && (!strcmp(name + length - 2, "_w") || !strcmp(name + length - 2, "_o"));
    return length <= LONGEST && !way &&
           length == strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
}

/* Of a signal that the graph has: whether the cell has it, too, or it is internal. */
static bool is_known(struct bl_diags *diags, struct bl_range range, enum bl_cell_part part,
                     const struct bl_stg_signal *signal) {
    bool clockwise, internal = signal->kind == BL_STG_INTERNAL;
    const char *word = bl_cell_part_word(part);
    if (internal && !is_plain(signal->name))
        bl_report(diags, BL_MSG_PART_NAME, range, word, signal->name, LONGEST);
    else if (!internal && !bl_cell_signal_of(part, signal->name, &clockwise))
        bl_report(diags, BL_MSG_PART_EXTRA, range, word, direction(signal->kind == BL_STG_OUTPUT),
                  signal->name);
    else return true;
    return false;
}

bool bl_part_check_interface(struct bl_diags *diags, struct bl_range range, enum bl_cell_part part,
                             const struct bl_stg *stg) {
    bool good = true;
    for (const struct bl_cell_signal *row = bl_cell_signals; row->wire; row++)
        if (row->part == (int)part && !has(diags, range, stg, row)) good = false;
    for (int i = 0; i < stg->signal_count; i++)
        good &= is_known(diags, range, part, &stg->signals[i]);
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
