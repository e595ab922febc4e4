#include "simulation/host/host_writes.h"

#include <string.h>

#include "base/carried/checked.h"

void bl_host_writes_init(struct bl_host_writes *writes, struct bl_host_bus *bus) {
    size_t bytes = (size_t)bus->settings.payload, words = bytes / (size_t)bus->word_bytes;
    writes->bus = bus;
    writes->transfers = bl_zalloc(BL_HOST_WRITES, sizeof *writes->transfers);
    writes->data = bl_zalloc(BL_HOST_WRITES, bytes);
    writes->strobes = bl_zalloc(BL_HOST_WRITES, words * sizeof *writes->strobes);
    for (size_t i = 0; i < BL_HOST_WRITES; i++) {
        writes->transfers[i].data = writes->data + i * bytes;
        writes->transfers[i].strobes = writes->strobes + i * words;
    }
}

void bl_host_writes_destroy(struct bl_host_writes *writes) {
    bl_zfree(writes->transfers);
    bl_zfree(writes->data);
    bl_zfree(writes->strobes);
}

static struct bl_host_write *transfer_at(const struct bl_host_writes *writes, unsigned i) {
    return &writes->transfers[i % BL_HOST_WRITES];
}

static struct bl_host_write_burst *burst_at(const struct bl_host_writes *writes, unsigned i) {
    return (struct bl_host_write_burst *)&writes->bursts[i % BL_HOST_WRITES];
}

void bl_host_writes_reset(struct bl_host_writes *writes) {
    writes->filled = 0;
    writes->burst_open = writes->burst_tail;
    for (unsigned i = writes->burst_head; i != writes->burst_tail; i++)
        burst_at(writes, i)->orphan = true;
}

/* ---- the node's side */

bool bl_host_writes_room(const struct bl_host_writes *writes) {
    return writes->burst_tail - writes->burst_head < BL_HOST_WRITES;
}

bool bl_host_writes_word_room(const struct bl_host_writes *writes) {
    return writes->burst_open != writes->burst_tail && writes->tail - writes->head < BL_HOST_WRITES;
}

void bl_host_writes_take(struct bl_host_writes *writes, uint64_t address, int beats) {
    *burst_at(writes, writes->burst_tail++) = (struct bl_host_write_burst){.address = address,
                                                                           .beats = beats};
}

/* Widens what is enabled by a word at `at`. */
static void enable(struct bl_host_write *transfer, int at, uint64_t strobe) {
    if (!strobe) return;
    if (!transfer->last) transfer->first = at + __builtin_ctzll(strobe);
    transfer->last = at + 64 - __builtin_clzll(strobe);
}

/* The word is one more of the transfer that is being filled. */
static struct bl_host_write *add(struct bl_host_writes *writes, const void *word, uint64_t strobe) {
    struct bl_host_write *transfer = transfer_at(writes, writes->tail);
    int width = writes->bus->word_bytes, at = writes->filled;
    if (width < 64) strobe &= (UINT64_C(1) << width) - 1;
    if (!at) transfer->first = transfer->last = 0;
    memcpy(transfer->data + at, word, (size_t)width);
    transfer->strobes[at / width] = strobe;
    enable(transfer, at, strobe);
    transfer->bytes = writes->filled = at + width;
    return transfer;
}

/* No more words for it. */
static void end_transfer(struct bl_host_writes *writes, struct bl_host_write *transfer) {
    struct bl_host_write_burst *burst = burst_at(writes, writes->burst_open);
    transfer->burst = writes->burst_open;
    transfer->address = burst->address - (unsigned)transfer->bytes;
    burst->transfers++;
    writes->tail++;
    writes->filled = 0;
}

uint64_t bl_host_writes_place(const struct bl_host_writes *writes) {
    return burst_at(writes, writes->burst_open)->address;
}

void bl_host_writes_word(struct bl_host_writes *writes, const void *word, uint64_t strobe) {
    struct bl_host_write_burst *burst = burst_at(writes, writes->burst_open);
    struct bl_host_write *transfer = add(writes, word, strobe);
    burst->address += (unsigned)writes->bus->word_bytes;
    burst->beats--;
    if (!burst->beats || transfer->bytes == writes->bus->settings.payload ||
        burst->address % BL_HOST_PAGE == 0)
        end_transfer(writes, transfer);
    if (!burst->beats) writes->burst_open++;
}

