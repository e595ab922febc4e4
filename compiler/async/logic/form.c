#include "async/logic/form.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static const struct bl_form zero = {.kind = BL_FORM_ZERO}, one = {.kind = BL_FORM_ONE};

const struct bl_form *bl_form_literal(struct bl_arena *arena, int variable, bool value) {
    struct bl_form *form = BL_NEW(arena, struct bl_form, 1);
    *form = (struct bl_form){
        .kind = BL_FORM_LITERAL, .variable = variable, .value = value, .literals = 1};
    return form;
}

const struct bl_form *bl_form_join(struct bl_arena *arena, enum bl_form_kind kind,
                                   const struct bl_form *left, const struct bl_form *right) {
    enum bl_form_kind neutral = kind == BL_FORM_AND ? BL_FORM_ONE : BL_FORM_ZERO,
                      absorbing = kind == BL_FORM_AND ? BL_FORM_ZERO : BL_FORM_ONE;
    if (left->kind == neutral || right->kind == absorbing) return right;
    if (right->kind == neutral || left->kind == absorbing) return left;
    struct bl_form *form = BL_NEW(arena, struct bl_form, 1);
    *form = (struct bl_form){
        .kind = kind, .left = left, .right = right, .literals = left->literals + right->literals};
    return form;
}

const struct bl_form *bl_form_not(struct bl_arena *arena, const struct bl_form *form) {
    switch (form->kind) {
    case BL_FORM_ZERO: return &one;
    case BL_FORM_ONE: return &zero;
    case BL_FORM_LITERAL: return bl_form_literal(arena, form->variable, !form->value);
    default:
        return bl_form_join(arena, form->kind == BL_FORM_AND ? BL_FORM_OR : BL_FORM_AND,
                            bl_form_not(arena, form->left), bl_form_not(arena, form->right));
    }
}

static const struct bl_form *form_of_cube(struct bl_arena *arena, const struct bl_cube *cube) {
    const struct bl_form *form = &one;
    for (uint64_t care = cube->care; care; care &= care - 1) {
        int variable = __builtin_ctzll(care);
        form = bl_form_join(arena, BL_FORM_AND, form,
                            bl_form_literal(arena, variable, cube->value >> variable & 1));
    }
    return form;
}

/* The literal that stands in most cubes; -1 when none stands in two. */
static int most_frequent(const struct bl_cube *cubes, int count, bool *value) {
    int best = -1, most = 1, uses[64][2] = {{0}};
    uint64_t read = 0;
    for (int i = 0; i < count; i++) {
        read |= cubes[i].care;
        for (uint64_t rest = cubes[i].care; rest; rest &= rest - 1) {
            int v = __builtin_ctzll(rest);
            uses[v][cubes[i].value >> v & 1]++;
        }
    }
    for (; read; read &= read - 1)
        for (int v = __builtin_ctzll(read), side = 0; side < 2; side++)
            if (uses[v][side] > most) {
                most = uses[v][side];
                best = v;
                *value = side;
            }
    return best;
}

const struct bl_form *bl_form_of_sum(struct bl_arena *arena, const struct bl_cube *cubes,
                                     int count) {
    if (!count) return &zero;
    if (count == 1) return form_of_cube(arena, cubes);
    bool value = false;
    int variable = most_frequent(cubes, count, &value);
    if (variable < 0)
        return bl_form_join(arena, BL_FORM_OR, form_of_cube(arena, cubes),
                            bl_form_of_sum(arena, cubes + 1, count - 1));
    uint64_t bit = (uint64_t)1 << variable;
    struct bl_cube *with = BL_NEW(arena, struct bl_cube, count),
                   *without = BL_NEW(arena, struct bl_cube, count);
    int with_count = 0, without_count = 0;
    for (int i = 0; i < count; i++) {
        if ((cubes[i].care & bit) && !!(cubes[i].value & bit) == value)
            with[with_count++] = (struct bl_cube){cubes[i].care & ~bit, cubes[i].value & ~bit};
        else without[without_count++] = cubes[i];
    }
    const struct bl_form *quotient = bl_form_of_sum(arena, with, with_count);
    const struct bl_form *product = bl_form_join(arena, BL_FORM_AND,
                                                 bl_form_literal(arena, variable, value), quotient);
    return bl_form_join(arena, BL_FORM_OR, product, bl_form_of_sum(arena, without, without_count));
}

const struct bl_form *bl_form_quick(struct bl_arena *arena, const struct bl_points *points,
                                    const uint64_t *on, const uint64_t *off) {
    struct bl_sum sum = bl_minimise(arena, points, on, off, &bl_effort_quick),
                  dual = bl_minimise(arena, points, off, on, &bl_effort_quick);
    const struct bl_form *form = bl_form_of_sum(arena, sum.cubes, sum.count),
                         *other = bl_form_of_sum(arena, dual.cubes, dual.count);
    return form->literals <= other->literals ? form : bl_form_not(arena, other);
}

