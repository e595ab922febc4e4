/* The subset construction: what an observer of the signals can tell apart. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/host_memory.h"
#include "async/states/explore_inner.h"

struct observer {
    const struct bl_state_graph *base;
    struct bl_heap members, member_start, arcs, arc_start, parents;
    struct bl_heap sorted;  /* the members' base states of every set, ascending, at the same places
                               as `members` */
    int *slots, slot_count; /* open addressing: number of a set + 1 */
    struct bl_heap hashes;  /* of every set */
    int *stamp, stamp_now;  /* per base state: in the set being made when equal to stamp_now */
    size_t limit;
};

struct parent {
    int state, transition;
};

/* Whether an observer sees every state as it is. */
static bool is_plain(struct bl_arena *scratch, const struct bl_state_graph *graph) {
    uint64_t *seen = BL_NEW(scratch, uint64_t, graph->code_words);
    for (int state = 0; state < graph->state_count; state++) {
        memset(seen, 0, (size_t)graph->code_words * sizeof *seen);
        for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++) {
            int signal = graph->net->transitions[graph->arcs[i].transition].signal;
            if (bl_stg_is_silent(graph->net, graph->arcs[i].transition) ||
                bl_graph_bit(seen, signal))
                return false;
            seen[signal / 64] |= UINT64_C(1) << signal % 64;
        }
    }
    return true;
}

static struct bl_graph_member *members_of(const struct observer *observer) {
    return observer->members.bytes;
}
static int set_count(const struct observer *observer) {
    return (int)observer->member_start.count - 1;
}
static int start_of(const struct observer *observer, int set) {
    return ((int *)observer->member_start.bytes)[set];
}

static void add_member(struct observer *observer, int state, int before, int transition) {
    if (observer->stamp[state] == observer->stamp_now) return;
    observer->stamp[state] = observer->stamp_now;
    *(struct bl_graph_member *)bl_heap_add(&observer->members,
                                           1) = (struct bl_graph_member){state, before, transition};
}

/* Adds what dummies lead to, from the members at `from` on. */
static void close_set(struct observer *observer, size_t from) {
    const struct bl_state_graph *base = observer->base;
    for (size_t at = from; at < observer->members.count; at++) {
        int state = members_of(observer)[at].state;
        for (int i = base->arc_start[state]; i < base->arc_start[state + 1]; i++)
            if (bl_stg_is_silent(base->net, base->arcs[i].transition))
                add_member(observer, base->arcs[i].state, (int)at, base->arcs[i].transition);
    }
}

static int compare(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static uint64_t hash_of(const int *states, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)states[i]) * UINT64_C(0xD6E8FEB86659FD93);
        hash ^= hash >> 32;
    }
    return hash;
}

static void enlarge(struct observer *observer) {
    int count = observer->slot_count ? observer->slot_count * 2 : 1024;
    int *slots = bl_needed(calloc((size_t)count, sizeof *slots));
    for (int set = 0; set < set_count(observer); set++) {
        uint64_t at = ((uint64_t *)observer->hashes.bytes)[set];
        while (slots[at & (uint64_t)(count - 1)]) at++;
        slots[at & (uint64_t)(count - 1)] = set + 1;
    }
    free(observer->slots);
    observer->slots = slots;
    observer->slot_count = count;
}

static bool is_set(const struct observer *observer, int set, uint64_t hash, const int *states,
                   size_t count) {
    if (((uint64_t *)observer->hashes.bytes)[set] != hash) return false;
    int from = start_of(observer, set), length = start_of(observer, set + 1) - from;
    return (size_t)length == count &&
           !memcmp((int *)observer->sorted.bytes + from, states, count * sizeof *states);
}

/* The number of the set whose members stand behind the others; they are dropped when it is known
 * already. */
static int intern(struct observer *observer, struct parent parent) {
    size_t from = (size_t)start_of(observer, set_count(observer)),
           count = observer->members.count - from;
    int *states = bl_heap_add(&observer->sorted, count);
    for (size_t i = 0; i < count; i++) states[i] = members_of(observer)[from + i].state;
    qsort(states, count, sizeof *states, compare);
    if (set_count(observer) >= observer->slot_count / 2) enlarge(observer);
    uint64_t hash = hash_of(states, count), mask = (uint64_t)observer->slot_count - 1, at = hash;
    for (; observer->slots[at & mask]; at++) {
        int set = observer->slots[at & mask] - 1;
        if (!is_set(observer, set, hash, states, count)) continue;
        observer->members.count = observer->sorted.count = from;
        return set;
    }
    int set = set_count(observer);
    observer->slots[at & mask] = set + 1;
    *(uint64_t *)bl_heap_add(&observer->hashes, 1) = hash;
    *(int *)bl_heap_add(&observer->member_start, 1) = (int)observer->members.count;
    *(struct parent *)bl_heap_add(&observer->parents, 1) = parent;
    return set;
}

