#include "kernel/carried/kernel_golden.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "kernel/carried/kernel_combine.h"
#include "kernel/carried/kernel_facts.h"

enum {
    /* Of an end, that are issued and have not ended; of a memory that is tracked: 1. The circuit's
       ends take no fewer: the queues in bl_kernel_take, _fill, _read, _write and _switch. */
    COMMANDS = 4,
    WORD = 32,
    MOST_NODES = 64,
    MOVES = 128,
    RING = 64 /* bytes */,
    TURNS = 256 /* steps without a word, before others have a turn */
};

/* A move that receives from a channel of any nodes: from whom, and how much. */
struct wanted {
    int node;
    uint32_t granules;
};

/* A receiving end at a node. Of a channel of any nodes it takes from `node`, which `need` granules
   are still to come from (less than 0: too many came), in the middle of a move of that node where
   it is `open`. */
struct queue {
    uint8_t *bytes;  /* [words][WORD]; NULL: there are no data */
    uint8_t *counts; /* granules of each word */
    unsigned words;
    unsigned head, tail, taken; /* granules of the word at the head that are gone */
    struct wanted wanted[COMMANDS];
    unsigned wanted_head, wanted_tail;
    int node;
    int64_t need;
    bool open;
    struct bl_kernel_stream stream; /* of an unreliable channel, in place of all that */
    unsigned met;                   /* words that this node has sent to a barrier */
};

/* Bytes on their way into a module of the user's own, or out of it. */
struct ring {
    uint8_t bytes[RING];
    bool last[RING]; /* this byte is a move's last one */
    unsigned head, tail;
};

/* A move that was issued. */
struct issued {
    const struct bl_kernel_move *move;
    uint32_t from, to, left;                         /* addresses of what is left; granules */
    int from_node, to_node;                          /* of channels of any nodes; -1: none */
    bool joined;                                     /* the receiving end takes what it sends */
    unsigned wanted;                                 /* its number among the end's `wanted` */
    uint32_t from_first, from_end, to_first, to_end; /* of the whole, until the move has ended */
};

struct running {
    const struct bl_kernel *kernel;
    int node;
    uint32_t *arguments, *counters;
    struct issued moves[MOVES];
    int count;
    int step; /* step_count: all were issued */
    bool runs;
    uint64_t collectives; /* bit c: collective c moved something and never waited for itself */
    uint64_t overlapped;  /* bit c: it did, if only until its earlier moves had ended */
    int overlap;          /* the collective that waits for itself; 0: none */
    bool missed;          /* one of its moves has got zeros in place of what was lost */
    enum bl_kernel_error error;
};

struct bl_kernel_golden {
    const struct bl_kernels *kernels;
    struct bl_kernel_bytes bytes;       /* without functions: none */
    struct queue *queues;               /* [node][channel], then [node][bundle * nodes + peer] */
    struct ring *rings;                 /* [node][port] */
    uint8_t *states;                    /* [node][own][BL_KERNEL_STATE] */
    uint32_t *own_arguments;            /* [node][own][BL_MOST_KERNEL_ARGUMENTS] */
    struct bl_kernel_come *come;        /* [node][port] */
    const struct bl_kernel_port *wrong; /* the first output that gave what it does not declare */
    uint8_t *trees;                     /* [node][reduction][BL_KERNEL_TREE_STATE] */
    struct running *running;            /* [node][kernel] */
    uint64_t moved, work;               /* granules; what bl_kernel_golden_run counts */
};

/* ---- making */

static void make_queue(struct queue *queue, int words, bool data) {
    queue->words = (unsigned)words;
    queue->bytes = data ? bl_zalloc((size_t)words, WORD) : NULL;
    queue->counts = bl_zalloc((size_t)words, 1);
    queue->node = -1;
    bl_kernel_stream_init(&queue->stream, data);
}

/* Receiving ends of all nodes. */
static int count_queues(const struct bl_kernels *kernels) {
    return kernels->nodes * (kernels->channel_count + kernels->bundle_count * kernels->nodes);
}

static struct queue *channel_queue(const struct bl_kernel_golden *golden, int node, int channel) {
    return &golden->queues[node * golden->kernels->channel_count + channel];
}

/* Of what comes from `peer`. */
static struct queue *peer_queue(const struct bl_kernel_golden *golden, int node, int bundle,
                                int peer) {
    const struct bl_kernels *kernels = golden->kernels;
    return &golden->queues[kernels->nodes * kernels->channel_count +
                           (node * kernels->bundle_count + bundle) * kernels->nodes + peer];
}

