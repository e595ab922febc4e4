/* Random moves in random memories, each the program's own between pages of nobody, so that an
   access outside is answered by an error, or changes what is beside: within its memories a move is
   right, and else it fails before its first access. Resets come in between. Arguments: rounds, a
   seed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one_host.h"

enum { PAGE = 4096, BYTES = 2 * PAGE, BEYOND = 40, WORDS = BYTES / 4, RESETS = 16, MOVES = 16 };

static const int64_t limit = INT64_C(1000) * 1000 * 1000;

struct play {
    struct bl_device *device;
    uint64_t random, bus;         /* of the memory on the bus, all of it */
    uint8_t *memory, copy[BYTES]; /* pages; what has to be in them */
    uint32_t base, bytes;         /* of it, what was set */
    unsigned good, failed, resets;
};

static uint32_t draw(struct play *play, uint32_t below) {
    play->random = play->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((play->random >> 33) % below);
}

static int fail(struct play *play, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(play->device));
    return 1;
}

/* A part of it, that ends with the last page now and then. */
static int tell(struct play *play) {
    play->base = 4 * draw(play, WORDS);
    play->bytes = draw(play, 2) ? BYTES - play->base : 1 + draw(play, BYTES - play->base);
    if (one_gpu(play->device, 0, play->bus + play->base, play->bytes)) return fail(play, "set");
    return 0;
}

/* An address: within the memory, at its end, far beyond, or of no granule. */
static uint32_t address(struct play *play) {
    switch (draw(play, 16)) {
    case 0: return play->bytes / 4 * 4 - 4 * draw(play, 4);
    case 1: return UINT32_MAX - draw(play, 64);
    case 2: return draw(play, BYTES);
    default: return 4 * draw(play, play->bytes / 4 + 1);
    }
}

static uint32_t count(struct play *play) {
    switch (draw(play, 8)) {
    case 0: return UINT32_C(1) << (28 + draw(play, 4));
    case 1: return draw(play, BEYOND + WORDS);
    default: return draw(play, BEYOND);
    }
}

static bool within(const struct play *play, uint32_t at, uint32_t n) {
    return !n || (at % 4 == 0 && (uint64_t)at + UINT64_C(4) * n <= play->bytes / 4 * 4);
}

/* Source and target lie apart, or the target below. */
static bool is_defined(uint32_t from, uint32_t to, uint32_t n) {
    return to <= from || to >= from + UINT64_C(4) * n;
}

static void copy_words(struct play *play, uint32_t from, uint32_t to, uint32_t n) {
    uint8_t *place = play->copy + play->base;
    memmove(place + to, place + from, 4 * (size_t)n);
}

static int move(struct play *play) {
    uint32_t from = address(play), to = address(play), n = count(play);
    bool good = within(play, from, n) && within(play, to, n);
    if (good && n && !is_defined(from, to, n)) return 0;
    if (one_copy_run(play->device, 0, from, to, n)) return fail(play, "start");
    int result = one_copy_wait(play->device, 0, limit, NULL);
    if (good && n) copy_words(play, from, to, n);
    if (result != (good ? BL_DEVICE_OK : BL_DEVICE_NODE_ERROR)) {
        printf("from 0x%" PRIx32 " to 0x%" PRIx32 ", %" PRIu32 " words of 0x%" PRIx32 " bytes\n",
               from, to, n, play->bytes);
        return fail(play, "end");
    }
    if (!good && strstr(bl_device_message(play->device), "answered")) return fail(play, "access");
    *(good ? &play->good : &play->failed) += 1;
    return memcmp(play->memory, play->copy, BYTES) ? fail(play, "memory") : 0;
}

/* A kernel that somebody else starts, while the node knows of no memory, fails. */
static int ring(struct play *play) {
    const uint32_t state = one_kernels.kernels[0].state;
    uint32_t found = 0;
    if (bl_device_reg_write(play->device, 0, ONE_COPY_DOORBELL - 4, 1 + draw(play, WORDS)) ||
        bl_device_reg_write(play->device, 0, ONE_COPY_DOORBELL, 1))
        return fail(play, "doorbell");
    for (int i = 0; i < 100 && !found; i++)
        if (bl_device_reg_read(play->device, 0, state, &found, 1)) return fail(play, "state");
    return found != (BL_DEVICE_KERNEL_BEYOND << 24 | 1) ? fail(play, "its end") : 0;
}

/* Then what was set is there again. */
static int reset(struct play *play) {
    play->resets++;
    if (bl_device_reset(play->device)) return fail(play, "reset");
    if (ring(play)) return 1;
    return one_join(play->device) ? fail(play, "join") : 0;
}

static int rounds(struct play *play, int count_) {
    int bad = tell(play);
    for (int i = 0; i < count_ && !bad; i++) {
        if (!bad && draw(play, RESETS) == 0) bad = reset(play);
        if (!bad && draw(play, MOVES) < 4) bad = tell(play);
        if (!bad) bad = move(play);
    }
    return bad;
}

int main(int argc, char **argv) {
    struct play play = {.random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    int bad = 1;
    play.memory = aligned_alloc(PAGE, BYTES);
    if (!play.memory || one_open(&play.device)) return 2;
    for (int i = 0; i < BYTES; i++) play.memory[i] = play.copy[i] = (uint8_t)draw(&play, 256);
    if (!bl_device_own_buffer(play.device, 0, play.memory, BYTES, &play.bus))
        bad = rounds(&play, argc > 1 ? atoi(argv[1]) : 100);
    bl_device_close(play.device);
    free(play.memory);
    if (!bad)
        printf("%u moves right, %u refused, %u resets\n", play.good, play.failed, play.resets);
    return bad;
}