/* Fires a signal in a set; returns a transition that does it. */
static int fire(struct observer *observer, int set, int signal) {
    const struct bl_state_graph *base = observer->base;
    size_t from = observer->members.count;
    int label = -1;
    observer->stamp_now++;
    for (int member = start_of(observer, set); member < start_of(observer, set + 1); member++) {
        int state = members_of(observer)[member].state;
        for (int i = base->arc_start[state]; i < base->arc_start[state + 1]; i++) {
            int transition = base->arcs[i].transition;
            if (base->net->transitions[transition].signal != signal) continue;
            if (label < 0 || transition < label) label = transition;
            add_member(observer, base->arcs[i].state, member, transition);
        }
    }
    close_set(observer, from);
    return label;
}

static void excited_of(const struct observer *observer, int set, uint64_t *excited) {
    const struct bl_state_graph *base = observer->base;
    memset(excited, 0, (size_t)base->code_words * sizeof *excited);
    for (int member = start_of(observer, set); member < start_of(observer, set + 1); member++) {
        const uint64_t *more = bl_graph_excited(base, members_of(observer)[member].state);
        for (int word = 0; word < base->code_words; word++) excited[word] |= more[word];
    }
}

/* All sets; false when there are more than the limit. */
static bool construct(struct observer *observer, struct bl_arena *scratch) {
    uint64_t *excited = BL_NEW(scratch, uint64_t, observer->base->code_words);
    *(int *)bl_heap_add(&observer->member_start, 1) = 0;
    observer->stamp_now = 1;
    add_member(observer, 0, -1, -1);
    close_set(observer, 0);
    intern(observer, (struct parent){-1, -1});
    for (int set = 0; set < set_count(observer); set++) {
        *(int *)bl_heap_add(&observer->arc_start, 1) = (int)observer->arcs.count;
        excited_of(observer, set, excited);
        for (int signal = 0; signal < observer->base->net->signal_count; signal++) {
            if (!bl_graph_bit(excited, signal)) continue;
            int label = fire(observer, set, signal),
                target = intern(observer, (struct parent){set, label});
            *(struct bl_state_arc *)bl_heap_add(&observer->arcs, 1) = (struct bl_state_arc){label,
                                                                                            target};
        }
        if (observer->members.count > observer->limit || observer->arcs.count > observer->limit)
            return false;
    }
    *(int *)bl_heap_add(&observer->arc_start, 1) = (int)observer->arcs.count;
    return true;
}

static void *copy_heap(struct bl_arena *arena, const struct bl_heap *heap) {
    void *copy = bl_alloc(arena, heap->count * heap->size);
    return heap->count ? memcpy(copy, heap->bytes, heap->count * heap->size) : copy;
}

static struct bl_state_graph *make_graph(const struct observer *observer, struct bl_arena *arena) {
    const struct bl_state_graph *base = observer->base;
    struct bl_state_graph *graph = BL_NEW(arena, struct bl_state_graph, 1);
    *graph = *base;
    graph->base = base;
    graph->state_count = set_count(observer);
    graph->arc_count = (int)observer->arcs.count;
    graph->marking_words = 0;
    graph->back_start = NULL;
    graph->back = NULL;
    graph->members = copy_heap(arena, &observer->members);
    graph->member_start = copy_heap(arena, &observer->member_start);
    graph->arcs = copy_heap(arena, &observer->arcs);
    graph->arc_start = copy_heap(arena, &observer->arc_start);
    graph->records = BL_NEW(arena, uint64_t,
                            (size_t)graph->state_count * (size_t)graph->code_words);
    graph->excited = BL_NEW(arena, uint64_t,
                            (size_t)graph->state_count * (size_t)graph->code_words);
    graph->parent = BL_NEW(arena, int, graph->state_count);
    graph->parent_transition = BL_NEW(arena, int, graph->state_count);
    for (int set = 0; set < graph->state_count; set++) {
        size_t at = (size_t)set * (size_t)graph->code_words;
        memcpy(graph->records + at,
               bl_graph_code(base, graph->members[graph->member_start[set]].state),
               (size_t)graph->code_words * sizeof(uint64_t));
        excited_of(observer, set, graph->excited + at);
        graph->parent[set] = ((const struct parent *)observer->parents.bytes)[set].state;
        graph->parent_transition[set] =
            ((const struct parent *)observer->parents.bytes)[set].transition;
    }
    return graph;
}

static void close_observer(struct observer *observer) {
    struct bl_heap *heaps[] = {&observer->members,   &observer->member_start, &observer->arcs,
                               &observer->arc_start, &observer->parents,      &observer->sorted,
                               &observer->hashes};
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) free(heaps[i]->bytes);
    free(observer->slots);
}

struct bl_state_graph *bl_graph_observe(struct bl_arena *arena, struct bl_state_graph *graph,
                                        int limit) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_state_graph *result = graph;
    if (!is_plain(scratch, graph)) {
        struct observer observer = {.base = graph,
                                    .members.size = sizeof(struct bl_graph_member),
                                    .member_start.size = sizeof(int),
                                    .arcs.size = sizeof(struct bl_state_arc),
                                    .arc_start.size = sizeof(int),
                                    .parents.size = sizeof(struct parent),
                                    .sorted.size = sizeof(int),
                                    .hashes.size = sizeof(uint64_t),
                                    .limit = (size_t)limit};
        observer.stamp = BL_NEW(scratch, int, graph->state_count);
        result = construct(&observer, scratch) ? make_graph(&observer, arena) : NULL;
        close_observer(&observer);
    }
    bl_arena_free(scratch);
    return result;
}
