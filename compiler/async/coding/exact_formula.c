/* The conditions are those of bl_insert_legal at every level, and at the last one that states of a
   code agree:
   - in each state that is reached the next signal has one of four labels, and the values that it
   allows;
   - an arc is there with the values that bl_passes tells, with at least one of them, and without
   waiting if it is an input's;
   - a local event that is there is still there behind another arc. Of the signal that is inserted,
   bl_passes sees to that;
   - states in conflict have no combination of values in common. Were there one, the events in
   question would have to wait in it for the same state signals, which would move in both states and
   leave them with the next combination in common, up to one where nothing waits;
   - other states of one code, where they have a combination in common, have the same local events
   and state signals excited.
   To complement a signal changes nothing, so every signal begins with 0. A signal may do nothing:
   what k can do, k + 1 can. */
#include "async/coding/exact_formula.h"

#include <string.h>

#include "base/arena.h"

static int new_variable(struct bl_exact_formula *f) { return ++f->variables; }

/* Up to five literals, ended by 0. */
static void add_clause(struct bl_exact_formula *f, const int *literals) {
    if (++f->clauses > f->limit) return;
    while (*literals) ccadical_add(f->solver, *literals++);
    ccadical_add(f->solver, 0);
}
#define CLAUSE(...) add_clause(f, (const int[]){__VA_ARGS__, 0})

static void size_level(struct bl_exact_formula *f, struct bl_exact_level *level, int states,
                       int arcs, int keeps, bool last) {
    *level = (struct bl_exact_level){.state_count = states, .arc_count = arcs};
    level->reached = BL_NEW(f->arena, int, states);
    level->arcs = BL_NEW(f->arena, struct bl_exact_arc, arcs);
    level->keeps = BL_NEW(f->arena, struct bl_exact_keep, keeps);
    if (last) return;
    level->target = BL_NEW(f->arena, int, states);
    level->excited = BL_NEW(f->arena, int, states);
    for (int s = 0; s < states; s++) {
        level->target[s] = new_variable(f);
        level->excited[s] = new_variable(f);
    }
    CLAUSE(-level->excited[0], level->target[0]);
    CLAUSE(level->excited[0], -level->target[0]);
}

/* Keeps of arc `a` of the specification; counts them where `keeps` is NULL. */
static int add_keeps(const struct bl_spec *spec, int state, int a, struct bl_exact_keep *keeps) {
    int count = 0, behind = spec->arcs[a].state;
    for (int i = spec->start[state]; i < spec->start[state + 1]; i++) {
        if (i == a || bl_spec_is_input(spec, spec->arcs[i].event)) continue;
        for (int k = spec->start[behind]; k < spec->start[behind + 1]; k++) {
            if (spec->event_signal[spec->arcs[k].event] != spec->event_signal[spec->arcs[i].event])
                continue;
            if (keeps) keeps[count] = (struct bl_exact_keep){a, i, k};
            count++;
        }
    }
    return count;
}

static void make_first(struct bl_exact_formula *f) {
    const struct bl_spec *spec = f->spec;
    struct bl_exact_level *level = f->levels;
    int yes = new_variable(f), keeps = 0;
    CLAUSE(yes);
    for (int s = 0; s < spec->state_count; s++)
        for (int a = spec->start[s]; a < spec->start[s + 1]; a++)
            keeps += add_keeps(spec, s, a, NULL);
    size_level(f, level, spec->state_count, spec->arc_count, keeps, !f->signals);
    for (int s = 0; s < spec->state_count; s++) {
        level->reached[s] = yes;
        for (int a = spec->start[s]; a < spec->start[s + 1]; a++) {
            level->arcs[a] = (struct bl_exact_arc){s, spec->arcs[a].state,
                                                   spec->event_signal[spec->arcs[a].event], yes};
            level->keep_count += add_keeps(spec, s, a, level->keeps + level->keep_count);
        }
    }
}

static bool is_input(const struct bl_exact_formula *f, int signal) {
    return f->spec->inputs >> signal & 1;
}

/* `literal` where `value`, else its negative. */
static int when(bool value, int literal) { return value ? literal : -literal; }

static void split_state(struct bl_exact_formula *f, const struct bl_exact_level *old,
                        struct bl_exact_level *level, int state, int signal) {
    int excited = old->excited[state], target = old->target[state], before = old->reached[state];
    for (int value = 0; value < 2; value++) {
        int copy = 2 * state + value, here = when(value, target), reached = new_variable(f),
            moves = new_variable(f);
        level->reached[copy] = reached;
        CLAUSE(-reached, before);
        CLAUSE(-reached, excited, here);
        CLAUSE(-before, -excited, reached);
        CLAUSE(-before, -here, reached);
        level->arcs[level->signal_arcs + copy] = (struct bl_exact_arc){copy, copy ^ 1, signal,
                                                                       moves};
        CLAUSE(-moves, before);
        CLAUSE(-moves, excited);
        CLAUSE(-moves, -here);
        CLAUSE(-before, -excited, here, moves);
    }
}

/* The arc is there with the value: bl_passes. */
static void pass_arc(struct bl_exact_formula *f, const struct bl_exact_level *old,
                     const struct bl_exact_arc *arc, bool value, int passes) {
    int from_excited = old->excited[arc->from], to_excited = old->excited[arc->to];
    int from_here = when(value, old->target[arc->from]),
        to_here = when(value, old->target[arc->to]);
    CLAUSE(-passes, arc->present);
    CLAUSE(-passes, from_excited, from_here);
    CLAUSE(-passes, to_excited, to_here);
    CLAUSE(-passes, -from_excited, from_here, -to_here);
    CLAUSE(-arc->present, -from_here, -to_here, passes);
    CLAUSE(-arc->present, -from_here, -to_excited, passes);
    CLAUSE(-arc->present, -from_excited, -to_excited, to_here, passes);
}

