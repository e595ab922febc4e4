/* Numbers of kernels: constants are computed, what depends on arguments, counters or the node is
   left to the circuit. */
#include <string.h>

#include "base/arena.h"
#include "check/check_names.h"
#include "check/check_value.h"
#include "kernel/check/check_inner.h"

static bool is_node(const struct bl_expression *expression) {
    return expression->kind == BL_EXPRESSION_NAME && !strcmp(expression->name->text, "node");
}
static bool is_nodes(const struct bl_expression *expression) {
    return expression->kind == BL_EXPRESSION_NAME && !strcmp(expression->name->text, "nodes");
}

bool bl_kernel_find_name(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                         const struct bl_expression *expression,
                         struct bl_kernel_expression *found) {
    *found = (struct bl_kernel_expression){.operator= BL_KERNEL_NUMBER, .left = -1, .right = -1};
    if (is_nodes(expression)) {
        found->value = (uint32_t)kc->cluster->nodes;
        return true;
    }
    for (int i = names->depth - 1; i >= 0; i--)
        if (names->counters[i] == expression->name) {
            found->operator= BL_KERNEL_COUNTER;
            found->value = (uint32_t)names->numbers[i];
            return true;
        }
    for (int i = 0; i < names->argument_count; i++)
        if (names->arguments[i] == expression->name) {
            found->operator= BL_KERNEL_ARGUMENT;
            found->value = (uint32_t)i;
            return true;
        }
    for (int i = 0; i < names->timed.count; i++)
        if (names->timed.items[i].name == expression->name) {
            found->operator= BL_KERNEL_CYCLES;
            found->value = (uint32_t)names->timed.items[i].move;
            return true;
        }
    if (is_node(expression)) found->operator= BL_KERNEL_NODE;
    return is_node(expression);
}

bool bl_kernel_is_constant(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                           const struct bl_expression *expression) {
    struct bl_kernel_expression unused;
    switch (expression->kind) {
    case BL_EXPRESSION_NAME: return !bl_kernel_find_name(kc, names, expression, &unused);
    case BL_EXPRESSION_NEGATE: return bl_kernel_is_constant(kc, names, expression->binary.left);
    case BL_EXPRESSION_BINARY:
        return bl_kernel_is_constant(kc, names, expression->binary.left) &&
               bl_kernel_is_constant(kc, names, expression->binary.right);
    default: return true;
    }
}

bool bl_kernel_at_start(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                        const struct bl_expression *expression) {
    static const struct bl_kernel_names none;
    if (expression->kind == BL_EXPRESSION_BINARY)
        return bl_kernel_at_start(kc, names, expression->binary.left) ||
               bl_kernel_at_start(kc, names, expression->binary.right);
    return !bl_kernel_is_constant(kc, names, expression) &&
           bl_kernel_is_constant(kc, &none, expression);
}

/* Its number; one that is there already is taken. */
static int add(struct bl_kernel_check *kc, struct bl_kernel_names *names,
               struct bl_kernel_expression expression) {
    for (int i = 0; i < names->expressions.count; i++) {
        const struct bl_kernel_expression *other = &names->expressions.items[i];
        if (other->operator== expression.operator&& other->value == expression.value &&
            other->left == expression.left && other->right == expression.right)
            return i;
    }
    *BL_APPEND(kc->check->arena, &names->expressions) = expression;
    return names->expressions.count - 1;
}

int bl_kernel_operation_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                             struct bl_kernel_expression expression) {
    const struct bl_kernel_expression *items = names->expressions.items;
    if (expression.left < 0 || expression.right < 0 ||
        expression.operator== BL_KERNEL_AT_NODE || items[expression.left]
            .
            operator!= BL_KERNEL_NUMBER || items[expression.right]
            .
            operator!= BL_KERNEL_NUMBER)
        return add(kc, names, expression);
    const struct bl_kernel_expression operands[] = {items[expression.left],
                                                    items[expression.right],
                                                    {expression.operator, expression.value, 0, 1}};
    const struct bl_kernel constants = {.expressions = operands};
    return bl_kernel_number_make(kc, names, bl_kernel_value(&constants, 2, NULL, NULL, 0));
}

