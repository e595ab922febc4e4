/* What the module of a kernel's moves takes, as the sum of what stands in it: registers, sums and
   comparisons by their bits, as far as those are known to be other than 0, and choices by their
   ways. What is left, of the steps and commands, are counts of Yosys. */
#include "kernel/lower/kernel_cost.h"

#include "base/arena.h"
#include "base/bits.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/carried/kernels.h"
#include "templates/cost.h"

enum { NUMBER = 32, CLOCKS = 64, ADDRESS = 64, EXTENT = 33, OUT = 16, DEEP = 4, DSP_BITS = 18 };

struct work {
    const struct bl_kernels *kernels;
    const struct bl_kernel *kernel;
    struct bl_costing to;
    uint32_t *masks; /* of each expression: the bits that may be 1 */
    bool *used;
    int *depths;
};

static int ones(uint32_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}
static bool is_constant(const struct work *w, int expression) {
    return expression < 0 || w->kernel->expressions[expression].operator== BL_KERNEL_NUMBER;
}
static uint32_t value_of(const struct work *w, int expression) {
    return expression < 0 ? 0 : w->kernel->expressions[expression].value;
}

/* ---- expressions */

/* From the lowest bit that may be 1 on. */
static uint32_t upwards(uint32_t mask) { return mask ? ~((mask & -mask) - 1) : 0; }
/* Up to the highest one and the carry behind it. */
static uint32_t downwards(uint32_t mask) {
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    return mask << 1 | 1;
}

static uint32_t mask_of(const struct work *w, const struct bl_kernel_expression *of) {
    const uint32_t left = of->left < 0 ? 0 : w->masks[of->left],
                   right = of->right < 0 ? 0 : w->masks[of->right];
    const bool constant = is_constant(w, of->right);
    const uint32_t value = value_of(w, of->right);
    switch (of->operator) {
    case BL_KERNEL_NUMBER: return of->value;
    case BL_KERNEL_AT_NODE: return left;
    case BL_KERNEL_MINIMUM: return left | right;
    case BL_KERNEL_AND: return left & right;
    case BL_KERNEL_ADD: return upwards(left | right) & downwards(left | right);
    case BL_KERNEL_SUBTRACT: return upwards(left | right);
    case BL_KERNEL_MULTIPLY: return upwards(left) & (left ? upwards(right) : 0);
    case BL_KERNEL_SHIFT_LEFT: return constant ? left << (value & 31) : UINT32_MAX;
    case BL_KERNEL_SHIFT_RIGHT: return constant ? left >> (value & 31) : UINT32_MAX;
    default: return UINT32_MAX;
    }
}

/* A product with a constant is a sum for each of its ones but one; another one is of DSP blocks and
   the sums behind them. */
static void add_product(struct work *w, const struct bl_kernel_expression *of, int bits) {
    const bool left = is_constant(w, of->left), right = is_constant(w, of->right);
    if (left || right) {
        const int sums = ones(value_of(w, left ? of->left : of->right)) - 1;
        w->to.cost.carry += (double)bl_max(sums, 0) * bits;
        return;
    }
    const bool wide = ones(w->masks[of->left]) > DSP_BITS && ones(w->masks[of->right]) > DSP_BITS;
    w->to.cost.dsp += wide ? 3 : 2;
    w->to.cost.carry += (wide ? 2.0 : 1.0) * bits;
}

static void add_operator(struct work *w, const struct bl_kernel_expression *of, int bits) {
    struct bl_cost *cost = &w->to.cost;
    switch (of->operator) {
    case BL_KERNEL_ADD:
    case BL_KERNEL_SUBTRACT:
        if (!is_constant(w, of->left) || value_of(w, of->left)) cost->carry += bits;
        return;
    case BL_KERNEL_MINIMUM: cost->carry += bits, cost->lut[3] += bits; return;
    case BL_KERNEL_MULTIPLY: add_product(w, of, bits); return;
    case BL_KERNEL_AT_NODE: cost->lut[6] += 6, cost->lut[2] += bits; return;
    default: return;
    }
}

static void use(struct work *w, int expression) {
    if (expression >= 0) w->used[expression] = true;
}

