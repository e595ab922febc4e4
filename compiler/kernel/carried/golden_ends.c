#include "kernel/carried/golden_ends.h"

#include "base/carried/checked.h"
#include "kernel/carried/kernel_facts.h"

static void make_queue(struct bl_golden_queue *queue, int words, bool data) {
    queue->words = (unsigned)words;
    queue->bytes = data ? bl_zalloc((size_t)words, BL_GOLDEN_WORD) : NULL;
    queue->counts = bl_zalloc((size_t)words, 1);
    queue->node = -1;
    bl_kernel_stream_init(&queue->stream, data);
}

int bl_kernel_golden_count_queues(const struct bl_kernels *kernels) {
    return kernels->nodes * (kernels->channel_count + kernels->bundle_count * kernels->nodes);
}

struct bl_golden_queue *bl_kernel_golden_channel_queue(const struct bl_kernel_golden *golden,
                                                       int node, int channel) {
    return &golden->queues[node * golden->kernels->channel_count + channel];
}

/* Of what comes from `peer`. */
static struct bl_golden_queue *peer_queue(const struct bl_kernel_golden *golden, int node,
                                          int bundle, int peer) {
    const struct bl_kernels *kernels = golden->kernels;
    return &golden->queues[kernels->nodes * kernels->channel_count +
                           (node * kernels->bundle_count + bundle) * kernels->nodes + peer];
}

void bl_kernel_golden_make_queues(struct bl_kernel_golden *golden, int node) {
    const struct bl_kernels *kernels = golden->kernels;
    bool data = golden->bytes.read;
    for (int i = 0; i < kernels->channel_count; i++)
        make_queue(bl_kernel_golden_channel_queue(golden, node, i), kernels->channels[i].words,
                   data);
    for (int i = 0; i < kernels->bundle_count; i++)
        for (int peer = 0; peer < kernels->nodes; peer++)
            make_queue(peer_queue(golden, node, i, peer), kernels->bundles[i].words, data);
}

struct bl_golden_queue *bl_kernel_golden_queue_of(const struct bl_kernel_golden *golden, int node,
                                                  struct bl_kernel_end from) {
    int nodes = golden->kernels->nodes;
    return bl_kernel_at_peer(from)
               ? peer_queue(golden, node, from.number / nodes, from.number % nodes)
               : bl_kernel_golden_channel_queue(golden, node, from.number);
}

struct bl_golden_queue *bl_kernel_golden_queue_to(const struct bl_kernel_golden *golden,
                                                  const struct bl_golden_running *running,
                                                  const struct bl_golden_move *move) {
    int nodes = golden->kernels->nodes;
    struct bl_kernel_end to = move->move->to;
    if (bl_kernel_at_peer(to))
        return peer_queue(golden, to.number % nodes, to.number / nodes, running->node);
    int peer = move->to_node >= 0 ? move->to_node
                                  : golden->kernels->channels[to.number].to[running->node];
    return peer < 0 ? NULL : bl_kernel_golden_channel_queue(golden, peer, to.number);
}

bool bl_kernel_golden_is_unreliable(const struct bl_kernel_golden *golden,
                                    struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && golden->kernels->channels[end.number].unreliable;
}

void bl_kernel_golden_settle(struct bl_golden_queue *queue) {
    while (queue->wanted_head != queue->wanted_tail && queue->need <= 0) {
        const struct bl_golden_wanted *wanted =
            &queue->wanted[queue->wanted_head % BL_GOLDEN_COMMANDS];
        bool turns = wanted->node != queue->node;
        if (turns && (queue->need || queue->open)) return;
        queue->node = wanted->node;
        queue->need += wanted->granules;
        queue->wanted_head++;
    }
}

struct bl_golden_ring *bl_kernel_golden_ring(const struct bl_kernel_golden *golden, int node,
                                             int port) {
    return &golden->rings[node * golden->kernels->port_count + port];
}

unsigned bl_kernel_golden_room(const struct bl_golden_ring *ring) {
    return BL_GOLDEN_RING - (ring->tail - ring->head);
}

void bl_kernel_golden_push(struct bl_golden_ring *ring, const uint8_t *bytes, size_t count,
                           bool last) {
    for (size_t i = 0; i < count; i++, ring->tail++) {
        ring->bytes[ring->tail % BL_GOLDEN_RING] = bytes[i];
        ring->last[ring->tail % BL_GOLDEN_RING] = last && i + 1 == count;
    }
}

bool bl_kernel_golden_pop(struct bl_golden_ring *ring, uint8_t *bytes, size_t count) {
    bool last = false;
    for (size_t i = 0; i < count; i++, ring->head++) {
        bytes[i] = ring->bytes[ring->head % BL_GOLDEN_RING];
        last = ring->last[ring->head % BL_GOLDEN_RING];
    }
    return last;
}