int bl_kernel_leaf_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                        enum bl_kernel_operator operator, int64_t value) {
    return add(kc, names, (struct bl_kernel_expression){operator, (uint32_t)value, -1, -1});
}
int bl_kernel_number_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                          int64_t value) {
    return bl_kernel_leaf_make(kc, names, BL_KERNEL_NUMBER, value);
}

bool bl_kernel_constant(struct bl_kernel_check *kc, const struct bl_expression *expression,
                        int64_t *value) {
    struct bl_value constant = bl_check_expression(kc->check, expression);
    char text[64];
    if (constant.bad) return false;
    bool fits = constant.whole || bl_value_is(constant, BL_AMOUNT_SIZE);
    double real = constant.whole ? (double)constant.integer : constant.real;
    *value = (int64_t)real;
    if (fits && real >= -2147483648.0 && real < 4294967296.0 && (double)*value == real) return true;
    bl_value_text(text, sizeof text, constant);
    bl_report(kc->check->diags, BL_MSG_KERNEL_NUMBER, expression->range, text);
    return false;
}

static const struct {
    enum bl_token_kind sign;
    enum bl_kernel_operator operator;
} signs[] = {{BL_TOKEN_PLUS, BL_KERNEL_ADD},
             {BL_TOKEN_MINUS, BL_KERNEL_SUBTRACT},
             {BL_TOKEN_STAR, BL_KERNEL_MULTIPLY},
             {BL_TOKEN_SHIFT_LEFT, BL_KERNEL_SHIFT_LEFT},
             {BL_TOKEN_SHIFT_RIGHT, BL_KERNEL_SHIFT_RIGHT}};

static int no_operator(struct bl_kernel_check *kc, const struct bl_expression *expression) {
    bl_report(kc->check->diags, BL_MSG_KERNEL_OPERATOR, expression->range);
    return -1;
}

/* Division by a power of two is a shift, its rest a mask. */
static int make_division(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                         const struct bl_expression *expression) {
    const struct bl_expression *by = expression->binary.right;
    int64_t value;
    if (!bl_kernel_is_constant(kc, names, by) && !is_nodes(by)) return no_operator(kc, expression);
    if (is_nodes(by)) value = kc->cluster->nodes;
    else if (!bl_kernel_constant(kc, by, &value)) return -1;
    if (value <= 0 || (value & (value - 1))) return no_operator(kc, expression);
    int left = bl_kernel_expression_make(kc, names, expression->binary.left);
    if (left < 0) return -1;
    bool rest = expression->sign == BL_TOKEN_PERCENT;
    int right = bl_kernel_number_make(kc, names,
                                      rest ? value - 1 : __builtin_ctzll((uint64_t)value));
    return add(kc, names,
               (struct bl_kernel_expression){rest ? BL_KERNEL_AND : BL_KERNEL_SHIFT_RIGHT, 0, left,
                                             right});
}

static int make_binary(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                       const struct bl_expression *expression) {
    if (expression->sign == BL_TOKEN_SLASH || expression->sign == BL_TOKEN_PERCENT)
        return make_division(kc, names, expression);
    size_t i = 0;
    while (i < sizeof signs / sizeof *signs && signs[i].sign != expression->sign) i++;
    if (i == sizeof signs / sizeof *signs) return no_operator(kc, expression);
    int left = bl_kernel_expression_make(kc, names, expression->binary.left);
    int right = bl_kernel_expression_make(kc, names, expression->binary.right);
    if (left < 0 || right < 0) return -1;
    return add(kc, names, (struct bl_kernel_expression){signs[i].operator, 0, left, right});
}

