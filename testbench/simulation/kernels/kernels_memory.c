#include "simulation/kernels/kernels_memory.h"

#include <inttypes.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/random.h"
#include "base/carried/store.h"
#include "simulation/device/bl_device_sim.h"

enum { UNKNOWN = 4 /* bytes of a number that the golden model does not know */ };

/* A memory of a node. */
struct place {
    const struct bl_kernel_memory *memory;
    int node;
    uint8_t *wanted, *found; /* held whole: NULL where no kernel uses it */
    struct bl_store store;   /* not held whole: */
    bool *touched;           /* [pages] */
    uint64_t page_count;
    uint32_t *unknown; /* addresses of numbers that only the circuit knows */
    int unknown_count, unknown_capacity;
};

struct bl_kernels_memories {
    const struct bl_kernels *kernels;
    const struct bl_device_kernels *calls;
    uint64_t seed;
    struct bl_device *device;
    struct place *places;        /* [node * memory_count + memory] */
    const struct place *guessed; /* one that was read where it is not known, at */
    uint32_t guessed_at;
};

static struct place *place_at(struct bl_kernels_memories *m, int node, int memory) {
    return &m->places[node * m->kernels->memory_count + memory];
}
static int place_count(const struct bl_kernels_memories *m) {
    return m->kernels->nodes * m->kernels->memory_count;
}

/* Contents of a memory, or of a page of it, which is number 0 where it is held whole. */
static void fill(const struct bl_kernels_memories *m, const struct place *place, uint64_t page,
                 uint8_t *bytes, int64_t size) {
    uint64_t number = (uint64_t)(place - m->places);
    struct bl_random random = bl_random_at(m->seed, page << 16 | number);
    for (int64_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word = bl_random_next(&random);
        memcpy(bytes + i, &word, 8);
    }
}

/* ---- numbers that the golden model does not know */

/* The place among them of one that lies within those bytes; -1: none does. */
static int find_unknown(const struct place *place, uint32_t address, size_t size) {
    for (int i = 0; i < place->unknown_count; i++)
        if (place->unknown[i] + UNKNOWN > address && place->unknown[i] < address + size) return i;
    return -1;
}

static void forget_unknown(struct place *place, uint32_t address, size_t size) {
    for (int i; (i = find_unknown(place, address, size)) >= 0;)
        place->unknown[i] = place->unknown[--place->unknown_count];
}

static void add_unknown(struct place *place, uint32_t address) {
    if (place->unknown_count == place->unknown_capacity) {
        int capacity = 2 * place->unknown_capacity + 16;
        uint32_t *more = bl_zalloc((size_t)capacity, sizeof *more);
        if (place->unknown_count)
            memcpy(more, place->unknown, (size_t)place->unknown_count * sizeof *more);
        bl_zfree(place->unknown);
        place->unknown = more;
        place->unknown_capacity = capacity;
    }
    place->unknown[place->unknown_count++] = address;
}

/* Takes those of a range over from what was found. */
static void allow_unknown(const struct place *place, uint64_t base, uint8_t *wanted,
                          const uint8_t *found, size_t size) {
    for (int i = 0; i < place->unknown_count; i++)
        if (place->unknown[i] >= base && place->unknown[i] < base + size)
            memcpy(wanted + (place->unknown[i] - base), found + (place->unknown[i] - base),
                   UNKNOWN);
}

/* ---- memories that are held whole */

/* The memory of the calls' table that this one is, or NULL: no kernel uses it. */
static const struct bl_device_kernel_memory *used_memory(const struct bl_kernels_memories *m,
                                                         const struct place *place) {
    for (int i = 0; i < m->calls->memory_count; i++)
        if (!strcmp(m->calls->memories[i].name, place->memory->name)) return &m->calls->memories[i];
    return NULL;
}

static void whole_make(struct bl_kernels_memories *m, struct place *place) {
    if (!used_memory(m, place)) return;
    place->wanted = bl_zalloc((size_t)place->memory->bytes, 1);
    fill(m, place, 0, place->wanted, place->memory->bytes);
}

static void whole_read(struct bl_kernels_memories *m, struct place *place, uint32_t address,
                       void *bytes, size_t size) {
    (void)m;
    memcpy(bytes, place->wanted + address, size);
}

static void whole_write(struct bl_kernels_memories *m, struct place *place, uint32_t address,
                        const void *bytes, size_t size) {
    (void)m;
    memcpy(place->wanted + address, bytes, size);
}

static void whole_reset(struct bl_kernels_memories *m, struct place *place) {
    if (place->wanted) fill(m, place, 0, place->wanted, place->memory->bytes);
}