const struct bl_form *bl_form_copy(struct bl_arena *arena, const struct bl_form *form) {
    struct bl_form *result = BL_NEW(arena, struct bl_form, 1);
    *result = *form;
    if (form->left) {
        result->left = bl_form_copy(arena, form->left);
        result->right = bl_form_copy(arena, form->right);
    }
    return result;
}

void bl_form_set(const struct bl_points *points, const struct bl_form *form, uint64_t *set) {
    size_t size = sizeof *set * (size_t)points->words;
    switch (form->kind) {
    case BL_FORM_ZERO: memset(set, 0, size); return;
    case BL_FORM_ONE: memset(set, 0xFF, size); return;
    case BL_FORM_LITERAL:
        memcpy(set, bl_points_literal(points, form->variable, form->value), size);
        return;
    default: break;
    }
    uint64_t other[points->words];
    bl_form_set(points, form->left, set);
    bl_form_set(points, form->right, other);
    for (int w = 0; w < points->words; w++)
        set[w] = form->kind == BL_FORM_AND ? set[w] & other[w] : set[w] | other[w];
}

bool bl_form_value(const struct bl_form *form, uint64_t code) {
    switch (form->kind) {
    case BL_FORM_ZERO: return false;
    case BL_FORM_ONE: return true;
    case BL_FORM_LITERAL: return (code >> form->variable & 1) == form->value;
    case BL_FORM_AND: return bl_form_value(form->left, code) && bl_form_value(form->right, code);
    default: return bl_form_value(form->left, code) || bl_form_value(form->right, code);
    }
}

uint64_t bl_form_support(const struct bl_form *form) {
    if (form->kind == BL_FORM_LITERAL) return (uint64_t)1 << form->variable;
    return form->left ? bl_form_support(form->left) | bl_form_support(form->right) : 0;
}

/* Adds a cube unless one that is there contains it; drops those that it contains. */
static void add_cube(struct bl_arena *arena, struct bl_sum *sum, int *capacity,
                     struct bl_cube cube) {
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        struct bl_cube other = sum->cubes[i];
        if (!(other.care & ~cube.care) && (cube.value & other.care) == other.value) return;
        if ((cube.care & ~other.care) || (other.value & cube.care) != cube.value)
            sum->cubes[kept++] = other;
    }
    sum->count = kept;
    sum->cubes = bl_grow(arena, sum->cubes, sum->count, capacity, sizeof *sum->cubes);
    sum->cubes[sum->count++] = cube;
}

struct bl_sum bl_form_flatten(struct bl_arena *arena, const struct bl_form *form) {
    struct bl_sum sum = {0};
    int capacity = 0;
    if (form->kind == BL_FORM_ONE) add_cube(arena, &sum, &capacity, (struct bl_cube){0, 0});
    if (form->kind == BL_FORM_LITERAL) {
        uint64_t bit = (uint64_t)1 << form->variable;
        add_cube(arena, &sum, &capacity, (struct bl_cube){bit, form->value ? bit : 0});
    }
    if (!form->left) return sum;
    struct bl_sum left = bl_form_flatten(arena, form->left),
                  right = bl_form_flatten(arena, form->right);
    for (int i = 0; i < left.count; i++) {
        if (form->kind == BL_FORM_OR) add_cube(arena, &sum, &capacity, left.cubes[i]);
        for (int k = 0; k < right.count && form->kind == BL_FORM_AND; k++) {
            uint64_t both = left.cubes[i].care & right.cubes[k].care;
            if ((left.cubes[i].value ^ right.cubes[k].value) & both) continue;
            add_cube(arena, &sum, &capacity,
                     (struct bl_cube){left.cubes[i].care | right.cubes[k].care,
                                      left.cubes[i].value | right.cubes[k].value});
        }
    }
    for (int k = 0; k < right.count && form->kind == BL_FORM_OR; k++)
        add_cube(arena, &sum, &capacity, right.cubes[k]);
    for (int i = 0; i < sum.count; i++) sum.literals += __builtin_popcountll(sum.cubes[i].care);
    return sum;
}

static void print_operand(struct bl_text *text, const struct bl_form *form,
                          const char *const *names) {
    bool group = form->kind == BL_FORM_OR;
    if (group) bl_text_add(text, "(");
    bl_form_print(text, form, names);
    if (group) bl_text_add(text, ")");
}

void bl_form_print(struct bl_text *text, const struct bl_form *form, const char *const *names) {
    switch (form->kind) {
    case BL_FORM_ZERO: bl_text_add(text, "0"); return;
    case BL_FORM_ONE: bl_text_add(text, "1"); return;
    case BL_FORM_LITERAL:
        bl_text_add(text, "%s%s", names[form->variable], form->value ? "" : "'");
        return;
    case BL_FORM_OR:
        bl_form_print(text, form->left, names);
        bl_text_add(text, " + ");
        bl_form_print(text, form->right, names);
        return;
    default:
        print_operand(text, form->left, names);
        bl_text_add(text, " ");
        print_operand(text, form->right, names);
    }
}
