/* Memories of nodes: no kernel starts before its own are set, none goes beyond, nothing of it
   changes while one runs, resets do not forget it, and it can be the program's own. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one_host.h"

enum { PAGE = 4096, WORDS = PAGE / 4, MANY = 20000, GPU_BYTES = 1 << 20, BEFORE = 0x22 };

static const int64_t limit = INT64_C(1000) * 1000 * 1000;

static int wanted(struct bl_device *device, const char *what, int result, int code,
                  const char *words) {
    if (result == code && (!code || strstr(bl_device_message(device), words))) return 0;
    printf("FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    return 1;
}
static int fine(struct bl_device *device, const char *what, int result) {
    return wanted(device, what, result, BL_DEVICE_OK, "");
}

static int holds(const char *what, bool true_) {
    if (!true_) printf("FAIL %s\n", what);
    return !true_;
}

static bool all_are(const void *bytes, int value, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != value) return false;
    return true;
}

struct place {
    void *bytes;
    uint64_t bus;
};

static struct place gpu_page(struct bl_device *device, size_t size) {
    struct place place = {NULL, 0};
    if (bl_device_gpu_buffer(device, 0, 0, size, &place.bytes, &place.bus)) abort();
    memset(place.bytes, BEFORE, size);
    return place;
}

static int leaves(struct bl_device *device, const char *what, uint32_t from, uint32_t to,
                  uint32_t n) {
    int bad = fine(device, what, one_copy_run(device, 0, from, to, n));
    return bad + wanted(device, what, one_copy_wait(device, 0, limit, NULL), BL_DEVICE_NODE_ERROR,
                        "a move leaves its memory");
}
static int copies(struct bl_device *device, const char *what, uint32_t from, uint32_t to,
                  uint32_t n) {
    int bad = fine(device, what, one_copy_run(device, 0, from, to, n));
    return bad + fine(device, what, one_copy_wait(device, 0, limit, NULL));
}

/* Nobody has said where the memory is: no start; a doorbell is an error of the kernel. */
static int unset(struct bl_device *device) {
    int bad = wanted(device, "unset", one_copy_run(device, 0, 0, 64, 1), BL_DEVICE_BAD_CALL,
                     "kernel copy of node 0 names memory gpu, whose bus address");
    uint32_t bell = ONE_COPY_DOORBELL;
    bad += fine(device, "n", bl_device_reg_write(device, 0, bell - 4, 1));
    bad += fine(device, "doorbell", bl_device_reg_write(device, 0, bell, 1));
    return bad + wanted(device, "by doorbell", one_copy_wait(device, 0, limit, NULL),
                        BL_DEVICE_NODE_ERROR, "a move leaves its memory");
}

/* A buffer in the middle of three: what lies beside it stays. */
static int bounded(struct bl_device *device) {
    struct place below = gpu_page(device, PAGE), at = gpu_page(device, PAGE),
                 above = gpu_page(device, PAGE);
    int bad = fine(device, "set", one_gpu(device, 0, at.bus, PAGE));
    memset(at.bytes, 1, PAGE / 2);
    bad += copies(device, "up to the end", 0, PAGE / 2, WORDS / 2);
    bad += holds("what was copied", all_are(at.bytes, 1, PAGE));
    bad += leaves(device, "a word too many", 0, PAGE / 2, WORDS / 2 + 1);
    bad += leaves(device, "read from behind", PAGE - 4, 0, 2);
    bad += leaves(device, "far beyond", 0, 0xfffffffc, 1);
    bad += leaves(device, "around 2^32", 0xfffffffc, 0, 3);
    bad += fine(device, "seven words", one_gpu(device, 0, at.bus + 4, 7 * 4 + 3));
    bad += copies(device, "six of them", 4, 0, 6) + leaves(device, "eight", 0, 0, 8);
    return bad + holds("the neighbours",
                       all_are(below.bytes, BEFORE, PAGE) && all_are(above.bytes, BEFORE, PAGE));
}

/* What is no place is refused, and in the circuit as well: others write to registers, too. */
static int impossible(struct bl_device *device) {
    const uint32_t base = one_kernels.memories[1].base;
    int bad = wanted(device, "odd", one_gpu(device, 0, 4098, PAGE), BL_DEVICE_BAD_CALL,
                     "begins at a multiple of 4");
    bad += wanted(device, "large", one_gpu(device, 0, 0, (UINT64_C(1) << 32) + 4),
                  BL_DEVICE_BAD_CALL, "at most 4 GiB");
    bad += wanted(device, "high", one_gpu(device, 0, UINT64_MAX - 4095, PAGE + 4),
                  BL_DEVICE_BAD_CALL, "ends below 2^64");
    bad += wanted(device, "no node", one_gpu(device, 1, 0, PAGE), BL_DEVICE_BAD_CALL, "no node 1");
    bad += fine(device, "set", one_gpu(device, 0, UINT64_C(0xfffffffffffff000), 4092));
    bad += fine(device, "by hand", bl_device_reg_write(device, 0, base + 8, 4 * WORDS));
    bad += leaves(device, "around 2^64", 0, PAGE, 1);
    bad += fine(device, "by hand", bl_device_reg_write(device, 0, base + 4, 0x80));
    bad += fine(device, "by hand", bl_device_reg_write(device, 0, base, 2));
    return bad + leaves(device, "an odd base", 0, PAGE, 1);
}

