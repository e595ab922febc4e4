/* Markings of several graphs as one number: few combinations are ever reached. */
#include "bus/model/check/rsb_graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/carried/checked.h"

enum { MOST = 1 << 16, SLOTS = 1 << 18, MEMO = 1 << 14 };

struct markings {
    uint64_t of[BL_RSB_PARTS];
};

/* A row, compiled. */
struct row {
    const struct bl_rsb_signal_row *row;
    int signal;
    struct bl_rsb_truth wire, rises_if, only_if;
    int first; /* of the rows of the same wire */
};

/* A step that was taken before. */
struct memo {
    uint64_t before, after;
    int from, to;
};

struct bl_rsb_graphs {
    const struct bl_rsb_graph *graphs;
    int graph_count;
    const struct bl_rsb_cell *cell;
    struct row rows[BL_RSB_ROWS];
    int row_count;
    struct markings *markings;
    int count;
    int slots[SLOTS]; /* markings + 1 */
    bool *fired[BL_RSB_PARTS];
    struct memo memo[MEMO];
    uint64_t sees; /* bits that any row reads */
    char reason[120];
};

struct names {
    const struct bl_rsb_cell *cell;
    bool clockwise;
};

static struct bl_rsb_name find(void *user, const char *name, int length) {
    const struct names *names = user;
    return (struct bl_rsb_name){bl_rsb_cell_bit(names->cell, name, length, names->clockwise), NULL};
}

/* No expression: always 1. */
static bool compile(struct bl_rsb_graphs *play, struct bl_rsb_truth *truth, const char *text,
                    bool clockwise) {
    struct names names = {play->cell, clockwise};
    if (bl_rsb_truth(truth, text ? text : "1", find, &names, NULL)) return false;
    for (int i = 0; i < truth->count; i++) play->sees |= bl_rsb_mask(truth->inputs[i]);
    return true;
}

static int signal_of(const struct bl_rsb_graph *graph, const char *name) {
    for (int i = 0; i < graph->signal_count; i++)
        if (!strcmp(graph->signals[i], name)) return i;
    return -1;
}

static bool same_wire(const struct bl_rsb_truth *a, const struct bl_rsb_truth *b) {
    return !memcmp(a, b, sizeof *a);
}

static bool add_row(struct bl_rsb_graphs *play, const struct bl_rsb_signal_row *from) {
    if (play->row_count == BL_RSB_ROWS) return false;
    struct row *row = &play->rows[play->row_count];
    *row = (struct row){.row = from, .signal = -1, .first = play->row_count};
    if (from->graph >= 0) {
        row->signal = signal_of(&play->graphs[from->graph], from->signal);
        if (row->signal < 0) return false;
    }
    if (!compile(play, &row->wire, from->wire, from->clockwise) ||
        !compile(play, &row->rises_if, from->rises_if, from->clockwise) ||
        !compile(play, &row->only_if, from->only_if, from->clockwise))
        return false;
    for (int i = 0; i < play->row_count && from->one_of; i++)
        if (play->rows[i].row->one_of && same_wire(&play->rows[i].wire, &row->wire)) {
            row->first = play->rows[i].first;
            break;
        }
    play->row_count++;
    return true;
}

struct bl_rsb_graphs *bl_rsb_graphs_new(const struct bl_rsb_graph *graphs, int graph_count,
                                        const struct bl_rsb_signal_row *rows, int row_count,
                                        const struct bl_rsb_cell *cell,
                                        const struct bl_rsb_signal_row **wrong) {
    struct bl_rsb_graphs *play = bl_zalloc(1, sizeof *play);
    play->graphs = graphs;
    play->graph_count = graph_count;
    play->cell = cell;
    play->markings = bl_zalloc(MOST, sizeof *play->markings);
    for (int i = 0; i < graph_count; i++)
        play->fired[i] = bl_zalloc((size_t)graphs[i].edge_count, sizeof **play->fired);
    for (int i = 0; i < row_count; i++)
        if (!add_row(play, &rows[i])) {
            *wrong = &rows[i];
            bl_rsb_graphs_free(play);
            return NULL;
        }
    return play;
}

void bl_rsb_graphs_free(struct bl_rsb_graphs *play) {
    if (!play) return;
    for (int i = 0; i < play->graph_count; i++) free(play->fired[i]);
    free(play->markings);
    free(play);
}

static int intern(struct bl_rsb_graphs *play, const struct markings *markings) {
    size_t at = XXH3_64bits(markings, sizeof *markings) & (SLOTS - 1);
    for (; play->slots[at]; at = (at + 1) & (SLOTS - 1))
        if (!memcmp(&play->markings[play->slots[at] - 1], markings, sizeof *markings))
            return play->slots[at] - 1;
    if (play->count == MOST) return -1;
    play->markings[play->count] = *markings;
    play->slots[at] = ++play->count;
    return play->count - 1;
}

/* The edge of a signal that a marking allows, or -1. */
static int enabled(const struct bl_rsb_graph *graph, uint64_t marking, int signal, bool rises) {
    for (int i = 0; i < graph->edge_count; i++) {
        const struct bl_rsb_edge *edge = &graph->edges[i];
        if (edge->signal == signal && (signal < 0 || edge->rises == rises) &&
            (marking & edge->pre) == edge->pre)
            return i;
    }
    return -1;
}

