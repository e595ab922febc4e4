/* The AXI4 port: requests wait in queues, are cut into column accesses, enter the scheduler's window, and come back in order. */
#include "hbm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "store.h"

/* Powers of two. SLOTS: accesses of a direction from the window (write: from W) to the port; ANSWERS: writes without a response. */
enum { BURSTS = 32, SLOTS = 128, ANSWERS = 64 };

/* The controller's and the PHY's pipelines with their clock crossings: 40 ns from the request to the window, 50 ns from the last data on
   the pins to the port. With an open row that makes 106 ns for a read, with a closed one 120, with another one open 134; the same
   three were measured as 107, 122 and 138 ns on an FPGA's HBM2 (Wang et al., "Shuhai", FCCM 2020). */
static const int64_t FRONT = 40000, BACK = 50000;
static const int64_t NEVER = INT64_MAX;

struct burst { uint64_t address; int accesses; int64_t time; /* from which it may enter the window */ };
struct burst_queue { struct burst items[BURSTS]; unsigned head, tail; };

struct slot {
    uint64_t address;
    int64_t time;            /* read: when its data is at the port, NEVER before its access; write: from which it may enter the window */
    uint32_t strobe;
    unsigned answer;         /* write: the response that it is part of */
    bool done;               /* write: performed */
    uint8_t data[BL_DRAM_ACCESS];
};
/* In the order of the requests: numbers [head, entered) are in the window or have left it, [entered, tail) wait to enter. */
struct slots { struct slot items[SLOTS]; unsigned head, entered, tail; };

struct answer { int left; int64_t time; };

struct bl_hbm {
    struct bl_hbm_config config;
    struct bl_store store;
    struct bl_dram dram;
    int64_t now, dram_time;  /* the port's last clock edge; the banks' last event */
    int access_bytes, accesses; /* bytes of an access, accesses of a word */
    struct burst_queue read_queue, write_queue, returning;
    struct slots reads, writes;
    unsigned joined;         /* write slots that have their address */
    struct answer answers[ANSWERS];
    unsigned answer_head, answer_join, answer_tail;
    bool fresh;              /* rdata was given for the current beat */
};

static int queued(const struct burst_queue *queue) { return (int)(queue->tail - queue->head); }
static struct burst *first(struct burst_queue *queue) { return &queue->items[queue->head % BURSTS]; }
static int used(const struct slots *slots) { return (int)(slots->tail - slots->head); }
static struct slot *slot(struct slots *slots, unsigned number) { return &slots->items[number % SLOTS]; }
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

struct bl_hbm *bl_hbm_create(const struct bl_hbm_config *config) {
    struct bl_hbm *hbm = bl_zalloc(1, sizeof *hbm);
    struct bl_dram_timing timing = bl_dram_hbm2(config->megabits);
    hbm->config = *config;
    bl_dram_init(&hbm->dram, &timing);
    hbm->access_bytes = config->word_bytes < BL_DRAM_ACCESS ? config->word_bytes : BL_DRAM_ACCESS;
    hbm->accesses = config->word_bytes / hbm->access_bytes;
    return hbm;
}

void bl_hbm_destroy(struct bl_hbm *hbm) {
    bl_store_free(&hbm->store);
    bl_zfree(hbm);
}

/* ---- the port's handshakes */

static void check(const struct bl_hbm *hbm, uint64_t address, int beats) {
    uint64_t word = (uint64_t)hbm->config.word_bytes;
    if (address % word == 0 && address + (uint64_t)beats * word <= hbm->config.bytes) return;
    fprintf(stderr, "hbm2: a burst of %d words at 0x%llx is not on a word or outside the channel's %llu bytes\n", beats,
            (unsigned long long)address, (unsigned long long)hbm->config.bytes);
    exit(EXIT_FAILURE);
}

static void push(struct bl_hbm *hbm, struct burst_queue *queue, uint64_t address, int beats) {
    check(hbm, address, beats);
    queue->items[queue->tail++ % BURSTS] = (struct burst){address, beats * hbm->accesses, hbm->now + FRONT};
}

