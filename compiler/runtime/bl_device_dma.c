/* Memory of the channels by DMA: what the host sends, or wants, goes through slices of host memory
   that the node reaches, several of which are on their way at once. A descriptor stands in a table
   in host memory, whose growth is written to the node; a completion is a record in host
   memory, behind its data, and an interrupt. */
#include "bl_device_dma.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bl_dma_descriptor.h"
#include "bl_device_dma_registers.h"

enum {
#define ROW(name, net, help) SETTING_##name,
    BL_DEVICE_DMA_SETTINGS(ROW)
#undef ROW
};

enum {
#define ROW(name, net, help) RESULT_##name,
    BL_DEVICE_DMA_RESULTS(ROW)
#undef ROW
};
enum { FAILED = 1 << 16 /* in the state, of the read module; of the write module a bit on */ };

enum {
    RING = 128,      /* descriptors of a table, and completions */
    SLICES = 4,      /* transfers on their way */
    SLICE = 1 << 17, /* bytes of one, and room for where it begins in a word */
    SLICE_ROOM = SLICE + 4096,
    UNIT = 4 /* bytes that a descriptor counts */
};
/* What a completion says; docs/dma.md. */
enum {
    DONE,
    LENGTH,    /* none */
    ALIGNMENT, /* source and target lie differently in a word, or not on 4 bytes */
    BEYOND,    /* the card's memory */
    READ_ERROR,
    WRITE_ERROR,
    ID /* of the other side */
};
enum { READ, WRITE, MODULES }; /* the host's data to the card, the card's to the host */

/* A module's table and completions in host memory, and how many there were so far. */
struct module {
    uint8_t *table, *status;
    uint64_t table_bus, status_bus;
    unsigned posted, seen;
};

struct node {
    bool open; /* it knows its tables */
    struct module modules[MODULES];
    uint8_t *slices;
    uint64_t slices_bus;
};

struct bl_device_dma {
    struct bl_device *device;
    struct bl_device_host_port port;
    pthread_mutex_t lock; /* a transfer at a time */
    atomic_bool stopping; /* a reset is to come: what is under way is given up */
    struct node nodes[];
};

struct bl_device_dma *bl_device_dma_new(struct bl_device *device,
                                        const struct bl_device_host_port *port) {
    size_t nodes = (size_t)bl_device_nodes(device);
    struct bl_device_dma *dma = calloc(1, sizeof *dma + nodes * sizeof *dma->nodes);
    if (!dma) return NULL;
    dma->device = device;
    dma->port = *port;
    pthread_mutex_init(&dma->lock, NULL);
    return dma;
}

void bl_device_dma_free(struct bl_device_dma *dma) {
    if (!dma) return;
    pthread_mutex_destroy(&dma->lock);
    free(dma);
}

/* A thread that waits for another's transfer does not keep the device's time from advancing. */
static void lock(struct bl_device_dma *dma) {
    if (!pthread_mutex_trylock(&dma->lock)) return;
    bl_device_attach(dma->device, -1);
    pthread_mutex_lock(&dma->lock);
    bl_device_attach(dma->device, 1);
}

void bl_device_dma_stop(struct bl_device_dma *dma) { dma->stopping = true; }
void bl_device_dma_hold(struct bl_device_dma *dma) { lock(dma); }

void bl_device_dma_restart(struct bl_device_dma *dma) {
    for (int i = 0; i < bl_device_nodes(dma->device); i++) {
        dma->nodes[i].open = false;
        for (int m = 0; m < MODULES; m++)
            dma->nodes[i].modules[m].posted = dma->nodes[i].modules[m].seen = 0;
    }
    dma->stopping = false;
    pthread_mutex_unlock(&dma->lock);
}

/* ---- a node's memory of the host */

static enum bl_device_result set(struct bl_device_dma *dma, int node, int module, int setting,
                                 uint32_t value) {
    int place = setting + module * (SETTING_WRITE_TABLE - SETTING_READ_TABLE);
    return bl_device_reg_write(dma->device, node, dma->port.settings + 4 * (uint32_t)place, value);
}