static void fire(struct bl_rsb_graphs *play, struct markings *markings, int graph, int edge) {
    const struct bl_rsb_edge *e = &play->graphs[graph].edges[edge];
    markings->of[graph] = (markings->of[graph] & ~e->pre) | e->post;
    play->fired[graph][edge] = true;
}

/* The silent edges; a net where they go round for ever does not pass the checks of a graph. */
static void settle(struct bl_rsb_graphs *play, struct markings *markings, int graph) {
    for (int edge, n = 0;
         n < BL_RSB_PLACES &&
         (edge = enabled(&play->graphs[graph], markings->of[graph], -1, false)) >= 0;
         n++)
        fire(play, markings, graph, edge);
}

static bool refuse(struct bl_rsb_graphs *play, const struct row *row, bool rises, const char *why) {
    bool named = row->row->graph >= 0 && !row->row->one_of;
    snprintf(play->reason, sizeof play->reason, "%s%s%s%c %s",
             named ? play->graphs[row->row->graph].name : "", named ? ": " : "wire ",
             named ? row->row->signal : row->row->wire, rises ? '+' : '-', why);
    return false;
}

/* Whether a row may tell the edge of its wire; then `*edge` is that of its graph. */
static bool may(const struct bl_rsb_graphs *play, const struct row *row,
                const struct markings *markings, uint64_t before, bool rises, int *edge) {
    *edge = -1;
    if (!bl_rsb_truth_at(&row->only_if, before)) return false;
    if (rises && !bl_rsb_truth_at(&row->rises_if, before)) return false;
    if (row->row->graph < 0) return true;
    int graph = row->row->graph;
    *edge = enabled(&play->graphs[graph], markings->of[graph], row->signal, rises);
    return *edge >= 0;
}

/* The edge of the wire of row `first`: the rows of the same wire. */
static bool tell(struct bl_rsb_graphs *play, struct markings *markings, int first, uint64_t before,
                 bool rises) {
    int matching = 0, graph = -1, fired = -1;
    for (int i = first, edge; i < play->row_count; i++) {
        if (play->rows[i].first != first ||
            !may(play, &play->rows[i], markings, before, rises, &edge))
            continue;
        matching++;
        graph = play->rows[i].row->graph;
        fired = edge;
    }
    if (matching != 1)
        return refuse(play, &play->rows[first], rises,
                      matching ? "is an edge of several signals" : "is not allowed now");
    if (graph < 0) return true;
    fire(play, markings, graph, fired);
    settle(play, markings, graph);
    return true;
}

static int step(struct bl_rsb_graphs *play, int from, uint64_t before, uint64_t after) {
    struct markings markings = play->markings[from];
    for (int i = 0; i < play->row_count; i++) {
        const struct row *row = &play->rows[i];
        if (row->first != i) continue;
        bool was = bl_rsb_truth_at(&row->wire, before), is = bl_rsb_truth_at(&row->wire, after);
        if (was != is && !tell(play, &markings, i, before, is)) return -1;
    }
    int to = intern(play, &markings);
    if (to < 0) snprintf(play->reason, sizeof play->reason, "too many markings");
    return to;
}

int bl_rsb_graphs_start(struct bl_rsb_graphs *play, uint64_t word) {
    struct markings markings = {{0}};
    for (int i = 0; i < play->graph_count; i++) {
        markings.of[i] = play->graphs[i].marking;
        settle(play, &markings, i);
    }
    return step(play, intern(play, &markings), 0, word);
}

int bl_rsb_graphs_step(struct bl_rsb_graphs *play, int markings, uint64_t before, uint64_t after) {
    before &= play->sees;
    after &= play->sees;
    if (before == after) return markings;
    uint64_t key = before * UINT64_C(0x9E3779B97F4A7C15) ^
                   (after + (uint64_t)markings) * UINT64_C(0xC2B2AE3D27D4EB4F);
    struct memo *memo = &play->memo[key >> 50];
    if (memo->before == before && memo->after == after && memo->from == markings && memo->to >= 0 &&
        (before || after))
        return memo->to;
    *memo = (struct memo){before, after, markings, step(play, markings, before, after)};
    return memo->to;
}

const char *bl_rsb_graphs_reason(const struct bl_rsb_graphs *play) { return play->reason; }

bool bl_rsb_graphs_owes(struct bl_rsb_graphs *play, int markings) {
    for (int i = 0; i < play->graph_count; i++)
        for (int k = 0; k < play->graphs[i].edge_count && play->graphs[i].settles; k++) {
            const struct bl_rsb_edge *edge = &play->graphs[i].edges[k];
            uint64_t marking = play->markings[markings].of[i];
            if (!edge->local || (marking & edge->pre) != edge->pre) continue;
            snprintf(play->reason, sizeof play->reason, "%s: %s does not come",
                     play->graphs[i].name, edge->name);
            return true;
        }
    return false;
}

int bl_rsb_graphs_fired(const struct bl_rsb_graphs *play, int *all, const char **missing) {
    int fired = 0;
    *all = 0;
    *missing = NULL;
    for (int i = 0; i < play->graph_count; i++)
        for (int k = 0; k < play->graphs[i].edge_count; k++, ++*all) {
            if (play->fired[i][k]) fired++;
            else *missing = play->graphs[i].edges[k].name;
        }
    return fired;
}
