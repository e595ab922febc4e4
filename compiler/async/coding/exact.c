/* The formula of exact_formula.h is solved, and its solution inserted as any other signals are. */
#include "async/coding/exact.h"

#include "base/arena.h"
#include "base/text.h"
#include "async/coding/exact_formula.h"
#include "async/coding/search.h"

enum { CONFLICTS = 20000, LARGEST_LEVEL = 1 << 18, SATISFIABLE = 10, UNSATISFIABLE = 20 };
static const int64_t most_clauses = 4000000;

static bool is_true(const struct bl_exact_formula *f, int literal) {
    return ccadical_val(f->solver, literal) > 0;
}

/* The labels of the next signal; `spec->origin` has the states' numbers in the level. False when
 * the signal does nothing. */
static bool read_labels(const struct bl_exact_formula *f, const struct bl_exact_level *level,
                        const struct bl_spec *spec, uint8_t *labels) {
    bool changes = false;
    for (int s = 0; s < spec->state_count; s++) {
        bool target = is_true(f, level->target[spec->origin[s]]),
             excited = is_true(f, level->excited[spec->origin[s]]);
        labels[s] = target ? excited ? BL_RISING : BL_HIGH : excited ? BL_FALLING : BL_LOW;
        changes |= excited;
    }
    return changes;
}

/* Numbers of the states in the next level. */
static void number_states(struct bl_spec *spec, bool inserted) {
    for (int s = 0; s < spec->state_count; s++)
        spec->origin[s] = 2 * spec->origin[s] +
                          (inserted && spec->codes[s] >> (spec->signal_count - 1) & 1);
}

static struct bl_spec *copy(struct bl_arena *arena, const struct bl_exact_formula *f,
                            const struct bl_spec *spec, int level) {
    struct bl_spec *result = bl_spec_copy(arena, spec);
    for (int s = 0; s < result->state_count; s++)
        result->origin[s] = f->spec->origin[result->origin[s] >> level];
    return result;
}

/* OPEN when the labels are not legal or leave conflicts. */
static struct bl_exact insert(struct bl_arena *arena, const struct bl_exact_formula *f) {
    const struct bl_exact refused = {.verdict = BL_EXACT_OPEN,
                                     .ended = "by labels that the checks refuse"};
    struct bl_exact result = {.verdict = BL_EXACT_FOUND,
                              .steps = BL_NEW(arena, struct bl_spec *, f->signals)};
    struct bl_spec *spec = bl_spec_copy(f->arena, f->spec);
    for (int s = 0; s < spec->state_count; s++) spec->origin[s] = s;
    for (int number = 0; number < f->signals; number++) {
        uint8_t *labels = BL_NEW(f->arena, uint8_t, spec->state_count);
        bool changes = read_labels(f, &f->levels[number], spec, labels);
        if (!bl_insert_legal(spec, labels)) return refused;
        if (changes) spec = bl_search_insert(f->arena, spec, labels, "csc");
        number_states(spec, changes);
        if (changes) result.steps[result.step_count++] = copy(arena, f, spec, number + 1);
    }
    return !result.step_count || bl_spec_conflicts(spec) ? refused : result;
}

static struct bl_exact solve(struct bl_arena *arena, struct bl_exact_formula *f, int conflicts) {
    ccadical_limit(f->solver, "conflicts", conflicts);
    int status = ccadical_solve(f->solver);
    if (status == UNSATISFIABLE) return (struct bl_exact){.verdict = BL_EXACT_NONE};
    if (status != SATISFIABLE) {
        const char *ended = bl_format(arena, "after %d conflict%s of the solver", conflicts,
                                      bl_ending(conflicts, "s"));
        return (struct bl_exact){.verdict = BL_EXACT_OPEN, .ended = ended};
    }
    return insert(arena, f);
}

struct bl_exact bl_exact_find(struct bl_arena *arena, const struct bl_spec *spec, int signals,
                              int conflicts) {
    struct bl_exact result = {.verdict = BL_EXACT_OPEN, .ended = "by the size of the formula"};
    if (spec->signal_count + signals > BL_SPEC_SIGNALS ||
        (int64_t)(spec->state_count + spec->arc_count) << signals > LARGEST_LEVEL)
        return result;
    struct bl_exact_formula formula = {.spec = spec, .signals = signals, .limit = most_clauses};
    formula.arena = bl_arena_new();
    formula.solver = ccadical_init();
    ccadical_set_option(formula.solver, "quiet", 1);
    ccadical_set_option(formula.solver, "phase", 0); /* first without excitation */
    bl_exact_formula_make(&formula);
    if (formula.clauses <= formula.limit)
        result = solve(arena, &formula, conflicts ? conflicts : CONFLICTS);
    ccadical_release(formula.solver);
    bl_arena_free(formula.arena);
    return result;
}