static void make_queues(struct bl_kernel_golden *golden, int node) {
    const struct bl_kernels *kernels = golden->kernels;
    bool data = golden->bytes.read;
    for (int i = 0; i < kernels->channel_count; i++)
        make_queue(channel_queue(golden, node, i), kernels->channels[i].words, data);
    for (int i = 0; i < kernels->bundle_count; i++)
        for (int peer = 0; peer < kernels->nodes; peer++)
            make_queue(peer_queue(golden, node, i, peer), kernels->bundles[i].words, data);
}

static void make_running(struct running *running, const struct bl_kernel *kernel, int node) {
    running->kernel = kernel;
    running->node = node;
    running->arguments = bl_zalloc((size_t)kernel->argument_count + 1, sizeof(uint32_t));
    running->counters = bl_zalloc((size_t)kernel->counter_count + 1, sizeof(uint32_t));
}

struct bl_kernel_golden *bl_kernel_golden_new(const struct bl_kernels *kernels,
                                              const struct bl_kernel_bytes *bytes) {
    struct bl_kernel_golden *golden = bl_zalloc(1, sizeof *golden);
    int count = kernels->kernel_count;
    golden->kernels = kernels;
    if (bytes) golden->bytes = *bytes;
    golden->queues = bl_zalloc((size_t)count_queues(kernels) + 1, sizeof *golden->queues);
    golden->running = bl_zalloc((size_t)(kernels->nodes * count) + 1, sizeof *golden->running);
    golden->rings = bl_zalloc((size_t)(kernels->nodes * kernels->port_count) + 1,
                              sizeof *golden->rings);
    golden->come = bl_zalloc((size_t)(kernels->nodes * kernels->port_count) + 1,
                             sizeof *golden->come);
    golden->own_arguments = bl_zalloc((size_t)(kernels->nodes * kernels->own_count) + 1,
                                      BL_MOST_KERNEL_ARGUMENTS * sizeof *golden->own_arguments);
    golden->states = bl_zalloc((size_t)(kernels->nodes * kernels->own_count) + 1, BL_KERNEL_STATE);
    golden->trees = bl_zalloc((size_t)(kernels->nodes * kernels->reduction_count) + 1,
                              BL_KERNEL_TREE_STATE);
    for (int n = 0; n < kernels->nodes; n++) {
        make_queues(golden, n);
        for (int i = 0; i < count; i++)
            make_running(&golden->running[n * count + i], &kernels->kernels[i], n);
    }
    return golden;
}

void bl_kernel_golden_free(struct bl_kernel_golden *golden) {
    if (!golden) return;
    for (int i = 0; i < count_queues(golden->kernels); i++) {
        bl_zfree(golden->queues[i].bytes);
        bl_zfree(golden->queues[i].counts);
        bl_kernel_stream_destroy(&golden->queues[i].stream);
    }
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++) {
        bl_zfree(golden->running[i].arguments);
        bl_zfree(golden->running[i].counters);
    }
    bl_zfree(golden->rings);
    bl_zfree(golden->come);
    bl_zfree(golden->own_arguments);
    bl_zfree(golden->states);
    bl_zfree(golden->trees);
    bl_zfree(golden->queues);
    bl_zfree(golden->running);
    bl_zfree(golden);
}

static struct running *running_of(const struct bl_kernel_golden *golden, int node, int kernel) {
    return &golden->running[node * golden->kernels->kernel_count + kernel];
}

bool bl_kernel_golden_start(struct bl_kernel_golden *golden, int node, int kernel,
                            const uint32_t *arguments) {
    struct running *running = running_of(golden, node, kernel);
    const struct bl_kernel *of = running->kernel;
    if (bl_device_rules_broken(of->rules, of->rule_count, arguments, node)) return false;
    size_t bytes = (size_t)running->kernel->argument_count * sizeof *arguments;
    if (bytes) memcpy(running->arguments, arguments, bytes);
    running->step = 0;
    running->count = 0;
    running->error = BL_KERNEL_FINE;
    running->missed = false;
    running->collectives = running->overlapped = 0;
    running->overlap = 0;
    running->runs = true;
    return true;
}

static uint32_t *own_arguments(const struct bl_kernel_golden *golden, int node, int own) {
    return &golden->own_arguments[(node * golden->kernels->own_count + own) *
                                  BL_MOST_KERNEL_ARGUMENTS];
}

void bl_kernel_golden_set(struct bl_kernel_golden *golden, int node, int own,
                          const uint32_t *arguments) {
    for (int i = 0; i < golden->kernels->owns[own].argument_count && i < BL_MOST_KERNEL_ARGUMENTS;
         i++)
        own_arguments(golden, node, own)[i] = arguments[i];
}