static enum bl_device_result set_address(struct bl_device_dma *dma, int node, int module,
                                         int setting, uint64_t bus) {
    enum bl_device_result result = set(dma, node, module, setting, (uint32_t)bus);
    return result ? result : set(dma, node, module, setting + 1, (uint32_t)(bus >> 32));
}

static enum bl_device_result open_module(struct bl_device_dma *dma, int node, int m) {
    struct module *module = &dma->nodes[node].modules[m];
    size_t table = RING * (size_t)BL_DMA_DESCRIPTOR_BYTES,
           status = RING * (size_t)dma->port.word_bytes;
    void *bytes = module->table;
    enum bl_device_result result = BL_DEVICE_OK;
    if (!bytes)
        result = bl_device_buffer(dma->device, node, table + status, &bytes, &module->table_bus);
    if (result) return result;
    module->table = bytes;
    module->status = module->table + table;
    module->status_bus = module->table_bus + table;
    memset(module->table, 0, table + status);
    result = set_address(dma, node, m, SETTING_READ_TABLE, module->table_bus);
    return result ? result : set_address(dma, node, m, SETTING_READ_STATUS, module->status_bus);
}

static enum bl_device_result open_node(struct bl_device_dma *dma, int node) {
    struct node *own = &dma->nodes[node];
    enum bl_device_result result = BL_DEVICE_OK;
    void *slices = own->slices;
    if (own->open) return BL_DEVICE_OK;
    if (!slices)
        result = bl_device_buffer(dma->device, node, SLICES * (size_t)SLICE_ROOM, &slices,
                                  &own->slices_bus);
    own->slices = slices;
    for (int m = 0; m < MODULES && !result; m++) result = open_module(dma, node, m);
    own->open = !result;
    return result;
}

/* ---- descriptors and completions */

static enum bl_device_result post(struct bl_device_dma *dma, int node, int m, uint64_t source,
                                  uint64_t target, size_t bytes) {
    struct module *module = &dma->nodes[node].modules[m];
    const struct bl_dma_descriptor descriptor = {.source_low = (uint32_t)source,
                                                 .source_high = (uint32_t)(source >> 32),
                                                 .target_low = (uint32_t)target,
                                                 .target_high = (uint32_t)(target >> 32),
                                                 .length = (uint32_t)(bytes / UNIT),
                                                 .id = module->posted % SLICES};
    bl_dma_descriptor_pack(module->table + module->posted % RING * BL_DMA_DESCRIPTOR_BYTES,
                           &descriptor);
    module->posted++;
    return set(dma, node, m, SETTING_READ_POSTED, module->posted & 0xff);
}

/* What a completion's record says: its number counts from 1, modulo 2^16. */
struct completion {
    unsigned number, result;
};
static struct completion look(const struct bl_device_dma *dma, const struct module *module) {
    const uint8_t *at = module->status + module->seen % RING * (unsigned)dma->port.word_bytes;
    return (struct completion){.number = at[0] | (unsigned)at[1] << 8, .result = at[3]};
}

static enum bl_device_result failed(struct bl_device_dma *dma, int node, unsigned code) {
    static const struct {
        enum bl_device_result result;
        const char *text;
    } rows[] = {[LENGTH] = {BL_DEVICE_BAD_CALL, "a descriptor has no length"},
                [ALIGNMENT] = {BL_DEVICE_BAD_CALL, "source and target lie differently"},
                [BEYOND] = {BL_DEVICE_BEYOND, "there is no such address on the card"},
                [READ_ERROR] = {BL_DEVICE_NODE_ERROR, "what was read was answered by an error"},
                [WRITE_ERROR] = {BL_DEVICE_NODE_ERROR, "what was written was answered by an error"},
                [ID] = {BL_DEVICE_BAD_CALL, "a descriptor's number is the kernels'"}};
    if (code >= sizeof rows / sizeof *rows || !rows[code].text)
        return bl_device_fail(dma->device, BL_DEVICE_NODE_ERROR,
                              "node %d: DMA ended with the unknown result %u", node, code);
    return bl_device_fail(dma->device, rows[code].result, "node %d: DMA: %s", node,
                          rows[code].text);
}

