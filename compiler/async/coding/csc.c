/* Conflicts of codes, as a goal of the search for state signals. */
#include "base/bits.h"
#include "async/coding/csc.h"

#include "base/arena.h"
#include "async/coding/exact.h"
#include "async/logic/form.h"
#include "async/coding/search.h"

enum { CONFLICTS_LOOKED_AT = 2000 };

const struct bl_form *bl_csc_form(const struct bl_spec *spec, const struct bl_functions *functions,
                                  int signal) {
    const struct bl_form **form = &spec->complex_gates[signal];
    if (!*form)
        *form = bl_form_find(spec->arena, functions->points, functions->high[signal],
                             functions->low[signal]);
    return *form;
}

static int quick_literals(struct bl_arena *arena, const struct bl_spec *spec,
                          const struct bl_functions *functions) {
    int literals = 0;
    for (uint64_t rest = bl_spec_local(spec); rest; rest &= rest - 1) {
        int s = __builtin_ctzll(rest);
        literals += bl_form_quick(arena, functions->points, functions->high[s], functions->low[s])
                        ->literals;
    }
    return literals;
}

/* The point that differs from another one in one variable only; -1 when there is none. */
static int find_neighbour(const struct bl_points *points, int point, int variable) {
    uint64_t code = points->codes[point] ^ (uint64_t)1 << variable;
    int found = bl_points_find(points, code);
    return points->codes[found] == code ? found : -1;
}

/* Adds a variable for each signal that moves to another value in one point than in the other. */
static void add_needed(const struct bl_functions *functions, int one, int other, int variable,
                       int signals, uint64_t *needed) {
    for (int s = 0; s < signals; s++) {
        const uint64_t *high = functions->high[s], *low = functions->low[s];
        if ((bl_set_has(high, one) && bl_set_has(low, other)) ||
            (bl_set_has(low, one) && bl_set_has(high, other)))
            needed[s] |= (uint64_t)1 << variable;
    }
}

/* Per signal the variables that every function for it reads. */
static uint64_t *find_needed(struct bl_arena *arena, const struct bl_spec *spec,
                             const struct bl_functions *functions) {
    uint64_t *needed = BL_NEW(arena, uint64_t, spec->signal_count);
    for (int i = 0; i < functions->points->count; i++)
        for (int v = 0; v < spec->signal_count; v++) {
            int other = functions->points->codes[i] >> v & 1
                            ? -1
                            : find_neighbour(functions->points, i, v);
            if (other >= 0) add_needed(functions, i, other, v, spec->signal_count, needed);
        }
    return needed;
}

/* A bound from below that becomes the number gate by gate; ends when it is `most`. */
static int exact_literals(struct bl_arena *arena, const struct bl_spec *spec,
                          const struct bl_functions *functions, int most) {
    const uint64_t *needed = find_needed(arena, spec, functions);
    int literals = 0;
    for (uint64_t rest = bl_spec_local(spec); rest; rest &= rest - 1)
        literals += bl_ones(needed[__builtin_ctzll(rest)]);
    for (uint64_t rest = bl_spec_local(spec); rest && literals < most; rest &= rest - 1) {
        int s = __builtin_ctzll(rest);
        literals += bl_csc_form(spec, functions, s)->literals - bl_ones(needed[s]);
    }
    return literals;
}

/* Literals of the complex gates of all local signals; in a hurry, or as they will be, or some
   number from `most` on when there are as many or more. Codes in conflict count as free. */
static int csc_literals(const struct bl_spec *spec, bool quick, int most) {
    struct bl_arena *scratch = bl_arena_new();
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    int literals = quick ? quick_literals(scratch, spec, functions)
                         : exact_literals(scratch, spec, functions, most);
    bl_arena_free(scratch);
    return literals;
}

int bl_csc_literals_of_found(const struct bl_goal *goal, const struct bl_spec *spec, bool quick,
                             int most) {
    (void)goal;
    return quick ? 0 : csc_literals(spec, true, most);
}

/* Pairs of states with one code. */
struct bl_twins {
    struct twin {
        int one, other;
        bool conflict;
    } * items;
    int count, capacity;
};

const struct bl_twins *bl_csc_twins(struct bl_arena *arena, const struct bl_spec *spec) {
    struct bl_twins *twins = BL_NEW(arena, struct bl_twins, 1);
    const int *order = spec->by_code;
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]];
             k++) {
            bool conflict = (spec->excited[order[i]] ^ spec->excited[order[k]]) &
                            bl_spec_local(spec);
            *BL_APPEND(arena, twins) = (struct twin){order[i], order[k], conflict};
        }
    return twins;
}

/* Conflicts with regard to the signal itself count too; those that delayed events make come to
 * light later. */
int64_t bl_csc_left(const struct bl_twins *twins, const uint8_t *labels) {
    int64_t left = 0;
    for (int i = 0; i < twins->count; i++) {
        enum bl_label one = labels[twins->items[i].one], other = labels[twins->items[i].other];
        if (!bl_label_apart(one, other))
            left += twins->items[i].conflict || bl_label_target(one) != bl_label_target(other);
    }
    return left;
}

int bl_csc_least(const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    const int *order = spec->by_code;
    uint64_t local = bl_spec_local(spec), *kinds = BL_NEW(scratch, uint64_t, spec->state_count);
    int count = 0, most = 0;
    for (int i = 0; i < spec->state_count; i++) {
        uint64_t kind = spec->excited[order[i]] & local;
        bool known = false;
        if (i && spec->codes[order[i]] != spec->codes[order[i - 1]]) count = 0;
        for (int k = 0; k < count; k++) known |= kinds[k] == kind;
        if (!known) kinds[count++] = kind;
        if (count > most) most = count;
    }
    bl_arena_free(scratch);
    return bl_log2(most); /* how often a set is halved until each is alone */
}

