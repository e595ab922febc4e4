#include "simulation/memory/memory_port.h"

#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/random.h"

enum { WORDS = 2048, BURSTS = 256 /* that are kept; powers of two */ };

struct beat {
    uint32_t data[BL_MAX_WORD / 4];
    uint8_t last, response;
    int64_t due; /* cycle from which the node may have it */
};
struct answer {
    uint8_t response;
    int64_t due;
};
/* A write burst of which data is still to come. */
struct burst {
    int words;
    uint8_t response;
};

struct bl_memory_port {
    const struct bl_memory_kind *kind;
    void *memory;
    int word_bytes;
    int64_t clock;
    struct bl_axi_in behind; /* what the memory presents */
    struct beat *beats;      /* [WORDS] */
    struct answer answers[BURSTS];
    struct burst bursts[BURSTS];
    uint8_t responses[BURSTS]; /* of the bursts whose data is complete, in order */
    unsigned beat_head, beat_tail, answer_head, answer_tail, burst_head, burst_tail, response_head,
        response_tail;
    uint64_t asked,
        unanswered;          /* beats that the memory owes, write bursts that it has not answered */
    uint64_t reads, writes;  /* beats since the port was armed */
    struct bl_faults faults; /* of this channel */
    struct bl_random random;
};

struct bl_memory_port *bl_memory_port_new(const struct bl_memory_kind *kind, void *memory,
                                          int word_bytes) {
    struct bl_memory_port *port = bl_zalloc(1, sizeof *port);
    port->kind = kind;
    port->memory = memory;
    port->word_bytes = word_bytes;
    port->beats = bl_zalloc(WORDS, sizeof *port->beats);
    return port;
}

void bl_memory_port_free(struct bl_memory_port *port) {
    if (!port) return;
    bl_zfree(port->beats);
    bl_zfree(port);
}

void bl_memory_port_arm(struct bl_memory_port *port, const struct bl_faults *faults, int node,
                        int channel) {
    port->faults = (struct bl_faults){.late = faults->late};
    port->reads = port->writes = 0;
    port->random = bl_random_at((uint64_t)node, (uint64_t)channel);
    for (int i = 0; i < faults->count; i++) {
        const struct bl_fault *fault = &faults->items[i];
        if (fault->kind != BL_FAULT_RESET && fault->node == node && fault->channel == channel)
            port->faults.items[port->faults.count++] = *fault;
    }
}

/* How the memory answers a beat: as it is asked to. */
static uint8_t response_of(const struct bl_memory_port *port, enum bl_fault_kind kind,
                           uint64_t beat) {
    for (int i = 0; i < port->faults.count; i++)
        if (port->faults.items[i].kind == kind && port->faults.items[i].at == beat)
            return port->faults.items[i].response;
    return BL_AXI_OKAY;
}

/* When an answer that is there now may be given: in order. */
static int64_t due(struct bl_memory_port *port, int64_t before) {
    int64_t time = port->clock + 1;
    if (port->faults.late)
        time += (int64_t)bl_random_below(&port->random, (uint64_t)port->faults.late + 1);
    return time > before ? time : before;
}

void bl_memory_port_present(struct bl_memory_port *port, struct bl_axi_in *in) {
    const struct beat *beat = &port->beats[port->beat_head % WORDS];
    const struct answer *answer = &port->answers[port->answer_head % BURSTS];
    port->kind->present(port->memory, &port->behind);
    in->arready = port->behind.arready;
    in->awready = port->behind.awready && port->burst_tail - port->burst_head < BURSTS &&
                  port->unanswered < BURSTS;
    in->wready = port->behind.wready && port->burst_tail != port->burst_head;
    in->rvalid = port->beat_head != port->beat_tail && beat->due <= port->clock;
    in->bvalid = port->answer_head != port->answer_tail && answer->due <= port->clock;
    in->rlast = beat->last;
    in->rresp = beat->response;
    in->bresp = answer->response;
    if (in->rvalid) memcpy(in->rdata, beat->data, (size_t)port->word_bytes);
}

