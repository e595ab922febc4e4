/* Faults that users of DMA met, from a host program: each ends with a code and a text, nothing
   hangs, nothing else is written, and the next transfer is right. argument: CASE of the table at
   the end. */
#include "sort_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACE = 1 << 20,
    BYTES = 4096,
    US = 1000000 /* ps */,
    WORD = 32,        /* bytes of a completion's record and of a word of the bus */
    DESCRIPTOR = 32,  /* bytes of a place in the table */
    RING = 128,       /* places of it */
    WINDOW = 1 << 24, /* bytes of a transfer that is longer than a descriptor's most */
    AROUND = 4 * WORD,
    NOTHING = 0xa5,
    TRIES = 100 /* interrupts until one is that of the completion */
};

static _Noreturn void stop(struct bl_device *device, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(device));
    exit(1);
}

static void want(struct bl_device *device, int got, int wanted, const char *what) {
    if (got == wanted) return;
    printf("%s: %s\n", what, bl_device_text(got));
    stop(device, what);
}

static void fill(uint8_t *bytes, size_t size, unsigned seed) {
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)((i + seed) * 2654435761u >> 13);
}

/* ---- every short length at every place in a word: what lies around it stays */

/* What another transfer has left in the host's memory is not what should stay. */
static void short_one(struct bl_device *device, size_t from, size_t size) {
    uint8_t out[4], back[AROUND], expected[AROUND], other[AROUND];
    fill(expected, AROUND, (unsigned)from);
    fill(out, sizeof out, (unsigned)(from * 7 + size));
    memset(other, NOTHING, AROUND);
    want(device, bl_device_write(device, 0, 0, PLACE, expected, AROUND), 0, "around");
    want(device, bl_device_write(device, 0, 0, PLACE + AROUND, other, AROUND), 0, "another");
    want(device, bl_device_write(device, 0, 0, PLACE + from, out, size), 0, "a short write");
    memcpy(expected + from, out, size);
    want(device, bl_device_read(device, 0, 0, PLACE, back, AROUND), 0, "read around");
    if (memcmp(back, expected, AROUND)) stop(device, "a short write has other bytes");
    memset(back, NOTHING, AROUND);
    want(device, bl_device_read(device, 0, 0, PLACE + from, back, size), 0, "a short read");
    if (memcmp(back, out, size) || back[size] != NOTHING) stop(device, "a short read");
}

static void lengths(struct bl_device *device) {
    for (size_t size = 1; size <= 3; size++)
        for (size_t at = 0; at < 8; at++) short_one(device, WORD + at + (at % 2 ? 26 : 0), size);
    want(device, bl_device_write(device, 0, 0, PLACE, NULL, 0), 0, "no bytes");
    puts("1 to 3 bytes");
}

/* ---- more than 16 MB in one call */

static void longest(struct bl_device *device) {
    size_t size = WINDOW + 4099;
    uint8_t *out = malloc(size), *back = calloc(size, 1);
    if (!out || !back) stop(device, "memory");
    fill(out, size, 3);
    want(device, bl_device_write(device, 0, 1, 5, out, size), 0, "a long write");
    want(device, bl_device_read(device, 0, 1, 5, back, size), 0, "a long read");
    if (memcmp(out, back, size)) stop(device, "a long transfer has other bytes");
    free(out);
    free(back);
    puts("more than 16 MB");
}

/* ---- answers of the bus that are errors, at the rates of --faults */

static void errors(struct bl_device *device) {
    static uint8_t out[BYTES], back[BYTES];
    int failed = 0, resets = 0;
    const unsigned times = getenv("BL_LONG") ? 60 : 30;
    for (unsigned i = 0; i < times; i++) {
        uint64_t place = PLACE + 52 * i;
        fill(out, BYTES, i);
        int result = bl_device_write(device, 0, 0, place, out, BYTES);
        if (result) {
            want(device, result, BL_DEVICE_NODE_ERROR, "a write that fails");
            failed++;
            if (!strstr(bl_device_message(device), "the nodes want a reset")) continue;
            resets++;
            want(device, bl_device_reset(device), 0, "a reset");
            continue;
        }
        result = bl_device_read(device, 0, 0, place, back, BYTES);
        if (!result && memcmp(out, back, BYTES)) stop(device, "wrong data are called right");
        if (result) want(device, bl_device_reset(device), 0, "a reset");
        resets += result != 0;
    }
    printf("%d failed, %d resets\n", failed, resets);
}

/* ---- descriptors of the program's own, in a table of its own */

static uint8_t *memory; /* table, which begins within a piece; records; data */
static uint64_t memory_bus;
static unsigned posted;
enum {
    TABLE = 5 * DESCRIPTOR,
    RECORDS = 8192,
    DATA = RECORDS + RING * WORD,
    ALL = DATA + 2 * BYTES
};

static void set(struct bl_device *device, uint32_t reg, uint32_t value) {
    want(device, bl_device_reg_write(device, 0, reg, value), 0, "a register");
}

