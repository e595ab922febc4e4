/* Inside the state graph: the firing of packed markings and the search through them. */
#ifndef BL_EXPLORE_INNER_H
#define BL_EXPLORE_INNER_H

#include <stddef.h>

#include "async/states/state_graph.h"

/* What a transition does to one word of a marking: the low bit of every field that it takes from
 * and puts to. */
struct bl_firing_step {
    int word;
    uint64_t take, put;
};

struct bl_firing {
    struct bl_firing_step *steps;
    int step_count;
    int signal; /* -1 for a dummy */
    enum bl_stg_edge edge;
};

/* How markings are packed, and the transitions on packed markings. With more than one bit a place,
   the highest bit of every field stays 0. */
struct bl_packing {
    int bits, words;
    uint64_t spare; /* the highest bit of every field; 0 when bits is 1 */
    struct bl_firing *firings;
    int places;
    int *start, *takers; /* takers[start[p]] .. takers[start[p + 1] - 1]: transitions whose first
                            place is p; p = places: none */
};

/* Fields of `bits` bits, the highest of them spare where there is more than one. */
void bl_packing_make(struct bl_arena *arena, const struct bl_stg *net, int bits,
                     struct bl_packing *packing);
/* False when a place of the initial marking does not fit. */
bool bl_packing_initial(const struct bl_stg *net, const struct bl_packing *packing,
                        uint64_t *marking);
/* The transitions that are enabled, ascending, into `enabled`; returns how many. Takes time by the
 * tokens, not by the size of the net. */
int bl_packing_enabled(const struct bl_packing *packing, const uint64_t *marking, int *enabled);
int bl_packing_tokens(const uint64_t *marking, int bits, int place);

/* Whether the marking has a token in every place that the transition takes from. */
static inline bool bl_firing_enabled(const struct bl_packing *packing,
                                     const struct bl_firing *firing, const uint64_t *marking) {
    for (int i = 0; i < firing->step_count; i++) {
        const struct bl_firing_step *step = &firing->steps[i];
        uint64_t word = marking[step->word];
        if (packing->bits == 1
                ? step->take & ~word
                : (step->take << (packing->bits - 1)) & ~((word | packing->spare) - step->take))
            return false;
    }
    return true;
}

/* Fires an enabled transition in place; false when a place overflows. */
static inline bool bl_firing_fire(const struct bl_packing *packing, const struct bl_firing *firing,
                                  uint64_t *marking) {
    uint64_t over = 0;
    for (int i = 0; i < firing->step_count; i++) {
        const struct bl_firing_step *step = &firing->steps[i];
        uint64_t word = marking[step->word] - step->take;
        if (packing->bits == 1) over |= word & step->put;
        marking[step->word] = word + step->put;
        over |= marking[step->word] & packing->spare;
    }
    return !over;
}

/* Arrays that grow to sizes at which copies in an arena would hurt. */
struct bl_heap {
    void *bytes;
    size_t count, capacity, size;
};
/* Room for `more` objects behind the others; their address. Out of memory ends the program. */
void *bl_heap_add(struct bl_heap *heap, size_t more);

/* A set of records of `words` words each, the first `key` of which tell them apart, numbered in the
 * order of their coming. */
struct bl_record_set {
    struct bl_heap records;
    uint64_t *slots; /* high half of the hash, then the number + 1; 0 is free */
    uint64_t mask;
    int key;
};

/* An empty set of records of `words` words, of which the first `key` tell them apart; to be closed.
 */
void bl_record_set_open(struct bl_record_set *set, int words, int key);
void bl_record_set_close(struct bl_record_set *set);
/* The hash that bl_record_set_add wants, of the first `key` words. */
uint64_t bl_record_hash(const uint64_t *record, int key);
/* The number of the record with this key; a new one is added. Its own number tells which: it equals
 * the number of records before. */
size_t bl_record_set_add(struct bl_record_set *set, const uint64_t *record, uint64_t hash);

/* The record with this number; valid until the next is added. */
static inline const uint64_t *bl_record_at(const struct bl_record_set *set, size_t at) {
    return (const uint64_t *)set->records.bytes + at * (set->records.size / sizeof(uint64_t));
}

#endif