/* While a kernel runs that names it, nobody moves a memory; another one does not matter. */
static int busy(struct bl_device *device) {
    struct place at = gpu_page(device, GPU_BYTES / 2);
    int bad = fine(device, "set", one_gpu(device, 0, at.bus, GPU_BYTES / 2));
    bad += fine(device, "start", one_copy_run(device, 0, 0, 4 * MANY, MANY));
    bad += wanted(device, "set anew", one_gpu(device, 0, at.bus + PAGE, PAGE), BL_DEVICE_BUSY,
                  "kernel copy of node 0 runs");
    bad += wanted(device, "freed", bl_device_buffer_free(device, 0, at.bus), BL_DEVICE_BUSY,
                  "kernel copy of node 0 runs");
    bad += fine(device, "the end", one_copy_wait(device, 0, limit, NULL));
    bad += fine(device, "set then", one_gpu(device, 0, at.bus, PAGE));
    return bad + fine(device, "freed then", bl_device_buffer_free(device, 0, at.bus));
}

/* A reset takes it from the node, and the library tells it again. */
static int over_reset(struct bl_device *device) {
    struct place at = gpu_page(device, PAGE);
    int bad = fine(device, "set", one_gpu(device, 0, at.bus, PAGE));
    bad += fine(device, "reset", bl_device_reset(device)) + fine(device, "join", one_join(device));
    memset(at.bytes, 3, 64);
    bad += copies(device, "after a reset", 0, 64, 16);
    bad += holds("what was copied", all_are(at.bytes, 3, 128));
    return bad + leaves(device, "and its end", 0, 64, WORDS);
}

/* A buffer that was given back is there for the next one, and no memory of kernels any more. */
static int freed(struct bl_device *device) {
    struct place at = gpu_page(device, PAGE), again;
    int bad = fine(device, "set", one_gpu(device, 0, at.bus, PAGE));
    bad += fine(device, "free", bl_device_buffer_free(device, 0, at.bus));
    bad += wanted(device, "again", bl_device_buffer_free(device, 0, at.bus), BL_DEVICE_BAD_CALL,
                  "no buffer of the node begins there");
    bad += wanted(device, "start", one_copy_run(device, 0, 0, 64, 1), BL_DEVICE_BAD_CALL,
                  "whose bus address and size");
    again = gpu_page(device, PAGE);
    return bad + holds("the place is used again", again.bus == at.bus);
}

/* Memory of the program's own, that begins and ends within words of the bus. */
static int own(struct bl_device *device) {
    enum { BEGIN = 12, SIZE = 3 * PAGE + 20 };
    struct place gpu = gpu_page(device, 4 * PAGE);
    uint8_t *memory = malloc(BEGIN + SIZE + BEGIN);
    uint64_t bus;
    if (!memory) return 1;
    for (int i = 0; i < BEGIN + SIZE + BEGIN; i++) memory[i] = (uint8_t)(i * 7);
    int bad = fine(device, "own", bl_device_own_buffer(device, 0, memory + BEGIN, SIZE, &bus));
    bad += fine(device, "host", one_host(device, 0, bus, SIZE));
    bad += fine(device, "gpu", one_gpu(device, 0, gpu.bus, 4 * PAGE));
    bad += fine(device, "load", one_load_run(device, 0, SIZE / 4));
    bad += fine(device, "the end", one_load_wait(device, 0, limit, NULL));
    bad += holds("what was loaded", !memcmp(gpu.bytes, memory + BEGIN, SIZE));
    bad += fine(device, "within", one_pair_run(device, 0, (SIZE - 2 * PAGE) / 4));
    bad += fine(device, "its end", one_pair_wait(device, 0, limit, NULL));
    bad += holds("what was moved",
                 !memcmp(memory + BEGIN + 2 * PAGE, (uint8_t *)gpu.bytes + 4, SIZE - 2 * PAGE));
    bad += holds("what lies behind", memory[BEGIN + SIZE] == (uint8_t)((BEGIN + SIZE) * 7));
    bad += fine(device, "free", bl_device_buffer_free(device, 0, bus));
    bad += wanted(device, "start", one_load_run(device, 0, 1), BL_DEVICE_BAD_CALL,
                  "names memory host, whose bus address");
    free(memory);
    return bad;
}

int main(void) {
    static int (*const all[])(struct bl_device *) = {unset,      bounded, impossible, busy,
                                                     over_reset, freed,   own};
    struct bl_device *device = NULL;
    int bad = 0;
    if (one_open(&device)) return 2;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) bad += all[i](device);
    bl_device_close(device);
    if (!bad) puts("memories have bounds");
    return bad != 0;
}
