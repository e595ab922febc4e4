#include "ir/carried/golden.h"

#include <string.h>

#include "base/carried/checked.h"
#include "simulation/golden/deal.h"

struct bl_golden *bl_golden_new(int nodes, int lanes, int versions, const int *bytes,
                                int histograms, const uint64_t *values) {
    struct bl_golden *golden = bl_zalloc(1, sizeof *golden);
    int *copy = bl_zalloc((size_t)versions + 1, sizeof *copy);
    memcpy(copy, bytes, (size_t)versions * sizeof *copy);
    golden->nodes = nodes;
    golden->lanes = lanes;
    golden->version_count = versions;
    golden->bytes = copy;
    golden->parts = bl_zalloc((size_t)(versions * nodes * lanes) + 1, sizeof *golden->parts);
    golden->counts = bl_zalloc((size_t)histograms + 1, sizeof *golden->counts);
    for (int i = 0; i < histograms; i++)
        golden->counts[i] = bl_zalloc((size_t)nodes * values[i], sizeof **golden->counts);
    return golden;
}

void bl_golden_free(struct bl_golden *golden) {
    if (!golden) return;
    int parts = golden->version_count * golden->nodes * golden->lanes;
    for (int i = 0; i < parts; i++) {
        bl_zfree(golden->parts[i].items);
        bl_zfree(golden->parts[i].records);
    }
    bl_zfree(golden->parts);
    for (int i = 0; golden->counts[i]; i++) bl_zfree(golden->counts[i]);
    bl_zfree(golden->counts);
    bl_zfree((void *)(uintptr_t)golden->bytes);
    bl_zfree(golden);
}

/* Makes room for `count` elements in all; the contents stay. Ends the program with a message when
 * there is no memory. */
static void golden_reserve(const struct bl_golden *golden, int version, int node, int lane,
                           uint64_t count) {
    struct bl_golden_part *part = bl_golden_part(golden, version, node, lane);
    size_t bytes = (size_t)golden->bytes[version];
    if (count <= part->capacity) return;
    void *items = bl_zalloc(count, bytes);
    if (part->count) memcpy(items, part->items, part->count * bytes);
    bl_zfree(part->items);
    part->items = items;
    part->capacity = count;
}

void bl_golden_push(const struct bl_golden *golden, int version, int node, int lane,
                    bl_wide value) {
    struct bl_golden_part *part = bl_golden_part(golden, version, node, lane);
    int bytes = golden->bytes[version];
    if (part->count == part->capacity)
        golden_reserve(golden, version, node, lane, part->capacity ? 2 * part->capacity : 64);
    uint8_t *to = (uint8_t *)part->items + part->count++ * (unsigned)bytes;
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> 8 * i);
}

static void reserve_records(struct bl_golden_part *part) {
    uint64_t capacity = part->record_capacity ? 2 * part->record_capacity : 64;
    uint64_t *records = bl_zalloc(capacity, sizeof *records);
    if (part->records) memcpy(records, part->records, part->record_capacity * sizeof *records);
    bl_zfree(part->records);
    part->records = records;
    part->record_capacity = capacity;
}

void bl_golden_push_record(const struct bl_golden *golden, int version, int node, int lane,
                           bl_wide value, uint64_t record) {
    struct bl_golden_part *part = bl_golden_part(golden, version, node, lane);
    if (part->count == part->record_capacity) reserve_records(part);
    part->records[part->count] = record;
    bl_golden_push(golden, version, node, lane, value);
}

bl_wide bl_mix_bits(const bl_wide *masks, int bits, bl_wide ones, bl_wide value) {
    for (int i = 0; i < bits; i++) {
        bl_wide both = value & masks[i];
        uint64_t odd = (uint64_t)both ^ (uint64_t)(both >> 64);
        for (int shift = 32; shift; shift /= 2) odd ^= odd >> shift;
        ones ^= (bl_wide)(odd & 1) << i;
    }
    return ones;
}

enum { HALF = sizeof(uint64_t) };

static uint64_t number(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | from[i];
    return value;
}

bl_wide bl_element(const void *items, int bytes, uint64_t index) {
    const uint8_t *from = (const uint8_t *)items + index * (unsigned)bytes;
    if (bytes <= HALF) return number(from, bytes);
    return (bl_wide)number(from + HALF, bytes - HALF) << 8 * HALF | number(from, HALF);
}

bl_wide bl_golden_get(const struct bl_golden *golden, int version, int node, int lane,
                      uint64_t index) {
    return bl_element(bl_golden_part(golden, version, node, lane)->items, golden->bytes[version],
                      index);
}

void bl_golden_deal(const struct bl_golden *golden, int version, const void *items, uint64_t count,
                    int block) {
    const struct bl_deal deal = {golden->nodes, golden->lanes, block};
    size_t bytes = (size_t)golden->bytes[version];
    for (uint64_t first = 0; first < count; first += (unsigned)block) {
        uint64_t left = count - first, some = left < (unsigned)block ? left : (unsigned)block;
        struct bl_dealt dealt = bl_deal(&deal, first);
        struct bl_golden_part *part = bl_golden_part(golden, version, dealt.node, dealt.lane);
        if (part->count + some > part->capacity)
            golden_reserve(golden, version, dealt.node, dealt.lane, 2 * (part->count + some));
        memcpy((uint8_t *)part->items + part->count * bytes, (const uint8_t *)items + first * bytes,
               some * bytes);
        part->count += some;
    }
}
