/* Conflicts of codes that no state signal settles: inputs alone lead from one state of the pair to
   the other, so a signal that is to tell them apart would have to move in front of an input. A
   grant is as good as an input here: only its request may delay it. */
#include <string.h>

#include "base/arena.h"
#include "async/states/stg_check_inner.h"

enum { STEPS_LOOKED_AT = 1 << 24 };

struct walk {
    const struct bl_state_graph *graph;
    uint64_t *delayable; /* bits of the local signals that are no grants */
    int *seen_from;      /* per state: 1 + the state whose walk has met it last */
    int *stack;
    int steps; /* that are left */
};

static struct walk begin_walk(struct bl_arena *scratch, const struct bl_state_graph *graph) {
    struct walk walk = {.graph = graph, .steps = STEPS_LOOKED_AT};
    walk.delayable = BL_NEW(scratch, uint64_t, graph->code_words);
    walk.seen_from = BL_NEW(scratch, int, graph->state_count);
    walk.stack = BL_NEW(scratch, int, graph->state_count);
    memcpy(walk.delayable, graph->local, (size_t)graph->code_words * sizeof *walk.delayable);
    for (int i = 0; i < 2 * graph->net->mutex_count; i++) {
        int grant = graph->net->mutexes[i / 2].grant[i % 2];
        walk.delayable[grant / 64] &= ~(UINT64_C(1) << grant % 64);
    }
    return walk;
}

static bool in_conflict(const struct walk *walk, int left, int right) {
    const struct bl_state_graph *graph = walk->graph;
    bool differ = false;
    for (int word = 0; word < graph->code_words; word++) {
        if (bl_graph_code(graph, left)[word] != bl_graph_code(graph, right)[word]) return false;
        differ |= ((bl_graph_excited(graph, left)[word] ^ bl_graph_excited(graph, right)[word]) &
                   walk->delayable[word]) != 0;
    }
    return differ;
}

/* The first state in conflict with `from` that inputs alone lead to; -1 when none was met. */
static int walk_from(struct walk *walk, int from) {
    int depth = 0;
    walk->stack[depth++] = from;
    walk->seen_from[from] = from + 1;
    while (depth) {
        int at = walk->stack[--depth];
        if (in_conflict(walk, from, at)) return at;
        for (int i = walk->graph->arc_start[at];
             i < walk->graph->arc_start[at + 1] && walk->steps > 0; i++, walk->steps--) {
            const struct bl_state_arc *arc = &walk->graph->arcs[i];
            int signal = walk->graph->net->transitions[arc->transition].signal;
            if (bl_graph_bit(walk->delayable, signal) || walk->seen_from[arc->state] == from + 1)
                continue;
            walk->seen_from[arc->state] = from + 1;
            walk->stack[depth++] = arc->state;
        }
    }
    return -1;
}

/* The lowest signal that only one of two states in conflict wants to move. */
static int disputed(const struct walk *walk, int left, int right) {
    const struct bl_state_graph *graph = walk->graph;
    int signal = 0;
    while (!bl_graph_bit(walk->delayable, signal) ||
           bl_graph_is_excited(graph, left, signal) == bl_graph_is_excited(graph, right, signal))
        signal++;
    return signal;
}

bool bl_check_hopeless(const struct bl_state_graph *graph, int *states, int *signal) {
    struct bl_arena *scratch = bl_arena_new();
    struct walk walk = begin_walk(scratch, graph);
    states[1] = -1;
    for (states[0] = 0; states[0] < graph->state_count && walk.steps > 0; states[0]++)
        if ((states[1] = walk_from(&walk, states[0])) >= 0) break;
    if (states[1] >= 0) *signal = disputed(&walk, states[0], states[1]);
    bl_arena_free(scratch);
    return states[1] >= 0;
}
