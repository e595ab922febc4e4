/* Repeats whose last number wraps below 0: `0..n - 1` with n = 0 has 2^32 rounds. A few small
   values of the arguments are tried, on each node of the kernel. */
#include <string.h>

#include "base/arena.h"
#include "base/carried/random.h"
#include "base/text.h"
#include "kernel/check/check_inner.h"

enum { SMALL = 3, COMBINATIONS = 729 };

/* A kernel with values. */
struct rounds {
    struct bl_kernel_making *making;
    const struct bl_kernel *kernel;
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS], *counters;
    int node;
};

static uint32_t value_of(const struct rounds *rounds, int expression) {
    return bl_kernel_value(rounds->kernel, expression, rounds->arguments, rounds->counters,
                           rounds->node);
}

/* Whether a subtraction in it goes below 0. */
static bool wraps(const struct rounds *rounds, int expression) {
    const struct bl_kernel_expression *e = &rounds->kernel->expressions[expression];
    if (e->operator== BL_KERNEL_SUBTRACT && value_of(rounds, e->left) < value_of(rounds, e->right))
        return true;
    return (e->left >= 0 && wraps(rounds, e->left)) || (e->right >= 0 && wraps(rounds, e->right));
}

static bool stands_in(const struct bl_kernel *kernel, int expression,
                      enum bl_kernel_operator operator, uint32_t value) {
    const struct bl_kernel_expression *e = &kernel->expressions[expression];
    return (e->operator== operator&& e->value == value) ||
           (e->left >= 0 && stands_in(kernel, e->left, operator, value)) ||
           (e->right >= 0 && stands_in(kernel, e->right, operator, value));
}

/* " with n = 0, m = 1 on node 0": what stands in the expression. */
static const char *values_text(const struct rounds *rounds, int expression) {
    struct bl_arena *arena = rounds->making->kc->check->arena;
    const char *text = "";
    for (int i = 0; i < rounds->kernel->argument_count; i++)
        if (stands_in(rounds->kernel, expression, BL_KERNEL_ARGUMENT, (uint32_t)i))
            text = bl_format(arena, "%s%s%s = %lu", text, *text ? ", " : " with ",
                             rounds->kernel->arguments[i], (unsigned long)rounds->arguments[i]);
    if (stands_in(rounds->kernel, expression, BL_KERNEL_NODE, 0))
        text = bl_format(arena, "%s on node %d", text, rounds->node);
    return text;
}

static const char *expression_text(struct bl_arena *arena, const struct bl_expression *tree) {
    struct bl_text text = {0};
    bl_expression_print(&text, tree);
    const char *copy = bl_strdup(arena, text.bytes);
    bl_text_free(&text);
    return copy;
}

/* "; `0..<n` has none", where the last number is `n - 1`. */
static const char *hint(struct bl_arena *arena, const struct bl_move_tree *tree) {
    const struct bl_expression *last = tree->last;
    if (tree->below || last->kind != BL_EXPRESSION_BINARY || last->sign != BL_TOKEN_MINUS ||
        strcmp(expression_text(arena, last->binary.right), "1"))
        return "";
    return bl_format(arena, "; `%s..<%s` has none", expression_text(arena, tree->first),
                     expression_text(arena, last->binary.left));
}

static void report(const struct rounds *rounds, const struct bl_kernel_step *step,
                   const struct bl_move_tree *tree) {
    struct bl_check *check = rounds->making->kc->check;
    uint64_t count = (uint64_t)value_of(rounds, step->last) - value_of(rounds, step->first);
    bl_report(check->diags, BL_MSG_KERNEL_ROUNDS,
              bl_range_join(tree->first->range, tree->last->range),
              (unsigned long long)count + !step->below, values_text(rounds, step->last),
              expression_text(check->arena, tree->last), hint(check->arena, tree));
}

/* Goes through the first round of each repeat that has one; the first whose numbers wrap is
   reported. */
static bool walk(struct rounds *rounds) {
    const struct bl_kernel *kernel = rounds->kernel;
    for (int i = 0, repeat = 0; i < kernel->step_count; i++) {
        const struct bl_kernel_step *step = &kernel->steps[i];
        if (step->kind != BL_KERNEL_REPEAT) continue;
        while (rounds->making->repeats.items[repeat].step < i) repeat++;
        uint32_t first = value_of(rounds, step->first), last = value_of(rounds, step->last);
        rounds->counters[step->number] = first;
        if (step->below ? last <= first : last < first) i = step->other;
        else if (wraps(rounds, step->last)) {
            report(rounds, step, rounds->making->repeats.items[repeat].tree);
            return true;
        }
    }
    return false;
}

static bool walk_nodes(struct rounds *rounds) {
    for (int node = 0; node < rounds->making->kc->cluster->nodes; node++) {
        const struct bl_kernel *kernel = rounds->kernel;
        rounds->node = node;
        if (!kernel->on[node]) continue;
        bl_device_rules_set(kernel->rules, kernel->rule_count, rounds->arguments, 0, node);
        if (!bl_device_rules_broken(kernel->rules, kernel->rule_count, rounds->arguments, node) &&
            walk(rounds))
            return true;
    }
    return false;
}

static void choose(struct rounds *rounds, uint64_t number, bool all) {
    struct bl_random random = bl_random_at(1, number);
    for (int i = 0; i < rounds->kernel->argument_count; i++) {
        uint64_t drawn = all ? number : bl_random_next(&random) >> 16;
        rounds->arguments[i] = (uint32_t)(drawn % SMALL);
        number /= SMALL;
    }
}

void bl_kernel_check_rounds(struct bl_kernel_making *making) {
    const struct bl_kernel *kernel = making->kernel;
    struct rounds rounds = {.making = making, .kernel = kernel};
    uint64_t combinations = 1;
    if (!making->repeats.count) return;
    rounds.counters = BL_NEW(making->kc->check->arena, uint32_t, kernel->counter_count);
    for (int i = 0; i < kernel->argument_count && combinations <= COMBINATIONS; i++)
        combinations *= SMALL;
    bool all = combinations <= COMBINATIONS;
    for (uint64_t i = 0; i < (all ? combinations : COMBINATIONS); i++) {
        choose(&rounds, i, all);
        if (walk_nodes(&rounds)) return;
    }
}
