#include "async/states/stg_divide.h"

#include <stdlib.h>
#include <string.h>

#include "async/net/stg_mutex.h"
#include "async/net/stg_net.h"
#include "base/arena.h"
#include "base/diag.h"

struct divider {
    struct bl_arena *arena;
    const struct bl_state_graph *graph;
    const struct bl_stg *old;
    struct bl_stg *net;
};

/* The two transitions of a signal that only the new net has. */
struct stage {
    int rise, fall;
};

static bool taken(const struct bl_stg *net, const char *name) {
    for (int i = 0; i < net->signal_count + net->dummy_count; i++)
        if (!strcmp(net->signals[i].name, name)) return true;
    for (int i = 0; i < net->place_count; i++)
        if (!strcmp(net->places[i].name, name)) return true;
    return false;
}

static const char *free_name(const struct divider *divider, const char *name) {
    while (taken(divider->net, name)) name = bl_format(divider->arena, "%s_", name);
    return name;
}

static int add_place(struct divider *divider, const char *name, bool implicit, int tokens) {
    struct bl_stg *net = divider->net;
    net->places[net->place_count] = (struct bl_stg_place){
        .name = name, .implicit = implicit, .tokens = tokens};
    return net->place_count++;
}

static void append(struct divider *divider, int **list, int *count, int item) {
    int *longer = BL_NEW(divider->arena, int, *count + 1);
    if (*count) memcpy(longer, *list, sizeof *longer * (size_t)*count);
    longer[(*count)++] = item;
    *list = longer;
}

static void gives(struct divider *divider, int transition, int place) {
    struct bl_stg_transition *row = &divider->net->transitions[transition];
    append(divider, &row->post, &row->post_count, place);
}

static void takes(struct divider *divider, int transition, int place) {
    struct bl_stg_transition *row = &divider->net->transitions[transition];
    append(divider, &row->pre, &row->pre_count, place);
}

static int add_transition(struct divider *divider, int signal, enum bl_stg_edge edge) {
    struct bl_stg *net = divider->net;
    const char *name = bl_format(divider->arena, "%s%c", net->signals[signal].name,
                                 edge == BL_STG_RISE ? '+' : '-');
    net->transitions[net->transition_count] = (struct bl_stg_transition){
        .name = name, .signal = signal, .edge = edge};
    return net->transition_count++;
}

/* A new signal stands in front of all dummies. */
static struct stage add_signal(struct divider *divider, const char *name) {
    struct bl_stg *net = divider->net;
    const struct bl_stg_signal added = {
        .name = free_name(divider, name), .kind = BL_STG_INTERNAL, .given = -1};
    memmove(&net->signals[net->signal_count + 1], &net->signals[net->signal_count],
            sizeof *net->signals * (size_t)net->dummy_count);
    for (int i = 0; i < net->transition_count; i++)
        net->transitions[i].signal += net->transitions[i].signal >= net->signal_count;
    int signal = net->signal_count++;
    net->signals[signal] = added;
    int rise = add_transition(divider, signal, BL_STG_RISE);
    return (struct stage){rise, add_transition(divider, signal, BL_STG_FALL)};
}

static void join(struct divider *divider, int from, int to) {
    const struct bl_stg_transition *rows = divider->net->transitions;
    int place = add_place(
        divider, bl_format(divider->arena, "<%s,%s>", rows[from].name, rows[to].name), true, 0);
    gives(divider, from, place);
    takes(divider, to, place);
}

/* All edges of the one signal give a token to the place, or all take one. */
static void connect(struct divider *divider, int signal, enum bl_stg_edge edge, int place,
                    bool give) {
    for (int i = 0; i < divider->old->transition_count; i++) {
        const struct bl_stg_transition *row = &divider->old->transitions[i];
        if (row->signal != signal || row->edge != edge) continue;
        if (give) gives(divider, i, place);
        else takes(divider, i, place);
    }
}

static bool begins(const struct divider *divider, int signal) {
    return bl_graph_value(divider->graph, 0, signal);
}

/* The stages of one requester: between the edges of its request and those of its grant. */
static void connect_chain(struct divider *divider, const struct bl_stg_ways *ways, int side,
                          const struct stage *stages) {
    int request = ways->requests[side], grant = ways->grants[side], last = ways->count - 2;
    const char *place = divider->old->places[ways->place].name,
               *name = divider->old->signals[grant].name;
    static const char *const ends[] = {"asked", "won", "left", "back"};
    bool asked = begins(divider, request) && !begins(divider, grant),
         back = begins(divider, grant) && !begins(divider, request);
    int places[4];
    for (int i = 0; i < 4; i++) {
        const char *text = free_name(divider,
                                     bl_format(divider->arena, "%s_%s_%s", place, name, ends[i]));
        places[i] = add_place(divider, text, false, i == 0 ? asked : i == 3 ? back : 0);
    }
    connect(divider, request, BL_STG_RISE, places[0], true);
    takes(divider, stages[0].rise, places[0]);
    gives(divider, stages[last].rise, places[1]);
    connect(divider, grant, BL_STG_RISE, places[1], false);
    connect(divider, request, BL_STG_FALL, places[2], true);
    takes(divider, stages[0].fall, places[2]);
    gives(divider, stages[last].fall, places[3]);
    connect(divider, grant, BL_STG_FALL, places[3], false);
    for (int i = 0; i < last; i++) {
        join(divider, stages[i].rise, stages[i + 1].rise);
        join(divider, stages[i].fall, stages[i + 1].fall);
    }
}

