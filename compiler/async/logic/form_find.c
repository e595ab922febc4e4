/* The search for a factored form. A function is divided by a literal of its sum of products (or by
   duality of its complement's): f = l q + r. The remainder is what does not use l; the quotient is
   then minimised for the points that the remainder leaves open and may be anything where l is 0,
   and the remainder may be anything where l q is 1 already. */
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "async/logic/form.h"

/* Work is counted in minimisations, large ones more than once. Beyond the first bound fewer
   divisors are tried, beyond the second sums are only good. */
enum {
    MEMO_SIZE = 1024,
    MANY_VARIABLES = 16,
    WORK_WIDE = 300,
    WORK_EXACT = 600,
    POINT_PAIRS_PER_WORK = 20000
};

struct memo {
    uint64_t *key;
    const struct bl_form *form;
    int depth;
};

struct finder {
    struct bl_arena *arena;
    const struct bl_points *points;
    int64_t work;
    struct memo memo[MEMO_SIZE];
};

static const struct bl_form *find(struct finder *f, const uint64_t *on, const uint64_t *off,
                                  int depth);

static uint64_t *minus(struct finder *f, const uint64_t *set, const uint64_t *other) {
    uint64_t *result = bl_set_new(f->arena, f->points);
    for (int w = 0; w < f->points->words; w++) result[w] = set[w] & ~other[w];
    return result;
}

static uint64_t *common(struct finder *f, const uint64_t *set, const uint64_t *other) {
    uint64_t *result = bl_set_new(f->arena, f->points);
    for (int w = 0; w < f->points->words; w++) result[w] = set[w] & other[w];
    return result;
}

static const uint64_t *set_of(struct finder *f, const struct bl_form *form) {
    uint64_t *set = bl_set_new(f->arena, f->points);
    bl_form_set(f->points, form, set);
    return set;
}

static const struct bl_form *better(const struct bl_form *one, const struct bl_form *other) {
    return !one || other->literals < one->literals ? other : one;
}

/* f = l q + r with r from the cubes without l. */
static const struct bl_form *divide(struct finder *f, const uint64_t *on, const uint64_t *off,
                                    const struct bl_sum *sum, int variable, bool value, int depth) {
    uint64_t bit = (uint64_t)1 << variable, *rest = bl_set_new(f->arena, f->points),
             *set = bl_set_new(f->arena, f->points);
    for (int i = 0; i < sum->count; i++) {
        if ((sum->cubes[i].care & bit) && !!(sum->cubes[i].value & bit) == value) continue;
        bl_set_of_cube(f->points, &sum->cubes[i], set);
        for (int w = 0; w < f->points->words; w++) rest[w] |= set[w];
    }
    const uint64_t *literal = bl_points_literal(f->points, variable, value);
    const struct bl_form *leaf = bl_form_literal(f->arena, variable, value);
    const struct bl_form *quotient = find(f, minus(f, on, rest), common(f, off, literal),
                                          depth + 1);
    const struct bl_form *product = bl_form_join(f->arena, BL_FORM_AND, leaf, quotient);
    const struct bl_form *remainder = find(f, minus(f, on, set_of(f, product)), off, depth + 1);
    return bl_form_join(f->arena, BL_FORM_OR, product, remainder);
}

/* How many cubes a literal stands in; those that stand in one count as none. */
static int uses_of(const struct bl_sum *sum, int variable, bool value) {
    int uses = 0;
    for (int i = 0; i < sum->count; i++)
        uses += (sum->cubes[i].care >> variable & 1) &&
                (sum->cubes[i].value >> variable & 1) == value;
    return uses;
}

/* The best division by one of the `tries` literals that stand in most cubes. */
static const struct bl_form *try_divisions(struct finder *f, const uint64_t *on,
                                           const uint64_t *off, const struct bl_sum *sum,
                                           int depth) {
    const struct bl_form *best = bl_form_of_sum(f->arena, sum->cubes, sum->count);
    int tries = depth == 0                          ? 4
                : depth == 1 && f->work < WORK_WIDE ? 2
                                                    : depth < 2 || f->work < WORK_EXACT;
    uint64_t tried[2] = {0, 0};
    for (int k = 0; k < tries; k++) {
        int variable = -1, most = 1;
        bool side = false;
        for (int i = 0; i < 2 * f->points->variables; i++) {
            int uses = tried[i & 1] >> (i / 2) & 1 ? 0 : uses_of(sum, i / 2, i & 1);
            if (uses > most) {
                most = uses;
                variable = i / 2;
                side = i & 1;
            }
        }
        if (variable < 0) break;
        tried[side] |= (uint64_t)1 << variable;
        best = better(best, divide(f, on, off, sum, variable, side, depth));
    }
    return best;
}

/* f = l g for a literal that is 1 on the whole on-set. */
static const struct bl_form *try_factors(struct finder *f, const uint64_t *on, const uint64_t *off,
                                         int depth) {
    const struct bl_form *best = NULL;
    for (int i = 0; i < 2 * f->points->variables && depth < 3 && f->work < WORK_WIDE; i++) {
        const uint64_t *literal = bl_points_literal(f->points, i / 2, i & 1);
        if (!(f->points->usable >> (i / 2) & 1) || !bl_set_within(on, literal, f->points->words))
            continue;
        if (bl_set_within(off, literal, f->points->words)) continue;
        const struct bl_form *rest = find(f, on, common(f, off, literal), depth + 1);
        best = better(best, bl_form_join(f->arena, BL_FORM_AND,
                                         bl_form_literal(f->arena, i / 2, i & 1), rest));
    }
    return best;
}