static enum bl_device_result given_up(struct bl_device_dma *dma, int node) {
    return bl_device_fail(dma->device, BL_DEVICE_NODE_ERROR,
                          "node %d: DMA: the node was reset before all was moved", node);
}

/* An interrupt without the completion that was waited for. */
static enum bl_device_result check_state(struct bl_device_dma *dma, int node, int m) {
    uint32_t state = 0, status = 0, address = dma->port.results + 4 * RESULT_STATE;
    enum bl_device_result result = bl_device_reg_read(dma->device, node, address, &state, 1);
    if (!result) result = bl_device_reg_read(dma->device, node, BL_DEVICE_REG_STATUS, &status, 1);
    if (!result && status & BL_DEVICE_STATUS_RESET) return given_up(dma, node);
    if (result || !(state & (unsigned)FAILED << m)) return result;
    return bl_device_fail(dma->device, BL_DEVICE_NODE_ERROR,
                          "node %d: DMA: an access to a table of descriptors or completions was "
                          "answered by an error: the nodes want a reset",
                          node);
}

static bool has_come(const struct bl_device_dma *dma, const struct module *module) {
    return look(dma, module).number == ((module->seen + 1) & 0xffff);
}

/* The next completion of a module. */
static enum bl_device_result complete(struct bl_device_dma *dma, int node, int m) {
    struct module *module = &dma->nodes[node].modules[m];
    enum bl_device_result result = BL_DEVICE_OK;
    while (!result && !has_come(dma, module)) {
        result = dma->stopping ? given_up(dma, node) : bl_device_interrupt(dma->device, node, 0);
        if (!result && !has_come(dma, module)) result = check_state(dma, node, m);
    }
    if (result) return result;
    unsigned code = look(dma, module).result;
    module->seen++;
    result = set(dma, node, m, SETTING_READ_SEEN, module->seen & 0xff);
    return result || !code ? result : failed(dma, node, code);
}

/* ---- transfers */

/* What goes between a channel and an array of the host. */
struct transfer {
    struct bl_device_dma *dma;
    int node, module;
    uint64_t card;          /* of the first unit */
    uint8_t *to;            /* of the host; or */
    const uint8_t *from;    /* NULL: what is read */
    size_t skip, size;      /* bytes of the first unit that are not asked for; of the array */
    uint8_t edges[2][UNIT]; /* what the first and the last unit hold that is to stay */
};

static size_t units(const struct transfer *t) {
    return (t->skip + t->size + UNIT - 1) / UNIT * UNIT;
}

/* Whether of the first and of the last unit only a part is written: the other one has no edge. */
static bool begins_within(const struct transfer *t) { return t->skip != 0; }
static bool ends_within(const struct transfer *t) { return (t->skip + t->size) % UNIT != 0; }

/* Bytes of slice number i, of which the first begins where the card's word does. */
static size_t slice_bytes(const struct transfer *t, size_t begin) {
    size_t within = (t->card + begin) % (unsigned)t->dma->port.word_bytes, left = units(t) - begin;
    size_t most = SLICE - within;
    return left < most ? left : most;
}

static size_t slice_place(const struct transfer *t, size_t i, size_t begin) {
    return i % SLICES * SLICE_ROOM + (t->card + begin) % (unsigned)t->dma->port.word_bytes;
}

/* The part of the array that lies in a slice, which begins at unit byte `begin`: from `first` on in
   the slice. */
static size_t overlap(const struct transfer *t, size_t begin, size_t bytes, size_t *first) {
    size_t end = t->skip + t->size < begin + bytes ? t->skip + t->size : begin + bytes;
    size_t from = t->skip > begin ? t->skip : begin;
    *first = from - begin;
    return end - from;
}

