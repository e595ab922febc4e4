/* Packed markings, and the set of those already seen. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/host_memory.h"
#include "async/states/explore_inner.h"

static struct bl_firing_step *step_of(struct bl_firing *firing, int word) {
    for (int i = 0; i < firing->step_count; i++)
        if (firing->steps[i].word == word) return &firing->steps[i];
    firing->steps[firing->step_count] = (struct bl_firing_step){word, 0, 0};
    return &firing->steps[firing->step_count++];
}

static void make_firing(struct bl_arena *arena, const struct bl_stg *net, int at, int bits,
                        struct bl_firing *firing) {
    const struct bl_stg_transition *transition = &net->transitions[at];
    int fields = 64 / bits;
    firing->signal = bl_stg_is_silent(net, at) ? -1 : transition->signal;
    firing->edge = transition->edge;
    firing->steps = BL_NEW(arena, struct bl_firing_step,
                           transition->pre_count + transition->post_count);
    for (int i = 0; i < transition->pre_count; i++)
        step_of(firing, transition->pre[i] / fields)->take |= UINT64_C(1)
                                                              << transition->pre[i] % fields * bits;
    for (int i = 0; i < transition->post_count; i++)
        step_of(firing, transition->post[i] / fields)->put |= UINT64_C(1) << transition->post[i] %
                                                                                 fields * bits;
}

static int first_place(const struct bl_stg *net, int transition) {
    return net->transitions[transition].pre_count ? net->transitions[transition].pre[0]
                                                  : net->place_count;
}

/* A transition can be enabled only when its first place is marked, so it is looked at only then. */
static void index_takers(struct bl_arena *arena, const struct bl_stg *net,
                         struct bl_packing *packing) {
    packing->places = net->place_count;
    packing->start = BL_NEW(arena, int, net->place_count + 3);
    packing->takers = BL_NEW(arena, int, net->transition_count);
    for (int i = 0; i < net->transition_count; i++) packing->start[first_place(net, i) + 2]++;
    for (int i = 2; i < net->place_count + 3; i++) packing->start[i] += packing->start[i - 1];
    for (int i = 0; i < net->transition_count; i++)
        packing->takers[packing->start[first_place(net, i) + 1]++] = i;
}

void bl_packing_make(struct bl_arena *arena, const struct bl_stg *net, int bits,
                     struct bl_packing *packing) {
    int fields = 64 / bits;
    *packing = (struct bl_packing){
        .bits = bits, .words = net->place_count ? (net->place_count + fields - 1) / fields : 1};
    for (int i = 0; i < fields && bits > 1; i++)
        packing->spare |= UINT64_C(1) << (i * bits + bits - 1);
    index_takers(arena, net, packing);
    packing->firings = BL_NEW(arena, struct bl_firing, net->transition_count);
    for (int i = 0; i < net->transition_count; i++)
        make_firing(arena, net, i, bits, &packing->firings[i]);
}

bool bl_packing_initial(const struct bl_stg *net, const struct bl_packing *packing,
                        uint64_t *marking) {
    int bits = packing->bits, fields = 64 / bits, most = bits == 1 ? 1 : (1 << (bits - 1)) - 1;
    memset(marking, 0, (size_t)packing->words * sizeof *marking);
    for (int i = 0; i < net->place_count; i++) {
        if (net->places[i].tokens > most) return false;
        marking[i / fields] |= (uint64_t)net->places[i].tokens << i % fields * bits;
    }
    return true;
}

static int compare(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static void sort(int *list, int count) {
    if (count > 64) qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 1; i < count && count <= 64; i++) {
        int item = list[i], at = i;
        for (; at && list[at - 1] > item; at--) list[at] = list[at - 1];
        list[at] = item;
    }
}

static int add_takers(const struct bl_packing *packing, const uint64_t *marking, int place,
                      int *enabled, int count) {
    for (int i = packing->start[place]; i < packing->start[place + 1]; i++)
        if (bl_firing_enabled(packing, &packing->firings[packing->takers[i]], marking))
            enabled[count++] = packing->takers[i];
    return count;
}

int bl_packing_enabled(const struct bl_packing *packing, const uint64_t *marking, int *enabled) {
    int fields = 64 / packing->bits,
        count = add_takers(packing, marking, packing->places, enabled, 0);
    uint64_t field = (UINT64_C(1) << packing->bits) - 1;
    for (int word = 0; word < packing->words; word++)
        for (uint64_t left = marking[word]; left;) {
            int at = __builtin_ctzll(left) / packing->bits;
            left &= ~(field << at * packing->bits);
            count = add_takers(packing, marking, word * fields + at, enabled, count);
        }
    sort(enabled, count);
    return count;
}

int bl_packing_tokens(const uint64_t *marking, int bits, int place) {
    int fields = 64 / bits;
    return (int)(marking[place / fields] >> place % fields * bits & ((UINT64_C(1) << bits) - 1));
}

void *bl_heap_add(struct bl_heap *heap, size_t more) {
    if (heap->count + more > heap->capacity) {
        size_t capacity = heap->capacity ? heap->capacity : 256;
        while (capacity < heap->count + more) capacity += capacity / 2;
        heap->bytes = bl_needed(realloc(heap->bytes, capacity * heap->size));
        heap->capacity = capacity;
    }
    heap->count += more;
    return (char *)heap->bytes + (heap->count - more) * heap->size;
}

enum { FIRST_SLOTS = 1024 };

void bl_record_set_open(struct bl_record_set *set, int words, int key) {
    *set = (struct bl_record_set){
        .records.size = (size_t)words * sizeof(uint64_t), .mask = FIRST_SLOTS - 1, .key = key};
    set->slots = bl_needed(calloc(FIRST_SLOTS, sizeof *set->slots));
}

void bl_record_set_close(struct bl_record_set *set) {
    free(set->slots);
    free(set->records.bytes);
    *set = (struct bl_record_set){0};
}

uint64_t bl_record_hash(const uint64_t *record, int key) {
    uint64_t hash = UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < key; i++) {
        hash = (hash ^ record[i]) * UINT64_C(0xD6E8FEB86659FD93);
        hash ^= hash >> 32;
    }
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 29;
}

static uint64_t slot_value(uint64_t hash, size_t number) {
    return hash >> 32 << 32 | (uint64_t)(number + 1);
}

static void enlarge(struct bl_record_set *set) {
    uint64_t mask = set->mask * 2 + 1, *slots = bl_needed(calloc((size_t)mask + 1, sizeof *slots));
    for (size_t i = 0; i < set->records.count; i++) {
        uint64_t hash = bl_record_hash(bl_record_at(set, i), set->key), at = hash & mask;
        while (slots[at]) at = (at + 1) & mask;
        slots[at] = slot_value(hash, i);
    }
    free(set->slots);
    set->slots = slots;
    set->mask = mask;
}

size_t bl_record_set_add(struct bl_record_set *set, const uint64_t *record, uint64_t hash) {
    uint64_t at = hash & set->mask;
    for (; set->slots[at]; at = (at + 1) & set->mask) {
        if ((set->slots[at] ^ hash) >> 32) continue;
        size_t number = (size_t)(set->slots[at] & UINT32_MAX) - 1;
        if (!memcmp(bl_record_at(set, number), record, (size_t)set->key * sizeof *record))
            return number;
    }
    size_t number = set->records.count;
    set->slots[at] = slot_value(hash, number);
    memcpy(bl_heap_add(&set->records, 1), record, set->records.size);
    if (set->records.count > set->mask / 2) enlarge(set);
    return number;
}
