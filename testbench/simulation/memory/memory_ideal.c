/* The ideal channel: requests are taken at any time, a read's first word comes READ_LATENCY cycles
   after the request, a write's response WRITE_LATENCY cycles after its last word, and words move in
   every cycle. */
#include "ir/carried/memory.h"

#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/store.h"

enum { READ_LATENCY = 24, WRITE_LATENCY = 12, QUEUE = 64 /* requests, a power of two */ };

struct request {
    uint64_t address;
    int beats;
    int64_t ready; /* cycle from which it is served, or answered */
};
struct queue {
    struct request items[QUEUE];
    unsigned head, tail;
};
struct ideal {
    struct bl_store store;
    int word_bytes;
    int64_t clock;
    struct queue reads, writes, responses;
    bool fresh; /* rdata is the word of the current beat */
};

static bool empty(const struct queue *queue) { return queue->head == queue->tail; }
static bool full(const struct queue *queue) { return queue->tail - queue->head == QUEUE; }
static struct request *first(struct queue *queue) { return &queue->items[queue->head % QUEUE]; }

static void push(struct queue *queue, uint64_t address, int beats, int64_t ready) {
    queue->items[queue->tail++ % QUEUE] = (struct request){address, beats, ready};
}

static void *create(const struct bl_memory_config *config) {
    struct ideal *ideal = bl_zalloc(1, sizeof *ideal);
    ideal->word_bytes = config->word_bytes;
    return ideal;
}

static void destroy(void *memory) {
    struct ideal *ideal = memory;
    bl_store_free(&ideal->store);
    bl_zfree(ideal);
}

static void present_read(struct ideal *ideal, struct bl_axi_in *in) {
    struct request *read = first(&ideal->reads);
    in->rvalid = !empty(&ideal->reads) && read->ready <= ideal->clock;
    in->rlast = in->rvalid && read->beats == 1;
    if (!in->rvalid || ideal->fresh) return;
    bl_store_read(&ideal->store, read->address, in->rdata, (size_t)ideal->word_bytes);
    ideal->fresh = true;
}

static void present(void *memory, struct bl_axi_in *in) {
    struct ideal *ideal = memory;
    present_read(ideal, in);
    in->arready = !full(&ideal->reads);
    in->awready = !full(&ideal->writes);
    in->wready = !empty(&ideal->writes) && !full(&ideal->responses);
    in->bvalid = !empty(&ideal->responses) && first(&ideal->responses)->ready <= ideal->clock;
}

static void take_word(struct ideal *ideal, const struct bl_axi_out *out) {
    struct request *write = first(&ideal->writes);
    bl_store_write_word(&ideal->store, write->address, out->wdata, (size_t)ideal->word_bytes,
                        out->wstrb);
    write->address += (unsigned)ideal->word_bytes;
    if (--write->beats) return;
    ideal->writes.head++;
    push(&ideal->responses, 0, 0, ideal->clock + WRITE_LATENCY);
}

static void next_beat(struct ideal *ideal) {
    struct request *read = first(&ideal->reads);
    read->address += (unsigned)ideal->word_bytes;
    ideal->fresh = false;
    if (--read->beats == 0) ideal->reads.head++;
}

static void advance(void *memory, const struct bl_axi_in *in, const struct bl_axi_out *out) {
    struct ideal *ideal = memory;
    if (in->rvalid && out->rready) next_beat(ideal);
    if (in->wready && out->wvalid) take_word(ideal, out);
    if (in->bvalid && out->bready) ideal->responses.head++;
    if (in->arready && out->arvalid)
        push(&ideal->reads, out->araddr, out->arlen + 1, ideal->clock + READ_LATENCY);
    if (in->awready && out->awvalid) push(&ideal->writes, out->awaddr, out->awlen + 1, 0);
    ideal->clock++;
}

static bool idle(const void *memory) {
    const struct ideal *ideal = memory;
    return empty(&ideal->reads) && empty(&ideal->writes) && empty(&ideal->responses);
}

static void skip(void *memory, int64_t cycles) { ((struct ideal *)memory)->clock += cycles; }

static void write_bytes(void *memory, uint64_t address, const void *bytes, size_t size) {
    struct ideal *ideal = memory;
    bl_store_write(&ideal->store, address, bytes, size);
    ideal->fresh = false;
}

static void read_bytes(const void *memory, uint64_t address, void *bytes, size_t size) {
    bl_store_read(&((const struct ideal *)memory)->store, address, bytes, size);
}

const struct bl_memory_kind bl_memory_ideal = {
    .name = "ideal",
    .help = "a word a cycle each way, constant latency",
    .create = create,
    .destroy = destroy,
    .present = present,
    .clock = advance,
    .idle = idle,
    .skip = skip,
    .write = write_bytes,
    .read = read_bytes,
};
