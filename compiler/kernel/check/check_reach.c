/* What of the ends of moves is known before a run: that places in memories lie in them, and that
   there are the nodes that ends name. The rest are errors of the running kernel. */
#include "base/value.h"
#include "kernel/check/check_inner.h"

bool bl_kernel_is_settled(const struct bl_kernel_names *names, int expression, bool nodes) {
    const struct bl_kernel_expression *e = &names->expressions.items[expression];
    switch (e->operator) {
    case BL_KERNEL_ARGUMENT:
    case BL_KERNEL_CYCLES:
    case BL_KERNEL_COUNTER: return false;
    case BL_KERNEL_NODE:
    case BL_KERNEL_AT_NODE:
        return nodes && (e->left < 0 || bl_kernel_is_settled(names, e->left, nodes));
    default:
        return (e->left < 0 || bl_kernel_is_settled(names, e->left, nodes)) &&
               (e->right < 0 || bl_kernel_is_settled(names, e->right, nodes));
    }
}

static int64_t value_at(const struct bl_kernel_names *names, int expression, int node) {
    const struct bl_kernel kernel = {.expressions = names->expressions.items};
    return bl_kernel_value(&kernel, expression, NULL, NULL, node);
}

static bool report_beyond(struct bl_kernel_making *making, struct bl_range range,
                          const struct bl_kernel_memory *memory, int64_t end, const char *what) {
    char size[64];
    bl_amount_print(size, sizeof size, BL_AMOUNT_CAPACITY, (double)memory->bytes);
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_BEYOND, range, memory->name, size, what,
              (long long)end);
    return false;
}

/* Of a move of `length` elements of so many bytes; without elements it is nowhere. */
static bool check_at(struct bl_kernel_making *making, const struct bl_kernel_reach *reach,
                     int node) {
    const struct bl_kernel_memory *memory = &making->kc->kernels->memories[reach->memory];
    const struct bl_kernel_names *names = &making->names;
    bool known = reach->length >= 0 && bl_kernel_is_settled(names, reach->length, true);
    int64_t begin = value_at(names, reach->address, node),
            length = known ? value_at(names, reach->length, node) : 1,
            end = begin + length * reach->bytes;
    if (!length || !memory->bytes) return true;
    if (begin % BL_KERNEL_GRANULE) {
        bl_report(making->kc->check->diags, BL_MSG_KERNEL_ALIGNED, reach->range, BL_KERNEL_GRANULE,
                  (long long)begin);
        return false;
    }
    if (begin >= memory->bytes)
        return report_beyond(making, reach->range, memory, begin, "begins at byte");
    if (known && end > memory->bytes)
        return report_beyond(making, reach->range, memory, end - 1, "goes on to byte");
    return true;
}

bool bl_kernel_check_reach(struct bl_kernel_making *making, const struct bl_kernel_reach *reach) {
    const struct bl_kernel_names *names = &making->names;
    bool known = reach->length >= 0 && bl_kernel_is_settled(names, reach->length, true);
    if (!bl_kernel_is_settled(names, reach->address, known)) return true;
    for (int node = 0; making->kernel->on && node < making->kc->cluster->nodes; node++)
        if (making->kernel->on[node] && !check_at(making, reach, node)) return false;
    return true;
}

bool bl_kernel_check_named(struct bl_kernel_making *making, struct bl_range range, int node) {
    int nodes = making->kc->cluster->nodes;
    if (!bl_kernel_is_settled(&making->names, node, false)) return true;
    int64_t value = value_at(&making->names, node, 0);
    if (value < nodes) return true;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_NODES, range, (long long)value, nodes - 1);
    return false;
}
