#include "network/shared/carried/shared.h"

#include "base/carried/checked.h"
#include "base/carried/random.h"
#include "simulation/medium/links/link.h"

enum { WITHHOLD, JAM };
static const struct bl_medium_fault faults[] = {BL_SHARED_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

struct node {
    struct bl_random random;
    uint64_t withheld;
    int64_t jam_ps; /* -1: none by its flits */
    int64_t entered_ps[BL_SHARED_BARRIERS];
    unsigned entered[BL_SHARED_BARRIERS], left[BL_SHARED_BARRIERS]; /* so often */
    char place[24];
};

struct shared {
    int nodes, turn;
    bool down;
    int64_t latency_ps, jam_ps; /* -1: it is not jammed */
    struct bl_sim_clock clock;  /* of all nodes */
    struct bl_link *ways;       /* [nodes * nodes], from * nodes + to */
    struct node *each;          /* [nodes] */
    int64_t leave_ps[BL_SHARED_BARRIERS];
    unsigned over[BL_SHARED_BARRIERS]; /* barriers that all nodes have entered, so often */
    struct bl_medium_faults faults;
};

static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    const struct bl_shared_config *own = config->own;
    struct shared *shared = bl_zalloc(1, sizeof *shared);
    *shared = (struct shared){.nodes = config->nodes,
                              .turn = own->turn,
                              .down = own->down,
                              .latency_ps = own->latency_ps,
                              .jam_ps = -1,
                              .clock = config->clocks[0]};
    const struct bl_link_config way = {
        .latency_ps = own->latency_ps,
        .carry_ps = shared->clock.period_ps,
        .flit_bytes = config->models[0]->flit_bytes,
        .capacity = (int)(3 * own->latency_ps / shared->clock.period_ps) + 64};
    int ways = config->nodes * config->nodes;
    shared->ways = bl_zalloc((size_t)ways, sizeof *shared->ways);
    for (int i = 0; i < ways; i++) bl_link_init(&shared->ways[i], &way);
    shared->each = bl_zalloc((size_t)config->nodes, sizeof *shared->each);
    for (int i = 0; i < config->nodes; i++) {
        shared->each[i].jam_ps = -1;
        snprintf(shared->each[i].place, sizeof shared->each[i].place, "by node %d", i);
    }
    *times = (struct bl_medium_times){own->latency_ps, 4 * own->latency_ps, 3 * own->latency_ps};
    return shared;
}

static void destroy(void *medium) {
    struct shared *shared = medium;
    for (int i = 0; i < shared->nodes * shared->nodes; i++) bl_link_destroy(&shared->ways[i]);
    bl_zfree(shared->ways);
    bl_zfree(shared->each);
    bl_zfree(shared);
}

static void arm(void *medium, const struct bl_medium_faults *asked) {
    struct shared *shared = medium;
    shared->faults = *asked;
    for (int i = 0; i < shared->nodes; i++)
        shared->each[i].random = bl_random_at(asked->seed, (uint64_t)i);
}

static bool strikes(struct shared *shared, int node, int fault) {
    double rate = shared->faults.rates[fault];
    return rate > 0 && bl_random_real(&shared->each[node].random) < rate;
}

/* Whether the cycle is one of the node's. */
static bool has_turn(struct shared *shared, int node, int64_t now) {
    int64_t cycle = (now - shared->clock.phase_ps) / shared->clock.period_ps;
    if (cycle / shared->turn % shared->nodes != node) return false;
    if (!strikes(shared, node, WITHHOLD)) return true;
    shared->each[node].withheld++;
    return false;
}

/* The address of a node, and the node of an address. */
static int named(const struct shared *shared, int node) {
    return shared->down ? shared->nodes - 1 - node : node;
}

/* The barriers that the node leaves now. */
static uint8_t leaves(struct shared *shared, struct node *node, int64_t now) {
    unsigned bits = 0;
    for (int i = 0; i < BL_SHARED_BARRIERS; i++)
        if (node->left[i] != shared->over[i] && now >= shared->leave_ps[i]) {
            node->left[i]++;
            bits |= 1u << i;
        }
    return (uint8_t)bits;
}

