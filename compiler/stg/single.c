/* Labels as a constraint problem. Every state has a set of labels that it may still get; every rule looks at two or four states and takes
   away what no combination supports. When nothing more can be taken away, a state with few labels is tried with each of them. The rules
   are those of bl_insert_legal, and that labels leave no conflict between states of one code. A state in which the signal is excited has
   both values of it: if it were entered with the new one only, it could have the label of that value instead. What else a labelling can
   spoil, by events that wait, shows when it is applied. */
#include "single.h"

#include <string.h>

#include "arena.h"

enum { LABELS = 4, ALL = (1 << LABELS) - 1, RULE_STATES = 4 };
static const int64_t usual_work = 200000000;

enum rule_kind { RULE_ARC, RULE_INPUT, RULE_APART, RULE_TWINS, RULE_KEEP };

/* States of the rule; ARC, INPUT: from, to. KEEP: a state, the one behind an arc, those behind another event before and after the arc. */
struct rule { enum rule_kind kind; int states[RULE_STATES], count; };

struct single {
    const struct bl_spec *spec;
    struct { struct rule *items; int count, capacity; } rules;
    int *start, *rules_of;        /* rules that look at state s: rules_of[start[s]] up to rules_of[start[s + 1] - 1] */
    int *queue;                   /* of rules to look at */
    bool *queued;
    int64_t work;
    uint8_t *labels;
};

static bool holds(enum rule_kind kind, const enum bl_label *l) {
    switch (kind) {
    case RULE_ARC: return bl_passes(l[0], l[1], 0) || bl_passes(l[0], l[1], 1);
    case RULE_INPUT: return !bl_label_excited(l[0]) || bl_passes(l[0], l[1], !bl_label_target(l[0]));
    case RULE_APART: return bl_label_apart(l[0], l[1]);
    case RULE_TWINS: return bl_label_apart(l[0], l[1]) || bl_label_target(l[0]) == bl_label_target(l[1]);
    case RULE_KEEP: break;
    }
    for (int value = 0; value < 2; value++)
        if (bl_passes(l[0], l[1], value) && bl_passes(l[0], l[2], value) && !bl_passes(l[1], l[3], value)) return false;
    return true;
}

static void add_rule(struct bl_arena *arena, struct single *s, enum rule_kind kind, const int *states, int count) {
    struct rule *rule = BL_APPEND(arena, &s->rules);
    *rule = (struct rule){.kind = kind, .count = count};
    memcpy(rule->states, states, sizeof *states * (size_t)count);
}

/* Nothing that passes before an arc is held up behind it. */
static void add_keeps(struct bl_arena *arena, struct single *s, int state, const struct bl_spec_arc *arc) {
    const struct bl_spec *spec = s->spec;
    for (int i = spec->start[state]; i < spec->start[state + 1]; i++) {
        const struct bl_spec_arc *other = &spec->arcs[i];
        if (other == arc || bl_spec_is_input(spec, other->event)) continue;
        for (int k = spec->start[arc->state]; k < spec->start[arc->state + 1]; k++)
            if (spec->event_signal[spec->arcs[k].event] == spec->event_signal[other->event])
                add_rule(arena, s, RULE_KEEP, (int[]){state, arc->state, other->state, spec->arcs[k].state}, RULE_STATES);
    }
}

static void add_rules(struct bl_arena *arena, struct single *s) {
    const struct bl_spec *spec = s->spec;
    const int *order = bl_spec_by_code(arena, spec);
    for (int i = 0; i < spec->state_count; i++)
        for (int k = spec->start[i]; k < spec->start[i + 1]; k++) {
            const struct bl_spec_arc *arc = &spec->arcs[k];
            add_rule(arena, s, RULE_ARC, (int[]){i, arc->state}, 2);
            if (bl_spec_is_input(spec, arc->event)) add_rule(arena, s, RULE_INPUT, (int[]){i, arc->state}, 2);
            add_keeps(arena, s, i, arc);
        }
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]]; k++) {
            bool conflict = (spec->excited[order[i]] ^ spec->excited[order[k]]) & bl_spec_local(spec);
            add_rule(arena, s, conflict ? RULE_APART : RULE_TWINS, (int[]){order[i], order[k]}, 2);
        }
}

static void index_rules(struct bl_arena *arena, struct single *s) {
    int states = s->spec->state_count;
    s->start = BL_NEW(arena, int, states + 2);
    for (int i = 0; i < s->rules.count; i++)
        for (int k = 0; k < s->rules.items[i].count; k++) s->start[s->rules.items[i].states[k] + 2]++;
    for (int i = 2; i < states + 2; i++) s->start[i] += s->start[i - 1];
    s->rules_of = BL_NEW(arena, int, s->start[states + 1]);
    for (int i = 0; i < s->rules.count; i++)
        for (int k = 0; k < s->rules.items[i].count; k++) s->rules_of[s->start[s->rules.items[i].states[k] + 1]++] = i;
    s->queue = BL_NEW(arena, int, s->rules.count + 1);
    s->queued = BL_NEW(arena, bool, s->rules.count + 1);
}

