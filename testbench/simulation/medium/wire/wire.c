/* Serial cores as a medium: for every two nodes a channel, a lane.h each way. */
#include "network/mesh/carried/wire.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "simulation/medium/wire/lane.h"

static const struct bl_medium_fault faults[] = {BL_WIRE_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

enum { DOWN_PS = 2000000, PATIENCE_PS = 200000000, TAIL_BITS = 256 };

struct wire {
    int nodes, bytes;           /* of a word */
    struct bl_lane *lanes;      /* [from * nodes + to] */
    struct bl_wire_out *offers; /* [nodes], what was not taken */
    bool *clocked;      /* [nodes], after the last edge that it was shown: else it was in reset */
    uint64_t *broken;   /* [nodes], offers that were withdrawn or changed */
    char (*places)[24]; /* [nodes] */
};

static struct bl_lane *lane(const struct wire *wire, int from, int to) {
    return &wire->lanes[from * wire->nodes + to];
}

static int64_t shortest_period(const struct bl_medium_config *config) {
    int64_t shortest = config->clocks[0].period_ps;
    for (int i = 1; i < config->nodes; i++)
        if (config->clocks[i].period_ps < shortest) shortest = config->clocks[i].period_ps;
    return shortest;
}

/* A latency and two windows that the other side has not seen yet. */
static struct bl_lane_config lane_config(const struct bl_medium_config *config, int from) {
    const struct bl_wire_config *own = config->own;
    return (struct bl_lane_config){
        .latency_ps = own->latency_ps,
        .interval_ps = (int64_t)ceil(own->width / 8.0 * 1e12 / own->bytes_per_second - 1e-6),
        .carry_ps = config->clocks[from].period_ps,
        .down_ps = DOWN_PS,
        .words = own->width / 32,
        .tail = own->width < TAIL_BITS ? TAIL_BITS / own->width : 1,
        .capacity = (int)(4 * own->latency_ps / shortest_period(config)) + 64};
}

static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    struct wire *wire = bl_zalloc(1, sizeof *wire);
    const struct bl_wire_config *own = config->own;
    size_t nodes = (size_t)config->nodes;
    wire->nodes = config->nodes;
    wire->bytes = own->width / 8;
    wire->lanes = bl_zalloc(nodes * nodes, sizeof *wire->lanes);
    wire->offers = bl_zalloc(nodes, sizeof *wire->offers);
    wire->clocked = bl_zalloc(nodes, sizeof *wire->clocked);
    wire->broken = bl_zalloc(nodes, sizeof *wire->broken);
    wire->places = bl_zalloc(nodes, sizeof *wire->places);
    for (int i = 0; i < wire->nodes * wire->nodes; i++) {
        const struct bl_lane_config of_lane = lane_config(config, i / wire->nodes);
        bl_lane_init(&wire->lanes[i], &of_lane);
    }
    for (int i = 0; i < wire->nodes; i++)
        snprintf(wire->places[i], sizeof wire->places[i], "from node %d", i);
    *times = (struct bl_medium_times){.window_ps = own->latency_ps,
                                      .patience_ps = PATIENCE_PS + 40 * own->latency_ps,
                                      .reset_ps = 3 * own->latency_ps};
    return wire;
}

static void destroy(void *medium) {
    struct wire *wire = medium;
    for (int i = 0; i < wire->nodes * wire->nodes; i++) bl_lane_destroy(&wire->lanes[i]);
    bl_zfree(wire->lanes);
    bl_zfree(wire->offers);
    bl_zfree(wire->clocked);
    bl_zfree(wire->broken);
    bl_zfree(wire->places);
    bl_zfree(wire);
}

static void arm(void *medium, const struct bl_medium_faults *asked) {
    struct wire *wire = medium;
    for (int i = 0; i < wire->nodes * wire->nodes; i++)
        bl_lane_arm(&wire->lanes[i], asked->rates, asked->seed, i);
}

static unsigned show(const struct wire *wire, int node, int peer, int64_t now,
                     struct bl_wire_in *in) {
    struct bl_wire_came *came = &in->from[peer];
    bool moves = false;
    came->tlast = 0;
    came->up = bl_lane_up(lane(wire, node, peer), now);
    came->tvalid = bl_lane_receive(lane(wire, peer, node), now, came->tdata, &came->tlast, &moves);
    in->to[peer].tready = bl_lane_ready(lane(wire, node, peer), now);
    return came->tvalid && moves;
}