static void open_table(struct bl_device *device) {
    void *bytes;
    want(device, bl_device_buffer(device, 0, ALL, &bytes, &memory_bus), 0, "a buffer");
    memory = bytes;
    memset(memory, NOTHING, ALL);
    posted = 0;
    set(device, SORT_REG_HOST_READ_TABLE_LOW, (uint32_t)(memory_bus + TABLE));
    set(device, SORT_REG_HOST_READ_TABLE_HIGH, (uint32_t)(memory_bus >> 32));
    set(device, SORT_REG_HOST_READ_STATUS_LOW, (uint32_t)(memory_bus + RECORDS));
    set(device, SORT_REG_HOST_READ_STATUS_HIGH, (uint32_t)(memory_bus >> 32));
}

static void add(uint64_t source, uint64_t target, uint32_t words, unsigned id) {
    const uint32_t parts[5] = {(uint32_t)source, (uint32_t)(source >> 32), (uint32_t)target,
                               (uint32_t)(target >> 32), words | id << 18};
    memcpy(memory + TABLE + posted++ % RING * DESCRIPTOR, parts, sizeof parts);
}

static const uint8_t *record(unsigned n) { return memory + RECORDS + n % RING * WORD; }
static unsigned number(unsigned n) { return record(n)[0] | (unsigned)record(n)[1] << 8; }

/* Waits for the record of the n-th descriptor. */
static void come(struct bl_device *device, unsigned n) {
    uint32_t state;
    for (int tries = 0; number(n) != ((n + 1) & 0xffff); tries++) {
        want(device, bl_device_interrupt(device, 0, 1000 * (int64_t)US), 0, "a completion");
        want(device, bl_device_reg_read(device, 0, SORT_REG_HOST_STATE, &state, 1), 0, "its state");
        if (tries == TRIES) stop(device, "an interrupt without a completion");
    }
    set(device, SORT_REG_HOST_READ_SEEN, (n + 1) & 0xff);
}

static void bad_descriptors(struct bl_device *device) {
    const uint64_t end = (uint64_t)1 << 63;
    uint8_t kept[BYTES], back[BYTES];
    fill(kept, BYTES, 9);
    want(device, bl_device_write(device, 0, 0, PLACE, kept, BYTES), 0, "what is there");
    want(device, bl_device_reset(device), 0, "a reset");
    open_table(device);
    uint64_t data = memory_bus + DATA;
    const struct {
        uint64_t source, target;
        uint32_t words;
        unsigned id, result;
    } rows[] = {{data, PLACE, 0, 1, 1},      {data + 2, PLACE + 2, 4, 2, 2},
                {data + 4, PLACE, 4, 3, 2},  {data, end, 4, 4, 3},
                {data, PLACE, 4, 128, 6},    {data, PLACE, 4, 254, 6},
                {data, PLACE, 4, 127, 6},    {data, PLACE, 4, 255, 6},
                {0x10, PLACE + 16, 4, 5, 4}, {data, UINT64_MAX - 31, 16, 6, 3}};
    enum { COUNT = sizeof rows / sizeof *rows };
    for (int i = 0; i < COUNT; i++) add(rows[i].source, rows[i].target, rows[i].words, rows[i].id);
    set(device, SORT_REG_HOST_READ_POSTED, posted);
    for (unsigned i = 0; i < COUNT; i++) {
        come(device, i);
        if (record(i)[2] == rows[i].id && record(i)[3] == rows[i].result) continue;
        printf("descriptor %u: id %u, result %u\n", i, record(i)[2], record(i)[3]);
        stop(device, "a bad descriptor");
    }
    want(device, bl_device_reset(device), 0, "a reset");
    want(device, bl_device_read(device, 0, 0, PLACE, back, BYTES), 0, "read back");
    if (memcmp(kept, back, BYTES)) stop(device, "a bad descriptor has written");
    puts("bad descriptors are refused");
}

/* ---- a full table: as many descriptors at once as may be posted, twice round the ring */

static void full_queue(struct bl_device *device) {
    enum { AT_ONCE = 127, ROUNDS = 4, WORDS = 3 };
    uint32_t back[AT_ONCE * WORDS];
    open_table(device);
    fill(memory + DATA, 2 * BYTES, 5);
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned first = posted, shift = round * 8 * WORD;
        for (unsigned i = 0; i < AT_ONCE; i++)
            add(memory_bus + DATA + shift + 4 * WORDS * i, PLACE + shift + 4 * WORDS * i, WORDS, i);
        set(device, SORT_REG_HOST_READ_POSTED, posted & 0xff);
        for (unsigned i = 0; i < AT_ONCE; i++) {
            come(device, first + i);
            if (record(first + i)[2] != i || record(first + i)[3]) stop(device, "its completion");
        }
    }
    want(device, bl_device_reset(device), 0, "a reset");
    uint64_t shift = (ROUNDS - 1) * 8 * WORD;
    want(device, bl_device_read(device, 0, 0, PLACE + shift, back, sizeof back), 0, "read back");
    if (memcmp(back, memory + DATA + shift, sizeof back)) stop(device, "the data of a full table");
    puts("a full table");
}

static const struct {
    const char *name;
    void (*run)(struct bl_device *device);
} cases[] = {{"lengths", lengths},
             {"longest", longest},
             {"errors", errors},
             {"descriptors", bad_descriptors},
             {"queue", full_queue}};

int main(int argc, char **argv) {
    struct bl_device *device;
    if (sort_open(&device)) return 2;
    for (int i = 1; i < argc; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            if (!strcmp(argv[i], cases[k].name)) cases[k].run(device);
    bl_device_close(device);
    return 0;
}