/* A combination of labels; false when a state of the rule would have two, or one that it may not get. */
static bool decode(const struct rule *rule, const uint8_t *may, int number, enum bl_label *labels) {
    for (int i = 0; i < rule->count; i++, number /= LABELS) {
        labels[i] = (enum bl_label)(number % LABELS);
        if (!(may[rule->states[i]] >> labels[i] & 1)) return false;
        for (int k = 0; k < i; k++)
            if (rule->states[k] == rule->states[i] && labels[k] != labels[i]) return false;
    }
    return true;
}

/* What every state of the rule may still be. */
static void find_support(struct single *s, const struct rule *rule, const uint8_t *may, uint8_t *support) {
    enum bl_label labels[RULE_STATES];
    int combinations = rule->count == 2 ? LABELS * LABELS : LABELS * LABELS * LABELS * LABELS;
    memset(support, 0, RULE_STATES);
    s->work -= combinations;
    for (int number = 0; number < combinations; number++) {
        if (!decode(rule, may, number, labels) || !holds(rule->kind, labels)) continue;
        for (int i = 0; i < rule->count; i++) support[i] |= (uint8_t)(1 << labels[i]);
    }
}

static void put_rules(struct single *s, int state, int *last) {
    for (int i = s->start[state]; i < s->start[state + 1]; i++) {
        int rule = s->rules_of[i];
        if (s->queued[rule]) continue;
        s->queued[rule] = true;
        s->queue[(*last)++] = rule;
    }
}

/* Takes away what no rule supports, after a state has lost labels (-1: after all have got theirs); false when a state has none left. */
static bool narrow(struct single *s, uint8_t *may, int changed) {
    uint8_t support[RULE_STATES];
    int last = 0;
    bool possible = true;
    for (int i = 0; i < s->spec->state_count; i++)
        if (changed < 0 || changed == i) put_rules(s, i, &last);
    while (last) {
        const struct rule *rule = &s->rules.items[s->queue[--last]];
        s->queued[s->queue[last]] = false;
        if (!possible) continue;
        find_support(s, rule, may, support);
        for (int i = 0; i < rule->count; i++) {
            int state = rule->states[i];
            if (!(may[state] & ~support[i])) continue;
            may[state] &= support[i];
            possible &= may[state] != 0;
            put_rules(s, state, &last);
        }
    }
    return possible;
}

/* Every state has one label: whether that is legal indeed, and the specification with the signal has no conflicts. */
static bool settles(struct single *s, const uint8_t *may) {
    for (int i = 0; i < s->spec->state_count; i++) s->labels[i] = (uint8_t)__builtin_ctz(may[i]);
    struct bl_arena *scratch = bl_arena_new();
    s->work -= s->spec->arc_count;
    bool settled = bl_insert_legal(s->spec, s->labels) && !bl_spec_conflicts(bl_insert_apply(scratch, s->spec, s->labels, "single"));
    bl_arena_free(scratch);
    return settled;
}

/* The state with the fewest labels that has more than one, or -1. */
static int choose(const struct single *s, const uint8_t *may) {
    int best = -1, least = LABELS + 1;
    for (int i = 0; i < s->spec->state_count; i++) {
        int count = bl_ones(may[i]);
        if (count < 2 || count >= least) continue;
        best = i;
        least = count;
    }
    return best;
}

static bool descend(struct single *s, const uint8_t *may) {
    int state = choose(s, may);
    if (state < 0) return settles(s, may);
    struct bl_arena *scratch = bl_arena_new();
    uint8_t *less = BL_NEW(scratch, uint8_t, s->spec->state_count);
    bool found = false;
    for (int label = 0; label < LABELS && !found && s->work > 0; label++) {
        if (!(may[state] >> label & 1)) continue;
        memcpy(less, may, (size_t)s->spec->state_count);
        less[state] = (uint8_t)(1 << label);
        found = narrow(s, less, state) && descend(s, less);
    }
    bl_arena_free(scratch);
    return found;
}

enum bl_single bl_single_find(const struct bl_spec *spec, int64_t work, uint8_t *labels) {
    struct bl_arena *arena = bl_arena_new();
    struct single s = {.spec = spec, .work = work ? work : usual_work, .labels = labels};
    uint8_t *may = BL_NEW(arena, uint8_t, spec->state_count);
    memset(may, ALL, (size_t)spec->state_count);
    add_rules(arena, &s);
    index_rules(arena, &s);
    bool found = narrow(&s, may, -1) && descend(&s, may);
    bl_arena_free(arena);
    return found ? BL_SINGLE_FOUND : s.work > 0 ? BL_SINGLE_NONE : BL_SINGLE_OPEN;
}
