/* The AXI4 port: requests wait in rings, are cut into column accesses, enter the scheduler's
   window, and come back in order. */
#include "memory/carried/hbm.h"

#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/store.h"
#include "memory/carried/ring.h"

/* The controller's and the PHY's pipelines with their clock crossings: 40 ns from the request to
   the window, 50 ns from the last data on the pins to the port. With an open row that makes 106 ns
   for a read, with a closed one 120, with another one open 134; the same three were measured as
   107, 122 and 138 ns on an FPGA's HBM2 (Wang et al., "Shuhai", FCCM 2020). */
static const int64_t FRONT = 40000, BACK = 50000;
static const int64_t NEVER = INT64_MAX;

/* What is left of a burst: the next address, and the one behind its last word. */
struct burst {
    uint64_t address, end;
    int64_t time; /* from which it may enter the window */
    uint32_t answer;
    bool begun;
};

struct word {
    int64_t time;
    uint64_t strobe;
    uint8_t data[BL_MAX_WORD];
};

struct access {
    uint64_t address; /* of its first byte */
    int64_t time;     /* read: when its data is at the port, NEVER before its command;
                         write: from which it may enter the window */
    uint64_t strobe;
    uint32_t answer; /* write: the response that it is part of */
    bool done;       /* write: performed */
    uint8_t data[BL_DRAM_ACCESS];
};

struct answer {
    int left;
    int64_t time;
};

/* All rings are in the order of the requests and as long as what the requester has outstanding. */
struct bl_hbm {
    struct bl_hbm_config config;
    struct bl_store store;
    struct bl_dram dram;
    int64_t now, dram_time;   /* the port's last clock edge; the banks' last event */
    unsigned word, access;    /* bytes of a word of the port, of a column access */
    int accesses;             /* of a word, at least one */
    struct bl_ring reading;   /* bursts of which accesses are still to enter */
    struct bl_ring returning; /* bursts of which words are still to be given */
    struct bl_ring writing;   /* bursts that wait for words */
    struct bl_ring words;     /* that wait for their burst's address */
    struct bl_ring reads;     /* accesses from the window to the port */
    struct bl_ring writes;    /* accesses: those from `entered` to `joined` wait for the window */
    uint32_t entered, joined;
    struct bl_ring answers;
    bool fresh; /* rdata was given for the current beat */
};

static struct access *access_at(const struct bl_ring *ring, uint32_t number) {
    return bl_ring_at(ring, number);
}
/* Of an address, within its column access. */
static unsigned within(const struct bl_hbm *hbm, uint64_t address) {
    return (unsigned)address & (hbm->access - 1);
}
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

struct bl_hbm *bl_hbm_create(const struct bl_hbm_config *config) {
    struct bl_hbm *hbm = bl_zalloc(1, sizeof *hbm);
    hbm->config = *config;
    bl_dram_init(&hbm->dram, config->kind);
    hbm->word = (unsigned)config->word_bytes;
    hbm->access = (unsigned)config->kind->access_bytes;
    hbm->accesses = hbm->word > hbm->access ? (int)(hbm->word / hbm->access) : 1;
    hbm->reading = bl_ring_new(sizeof(struct burst));
    hbm->returning = bl_ring_new(sizeof(struct burst));
    hbm->writing = bl_ring_new(sizeof(struct burst));
    hbm->words = bl_ring_new(sizeof(struct word));
    hbm->reads = bl_ring_new(sizeof(struct access));
    hbm->writes = bl_ring_new(sizeof(struct access));
    hbm->answers = bl_ring_new(sizeof(struct answer));
    return hbm;
}

void bl_hbm_destroy(struct bl_hbm *hbm) {
    bl_store_free(&hbm->store);
    struct bl_ring *const rings[] = {&hbm->reading, &hbm->returning, &hbm->writing, &hbm->words,
                                     &hbm->reads,   &hbm->writes,    &hbm->answers};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) bl_ring_free(rings[i]);
    bl_zfree(hbm);
}

/* ---- the port's handshakes */

static void check(const struct bl_hbm *hbm, uint64_t address, int beats) {
    const struct bl_dram_kind *kind = hbm->config.kind;
    if ((address & (hbm->word - 1)) == 0 && address + (uint64_t)beats * hbm->word <= kind->bytes)
        return;
    bl_zfatal("%s: a burst of %d word%s at 0x%llx is not on a word or outside the channel's "
              "%llu bytes",
              kind->name, beats, bl_ending(beats, "s"), (unsigned long long)address,
              (unsigned long long)kind->bytes);
}

static struct burst *push(struct bl_hbm *hbm, struct bl_ring *ring, uint64_t address, int beats) {
    struct burst *burst = bl_ring_push(ring);
    check(hbm, address, beats);
    *burst = (struct burst){
        .address = address, .end = address + (uint64_t)beats * hbm->word, .time = hbm->now + FRONT};
    return burst;
}

