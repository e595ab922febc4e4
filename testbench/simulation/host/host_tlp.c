#include "simulation/host/host_tlp.h"

#include <string.h>

#include "base/carried/checked.h"
#include "ir/carried/tlp_header.h"
#include "ir/carried/tlp_short_header.h"
#include "simulation/host/host_asked.h"
#include "simulation/host/host_bus.h"

enum {
    WRITES = 256 /* of the node that are not visible yet; a power of two */,
    ACCESSES = 1024 /* of the CPU that the node has not taken */,
    COMPLETION = 10 /* a kind */,
    LONG = 1, /* bits of a format: a header of four words, */
    PAYLOAD = 2 /* and a payload */,
    SLACK_PS = 16000 /* so much of the bus a transfer may wait for inside of the IP */
};

struct write {
    uint64_t address;
    int bytes, first, last; /* which of them are enabled, from first to before last */
    int64_t visible_ps;
    uint8_t data[BL_TLP_PAYLOAD];
};

struct bl_host_tlp {
    struct bl_host_bus *bus;
    struct write *writes; /* [WRITES]; [tail] is being filled */
    unsigned head, tail;
    struct bl_tlp_header header; /* of that one */
    uint32_t first_word[BL_TLP_WORD / 4];
    int filled;                  /* words of it, its header among them */
    int64_t end_ps;              /* when it leaves the bus */
    struct bl_host_cpu cpu;
    struct bl_host_asked asked;       /* reads of the node */
    uint32_t (*out)[BL_TLP_WORD / 4]; /* [BL_TLP_WORDS]: what is on its way to the node */
    int out_count, out_at;
    int room; /* TLPs that the node has room for */
};

struct bl_host_tlp *bl_host_tlp_new(struct bl_host_port *port) {
    struct bl_host_tlp *tlp = bl_zalloc(1, sizeof *tlp);
    tlp->bus = bl_host_port_bus(port);
    tlp->writes = bl_zalloc(WRITES, sizeof *tlp->writes);
    tlp->out = bl_zalloc(BL_TLP_WORDS, sizeof *tlp->out);
    tlp->asked.bus = tlp->cpu.bus = tlp->bus;
    tlp->room = tlp->bus->settings.slots;
    return tlp;
}

void bl_host_tlp_free(struct bl_host_tlp *tlp) {
    if (!tlp) return;
    bl_host_cpu_destroy(&tlp->cpu);
    bl_zfree(tlp->writes);
    bl_zfree(tlp->out);
    bl_zfree(tlp);
}

/* ---- what the CPU asks */

bool bl_host_tlp_within(const struct bl_host_tlp *tlp, uint64_t offset) {
    return offset < (uint64_t)tlp->bus->settings.window_bytes;
}

uint64_t bl_host_tlp_address(const struct bl_host_tlp *tlp, uint64_t offset) {
    return tlp->bus->settings.window + offset;
}

uint64_t bl_host_tlp_register(const struct bl_host_tlp *tlp, uint32_t address) {
    return tlp->bus->settings.registers + address;
}

bool bl_host_tlp_full(const struct bl_host_tlp *tlp) {
    return tlp->cpu.count - tlp->cpu.next >= ACCESSES;
}

void bl_host_tlp_access(struct bl_host_tlp *tlp, int64_t now, const struct bl_host_access *access) {
    struct bl_host_access posted = *access;
    posted.ready_ps = now + tlp->bus->settings.store_ps;
    bl_host_cpu_post(&tlp->cpu, &posted);
}

void bl_host_tlp_forget(struct bl_host_tlp *tlp) { bl_host_cpu_forget(&tlp->cpu); }
uint64_t bl_host_tlp_posted(const struct bl_host_tlp *tlp) { return tlp->cpu.posted; }
bool bl_host_tlp_past(const struct bl_host_tlp *tlp, uint64_t count) {
    return bl_host_cpu_past(&tlp->cpu, count);
}

/* ---- what comes to the node: the CPU's accesses in front of completions, when bus and node have
   room */

/* Begins the next TLP; its bytes on the bus, 0: there is none. */
static int begin_out(struct bl_host_tlp *tlp, int64_t now) {
    int bytes = 0;
    if (bl_host_cpu_ready(&tlp->cpu, now))
        tlp->out_count = bl_host_cpu_begin(&tlp->cpu, now, tlp->out, &bytes);
    else if (bl_host_asked_ready(&tlp->asked, now))
        tlp->out_count = bl_host_asked_complete(&tlp->asked, now, tlp->out, &bytes);
    return bytes;
}