/* Whether the pairs of a side are won at the beginning. */
static bool holds(const struct divider *divider, const struct bl_stg_ways *ways, int side) {
    return begins(divider, ways->requests[side]) && begins(divider, ways->grants[side]);
}

static struct stage add_stage(struct divider *divider, const struct bl_stg_ways *ways, int side,
                              int other, int pair) {
    const struct bl_stg_signal *signals = divider->net->signals;
    const char *place = divider->net->places[ways->place].name;
    struct stage stage = add_signal(divider, bl_format(divider->arena, "%s_%s_before_%s", place,
                                                       signals[ways->grants[side]].name,
                                                       signals[ways->grants[other]].name));
    takes(divider, stage.rise, pair);
    gives(divider, stage.fall, pair);
    return stage;
}

/* A place for two of the ways, and the stage of each of them there. */
static void add_pair(struct divider *divider, const struct bl_stg_ways *ways, int one, int two,
                     struct stage *stages) {
    const struct bl_stg_signal *signals = divider->net->signals;
    const char *name = bl_format(divider->arena, "%s_%s_or_%s",
                                 divider->net->places[ways->place].name,
                                 signals[ways->grants[one]].name, signals[ways->grants[two]].name);
    int pair = add_place(divider, free_name(divider, name), false,
                         !holds(divider, ways, one) && !holds(divider, ways, two));
    stages[one * (ways->count - 1) + two - 1] = add_stage(divider, ways, one, two, pair);
    stages[two * (ways->count - 1) + one] = add_stage(divider, ways, two, one, pair);
}

/* Pairs in the order of their names; each side meets its own in that order. */
static void divide_place(struct divider *divider, const struct bl_stg_ways *ways) {
    struct stage *stages = BL_NEW(divider->arena, struct stage, bl_ways_stages(ways));
    for (int one = 0; one < ways->count; one++)
        for (int two = one + 1; two < ways->count; two++) add_pair(divider, ways, one, two, stages);
    for (int side = 0; side < ways->count; side++)
        connect_chain(divider, ways, side, &stages[side * (ways->count - 1)]);
}

static void *copy_items(struct bl_arena *arena, const void *items, int count, int more,
                        size_t size) {
    void *copy = bl_alloc(arena, (size_t)(count + more) * size);
    if (count) memcpy(copy, items, (size_t)count * size);
    return copy;
}

/* The net with room for what is to come. Comments are left behind: the places that they name are no
 * plain mutual exclusions any more. */
static struct bl_stg *copy_net(struct bl_arena *arena, const struct bl_stg *old) {
    struct bl_stg *net = BL_NEW(arena, struct bl_stg, 1);
    int stages = 0, places = 0;
    for (int i = 0; i < old->ways_count; i++) {
        stages += bl_ways_stages(&old->ways[i]);
        places += bl_ways_pairs(&old->ways[i]) + 4 * old->ways[i].count +
                  2 * bl_ways_stages(&old->ways[i]);
    }
    *net = *old;
    net->signals = copy_items(arena, old->signals, old->signal_count + old->dummy_count, stages,
                              sizeof *net->signals);
    net->transitions = copy_items(arena, old->transitions, old->transition_count, 2 * stages,
                                  sizeof *net->transitions);
    net->places = copy_items(arena, old->places, old->place_count, places, sizeof *net->places);
    net->comment_count = net->hint_count = 0;
    return net;
}

static int compare(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* Brings the lists of all nodes in order. */
static void finish(struct divider *divider) {
    struct bl_stg *net = divider->net;
    for (int i = 0; i < net->transition_count; i++) {
        struct bl_stg_transition *row = &net->transitions[i];
        if (row->pre_count) qsort(row->pre, (size_t)row->pre_count, sizeof *row->pre, compare);
        if (row->post_count) qsort(row->post, (size_t)row->post_count, sizeof *row->post, compare);
    }
    for (int i = 0; i < net->place_count; i++)
        net->places[i].pre_count = net->places[i].post_count = 0;
    bl_stg_fill_places(divider->arena, net);
}

struct bl_stg *bl_stg_divide(struct bl_arena *arena, const struct bl_state_graph *graph) {
    struct bl_sources sources = {0};
    struct divider divider = {arena, graph, graph->net, copy_net(arena, graph->net)};
    for (int i = 0; i < divider.old->ways_count; i++) divide_place(&divider, &divider.old->ways[i]);
    finish(&divider);
    bl_stg_find_mutexes(arena, bl_diags_new(arena, &sources),
                        divider.net); /* nothing to report without comments */
    return divider.net;
}

const struct bl_stg *bl_stg_two_way(struct bl_arena *arena, const struct bl_stg *net, int limit) {
    if (!net->ways_count) return net;
    const struct bl_state_graph *graph = bl_graph_build(arena, net, limit);
    return graph->end == BL_GRAPH_COMPLETE && graph->consistent ? bl_stg_divide(arena, graph)
                                                                : NULL;
}
