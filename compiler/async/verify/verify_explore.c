#include "async/verify/verify_explore.h"

#include <string.h>

#include "base/arena.h"

int bl_verify_reach(struct bl_verifier *verifier, int state, int gate) {
    int number = bl_table_put(&verifier->states, verifier->after,
                              (size_t)verifier->words * sizeof *verifier->after);
    if (number == verifier->from.count)
        *BL_APPEND(verifier->arena, &verifier->from) = (struct bl_verify_from){state, gate};
    return number;
}

static const char *name_of(const struct bl_verifier *verifier, int gate) {
    return verifier->netlist->gates[gate].name;
}

static void found(struct bl_verifier *verifier, enum bl_fault fault, int gate, int state, int last,
                  const char *reason) {
    verifier->fault = fault;
    verifier->culprit = gate;
    verifier->at = state;
    verifier->last = last;
    verifier->reason = reason;
}

static char sign(bool value) { return value ? '+' : '-'; }

/* A grant may lose against the other grant of its element: that is what the element is for. */
static bool is_lost_race(const struct bl_verifier *verifier, int gate, int moved, bool value) {
    const struct bl_gate *row = &verifier->netlist->gates[gate];
    return row->kind == BL_GATE_MUTEX && row->partner == moved && value;
}

static bool bit(const uint64_t *words, int index) { return words[index / 64] >> index % 64 & 1; }

void bl_verify_excite(struct bl_verifier *verifier, int gate) {
    uint64_t *excited = verifier->after + 1 + verifier->gates->words,
             mask = (uint64_t)1 << gate % 64;
    if (bl_gates_excited(verifier->gates, verifier->after + 1, gate)) excited[gate / 64] |= mask;
    else excited[gate / 64] &= ~mask;
}

/* Whether a gate was excited in `now`, and has lost that in `after` because `moved` has moved. */
static bool check_hazard(struct bl_verifier *verifier, int state, int gate, int moved) {
    const uint64_t *now = verifier->now + 1, *after = verifier->after + 1;
    int words = verifier->gates->words;
    if (gate == moved || !bit(now + words, gate) || bit(after + words, gate)) return true;
    bool value = bl_gates_value(after, moved);
    if (is_lost_race(verifier, gate, moved, value)) return true;
    found(verifier, BL_FAULT_HAZARD, gate, state, moved,
          bl_format(verifier->result, "`%s%c` is about to happen, and `%s%c` takes that back",
                    name_of(verifier, gate), sign(!bl_gates_value(now, gate)),
                    name_of(verifier, moved), sign(value)));
    return false;
}

static bool check_fights(struct bl_verifier *verifier, int state, int last, int gate) {
    if (!bl_gates_fights(verifier->gates, verifier->after + 1, gate)) return true;
    found(verifier, BL_FAULT_FIGHT, gate, state, last,
          bl_format(verifier->result, "`%s` is set and reset at once", name_of(verifier, gate)));
    return false;
}

/* The output of a gate, or an input, moves. Returns the state that is reached, or -1 after a fault.
 */
static int move(struct bl_verifier *verifier, int state, int gate) {
    int signal = verifier->signal_of[gate];
    bool value = !bl_gates_value(verifier->now + 1, gate);
    memcpy(verifier->after, verifier->now, (size_t)verifier->words * sizeof *verifier->now);
    verifier->after[1 + gate / 64] ^= (uint64_t)1 << gate % 64;
    if (signal >= 0) {
        int next = bl_environment_step(verifier->environment, (int)verifier->now[0], signal, value);
        if (next < 0) {
            found(verifier, BL_FAULT_CONFORM, gate, state, gate,
                  bl_format(verifier->result, "the graph does not allow `%s%c` here",
                            name_of(verifier, gate), sign(value)));
            return -1;
        }
        verifier->after[0] = (uint64_t)next;
    }
    const struct bl_gates *gates = verifier->gates;
    verifier->after[1 + gates->words + gate / 64] &= ~((uint64_t)1 << gate % 64);
    for (int i = gates->fan_start[gate]; i < gates->fan_start[gate + 1]; i++)
        bl_verify_excite(verifier, gates->fanout[i]);
    for (int i = gates->fan_start[gate]; i < gates->fan_start[gate + 1]; i++)
        if (!check_hazard(verifier, state, gates->fanout[i], gate) ||
            !check_fights(verifier, state, gate, gates->fanout[i]))
            return -1;
    verifier->arc_count++;
    return bl_verify_reach(verifier, state, gate);
}

static bool is_excited(const struct bl_verifier *verifier, int gate) {
    for (int i = 0; i < verifier->excited_count; i++)
        if (verifier->excited[i] == gate) return true;
    return false;
}

/* Every move of the graph must begin where the signal is. */
static bool check_values(struct bl_verifier *verifier, int state, const struct bl_env_state *row) {
    for (int i = 0; i < row->move_count; i++) {
        int gate = verifier->gate_of[row->moves[i].signal];
        bool value = bl_gates_value(verifier->now + 1, gate);
        if (row->moves[i].toggle || row->moves[i].rise != value) continue;
        found(verifier, BL_FAULT_VALUE, gate, state, -1,
              bl_format(verifier->result, "`%s` is %d where the graph requires `%s%c`",
                        name_of(verifier, gate), value, name_of(verifier, gate),
                        sign(row->moves[i].rise)));
        return false;
    }
    return true;
}