static void take_word(struct bl_hbm *hbm, const struct bl_axi_out *out) {
    struct word *word = bl_ring_push(&hbm->words);
    word->time = hbm->now + FRONT;
    word->strobe = out->wstrb;
    memcpy(word->data, out->wdata, hbm->word);
}

/* Puts bytes of a word that lie within one access into it: a new one at the start of an access or
   of a burst. */
static void join_bytes(struct bl_hbm *hbm, const struct burst *burst, const struct word *word,
                       unsigned at, unsigned size, bool begin) {
    unsigned offset = within(hbm, burst->address + at);
    struct access *access = begin || offset == 0 ? bl_ring_push(&hbm->writes)
                                                 : access_at(&hbm->writes, hbm->writes.tail - 1);
    uint64_t mask = size >= 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1;
    if (begin || offset == 0) {
        access->address = burst->address + at - offset;
        access->time = burst->time;
        access->strobe = 0;
        access->answer = burst->answer;
        access->done = false;
    }
    access->time = later(access->time, word->time);
    access->strobe |= (word->strobe >> at & mask) << offset;
    memcpy(access->data + offset, word->data + at, size);
}

/* Joins the words that have come with their addresses. An access may enter when its last word of
   the burst is there. */
static void join(struct bl_hbm *hbm) {
    unsigned size = hbm->word < hbm->access ? hbm->word : hbm->access;
    while (bl_ring_count(&hbm->words) && bl_ring_count(&hbm->writing)) {
        struct burst *burst = bl_ring_first(&hbm->writing);
        const struct word *word = bl_ring_first(&hbm->words);
        for (unsigned at = 0; at < hbm->word; at += size)
            join_bytes(hbm, burst, word, at, size, !burst->begun);
        burst->begun = true;
        burst->address += hbm->word;
        hbm->words.head++;
        if (burst->address == burst->end || within(hbm, burst->address) == 0)
            hbm->joined = hbm->writes.tail;
        if (burst->address == burst->end) hbm->writing.head++;
    }
}

static void take_beat(struct bl_hbm *hbm) {
    struct burst *burst = bl_ring_first(&hbm->returning);
    burst->address += hbm->word;
    bool last = burst->address == burst->end;
    if (last || within(hbm, burst->address) == 0) hbm->reads.head += (uint32_t)hbm->accesses;
    if (last) hbm->returning.head++;
    hbm->fresh = false;
}

static void take_address(struct bl_hbm *hbm, const struct bl_axi_out *out) {
    struct burst *burst = push(hbm, &hbm->writing, out->awaddr, out->awlen + 1);
    struct answer *answer = bl_ring_push(&hbm->answers);
    burst->answer = hbm->answers.tail - 1;
    uint64_t bytes = burst->end - (burst->address - within(hbm, burst->address)) + hbm->access - 1;
    *answer = (struct answer){.left = (int)(bytes >> hbm->dram.access_bits)};
}

static void handshakes(struct bl_hbm *hbm, const struct bl_axi_in *in,
                       const struct bl_axi_out *out) {
    if (in->rvalid && out->rready) take_beat(hbm);
    if (in->bvalid && out->bready) hbm->answers.head++;
    if (in->arready && out->arvalid) {
        push(hbm, &hbm->reading, out->araddr, out->arlen + 1)->address -= within(hbm, out->araddr);
        push(hbm, &hbm->returning, out->araddr, out->arlen + 1);
    }
    bool address = in->awready && out->awvalid, word = in->wready && out->wvalid;
    if (address) take_address(hbm, out);
    if (word) take_word(hbm, out);
    if (address || word) join(hbm);
}

/* ---- into the window, and the accesses themselves */

static int64_t read_enters(const struct bl_hbm *hbm) {
    if (!bl_ring_count(&hbm->reading) || !bl_dram_room(&hbm->dram, false)) return NEVER;
    return later(((const struct burst *)bl_ring_first(&hbm->reading))->time, hbm->dram_time);
}

static int64_t write_enters(const struct bl_hbm *hbm) {
    if (hbm->entered == hbm->joined || !bl_dram_room(&hbm->dram, true)) return NEVER;
    return later(access_at(&hbm->writes, hbm->entered)->time, hbm->dram_time);
}

static void enter_read(struct bl_hbm *hbm) {
    struct burst *burst = bl_ring_first(&hbm->reading);
    uint32_t number = hbm->reads.tail;
    struct access *access = bl_ring_push(&hbm->reads);
    access->address = burst->address;
    access->time = NEVER;
    bl_dram_enter(&hbm->dram, burst->address, false, number, hbm->dram_time);
    burst->address += hbm->access;
    if (burst->address >= burst->end) hbm->reading.head++;
}

static void enter_write(struct bl_hbm *hbm) {
    uint32_t number = hbm->entered++;
    bl_dram_enter(&hbm->dram, access_at(&hbm->writes, number)->address, true, number,
                  hbm->dram_time);
}

