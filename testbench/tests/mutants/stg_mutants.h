/* Asynchronous circuits broken on purpose, one fault each: a product dropped, a literal dropped
   (feedback apart) or turned round, set and reset swapped, a value held no longer, a wrong value
   after reset. */
#ifndef STG_MUTANTS_H
#define STG_MUTANTS_H

#include <string.h>

#include "async/logic/form.h"
#include "async/logic/netlist.h"
#include "base/arena.h"

enum stg_fault {
    STG_DROP_CUBE,
    STG_DROP_LITERAL,
    STG_TURN_LITERAL,
    STG_DROP_FEEDBACK,
    STG_SWAP,
    STG_FORGET,
    STG_INITIAL,
    STG_FAULTS
};

static const char *const stg_fault_words[] = {
    "dropped product",       "dropped literal",   "turned literal",     "dropped feedback literal",
    "swapped set and reset", "no longer holding", "wrong initial value"};

struct stg_mutant {
    enum stg_fault fault;
    int gate, cube, variable; /* cube and variable where the fault has them */
    bool reset;               /* in the reset cover */
};

/* Finds the mutant of a number, counted from 0 over all faults; false when there are no more. */
static inline bool stg_mutant_in(const struct bl_cover *cover, int gate, bool reset, int *number,
                                 struct stg_mutant *mutant) {
    for (int c = 0; c < cover->cube_count; c++) {
        *mutant = (struct stg_mutant){STG_DROP_CUBE, gate, c, 0, reset};
        if (!(*number)--) return true;
        for (int v = 0; v < cover->input_count; v++)
            for (int turn = 0; turn < 2 && (cover->cubes[c].care >> v & 1); turn++) {
                enum stg_fault fault = turn                       ? STG_TURN_LITERAL
                                       : cover->inputs[v] == gate ? STG_DROP_FEEDBACK
                                                                  : STG_DROP_LITERAL;
                *mutant = (struct stg_mutant){fault, gate, c, v, reset};
                if (!(*number)--) return true;
            }
    }
    return false;
}

/* The variable of a cover that is the gate's own output, or -1. */
static inline int stg_feedback(const struct bl_cover *cover, int gate) {
    for (int v = 0; v < cover->input_count; v++)
        if (cover->inputs[v] == gate) return v;
    return -1;
}

static inline bool stg_mutant_find(const struct bl_netlist *netlist, int number,
                                   struct stg_mutant *mutant) {
    for (int gate = 0; gate < netlist->gate_count; gate++) {
        const struct bl_gate *row = &netlist->gates[gate];
        if (row->kind == BL_GATE_INPUT) continue;
        *mutant = (struct stg_mutant){.fault = STG_INITIAL, .gate = gate};
        if (!number--) return true;
        if (row->kind == BL_GATE_MUTEX) continue;
        if (stg_mutant_in(&row->set, gate, false, &number, mutant)) return true;
        *mutant = (struct stg_mutant){.fault = STG_SWAP, .gate = gate};
        if ((row->kind == BL_GATE_HOLD || stg_feedback(&row->set, gate) >= 0) && !number--)
            return true;
        if (row->kind != BL_GATE_HOLD) continue;
        if (stg_mutant_in(&row->reset, gate, true, &number, mutant)) return true;
        *mutant = (struct stg_mutant){.fault = STG_FORGET, .gate = gate};
        if (!number--) return true;
    }
    return false;
}

static inline void stg_mutant_cover(struct bl_arena *arena, struct bl_cover *cover,
                                    const struct stg_mutant *mutant) {
    uint64_t bit = (uint64_t)1 << mutant->variable;
    struct bl_cube *cubes = BL_NEW(arena, struct bl_cube, cover->cube_count);
    memcpy(cubes, cover->cubes, (size_t)cover->cube_count * sizeof *cubes);
    cover->cubes = cubes;
    cover->form = NULL;
    if (mutant->fault == STG_TURN_LITERAL) cubes[mutant->cube].value ^= bit;
    else if (mutant->fault == STG_DROP_CUBE) cubes[mutant->cube] = cubes[--cover->cube_count];
    else {
        cubes[mutant->cube].care &= ~bit;
        cubes[mutant->cube].value &= ~bit;
    }
}

/* A function f(x, z) with feedback z is set where f(x, 0) is 1 and reset where f(x, 1) is 0; with
 * both swapped it is not f(x, not z). */
static inline void stg_mutant_swap(struct bl_arena *arena, struct bl_cover *cover, int own) {
    uint64_t bit = (uint64_t)1 << own;
    const struct bl_form *form = cover->form
                                     ? cover->form
                                     : bl_form_of_sum(arena, cover->cubes, cover->cube_count);
    struct bl_sum sum = bl_form_flatten(arena, bl_form_not(arena, form));
    cover->cubes = BL_NEW(arena, struct bl_cube, sum.count);
    cover->cube_count = sum.count;
    cover->form = NULL;
    for (int c = 0; c < sum.count; c++) {
        cover->cubes[c] = sum.cubes[c];
        if (sum.cubes[c].care & bit) cover->cubes[c].value ^= bit;
    }
}

/* The netlist with that fault, in the arena; shares with the original what is the same. */
static inline struct bl_netlist *stg_mutant_make(struct bl_arena *arena,
                                                 const struct bl_netlist *netlist,
                                                 const struct stg_mutant *mutant) {
    struct bl_netlist *broken = BL_NEW(arena, struct bl_netlist, 1);
    *broken = *netlist;
    broken->gates = BL_NEW(arena, struct bl_gate, netlist->gate_count);
    memcpy(broken->gates, netlist->gates, (size_t)netlist->gate_count * sizeof *broken->gates);
    struct bl_gate *gate = &broken->gates[mutant->gate];
    struct bl_cover set = gate->set;
    switch (mutant->fault) {
    case STG_INITIAL: gate->initial = !gate->initial; break;
    case STG_SWAP:
        if (gate->kind == BL_GATE_FUNCTION) {
            stg_mutant_swap(arena, &gate->set, stg_feedback(&gate->set, mutant->gate));
            break;
        }
        gate->set = gate->reset;
        gate->reset = set;
        break;
    case STG_FORGET: gate->kind = BL_GATE_FUNCTION; break;
    default: stg_mutant_cover(arena, mutant->reset ? &gate->reset : &gate->set, mutant);
    }
    return broken;
}

#endif