static unsigned present(void *medium, int node, int64_t now, void *pins) {
    struct wire *wire = medium;
    struct bl_wire_in *in = pins;
    unsigned moved = 0;
    if (!wire->clocked[node]) memset(&wire->offers[node], 0, sizeof *wire->offers);
    wire->clocked[node] = false;
    for (int i = 0; i < wire->nodes; i++)
        if (i != node) moved += show(wire, node, i, now, in);
    return moved;
}

/* What was offered stays as it is until it is taken. */
static void check_offer(struct wire *wire, int node, int peer, const struct bl_wire_sent *now,
                        bool taken) {
    struct bl_wire_sent *before = &wire->offers[node].to[peer];
    if (before->tvalid && (!now->tvalid || before->tlast != now->tlast ||
                           memcmp(before->tdata, now->tdata, (size_t)wire->bytes) != 0))
        wire->broken[node]++;
    before->tvalid = 0;
    if (now->tvalid && !taken) *before = *now;
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    struct wire *wire = medium;
    const struct bl_wire_in *seen = in;
    const struct bl_wire_out *driven = out;
    unsigned moved = 0;
    wire->clocked[node] = true;
    for (int i = 0; i < wire->nodes; i++) {
        const struct bl_wire_sent *sent = &driven->to[i];
        bool taken = i != node && sent->tvalid && seen->to[i].tready;
        if (i != node) check_offer(wire, node, i, sent, taken);
        if (taken) moved += bl_lane_send(lane(wire, node, i), now, sent->tdata, sent->tlast);
    }
    return moved;
}

static void publish(void *medium) {
    struct wire *wire = medium;
    for (int i = 0; i < wire->nodes * wire->nodes; i++) bl_lane_publish(&wire->lanes[i]);
}

static uint64_t broken(const void *medium, FILE *file) {
    const struct wire *wire = medium;
    uint64_t sum = 0;
    for (int i = 0; i < wire->nodes; i++) {
        sum += wire->broken[i];
        if (file && wire->broken[i])
            fprintf(file, "node %d has withdrawn or changed %llu word%s that were not taken\n", i,
                    (unsigned long long)wire->broken[i], bl_ending((int64_t)wire->broken[i], "s"));
    }
    return sum;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct wire *wire = medium;
    const struct bl_wire_in *seen = in;
    const struct bl_wire_out *driven = out;
    bool any = false;
    for (int i = 0; i < wire->nodes; i++) {
        bool waits = i != node && driven->to[i].tvalid && !seen->to[i].tready;
        uint32_t under_way = bl_lane_under_way(lane(wire, i, node));
        if (waits) fprintf(file, "    the core to node %d does not take a word\n", i);
        if (under_way)
            fprintf(file, "    %u word%s of node %d %s under way\n", (unsigned)under_way,
                    bl_ending(under_way, "s"), i, under_way == 1 ? "is" : "are");
        any |= waits || under_way;
    }
    return any;
}

/* ---- counts: of each node, what it has sent */

enum { ALL, FLIPPED, WENT_DOWN, LOST, COUNTS };
static const char *const names[COUNTS] = {[ALL] = "words",
                                          [FLIPPED] = "words damaged",
                                          [WENT_DOWN] = "channels down",
                                          [LOST] = "words lost"};

static uint64_t value_of(const struct bl_lane *of, int which) {
    switch (which) {
    case ALL: return of->sender.all;
    case FLIPPED: return of->sender.struck[BL_LANE_FLIP];
    case WENT_DOWN: return of->sender.struck[BL_LANE_DOWN];
    default: return of->sender.lost;
    }
}

static bool count(const void *medium, int i, struct bl_medium_count *count) {
    const struct wire *wire = medium;
    int node = i / COUNTS, which = i % COUNTS;
    if (node >= wire->nodes) return false;
    *count = (struct bl_medium_count){names[which], wire->places[node], 0};
    for (int to = 0; to < wire->nodes; to++) count->count += value_of(lane(wire, node, to), which);
    return true;
}

const struct bl_medium_kind bl_medium_wire = {.word = "wire",
                                              .in_bytes = sizeof(struct bl_wire_in),
                                              .out_bytes = sizeof(struct bl_wire_out),
                                              .create = create,
                                              .destroy = destroy,
                                              .present = present,
                                              .clock = clock,
                                              .publish = publish,
                                              .broken = broken,
                                              .describe = describe,
                                              .faults = faults,
                                              .arm = arm,
                                              .count = count};
