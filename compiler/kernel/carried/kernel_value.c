#include "kernel/carried/kernels.h"

static bool is_memory(struct bl_kernel_end end, int memory) {
    return bl_kernel_at_memory(end) && end.number == memory;
}

bool bl_kernel_tracks(const struct bl_kernel *kernel, int memory) {
    int reads = 0, writes = 0;
    bool waits = false;
    for (int i = 0; i < kernel->move_count; i++) {
        bool read = is_memory(kernel->moves[i].from, memory),
             write = is_memory(kernel->moves[i].to, memory);
        reads += read;
        writes += write;
        waits |= (read || write) && !kernel->moves[i].free;
    }
    return waits && (writes > 1 || (reads && writes));
}

bool bl_kernel_copies_at(const struct bl_kernel *kernel, bool target, int place) {
    for (int i = 0; i < kernel->move_count; i++) {
        const struct bl_kernel_move *move = &kernel->moves[i];
        if (move->copies && (target ? move->target : move->source) == place) return true;
    }
    return false;
}

uint32_t bl_kernel_value(const struct bl_kernel *kernel, int expression, const uint32_t *arguments,
                         const uint32_t *counters, int node) {
    const struct bl_kernel_expression *e = &kernel->expressions[expression];
    uint32_t left = 0, right = 0;
    if (e->left >= 0) left = bl_kernel_value(kernel, e->left, arguments, counters, node);
    if (e->right >= 0) right = bl_kernel_value(kernel, e->right, arguments, counters, node);
    switch (e->operator) {
    case BL_KERNEL_NUMBER: return e->value;
    case BL_KERNEL_ARGUMENT: return arguments[e->value];
    case BL_KERNEL_COUNTER: return counters[e->value];
    case BL_KERNEL_NODE: return (uint32_t)node;
    case BL_KERNEL_CYCLES: return 0;
    case BL_KERNEL_AT_NODE: return (uint32_t)node == e->value ? left : 0;
    case BL_KERNEL_MINIMUM: return left < right ? left : right;
    case BL_KERNEL_ADD: return left + right;
    case BL_KERNEL_SUBTRACT: return left - right;
    case BL_KERNEL_MULTIPLY: return left * right;
    case BL_KERNEL_SHIFT_LEFT: return right < 32 ? left << right : 0;
    case BL_KERNEL_SHIFT_RIGHT: return right < 32 ? left >> right : 0;
    case BL_KERNEL_AND: return left & right;
    }
    return 0;
}
