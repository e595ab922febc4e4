/* Breadth-first search through the reachable markings. */
#include "async/states/state_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "async/states/explore_inner.h"

struct search {
    const struct bl_stg *net;
    struct bl_packing packing;
    int code_words, stride;
    bool by_code; /* states are pairs of marking and code */
    size_t limit;
    struct bl_record_set
        states; /* marking, then the parity of every signal's edges since the initial state */
    struct bl_heap arcs, arc_start, parents, excited;
    struct {
        int state, transition;
    } * evidence; /* per signal: the first edge seen that tells its initial value; transition -1:
                     none */
    uint64_t *first_code; /* the initial values known from it */
    struct bl_arena *arena;
    uint64_t *work; /* the state in hand, then a record for each of its successors */
    int work_room;  /* records */
    uint64_t *hashes;
    int *enabled;
    bool overflow;                /* a place holds more than the packing can say */
    bool two_codes;               /* a marking was reached with two codes */
    struct bl_state_graph result; /* how it ended, bound and clash */
};

struct parent {
    int state, transition;
};

static struct bl_heap heap_of(size_t size) { return (struct bl_heap){.size = size}; }

static void open_search(struct search *search, struct bl_arena *arena, const struct bl_stg *net,
                        int bits, bool by_code, int limit) {
    *search = (struct search){.net = net, .by_code = by_code, .limit = (size_t)limit};
    bl_packing_make(arena, net, bits, &search->packing);
    search->code_words = net->signal_count ? (net->signal_count + 63) / 64 : 1;
    search->stride = search->packing.words + search->code_words;
    bl_record_set_open(&search->states, search->stride,
                       by_code ? search->stride : search->packing.words);
    search->arcs = heap_of(sizeof(struct bl_state_arc));
    search->arc_start = heap_of(sizeof(int));
    search->parents = heap_of(sizeof(struct parent));
    search->excited = heap_of((size_t)search->code_words * sizeof(uint64_t));
    search->evidence = bl_alloc(arena, sizeof *search->evidence * (size_t)net->signal_count);
    for (int i = 0; i < net->signal_count; i++) search->evidence[i].transition = -1;
    search->first_code = BL_NEW(arena, uint64_t, search->code_words);
    search->arena = arena;
    search->work_room = 8;
    search->work = BL_NEW(arena, uint64_t, search->stride * search->work_room);
    search->hashes = BL_NEW(arena, uint64_t, net->transition_count);
    search->enabled = BL_NEW(arena, int, net->transition_count);
    search->result = (struct bl_state_graph){.consistent = true, .clash_signal = -1};
}

static void close_search(struct search *search) {
    bl_record_set_close(&search->states);
    free(search->arcs.bytes);
    free(search->arc_start.bytes);
    free(search->parents.bytes);
    free(search->excited.bytes);
}

/* Learns a signal's initial value from an edge that is possible here, or notes that it does not fit
 * what an earlier edge has set. */
static void learn(struct search *search, int state, int transition) {
    const struct bl_firing *firing = &search->packing.firings[transition];
    if (firing->edge == BL_STG_TOGGLE) return;
    int word = firing->signal / 64, bit = firing->signal % 64;
    uint64_t parity = search->work[search->packing.words + word] >> bit & 1,
             value = parity ^ (firing->edge == BL_STG_FALL);
    if (search->evidence[firing->signal].transition < 0) {
        search->evidence[firing->signal].state = state;
        search->evidence[firing->signal].transition = transition;
        search->first_code[word] |= value << bit;
    } else if ((search->first_code[word] >> bit & 1) != value && search->result.consistent) {
        struct bl_state_graph *result = &search->result;
        result->consistent = false;
        result->clash_signal = firing->signal;
        result->clash_state[0] = search->evidence[firing->signal].state;
        result->clash_transition[0] = search->evidence[firing->signal].transition;
        result->clash_state[1] = state;
        result->clash_transition[1] = transition;
    }
}

