#include "kernel/carried/golden_issue.h"

#include "kernel/carried/golden_ends.h"
#include "kernel/carried/kernel_facts.h"

enum { MOST_NODES = 64, TURNS = 256 /* steps without a word, before others have a turn */ };

static uint32_t value(const struct bl_golden_running *running, int expression) {
    return bl_kernel_value(running->kernel, expression, running->arguments, running->counters,
                           running->node);
}

static bool is_tracked(const struct bl_golden_running *running, struct bl_kernel_end end) {
    return bl_kernel_at_memory(end) && bl_kernel_tracks(running->kernel, end.number);
}

/* Whether an end has as many moves issued as it may have. */
static bool is_full(const struct bl_golden_running *running, const struct bl_kernel_move *move,
                    bool source) {
    int count = 0,
        most = is_tracked(running, source ? move->from : move->to) ? 1 : BL_GOLDEN_COMMANDS;
    for (int i = 0; i < running->count; i++)
        count += source ? running->moves[i].move->source == move->source
                        : running->moves[i].move->target == move->target;
    return count >= most;
}

static bool overlap(uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end) {
    return a < b_end && b < a_end;
}

static bool same_memory(struct bl_kernel_end a, struct bl_kernel_end b) {
    return bl_kernel_at_memory(a) && bl_kernel_at_memory(b) && a.number == b.number;
}

/* Whether an earlier move writes what this one reads or writes, or reads what it writes. */
static bool conflicts(const struct bl_golden_running *running, const struct bl_golden_move *next) {
    for (int i = 0; i < running->count && !next->move->free; i++) {
        const struct bl_golden_move *earlier = &running->moves[i];
        const struct bl_kernel_move *a = earlier->move, *b = next->move;
        if (same_memory(a->to, b->from) &&
            overlap(earlier->to_first, earlier->to_end, next->from, next->from_end))
            return true;
        if (same_memory(a->from, b->to) &&
            overlap(earlier->from_first, earlier->from_end, next->to, next->to_end))
            return true;
        if (same_memory(a->to, b->to) &&
            overlap(earlier->to_first, earlier->to_end, next->to, next->to_end))
            return true;
    }
    return false;
}

static bool leaves(const struct bl_kernel_golden *golden, struct bl_kernel_end end,
                   uint32_t address, uint32_t granules) {
    return bl_kernel_at_memory(end) && (uint64_t)address + (uint64_t)granules * BL_KERNEL_GRANULE >
                                           (uint64_t)golden->kernels->memories[end.number].bytes;
}

/* The number of a node, one beyond all where it is no such number; -1: none is named. */
static int node_named(const struct bl_golden_running *running, int expression) {
    if (expression < 0) return -1;
    uint32_t number = value(running, expression);
    return number < MOST_NODES ? (int)number : MOST_NODES;
}

/* What a descriptor cannot say. */
static bool is_no_copy(const struct bl_kernel_move *move, const struct bl_golden_move *issued) {
    return move->copies && (issued->left > BL_KERNEL_COPY_GRANULES ||
                            (issued->from ^ issued->to) % BL_KERNEL_WORD_BYTES);
}

/* The move with its numbers; its error. */
static enum bl_kernel_error evaluate(const struct bl_kernel_golden *golden,
                                     const struct bl_golden_running *running,
                                     const struct bl_kernel_move *move,
                                     struct bl_golden_move *issued) {
    uint64_t bytes = (uint64_t)value(running, move->length) * (uint64_t)move->bytes;
    *issued = (struct bl_golden_move){.move = move,
                                      .left = (uint32_t)(bytes / BL_KERNEL_GRANULE),
                                      .from_node = node_named(running, move->from_node),
                                      .to_node = node_named(running, move->to_node)};
    if (move->from_address >= 0) issued->from = value(running, move->from_address);
    if (bl_kernel_at_memory(move->to)) issued->to = value(running, move->to_address);
    if (bytes == 0) return BL_KERNEL_FINE;
    uint32_t from = bl_kernel_at_memory(move->from) ? issued->from : 0;
    if (bytes % BL_KERNEL_GRANULE || from % BL_KERNEL_GRANULE || issued->to % BL_KERNEL_GRANULE)
        return BL_KERNEL_UNALIGNED;
    if (bytes >= UINT64_C(1) << 32 || leaves(golden, move->from, issued->from, issued->left) ||
        leaves(golden, move->to, issued->to, issued->left))
        return BL_KERNEL_BEYOND;
    if (is_no_copy(move, issued)) return BL_KERNEL_COPY;
    if (issued->from_node >= golden->kernels->nodes || issued->to_node >= golden->kernels->nodes)
        return BL_KERNEL_NO_NODE;
    issued->from_first = issued->from;
    issued->to_first = issued->to;
    issued->from_end = issued->from + (uint32_t)bytes;
    issued->to_end = issued->to + (uint32_t)bytes;
    return BL_KERNEL_FINE;
}