static enum bl_device_result send_slice(struct transfer *t, size_t i, size_t begin) {
    struct node *own = &t->dma->nodes[t->node];
    size_t place = slice_place(t, i, begin), bytes = slice_bytes(t, begin), first;
    uint8_t *slice = own->slices + place;
    size_t count = overlap(t, begin, bytes, &first);
    if (t->from) {
        if (!begin && begins_within(t)) memcpy(slice, t->edges[0], UNIT);
        if (begin + bytes == units(t) && ends_within(t))
            memcpy(slice + bytes - UNIT, t->edges[1], UNIT);
        memcpy(slice + first, t->from + begin + first - t->skip, count);
    }
    uint64_t host = own->slices_bus + place, card = t->card + begin;
    return t->module == READ ? post(t->dma, t->node, READ, host, card, bytes)
                             : post(t->dma, t->node, WRITE, card, host, bytes);
}

static enum bl_device_result take_slice(struct transfer *t, size_t i, size_t begin) {
    enum bl_device_result result = complete(t->dma, t->node, t->module);
    size_t first, count = overlap(t, begin, slice_bytes(t, begin), &first);
    if (!result && !t->from)
        memcpy(t->to + begin + first - t->skip,
               t->dma->nodes[t->node].slices + slice_place(t, i, begin) + first, count);
    return result;
}

/* All slices; after an error those that are under way are waited for, and no other begins. */
static enum bl_device_result run(struct transfer *t) {
    enum bl_device_result result = BL_DEVICE_OK, taken;
    size_t sent = 0, came = 0, next = 0, at = 0, size = units(t);
    while (at < size) {
        for (; next < size && sent - came < SLICES && !result; sent++) {
            size_t bytes = slice_bytes(t, next);
            result = send_slice(t, sent, next);
            next += bytes;
        }
        if (sent == came) return result;
        size_t bytes = slice_bytes(t, at);
        taken = take_slice(t, came++, at);
        at += bytes;
        if (!result) result = taken;
    }
    return result;
}

/* The units at both ends that are written in part only. */
static enum bl_device_result read_edges(struct transfer *t) {
    size_t ends[2] = {0, units(t) - UNIT};
    bool partly[2] = {begins_within(t), ends_within(t)};
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < 2 && !result; i++) {
        struct transfer edge = {.dma = t->dma,
                                .node = t->node,
                                .module = WRITE,
                                .card = t->card + ends[i],
                                .to = t->edges[i],
                                .size = UNIT};
        if (partly[i]) result = run(&edge);
    }
    return result;
}

static enum bl_device_result move(struct transfer *t, uint64_t address, int channel) {
    struct bl_device_dma *dma = t->dma;
    if (!t->size) return BL_DEVICE_OK;
    if (t->size > dma->port.channel_bytes || address > dma->port.channel_bytes - t->size)
        return bl_device_fail(dma->device, BL_DEVICE_BEYOND, "a channel ends at address 0x%llx",
                              (unsigned long long)dma->port.channel_bytes);
    t->skip = address % UNIT;
    t->card = (uint64_t)channel * dma->port.channel_bytes + address - t->skip;
    lock(dma);
    enum bl_device_result result = open_node(dma, t->node);
    if (!result && t->from) result = read_edges(t);
    if (!result) result = run(t);
    pthread_mutex_unlock(&dma->lock);
    return result;
}

enum bl_device_result bl_device_dma_write(struct bl_device_dma *dma, int node, int channel,
                                          uint64_t address, const void *bytes, size_t size) {
    struct transfer t = {.dma = dma, .node = node, .module = READ, .from = bytes, .size = size};
    return move(&t, address, channel);
}

enum bl_device_result bl_device_dma_read(struct bl_device_dma *dma, int node, int channel,
                                         uint64_t address, void *bytes, size_t size) {
    struct transfer t = {.dma = dma, .node = node, .module = WRITE, .to = bytes, .size = size};
    return move(&t, address, channel);
}