static const uint64_t *marking_at(const struct search *search, int state) {
    return bl_record_at(&search->states, (size_t)state);
}

/* Whether the marking has at least the other's tokens everywhere; they are different. */
static bool covers(const struct search *search, const uint64_t *marking, const uint64_t *other) {
    uint64_t spare = search->packing.spare, less = 0;
    for (int i = 0; i < search->packing.words && !less; i++)
        less = spare & ~((marking[i] | spare) - other[i]);
    return !less && memcmp(marking, other, (size_t)search->packing.words * sizeof *marking) != 0;
}

/* A new state with fields of several bits: the bound, and whether what led here can be repeated for
 * ever. */
static void watch_tokens(struct search *search, int state, int transition) {
    const struct bl_stg_transition *row = &search->net->transitions[transition];
    const uint64_t *marking = marking_at(search, state);
    struct bl_state_graph *result = &search->result;
    for (int i = 0; i < row->post_count; i++) {
        int tokens = bl_packing_tokens(marking, search->packing.bits, row->post[i]);
        if (tokens <= result->bound) continue;
        result->bound = tokens;
        result->bound_place = row->post[i];
        result->bound_state = state;
    }
    const struct parent *parents = search->parents.bytes;
    for (int at = parents[state].state; at >= 0; at = parents[at].state) {
        if (!covers(search, marking, marking_at(search, at))) continue;
        result->end = BL_GRAPH_UNBOUNDED;
        result->cover_state = state;
        result->cover_from = at;
        return;
    }
}

static uint64_t *successor(const struct search *search, int at) {
    return search->work + (size_t)search->stride * (size_t)(at + 1);
}

/* Room for so many successors. */
static void make_room(struct search *search, int count) {
    if (count < search->work_room) return;
    uint64_t *work = BL_NEW(search->arena, uint64_t,
                            (size_t)search->stride * 2 * (size_t)(count + 1));
    memcpy(work, search->work, (size_t)search->stride * sizeof *work);
    search->work = work;
    search->work_room = 2 * (count + 1);
}

/* Fires what is enabled in the state in hand, into the records behind it; returns how many there
 * are. */
static int fire_all(struct search *search, int state) {
    int count = bl_packing_enabled(&search->packing, search->work, search->enabled);
    make_room(search, count);
    uint64_t *excited = bl_heap_add(&search->excited, 1);
    memset(excited, 0, search->excited.size);
    for (int i = 0; i < count; i++) {
        const struct bl_firing *firing = &search->packing.firings[search->enabled[i]];
        uint64_t *next = successor(search, i);
        memcpy(next, search->work, (size_t)search->stride * sizeof *next);
        if (!bl_firing_fire(&search->packing, firing, next)) {
            search->overflow = true;
            return 0;
        }
        if (firing->signal >= 0) {
            learn(search, state, search->enabled[i]);
            excited[firing->signal / 64] |= UINT64_C(1) << firing->signal % 64;
            next[search->packing.words + firing->signal / 64] ^= UINT64_C(1) << firing->signal % 64;
        }
        search->hashes[i] = bl_record_hash(next, search->states.key);
        __builtin_prefetch(&search->states.slots[search->hashes[i] & search->states.mask]);
    }
    return count;
}

static void reach(struct search *search, int state, int at) {
    const uint64_t *next = successor(search, at);
    size_t before = search->states.records.count,
           target = bl_record_set_add(&search->states, next, search->hashes[at]);
    int words = search->packing.words;
    *(struct bl_state_arc *)bl_heap_add(&search->arcs, 1) = (struct bl_state_arc){
        search->enabled[at], (int)target};
    if (target == before) {
        *(struct parent *)bl_heap_add(&search->parents, 1) = (struct parent){state,
                                                                             search->enabled[at]};
        if (search->packing.bits > 1) watch_tokens(search, (int)target, search->enabled[at]);
    } else if (!search->by_code) {
        const uint64_t *code = bl_record_at(&search->states, target) + words;
        search->two_codes |= memcmp(next + words, code,
                                    (size_t)search->code_words * sizeof *next) != 0;
    }
}