static enum bl_device_result whole_load(struct bl_kernels_memories *m, struct place *place) {
    const struct bl_device_kernel_memory *memory = used_memory(m, place);
    size_t size = (size_t)place->memory->bytes;
    void *bytes;
    uint64_t bus;
    if (!memory) return BL_DEVICE_OK;
    enum bl_device_result result =
        memory->gpu < 0
            ? bl_device_buffer(m->device, place->node, size, &bytes, &bus)
            : bl_device_gpu_buffer(m->device, place->node, memory->gpu, size, &bytes, &bus);
    if (result) return result;
    place->found = bytes;
    fill(m, place, 0, bytes, place->memory->bytes);
    return bl_device_kernel_memory(m->device, place->node, memory, bus, size);
}

/* Bytes from `base` on in a memory. */
static bool equal(const struct place *place, uint64_t base, const uint8_t *wanted,
                  const uint8_t *found, int64_t size, FILE *problems) {
    if (!memcmp(wanted, found, (size_t)size)) return true;
    int64_t at = 0, wrong = 0;
    while (wanted[at] == found[at]) at++;
    for (int64_t i = at; i < size; i++) wrong += wanted[i] != found[i];
    fprintf(problems,
            "memory %s of node %d: %" PRId64 " byte%s differ, the first at 0x%" PRIx64
            ": 0x%02x, wanted 0x%02x\n",
            place->memory->name, place->node, wrong, bl_ending(wrong, "s"), base + (uint64_t)at,
            found[at], wanted[at]);
    return false;
}

static bool whole_compare(struct bl_kernels_memories *m, struct place *place, uint64_t *compared,
                          FILE *problems) {
    (void)m;
    if (!place->found) return true;
    *compared += (uint64_t)place->memory->bytes;
    allow_unknown(place, 0, place->wanted, place->found, (size_t)place->memory->bytes);
    return equal(place, 0, place->wanted, place->found, place->memory->bytes, problems);
}

static void whole_free(struct place *place) { bl_zfree(place->wanted); }

/* ---- channels of a card, of which there are pages */

static void pages_make(struct bl_kernels_memories *m, struct place *place) {
    (void)m;
    place->page_count = ((uint64_t)place->memory->bytes + BL_STORE_PAGE - 1) / BL_STORE_PAGE;
    place->touched = bl_zalloc(place->page_count, sizeof *place->touched);
}

static size_t page_bytes(const struct place *place, uint64_t page) {
    uint64_t rest = (uint64_t)place->memory->bytes - page * BL_STORE_PAGE;
    return rest < BL_STORE_PAGE ? (size_t)rest : BL_STORE_PAGE;
}

static void touch(struct bl_kernels_memories *m, struct place *place, uint64_t address) {
    uint64_t page = address / BL_STORE_PAGE;
    uint8_t bytes[BL_STORE_PAGE];
    if (place->touched[page]) return;
    place->touched[page] = true;
    fill(m, place, page, bytes, (int64_t)page_bytes(place, page));
    bl_store_write(&place->store, page * BL_STORE_PAGE, bytes, page_bytes(place, page));
}

static void pages_read(struct bl_kernels_memories *m, struct place *place, uint32_t address,
                       void *bytes, size_t size) {
    touch(m, place, address);
    touch(m, place, address + size - 1);
    bl_store_read(&place->store, address, bytes, size);
}

static void pages_write(struct bl_kernels_memories *m, struct place *place, uint32_t address,
                        const void *bytes, size_t size) {
    touch(m, place, address);
    touch(m, place, address + size - 1);
    bl_store_write(&place->store, address, bytes, size);
}

static void pages_reset(struct bl_kernels_memories *m, struct place *place) {
    uint8_t bytes[BL_STORE_PAGE];
    for (uint64_t page = 0; page < place->page_count; page++) {
        if (!place->touched[page]) continue;
        fill(m, place, page, bytes, (int64_t)page_bytes(place, page));
        bl_store_write(&place->store, page * BL_STORE_PAGE, bytes, page_bytes(place, page));
    }
}

static enum bl_device_result pages_load(struct bl_kernels_memories *m, struct place *place) {
    uint8_t bytes[BL_STORE_PAGE];
    for (uint64_t page = 0; page < place->page_count; page++) {
        if (!place->touched[page]) continue;
        fill(m, place, page, bytes, (int64_t)page_bytes(place, page));
        bl_cluster_sim_write(bl_device_sim_cluster(m->device), place->node, place->memory->number,
                             page * BL_STORE_PAGE, bytes, page_bytes(place, page));
    }
    return BL_DEVICE_OK;
}

static bool pages_compare(struct bl_kernels_memories *m, struct place *place, uint64_t *compared,
                          FILE *problems) {
    uint8_t wanted[BL_STORE_PAGE], found[BL_STORE_PAGE];
    for (uint64_t page = 0; page < place->page_count; page++) {
        if (!place->touched[page]) continue;
        uint64_t base = page * BL_STORE_PAGE;
        size_t size = page_bytes(place, page);
        bl_store_read(&place->store, base, wanted, size);
        bl_cluster_sim_read(bl_device_sim_cluster(m->device), place->node, place->memory->number,
                            base, found, size);
        *compared += size;
        allow_unknown(place, base, wanted, found, size);
        if (!equal(place, base, wanted, found, (int64_t)size, problems)) return false;
    }
    return true;
}