static void perform_read(struct bl_hbm *hbm, const struct bl_dram_access *done) {
    struct access *access = access_at(&hbm->reads, done->number);
    const struct bl_dram_kind *kind = &hbm->dram.kind;
    bl_store_read(&hbm->store, access->address, access->data, hbm->access);
    access->time = done->time + kind->tRL + kind->tBURST + BACK;
}

static void perform_write(struct bl_hbm *hbm, const struct bl_dram_access *done) {
    struct access *access = access_at(&hbm->writes, done->number);
    const struct bl_dram_kind *kind = &hbm->dram.kind;
    struct answer *answer = bl_ring_at(&hbm->answers, access->answer);
    bl_store_write_word(&hbm->store, access->address, access->data, hbm->access, access->strobe);
    answer->left--;
    answer->time = later(answer->time, done->time + kind->tWL + kind->tBURST + BACK);
    access->done = true;
    while (hbm->writes.head != hbm->entered && access_at(&hbm->writes, hbm->writes.head)->done)
        hbm->writes.head++;
}

/* What enters, or the command, at dram_time; then the next command. */
static void event(struct bl_hbm *hbm, bool command) {
    struct bl_dram_access done;
    if (command && bl_dram_step(&hbm->dram, &done)) {
        if (done.write) perform_write(hbm, &done);
        else perform_read(hbm, &done);
    }
    while (read_enters(hbm) <= hbm->dram_time) enter_read(hbm);
    while (write_enters(hbm) <= hbm->dram_time) enter_write(hbm);
    bl_dram_decide(&hbm->dram, hbm->dram_time);
}

/* Everything that happens up to the port's clock edge, in the order of time. */
static void run(struct bl_hbm *hbm) {
    for (;;) {
        int64_t read = read_enters(hbm), write = write_enters(hbm),
                entry = read < write ? read : write;
        bool command = hbm->dram.next_time < entry;
        int64_t time = command ? hbm->dram.next_time : entry;
        if (time > hbm->now) return;
        hbm->dram_time = time;
        event(hbm, command);
    }
}

/* ---- the two halves of a cycle */

static bool beat_ready(const struct bl_hbm *hbm) {
    if (bl_ring_count(&hbm->reads) < (uint32_t)hbm->accesses) return false;
    for (int i = 0; i < hbm->accesses; i++)
        if (access_at(&hbm->reads, hbm->reads.head + (uint32_t)i)->time > hbm->now) return false;
    return true;
}

static void present_beat(struct bl_hbm *hbm, struct bl_axi_in *in) {
    const struct burst *burst = bl_ring_first(&hbm->returning);
    unsigned size = hbm->word < hbm->access ? hbm->word : hbm->access,
             offset = within(hbm, burst->address);
    in->rlast = burst->end - burst->address == hbm->word;
    if (hbm->fresh) return;
    for (int i = 0; i < hbm->accesses; i++)
        memcpy((uint8_t *)in->rdata + (unsigned)i * size,
               access_at(&hbm->reads, hbm->reads.head + (uint32_t)i)->data + offset, size);
    hbm->fresh = true;
}

void bl_hbm_present(struct bl_hbm *hbm, struct bl_axi_in *in) {
    const struct answer *answer = bl_ring_first(&hbm->answers);
    in->rvalid = beat_ready(hbm);
    in->rlast = 0;
    if (in->rvalid) present_beat(hbm, in);
    in->arready = in->awready = in->wready = 1;
    in->bvalid = bl_ring_count(&hbm->answers) && answer->left == 0 && answer->time <= hbm->now;
}

void bl_hbm_clock(struct bl_hbm *hbm, const struct bl_axi_in *in, const struct bl_axi_out *out) {
    hbm->now += hbm->config.period_ps;
    handshakes(hbm, in, out);
    if (!bl_dram_empty(&hbm->dram) || bl_ring_count(&hbm->reading) || hbm->entered != hbm->joined)
        run(hbm);
}

bool bl_hbm_idle(const struct bl_hbm *hbm) {
    return !bl_ring_count(&hbm->returning) && !bl_ring_count(&hbm->answers) &&
           !bl_ring_count(&hbm->words);
}

void bl_hbm_skip(struct bl_hbm *hbm, int64_t cycles) { hbm->now += cycles * hbm->config.period_ps; }

/* ---- the back door */

void bl_hbm_write(struct bl_hbm *hbm, uint64_t address, const void *bytes, size_t size) {
    bl_store_write(&hbm->store, address, bytes, size);
    hbm->fresh = false;
}

void bl_hbm_read(const struct bl_hbm *hbm, uint64_t address, void *bytes, size_t size) {
    bl_store_read(&hbm->store, address, bytes, size);
}

struct bl_dram_counts bl_hbm_counts(const struct bl_hbm *hbm) {
    return hbm->dram.counts;
}