/* Gates that the graph wants to move and that do not think of it. */
static int find_wanted(const struct bl_verifier *verifier, const struct bl_env_state *row,
                       int *wanted) {
    int count = 0;
    for (int i = 0; i < row->move_count && !row->may_rest; i++) {
        int gate = verifier->gate_of[row->moves[i].signal];
        if (!bl_stg_is_local(verifier->net, row->moves[i].signal) || is_excited(verifier, gate))
            continue;
        if (row->moves[i].rise != bl_gates_value(verifier->now + 1, gate)) wanted[count++] = gate;
    }
    return count;
}

static void deadlock(struct bl_verifier *verifier, int state, const struct bl_env_state *row) {
    int gate = verifier->gate_of[row->moves[0].signal];
    found(verifier, BL_FAULT_DEADLOCK, gate, state, -1,
          bl_format(verifier->result, "deadlock: the graph waits for `%s%c`",
                    name_of(verifier, gate), sign(!bl_gates_value(verifier->now + 1, gate))));
}

/* Lets the circuit move: every excited gate. The states that are reached go to `next`. */
static bool move_gates(struct bl_verifier *verifier, int state, int *next) {
    for (int i = 0; i < verifier->excited_count; i++)
        if ((next[i] = move(verifier, state, verifier->excited[i])) < 0) return false;
    return true;
}

/* Lets the environment move: every input that the graph allows. Returns how many there are, -1
 * after a fault. */
static int move_inputs(struct bl_verifier *verifier, int state, int env) {
    int moved = 0;
    for (int i = 0; i < bl_environment_state(verifier->environment, env)->move_count; i++) {
        const struct bl_env_move *row = &bl_environment_state(verifier->environment, env)->moves[i];
        if (bl_stg_is_local(verifier->net, row->signal)) continue;
        int gate = verifier->gate_of[row->signal];
        if (row->rise == bl_gates_value(verifier->now + 1, gate)) continue;
        moved++;
        if (move(verifier, state, gate) < 0) return -1;
    }
    return moved;
}

/* Puts what follows moves that nobody sees to the front of `next`; returns how many these are. */
static int sort_next(const struct bl_verifier *verifier, int *next) {
    int unseen = 0;
    for (int i = 0; i < verifier->excited_count; i++) {
        if (verifier->signal_of[verifier->excited[i]] >= 0) continue;
        int after = next[i];
        next[i] = next[unseen];
        next[unseen++] = after;
    }
    return unseen;
}

static int *kept(struct bl_verifier *verifier, const int *list, int count) {
    int *copy = BL_NEW(verifier->arena, int, count + 1);
    if (count) memcpy(copy, list, (size_t)count * sizeof *list);
    return copy;
}

static void look(struct bl_verifier *verifier, int state) {
    memcpy(verifier->now, bl_table_bytes(&verifier->states, state),
           (size_t)verifier->words * sizeof *verifier->now);
    int env = (int)verifier->now[0], gates = verifier->netlist->gate_count;
    const struct bl_env_state *row = bl_environment_state(verifier->environment, env);
    verifier->excited_count = 0;
    for (int i = 0; i < gates; i++)
        if (bit(verifier->now + 1 + verifier->gates->words, i))
            verifier->excited[verifier->excited_count++] = i;
    if (!check_values(verifier, state, row)) return;
    int *next = verifier->next, *wanted = next + gates;
    int wanted_count = find_wanted(verifier, row, wanted);
    if (!move_gates(verifier, state, next)) return;
    int inputs = move_inputs(verifier, state, env);
    if (inputs < 0) return;
    if (wanted_count && !inputs && !verifier->excited_count)
        deadlock(verifier, state, bl_environment_state(verifier->environment, env));
    if (!wanted_count) return;
    struct bl_verify_waiting waiting = {
        .state = state, .wanted_count = wanted_count, .next_count = verifier->excited_count};
    waiting.unseen = sort_next(verifier, next);
    waiting.wanted = kept(verifier, wanted, wanted_count);
    waiting.next = kept(verifier, next, verifier->excited_count);
    *BL_APPEND(verifier->arena, &verifier->waiting) = waiting;
}

void bl_verify_explore(struct bl_verifier *verifier, int limit) {
    memcpy(verifier->now, verifier->after, (size_t)verifier->words * sizeof *verifier->now);
    for (int i = 0; i < verifier->netlist->gate_count; i++)
        if (!check_fights(verifier, 0, -1, i)) return;
    for (int state = 0; state < verifier->states.count && !verifier->fault; state++) {
        look(verifier, state);
        if (verifier->fault) return;
        if (verifier->states.count <= limit && !verifier->environment->overflow) continue;
        const char *reason = verifier->environment->overflow
                                 ? "a place collects more tokens than are counted"
                                 : bl_format(verifier->result, "there are more than %d states",
                                             limit);
        found(verifier, BL_FAULT_LIMIT, -1, 0, -1, reason);
    }
}