static void pages_free(struct place *place) {
    bl_store_free(&place->store);
    bl_zfree(place->touched);
}

/* ---- both */

static const struct row {
    void (*make)(struct bl_kernels_memories *m, struct place *place);
    void (*read)(struct bl_kernels_memories *m, struct place *place, uint32_t address, void *bytes,
                 size_t size);
    void (*write)(struct bl_kernels_memories *m, struct place *place, uint32_t address,
                  const void *bytes, size_t size);
    void (*reset)(struct bl_kernels_memories *m, struct place *place);
    enum bl_device_result (*load)(struct bl_kernels_memories *m, struct place *place);
    bool (*compare)(struct bl_kernels_memories *m, struct place *place, uint64_t *compared,
                    FILE *problems);
    void (*free)(struct place *place);
} rows[] = {[false] = {whole_make, whole_read, whole_write, whole_reset, whole_load, whole_compare,
                       whole_free},
            [true] = {pages_make, pages_read, pages_write, pages_reset, pages_load, pages_compare,
                      pages_free}};

static const struct row *row_of(const struct place *place) {
    return &rows[bl_kernel_memory_row(place->memory)->sparse];
}

struct bl_kernels_memories *bl_kernels_memories_new(const struct bl_kernels *kernels,
                                                    const struct bl_device_kernels *calls,
                                                    uint64_t seed) {
    struct bl_kernels_memories *m = bl_zalloc(1, sizeof *m);
    *m = (struct bl_kernels_memories){.kernels = kernels, .calls = calls, .seed = seed};
    m->places = bl_zalloc((size_t)place_count(m) + 1, sizeof *m->places);
    for (int i = 0; i < place_count(m); i++) {
        struct place *place = &m->places[i];
        place->node = i / kernels->memory_count;
        place->memory = &kernels->memories[i % kernels->memory_count];
        row_of(place)->make(m, place);
    }
    return m;
}

void bl_kernels_memories_free(struct bl_kernels_memories *m) {
    if (!m) return;
    for (int i = 0; i < place_count(m); i++) {
        row_of(&m->places[i])->free(&m->places[i]);
        bl_zfree(m->places[i].unknown);
    }
    bl_zfree(m->places);
    bl_zfree(m);
}

static void read_bytes(void *of, int node, int memory, uint32_t address, void *bytes, size_t size) {
    struct bl_kernels_memories *m = of;
    struct place *place = place_at(of, node, memory);
    int unknown = place->unknown_count ? find_unknown(place, address, size) : -1;
    if (unknown >= 0) {
        m->guessed = place;
        m->guessed_at = place->unknown[unknown];
    }
    row_of(place)->read(of, place, address, bytes, size);
}

static void write_bytes(void *of, int node, int memory, uint32_t address, const void *bytes,
                        size_t size) {
    struct place *place = place_at(of, node, memory);
    if (place->unknown_count) forget_unknown(place, address, size);
    row_of(place)->write(of, place, address, bytes, size);
}

/* Zeros in the golden model's. */
static void write_unknown(void *of, int node, int memory, uint32_t address, size_t size) {
    const uint8_t zeros[UNKNOWN] = {0};
    write_bytes(of, node, memory, address, zeros, size < UNKNOWN ? size : UNKNOWN);
    add_unknown(place_at(of, node, memory), address);
}

struct bl_kernel_bytes bl_kernels_memories_golden(struct bl_kernels_memories *m) {
    return (struct bl_kernel_bytes){m, read_bytes, write_bytes, write_unknown};
}

bool bl_kernels_memories_guessed(const struct bl_kernels_memories *m, FILE *problems) {
    if (!m->guessed) return false;
    fprintf(problems,
            "memory %s of node %d: a move reads the cycles of a copy at 0x%" PRIx32
            ", which the golden model does not know\n",
            m->guessed->memory->name, m->guessed->node, m->guessed_at);
    return true;
}

void bl_kernels_memories_reset(struct bl_kernels_memories *m) {
    for (int i = 0; i < place_count(m); i++) {
        m->places[i].unknown_count = 0;
        row_of(&m->places[i])->reset(m, &m->places[i]);
    }
}

enum bl_device_result bl_kernels_memories_load(struct bl_kernels_memories *m,
                                               struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    m->device = device;
    for (int i = 0; i < place_count(m) && !result; i++)
        result = row_of(&m->places[i])->load(m, &m->places[i]);
    return result;
}

bool bl_kernels_memories_compare(struct bl_kernels_memories *m,
                                 bool (*leaves)(const void *of, int node), const void *of,
                                 uint64_t *compared, FILE *problems) {
    bool all = true;
    for (int i = 0; i < place_count(m); i++)
        if (!leaves(of, m->places[i].node))
            all &= row_of(&m->places[i])->compare(m, &m->places[i], compared, problems);
    return all;
}