/* What moves and repeats depend on, and what that depends on. */
static void find_used(struct work *w) {
    const struct bl_kernel *kernel = w->kernel;
    for (int i = 0; i < kernel->move_count; i++) {
        const struct bl_kernel_move *move = &kernel->moves[i];
        use(w, move->from_address), use(w, move->to_address), use(w, move->length);
        use(w, move->from_node), use(w, move->to_node);
    }
    for (int i = 0; i < kernel->step_count; i++)
        if (kernel->steps[i].kind == BL_KERNEL_REPEAT)
            use(w, kernel->steps[i].first), use(w, kernel->steps[i].last);
    for (int i = kernel->expression_count - 1; i >= 0; i--)
        if (w->used[i]) use(w, kernel->expressions[i].left), use(w, kernel->expressions[i].right);
}

static int find_depth(struct work *w) {
    int most = 0;
    for (int i = 0; i < w->kernel->expression_count; i++) {
        const struct bl_kernel_expression *of = &w->kernel->expressions[i];
        if (of->left >= 0) w->depths[i] = 1 + w->depths[of->left];
        if (of->right >= 0) w->depths[i] = bl_max(w->depths[i], 1 + w->depths[of->right]);
        w->masks[i] = mask_of(w, of);
        most = bl_max(most, w->depths[i]);
    }
    return most;
}

static void add_expressions(struct work *w) {
    const int depth = find_depth(w);
    find_used(w);
    for (int i = 0; i < w->kernel->expression_count; i++) {
        if (!w->used[i] || !w->depths[i]) continue;
        add_operator(w, &w->kernel->expressions[i], ones(w->masks[i]));
        if (depth > DEEP) w->to.cost.ff += ones(w->masks[i]);
    }
    if (depth > DEEP) w->to.cost.ff += bl_log2(depth + 1), w->to.cost.lut[4] += 8;
}

/* ---- moves */

/* A number of the move that is under way. */
enum field { FROM_ADDRESS, TO_ADDRESS, FROM_NODE, TO_NODE, LENGTH, FIELDS };

static int field_of(const struct bl_kernel_move *move, enum field field) {
    const int fields[FIELDS] = {move->from_address, move->to_address, move->from_node,
                                move->to_node, move->length};
    return fields[field];
}

static bool is_new(const struct work *w, enum field field, int move) {
    for (int i = 0; i < move; i++)
        if (field_of(&w->kernel->moves[i], field) == field_of(&w->kernel->moves[move], field))
            return false;
    return true;
}

/* The register of a number, chosen by the step. Its bits. */
static int add_field(struct work *w, enum field field) {
    uint32_t mask = 0;
    int ways = 0, constants = 0;
    for (int i = 0; i < w->kernel->move_count; i++) {
        const int expression = field_of(&w->kernel->moves[i], field);
        mask |= is_constant(w, expression) ? value_of(w, expression) : w->masks[expression];
        if (is_new(w, field, i)) ways++, constants += is_constant(w, expression);
    }
    bl_cost_choose(&w->to, ways - constants + (constants > 0), ones(mask));
    w->to.cost.ff += ones(mask);
    return ones(mask);
}

/* Readers, or writers: their address on the bus, how many commands are out, whether the move stays
   in its memory. */
static void add_side(struct work *w, int count, int bits) {
    struct bl_cost *cost = &w->to.cost;
    if (!count) return;
    cost->ff += ADDRESS + OUT;
    cost->carry += ADDRESS + 2.0 * OUT + count - 1;
    cost->carry += bits ? 2.0 * EXTENT : EXTENT;
    cost->lut[4] += count;
}

static int count_ends(const struct bl_kernel_end *ends, int count, int memory) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += bl_kernel_at_memory(ends[i]) && ends[i].number == memory;
    return found;
}

/* All of them: what moves are compared with is known then. */
static bool has_constant_addresses(const struct work *w) {
    for (int i = 0; i < w->kernel->move_count; i++)
        if (!is_constant(w, w->kernel->moves[i].from_address) ||
            !is_constant(w, w->kernel->moves[i].to_address))
            return false;
    return true;
}

/* What readers and writers of a memory have under way, from where to where, and what a move is
   compared with: one that reads with all that is written, one that writes with all. */
