/* Copies: what a descriptor can say, as far as it is known before a run, and the names of their
   cycles. */
#include "base/arena.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/check/check_inner.h"

static bool on_bus(const struct bl_kernel_making *making, int memory) {
    return bl_kernel_memory_row(&making->kc->kernels->memories[memory])->on_bus;
}

static const char *name_of(const struct bl_kernel_making *making, struct bl_kernel_end end) {
    return making->kc->kernels->memories[end.number].name;
}

/* The value of an expression at a node, where it is known before a run. */
static bool value_at(const struct bl_kernel_making *making, int expression, int node,
                     int64_t *value) {
    const struct bl_kernel kernel = {.expressions = making->names.expressions.items};
    if (!bl_kernel_is_settled(&making->names, expression, true)) return false;
    *value = bl_kernel_value(&kernel, expression, NULL, NULL, node);
    return true;
}

static bool check_at(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                     const struct bl_kernel_move *move, int node) {
    struct bl_diags *diags = making->kc->check->diags;
    int64_t length, from, to;
    if (value_at(making, move->length, node, &length) && length > BL_KERNEL_COPY_GRANULES) {
        bl_report(diags, BL_MSG_KERNEL_COPY_LONG, tree->range, BL_KERNEL_COPY_GRANULES,
                  (long long)length);
        return false;
    }
    if (!value_at(making, move->from_address, node, &from) ||
        !value_at(making, move->to_address, node, &to) || !((from ^ to) % BL_KERNEL_WORD_BYTES))
        return true;
    bl_report(diags, BL_MSG_KERNEL_COPY_ALIKE, tree->range, BL_KERNEL_WORD_BYTES, (long long)from,
              (long long)to);
    return false;
}

bool bl_kernel_check_copy(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                          const struct bl_kernel_move *move) {
    if (on_bus(making, move->from.number) == on_bus(making, move->to.number)) {
        bl_report(making->kc->check->diags, BL_MSG_KERNEL_COPY, tree->range,
                  name_of(making, move->from), name_of(making, move->to));
        return false;
    }
    for (int node = 0; making->kernel->on && node < making->kc->cluster->nodes; node++)
        if (making->kernel->on[node] && !check_at(making, tree, move, node)) return false;
    return true;
}

/* ---- cycles */

bool bl_kernel_name_cycles(struct bl_kernel_making *making, const struct bl_name *name) {
    const struct bl_expression use = {.kind = BL_EXPRESSION_NAME, .name = name->symbol};
    struct bl_kernel_expression unused;
    if (bl_kernel_find_name(making->kc, &making->names, &use, &unused)) {
        bl_report(making->kc->check->diags, BL_MSG_KERNEL_CYCLES_NAME, name->range,
                  name->symbol->text, making->kernel->name);
        return false;
    }
    *BL_APPEND(making->kc->check->arena,
               &making->names.timed) = (struct bl_kernel_timed){name->symbol, making->moves.count};
    return true;
}

int bl_kernel_cycles_of(const struct bl_kernel_making *making, const struct bl_end_tree *tree) {
    struct bl_kernel_expression found;
    if (tree->word != BL_END_FILL || !tree->address || tree->address->kind != BL_EXPRESSION_NAME ||
        !bl_kernel_find_name(making->kc, &making->names, tree->address, &found) ||
        found.operator!= BL_KERNEL_CYCLES)
        return -1;
    return (int)found.value;
}

int bl_kernel_cycles_make(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                          const struct bl_kernel_move *move) {
    const char *name = tree->from.address->name->text;
    int64_t length;
    if (bl_kernel_at_memory(move->to) && value_at(making, move->length, 0, &length) && length == 1)
        return bl_kernel_leaf_make(making->kc, &making->names, BL_KERNEL_CYCLES,
                                   bl_kernel_cycles_of(making, &tree->from));
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_CYCLES, tree->range, name, name);
    return -1;
}

/* ---- ids */

void bl_kernel_check_copies(struct bl_kernel_check *kc) {
    for (int to_bus = 0; to_bus < 2; to_bus++)
        if (bl_kernel_count_copies(kc->kernels, to_bus, NULL) > BL_KERNEL_COPIES)
            bl_report(kc->check->diags, BL_MSG_KERNEL_COPIES, kc->kernel_trees.items[0]->name.range,
                      BL_KERNEL_COPIES);
}
