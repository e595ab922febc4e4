/* What becomes of mutants. A mutant changes something when the broken gate wants something else
   than the right one, or is set and reset at once, for some values that its inputs have in a
   reachable state of the right circuit, or when its initial value is another. It is caught when the
   verifier finds a fault. One that changes something and is not caught must be right in another
   way, which only circuits with state signals or gates inside can be: those may move at another
   time without anybody seeing it. A second player (stg_play.h) must find the same. */
#ifndef STG_JUDGE_H
#define STG_JUDGE_H

#include "async/verify/verify.h"
#include "stg_mutants.h"
#include "stg_play.h"

struct stg_counts {
    int made, tried;
    int same, caught,
        other;   /* nothing reachable changes; found; changed and right in another way */
    int missed;  /* changed, wrong, and not found; or not found where nothing is hidden */
    int accused; /* the same, or right for the second player, and "found" */
};

/* A right circuit and what its gates meet. */
struct stg_right {
    struct bl_arena *arena;
    const struct bl_stg *net;
    const struct bl_netlist *netlist;
    struct stg_play play;
    struct bl_table
        *views; /* of a gate: the values of its inputs and itself in reachable states, all else 0 */
    bool concurrent; /* no state signals are inserted: the verifier is asked whether outputs wait
                        for others */
    bool hidden;     /* there are gates that are no signals of the graph */
};

static inline void stg_mask_add(uint64_t *mask, const struct bl_cover *cover) {
    for (int i = 0; i < cover->input_count; i++)
        mask[cover->inputs[i] / 64] |= (uint64_t)1 << cover->inputs[i] % 64;
}

static inline void stg_find_views(struct stg_right *right, int gate) {
    const struct bl_gate *row = &right->netlist->gates[gate];
    int words = right->play.gates->words;
    uint64_t *mask = BL_NEW(right->arena, uint64_t, words),
             *view = BL_NEW(right->arena, uint64_t, words);
    bl_table_init(&right->views[gate], right->arena);
    mask[gate / 64] |= (uint64_t)1 << gate % 64;
    stg_mask_add(mask, &row->set);
    stg_mask_add(mask, &row->reset);
    for (int s = 0; s < right->play.states.count; s++) {
        const uint64_t *state = bl_table_bytes(&right->play.states, s);
        for (int w = 0; w < words; w++) view[w] = state[1 + w] & mask[w];
        bl_table_put(&right->views[gate], view, (size_t)words * sizeof *view);
    }
}

/* False when the circuit has more than `limit` states, or the second player finds it wrong
 * (`play.wrong`). */
static inline bool stg_right_find(struct stg_right *right, int limit) {
    right->play = stg_play(right->arena, right->net, right->netlist, right->concurrent, limit);
    if (!right->play.whole || right->play.wrong) return false;
    right->views = BL_NEW(right->arena, struct bl_table, right->netlist->gate_count);
    for (int g = 0; g < right->netlist->gate_count; g++) {
        enum bl_gate_kind kind = right->netlist->gates[g].kind;
        right->hidden |= right->play.signal_of[g] < 0;
        if (kind != BL_GATE_INPUT && kind != BL_GATE_MUTEX) stg_find_views(right, g);
    }
    return true;
}

static inline bool stg_differs(struct bl_arena *scratch, const struct stg_right *right,
                               const struct bl_netlist *broken, int gate) {
    if (broken->gates[gate].initial != right->netlist->gates[gate].initial) return true;
    const struct bl_gates *bad = bl_gates_new(scratch, right->net, broken);
    for (int i = 0; i < right->views[gate].count; i++) {
        const uint64_t *view = bl_table_bytes(&right->views[gate], i);
        if (bl_gates_next(right->play.gates, view, gate) != bl_gates_next(bad, view, gate) ||
            bl_gates_fights(bad, view, gate))
            return true;
    }
    return false;
}

/* Tries one. `play_all` asks the second player about each, otherwise only where the verifier finds
 * nothing. */
static inline void stg_judge(const struct stg_right *right, const struct stg_mutant *mutant,
                             bool play_all, struct stg_counts *counts) {
    struct bl_arena *scratch = bl_arena_new();
    const struct bl_netlist *broken = stg_mutant_make(scratch, right->netlist, mutant);
    bool differs = stg_differs(scratch, right, broken, mutant->gate);
    struct bl_verify_options options = {.concurrent = right->concurrent};
    bool caught = (differs || play_all) &&
                  bl_verify(scratch, right->net, broken, &options).fault != BL_FAULT_NONE;
    bool wrong = caught;
    if (play_all || (differs && !caught))
        wrong = stg_play(scratch, right->net, broken, right->concurrent, BL_VERIFY_STATES).wrong;
    counts->tried++;
    counts->same += !differs;
    counts->caught += differs && caught;
    counts->other += differs && !caught && !wrong && right->hidden;
    counts->missed += differs && !caught && (wrong || !right->hidden);
    counts->accused += caught && (!differs || !wrong);
    bl_arena_free(scratch);
}

/* Tries the mutants of a circuit, at most `bound` of each kind, evenly over the circuit; adds to
 * counts[STG_FAULTS]. */
static inline void stg_judge_all(const struct stg_right *right, int bound, bool play_all,
                                 struct stg_counts *counts) {
    int made[STG_FAULTS] = {0}, met[STG_FAULTS] = {0};
    struct stg_mutant mutant;
    for (int number = 0; stg_mutant_find(right->netlist, number, &mutant); number++)
        made[mutant.fault]++;
    for (int number = 0; stg_mutant_find(right->netlist, number, &mutant); number++) {
        int stride = (made[mutant.fault] + bound - 1) / bound;
        if (met[mutant.fault]++ % stride == 0)
            stg_judge(right, &mutant, play_all, &counts[mutant.fault]);
    }
    for (int fault = 0; fault < STG_FAULTS; fault++) counts[fault].made += made[fault];
}

#endif