static void present_out(struct bl_host_tlp *tlp, int64_t now, struct bl_tlp_came *from) {
    memset(from, 0, sizeof *from);
    from->up = 1;
    if (tlp->out_at == tlp->out_count && tlp->room &&
        tlp->bus->free_ps[BL_HOST_DOWN] <= now + SLACK_PS) {
        tlp->out_at = tlp->out_count = 0;
        const int bytes = begin_out(tlp, now);
        if (bytes) bl_host_bus_send(tlp->bus, BL_HOST_DOWN, now, bytes);
        tlp->room -= bytes > 0;
    }
    if (tlp->out_at == tlp->out_count) return;
    from->tvalid = 1;
    from->tlast = tlp->out_at == tlp->out_count - 1;
    memcpy(from->tdata, tlp->out[tlp->out_at], sizeof from->tdata);
}

static bool clock_out(struct bl_host_tlp *tlp, const struct bl_tlp_in *in,
                      const struct bl_tlp_out *out) {
    tlp->room += out->from.freed;
    tlp->out_at += in->from.tvalid;
    return in->from.tvalid | out->from.freed;
}

/* ---- what the node sends */

static struct write *write_at(const struct bl_host_tlp *tlp, unsigned i) {
    return &tlp->writes[i % WRITES];
}

static int payload(const struct bl_tlp_header *header) {
    return header->length ? 4 * (int)header->length : BL_TLP_PAYLOAD;
}

static uint64_t address_of(const struct bl_tlp_header *header) {
    return (uint64_t)header->address_high << 32 | (uint64_t)header->address_low << 2;
}

/* The bytes of a write that are enabled: those of the first and of the last word. */
static void enable(struct write *write, const struct bl_tlp_header *header) {
    const uint32_t first = header->first_keep, last = header->last_keep;
    write->first = first ? __builtin_ctz(first) : 4;
    write->last = write->bytes > 4 ? write->bytes - (last ? __builtin_clz(last) - 28 : 4)
                                   : 4 - (first ? __builtin_clz(first) - 28 : 0);
}

/* An address has 64 bits in a header of four words, and where it needs them. */
static bool is_request(const struct bl_tlp_header *header) {
    return !header->kind && !header->address_high == !(header->format & LONG);
}

static bool is_read(const struct bl_tlp_header *header) {
    return is_request(header) && !(header->format & PAYLOAD);
}

static bool is_write(const struct bl_tlp_header *header) {
    return is_request(header) && header->format & PAYLOAD && !header->poisoned;
}

static bool is_completion(const struct bl_tlp_header *header) {
    return !(header->format & LONG) && header->kind == COMPLETION;
}

static int on_bus(const struct bl_tlp_header *header) {
    const int data = header->format & PAYLOAD ? payload(header) : 0;
    return data + (header->format & LONG ? BL_HOST_BESIDE : BL_HOST_BESIDE_SHORT);
}

/* Of three words or four. */
static struct bl_tlp_header header_of(const uint8_t bytes[BL_TLP_HEADER_BYTES]) {
    struct bl_tlp_header header = bl_tlp_header_unpack(bytes);
    if (header.format & LONG) return header;
    header.address_high = 0;
    header.address_low = bl_tlp_short_header_unpack(bytes).address;
    return header;
}

/* The word is the header: the bus takes it all from here on. */
static void begin(struct bl_host_tlp *tlp, int64_t now, const uint32_t *words) {
    struct write *write = write_at(tlp, tlp->tail);
    uint8_t bytes[BL_TLP_HEADER_BYTES];
    memcpy(bytes, words, sizeof bytes);
    tlp->header = header_of(bytes);
    write->bytes = payload(&tlp->header);
    write->address = address_of(&tlp->header);
    enable(write, &tlp->header);
    memcpy(tlp->first_word, words, sizeof tlp->first_word);
    tlp->end_ps = bl_host_bus_send(tlp->bus, BL_HOST_UP, now, on_bus(&tlp->header));
}

static void refuse_write(struct bl_host_counts *counts, uint64_t address) {
    counts->refused++;
    if (!counts->nowhere++) counts->first = address;
}