static void add_tracked(struct work *w, int memory) {
    const struct bl_kernel *kernel = w->kernel;
    const int readers = count_ends(kernel->sources, kernel->source_count, memory),
              writers = count_ends(kernel->targets, kernel->target_count, memory),
              others = (readers > 0) + (writers > 1);
    if (!bl_kernel_tracks(kernel, memory) || has_constant_addresses(w)) return;
    w->to.cost.ff += (readers + writers) * (2.0 * EXTENT + 1);
    w->to.cost.lut[4] += 16.0 * (readers + writers);
    w->to.cost.carry += 2.0 * EXTENT * ((writers > 0) * readers + others * writers);
}

static void add_memories(struct work *w) {
    for (int i = 0; i < w->kernels->memory_count; i++) {
        if (!bl_kernel_uses(w->kernel, i, false) && !bl_kernel_uses(w->kernel, i, true)) continue;
        w->to.cost.carry += ADDRESS;
        w->to.cost.ff += 3;
        add_tracked(w, i);
    }
}

static void add_counters(struct work *w) {
    struct bl_cost *cost = &w->to.cost;
    for (int i = 0; i < w->kernel->counter_count; i++) {
        cost->ff += NUMBER;
        cost->carry += 2.0 * NUMBER;
        cost->lut[4] += NUMBER;
    }
}

/* Commands that are offered, at the ends and at the switch. */
static void add_offers(struct work *w) {
    const struct bl_kernel *kernel = w->kernel;
    const int ends = 2 * (kernel->source_count + kernel->target_count) +
                     bl_kernel_aims(w->kernels, kernel) + bl_kernel_awaits(w->kernels, kernel);
    w->to.cost.lut[4] += 2.5 * ends;
    w->to.cost.ff += ends;
}

static void add_steps(struct work *w) {
    const int steps = w->kernel->step_count, bits = bl_log2(steps + 2),
              moves = bl_kernel_readers(w->kernel) + bl_kernel_writers(w->kernel);
    struct bl_cost *cost = &w->to.cost;
    cost->lut[5] += 3.0 * steps + 2.0 * moves + 6.0 * bits;
    cost->ff += 2.0 * bits + bl_kernel_end_bits(w->kernel->source_count) +
                bl_kernel_end_bits(w->kernel->target_count);
}

/* What every kernel has: its number, clocks, error, length. */
static void add_frame(struct work *w) {
    struct bl_cost *cost = &w->to.cost;
    cost->ff += CLOCKS + 2 * OUT + 16;
    cost->carry += CLOCKS + OUT;
    cost->lut[6] += 20;
    cost->lut[4] += 40;
}

/* Where a carry has no tables in front of it, more than half of these take one of their own. */
static void share_carries(struct bl_cost *cost) {
    cost->lut[3] += 0.6 * cost->carry;
    cost->carry *= 0.4;
}

const struct bl_cost *bl_kernel_cost(struct bl_arena *arena, const struct bl_kernels *kernels,
                                     const struct bl_kernel *kernel) {
    const int count = kernel->expression_count + 1;
    struct work w = {.kernels = kernels,
                     .kernel = kernel,
                     .masks = BL_NEW(arena, uint32_t, count),
                     .used = BL_NEW(arena, bool, count),
                     .depths = BL_NEW(arena, int, count)};
    add_expressions(&w);
    int from = add_field(&w, FROM_ADDRESS), to = add_field(&w, TO_ADDRESS);
    add_field(&w, FROM_NODE), add_field(&w, TO_NODE), add_field(&w, LENGTH);
    add_side(&w, bl_kernel_readers(kernel), from);
    add_side(&w, bl_kernel_writers(kernel), to);
    w.to.cost.ff += from + to || bl_kernel_readers(kernel) + bl_kernel_writers(kernel) ? NUMBER : 0;
    w.to.cost.lut[4] += from + to ? NUMBER : 0;
    add_memories(&w);
    add_counters(&w);
    add_offers(&w);
    add_steps(&w);
    add_frame(&w);
    struct bl_cost *cost = BL_NEW(arena, struct bl_cost, 1);
    *cost = w.to.cost;
    share_carries(cost);
    return cost;
}
