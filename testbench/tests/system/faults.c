/* A small sort whose memory answers with errors, late, and goes on while a node is reset: every
   beat of every channel is tried in both directions, and a reset in every 50th cycle of each node.
   Each has to be reported as what it is, no node may call wrong data right, and the next run has to
   be right. arguments: KEYS LATE STEP: records; cycles by which answers come late, at most; every
   how many beats one is tried */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/device/bl_device_sim.h"
#include "sort_host.h"

enum { RESET_STEP = 50, CHANNELS = 2 * SORT_LANES };

struct part {
    uint32_t *items;
    size_t count;
};

struct trial {
    struct bl_device *device;
    struct bl_cluster_sim *cluster;
    struct item *keys;
    size_t n;
    int late;
    struct part right[SORT_NODES][SORT_LANES];
    uint64_t beats[SORT_NODES][CHANNELS][2]; /* read, written */
    uint64_t cycles;
    /* tried: error answers; of these, those that another node reported and those that broke the run
       off */
    long errors, invalid, broken, resets;
};

static _Noreturn void stop(struct trial *trial, const char *what, const char *about) {
    printf("FAIL %s: %s: %s\n", about, what, bl_device_message(trial->device));
    exit(1);
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* What the circuit has left in a lane, whatever the host calls think of the run. */
static struct part left(struct trial *trial, int node, int lane) {
    uint32_t count = 0;
    bl_device_reg_read(trial->device, node, SORT_REG_KEY3_COUNT(lane), &count, 1);
    if (count > SORT_KEY3_BYTES / 4) count = SORT_KEY3_BYTES / 4;
    struct part part = {malloc((count + 1) * sizeof *part.items), count};
    bl_device_read(trial->device, node, SORT_KEY3_CHANNEL(lane), SORT_KEY3_BASE, part.items,
                   count * sizeof *part.items);
    qsort(part.items, count, sizeof *part.items, by_value);
    return part;
}

static int same(struct trial *trial, int node) {
    int equal = 1;
    for (int lane = 0; lane < SORT_LANES; lane++) {
        struct part part = left(trial, node, lane), *right = &trial->right[node][lane];
        equal &= part.count == right->count &&
                 memcmp(part.items, right->items, part.count * sizeof *part.items) == 0;
        free(part.items);
    }
    return equal;
}

static void arm(struct trial *trial, const struct bl_fault *fault) {
    struct bl_faults faults = {.count = fault != NULL, .late = trial->late, .ports = true};
    if (fault) faults.items[0] = *fault;
    bl_cluster_sim_arm(trial->cluster, &faults);
}

static int run(struct trial *trial, const struct bl_fault *fault, const char *about) {
    arm(trial, fault);
    if (sort_load_items(trial->device, trial->keys, trial->n)) stop(trial, "load", about);
    int result = sort_start(trial->device);
    if (result) stop(trial, "start", about);
    return sort_wait(trial->device, 0);
}

static void right_run(struct trial *trial, const char *about) {
    if (run(trial, NULL, about)) stop(trial, "the next run", about);
    for (int node = 0; node < SORT_NODES; node++)
        if (!same(trial, node)) stop(trial, "the next run has another result", about);
}

/* The next run, after a reset where the device asks for it. */
static void go_on(struct trial *trial, const char *about) {
    arm(trial, NULL);
    if (sort_load_items(trial->device, trial->keys, trial->n)) stop(trial, "load", about);
    if (bl_device_start(trial->device)) {
        trial->broken++;
        if (bl_device_reset(trial->device)) stop(trial, "reset", about);
    } else if (bl_device_wait(trial->device, 0)) stop(trial, "the next run", about);
    right_run(trial, about);
}

/* A node that calls its data right has the right data. */
static void check_nodes(struct trial *trial, const char *about) {
    struct item item;
    size_t n;
    for (int node = 0; node < SORT_NODES; node++) {
        uint32_t status = 0;
        bl_device_reg_read(trial->device, node, BL_DEVICE_REG_STATUS, &status, 1);
        if ((status & BL_DEVICE_STATUS_DONE) && !(status & BL_DEVICE_STATUS_ERROR) &&
            !same(trial, node))
            stop(trial, "a node calls wrong data right", about);
        if (status & BL_DEVICE_STATUS_INVALID) trial->invalid++;
    }
    if (sort_store_items(trial->device, &item, 1, &n) != BL_DEVICE_NODE_ERROR)
        stop(trial, "a run with an error has a result", about);
}

static void try_beat(struct trial *trial, int node, int channel, int write, uint64_t beat) {
    const struct bl_fault fault = {.kind = write ? BL_FAULT_WRITE : BL_FAULT_READ,
                                   .node = node,
                                   .channel = channel,
                                   .at = beat,
                                   .response = beat % 2 ? BL_AXI_DECERR : BL_AXI_SLVERR};
    char about[100], wanted[100];
    snprintf(about, sizeof about, "%s-error=%d.%d:%" PRIu64, write ? "write" : "read", node,
             channel, beat);
    snprintf(wanted, sizeof wanted, "node %d: channel %d: a %s was answered with an error", node,
             channel, write ? "write" : "read");
    if (run(trial, &fault, about) != BL_DEVICE_NODE_ERROR) stop(trial, "not reported", about);
    if (strncmp(bl_device_message(trial->device), wanted, strlen(wanted)) != 0)
        stop(trial, "reported as", about);
    check_nodes(trial, about);
    go_on(trial, about);
    trial->errors++;
}

static void try_reset(struct trial *trial, int node, uint64_t cycle) {
    const struct bl_fault fault = {.kind = BL_FAULT_RESET, .node = node, .at = cycle};
    char about[100], wanted[100];
    snprintf(about, sizeof about, "reset=%d:%" PRIu64, node, cycle);
    snprintf(wanted, sizeof wanted, "node %d: it was reset", node);
    if (run(trial, &fault, about) != BL_DEVICE_NODE_ERROR) stop(trial, "not reported", about);
    if (strncmp(bl_device_message(trial->device), wanted, strlen(wanted)) != 0)
        stop(trial, "reported as", about);
    check_nodes(trial, about);
    if (bl_device_reset(trial->device)) stop(trial, "reset", about);
    right_run(trial, about);
    trial->resets++;
}

/* What is right: by the channel and the node that a key says, sorted there to be compared. */
static void deal_right(struct trial *trial) {
    for (int node = 0; node < SORT_NODES; node++)
        for (int lane = 0; lane < SORT_LANES; lane++) {
            struct part *part = &trial->right[node][lane];
            part->items = malloc((trial->n + 1) * sizeof *part->items);
            part->count = 0;
            for (size_t i = 0; i < trial->n; i++) {
                uint32_t key = trial->keys[i].key;
                if (key % SORT_LANES == (uint32_t)lane &&
                    key / SORT_LANES % SORT_NODES == (uint32_t)node)
                    part->items[part->count++] = key;
            }
            qsort(part->items, part->count, sizeof *part->items, by_value);
        }
}

static void first_run(struct trial *trial) {
    right_run(trial, "the first run");
    if (sort_cycles(trial->device, &trial->cycles)) stop(trial, "cycles", "the first run");
    for (int node = 0; node < SORT_NODES; node++)
        for (int channel = 0; channel < CHANNELS; channel++)
            bl_memory_port_beats(bl_cluster_sim_node(trial->cluster, node)->channels[channel].port,
                                 &trial->beats[node][channel][0], &trial->beats[node][channel][1]);
}

int main(int argc, char **argv) {
    struct trial trial = {.n = argc > 1 ? strtoull(argv[1], NULL, 10) : 500,
                          .late = argc > 2 ? atoi(argv[2]) : 0};
    uint64_t step = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (sort_open(&trial.device)) return 1;
    trial.cluster = bl_device_sim_cluster(trial.device);
    trial.keys = malloc((trial.n + 1) * sizeof *trial.keys);
    for (size_t i = 0; i < trial.n; i++) trial.keys[i].key = (uint32_t)((i + 1) * 2654435761u >> 8);
    deal_right(&trial);
    first_run(&trial);
    for (int node = 0; node < SORT_NODES; node++)
        for (int channel = 0; channel < CHANNELS; channel++)
            for (int write = 0; write < 2; write++)
                for (uint64_t beat = 0; beat < trial.beats[node][channel][write]; beat += step)
                    try_beat(&trial, node, channel, write, beat);
    for (int node = 0; node < SORT_NODES; node++)
        for (uint64_t cycle = 0; cycle + 20 < trial.cycles; cycle += RESET_STEP * step)
            try_reset(&trial, node, cycle);
    printf("%zu keys, %" PRIu64 " cycles, answers late by up to %d: %ld error answers, each "
           "reported with node, channel and direction, "
           "%ld nodes reported another's, %ld runs broke off; %ld resets, each reported; the next "
           "run right each time\n",
           trial.n, trial.cycles, trial.late, trial.errors, trial.invalid, trial.broken,
           trial.resets);
    bl_device_close(trial.device);
    return 0;
}
