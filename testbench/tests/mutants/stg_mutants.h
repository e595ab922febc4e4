/* Asynchronous circuits broken on purpose, one fault each: a product dropped, a literal dropped (feedback too) or turned round, set and
   reset swapped, a value held no longer, a wrong value after reset. */
#ifndef STG_MUTANTS_H
#define STG_MUTANTS_H

#include <string.h>

#include "arena.h"
#include "netlist.h"
#include "verify_environment.h"
#include "verify_gates.h"

enum stg_fault { STG_DROP_CUBE, STG_DROP_LITERAL, STG_TURN_LITERAL, STG_SWAP, STG_FORGET, STG_INITIAL, STG_FAULTS };

static const char *const stg_fault_words[] = {"dropped product", "dropped literal", "turned literal", "swapped set and reset",
                                              "no longer holding", "wrong initial value"};

struct stg_mutant {
    enum stg_fault fault;
    int gate, cube, variable;     /* cube and variable where the fault has them */
    bool reset;                   /* in the reset cover */
    bool feedback;                /* the literal is the gate's own output */
};

/* Finds the mutant of a number, counted from 0 over all faults; false when there are no more. */
static inline bool stg_mutant_in(const struct bl_cover *cover, int gate, bool reset, int *number, struct stg_mutant *mutant) {
    for (int c = 0; c < cover->cube_count; c++) {
        *mutant = (struct stg_mutant){STG_DROP_CUBE, gate, c, 0, reset, false};
        if (!(*number)--) return true;
        for (int v = 0; v < cover->input_count; v++)
            for (int turn = 0; turn < 2 && (cover->cubes[c].care >> v & 1); turn++) {
                *mutant = (struct stg_mutant){turn ? STG_TURN_LITERAL : STG_DROP_LITERAL, gate, c, v, reset, cover->inputs[v] == gate};
                if (!(*number)--) return true;
            }
    }
    return false;
}

static inline bool stg_mutant_find(const struct bl_netlist *netlist, int number, struct stg_mutant *mutant) {
    for (int gate = 0; gate < netlist->gate_count; gate++) {
        const struct bl_gate *row = &netlist->gates[gate];
        *mutant = (struct stg_mutant){.fault = STG_INITIAL, .gate = gate};
        if (!number--) return true;
        if (row->kind == BL_GATE_INPUT || row->kind == BL_GATE_MUTEX) continue;
        if (stg_mutant_in(&row->set, gate, false, &number, mutant)) return true;
        if (row->kind != BL_GATE_HOLD) continue;
        if (stg_mutant_in(&row->reset, gate, true, &number, mutant)) return true;
        for (int fault = STG_SWAP; fault <= STG_FORGET; fault++) {
            *mutant = (struct stg_mutant){.fault = (enum stg_fault)fault, .gate = gate};
            if (!number--) return true;
        }
    }
    return false;
}

static inline void stg_mutant_cover(struct bl_arena *arena, struct bl_cover *cover, const struct stg_mutant *mutant) {
    uint64_t bit = (uint64_t)1 << mutant->variable;
    struct bl_cube *cubes = BL_NEW(arena, struct bl_cube, cover->cube_count);
    memcpy(cubes, cover->cubes, (size_t)cover->cube_count * sizeof *cubes);
    cover->cubes = cubes;
    cover->form = NULL;
    if (mutant->fault == STG_TURN_LITERAL) cubes[mutant->cube].value ^= bit;
    if (mutant->fault == STG_DROP_LITERAL) {
        cubes[mutant->cube].care &= ~bit;
        cubes[mutant->cube].value &= ~bit;
    }
    if (mutant->fault == STG_DROP_CUBE) cubes[mutant->cube] = cubes[--cover->cube_count];
}

/* The netlist with that fault, in the arena; shares with the original what is the same. */
static inline struct bl_netlist *stg_mutant_make(struct bl_arena *arena, const struct bl_netlist *netlist,
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
        gate->set = gate->reset;
        gate->reset = set;
        break;
    case STG_FORGET: gate->kind = BL_GATE_FUNCTION; break;
    default: stg_mutant_cover(arena, mutant->reset ? &gate->reset : &gate->set, mutant);
    }
    return broken;
}

/* Whether the broken gate wants something else than the right one in some state that the right circuit reaches with its graph (then it is
   to be caught, if the gate makes an output or an internal signal of the graph), or the initial value is another. */
static inline bool stg_mutant_differs(const struct bl_stg *net, const struct bl_netlist *right, const struct bl_netlist *broken, int gate) {
    struct bl_arena *arena = bl_arena_new();
    bool *visible = BL_NEW(arena, bool, net->signal_count + 1), differs = right->gates[gate].initial != broken->gates[gate].initial;
    int *signal_of = BL_NEW(arena, int, right->gate_count + 1);
    for (int g = 0; g < right->gate_count; g++) {
        signal_of[g] = -1;
        for (int s = 0; s < net->signal_count; s++)
            if (!strcmp(net->signals[s].name, right->gates[g].name)) visible[signal_of[g] = s] = true;
    }
    struct bl_environment *env = bl_environment_new(arena, net, visible);
    struct bl_gates *good = bl_gates_new(arena, net, right), *bad = bl_gates_new(arena, net, broken);
    struct bl_table states;
    int words = 1 + good->words;
    uint64_t *now = BL_NEW(arena, uint64_t, words), *next = BL_NEW(arena, uint64_t, words);
    bl_table_init(&states, arena);
    now[0] = (uint64_t)bl_environment_start(env);
    for (int g = 0; g < right->gate_count; g++) now[1 + g / 64] |= (uint64_t)right->gates[g].initial << g % 64;
    bl_table_put(&states, now, (size_t)words * sizeof *now);
    for (int state = 0; state < states.count && !differs; state++) {
        memcpy(now, bl_table_bytes(&states, state), (size_t)words * sizeof *now);
        differs = bl_gates_next(good, now + 1, gate) != bl_gates_next(bad, now + 1, gate) || bl_gates_fights(bad, now + 1, gate);
        for (int g = 0; g < right->gate_count; g++) {
            bool input = right->gates[g].kind == BL_GATE_INPUT, value = bl_gates_value(now + 1, g);
            if (!input && !bl_gates_excited(good, now + 1, g)) continue;
            memcpy(next, now, (size_t)words * sizeof *now);
            next[1 + g / 64] ^= (uint64_t)1 << g % 64;
            int after = signal_of[g] < 0 ? (int)now[0] : bl_environment_step(env, (int)now[0], signal_of[g], !value);
            if (after < 0) continue;
            next[0] = (uint64_t)after;
            bl_table_put(&states, next, (size_t)words * sizeof *next);
        }
    }
    bl_arena_free(arena);
    return differs;
}

#endif
