/* Ethernet as a medium: a MAC for each node (mac.h) and the switch between them (switch.h). The
   least latency from node to node is the window: what a node sends in it is at the switch's outputs
   and at the other nodes behind it. */
#include "network/ethernet/carried/ethernet.h"

#include <stdio.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "simulation/medium/ethernet/switch.h"

static const struct bl_medium_fault faults[] = {
    BL_ETHERNET_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

/* Where something is lost. */
enum place { MAC, WIRE, OUTPUT, PLACES };
static const char *const places[PLACES] = {
    [MAC] = "MAC of node %d",
    [WIRE] = "wire from node %d to the switch",
    [OUTPUT] = "switch, output to node %d",
};

struct ethernet {
    struct bl_ethernet_config config;
    int nodes;
    struct bl_mac *macs; /* [nodes] */
    struct bl_switch between;
    int64_t end_ps; /* of the window */
    struct {
        char texts[PLACES][40];
    } * places; /* [nodes] */
};

/* All that a queue can hold, behind frames that were held back, and the way. */
static struct bl_medium_times times_of(const struct bl_ethernet_config *config) {
    int64_t way = 2 * config->latency_ps + config->switch_ps,
            rest = bl_wire_ps(config->rate, 2 * (int64_t)config->queue + 4 * config->frame) +
                   BL_HOLD_PS + config->jitter_ps;
    return (struct bl_medium_times){
        .window_ps = way,
        .patience_ps = 2 * (way + rest) + 2 * config->silence_ps,
        .reset_ps = 3 * way + rest};
}

static void name_places(struct ethernet *ethernet, int node) {
    for (int i = 0; i < PLACES; i++)
        snprintf(ethernet->places[node].texts[i], sizeof ethernet->places[node].texts[i], places[i],
                 node);
}

static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    struct ethernet *ethernet = bl_zalloc(1, sizeof *ethernet);
    ethernet->config = *(const struct bl_ethernet_config *)config->own;
    ethernet->nodes = config->nodes;
    ethernet->macs = bl_zalloc((size_t)config->nodes, sizeof *ethernet->macs);
    ethernet->places = bl_zalloc((size_t)config->nodes, sizeof *ethernet->places);
    for (int i = 0; i < config->nodes; i++) {
        bl_mac_init(&ethernet->macs[i], i, &ethernet->config);
        name_places(ethernet, i);
    }
    bl_switch_init(&ethernet->between, config->nodes, ethernet->macs, &ethernet->config);
    *times = times_of(&ethernet->config);
    return ethernet;
}

static bool capture(void *medium, const char *file, int node) {
    struct ethernet *ethernet = medium;
    ethernet->between.capture = bl_capture_new(file, ethernet->nodes, node);
    return ethernet->between.capture;
}

static int end_capture(void *medium) {
    struct bl_switch *between = &((struct ethernet *)medium)->between;
    int error = between->capture ? bl_capture_close(between->capture) : 0;
    between->capture = NULL;
    return error;
}

static void destroy(void *medium) {
    struct ethernet *ethernet = medium;
    end_capture(ethernet);
    bl_switch_destroy(&ethernet->between);
    for (int i = 0; i < ethernet->nodes; i++) bl_mac_destroy(&ethernet->macs[i]);
    bl_zfree(ethernet->macs);
    bl_zfree(ethernet->places);
    bl_zfree(ethernet);
}

static void arm(void *medium, const struct bl_medium_faults *asked) {
    bl_switch_arm(&((struct ethernet *)medium)->between, asked->rates, asked->seed);
}

static void open_window(void *medium, const int64_t *edges, int64_t end_ps) {
    (void)edges;
    ((struct ethernet *)medium)->end_ps = end_ps;
}

static unsigned present(void *medium, int node, int64_t now, void *in) {
    struct ethernet *ethernet = medium;
    const struct bl_output *output = &ethernet->between.outputs[node];
    return bl_mac_present(&ethernet->macs[node], output->queue, output->count, now, in);
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    return bl_mac_clock(&((struct ethernet *)medium)->macs[node], now, in, out);
}