/* Visible in the order of its memory; what is no write to one is refused. */
static void finish(struct bl_host_tlp *tlp) {
    struct bl_host_bus *bus = tlp->bus;
    struct write *write = write_at(tlp, tlp->tail);
    struct bl_host_region *region = bl_host_regions_find(&bus->regions, write->address,
                                                         (size_t)write->bytes);
    const int words = 1 + (write->bytes + BL_TLP_WORD - 1) / BL_TLP_WORD;
    if (!region || !is_write(&tlp->header) || tlp->filled != words ||
        write->bytes > bus->settings.payload) {
        refuse_write(&bus->counts, write->address);
        return;
    }
    write->visible_ps = tlp->end_ps + region->write_ps + bl_host_bus_jitter(bus);
    if (write->visible_ps < region->visible_ps) write->visible_ps = region->visible_ps;
    region->visible_ps = write->visible_ps;
    bus->counts.writes++;
    tlp->tail++;
}

static void finish_read(struct bl_host_tlp *tlp, int64_t now) {
    if (tlp->filled != 1 || !bl_host_asked_take(&tlp->asked, now, tlp->end_ps, &tlp->header))
        tlp->bus->counts.refused++;
}

static void finish_completion(struct bl_host_tlp *tlp) {
    const uint8_t *data = write_at(tlp, tlp->tail)->data;
    if (tlp->filled > 2 || !bl_host_cpu_complete(&tlp->cpu, tlp->end_ps, tlp->first_word, data))
        tlp->bus->counts.refused++;
}

static bool take(struct bl_host_tlp *tlp, int64_t now, const struct bl_tlp_sent *sent) {
    const int at = (tlp->filled - 1) * BL_TLP_WORD;
    if (!tlp->filled) begin(tlp, now, sent->tdata);
    else if (at + BL_TLP_WORD <= BL_TLP_PAYLOAD)
        memcpy(write_at(tlp, tlp->tail)->data + at, sent->tdata, BL_TLP_WORD);
    tlp->filled++;
    if (!sent->tlast) return true;
    if (sent->tuser) tlp->bus->counts.voided++;
    else if (is_read(&tlp->header)) finish_read(tlp, now);
    else if (is_completion(&tlp->header)) finish_completion(tlp);
    else finish(tlp);
    tlp->filled = 0;
    return true;
}

/* ---- time */

static void show(struct bl_host_bus *bus, const struct write *write) {
    const struct bl_host_region *region = bl_host_regions_find(&bus->regions, write->address,
                                                               (size_t)write->bytes);
    if (!region || write->last <= write->first) return;
    for (int i = write->first; i < write->last; i++)
        if (bl_host_region_has(region, write->address + (unsigned)i))
            region->bytes[write->address - region->bus + (unsigned)i] = write->data[i];
    bus->counts.written_bytes += (unsigned)(write->last - write->first);
}

/* All that are visible at `now`. Those of two memories may change places. */
static void show_all(struct bl_host_tlp *tlp, int64_t now) {
    for (unsigned i = tlp->head; i != tlp->tail; i++) {
        struct write *write = write_at(tlp, i);
        if (write->visible_ps > now) continue;
        if (write->visible_ps >= 0) show(tlp->bus, write);
        write->visible_ps = -1;
    }
    while (tlp->head != tlp->tail && write_at(tlp, tlp->head)->visible_ps < 0) tlp->head++;
}

void bl_host_tlp_present(struct bl_host_tlp *tlp, int64_t now, struct bl_tlp_in *in) {
    show_all(tlp, now);
    in->to.freed = 0;
    in->to.tready = tlp->filled || (tlp->tail - tlp->head < WRITES &&
                                    tlp->bus->free_ps[BL_HOST_UP] <= now + SLACK_PS);
    present_out(tlp, now, &in->from);
}

bool bl_host_tlp_clock(struct bl_host_tlp *tlp, int64_t now, const struct bl_tlp_in *in,
                       const struct bl_tlp_out *out) {
    bool moved = clock_out(tlp, in, out) | bl_host_cpu_see(&tlp->cpu, now);
    if (in->to.tready & out->to.tvalid) moved |= take(tlp, now, &out->to);
    return moved;
}

/* What is not whole vanishes, and so do completions, and what the CPU has asked that the node has
   not taken. */
void bl_host_tlp_reset(struct bl_host_tlp *tlp) {
    tlp->filled = 0;
    tlp->out_at = tlp->out_count = 0;
    tlp->asked.count = 0;
    bl_host_cpu_reset(&tlp->cpu);
    tlp->room = tlp->bus->settings.slots;
}

bool bl_host_tlp_quiet(const struct bl_host_tlp *tlp) { return tlp->head == tlp->tail; }