/* Only labels that settle a conflict are of use. */
static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec,
                           const uint8_t *labels) {
    const struct bl_twins *twins = ranking->data;
    (void)spec;
    for (int i = 0; i < twins->count; i++)
        if (twins->items[i].conflict &&
            bl_label_apart(labels[twins->items[i].one], labels[twins->items[i].other]))
            return bl_csc_left(twins, labels);
    return INT64_MAX;
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena,
                                      const struct bl_spec *spec) {
    (void)goal;
    return (struct bl_ranking){.rank = rank_labels, .data = bl_csc_twins(arena, spec)};
}

static int64_t count_conflicts(const struct bl_goal *goal, const struct bl_spec *spec) {
    (void)goal;
    return bl_spec_conflicts(spec);
}

static int count_literals(const struct bl_goal *goal, const struct bl_spec *spec, bool quick,
                          int most) {
    (void)goal;
    return csc_literals(spec, quick, most);
}

/* Whether inputs alone lead from one state to the other: then a signal that is 0 here and 1 there
 * would have to move in front of an input.
 */
static bool inputs_lead(struct bl_arena *arena, const struct bl_spec *spec, int from, int to) {
    bool *met = BL_NEW(arena, bool, spec->state_count);
    int *stack = BL_NEW(arena, int, spec->state_count), depth = 0;
    met[from] = true;
    stack[depth++] = from;
    while (depth) {
        int at = stack[--depth];
        for (int i = spec->start[at]; i < spec->start[at + 1]; i++) {
            int next = spec->arcs[i].state;
            if (met[next] || !bl_spec_is_input(spec, spec->arcs[i].event)) continue;
            met[next] = true;
            stack[depth++] = next;
        }
    }
    return met[to];
}

int bl_csc_core(struct bl_arena *arena, const struct bl_spec *spec, struct bl_conflict **core) {
    const struct bl_twins *twins = bl_csc_twins(arena, spec);
    *core = BL_NEW(arena, struct bl_conflict, twins->count);
    int count = 0;
    for (int separable = 0; separable < 2; separable++)
        for (int i = 0; i < twins->count; i++) {
            const struct twin *twin = &twins->items[i];
            if (!twin->conflict) continue;
            struct bl_arena *scratch = bl_arena_new();
            bool lead = inputs_lead(scratch, spec, twin->one, twin->other) ||
                        inputs_lead(scratch, spec, twin->other, twin->one);
            bl_arena_free(scratch);
            if (lead != separable)
                (*core)[count++] = (struct bl_conflict){{twin->one, twin->other}, separable};
        }
    return count;
}

/* A conflict that nothing settles makes a search vain. */
static bool is_hopeless(const struct bl_spec *spec) {
    if (bl_spec_conflicts(spec) > CONFLICTS_LOOKED_AT) return false;
    struct bl_arena *scratch = bl_arena_new();
    struct bl_conflict *core;
    bool hopeless = bl_csc_core(scratch, spec, &core) && !core[0].separable;
    bl_arena_free(scratch);
    return hopeless;
}

/* What the exact search has found does not weigh literals: the first signals stay, and others are
 * searched for the rest. The least. */
static struct bl_spec *improve(struct bl_arena *arena, const struct bl_exact *exact,
                               const struct bl_goal *goal) {
    struct bl_spec *best = exact->steps[exact->step_count - 1];
    int least = csc_literals(best, false, INT32_MAX);
    for (int kept = 1; kept < exact->step_count; kept++) {
        struct bl_spec *other = bl_search(arena, exact->steps[kept - 1], goal,
                                          exact->step_count - kept);
        int literals = other ? csc_literals(other, false, least) : least;
        if (literals >= least) continue;
        best = other;
        least = literals;
    }
    return best;
}

/* Asks the exact search for the fewest signals that are not known to be too few, then for one more,
 * and so on up to `most`. */
static void decide(struct bl_arena *arena, const struct bl_spec *spec, const struct bl_goal *goal,
                   int most, int work, struct bl_coding *coding) {
    for (int signals = coding->least; signals <= most; signals++) {
        struct bl_exact exact = bl_exact_find(arena, spec, signals, work);
        if (exact.verdict == BL_EXACT_FOUND) {
            coding->spec = improve(arena, &exact, goal);
            return;
        }
        if (exact.verdict == BL_EXACT_NONE)
            *coding = (struct bl_coding){.spec = coding->spec, .least = signals + 1};
        else if (!coding->ended)
            *coding = (struct bl_coding){coding->spec, coding->least, signals, exact.ended};
    }
}

struct bl_coding bl_csc_resolve(struct bl_arena *arena, const struct bl_spec *spec, int limit,
                                int work) {
    struct bl_goal goal = {.prefix = "csc",
                           .misses = count_conflicts,
                           .ranking = make_ranking,
                           .literals = count_literals};
    struct bl_coding coding = {.least = bl_csc_least(spec)};
    if (is_hopeless(spec)) return coding;
    coding.spec = bl_search(arena, spec, &goal, limit);
    decide(arena, spec, &goal,
           coding.spec ? coding.spec->signal_count - spec->signal_count - 1 : limit, work, &coding);
    if (coding.spec) return coding;
    goal.beam = BL_WIDE_BEAM;
    goal.any = true;
    coding.spec = bl_search(arena, spec, &goal, limit);
    return coding;
}
