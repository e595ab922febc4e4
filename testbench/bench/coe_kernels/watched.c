/* For testbench/bench/coe, section `watched`: kernels of a program on one node, started with any
   arguments, over memories set with any bases and lengths, by calls and by doorbells, before and
   behind resets, while whatever the node reads and writes on the bus is looked at: nothing lies
   outside of what was registered at that time. Prints one line: runs, how many ended, failed and
   were refused, resets, bursts read, words written, how many of either were outside. Arguments:
   runs, a seed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "one_host.h"
#include "simulation/device/bl_device_sim.h"
#include "simulation/host/host_port.h"

enum {
    BYTES = 32768,
    WORD = 32, /* bytes of the bus's words, which reads ask for whole */
    MOST_MEMORIES = 8,
    MOST_ARGUMENTS = 16,
    US = 1000 * 1000
};

struct span {
    uint64_t from, to;
};

struct play {
    struct bl_device *device;
    uint64_t random, buses[MOST_MEMORIES];
    struct span set[MOST_MEMORIES], allowed[MOST_MEMORIES]; /* by the library; in the circuit */
    int memories;
    uint32_t rings;
    unsigned runs, ended, failed, refused, resets;
    uint64_t reads, writes, outside;
};

static uint32_t draw(struct play *play, uint32_t below) {
    play->random = play->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((play->random >> 33) % below);
}

static int fail(struct play *play, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(play->device));
    return 1;
}

/* ---- the watch: in the thread of the node, while the program waits in a call */

static bool within(const struct play *play, uint64_t bus, uint64_t bytes, unsigned granule) {
    for (int i = 0; i < play->memories; i++) {
        const struct span *at = &play->allowed[i];
        uint64_t from = at->from / granule * granule,
                 to = (at->to + granule - 1) / granule * granule;
        if (at->from < at->to && bus >= from && bus + bytes <= to) return true;
    }
    return false;
}

static void saw(struct play *play, const char *what, uint64_t bus, int bytes, unsigned granule) {
    if (within(play, bus, (unsigned)bytes, granule)) return;
    if (!play->outside++) printf("outside: %s 0x%" PRIx64 ", %d bytes\n", what, bus, bytes);
}

static void saw_read(void *user, uint64_t bus, int bytes) {
    struct play *play = user;
    play->reads++;
    saw(play, "read", bus, bytes, WORD);
}

static void saw_write(void *user, uint64_t bus, int bytes) {
    struct play *play = user;
    play->writes++;
    saw(play, "written", bus, bytes, 1);
}

/* ---- memories */

static int give_memories(struct play *play) {
    const struct bl_device_kernels *all = &one_kernels;
    play->memories = all->memory_count;
    for (int i = 0; i < all->memory_count; i++) {
        int gpu = all->memories[i].gpu;
        void *bytes;
        if (gpu < 0 ? bl_device_buffer(play->device, 0, BYTES, &bytes, &play->buses[i])
                    : bl_device_gpu_buffer(play->device, 0, gpu, BYTES, &bytes, &play->buses[i]))
            return fail(play, "memory");
    }
    return 0;
}

/* A part of a memory, one up to its end now and then, or none. */
static int tell(struct play *play, int memory) {
    uint32_t base = 4 * draw(play, BYTES / 4), bytes = BYTES - base;
    if (draw(play, 3)) bytes = 1 + draw(play, bytes);
    if (draw(play, 8) == 0) bytes = 0;
    int result = bl_device_kernel_memory(play->device, 0, &one_kernels.memories[memory],
                                         play->buses[memory] + base, bytes);
    if (result == BL_DEVICE_BUSY) return 0;
    if (result) return fail(play, "set");
    play->set[memory].from = play->buses[memory] + base;
    play->set[memory].to = play->set[memory].from + bytes / 4 * 4;
    play->allowed[memory] = play->set[memory];
    return 0;
}

/* ---- starts: a thing that an argument means is not known here */

static uint32_t argument(struct play *play) {
    switch (draw(play, 12)) {
    case 0: return UINT32_MAX - draw(play, 256);
    case 1: return draw(play, BYTES);
    case 2: return UINT32_C(1) << draw(play, 32);
    case 3: return 4 * draw(play, BYTES / 4);
    default: return 4 * draw(play, 64);
    }
}

