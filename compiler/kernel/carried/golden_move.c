#include "kernel/carried/golden_move.h"

#include <string.h>

#include "kernel/carried/golden_ends.h"
#include "kernel/carried/kernel_facts.h"

/* Whether the end takes what the move wants: not words of another node that are left over. */
static bool is_turn(struct bl_golden_queue *queue, const struct bl_golden_move *move) {
    if (move->from_node < 0) return true;
    bl_kernel_golden_settle(queue);
    return (int)(queue->wanted_head - move->wanted) > 0;
}

static bool is_meeting(const struct bl_kernel_golden *golden, struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && golden->kernels->channels[end.number].meets;
}

/* A node is at the barrier. With the last of them a word comes to each. */
static void meet(const struct bl_kernel_golden *golden, int node, int channel) {
    int nodes = golden->kernels->nodes;
    bl_kernel_golden_channel_queue(golden, node, channel)->met++;
    for (int n = 0; n < nodes; n++) {
        const struct bl_golden_queue *queue = bl_kernel_golden_channel_queue(golden, n, channel);
        if (queue->met == queue->tail) return;
    }
    for (int n = 0; n < nodes; n++) {
        struct bl_golden_queue *queue = bl_kernel_golden_channel_queue(golden, n, channel);
        queue->counts[queue->tail++ % queue->words] = 1;
    }
}

uint32_t bl_kernel_golden_available(const struct bl_kernel_golden *golden,
                                    const struct bl_golden_running *running,
                                    const struct bl_golden_move *move) {
    uint32_t most = move->left < BL_KERNEL_WORD_GRANULES ? move->left : BL_KERNEL_WORD_GRANULES;
    if (bl_kernel_at_memory(move->move->from) || move->move->from.kind == BL_KERNEL_AT_VALUE)
        return most;
    if (move->move->from.kind == BL_KERNEL_AT_PORT) {
        const struct bl_golden_ring *ring = bl_kernel_golden_ring(golden, running->node,
                                                                  move->move->from.number);
        uint32_t there = (ring->tail - ring->head) / BL_KERNEL_GRANULE;
        return there < most ? there : most;
    }
    struct bl_golden_queue *queue = bl_kernel_golden_queue_of(golden, running->node,
                                                              move->move->from);
    if (bl_kernel_golden_is_unreliable(golden, move->move->from))
        return bl_kernel_stream_has(&queue->stream, most);
    if (!is_turn(queue, move)) return 0;
    if (queue->head == queue->tail) return 0;
    uint32_t there = queue->counts[queue->head % queue->words] - queue->taken;
    return there < most ? there : most;
}

/* Whether the other end takes what the move sends: on a channel of any nodes once that wants
   something of this node. */
static bool is_joined(const struct bl_kernel_golden *golden,
                      const struct bl_golden_running *running, struct bl_golden_move *move) {
    if (move->to_node < 0 || move->joined) return true;
    struct bl_golden_queue *queue = bl_kernel_golden_channel_queue(golden, move->to_node,
                                                                   move->move->to.number);
    bl_kernel_golden_settle(queue);
    move->joined = queue->node == running->node && queue->need > 0 && !queue->open;
    queue->open |= move->joined;
    return move->joined;
}

static bool has_room(const struct bl_kernel_golden *golden, const struct bl_golden_running *running,
                     const struct bl_golden_move *move) {
    if (bl_kernel_at_memory(move->move->to) || move->move->to.kind == BL_KERNEL_AT_NOTHING)
        return true;
    if (move->move->to.kind == BL_KERNEL_AT_PORT)
        return bl_kernel_golden_room(bl_kernel_golden_ring(
                   golden, running->node, move->move->to.number)) >= BL_GOLDEN_WORD;
    const struct bl_golden_queue *queue = bl_kernel_golden_queue_to(golden, running, move);
    if (is_meeting(golden, move->move->to)) {
        queue = bl_kernel_golden_channel_queue(golden, running->node, move->move->to.number);
        return queue->met == queue->tail;
    }
    if (bl_kernel_golden_is_unreliable(golden, move->move->to)) return queue;
    return queue && queue->tail - queue->head < queue->words;
}