static void split_arc(struct bl_exact_formula *f, const struct bl_exact_level *old,
                      struct bl_exact_level *level, int a) {
    const struct bl_exact_arc *arc = &old->arcs[a];
    int passes[2] = {new_variable(f), new_variable(f)};
    for (int value = 0; value < 2; value++) {
        pass_arc(f, old, arc, value, passes[value]);
        level->arcs[2 * a + value] = (struct bl_exact_arc){
            2 * arc->from + value, 2 * arc->to + value, arc->signal, passes[value]};
    }
    CLAUSE(-arc->present, passes[0], passes[1]);
    if (!is_input(f, arc->signal)) return;
    CLAUSE(-arc->present, -old->excited[arc->from], -old->target[arc->from], passes[0]);
    CLAUSE(-arc->present, -old->excited[arc->from], old->target[arc->from], passes[1]);
}

static void put_keep(struct bl_exact_level *level, int arc, int other, int behind) {
    level->keeps[level->keep_count++] = (struct bl_exact_keep){arc, other, behind};
}

/* What the arcs of the level must keep, for the next one. */
static void split_keeps(struct bl_exact_formula *f, const struct bl_exact_level *old,
                        struct bl_exact_level *level) {
    for (int i = 0; i < old->keep_count; i++)
        for (int value = 0; value < 2; value++) {
            int arc = 2 * old->keeps[i].arc + value, other = 2 * old->keeps[i].other + value,
                behind = 2 * old->keeps[i].behind + value;
            CLAUSE(-level->arcs[arc].present, -level->arcs[other].present,
                   level->arcs[behind].present);
            put_keep(level, arc, other, behind);
        }
    for (int a = 0; a < 2 * old->arc_count; a++) {
        const struct bl_exact_arc *arc = &level->arcs[a];
        put_keep(level, a, level->signal_arcs + arc->from, level->signal_arcs + arc->to);
        if (!is_input(f, arc->signal)) put_keep(level, level->signal_arcs + arc->from, a, a ^ 1);
    }
}

static void make_next(struct bl_exact_formula *f, int number) {
    const struct bl_exact_level *old = &f->levels[number - 1];
    struct bl_exact_level *level = &f->levels[number];
    size_level(f, level, 2 * old->state_count, 2 * (old->arc_count + old->state_count),
               2 * (old->keep_count + 2 * old->arc_count), number == f->signals);
    level->signal_arcs = 2 * old->arc_count;
    for (int s = 0; s < old->state_count; s++)
        split_state(f, old, level, s, f->spec->signal_count + number - 1);
    for (int a = 0; a < old->arc_count; a++) split_arc(f, old, level, a);
    split_keeps(f, old, level);
}

static void tell_apart(struct bl_exact_formula *f, int one, int other) {
    const int *reached = f->levels[f->signals].reached;
    for (int v = 0; v < 1 << f->signals; v++)
        CLAUSE(-reached[(one << f->signals) + v], -reached[(other << f->signals) + v]);
}

/* What is excited in one of two states of the last level is so in the other. */
static void agree(struct bl_exact_formula *f, int arc, int other_arc) {
    const struct bl_exact_level *last = &f->levels[f->signals];
    const struct bl_exact_arc *one = &last->arcs[arc], *other = &last->arcs[other_arc];
    CLAUSE(-one->present, -last->reached[other->from], other->present);
    CLAUSE(-other->present, -last->reached[one->from], one->present);
}

static void agree_on_signal(struct bl_exact_formula *f, int one, int other, int signal) {
    const struct bl_spec *spec = f->spec;
    int arcs[2] = {-1, -1}, states[2] = {one, other};
    for (int side = 0; side < 2; side++)
        for (int a = spec->start[states[side]]; a < spec->start[states[side] + 1]; a++)
            if (spec->event_signal[spec->arcs[a].event] == signal) arcs[side] = a;
    for (int v = 0; v < 1 << f->signals; v++)
        agree(f, (arcs[0] << f->signals) + v, (arcs[1] << f->signals) + v);
}

static void agree_on_all(struct bl_exact_formula *f, int one, int other) {
    for (uint64_t rest = f->spec->excited[one] & bl_spec_local(f->spec); rest; rest &= rest - 1)
        agree_on_signal(f, one, other, __builtin_ctzll(rest));
    for (int number = 1; number <= f->signals; number++)
        for (int v = 0; v < 1 << f->signals; v++) {
            int first = f->levels[number].signal_arcs << (f->signals - number);
            agree(f, first + (one << f->signals) + v, first + (other << f->signals) + v);
        }
}

static void code_states(struct bl_exact_formula *f) {
    const struct bl_spec *spec = f->spec;
    const int *order = spec->by_code;
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]];
             k++) {
            bool conflict = (spec->excited[order[i]] ^ spec->excited[order[k]]) &
                            bl_spec_local(spec);
            (conflict ? tell_apart : agree_on_all)(f, order[i], order[k]);
        }
}

void bl_exact_formula_make(struct bl_exact_formula *formula) {
    formula->levels = BL_NEW(formula->arena, struct bl_exact_level, formula->signals + 1);
    make_first(formula);
    for (int number = 1; number <= formula->signals; number++) make_next(formula, number);
    code_states(formula);
}