static void start(struct search *search) {
    search->overflow = !bl_packing_initial(search->net, &search->packing, search->work);
    if (search->overflow) return;
    bl_record_set_add(&search->states, search->work,
                      bl_record_hash(search->work, search->states.key));
    *(struct parent *)bl_heap_add(&search->parents, 1) = (struct parent){-1, -1};
    for (int i = 0; i < search->net->place_count; i++)
        if (search->net->places[i].tokens > search->result.bound) {
            search->result.bound = search->net->places[i].tokens;
            search->result.bound_place = i;
        }
}

static void explore(struct search *search) {
    start(search);
    for (size_t state = 0; state < search->states.records.count && !search->overflow &&
                           search->result.end == BL_GRAPH_COMPLETE;
         state++) {
        memcpy(search->work, bl_record_at(&search->states, state), search->states.records.size);
        *(int *)bl_heap_add(&search->arc_start, 1) = (int)search->arcs.count;
        int count = fire_all(search, (int)state);
        for (int i = 0; i < count && search->result.end == BL_GRAPH_COMPLETE; i++)
            reach(search, (int)state, i);
        if (search->states.records.count > search->limit || search->arcs.count > INT32_MAX / 2)
            search->result.end = BL_GRAPH_LIMIT;
    }
}

/* A copy of the first `count` objects in the arena; the heap is emptied. */
static void *settle(struct bl_arena *arena, struct bl_heap *heap, size_t count) {
    void *copy = bl_alloc(arena, count * heap->size);
    size_t copied = count < heap->count ? count : heap->count;
    if (copied) memcpy(copy, heap->bytes, copied * heap->size);
    free(heap->bytes);
    *heap = (struct bl_heap){.size = heap->size};
    return copy;
}

/* Initial values of signals that no edge tells; then parities become codes. */
static void fill_codes(struct search *search, struct bl_state_graph *graph) {
    for (int i = 0; i < graph->net->signal_count; i++) {
        if (bl_stg_is_local(graph->net, i)) graph->local[i / 64] |= UINT64_C(1) << i % 64;
        if (search->evidence[i].transition < 0 && graph->net->signals[i].given > 0)
            search->first_code[i / 64] |= UINT64_C(1) << i % 64;
    }
    for (int i = 0; i < graph->state_count; i++) {
        uint64_t *code = graph->records + (size_t)i * (size_t)search->stride +
                         search->packing.words;
        for (int word = 0; word < graph->code_words; word++) code[word] ^= search->first_code[word];
    }
}

/* States found but not yet looked at, when the search ended early, have no arcs. */
static void settle_arcs(struct search *search, struct bl_arena *arena,
                        struct bl_state_graph *graph) {
    size_t looked_at = search->arc_start.count;
    graph->arc_count = (int)search->arcs.count;
    graph->arc_start = settle(arena, &search->arc_start, (size_t)graph->state_count + 1);
    for (size_t i = looked_at; i <= (size_t)graph->state_count; i++)
        graph->arc_start[i] = graph->arc_count;
    graph->arcs = settle(arena, &search->arcs, search->arcs.count);
}