static void enter(struct node *node, unsigned bits, int64_t now) {
    for (int i = 0; i < BL_SHARED_BARRIERS; i++)
        if (bits >> i & 1) {
            node->entered[i]++;
            node->entered_ps[i] = now;
        }
}

/* Whether all nodes are there once more. */
static void pass(struct shared *shared, int barrier) {
    int64_t last = 0;
    for (int i = 0; i < shared->nodes; i++) {
        if (shared->each[i].entered[barrier] == shared->over[barrier]) return;
        if (shared->each[i].entered_ps[barrier] > last) last = shared->each[i].entered_ps[barrier];
    }
    shared->over[barrier]++;
    shared->leave_ps[barrier] = last + shared->latency_ps;
}

static unsigned present(void *medium, int node, int64_t now, void *pins) {
    struct shared *shared = medium;
    struct bl_shared_in *in = pins;
    in->turn = has_turn(shared, node, now);
    in->jammed = shared->jam_ps >= 0 && now >= shared->jam_ps + shared->latency_ps;
    in->leaves = leaves(shared, &shared->each[node], now);
    in->came = 0;
    in->credits = 0;
    for (int peer = 0; peer < shared->nodes; peer++) {
        struct bl_link *to = &shared->ways[node * shared->nodes + peer],
                       *from = &shared->ways[peer * shared->nodes + node];
        in->credits |= (uint64_t)bl_link_take_credits(to, now) << 4 * peer;
        if (in->came || !bl_link_arrived(from, now)) continue;
        bl_link_receive(from, in->flit);
        in->from = (uint8_t)named(shared, peer);
        in->came = 1;
    }
    return in->came;
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    struct shared *shared = medium;
    const struct bl_shared_out *driven = out;
    (void)in;
    for (int peer = 0; peer < shared->nodes; peer++) {
        unsigned freed = driven->freed >> 4 * peer & 15;
        if (freed) bl_link_free(&shared->ways[peer * shared->nodes + node], now, freed);
    }
    enter(&shared->each[node], driven->enters, now);
    if (!driven->send) return 0;
    bl_link_send(&shared->ways[node * shared->nodes + named(shared, driven->to)], now,
                 driven->flit);
    if (shared->each[node].jam_ps < 0 && strikes(shared, node, JAM))
        shared->each[node].jam_ps = now;
    return 1;
}

static void publish(void *medium) {
    struct shared *shared = medium;
    for (int i = 0; i < shared->nodes * shared->nodes; i++) bl_link_publish(&shared->ways[i]);
    for (int i = 0; i < BL_SHARED_BARRIERS; i++) pass(shared, i);
    for (int i = 0; i < shared->nodes; i++) {
        int64_t jam = shared->each[i].jam_ps;
        if (jam >= 0 && (shared->jam_ps < 0 || jam < shared->jam_ps)) shared->jam_ps = jam;
    }
}

static bool count(const void *medium, int i, struct bl_medium_count *count) {
    const struct shared *shared = medium;
    if (i >= 2 * shared->nodes) return false;
    const struct node *node = &shared->each[i / 2];
    *count = i % 2 ? (struct bl_medium_count){"jams", node->place, node->jam_ps >= 0}
                   : (struct bl_medium_count){"turns withheld", node->place, node->withheld};
    return true;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct shared *shared = medium;
    uint32_t under_way = 0;
    (void)in, (void)out;
    for (int i = 0; i < shared->nodes; i++)
        under_way += bl_link_under_way(&shared->ways[node * shared->nodes + i]);
    if (under_way) fprintf(file, "    %u flits of this node are under way\n", (unsigned)under_way);
    return under_way;
}

const struct bl_medium_kind bl_medium_shared = {.word = "shared",
                                                .in_bytes = sizeof(struct bl_shared_in),
                                                .out_bytes = sizeof(struct bl_shared_out),
                                                .create = create,
                                                .destroy = destroy,
                                                .present = present,
                                                .clock = clock,
                                                .publish = publish,
                                                .describe = describe,
                                                .faults = faults,
                                                .arm = arm,
                                                .count = count};