void bl_kernel_golden_lose(struct bl_kernel_golden *golden, const struct bl_kernel_gap *gap) {
    bl_kernel_stream_lose(&channel_queue(golden, gap->node, gap->channel)->stream, gap);
}

/* ---- issuing moves */

static uint32_t value(const struct running *running, int expression) {
    return bl_kernel_value(running->kernel, expression, running->arguments, running->counters,
                           running->node);
}

static bool is_tracked(const struct running *running, struct bl_kernel_end end) {
    return bl_kernel_at_memory(end) && bl_kernel_tracks(running->kernel, end.number);
}

/* Whether an end has as many moves issued as it may have. */
static bool is_full(const struct running *running, const struct bl_kernel_move *move, bool source) {
    int count = 0, most = is_tracked(running, source ? move->from : move->to) ? 1 : COMMANDS;
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
static bool conflicts(const struct running *running, const struct issued *next) {
    for (int i = 0; i < running->count && !next->move->free; i++) {
        const struct issued *earlier = &running->moves[i];
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
static int node_named(const struct running *running, int expression) {
    if (expression < 0) return -1;
    uint32_t number = value(running, expression);
    return number < MOST_NODES ? (int)number : MOST_NODES;
}

/* What a descriptor cannot say. */
static bool is_no_copy(const struct bl_kernel_move *move, const struct issued *issued) {
    return move->copies && (issued->left > BL_KERNEL_COPY_GRANULES ||
                            (issued->from ^ issued->to) % BL_KERNEL_WORD_BYTES);
}

/* The move with its numbers; its error. */
static enum bl_kernel_error evaluate(const struct bl_kernel_golden *golden,
                                     const struct running *running,
                                     const struct bl_kernel_move *move, struct issued *issued) {
    uint64_t bytes = (uint64_t)value(running, move->length) * (uint64_t)move->bytes;
    *issued = (struct issued){.move = move,
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

/* The end takes the next move that is wanted when all came that was, and from another node than
   before when no move of that one goes on. */
static void settle(struct queue *queue) {
    while (queue->wanted_head != queue->wanted_tail && queue->need <= 0) {
        const struct wanted *wanted = &queue->wanted[queue->wanted_head % COMMANDS];
        bool turns = wanted->node != queue->node;
        if (turns && (queue->need || queue->open)) return;
        queue->node = wanted->node;
        queue->need += wanted->granules;
        queue->wanted_head++;
    }
}

/* Puts a move behind those that go on; what it receives from a channel of any nodes is wanted
   from now on. */
static void begin_move(const struct bl_kernel_golden *golden, struct running *running,
                       const struct issued *next) {
    struct issued *move = &running->moves[running->count++];
    *move = *next;
    if (next->from_node < 0) return;
    struct queue *queue = channel_queue(golden, running->node, next->move->from.number);
    settle(queue);
    move->wanted = queue->wanted_tail;
    queue->wanted[queue->wanted_tail++ % COMMANDS] = (struct wanted){next->from_node, next->left};
}

/* What is seen of the move's collective. */
static void note_collective(struct running *running, const struct issued *next, bool waits) {
    int number = next->move->collective;
    uint64_t bit = number && next->left ? UINT64_C(1) << number % 64 : 0;
    running->overlap = waits ? number : 0;
    if (waits) running->overlapped |= bit;
    running->collectives = (running->collectives | bit) & ~running->overlapped;
}

static bool issue_move(const struct bl_kernel_golden *golden, struct running *running,
                       const struct bl_kernel_move *move) {
    struct issued next;
    running->error = evaluate(golden, running, move, &next);
    if (running->error) {
        running->step = running->kernel->step_count;
        return true;
    }
    bool waits = next.left && conflicts(running, &next);
    note_collective(running, &next, waits);
    if (waits || (next.left && (running->count == MOVES || is_full(running, move, true) ||
                                is_full(running, move, false))))
        return false;
    if (next.left) begin_move(golden, running, &next);
    running->step++;
    return true;
}

/* A move that leaves its memory ends the kernel before it begins. */
static void check_move(const struct bl_kernel_golden *golden, struct running *running,
                       const struct bl_kernel_move *move) {
    struct issued unused;
    running->error = evaluate(golden, running, move, &unused);
    running->step = running->error ? running->kernel->step_count : running->step + 1;
}

static void turn(struct running *running, const struct bl_kernel_step *step) {
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
static bool holds(const struct running *running, const struct bl_kernel_step *step) {
    if (step->kind == BL_KERNEL_WAIT) return running->count;
    bool holds = false;
    for (int i = 0; i < running->count && step->kind == BL_KERNEL_AWAIT; i++)
        holds |= running->moves[i].move == &running->kernel->moves[step->number];
    return holds;
}

/* Issues what can be issued; whether anything was. */
static bool issue(struct bl_kernel_golden *golden, struct running *running) {
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

/* ---- moving */

/* Where what a move receives lies. */
static struct queue *queue_of(const struct bl_kernel_golden *golden, int node,
                              struct bl_kernel_end from) {
    int nodes = golden->kernels->nodes;
    return bl_kernel_at_peer(from)
               ? peer_queue(golden, node, from.number / nodes, from.number % nodes)
               : channel_queue(golden, node, from.number);
}

/* Where what a move sends arrives; NULL: nowhere. */
static struct queue *queue_to(const struct bl_kernel_golden *golden, const struct running *running,
                              const struct issued *move) {
    int nodes = golden->kernels->nodes;
    struct bl_kernel_end to = move->move->to;
    if (bl_kernel_at_peer(to))
        return peer_queue(golden, to.number % nodes, to.number / nodes, running->node);
    int peer = move->to_node >= 0 ? move->to_node
                                  : golden->kernels->channels[to.number].to[running->node];
    return peer < 0 ? NULL : channel_queue(golden, peer, to.number);
}

static struct ring *ring_of(const struct bl_kernel_golden *golden, int node, int port) {
    return &golden->rings[node * golden->kernels->port_count + port];
}

static unsigned room_of(const struct ring *ring) { return RING - (ring->tail - ring->head); }

static void push(struct ring *ring, const uint8_t *bytes, size_t count, bool last) {
    for (size_t i = 0; i < count; i++, ring->tail++) {
        ring->bytes[ring->tail % RING] = bytes[i];
        ring->last[ring->tail % RING] = last && i + 1 == count;
    }
}

/* Whether the last of them is a move's last. */
static bool pop(struct ring *ring, uint8_t *bytes, size_t count) {
    bool last = false;
    for (size_t i = 0; i < count; i++, ring->head++) {
        bytes[i] = ring->bytes[ring->head % RING];
        last = ring->last[ring->head % RING];
    }
    return last;
}

static bool is_unreliable(const struct bl_kernel_golden *golden, struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && golden->kernels->channels[end.number].unreliable;
}

/* Whether the end takes what the move wants: not words of another node that are left over. */
static bool is_turn(struct queue *queue, const struct issued *move) {
    if (move->from_node < 0) return true;
    settle(queue);
    return (int)(queue->wanted_head - move->wanted) > 0;
}

static bool is_meeting(const struct bl_kernel_golden *golden, struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && golden->kernels->channels[end.number].meets;
}

/* A node is at the barrier. With the last of them a word comes to each. */
static void meet(const struct bl_kernel_golden *golden, int node, int channel) {
    int nodes = golden->kernels->nodes;
    channel_queue(golden, node, channel)->met++;
    for (int n = 0; n < nodes; n++) {
        const struct queue *queue = channel_queue(golden, n, channel);
        if (queue->met == queue->tail) return;
    }
    for (int n = 0; n < nodes; n++) {
        struct queue *queue = channel_queue(golden, n, channel);
        queue->counts[queue->tail++ % queue->words] = 1;
    }
}

/* Granules that the source has for this move, at most a word. */
static uint32_t available(const struct bl_kernel_golden *golden, const struct running *running,
                          const struct issued *move) {
    uint32_t most = move->left < BL_KERNEL_WORD_GRANULES ? move->left : BL_KERNEL_WORD_GRANULES;
    if (bl_kernel_at_memory(move->move->from) || move->move->from.kind == BL_KERNEL_AT_VALUE)
        return most;
    if (move->move->from.kind == BL_KERNEL_AT_PORT) {
        const struct ring *ring = ring_of(golden, running->node, move->move->from.number);
        uint32_t there = (ring->tail - ring->head) / BL_KERNEL_GRANULE;
        return there < most ? there : most;
    }
    struct queue *queue = queue_of(golden, running->node, move->move->from);
    if (is_unreliable(golden, move->move->from)) return bl_kernel_stream_has(&queue->stream, most);
    if (!is_turn(queue, move)) return 0;
    if (queue->head == queue->tail) return 0;
    uint32_t there = queue->counts[queue->head % queue->words] - queue->taken;
    return there < most ? there : most;
}

/* Whether the other end takes what the move sends: on a channel of any nodes once that wants
   something of this node. */
static bool is_joined(const struct bl_kernel_golden *golden, const struct running *running,
                      struct issued *move) {
    if (move->to_node < 0 || move->joined) return true;
    struct queue *queue = channel_queue(golden, move->to_node, move->move->to.number);
    settle(queue);
    move->joined = queue->node == running->node && queue->need > 0 && !queue->open;
    queue->open |= move->joined;
    return move->joined;
}

static bool has_room(const struct bl_kernel_golden *golden, const struct running *running,
                     const struct issued *move) {
    if (bl_kernel_at_memory(move->move->to) || move->move->to.kind == BL_KERNEL_AT_NOTHING)
        return true;
    if (move->move->to.kind == BL_KERNEL_AT_PORT)
        return room_of(ring_of(golden, running->node, move->move->to.number)) >= WORD;
    const struct queue *queue = queue_to(golden, running, move);
    if (is_meeting(golden, move->move->to)) {
        queue = channel_queue(golden, running->node, move->move->to.number);
        return queue->met == queue->tail;
    }
    if (is_unreliable(golden, move->move->to)) return queue;
    return queue && queue->tail - queue->head < queue->words;
}

static void take(const struct bl_kernel_golden *golden, struct running *running,
                 struct issued *move, uint32_t granules, uint8_t *word) {
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
        pop(ring_of(golden, running->node, move->move->from.number), word, bytes);
        return;
    }
    struct queue *queue = queue_of(golden, running->node, move->move->from);
    if (is_unreliable(golden, move->move->from)) {
        running->missed |= bl_kernel_stream_take(&queue->stream, word, granules);
        return;
    }
    unsigned at = queue->head % queue->words;
    if (queue->bytes)
        memcpy(word, queue->bytes + at * WORD + queue->taken * BL_KERNEL_GRANULE, bytes);
    queue->taken += granules;
    if (queue->taken < queue->counts[at]) return;
    queue->taken = 0;
    queue->head++;
}

/* What comes is in the memory then. */
static void write_word(const struct bl_kernel_golden *golden, const struct running *running,
                       const struct issued *move, size_t bytes, const uint8_t *word) {
    const struct bl_kernel_move *of = move->move;
    bool unknown = of->from.kind == BL_KERNEL_AT_VALUE &&
                   running->kernel->expressions[of->from_address].operator== BL_KERNEL_CYCLES;
    if (unknown && golden->bytes.unknown)
        golden->bytes.unknown(golden->bytes.of, running->node, of->to.number, move->to, bytes);
    else if (golden->bytes.write)
        golden->bytes.write(golden->bytes.of, running->node, of->to.number, move->to, word, bytes);
}

static void give(const struct bl_kernel_golden *golden, const struct running *running,
                 struct issued *move, uint32_t granules, const uint8_t *word) {
    size_t bytes = (size_t)granules * BL_KERNEL_GRANULE;
    if (bl_kernel_at_memory(move->move->to)) {
        write_word(golden, running, move, bytes, word);
        move->to += (uint32_t)bytes;
        return;
    }
    if (move->move->to.kind == BL_KERNEL_AT_NOTHING) return;
    if (move->move->to.kind == BL_KERNEL_AT_PORT) {
        push(ring_of(golden, running->node, move->move->to.number), word, bytes,
             move->left == granules);
        return;
    }
    if (is_meeting(golden, move->move->to)) {
        meet(golden, running->node, move->move->to.number);
        return;
    }
    struct queue *queue = queue_to(golden, running, move);
    if (is_unreliable(golden, move->move->to)) {
        bl_kernel_stream_send(&queue->stream, word, granules);
        return;
    }
    unsigned at = queue->tail++ % queue->words;
    if (queue->bytes) memcpy(queue->bytes + at * WORD, word, bytes);
    queue->counts[at] = (uint8_t)granules;
    if (move->to_node < 0) return;
    queue->need -= granules;
    if (move->left == granules) queue->open = false;
}

/* Whether it is the oldest at both of its ends. */
static bool is_first(const struct running *running, int i) {
    for (int j = 0; j < i; j++)
        if (running->moves[j].move->source == running->moves[i].move->source ||
            running->moves[j].move->target == running->moves[i].move->target)
            return false;
    return true;
}

static void end_move(struct running *running, int i) {
    running->count--;
    memmove(&running->moves[i], &running->moves[i + 1],
            sizeof *running->moves * (size_t)(running->count - i));
}

/* A word of each move that can go on; whether any did. */
static bool move_words(struct bl_kernel_golden *golden, struct running *running) {
    uint8_t word[WORD] = {0};
    bool any = false;
    for (int i = 0; i < running->count;) {
        struct issued *move = &running->moves[i];
        uint32_t granules = is_first(running, i) ? available(golden, running, move) : 0;
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

static bool step(struct bl_kernel_golden *golden, struct running *running) {
    if (!running->runs) return false;
    bool any = issue(golden, running);
    any |= move_words(golden, running);
    if (running->step == running->kernel->step_count && !running->count) {
        running->runs = false;
        if (running->missed && !running->error) running->error = BL_KERNEL_MISSED;
        any = true;
    }
    return any;
}

/* ---- modules of the user's own */

static const struct bl_kernel_port *port_of(const struct bl_kernel_golden *golden,
                                            const struct bl_kernel_own *own, int i) {
    return &golden->kernels->ports[own->first_port + i];
}

/* Whether each input has an element and each output has room for one. */
static bool can_step(const struct bl_kernel_golden *golden, const struct bl_kernel_own *own,
                     int node) {
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        const struct ring *ring = ring_of(golden, node, own->first_port + i);
        unsigned there = port->in ? ring->tail - ring->head : room_of(ring);
        if (there < (unsigned)port->bytes) return false;
    }
    return true;
}

/* Bit i: output i gives an element as it declares; those that declare nothing give what `given`
   says. */
static unsigned declared(struct bl_kernel_golden *golden, const struct bl_kernel_own *own, int node,
                         unsigned last, unsigned given) {
    unsigned bits = 0;
    for (int i = 0, out = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        if (port->in) continue;
        int place = node * golden->kernels->port_count + own->first_port + i;
        bool gives = given >> out & 1;
        if (port->rate.per) gives = bl_kernel_rate_gives(&port->rate, &golden->come[place], last);
        if (own->step && !golden->wrong && gives != (given >> out & 1)) golden->wrong = port;
        bits |= (unsigned)gives << out++;
    }
    return bits;
}

/* What the outputs give: as the golden function says, or, without one, as they declare. */
static unsigned given_of(struct bl_kernel_golden *golden, int number, int node,
                         const void *const *in, void *const *out, unsigned last) {
    const struct bl_kernel_own *own = &golden->kernels->owns[number];
    uint8_t *state = golden->states +
                     (node * golden->kernels->own_count + number) * BL_KERNEL_STATE;
    if (!own->step) return declared(golden, own, node, last, 0);
    unsigned given = own->step(state, in, out, last, own_arguments(golden, node, number));
    declared(golden, own, node, last, given);
    return given;
}

static void step_own(struct bl_kernel_golden *golden, int number, int node) {
    const struct bl_kernel_own *own = &golden->kernels->owns[number];
    uint8_t elements[BL_KERNEL_OWN_PORTS][16] = {{0}};
    const void *in[BL_KERNEL_OWN_PORTS] = {0};
    void *out[BL_KERNEL_OWN_PORTS] = {0};
    int outs[BL_KERNEL_OWN_PORTS], ins = 0, count = 0;
    unsigned last = 0;
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        struct ring *ring = ring_of(golden, node, own->first_port + i);
        if (port->in && pop(ring, elements[i], (size_t)port->bytes)) last |= 1u << ins;
        if (port->in) in[ins++] = elements[i];
        else outs[count] = i, out[count++] = elements[i];
    }
    unsigned given = given_of(golden, number, node, in, out, last);
    golden->work++;
    for (int i = 0; i < count; i++)
        if (given >> i & 1)
            push(ring_of(golden, node, own->first_port + outs[i]), elements[outs[i]],
                 (size_t)port_of(golden, own, outs[i])->bytes, false);
}

/* Whether it is known what it gives. */
static bool can_run(const struct bl_kernel_golden *golden, const struct bl_kernel_own *own) {
    return own->step || bl_kernel_is_declared(golden->kernels, own);
}

static bool run_owns(struct bl_kernel_golden *golden) {
    bool any = false;
    for (int n = 0; n < golden->kernels->nodes; n++)
        for (int i = 0; i < golden->kernels->own_count; i++) {
            const struct bl_kernel_own *own = &golden->kernels->owns[i];
            if (own->operates || !own->on[n] || !can_run(golden, own) || !can_step(golden, own, n))
                continue;
            step_own(golden, i, n);
            any = true;
        }
    return any;
}

/* ---- reductions */

/* Bytes of elements that each input has and each output has room for. */
static unsigned can_reduce(const struct bl_kernel_golden *golden,
                           const struct bl_kernel_reduction *reduction, int node) {
    unsigned least = RING;
    for (int i = 0; i < reduction->inputs + reduction->outputs; i++) {
        const struct ring *ring = ring_of(golden, node, reduction->first_port + i);
        unsigned there = i < reduction->inputs ? ring->tail - ring->head : room_of(ring);
        if (there < least) least = there;
    }
    return least - least % (unsigned)reduction->bytes;
}

/* The same without data. */
static void pass(const struct bl_kernel_golden *golden, const struct bl_kernel_reduction *reduction,
                 int node, unsigned bytes) {
    for (int i = 0; i < reduction->inputs + reduction->outputs; i++) {
        struct ring *ring = ring_of(golden, node, reduction->first_port + i);
        if (i < reduction->inputs) ring->head += bytes;
        else ring->tail += bytes;
    }
}

static void reduce(struct bl_kernel_golden *golden, int number, int node) {
    const struct bl_kernel_reduction *reduction = &golden->kernels->reductions[number];
    uint8_t elements[BL_KERNEL_STREAMS][BL_KERNEL_ELEMENT] = {{0}};
    unsigned last = 0;
    size_t bytes = (size_t)reduction->bytes;
    for (int i = 0; i < reduction->inputs; i++)
        last |= (unsigned)pop(ring_of(golden, node, reduction->first_port + i), elements[i], bytes)
                << i;
    uint8_t *state = golden->trees +
                     (node * golden->kernels->reduction_count + number) * BL_KERNEL_TREE_STATE;
    bl_kernel_step_function *step = reduction->own < 0 ? NULL
                                                       : golden->kernels->owns[reduction->own].step;
    const uint32_t *arguments = reduction->own < 0 ? NULL
                                                   : own_arguments(golden, node, reduction->own);
    if (!bl_kernel_reduce(reduction, step, arguments, state, elements, last)) return;
    for (int i = 0; i < reduction->outputs; i++)
        push(ring_of(golden, node, reduction->first_port + reduction->inputs + i),
             elements[2 * reduction->inputs - 2], bytes, false);
}

static bool run_reductions(struct bl_kernel_golden *golden) {
    bool any = false;
    for (int n = 0; n < golden->kernels->nodes; n++)
        for (int i = 0; i < golden->kernels->reduction_count; i++)
            for (unsigned bytes; (bytes = can_reduce(golden, &golden->kernels->reductions[i], n));
                 any = true)
                if (golden->bytes.read) reduce(golden, i, n);
                else pass(golden, &golden->kernels->reductions[i], n, bytes);
    return any;
}

/* ---- kernels whose partners have failed */

/* Bit c: a kernel on channel c, of any node, has an error. */
static uint32_t find_marks(const struct bl_kernel_golden *golden) {
    uint32_t marks = 0;
    if (bl_kernels_unreliable(golden->kernels)) return 0; /* it goes on with what is missing */
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++) {
        const struct running *running = &golden->running[i];
        const struct bl_kernel *kernel = running->kernel;
        if (!running->error) continue;
        for (int m = 0; m < kernel->move_count; m++)
            for (int to = 0; to < 2; to++) {
                int channel = bl_kernel_channel_of(golden->kernels, to ? kernel->moves[m].to
                                                                       : kernel->moves[m].from);
                if (channel >= 0) marks |= UINT32_C(1) << channel;
            }
    }
    return marks;
}

/* Whether one of its ends waits for a channel that is marked. */
static bool is_hopeless(const struct bl_kernel_golden *golden, const struct running *running,
                        uint32_t marks) {
    for (int i = 0; i < running->count; i++) {
        const struct issued *move = &running->moves[i];
        const bool brings = available(golden, running, move) != 0;
        int channel = bl_kernel_channel_of(golden->kernels,
                                           brings ? move->move->to : move->move->from);
        if (is_first(running, i) && channel >= 0 && marks >> channel & 1) return true;
    }
    return false;
}

/* Nothing moves any more. A kernel ends with its own error, where it has one. */
static bool fail_partners(struct bl_kernel_golden *golden) {
    const uint32_t marks = find_marks(golden);
    bool any = false;
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count && marks; i++) {
        struct running *running = &golden->running[i];
        if (!running->runs || !is_hopeless(golden, running, marks)) continue;
        if (!running->error) running->error = BL_KERNEL_PARTNER;
        running->runs = false;
        any = true;
    }
    return any;
}

/* What a move waits for at an unreliable channel is missing. */
static bool miss_rest(struct bl_kernel_golden *golden, struct running *running) {
    bool any = false;
    for (int i = 0; i < running->count; i++) {
        const struct issued *move = &running->moves[i];
        if (!is_first(running, i) || !is_unreliable(golden, move->move->from)) continue;
        struct bl_kernel_stream *stream =
            &queue_of(golden, running->node, move->move->from)->stream;
        bl_kernel_stream_lose(stream,
                              &(struct bl_kernel_gap){.from = stream->taken, .count = move->left});
        any = true;
    }
    return any;
}

/* Nothing moves any more, and a kernel has failed: silence ends those who wait for what it would
   have sent over an unreliable channel. */
static bool end_by_silence(struct bl_kernel_golden *golden) {
    const int count = golden->kernels->nodes * golden->kernels->kernel_count;
    bool failed = false, any = false;
    for (int i = 0; i < count; i++) failed |= golden->running[i].error != BL_KERNEL_FINE;
    for (int i = 0; i < count && failed; i++)
        if (golden->running[i].runs) any |= miss_rest(golden, &golden->running[i]);
    return any;
}

enum bl_kernels_end bl_kernel_golden_run(struct bl_kernel_golden *golden, uint64_t work) {
    int count = golden->kernels->nodes * golden->kernels->kernel_count;
    for (bool any = true; any;) {
        any = false;
        if (work && golden->work >= work) return BL_KERNELS_GO_ON;
        golden->work += (uint64_t)count;
        for (int i = 0; i < count; i++) any |= step(golden, &golden->running[i]);
        while (run_owns(golden)) any = true;
        any |= run_reductions(golden);
        any = any || fail_partners(golden) || end_by_silence(golden);
    }
    for (int i = 0; i < count; i++)
        if (golden->running[i].runs) return BL_KERNELS_STAND;
    return BL_KERNELS_END;
}

enum bl_kernel_error bl_kernel_golden_error(const struct bl_kernel_golden *golden, int node,
                                            int kernel) {
    return running_of(golden, node, kernel)->error;
}

int bl_kernel_golden_overlap(const struct bl_kernel_golden *golden, int node, int kernel) {
    const struct running *running = running_of(golden, node, kernel);
    return running->runs ? running->overlap : 0;
}

uint64_t bl_kernel_golden_collectives(const struct bl_kernel_golden *golden, int node, int kernel) {
    return running_of(golden, node, kernel)->collectives;
}

const struct bl_kernel_port *bl_kernel_golden_wrong(const struct bl_kernel_golden *golden) {
    return golden->wrong;
}

uint64_t bl_kernel_golden_left(const struct bl_kernel_golden *golden, int node, int channel) {
    const struct queue *queue = channel_queue(golden, node, channel);
    uint64_t granules = bl_kernel_stream_left(&queue->stream);
    for (unsigned i = queue->head; i != queue->tail; i++)
        granules += queue->counts[i % queue->words];
    return granules - queue->taken;
}

uint64_t bl_kernel_golden_moved(const struct bl_kernel_golden *golden) { return golden->moved; }

uint64_t bl_kernel_golden_work(const struct bl_kernel_golden *golden) { return golden->work; }

static bool is_of_reduction(const struct bl_kernels *kernels, int port) {
    for (int i = 0; i < kernels->reduction_count; i++) {
        const struct bl_kernel_reduction *reduction = &kernels->reductions[i];
        int ports = reduction->inputs + reduction->outputs;
        if (port >= reduction->first_port && port < reduction->first_port + ports) return true;
    }
    return false;
}

/* What it waits for there: `brings` it data, or takes some. */
static void print_end(const struct bl_kernels *kernels, struct bl_kernel_end end, bool brings,
                      FILE *file) {
    if (bl_kernel_at_channel(end)) fprintf(file, "channel %s", kernels->channels[end.number].name);
    else if (bl_kernel_at_peer(end))
        fprintf(file, "a collective's buffer %s node %d", brings ? "to" : "from",
                end.number % kernels->nodes);
    else if (end.kind == BL_KERNEL_AT_PORT && is_of_reduction(kernels, end.number))
        fputs("the operator of a collective", file);
    else if (end.kind == BL_KERNEL_AT_PORT)
        fprintf(file, "port %s", kernels->ports[end.number].name);
}

/* The node that the move names. */
static void print_node(int node, const char *word, FILE *file) {
    if (node >= 0) fprintf(file, " %s node %d", word, node);
}

static void describe(const struct bl_kernel_golden *golden, const struct running *running,
                     FILE *file) {
    const char *comma = "";
    fprintf(file, "kernel %s of node %d waits", running->kernel->name, running->node);
    if (running->overlap) {
        fputs(": source and destination of its collective overlap\n", file);
        return;
    }
    for (int i = 0; i < running->count; i++) {
        const struct issued *move = &running->moves[i];
        if (!is_first(running, i)) continue;
        fputs(comma, file);
        comma = ",";
        const bool brings = available(golden, running, move) != 0;
        fputs(brings ? " for room in " : " for ", file);
        print_end(golden->kernels, brings ? move->move->to : move->move->from, brings, file);
        print_node(brings ? move->to_node : move->from_node, brings ? "to" : "from", file);
        if (!brings)
            fprintf(file, " to bring %u word%s of 4 bytes", (unsigned)move->left,
                    move->left == 1 ? "" : "s");
    }
    fputc('\n', file);
}

void bl_kernel_golden_describe(const struct bl_kernel_golden *golden, FILE *file) {
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++)
        if (golden->running[i].runs) describe(golden, &golden->running[i], file);
}
