#include "bus/cell/part_graph.h"

#include <string.h>

#include "async/net/stg.h"
#include "base/arena.h"

static uint64_t places(const int *list, int count) {
    uint64_t set = 0;
    for (int i = 0; i < count; i++) set |= UINT64_C(1) << list[i];
    return set;
}

static struct bl_rsb_edge edge_of(const struct bl_stg *stg, const struct bl_stg_transition *t,
                                  bool rises) {
    bool silent = t->signal >= stg->signal_count;
    return (struct bl_rsb_edge){
        .name = t->name,
        .signal = silent ? -1 : t->signal,
        .rises = rises,
        .local = !silent && bl_stg_is_local(stg, t->signal),
        .pre = places(t->pre, t->pre_count),
        .post = places(t->post, t->post_count),
    };
}

/* The edges of a transition: of one that toggles both. */
static void add_edges(struct bl_rsb_graph *graph, struct bl_rsb_edge *edges,
                      const struct bl_stg *stg, const struct bl_stg_transition *t) {
    bool toggles = t->edge == BL_STG_TOGGLE;
    if (toggles || t->edge == BL_STG_RISE) edges[graph->edge_count++] = edge_of(stg, t, true);
    if (t->edge != BL_STG_RISE) edges[graph->edge_count++] = edge_of(stg, t, false);
}

static bool graph_of(struct bl_arena *arena, const struct bl_stg *stg, const char *name,
                     struct bl_rsb_graph *graph) {
    *graph = (struct bl_rsb_graph){.name = name, .signal_count = stg->signal_count};
    if (stg->place_count > BL_RSB_PLACES || stg->signal_count > BL_RSB_SIGNALS) return false;
    struct bl_rsb_edge *edges = BL_NEW(arena, struct bl_rsb_edge, 2 * stg->transition_count);
    for (int i = 0; i < stg->signal_count; i++) graph->signals[i] = stg->signals[i].name;
    for (int i = 0; i < stg->place_count; i++)
        if (stg->places[i].tokens) graph->marking |= UINT64_C(1) << i;
    for (int i = 0; i < stg->transition_count; i++)
        add_edges(graph, edges, stg, &stg->transitions[i]);
    graph->edges = edges;
    return true;
}

/* The part's internal signals, which are gates of their own in a cell that is made of it. */
static int add_internal(struct bl_arena *arena, const struct bl_stg *stg, enum bl_cell_part part,
                        bool clockwise, const struct bl_rsb_cell *cell,
                        struct bl_rsb_signal_row *rows) {
    int count = 0;
    for (int i = 0; i < stg->signal_count; i++) {
        if (stg->signals[i].kind != BL_STG_INTERNAL) continue;
        const char *gate = bl_cell_gate_name(arena, part, stg->signals[i].name, clockwise);
        if (bl_rsb_cell_bit(cell, gate, (int)strlen(gate), clockwise) < 0) continue;
        rows[count++] = (struct bl_rsb_signal_row){.graph = bl_cell_graph(part, clockwise),
                                                   .signal = stg->signals[i].name,
                                                   .wire = gate,
                                                   .clockwise = clockwise};
    }
    return count;
}

struct bl_rsb_graphs *bl_cell_graphs_new(struct bl_arena *arena, const struct bl_stg *const *parts,
                                         const struct bl_rsb_cell *cell, const char **wrong) {
    struct bl_rsb_graph *graphs = BL_NEW(arena, struct bl_rsb_graph, BL_CELL_GRAPHS);
    struct bl_rsb_signal_row *rows = BL_NEW(arena, struct bl_rsb_signal_row, 2 * BL_RSB_ROWS);
    const struct bl_rsb_signal_row *row = NULL;
    int count = bl_composition_rows(arena, rows);
    struct bl_rsb_graph *graph;
    for (int way = 0; way < 2; way++)
        for (int part = 0; part < BL_CELL_PART_COUNT; part++) {
            const char *name = part != BL_CELL_PART_PASS
                                   ? bl_cell_part_word((enum bl_cell_part)part)
                               : way ? "pass ccw"
                                     : "pass cw";
            graph = &graphs[bl_cell_graph((enum bl_cell_part)part, way == 0)];
            *wrong = bl_cell_part_word((enum bl_cell_part)part);
            if (!graph_of(arena, parts[part], name, graph)) return NULL;
            if (part == BL_CELL_PART_PASS || !way)
                count += add_internal(arena, parts[part], (enum bl_cell_part)part, !way, cell,
                                      rows + count);
            graph->settles = part !=
                             BL_CELL_PART_TOKEN; /* the token sets the next cell's graph going */
        }
    struct bl_rsb_graphs *play = bl_rsb_graphs_new(graphs, BL_CELL_GRAPHS, rows, count, cell, &row);
    if (!play) *wrong = row->signal;
    return play;
}