static void publish(void *medium) {
    struct ethernet *ethernet = medium;
    for (int i = 0; i < ethernet->nodes; i++) bl_mac_publish(&ethernet->macs[i], ethernet->end_ps);
    bl_switch_publish(&ethernet->between, ethernet->end_ps);
}

static uint64_t broken(const void *medium, FILE *file) {
    const struct ethernet *ethernet = medium;
    uint64_t sum = 0;
    for (int i = 0; i < ethernet->nodes; i++) {
        const struct bl_mac *mac = &ethernet->macs[i];
        sum += mac->keep_broken + mac->offer_broken;
        if (file && mac->keep_broken)
            fprintf(file, "node %d has given its MAC %llu beat%s with a wrong tkeep\n", i,
                    (unsigned long long)mac->keep_broken,
                    bl_ending((int64_t)mac->keep_broken, "s"));
        if (file && mac->offer_broken)
            fprintf(file,
                    "node %d has withdrawn or changed %llu beat%s that its MAC had not taken\n", i,
                    (unsigned long long)mac->offer_broken,
                    bl_ending((int64_t)mac->offer_broken, "s"));
    }
    return sum;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct ethernet *ethernet = medium;
    const struct bl_ethernet_in *seen = in;
    const struct bl_ethernet_out *driven = out;
    int waiting = bl_switch_waiting(&ethernet->between, node);
    bool waits = driven->tvalid && !seen->tready;
    if (waits) fprintf(file, "    the MAC does not take a beat\n");
    if (waiting)
        fprintf(file, "    %d frame%s to this node %s under way\n", waiting,
                bl_ending(waiting, "s"), waiting == 1 ? "is" : "are");
    return waits || waiting;
}

/* ---- counts: of each node, what it has sent and what is for it */

enum {
    SENT,
    UNDERRUNS,
    TOO_LONG,
    FAULTS,
    RECEIVED = FAULTS + BL_ETHERNET_FAULTS,
    TAIL_DROPS,
    BAD,
    COUNTS
};
static const struct {
    const char *name;
    enum place place;
} counts[COUNTS] = {
    [SENT] = {"frames sent", MAC},
    [UNDERRUNS] = {"frames destroyed for a gap", MAC},
    [TOO_LONG] = {"frames too long", MAC},
    [FAULTS + BL_DROP] = {"frames dropped", WIRE},
    [FAULTS + BL_FLIP] = {"bits flipped", WIRE},
    [FAULTS + BL_REPEAT] = {"frames repeated", WIRE},
    [FAULTS + BL_REORDER] = {"frames held back", WIRE},
    [RECEIVED] = {"frames received", MAC},
    [TAIL_DROPS] = {"tail drops", OUTPUT},
    [BAD] = {"frames with a bad FCS", MAC},
};

static uint64_t value_of(const struct ethernet *ethernet, int node, int which) {
    const struct bl_mac *mac = &ethernet->macs[node];
    switch (which) {
    case SENT: return mac->send.all;
    case UNDERRUNS: return mac->send.underruns;
    case TOO_LONG: return mac->send.too_long;
    case RECEIVED: return mac->receive.all;
    case TAIL_DROPS: return ethernet->between.outputs[node].tail_drops;
    case BAD: return mac->receive.bad;
    default: return ethernet->between.inputs[node].faults[which - FAULTS];
    }
}

static bool count(const void *medium, int i, struct bl_medium_count *count) {
    const struct ethernet *ethernet = medium;
    int node = i / COUNTS, which = i % COUNTS;
    if (node >= ethernet->nodes) return false;
    *count = (struct bl_medium_count){counts[which].name,
                                      ethernet->places[node].texts[counts[which].place],
                                      value_of(ethernet, node, which)};
    return true;
}

const struct bl_medium_kind bl_medium_ethernet = {.word = "ethernet",
                                                  .in_bytes = sizeof(struct bl_ethernet_in),
                                                  .out_bytes = sizeof(struct bl_ethernet_out),
                                                  .create = create,
                                                  .destroy = destroy,
                                                  .open = open_window,
                                                  .present = present,
                                                  .clock = clock,
                                                  .publish = publish,
                                                  .broken = broken,
                                                  .describe = describe,
                                                  .faults = faults,
                                                  .arm = arm,
                                                  .count = count,
                                                  .capture = capture,
                                                  .end_capture = end_capture};
