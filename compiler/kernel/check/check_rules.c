/* What kernels require of their arguments, in whole numbers that do not wrap: all of them fit 64
   bits, whatever the arguments are. */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "kernel/check/check_inner.h"
#include "kernel/syntax/parse_kernel.h"

#define MOST 9.2e18 /* a little less than 2^63 */

/* A rule while it is made. */
struct making {
    struct bl_kernel_check *kc;
    const struct bl_kernel_names *names;
    struct {
        struct bl_device_term *items;
        int count, capacity;
    } terms;
    struct {
        struct bounds {
            double low, high;
        } * items;
        int count, capacity;
    } bounds; /* of each term */
    struct bl_range range;
};

static int add(struct making *making, struct bl_device_term term, double low, double high) {
    *BL_APPEND(making->kc->check->arena, &making->terms) = term;
    *BL_APPEND(making->kc->check->arena, &making->bounds) = (struct bounds){low, high};
    if (low >= -MOST && high <= MOST) return making->terms.count - 1;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_RULE_SIZE, making->range);
    return -1;
}

static int add_number(struct making *making, int64_t value) {
    return add(making, (struct bl_device_term){BL_DEVICE_TERM_NUMBER, value, -1, -1}, (double)value,
               (double)value);
}

static int refuse(struct making *making, const struct bl_expression *tree) {
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_RULE, tree->range);
    return -1;
}

/* ---- operators */

static struct bounds product(struct bounds a, struct bounds b) {
    const double corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    struct bounds all = {corners[0], corners[0]};
    for (int i = 1; i < 4; i++) {
        if (corners[i] < all.low) all.low = corners[i];
        if (corners[i] > all.high) all.high = corners[i];
    }
    return all;
}

/* b: a constant, of the last three. */
static struct bounds bounds_of(enum bl_device_term_kind kind, struct bounds a, struct bounds b) {
    switch (kind) {
    case BL_DEVICE_TERM_ADD: return (struct bounds){a.low + b.low, a.high + b.high};
    case BL_DEVICE_TERM_SUBTRACT: return (struct bounds){a.low - b.high, a.high - b.low};
    case BL_DEVICE_TERM_MULTIPLY: return product(a, b);
    case BL_DEVICE_TERM_REST: return (struct bounds){0, b.high - 1};
    default: return a;
    }
}

static int add_both(struct making *making, enum bl_device_term_kind kind, int left, int right) {
    if (left < 0 || right < 0) return -1;
    struct bounds bounds = bounds_of(kind, making->bounds.items[left], making->bounds.items[right]);
    return add(making, (struct bl_device_term){kind, 0, left, right}, bounds.low, bounds.high);
}

static const struct {
    enum bl_token_kind sign;
    enum bl_device_term_kind kind;
    bool constant;     /* the right side is one, */
    int64_t low, high; /* in this range */
} operators[] = {{BL_TOKEN_PLUS, BL_DEVICE_TERM_ADD, false, 0, 0},
                 {BL_TOKEN_MINUS, BL_DEVICE_TERM_SUBTRACT, false, 0, 0},
                 {BL_TOKEN_STAR, BL_DEVICE_TERM_MULTIPLY, false, 0, 0},
                 {BL_TOKEN_SLASH, BL_DEVICE_TERM_DIVIDE, true, 1, UINT32_MAX},
                 {BL_TOKEN_PERCENT, BL_DEVICE_TERM_REST, true, 1, UINT32_MAX},
                 {BL_TOKEN_SHIFT_RIGHT, BL_DEVICE_TERM_SHIFT_RIGHT, true, 0, 62},
                 {BL_TOKEN_SHIFT_LEFT, BL_DEVICE_TERM_MULTIPLY, true, 0, 62}};
enum { OPERATORS = sizeof operators / sizeof *operators };

static int make(struct making *making, const struct bl_expression *tree);

static int make_binary(struct making *making, const struct bl_expression *tree) {
    int i = 0;
    while (i < OPERATORS && operators[i].sign != tree->sign) i++;
    int left = make(making, tree->binary.left);
    int right = left < 0 ? -1 : make(making, tree->binary.right);
    if (right < 0) return -1;
    const struct bl_device_term *by = &making->terms.items[right];
    if (i == OPERATORS ||
        (operators[i].constant && (by->kind != BL_DEVICE_TERM_NUMBER ||
                                   by->value < operators[i].low || by->value > operators[i].high)))
        return refuse(making, tree);
    if (tree->sign == BL_TOKEN_SHIFT_LEFT) right = add_number(making, INT64_C(1) << by->value);
    return add_both(making, operators[i].kind, left, right);
}

