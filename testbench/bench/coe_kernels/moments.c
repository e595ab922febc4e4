/* For testbench/bench/coe, section `moments`: a program of kernels in which something goes wrong at
   a random moment, while a thread waits for each of its kernels. Each wait ends, well only if what
   the kernel has written is right, else with the cause; and after a reset the next run is right.
   Faults begin at the moment and end with the reset. Prints a line for each kind of fault: name,
   runs, how many waits ended well and how many otherwise, the longest from the fault in us.
   Arguments: the shape's number, rounds, a seed. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one_host.h"
#include "simulation/device/bl_device_sim.h"
#include "simulation/host/host_faults.h"
#include "simulation/host/host_port.h"
#include "simulation/memory/faults.h"

enum { MANY = 8000, BYTES = 4 * MANY, GPU_BYTES = 1 << 20, MOST_PARTS = 5, US = 1000 * 1000 };

/* ---- the programs: moments.sh writes them */

enum memory { CARD, GPU };
/* A kernel on a node: what it has written at `to` of its GPU is what lay in a memory of `from`. */
struct part {
    int kernel, node;
    enum memory source;
    int from;
    uint32_t to;
};
static const struct shape {
    const char *name;
    bool network, card;
    int count;
    struct part parts[MOST_PARTS];
} shapes[] = {
    {"stream on one node", false, true, 2, {{0, 0, CARD, 0, 0x40000}, {1, 0, GPU, 0, 0x80000}}},
    {"streams of two nodes", true, true, 2, {{0, 0, GPU, 1, 0x40000}, {1, 1, CARD, 0, 0x40000}}},
    {"ping-pong of two nodes", true, false, 2, {{0, 0, GPU, 0, 0x40000}, {1, 1, GPU, 0, 0x40000}}},
    {"ring of five nodes",
     true,
     false,
     5,
     {{0, 0, GPU, 4, 0x40000},
      {0, 1, GPU, 0, 0x40000},
      {0, 2, GPU, 1, 0x40000},
      {0, 3, GPU, 2, 0x40000},
      {0, 4, GPU, 3, 0x40000}}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

enum cause { RESET, ANSWER, ABORT, CUT, CAUSES };
static const char *const cause_names[] = {"reset", "error answer", "host abort", "link cut"};
static const char *const cause_words[] = {"was reset", "answered with an error",
                                          "answered with an error", "does not answer"};

struct tally {
    unsigned runs, well, ended;
    int64_t longest_ps;
};

struct play {
    struct bl_device *device;
    struct bl_cluster_sim *cluster;
    const struct shape *shape;
    uint64_t random;
    uint32_t *gpus[MOST_PARTS], card[MANY], words;
    int64_t least_ps, word_ps; /* of a whole run: of one word, of each more */
    int64_t begun_ps;          /* the fault */
    struct tally tallies[CAUSES];
};

static uint32_t draw(struct play *play, uint32_t below) {
    play->random = play->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((play->random >> 33) % below);
}

static int fail(struct play *play, const char *what) {
    printf("FAIL %s, %" PRIu32 " words: %s: %s\n", play->shape->name, play->words, what,
           bl_device_message(play->device));
    return 1;
}

static const struct bl_device_kernel *kernel_of(const struct part *part) {
    return &one_kernels.kernels[part->kernel];
}

/* ---- memories */

static int give_memories(struct play *play) {
    for (int node = 0; node < bl_device_nodes(play->device); node++) {
        void *bytes;
        uint64_t bus;
        if (bl_device_gpu_buffer(play->device, node, 0, GPU_BYTES, &bytes, &bus) ||
            one_gpu(play->device, node, bus, GPU_BYTES))
            return fail(play, "memory");
        play->gpus[node] = bytes;
    }
    return 0;
}

static void fill(struct play *play) {
    for (uint32_t i = 0; i < play->words; i++) play->card[i] = draw(play, 1u << 30);
    if (play->shape->card)
        bl_cluster_sim_write(play->cluster, 0, 0, 0, play->card, 4 * (size_t)play->words);
    for (int node = 0; node < bl_device_nodes(play->device); node++)
        for (uint32_t i = 0; i < play->words; i++) play->gpus[node][i] = draw(play, 1u << 30);
    for (int i = 0; i < play->shape->count; i++) {
        const struct part *part = &play->shape->parts[i];
        memset((char *)play->gpus[part->node] + part->to, 0x5a, BYTES);
    }
}

static bool is_right(const struct play *play, const struct part *part) {
    const void *source = part->source == CARD ? play->card : play->gpus[part->from];
    return !memcmp((char *)play->gpus[part->node] + part->to, source, 4 * (size_t)play->words);
}

/* ---- runs */

static int start(struct play *play, uint32_t words) {
    play->words = words;
    fill(play);
    for (int i = play->shape->count; i-- > 0;) {
        const struct part *part = &play->shape->parts[i];
        if (bl_device_kernel_start(play->device, part->node, kernel_of(part), &words))
            return fail(play, "start");
    }
    return 0;
}

static int whole_run(struct play *play, uint32_t words) {
    if (start(play, words)) return 1;
    for (int i = 0; i < play->shape->count; i++) {
        const struct part *part = &play->shape->parts[i];
        if (bl_device_kernel_wait(play->device, part->node, kernel_of(part), 0, NULL))
            return fail(play, "a run without faults");
    }
    for (int i = 0; i < play->shape->count; i++)
        if (!is_right(play, &play->shape->parts[i])) return fail(play, "its memory");
    return 0;
}

static int measure(struct play *play) {
    int64_t times[3];
    times[0] = bl_cluster_sim_now(play->cluster);
    if (whole_run(play, 1)) return 1;
    times[1] = bl_cluster_sim_now(play->cluster);
    if (whole_run(play, MANY)) return 1;
    times[2] = bl_cluster_sim_now(play->cluster);
    play->least_ps = times[1] - times[0];
    play->word_ps = (times[2] - times[1] - play->least_ps) / (MANY - 1);
    return 0;
}

/* ---- faults: all are switched by calls between which no time goes by */

static void abort_hosts(struct play *play, int node, double rate) {
    struct bl_host_faults faults = {.seed = 1 + draw(play, 1000)};
    bl_host_faults_parse(rate > 0 ? "host-abort=1" : "host-abort=0", &faults);
    bl_host_port_arm(bl_cluster_sim_node(play->cluster, node)->host, &faults);
}

static void cut(struct play *play, double rate) {
    bl_cluster_sim_arm_medium(play->cluster,
                              &(struct bl_medium_faults){.rates = {rate}, .seed = 1});
}

static void answer(struct play *play, bool wrong) {
    struct bl_faults faults = {.count = wrong, .ports = true};
    faults.items[0] = (struct bl_fault){.kind = BL_FAULT_READ, .at = draw(play, 4), .response = 2};
    bl_cluster_sim_arm(play->cluster, &faults);
}

static int begin(struct play *play, enum cause cause) {
    play->begun_ps = bl_cluster_sim_now(play->cluster);
    if (cause == ANSWER) answer(play, true);
    if (cause == ABORT)
        abort_hosts(play, (int)draw(play, (uint32_t)bl_device_nodes(play->device)), 1);
    if (cause == CUT) cut(play, 1);
    return cause == RESET && bl_device_reset(play->device) ? fail(play, "reset") : 0;
}

static void end_faults(struct play *play) {
    if (play->shape->card) answer(play, false);
    if (play->shape->network) cut(play, 0);
    for (int i = 0; i < bl_device_nodes(play->device); i++) abort_hosts(play, i, 0);
}

static bool has(const struct play *play, enum cause cause) {
    return cause == CUT ? play->shape->network : cause != ANSWER || play->shape->card;
}

/* ---- waits */

struct waiter {
    struct play *play;
    const struct part *part;
    int result;
    int64_t ended_ps;
    pthread_t thread;
};

static void *wait_for(void *of) {
    struct waiter *waiter = of;
    waiter->result = bl_device_kernel_wait(waiter->play->device, waiter->part->node,
                                           kernel_of(waiter->part), INT64_MAX, NULL);
    waiter->ended_ps = bl_cluster_sim_now(waiter->play->cluster);
    bl_device_attach(waiter->play->device, -1);
    return NULL;
}

/* The first kernel has an end, or the moment comes, often early: what is read goes ahead. */
static int reach_moment(struct play *play) {
    const struct part *part = play->shape->parts;
    int64_t about_ps = play->least_ps + play->word_ps * play->words,
            moment_ps = 1 + about_ps / 1024 * draw(play, draw(play, 2) ? 1024 : 256);
    int result = bl_device_kernel_wait(play->device, part->node, kernel_of(part), moment_ps, NULL);
    return result && result != BL_DEVICE_TIMEOUT ? fail(play, "a wait with a limit") : 0;
}

/* What it says again is what the wait had to say; one that has stalled is not asked twice. */
static bool says(struct play *play, const struct waiter *waiter, enum cause cause) {
    int again = bl_device_kernel_wait(play->device, waiter->part->node, kernel_of(waiter->part), US,
                                      NULL);
    return again == BL_DEVICE_NODE_ERROR &&
           strstr(bl_device_message(play->device), cause_words[cause]);
}

/* A kernel that has an error is named with it; others may wait for it, and their waits say so. */
static int judge(struct play *play, struct waiter *waiters, enum cause cause) {
    struct tally *tally = &play->tallies[cause];
    bool all_well = true, named = false;
    for (int i = 0; i < play->shape->count; i++) {
        struct waiter *waiter = &waiters[i];
        bool well = !waiter->result, stands = waiter->result == BL_DEVICE_STUCK;
        int64_t took_ps = waiter->ended_ps - play->begun_ps;
        tally->well += well;
        tally->ended += !well;
        all_well &= well;
        if (took_ps > tally->longest_ps) tally->longest_ps = took_ps;
        if (well && !is_right(play, waiter->part)) return fail(play, "what a wait called right");
        if (!well && !stands && waiter->result != BL_DEVICE_NODE_ERROR)
            return fail(play, bl_device_text(waiter->result));
        if (stands && cause == RESET) return fail(play, "a wait behind a reset");
        if (!well && !stands && says(play, waiter, cause)) named = true;
        else if (!well && !stands && cause == RESET) return fail(play, "no word of the reset");
    }
    return all_well || named ? 0 : fail(play, "no wait names the cause");
}

static int recover(struct play *play, enum cause cause) {
    end_faults(play);
    if (cause != RESET && bl_device_reset(play->device)) return fail(play, "reset");
    if (one_join(play->device)) return fail(play, "join");
    return whole_run(play, 1 + draw(play, 60));
}

static int round_(struct play *play, enum cause cause) {
    struct waiter waiters[MOST_PARTS];
    int count = play->shape->count;
    if (start(play, 1 + draw(play, draw(play, 2) ? MANY : 60))) return 1;
    bl_device_attach(play->device, count);
    for (int i = 0; i < count; i++) {
        waiters[i] = (struct waiter){.play = play, .part = &play->shape->parts[i]};
        if (pthread_create(&waiters[i].thread, NULL, wait_for, &waiters[i])) abort();
    }
    int bad = reach_moment(play);
    if (!bad) bad = begin(play, cause);
    bl_device_attach(play->device, -1);
    for (int i = 0; i < count; i++) pthread_join(waiters[i].thread, NULL);
    bl_device_attach(play->device, 1);
    play->tallies[cause].runs++;
    if (!bad) bad = judge(play, waiters, cause);
    return bad ? bad : recover(play, cause);
}

static int rounds(struct play *play, int count) {
    enum cause cause = RESET;
    for (int i = 0; i < count;) {
        cause = (cause + 1) % CAUSES;
        if (!has(play, cause)) continue;
        if (round_(play, cause)) return printf("FAIL in round %d: %s\n", i, cause_names[cause]), 1;
        i++;
    }
    return 0;
}

int main(int argc, char **argv) {
    struct play play = {.shape = &shapes[argc > 1 ? atoi(argv[1]) % SHAPES : 0],
                        .random = argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (one_open(&play.device)) return 2;
    play.cluster = bl_device_sim_cluster(play.device);
    int bad = give_memories(&play);
    if (!bad) bad = measure(&play);
    if (!bad) bad = rounds(&play, argc > 2 ? atoi(argv[2]) : 10);
    bl_device_close(play.device);
    for (int i = 0; i < CAUSES && !bad; i++)
        if (play.tallies[i].runs)
            printf("moments,%s,%s,%u,%u,%u,%.1f\n", play.shape->name, cause_names[i],
                   play.tallies[i].runs, play.tallies[i].well, play.tallies[i].ended,
                   (double)play.tallies[i].longest_ps / US);
    return bad;
}
