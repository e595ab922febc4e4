#include "network/links/carried/links.h"

#include <math.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "ir/carried/edges.h"
#include "simulation/medium/links/link.h"

struct links {
    int nodes, count;
    struct bl_link *items;       /* [count] */
    struct bl_link **to, **from; /* [nodes * nodes]: of a node, by peer; NULL: none */
};

/* The time that one word of payload occupies a link, rounded up, so that the stated rate is never
   exceeded. */
static int64_t interval(const struct bl_medium_config *config, const struct bl_edge *edge) {
    if (edge->bytes_per_second <= 0) return 0;
    return (int64_t)ceil(config->models[edge->from]->payload_bytes * 1e12 / edge->bytes_per_second -
                         1e-6);
}

static int64_t shortest_period(const struct bl_medium_config *config) {
    int64_t shortest = config->clocks[0].period_ps;
    for (int i = 1; i < config->nodes; i++)
        if (config->clocks[i].period_ps < shortest) shortest = config->clocks[i].period_ps;
    return shortest;
}

/* Two latencies there and back and two windows that the other side has not seen yet. */
static void connect(struct links *links, const struct bl_medium_config *config,
                    const struct bl_edge *edge) {
    const struct bl_link_config link = {
        .latency_ps = edge->latency_ps,
        .interval_ps = interval(config, edge),
        .carry_ps = config->clocks[edge->from].period_ps,
        .flit_bytes = config->models[edge->from]->flit_bytes,
        .capacity = (int)(3 * edge->latency_ps / shortest_period(config)) + 64,
    };
    struct bl_link *made = &links->items[links->count++];
    bl_link_init(made, &link);
    links->to[edge->from * links->nodes + edge->to] = made;
    links->from[edge->to * links->nodes + edge->from] = made;
}

/* What a node sends to itself has a latency only where it leaves the node. */
static bool is_link(const struct bl_edges *edges, const struct bl_edge *edge) {
    return edge->from < edges->nodes && edge->to < edges->nodes &&
           (edge->from != edge->to || edge->latency_ps > 0);
}

/* The shortest latency is the longest window. A flit or a credit that left at the last edge before
   a reset takes a latency, and a window more until the link has reported it. */
static void bound(struct bl_medium_times *times, int64_t latency_ps) {
    if (latency_ps < times->window_ps) times->window_ps = latency_ps;
    if (times->patience_ps < 4 * latency_ps) times->patience_ps = 4 * latency_ps;
    if (times->reset_ps < 3 * latency_ps) times->reset_ps = 3 * latency_ps;
}

static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    struct links *links = bl_zalloc(1, sizeof *links);
    const struct bl_edges *edges = config->edges;
    size_t pairs = (size_t)config->nodes * (size_t)config->nodes;
    links->nodes = config->nodes;
    links->items = bl_zalloc((size_t)edges->count, sizeof *links->items);
    links->to = bl_zalloc(pairs, sizeof *links->to);
    links->from = bl_zalloc(pairs, sizeof *links->from);
    *times = (struct bl_medium_times){.window_ps = INT64_MAX};
    for (int i = 0; i < edges->count; i++) {
        if (!is_link(edges, &edges->items[i])) continue;
        connect(links, config, &edges->items[i]);
        bound(times, edges->items[i].latency_ps);
    }
    return links;
}

static void destroy(void *medium) {
    struct links *links = medium;
    for (int i = 0; i < links->count; i++) bl_link_destroy(&links->items[i]);
    bl_zfree(links->items);
    bl_zfree(links->to);
    bl_zfree(links->from);
    bl_zfree(links);
}

/* Whether a flit arrives. */
static bool present_link(struct bl_link *to, struct bl_link *from, int64_t now,
                         struct bl_link_in *in) {
    in->tready = bl_link_ready(to, now);
    in->credit = (uint8_t)bl_link_take_credits(to, now);
    in->tvalid = bl_link_arrived(from, now);
    if (in->tvalid) bl_link_receive(from, in->tdata);
    return in->tvalid;
}

static unsigned present(void *medium, int node, int64_t now, void *pins) {
    struct links *links = medium;
    struct bl_links_in *all = pins;
    unsigned arrived = 0;
    for (int i = 0; i < links->nodes; i++) {
        struct bl_link *to = links->to[node * links->nodes + i],
                       *from = links->from[node * links->nodes + i];
        if (to && from) arrived += present_link(to, from, now, &all->link[i]);
    }
    return arrived;
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    struct links *links = medium;
    const struct bl_links_in *seen = in;
    const struct bl_links_out *driven = out;
    unsigned sent = 0;
    for (int i = 0; i < links->nodes; i++) {
        const struct bl_link_out *link = &driven->link[i];
        if (!links->to[node * links->nodes + i]) continue;
        if (link->credit) bl_link_free(links->from[node * links->nodes + i], now, link->credit);
        if (!(link->tvalid & seen->link[i].tready)) continue;
        bl_link_send(links->to[node * links->nodes + i], now, link->tdata);
        sent++;
    }
    return sent;
}

static void publish(void *medium) {
    struct links *links = medium;
    for (int i = 0; i < links->count; i++) bl_link_publish(&links->items[i]);
}

static bool describe_link(const struct bl_link *link, int peer, bool waits, FILE *file) {
    uint32_t held = bl_link_held(link), under_way = bl_link_under_way(link);
    if (waits) fprintf(file, "    the link to node %d does not take a flit\n", peer);
    if (held || under_way)
        fprintf(file, "    node %d has not freed %u flit%s of this node, %u more are under way\n",
                peer, (unsigned)held, bl_ending(held, "s"), (unsigned)under_way);
    return waits || held || under_way;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct links *links = medium;
    const struct bl_links_in *seen = in;
    const struct bl_links_out *driven = out;
    bool any = false;
    for (int i = 0; i < links->nodes; i++) {
        const struct bl_link *to = links->to[node * links->nodes + i];
        if (to) any |= describe_link(to, i, driven->link[i].tvalid && !seen->link[i].tready, file);
    }
    return any;
}

const struct bl_medium_kind bl_medium_links = {
    .word = "links",
    .in_bytes = sizeof(struct bl_links_in),
    .out_bytes = sizeof(struct bl_links_out),
    .create = create,
    .destroy = destroy,
    .present = present,
    .clock = clock,
    .publish = publish,
    .describe = describe,
};