static void take(const struct bl_kernel_golden *golden, struct bl_golden_running *running,
                 struct bl_golden_move *move, uint32_t granules, uint8_t *word) {
    size_t bytes = (size_t)granules * BL_KERNEL_GRANULE;
    if (bl_kernel_at_memory(move->move->from)) {
        if (golden->bytes.read)
            golden->bytes.read(golden->bytes.of, running->node, move->move->from.number, move->from,
                               word, bytes);
        move->from += (uint32_t)bytes;
        return;
    }
    if (move->move->from.kind == BL_KERNEL_AT_VALUE) {
        for (size_t i = 0; i < bytes; i++) word[i] = (uint8_t)(move->from >> 8 * (i % 4));
        return;
    }
    if (move->move->from.kind == BL_KERNEL_AT_PORT) {
        bl_kernel_golden_pop(bl_kernel_golden_ring(golden, running->node, move->move->from.number),
                             word, bytes);
        return;
    }
    struct bl_golden_queue *queue = bl_kernel_golden_queue_of(golden, running->node,
                                                              move->move->from);
    if (bl_kernel_golden_is_unreliable(golden, move->move->from)) {
        running->missed |= bl_kernel_stream_take(&queue->stream, word, granules);
        return;
    }
    unsigned at = queue->head % queue->words;
    if (queue->bytes)
        memcpy(word, queue->bytes + at * BL_GOLDEN_WORD + queue->taken * BL_KERNEL_GRANULE, bytes);
    queue->taken += granules;
    if (queue->taken < queue->counts[at]) return;
    queue->taken = 0;
    queue->head++;
}

/* What comes is in the memory then. */
static void write_word(const struct bl_kernel_golden *golden,
                       const struct bl_golden_running *running, const struct bl_golden_move *move,
                       size_t bytes, const uint8_t *word) {
    const struct bl_kernel_move *of = move->move;
    bool unknown = of->from.kind == BL_KERNEL_AT_VALUE &&
                   running->kernel->expressions[of->from_address].operator== BL_KERNEL_CYCLES;
    if (unknown && golden->bytes.unknown)
        golden->bytes.unknown(golden->bytes.of, running->node, of->to.number, move->to, bytes);
    else if (golden->bytes.write)
        golden->bytes.write(golden->bytes.of, running->node, of->to.number, move->to, word, bytes);
}

static void give(const struct bl_kernel_golden *golden, const struct bl_golden_running *running,
                 struct bl_golden_move *move, uint32_t granules, const uint8_t *word) {
    size_t bytes = (size_t)granules * BL_KERNEL_GRANULE;
    if (bl_kernel_at_memory(move->move->to)) {
        write_word(golden, running, move, bytes, word);
        move->to += (uint32_t)bytes;
        return;
    }
    if (move->move->to.kind == BL_KERNEL_AT_NOTHING) return;
    if (move->move->to.kind == BL_KERNEL_AT_PORT) {
        bl_kernel_golden_push(bl_kernel_golden_ring(golden, running->node, move->move->to.number),
                              word, bytes, move->left == granules);
        return;
    }
    if (is_meeting(golden, move->move->to)) {
        meet(golden, running->node, move->move->to.number);
        return;
    }
    struct bl_golden_queue *queue = bl_kernel_golden_queue_to(golden, running, move);
    if (bl_kernel_golden_is_unreliable(golden, move->move->to)) {
        bl_kernel_stream_send(&queue->stream, word, granules);
        return;
    }
    unsigned at = queue->tail++ % queue->words;
    if (queue->bytes) memcpy(queue->bytes + at * BL_GOLDEN_WORD, word, bytes);
    queue->counts[at] = (uint8_t)granules;
    if (move->to_node < 0) return;
    queue->need -= granules;
    if (move->left == granules) queue->open = false;
}

bool bl_kernel_golden_is_first(const struct bl_golden_running *running, int i) {
    for (int j = 0; j < i; j++)
        if (running->moves[j].move->source == running->moves[i].move->source ||
            running->moves[j].move->target == running->moves[i].move->target)
            return false;
    return true;
}

static void end_move(struct bl_golden_running *running, int i) {
    running->count--;
    memmove(&running->moves[i], &running->moves[i + 1],
            sizeof *running->moves * (size_t)(running->count - i));
}

bool bl_kernel_golden_move_words(struct bl_kernel_golden *golden,
                                 struct bl_golden_running *running) {
    uint8_t word[BL_GOLDEN_WORD] = {0};
    bool any = false;
    for (int i = 0; i < running->count;) {
        struct bl_golden_move *move = &running->moves[i];
        uint32_t granules = bl_kernel_golden_is_first(running, i)
                                ? bl_kernel_golden_available(golden, running, move)
                                : 0;
        if (!granules || !is_joined(golden, running, move) || !has_room(golden, running, move)) {
            i++;
            continue;
        }
        take(golden, running, move, granules, word);
        give(golden, running, move, granules, word);
        golden->moved += granules;
        golden->work++;
        any = true;
        move->left -= granules;
        if (!move->left) end_move(running, i);
        else i++;
    }
    return any;
}