/* Puts a move behind those that go on; what it receives from a channel of any nodes is wanted
   from now on. */
static void begin_move(const struct bl_kernel_golden *golden, struct bl_golden_running *running,
                       const struct bl_golden_move *next) {
    struct bl_golden_move *move = &running->moves[running->count++];
    *move = *next;
    if (next->from_node < 0) return;
    struct bl_golden_queue *queue = bl_kernel_golden_channel_queue(golden, running->node,
                                                                   next->move->from.number);
    bl_kernel_golden_settle(queue);
    move->wanted = queue->wanted_tail;
    queue->wanted[queue->wanted_tail++ % BL_GOLDEN_COMMANDS] = (struct bl_golden_wanted){
        next->from_node, next->left};
}

/* What is seen of the move's collective. */
static void note_collective(struct bl_golden_running *running, const struct bl_golden_move *next,
                            bool waits) {
    int number = next->move->collective;
    uint64_t bit = number && next->left ? UINT64_C(1) << number % 64 : 0;
    running->overlap = waits ? number : 0;
    if (waits) running->overlapped |= bit;
    running->collectives = (running->collectives | bit) & ~running->overlapped;
}

static bool issue_move(const struct bl_kernel_golden *golden, struct bl_golden_running *running,
                       const struct bl_kernel_move *move) {
    struct bl_golden_move next;
    running->error = evaluate(golden, running, move, &next);
    if (running->error) {
        running->step = running->kernel->step_count;
        return true;
    }
    bool waits = next.left && conflicts(running, &next);
    note_collective(running, &next, waits);
    if (waits || (next.left && (running->count == BL_GOLDEN_MOVES || is_full(running, move, true) ||
                                is_full(running, move, false))))
        return false;
    if (next.left) begin_move(golden, running, &next);
    running->step++;
    return true;
}

/* A move that leaves its memory ends the kernel before it begins. */
static void check_move(const struct bl_kernel_golden *golden, struct bl_golden_running *running,
                       const struct bl_kernel_move *move) {
    struct bl_golden_move unused;
    running->error = evaluate(golden, running, move, &unused);
    running->step = running->error ? running->kernel->step_count : running->step + 1;
}

static void turn(struct bl_golden_running *running, const struct bl_kernel_step *step) {
    uint32_t *counter = &running->counters[step->number];
    if (step->kind == BL_KERNEL_REPEAT) {
        uint32_t last = value(running, step->last);
        *counter = value(running, step->first);
        bool none = step->below ? last <= *counter : last < *counter;
        running->step = none ? step->other + 1 : running->step + 1;
        return;
    }
    const struct bl_kernel_step *begin = &running->kernel->steps[step->other];
    bool over = *counter + begin->below == value(running, begin->last);
    running->step = over ? running->step + 1 : step->other + 1;
    ++*counter;
}

/* Whether the step waits for moves that were issued. */
static bool holds(const struct bl_golden_running *running, const struct bl_kernel_step *step) {
    if (step->kind == BL_KERNEL_WAIT) return running->count;
    bool holds = false;
    for (int i = 0; i < running->count && step->kind == BL_KERNEL_AWAIT; i++)
        holds |= running->moves[i].move == &running->kernel->moves[step->number];
    return holds;
}

bool bl_kernel_golden_issue(struct bl_kernel_golden *golden, struct bl_golden_running *running) {
    bool any = false;
    for (int turns = 0; running->step < running->kernel->step_count && turns < TURNS; turns++) {
        const struct bl_kernel_step *step = &running->kernel->steps[running->step];
        if (holds(running, step)) break;
        if (step->kind == BL_KERNEL_WAIT || step->kind == BL_KERNEL_AWAIT) running->step++;
        else if (step->kind == BL_KERNEL_CHECK)
            check_move(golden, running, &running->kernel->moves[step->number]);
        else if (step->kind != BL_KERNEL_MOVE) turn(running, step);
        else if (!issue_move(golden, running, &running->kernel->moves[step->number])) break;
        golden->work++;
        any = true;
    }
    return any;
}