static const struct bl_form *one_side(struct finder *f, const uint64_t *on, const uint64_t *off,
                                      int depth) {
    f->work += 1 + (int64_t)bl_set_size(on, f->points->words) * bl_set_size(off, f->points->words) /
                       POINT_PAIRS_PER_WORK;
    struct bl_sum sum = bl_minimise(f->arena, f->points, on, off,
                                    f->work < WORK_EXACT ? &bl_effort_exact : &bl_effort_quick);
    if (sum.count <= 1) return bl_form_of_sum(f->arena, sum.cubes, sum.count);
    const struct bl_form *best = try_divisions(f, on, off, &sum, depth),
                         *factored = try_factors(f, on, off, depth);
    return factored ? better(best, factored) : best;
}

/* One literal, or NULL. */
static const struct bl_form *single(struct finder *f, const uint64_t *on, const uint64_t *off) {
    for (int i = 0; i < 2 * f->points->variables; i++) {
        const uint64_t *literal = bl_points_literal(f->points, i / 2, i & 1);
        if (!(f->points->usable >> (i / 2) & 1) || !bl_set_within(on, literal, f->points->words))
            continue;
        if (!bl_set_meets(off, literal, f->points->words))
            return bl_form_literal(f->arena, i / 2, i & 1);
    }
    return NULL;
}

static const struct bl_form *find(struct finder *f, const uint64_t *on, const uint64_t *off,
                                  int depth) {
    int words = f->points->words;
    if (bl_set_empty(on, words) || bl_set_empty(off, words))
        return bl_form_of_sum(f->arena, &(struct bl_cube){0, 0}, !bl_set_empty(on, words));
    const struct bl_form *best = single(f, on, off);
    if (best) return best;
    uint64_t hash = XXH3_64bits_withSeed(off, sizeof *off * (size_t)words,
                                         XXH3_64bits(on, sizeof *on * (size_t)words));
    struct memo *memo = &f->memo[hash % MEMO_SIZE];
    size_t size = sizeof *on * (size_t)words;
    if (memo->key && memo->depth <= depth && !memcmp(memo->key, on, size) &&
        !memcmp(memo->key + words, off, size))
        return memo->form;
    uint64_t *key = BL_NEW(f->arena, uint64_t, 2 * words);
    memcpy(key, on, size);
    memcpy(key + words, off, size);
    best = better(one_side(f, on, off, depth), bl_form_not(f->arena, one_side(f, off, on, depth)));
    *memo = (struct memo){key, best, depth};
    return best;
}

/* Replaces each part of the tree, top down, by a smaller form that agrees where the rest of the
 * tree looks at it. */
static const struct bl_form *improve(struct finder *f, const struct bl_form *form,
                                     const uint64_t *on, const uint64_t *off) {
    if (form->kind != BL_FORM_AND && form->kind != BL_FORM_OR) return form;
    const struct bl_form *part[2] = {form->left, form->right};
    for (int i = 0; i < 2; i++) {
        const uint64_t *other = set_of(f, part[!i]);
        const uint64_t *part_on = form->kind == BL_FORM_AND ? on : minus(f, on, other);
        const uint64_t *part_off = form->kind == BL_FORM_AND ? common(f, off, other) : off;
        const struct bl_form *again = find(f, part_on, part_off, 1);
        part[i] = again->literals < part[i]->literals ? again
                                                      : improve(f, part[i], part_on, part_off);
    }
    return bl_form_join(f->arena, form->kind, part[0], part[1]);
}

/* Of many variables, those that a good sum for the function or for its complement reads. */
static uint64_t narrow(struct bl_arena *arena, const struct bl_points *points, const uint64_t *on,
                       const uint64_t *off) {
    if (bl_ones(points->usable) <= MANY_VARIABLES) return points->usable;
    uint64_t support = 0;
    for (int side = 0; side < 2; side++) {
        struct bl_sum sum = bl_minimise(arena, points, side ? off : on, side ? on : off,
                                        &bl_effort_quick);
        for (int i = 0; i < sum.count; i++) support |= sum.cubes[i].care;
    }
    return support;
}

const struct bl_form *bl_form_find(struct bl_arena *arena, const struct bl_points *points,
                                   const uint64_t *on, const uint64_t *off) {
    struct bl_arena *scratch = bl_arena_new();
    struct finder *f = BL_NEW(scratch, struct finder, 1);
    f->arena = scratch;
    struct bl_points narrowed = *points;
    narrowed.usable = narrow(scratch, points, on, off);
    f->points = &narrowed;
    const struct bl_form *form = better(bl_form_quick(scratch, points, on, off),
                                        find(f, on, off, 0));
    for (int before = form->literals + 1; form->literals < before;) {
        before = form->literals;
        form = improve(f, form, on, off);
    }
    form = bl_form_copy(arena, form);
    bl_arena_free(scratch);
    return form;
}