static int make_name(struct making *making, const struct bl_expression *tree) {
    struct bl_kernel_expression found;
    bl_kernel_find_name(making->kc, making->names, tree, &found);
    if (found.operator== BL_KERNEL_NUMBER) return add_number(making, found.value);
    if (found.operator== BL_KERNEL_NODE)
        return add(making, (struct bl_device_term){BL_DEVICE_TERM_NODE, 0, -1, -1}, 0,
                   making->kc->cluster->nodes - 1);
    return add(making, (struct bl_device_term){BL_DEVICE_TERM_ARGUMENT, found.value, -1, -1}, 0,
               UINT32_MAX);
}

/* The number of its term; -1 after a report. */
static int make(struct making *making, const struct bl_expression *tree) {
    int64_t value;
    if (!tree || tree->kind == BL_EXPRESSION_BAD) return -1;
    if (bl_kernel_is_constant(making->kc, making->names, tree))
        return bl_kernel_constant(making->kc, tree, &value) ? add_number(making, value) : -1;
    switch (tree->kind) {
    case BL_EXPRESSION_NAME: return make_name(making, tree);
    case BL_EXPRESSION_BINARY: return make_binary(making, tree);
    case BL_EXPRESSION_NEGATE:
        return add_both(making, BL_DEVICE_TERM_SUBTRACT, add_number(making, 0),
                        make(making, tree->binary.left));
    default: return refuse(making, tree);
    }
}

/* ---- comparisons */

static bool stands_in(const struct bl_device_rule *rule, int number, int64_t argument) {
    const struct bl_device_term *term = &rule->terms[number];
    if (term->kind == BL_DEVICE_TERM_ARGUMENT) return term->value == argument;
    return (term->left >= 0 && stands_in(rule, term->left, argument)) ||
           (term->right >= 0 && stands_in(rule, term->right, argument));
}

/* An argument that is equal to what it does not stand in. */
static bool set(struct bl_device_rule *rule, int argument, int by) {
    const struct bl_device_term *term = &rule->terms[argument];
    if (term->kind != BL_DEVICE_TERM_ARGUMENT || stands_in(rule, by, term->value)) return false;
    rule->sets = (int)term->value;
    rule->by = by;
    return true;
}

static const struct comparison {
    enum bl_token_kind sign;
    enum bl_device_term_kind kind;
    bool swapped;
} comparisons[] = {{BL_TOKEN_EQUAL, BL_DEVICE_TERM_EQUAL, false},
                   {BL_TOKEN_NOT_EQUAL, BL_DEVICE_TERM_NOT_EQUAL, false},
                   {BL_TOKEN_LESS, BL_DEVICE_TERM_LESS, false},
                   {BL_TOKEN_LESS_EQUAL, BL_DEVICE_TERM_LESS_EQUAL, false},
                   {BL_TOKEN_GREATER, BL_DEVICE_TERM_LESS, true},
                   {BL_TOKEN_GREATER_EQUAL, BL_DEVICE_TERM_LESS_EQUAL, true}};

static const struct comparison *comparison_of(enum bl_token_kind sign) {
    const struct comparison *row = comparisons;
    while (row->sign != sign) row++;
    return row;
}

static const char *text_of(struct bl_arena *arena, const struct bl_rule_tree *tree) {
    struct bl_text text = {0};
    bl_rule_print(&text, tree);
    const char *copy = bl_strdup(arena, text.bytes);
    bl_text_free(&text);
    return copy;
}

bool bl_kernel_rule_make(struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                         const struct bl_rule_tree *tree, struct bl_device_rule *rule) {
    struct making making = {.kc = kc, .names = names, .range = tree->range};
    const struct comparison *row = comparison_of(tree->sign);
    int left = make(&making, tree->left), right = make(&making, tree->right);
    if (left < 0 || right < 0) return false;
    add_both(&making, row->kind, row->swapped ? right : left, row->swapped ? left : right);
    *rule = (struct bl_device_rule){text_of(kc->check->arena, tree), making.terms.items,
                                    making.terms.count, -1, -1};
    if (row->kind == BL_DEVICE_TERM_EQUAL && !set(rule, left, right)) set(rule, right, left);
    return true;
}

void bl_kernel_check_rules(struct bl_kernel_making *making, const struct bl_rule_tree *tree) {
    struct bl_kernel_check *kc = making->kc;
    int count = 0;
    for (const struct bl_rule_tree *rule = tree; rule; rule = rule->next) count++;
    struct bl_device_rule *rules = BL_NEW(kc->check->arena, struct bl_device_rule, count + 1);
    making->kernel->rules = rules;
    for (; tree; tree = tree->next)
        if (bl_kernel_rule_make(kc, &making->names, tree, &rules[making->kernel->rule_count]))
            making->kernel->rule_count++;
}