static bool over(const struct bl_host_writes *writes, unsigned burst) {
    return burst != writes->burst_open && !burst_at(writes, burst)->transfers;
}

const struct bl_host_write_burst *bl_host_writes_answer(struct bl_host_writes *writes) {
    while (over(writes, writes->burst_head) && burst_at(writes, writes->burst_head)->orphan)
        writes->burst_head++;
    return over(writes, writes->burst_head) ? burst_at(writes, writes->burst_head) : NULL;
}

void bl_host_writes_answered(struct bl_host_writes *writes) { writes->burst_head++; }

/* ---- the bus's side */

bool bl_host_writes_waits(const struct bl_host_writes *writes) {
    return writes->sent != writes->tail;
}

/* What it takes of the bus: whole words of 4 B from the first byte that is enabled to the last. */
static int carried_bytes(const struct bl_host_write *transfer) {
    return (transfer->last + 3) / 4 * 4 - transfer->first / 4 * 4 + BL_HOST_BESIDE;
}

/* What goes to a memory is visible in the order in which it was sent. */
static void in_order(struct bl_host_region *region, struct bl_host_write *transfer) {
    if (transfer->visible_ps < region->visible_ps) transfer->visible_ps = region->visible_ps;
    region->visible_ps = transfer->visible_ps;
}

void bl_host_writes_send(struct bl_host_writes *writes, int64_t now) {
    struct bl_host_bus *bus = writes->bus;
    struct bl_host_write *transfer = transfer_at(writes, writes->sent++);
    struct bl_host_region *region = bl_host_regions_find(&bus->regions, transfer->address,
                                                         (size_t)transfer->bytes);
    int64_t write_ps = region ? region->write_ps : bus->regions.items->write_ps;
    transfer->visible = false;
    transfer->visible_ps = now;
    if (!transfer->last) return;
    transfer->visible_ps = bl_host_bus_send(bus, BL_HOST_UP, now, carried_bytes(transfer)) +
                           write_ps + bl_host_bus_jitter(bus);
    if (region) in_order(region, transfer);
    bus->counts.writes++;
}

/* The transfer that is visible next; NULL: none was sent. */
static struct bl_host_write *next_visible(const struct bl_host_writes *writes) {
    struct bl_host_write *next = NULL;
    for (unsigned i = writes->head; i != writes->sent; i++) {
        struct bl_host_write *transfer = transfer_at(writes, i);
        if (!transfer->visible && (!next || transfer->visible_ps < next->visible_ps))
            next = transfer;
    }
    return next;
}

int64_t bl_host_writes_due(const struct bl_host_writes *writes) {
    const struct bl_host_write *next = next_visible(writes);
    return next ? next->visible_ps : BL_HOST_NEVER;
}

static void store(const struct bl_host_bus *bus, const struct bl_host_write *transfer,
                  const struct bl_host_region *region) {
    uint8_t *bytes = region->bytes + (transfer->address - region->bus);
    for (int i = transfer->first; i < transfer->last; i++)
        if (transfer->strobes[i / bus->word_bytes] >> i % bus->word_bytes & 1 &&
            bl_host_region_has(region, transfer->address + (unsigned)i))
            bytes[i] = transfer->data[i];
}

static void count(struct bl_host_bus *bus, const struct bl_host_write *transfer) {
    for (int i = 0; i < transfer->bytes / bus->word_bytes; i++)
        bus->counts.written_bytes += (unsigned)__builtin_popcountll(transfer->strobes[i]);
}

void bl_host_writes_show(struct bl_host_writes *writes, int64_t now) {
    struct bl_host_write *transfer = next_visible(writes);
    struct bl_host_bus *bus = writes->bus;
    struct bl_host_write_burst *burst = burst_at(writes, transfer->burst);
    const struct bl_host_region *region = bl_host_regions_find(&bus->regions, transfer->address,
                                                               (size_t)transfer->bytes);
    (void)now;
    if (region) {
        store(bus, transfer, region);
        count(bus, transfer);
    } else burst->response = BL_AXI_DECERR, bus->counts.refused++;
    transfer->visible = true;
    burst->transfers--;
    while (writes->head != writes->sent && transfer_at(writes, writes->head)->visible)
        writes->head++;
}