/* A write to `go` starts it where the number is another one. */
static int ring(struct play *play, const struct bl_device_kernel *kernel, const uint32_t *values) {
    uint32_t at = kernel->arguments;
    for (int i = 0; i < kernel->argument_count; i++, at += 4)
        if (bl_device_reg_write(play->device, 0, at, values[i])) return fail(play, "argument");
    play->rings = (play->rings + 1) & 0xffff;
    return bl_device_reg_write(play->device, 0, at, play->rings) ? fail(play, "doorbell") : 0;
}

/* NULL: it was refused. */
static const struct bl_device_kernel *start(struct play *play, bool by_bell, int *bad) {
    uint32_t values[MOST_ARGUMENTS];
    const struct bl_device_kernel *kernel =
        &one_kernels.kernels[draw(play, (uint32_t)one_kernels.kernel_count)];
    for (int i = 0; i < kernel->argument_count; i++) values[i] = argument(play);
    play->runs++;
    if (by_bell) {
        *bad = ring(play, kernel, values);
        return kernel;
    }
    int result = bl_device_kernel_start(play->device, 0, kernel, values);
    play->refused += result != 0;
    if (result && result != BL_DEVICE_BAD_CALL && result != BL_DEVICE_BUSY)
        *bad = fail(play, "start");
    return result ? NULL : kernel;
}

static int end(struct play *play, const struct bl_device_kernel *kernel) {
    uint32_t state = 1;
    for (int i = 0; i < 4000 && (state & 0xffff) == 1; i++)
        if (bl_device_kernel_rests(play->device, 0, kernel) != BL_DEVICE_BUSY) break;
    if (bl_device_reg_read(play->device, 0, kernel->state, &state, 1)) return fail(play, "state");
    *(state >> 24 ? &play->failed : &play->ended) += 1;
    return bl_device_kernel_rests(play->device, 0, kernel) == BL_DEVICE_BUSY
               ? fail(play, "a kernel goes on")
               : 0;
}

static int some_time(struct play *play) {
    uint32_t word;
    for (uint32_t i = draw(play, 30); i > 0; i--)
        if (bl_device_reg_read(play->device, 0, BL_DEVICE_REG_STATUS, &word, 1))
            return fail(play, "status");
    return 0;
}

/* On the way of a kernel or not; then doorbells of a node that knows of no memory; then they are
   set again as before. */
static int reset(struct play *play) {
    int bad = 0;
    play->resets++;
    if (bl_device_reset(play->device)) return fail(play, "reset");
    for (int i = 0; i < play->memories; i++) play->allowed[i] = (struct span){0, 0};
    for (uint32_t i = draw(play, 3); i > 0 && !bad; i--) {
        const struct bl_device_kernel *kernel = start(play, true, &bad);
        if (!bad) bad = draw(play, 2) ? end(play, kernel) : some_time(play);
    }
    if (!bad && draw(play, 2)) {
        if (bl_device_reset(play->device)) return fail(play, "another reset");
    }
    if (!bad && one_join(play->device)) return fail(play, "join");
    for (int i = 0; i < play->memories; i++) play->allowed[i] = play->set[i];
    return bad;
}

static int turn(struct play *play) {
    const struct bl_device_kernel *kernels[3] = {NULL};
    int bad = 0, count = 1 + (int)draw(play, 3);
    if (draw(play, 3) == 0) bad = tell(play, (int)draw(play, (uint32_t)play->memories));
    for (int i = 0; i < count && !bad; i++) kernels[i] = start(play, draw(play, 4) == 0, &bad);
    if (!bad) bad = some_time(play);
    if (!bad && draw(play, 3) == 0) bad = tell(play, (int)draw(play, (uint32_t)play->memories));
    if (!bad && draw(play, 12) == 0) return reset(play);
    for (int i = 0; i < count && !bad; i++)
        if (kernels[i]) bad = end(play, kernels[i]);
    return bad;
}

int main(int argc, char **argv) {
    struct play play = {.random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const struct bl_host_watch watch = {saw_read, saw_write, &play};
    unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
    if (one_open(&play.device)) return 2;
    bl_host_port_watch(bl_cluster_sim_node(bl_device_sim_cluster(play.device), 0)->host, &watch);
    int bad = give_memories(&play);
    for (int i = 0; i < play.memories && !bad; i++) bad = tell(&play, i);
    while (!bad && play.runs < runs && !play.outside) bad = turn(&play);
    bl_device_close(play.device);
    printf("watched,%u,%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", play.runs, play.ended,
           play.failed, play.refused, play.resets, play.reads, play.writes, play.outside);
    return bad || play.outside;
}
