/* A circuit and its graph played together in the plainest way: every state that both reach, and
   whether something is wrong in one of them. A second opinion beside the verifier, of which it uses
   only how gates and markings move. */
#ifndef STG_PLAY_H
#define STG_PLAY_H

#include <string.h>

#include "async/verify/verify_environment.h"
#include "async/verify/verify_gates.h"
#include "base/arena.h"

struct stg_play {
    bool concurrent; /* as the verifier takes it */
    struct bl_arena *arena;
    const struct bl_stg *net;
    const struct bl_netlist *netlist;
    struct bl_gates *gates;
    struct bl_environment *env;
    int *signal_of;         /* of a gate; -1: none of the graph */
    struct bl_table states; /* state of the environment, values of the gates */
    int words;
    /* States after the moves of gates (concurrent: that nobody sees): moves[start[s]] up to
     * moves[start[s + 1] - 1]. */
    struct {
        int *items;
        int count, capacity;
    } moves, start;
    uint64_t *now, *next;
    bool wrong, whole; /* a fault was met; all states were seen */
};

static inline bool stg_play_excited(const struct stg_play *play, const uint64_t *state, int gate) {
    return bl_gates_excited(play->gates, state + 1, gate);
}

/* The gate moves from `now` to `next`; false when the graph does not allow that. */
static inline bool stg_play_step(struct stg_play *play, int gate) {
    int signal = play->signal_of[gate], after = (int)play->now[0];
    if (signal >= 0)
        after = bl_environment_step(play->env, after, signal, !bl_gates_value(play->now + 1, gate));
    if (after < 0) return false;
    memcpy(play->next, play->now, (size_t)play->words * sizeof *play->now);
    play->next[0] = (uint64_t)after;
    play->next[1 + gate / 64] ^= (uint64_t)1 << gate % 64;
    return true;
}

/* After the move nobody has lost a reason to move, except a grant to its partner; nothing is set
 * and reset at once. */
static inline bool stg_play_calm(const struct stg_play *play, int moved) {
    for (int g = 0; g < play->netlist->gate_count; g++) {
        const struct bl_gate *row = &play->netlist->gates[g];
        bool granted = row->kind == BL_GATE_MUTEX && row->partner == moved &&
                       bl_gates_value(play->next + 1, moved);
        if (bl_gates_fights(play->gates, play->next + 1, g)) return false;
        if (g != moved && !granted && stg_play_excited(play, play->now, g) &&
            !stg_play_excited(play, play->next, g))
            return false;
    }
    return true;
}

static inline void stg_play_look(struct stg_play *play, int state) {
    memcpy(play->now, bl_table_bytes(&play->states, state),
           (size_t)play->words * sizeof *play->now);
    const struct bl_env_state *row = bl_environment_state(play->env, (int)play->now[0]);
    for (int i = 0; i < row->move_count; i++)
        for (int g = 0; g < play->netlist->gate_count; g++)
            if (play->signal_of[g] == row->moves[i].signal && !row->moves[i].toggle)
                play->wrong |= bl_gates_value(play->now + 1, g) == row->moves[i].rise;
    *BL_APPEND(play->arena, &play->start) = play->moves.count;
    for (int g = 0; g < play->netlist->gate_count; g++) {
        bool input = play->netlist->gates[g].kind == BL_GATE_INPUT;
        if (!input && !stg_play_excited(play, play->now, g)) continue;
        if (!stg_play_step(play, g)) {
            play->wrong |= !input;
            continue;
        }
        play->wrong |= !stg_play_calm(play, g);
        int after = bl_table_put(&play->states, play->next,
                                 (size_t)play->words * sizeof *play->next);
        if (!input && (!play->concurrent || play->signal_of[g] < 0))
            *BL_APPEND(play->arena, &play->moves) = after;
    }
}

/* Whether the graph wants a move of the gate in a state, and the gate has no reason for it. */
static inline bool stg_play_wants(const struct stg_play *play, int state, int gate) {
    const uint64_t *now = bl_table_bytes(&play->states, state);
    const struct bl_env_state *row = bl_environment_state(play->env, (int)now[0]);
    if (row->may_rest || stg_play_excited(play, now, gate)) return false;
    for (int i = 0; i < row->move_count; i++)
        if (row->moves[i].signal == play->signal_of[gate] &&
            row->moves[i].rise != bl_gates_value(now + 1, gate))
            return true;
    return false;
}

/* From every state the moves of gates lead to where the gate is excited or no longer wanted. */
static inline bool stg_play_comes(const struct stg_play *play, int gate) {
    struct bl_arena *scratch = bl_arena_new();
    bool *comes = BL_NEW(scratch, bool, play->states.count), all = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int s = play->states.count - 1; s >= 0; s--) {
            bool before = comes[s];
            if (!before) comes[s] = !stg_play_wants(play, s, gate);
            for (int i = play->start.items[s]; i < play->start.items[s + 1] && !comes[s]; i++)
                comes[s] = comes[play->moves.items[i]];
            changed |= comes[s] != before;
        }
    }
    for (int s = 0; s < play->states.count; s++) all &= comes[s];
    bl_arena_free(scratch);
    return all;
}

static inline void stg_play_start(struct stg_play *play) {
    const struct bl_netlist *netlist = play->netlist;
    bool *visible = BL_NEW(play->arena, bool, play->net->signal_count + 1);
    play->signal_of = BL_NEW(play->arena, int, netlist->gate_count + 1);
    for (int g = 0; g < netlist->gate_count; g++) {
        play->signal_of[g] = -1;
        for (int s = 0; s < play->net->signal_count; s++)
            if (!strcmp(play->net->signals[s].name, netlist->gates[g].name))
                visible[play->signal_of[g] = s] = true;
    }
    play->env = bl_environment_new(play->arena, play->net, visible);
    play->gates = bl_gates_new(play->arena, play->net, netlist);
    play->words = 1 + play->gates->words;
    play->now = BL_NEW(play->arena, uint64_t, play->words);
    play->next = BL_NEW(play->arena, uint64_t, play->words);
    bl_table_init(&play->states, play->arena);
    play->next[0] = (uint64_t)bl_environment_start(play->env);
    for (int g = 0; g < netlist->gate_count; g++)
        play->next[1 + g / 64] |= (uint64_t)netlist->gates[g].initial << g % 64;
    for (int g = 0; g < netlist->gate_count; g++)
        play->wrong |= bl_gates_fights(play->gates, play->next + 1, g);
    bl_table_put(&play->states, play->next, (size_t)play->words * sizeof *play->next);
}

/* Plays until something is wrong, all is seen, or more than `limit` states are known. */
static inline struct stg_play stg_play(struct bl_arena *arena, const struct bl_stg *net,
                                       const struct bl_netlist *netlist, bool concurrent,
                                       int limit) {
    struct stg_play play = {
        .concurrent = concurrent, .arena = arena, .net = net, .netlist = netlist};
    stg_play_start(&play);
    int state = 0;
    while (state < play.states.count && play.states.count <= limit && !play.wrong)
        stg_play_look(&play, state++);
    play.whole = state == play.states.count;
    *BL_APPEND(arena, &play.start) = play.moves.count;
    for (int g = 0; g < netlist->gate_count && play.whole && !play.wrong; g++)
        if (play.signal_of[g] >= 0 && netlist->gates[g].kind != BL_GATE_INPUT)
            play.wrong |= !stg_play_comes(&play, g);
    return play;
}

#endif