static void take_beat(struct bl_memory_port *port) {
    int64_t before = port->beat_head != port->beat_tail
                         ? port->beats[(port->beat_tail - 1) % WORDS].due
                         : 0;
    struct beat *beat = &port->beats[port->beat_tail++ % WORDS];
    memcpy(beat->data, port->behind.rdata, (size_t)port->word_bytes);
    beat->last = port->behind.rlast;
    beat->response = response_of(port, BL_FAULT_READ, port->reads++);
    beat->due = due(port, before);
    for (int i = 0; beat->response != BL_AXI_OKAY && i < port->word_bytes / 4; i++)
        beat->data[i] = ~beat->data[i];
    port->asked--;
}

static void take_answer(struct bl_memory_port *port) {
    int64_t before = port->answer_head != port->answer_tail
                         ? port->answers[(port->answer_tail - 1) % BURSTS].due
                         : 0;
    uint8_t response = port->responses[port->response_head++ % BURSTS];
    port->answers[port->answer_tail++ % BURSTS] = (struct answer){.response = response,
                                                                  .due = due(port, before)};
}

/* A word of the oldest burst goes to the memory; one that is answered with an error is lost. */
static void give_word(struct bl_memory_port *port, struct bl_axi_out *to) {
    struct burst *burst = &port->bursts[port->burst_head % BURSTS];
    uint8_t response = response_of(port, BL_FAULT_WRITE, port->writes++);
    if (response != BL_AXI_OKAY) to->wstrb = 0, burst->response = response;
    if (--burst->words) return;
    port->responses[port->response_tail++ % BURSTS] = burst->response;
    port->burst_head++;
}

/* The memory's side of a cycle, with what goes to it. */
static void clock_memory(struct bl_memory_port *port, struct bl_axi_out *to) {
    struct bl_axi_in *from = &port->behind;
    to->rready = port->beat_tail - port->beat_head < WORDS;
    to->bready = port->answer_tail - port->answer_head < BURSTS;
    if (from->rvalid && to->rready) take_beat(port);
    if (from->bvalid && to->bready) take_answer(port);
    if (from->wready && to->wvalid) give_word(port, to);
    if (from->arready && to->arvalid) port->asked += to->arlen + 1u;
    if (from->awready && to->awvalid) {
        port->bursts[port->burst_tail++ % BURSTS] = (struct burst){.words = to->awlen + 1};
        port->unanswered++;
    }
    port->kind->clock(port->memory, from, to);
    port->clock++;
}

void bl_memory_port_clock(struct bl_memory_port *port, const struct bl_axi_in *in,
                          const struct bl_axi_out *out) {
    struct bl_axi_out to = *out;
    port->behind.arready = in->arready;
    port->behind.awready = in->awready;
    port->behind.wready = in->wready;
    if (in->rvalid && out->rready) port->beat_head++;
    if (in->bvalid && out->bready) port->answer_head++, port->unanswered--;
    clock_memory(port, &to);
}

void bl_memory_port_drain(struct bl_memory_port *port) {
    const struct burst *burst = &port->bursts[port->burst_head % BURSTS];
    struct bl_axi_out to = {.wvalid = port->burst_tail != port->burst_head,
                            .wlast = burst->words == 1};
    if (port->beat_head != port->beat_tail &&
        port->beats[port->beat_head % WORDS].due <= port->clock)
        port->beat_head++;
    if (port->answer_head != port->answer_tail &&
        port->answers[port->answer_head % BURSTS].due <= port->clock)
        port->answer_head++, port->unanswered--;
    clock_memory(port, &to);
}

bool bl_memory_port_quiet(const struct bl_memory_port *port) {
    return !port->asked && !port->unanswered && port->beat_head == port->beat_tail;
}

void bl_memory_port_beats(const struct bl_memory_port *port, uint64_t *read, uint64_t *written) {
    *read = port->reads;
    *written = port->writes;
}