int bl_kernel_expression_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                              const struct bl_expression *expression) {
    struct bl_kernel_expression found;
    int64_t value;
    if (!expression || expression->kind == BL_EXPRESSION_BAD) return -1;
    if (bl_kernel_is_constant(kc, names, expression))
        return bl_kernel_constant(kc, expression, &value) ? bl_kernel_number_make(kc, names, value)
                                                          : -1;
    switch (expression->kind) {
    case BL_EXPRESSION_NAME:
        bl_kernel_find_name(kc, names, expression, &found);
        if (found.operator!= BL_KERNEL_CYCLES) return add(kc, names, found);
        bl_report(kc->check->diags, BL_MSG_KERNEL_CYCLES, expression->range,
                  expression->name->text, expression->name->text);
        return -1;
    case BL_EXPRESSION_BINARY: return make_binary(kc, names, expression);
    case BL_EXPRESSION_NEGATE: {
        int zero = bl_kernel_number_make(kc, names, 0);
        int right = bl_kernel_expression_make(kc, names, expression->binary.left);
        if (right < 0) return -1;
        return add(kc, names, (struct bl_kernel_expression){BL_KERNEL_SUBTRACT, 0, zero, right});
    }
    default: return no_operator(kc, expression);
    }
}

/* ---- numbers of nodes */

static bool divide(struct bl_kernel_check *kc, const struct bl_expression *expression, int64_t left,
                   int64_t right, int64_t *value) {
    if (!right) {
        bl_report(kc->check->diags, BL_MSG_DIVISION_BY_ZERO, expression->binary.right->range);
        return false;
    }
    int64_t rest = left % right;
    if (rest < 0) rest += right < 0 ? -right : right; /* a ring: -1 % n is n - 1 */
    *value = expression->sign == BL_TOKEN_PERCENT ? rest : left / right;
    return true;
}

static bool node_binary(struct bl_kernel_check *kc, const struct bl_expression *expression,
                        int node, int64_t *value) {
    int64_t left, right;
    if (!bl_kernel_node_value(kc, expression->binary.left, node, &left) ||
        !bl_kernel_node_value(kc, expression->binary.right, node, &right))
        return false;
    switch (expression->sign) {
    case BL_TOKEN_PLUS: *value = left + right; return true;
    case BL_TOKEN_MINUS: *value = left - right; return true;
    case BL_TOKEN_STAR: *value = left * right; return true;
    case BL_TOKEN_SLASH:
    case BL_TOKEN_PERCENT: return divide(kc, expression, left, right, value);
    default: no_operator(kc, expression); return false;
    }
}

bool bl_kernel_node_value(struct bl_kernel_check *kc, const struct bl_expression *expression,
                          int node, int64_t *value) {
    static const struct bl_kernel_names none;
    if (!expression || expression->kind == BL_EXPRESSION_BAD) return false;
    if (bl_kernel_is_constant(kc, &none, expression))
        return bl_kernel_constant(kc, expression, value);
    *value = is_nodes(expression) ? kc->cluster->nodes : node;
    if (expression->kind == BL_EXPRESSION_NAME) return true;
    if (expression->kind == BL_EXPRESSION_BINARY) return node_binary(kc, expression, node, value);
    no_operator(kc, expression);
    return false;
}

static bool check_node(struct bl_kernel_check *kc, struct bl_range range, int64_t value) {
    if (value >= 0 && value < kc->cluster->nodes) return true;
    bl_report(kc->check->diags, BL_MSG_KERNEL_NODES, range, (long long)value,
              kc->cluster->nodes - 1);
    return false;
}

static bool check_range(struct bl_kernel_check *kc, struct bl_range range, int64_t first,
                        int64_t last) {
    if (!check_node(kc, range, first) || !check_node(kc, range, last)) return false;
    if (first > last)
        bl_report(kc->check->diags, BL_MSG_KERNEL_NO_NODES, range, (long long)first,
                  (long long)last);
    return first <= last;
}

const bool *bl_kernel_nodes(struct bl_kernel_check *kc, const struct bl_nodes_tree *tree) {
    int64_t first = 0, last = kc->cluster->nodes - 1;
    bool *nodes = BL_NEW(kc->check->arena, bool, kc->cluster->nodes);
    if (tree->first) {
        if (!bl_kernel_node_value(kc, tree->first, 0, &first)) return NULL;
        last = first;
        if (tree->last && !bl_kernel_node_value(kc, tree->last, 0, &last)) return NULL;
        if (!check_range(kc, tree->range, first, last)) return NULL;
    }
    for (int64_t i = first; i <= last; i++) nodes[i] = true;
    return nodes;
}