static void take_word(struct bl_hbm *hbm, const struct bl_axi_out *out) {
    for (int i = 0; i < hbm->accesses; i++) {
        struct slot *access = slot(&hbm->writes, hbm->writes.tail++);
        access->time = hbm->now + FRONT;
        access->strobe = (uint32_t)(out->wstrb >> (i * hbm->access_bytes));
        access->done = false;
        memcpy(access->data, (const uint8_t *)out->wdata + i * hbm->access_bytes, (size_t)hbm->access_bytes);
    }
}

/* Joins the words that have come with their addresses. */
static void join(struct bl_hbm *hbm) {
    while (hbm->joined != hbm->writes.tail && queued(&hbm->write_queue)) {
        struct burst *burst = first(&hbm->write_queue);
        struct slot *access = slot(&hbm->writes, hbm->joined++);
        access->address = burst->address;
        access->time = later(access->time, burst->time);
        access->answer = hbm->answer_join % ANSWERS;
        burst->address += (unsigned)hbm->access_bytes;
        if (--burst->accesses == 0) hbm->write_queue.head++, hbm->answer_join++;
    }
}

static void take_beat(struct bl_hbm *hbm) {
    hbm->reads.head += (unsigned)hbm->accesses;
    hbm->fresh = false;
    first(&hbm->returning)->accesses -= hbm->accesses;
    if (first(&hbm->returning)->accesses == 0) hbm->returning.head++;
}

static void take_address(struct bl_hbm *hbm, const struct bl_axi_out *out) {
    push(hbm, &hbm->write_queue, out->awaddr, out->awlen + 1);
    hbm->answers[hbm->answer_tail++ % ANSWERS] = (struct answer){(out->awlen + 1) * hbm->accesses, 0};
}

static void handshakes(struct bl_hbm *hbm, const struct bl_axi_in *in, const struct bl_axi_out *out) {
    if (in->rvalid && out->rready) take_beat(hbm);
    if (in->bvalid && out->bready) hbm->answer_head++;
    if (in->arready && out->arvalid) {
        push(hbm, &hbm->read_queue, out->araddr, out->arlen + 1);
        push(hbm, &hbm->returning, out->araddr, out->arlen + 1);
    }
    bool address = in->awready && out->awvalid, word = in->wready && out->wvalid;
    if (address) take_address(hbm, out);
    if (word) take_word(hbm, out);
    if (address || word) join(hbm);
}

/* ---- into the window, and the accesses themselves */

static int64_t read_enters(struct bl_hbm *hbm) {
    if (!queued(&hbm->read_queue) || used(&hbm->reads) == SLOTS || !bl_dram_room(&hbm->dram, false)) return NEVER;
    return later(first(&hbm->read_queue)->time, hbm->dram_time);
}

static int64_t write_enters(struct bl_hbm *hbm) {
    if (hbm->writes.entered == hbm->joined || !bl_dram_room(&hbm->dram, true)) return NEVER;
    return later(slot(&hbm->writes, hbm->writes.entered)->time, hbm->dram_time);
}

static void enter_read(struct bl_hbm *hbm, int64_t time) {
    struct burst *burst = first(&hbm->read_queue);
    unsigned number = hbm->reads.tail++;
    *slot(&hbm->reads, number) = (struct slot){.address = burst->address, .time = NEVER};
    bl_dram_enter(&hbm->dram, burst->address, false, (int)(number % SLOTS), time);
    burst->address += (unsigned)hbm->access_bytes;
    if (--burst->accesses == 0) hbm->read_queue.head++;
}

static void enter_write(struct bl_hbm *hbm, int64_t time) {
    unsigned number = hbm->writes.entered++;
    bl_dram_enter(&hbm->dram, slot(&hbm->writes, number)->address, true, (int)(number % SLOTS), time);
}

static void enter(struct bl_hbm *hbm, int64_t time) {
    hbm->dram_time = time;
    while (read_enters(hbm) <= time) enter_read(hbm, time);
    while (write_enters(hbm) <= time) enter_write(hbm, time);
    bl_dram_decide(&hbm->dram, time);
}

static void perform_read(struct bl_hbm *hbm, const struct bl_dram_access *done) {
    struct slot *access = &hbm->reads.items[done->slot];
    const struct bl_dram_timing *timing = &hbm->dram.timing;
    bl_store_read(&hbm->store, access->address, access->data, (size_t)hbm->access_bytes);
    access->time = done->time + timing->cl + timing->burst + BACK;
}

