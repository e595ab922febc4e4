/* What a program says of the arguments of its kernels. */
#include <inttypes.h>
#include <stdio.h>

#include "bl_device_kernel_inner.h"

/* Of the values of its two sides. */
static int64_t operate(enum bl_device_term_kind kind, int64_t left, int64_t right) {
    switch (kind) {
    case BL_DEVICE_TERM_ADD: return left + right;
    case BL_DEVICE_TERM_SUBTRACT: return left - right;
    case BL_DEVICE_TERM_MULTIPLY: return left * right;
    case BL_DEVICE_TERM_DIVIDE: return left / right;
    case BL_DEVICE_TERM_REST: return (left % right + right) % right;
    case BL_DEVICE_TERM_SHIFT_RIGHT: return left >> right;
    case BL_DEVICE_TERM_EQUAL: return left == right;
    case BL_DEVICE_TERM_NOT_EQUAL: return left != right;
    case BL_DEVICE_TERM_LESS: return left < right;
    case BL_DEVICE_TERM_LESS_EQUAL: return left <= right;
    default: return 0;
    }
}

static int64_t value_of(const struct bl_device_rule *rule, int number, const uint32_t *arguments,
                        int node) {
    const struct bl_device_term *term = &rule->terms[number];
    switch (term->kind) {
    case BL_DEVICE_TERM_NUMBER: return term->value;
    case BL_DEVICE_TERM_ARGUMENT: return arguments[term->value];
    case BL_DEVICE_TERM_NODE: return node;
    default:
        return operate(term->kind, value_of(rule, term->left, arguments, node),
                       value_of(rule, term->right, arguments, node));
    }
}

const struct bl_device_rule *bl_device_rules_broken(const struct bl_device_rule *rules, int count,
                                                    const uint32_t *arguments, int node) {
    for (int i = 0; i < count; i++)
        if (!value_of(&rules[i], rules[i].count - 1, arguments, node)) return &rules[i];
    return NULL;
}

/* One may be set by a value that a later rule sets: as often as there are rules. */
void bl_device_rules_set(const struct bl_device_rule *rules, int count, uint32_t *arguments,
                         uint64_t kept, int node) {
    for (int times = 0; times < count; times++)
        for (int i = 0; i < count; i++) {
            if (rules[i].sets < 0 || (rules[i].sets < 64 && kept >> rules[i].sets & 1)) continue;
            int64_t value = value_of(&rules[i], rules[i].by, arguments, node);
            if (value >= 0 && value <= UINT32_MAX) arguments[rules[i].sets] = (uint32_t)value;
        }
}

/* "n = 4, peer = 9" */
static void list_values(char *text, size_t room, const struct bl_device_kernel *kernel,
                        const uint32_t *arguments) {
    size_t at = 0;
    *text = '\0';
    for (int i = 0; i < kernel->argument_count && at < room; i++)
        at += (size_t)snprintf(text + at, room - at, "%s%s = %" PRIu32, i ? ", " : "",
                               kernel->names[i], arguments[i]);
}

enum bl_device_result bl_device_kernel_allows(struct bl_device *device, int node,
                                              const struct bl_device_kernel *kernel,
                                              const uint32_t *arguments) {
    enum bl_device_result result = BL_DEVICE_OK;
    char values[256];
    if (kernel->argument_count) result = bl_device_place(device, arguments);
    if (result || !kernel->rule_count) return result;
    const struct bl_device_rule *broken = bl_device_rules_broken(kernel->rules, kernel->rule_count,
                                                                 arguments, node);
    if (!broken) return BL_DEVICE_OK;
    list_values(values, sizeof values, kernel, arguments);
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "kernel %s of node %d requires `%s`: %s",
                          kernel->name, node, broken->text, values);
}