static struct bl_state_graph *make_graph(struct search *search, struct bl_arena *arena) {
    struct bl_state_graph *graph = BL_NEW(arena, struct bl_state_graph, 1);
    *graph = search->result;
    graph->net = search->net;
    graph->state_count = graph->marking_count = (int)search->states.records.count;
    graph->code_words = search->code_words;
    graph->marking_words = search->packing.words;
    graph->place_bits = search->packing.bits;
    graph->local = BL_NEW(arena, uint64_t, graph->code_words);
    free(search->states.slots);
    search->states.slots = NULL;
    size_t states = (size_t)graph->state_count;
    const struct parent *parents = search->parents.bytes;
    graph->parent = BL_NEW(arena, int, states);
    graph->parent_transition = BL_NEW(arena, int, states);
    for (size_t i = 0; i < states; i++) {
        graph->parent[i] = parents[i].state;
        graph->parent_transition[i] = parents[i].transition;
    }
    graph->records = settle(arena, &search->states.records, states);
    graph->excited = settle(arena, &search->excited, states);
    settle_arcs(search, arena, graph);
    fill_codes(search, graph);
    return graph;
}

/* Searches with one bit a place, and again with more when a place overflows. */
static void search_markings(struct search *search, struct bl_arena *scratch,
                            const struct bl_stg *net, bool by_code, int limit) {
    static const int sizes[] = {1, 4, 8, 16};
    for (int i = 0; i < 4; i++) {
        if (i) close_search(search);
        open_search(search, scratch, net, sizes[i], by_code, limit);
        explore(search);
        if (!search->overflow) return;
    }
    search->result.end = BL_GRAPH_LIMIT;
}

struct bl_state_graph *bl_graph_build(struct bl_arena *arena, const struct bl_stg *net, int limit) {
    struct bl_arena *scratch = bl_arena_new();
    struct search search;
    search_markings(&search, scratch, net, false, limit);
    int markings = (int)search.states.records.count;
    bool again = search.two_codes && search.result.consistent &&
                 search.result.end == BL_GRAPH_COMPLETE;
    if (again) {
        close_search(&search);
        search_markings(&search, scratch, net, true, limit);
    }
    struct bl_state_graph *graph = make_graph(&search, arena);
    graph->marking_count = markings;
    close_search(&search);
    bl_arena_free(scratch);
    return graph;
}

int bl_graph_tokens(const struct bl_state_graph *graph, int state, int place) {
    return bl_packing_tokens(bl_graph_marking(graph, state), graph->place_bits, place);
}

void bl_graph_backward(struct bl_arena *arena, struct bl_state_graph *graph) {
    if (graph->back_start) return;
    graph->back_start = BL_NEW(arena, int, graph->state_count + 1);
    graph->back = BL_NEW(arena, struct bl_state_arc, graph->arc_count);
    for (int i = 0; i < graph->arc_count; i++) graph->back_start[graph->arcs[i].state]++;
    for (int i = 0, total = 0; i <= graph->state_count; i++) {
        total += i < graph->state_count ? graph->back_start[i] : 0;
        graph->back_start[i] = total;
    }
    for (int state = graph->state_count - 1; state >= 0; state--)
        for (int i = graph->arc_start[state + 1] - 1; i >= graph->arc_start[state]; i--)
            graph->back[--graph->back_start[graph->arcs[i].state]] = (struct bl_state_arc){
                graph->arcs[i].transition, state};
}

static int *reversed(struct bl_arena *arena, const int *path, int length) {
    int *trace = BL_NEW(arena, int, length);
    for (int i = 0; i < length; i++) trace[i] = path[length - 1 - i];
    return trace;
}

int *bl_graph_trace(struct bl_arena *arena, const struct bl_state_graph *graph, int state,
                    int member, int *length) {
    struct {
        int *items;
        int count, capacity;
    } path = {0};
    struct bl_arena *scratch = bl_arena_new();
    if (graph->members) {
        for (int at = member < 0 ? graph->member_start[state] : member;
             graph->members[at].before >= 0; at = graph->members[at].before)
            *BL_APPEND(scratch, &path) = graph->members[at].transition;
    } else {
        for (int at = state; graph->parent[at] >= 0; at = graph->parent[at])
            *BL_APPEND(scratch, &path) = graph->parent_transition[at];
    }
    *length = path.count;
    int *trace = reversed(arena, path.items, path.count);
    bl_arena_free(scratch);
    return trace;
}