static void perform_write(struct bl_hbm *hbm, const struct bl_dram_access *done) {
    struct slot *access = &hbm->writes.items[done->slot];
    const struct bl_dram_timing *timing = &hbm->dram.timing;
    struct answer *answer = &hbm->answers[access->answer];
    bl_store_write_word(&hbm->store, access->address, access->data, (size_t)hbm->access_bytes, access->strobe);
    answer->left--;
    answer->time = later(answer->time, done->time + timing->cwl + timing->burst + BACK);
    access->done = true;
    while (hbm->writes.head != hbm->writes.entered && slot(&hbm->writes, hbm->writes.head)->done) hbm->writes.head++;
}

/* Everything that happens up to the port's clock edge, in the order of time. */
static void run(struct bl_hbm *hbm) {
    for (;;) {
        int64_t read = read_enters(hbm), write = write_enters(hbm), entry = read < write ? read : write;
        struct bl_dram_access done;
        if ((entry < hbm->dram.next_time ? entry : hbm->dram.next_time) > hbm->now) return;
        if (entry <= hbm->dram.next_time) {
            enter(hbm, entry);
            continue;
        }
        hbm->dram_time = hbm->dram.next_time;
        if (!bl_dram_step(&hbm->dram, &done)) continue;
        if (done.write) perform_write(hbm, &done);
        else perform_read(hbm, &done);
    }
}

/* ---- the two halves of a clock */

static bool beat_ready(struct bl_hbm *hbm) {
    if (used(&hbm->reads) < hbm->accesses) return false;
    int64_t time = slot(&hbm->reads, hbm->reads.head)->time;
    if (hbm->accesses > 1) time = later(time, slot(&hbm->reads, hbm->reads.head + 1)->time);
    return time <= hbm->now;
}

static void present_beat(struct bl_hbm *hbm, struct bl_axi_in *in) {
    in->rlast = first(&hbm->returning)->accesses == hbm->accesses;
    if (hbm->fresh) return;
    for (int i = 0; i < hbm->accesses; i++)
        memcpy((uint8_t *)in->rdata + i * hbm->access_bytes, slot(&hbm->reads, hbm->reads.head + (unsigned)i)->data,
               (size_t)hbm->access_bytes);
    hbm->fresh = true;
}

void bl_hbm_present(struct bl_hbm *hbm, struct bl_axi_in *in) {
    const struct answer *answer = &hbm->answers[hbm->answer_head % ANSWERS];
    in->rvalid = beat_ready(hbm);
    in->rlast = 0;
    if (in->rvalid) present_beat(hbm, in);
    in->arready = queued(&hbm->returning) < BURSTS;
    in->awready = queued(&hbm->write_queue) < BURSTS && hbm->answer_tail - hbm->answer_head < ANSWERS;
    in->wready = used(&hbm->writes) + hbm->accesses <= SLOTS;
    in->bvalid = hbm->answer_head != hbm->answer_tail && answer->left == 0 && answer->time <= hbm->now;
}

void bl_hbm_clock(struct bl_hbm *hbm, const struct bl_axi_in *in, const struct bl_axi_out *out) {
    hbm->now += hbm->config.period_ps;
    handshakes(hbm, in, out);
    if (!bl_dram_empty(&hbm->dram) || queued(&hbm->read_queue) || hbm->writes.entered != hbm->joined) run(hbm);
}

bool bl_hbm_idle(const struct bl_hbm *hbm) {
    return !queued(&hbm->returning) && hbm->answer_head == hbm->answer_tail && !used(&hbm->writes);
}

void bl_hbm_skip(struct bl_hbm *hbm, int64_t clocks) { hbm->now += clocks * hbm->config.period_ps; }

/* ---- the back door */

void bl_hbm_write(struct bl_hbm *hbm, uint64_t address, const void *bytes, size_t size) {
    bl_store_write(&hbm->store, address, bytes, size);
    hbm->fresh = false;
}

void bl_hbm_read(const struct bl_hbm *hbm, uint64_t address, void *bytes, size_t size) { bl_store_read(&hbm->store, address, bytes, size); }

struct bl_dram_counts bl_hbm_counts(const struct bl_hbm *hbm) { return hbm->dram.counts; }
