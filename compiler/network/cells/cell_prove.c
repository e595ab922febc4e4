/* The tables of a network of cells, looked at by themselves. */
#include "base/arena.h"
#include "network/cells/cell_routes.h"

/* What may wait for what: of each (link, channel) those that a cell can go on to, two sides of a
   channel each. */
struct graph {
    const struct bl_cell_routes *routes;
    uint16_t *goes; /* [link][channel]: bit `side * BL_CELL_MOST_CHANNELS + channel` */
    int items;
};

enum { BITS = BL_CELL_LINKS * BL_CELL_MOST_CHANNELS };

static uint16_t *after(const struct graph *g, int link, int channel) {
    return &g->goes[link * g->routes->channels + channel];
}

/* Links of a route; 0: it does not end. What it waits for goes into the graph. */
static int follow(const struct graph *g, int from, int to) {
    const struct bl_cell_routes *r = g->routes;
    int in = BL_CELL_INJECT, channel = 0, held = -1, links = 0;
    for (int node = from; node != to; links++) {
        if (links > r->links->nodes) return 0;
        const int side = bl_cell_side(r, node, in, to), link = r->links->out[node][side],
                  next = bl_cell_channel(r, node, in, channel, side, to);
        if (held >= 0)
            *after(g, held, channel) |= (uint16_t)(1 << (side * BL_CELL_MOST_CHANNELS + next));
        held = link;
        channel = next;
        in = bl_cell_in(r->links, link);
        node = r->links->to[link];
    }
    return links;
}

/* Copies of a cell for all that are on their way, and how many have come to each node. */
struct copies {
    int *links, *channels; /* [nodes]: that they came over; of the first one -1 */
    int *came;             /* [nodes] */
    int count;
};

/* What the node sends on that a copy came to, and waits for. */
static void copy_on(const struct graph *g, struct copies *copies, int held, int channel) {
    const int node = held < 0 ? 0 : g->routes->links->to[held];
    for (int side = 0; side < BL_CELL_LINKS; side++) {
        const int next = bl_cell_copy(g->routes, node, side),
                  link = g->routes->links->out[node][side], to = g->routes->links->to[link];
        if (next == BL_CELL_NO_COPY) continue;
        if (held >= 0)
            *after(g, held, channel) |= (uint16_t)(1 << (side * BL_CELL_MOST_CHANNELS + next));
        if (copies->came[to]++) continue;
        copies->links[copies->count] = link;
        copies->channels[copies->count++] = next;
    }
}

/* Follows a cell for all. A node that gets no copy, or two, or node 0, that gets one; -1: none. */
static int follow_copies(struct bl_arena *arena, const struct graph *g) {
    const int nodes = g->routes->links->nodes;
    struct copies copies = {BL_NEW(arena, int, nodes), BL_NEW(arena, int, nodes),
                            BL_NEW(arena, int, nodes), 0};
    copy_on(g, &copies, -1, 0);
    for (int i = 0; i < copies.count; i++) copy_on(g, &copies, copies.links[i], copies.channels[i]);
    for (int node = 0; node < nodes; node++)
        if (copies.came[node] != (node > 0)) return node;
    return -1;
}

/* The item that bit `bit` of a link's leads to. */
static int item_after(const struct graph *g, int link, int bit) {
    const struct bl_cell_links *links = g->routes->links;
    return links->out[links->to[link]][bit / BL_CELL_MOST_CHANNELS] * g->routes->channels +
           bit % BL_CELL_MOST_CHANNELS;
}

/* A walk through the graph, item by item. */
struct walk {
    int *path, *bit; /* [items]: what is open, and what was looked at there */
    uint8_t *state;  /* [items]: 1 open, 2 without a circle behind it */
    int depth;
};

/* Another bit of the last open item; whether a circle closes there, at *begin of the path. */
static int step(const struct graph *g, struct walk *w, int *begin) {
    const int item = w->path[w->depth - 1], link = item / g->routes->channels,
              bits = *after(g, link, item % g->routes->channels);
    int *bit = &w->bit[w->depth - 1];
    while (*bit < BITS && !(bits >> *bit & 1)) ++*bit;
    if (*bit == BITS) {
        w->state[item] = 2;
        w->depth--;
        return 0;
    }
    const int next = item_after(g, link, (*bit)++);
    if (w->state[next] == 1) {
        for (*begin = 0; w->path[*begin] != next;) ++*begin;
        return 1;
    }
    if (w->state[next]) return 0;
    w->state[next] = 1;
    w->bit[w->depth] = 0;
    w->path[w->depth++] = next;
    return 0;
}

static void keep(struct bl_arena *arena, const struct graph *g, const struct walk *w, int begin,
                 struct bl_cell_circle *circle) {
    circle->count = w->depth - begin;
    circle->links = BL_NEW(arena, int, circle->count);
    circle->channels = BL_NEW(arena, int, circle->count);
    for (int i = 0; i < circle->count; i++) {
        circle->links[i] = w->path[begin + i] / g->routes->channels;
        circle->channels[i] = w->path[begin + i] % g->routes->channels;
    }
}

static void find_circle(struct bl_arena *arena, const struct graph *g,
                        struct bl_cell_circle *circle) {
    struct walk w = {BL_NEW(arena, int, g->items), BL_NEW(arena, int, g->items),
                     BL_NEW(arena, uint8_t, g->items), 0};
    for (int first = 0; first < g->items; first++) {
        if (w.state[first]) continue;
        w.state[first] = 1;
        w.bit[0] = 0;
        w.path[w.depth++] = first;
        for (int begin; w.depth;)
            if (step(g, &w, &begin)) {
                keep(arena, g, &w, begin, circle);
                return;
            }
    }
}

struct bl_cell_verdict bl_cell_routes_prove(struct bl_arena *arena,
                                            const struct bl_cell_routes *routes) {
    struct bl_cell_verdict verdict = {.holds = 1, .from = -1, .to = -1};
    const int nodes = routes->links->nodes, items = routes->links->count * routes->channels;
    const struct graph g = {routes, BL_NEW(arena, uint16_t, items), items};
    for (int i = 0; i < nodes * nodes; i++) {
        const int from = i % nodes, to = i / nodes, links = follow(&g, from, to);
        if (links > verdict.longest) verdict.longest = links;
        if (links || from == to) continue;
        return (struct bl_cell_verdict){.from = from, .to = to};
    }
    const int lost = follow_copies(arena, &g);
    if (lost >= 0) return (struct bl_cell_verdict){.from = 0, .to = lost};
    find_circle(arena, &g, &verdict.circle);
    verdict.holds = !verdict.circle.count;
    return verdict;
}
