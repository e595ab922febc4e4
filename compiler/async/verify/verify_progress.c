/* Progress: from every state in which the net wants an output, the circuit alone gets to where the
   output is excited (or to where it is no longer wanted, when a choice went the other way); where
   that is asked for, by moves that nobody sees. */
#include "async/verify/verify_explore.h"

#include <string.h>

#include "base/arena.h"

static int index_of(const struct bl_verify_waiting *row, int gate) {
    for (int i = 0; i < row->wanted_count; i++)
        if (row->wanted[i] == gate) return i;
    return -1;
}

struct hope {
    bool unseen;    /* only by moves that nobody sees */
    int *row_of;    /* per state: index into waiting, or -1 */
    bool **reached; /* per waiting row and wanted gate: the output can come */
};

/* Whether one step leads to where the output is excited, not wanted, or known to come. */
static bool one_step(const struct bl_verifier *verifier, const struct hope *hope,
                     const struct bl_verify_waiting *row, int gate) {
    for (int i = 0; i < (hope->unseen ? row->unseen : row->next_count); i++) {
        int other = hope->row_of[row->next[i]];
        int index = other < 0 ? -1 : index_of(&verifier->waiting.items[other], gate);
        if (index < 0 || hope->reached[other][index]) return true;
    }
    return false;
}

/* The circuit's moves lead forward as a rule, so going back through the states settles nearly all
 * in one round. */
static bool one_round(const struct bl_verifier *verifier, const struct hope *hope) {
    bool changed = false;
    for (int i = verifier->waiting.count - 1; i >= 0; i--) {
        const struct bl_verify_waiting *row = &verifier->waiting.items[i];
        for (int j = 0; j < row->wanted_count; j++) {
            if (hope->reached[i][j] || !one_step(verifier, hope, row, row->wanted[j])) continue;
            hope->reached[i][j] = changed = true;
        }
    }
    return changed;
}

static void give_up(struct bl_verifier *verifier, const struct hope *hope,
                    const struct bl_verify_waiting *row, int gate) {
    const uint64_t *values = bl_table_bytes(&verifier->states, row->state);
    char sign = bl_gates_value(values + 1, gate) ? '-' : '+';
    verifier->fault = hope->unseen ? BL_FAULT_DELAY : BL_FAULT_PROGRESS;
    verifier->culprit = gate;
    verifier->at = row->state;
    verifier->last = -1;
    const char *format =
        hope->unseen
            ? "the graph requires `%s%c` at once, and the circuit makes it only after another "
              "output"
            : "the graph requires `%s%c`, and the circuit cannot make it without a new input";
    verifier->reason = bl_format(verifier->result, format, verifier->netlist->gates[gate].name,
                                 sign);
}

static void check_progress(struct bl_verifier *verifier, bool unseen) {
    int rows = verifier->waiting.count;
    struct hope hope = {unseen, BL_NEW(verifier->arena, int, verifier->states.count + 1),
                        BL_NEW(verifier->arena, bool *, rows + 1)};
    memset(hope.row_of, -1, (size_t)verifier->states.count * sizeof *hope.row_of);
    for (int i = 0; i < rows; i++) {
        hope.row_of[verifier->waiting.items[i].state] = i;
        hope.reached[i] = BL_NEW(verifier->arena, bool, verifier->waiting.items[i].wanted_count);
    }
    while (one_round(verifier, &hope)) {}
    for (int i = 0; i < rows && !verifier->fault; i++)
        for (int j = 0; j < verifier->waiting.items[i].wanted_count && !verifier->fault; j++)
            if (!hope.reached[i][j])
                give_up(verifier, &hope, &verifier->waiting.items[i],
                        verifier->waiting.items[i].wanted[j]);
}

void bl_verify_progress(struct bl_verifier *verifier) {
    check_progress(verifier, false);
    if (verifier->concurrent && !verifier->fault) check_progress(verifier, true);
}
