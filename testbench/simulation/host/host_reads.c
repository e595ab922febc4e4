#include "simulation/host/host_reads.h"

#include <string.h>

#include "base/carried/checked.h"

enum {
    DRAWN = 4,    /* requests, of which one sends the next completion */
    OVERTAKEN = 8 /* times, and then a request is the next */
};

void bl_host_reads_init(struct bl_host_reads *reads, struct bl_host_bus *bus) {
    size_t tags = (size_t)bus->settings.tags, bytes = (size_t)bus->settings.request;
    reads->bus = bus;
    reads->requests = bl_zalloc(tags, sizeof *reads->requests);
    reads->data = bl_zalloc(tags, bytes);
    for (size_t i = 0; i < tags; i++) reads->requests[i].data = reads->data + i * bytes;
}

void bl_host_reads_destroy(struct bl_host_reads *reads) {
    bl_zfree(reads->requests);
    bl_zfree(reads->data);
}

static struct bl_host_request *request_at(const struct bl_host_reads *reads, unsigned i) {
    return &reads->requests[i % (unsigned)reads->bus->settings.tags];
}

void bl_host_reads_reset(struct bl_host_reads *reads) {
    reads->burst_head = reads->burst_tail;
    for (unsigned i = reads->head; i != reads->tail; i++) request_at(reads, i)->orphan = true;
}

/* ---- the node's side */

bool bl_host_reads_room(const struct bl_host_reads *reads) {
    return reads->burst_tail - reads->burst_head < BL_HOST_READ_BURSTS;
}

void bl_host_reads_take(struct bl_host_reads *reads, uint64_t address, int bytes) {
    unsigned i = reads->burst_tail++ % BL_HOST_READ_BURSTS;
    reads->bursts[i].address = address;
    reads->bursts[i].left = bytes;
}

static int come(const struct bl_host_request *request, int64_t now) {
    return request->done_ps <= now ? request->sent : request->arrived;
}

const uint8_t *bl_host_reads_word(struct bl_host_reads *reads, int64_t now, uint8_t *response,
                                  bool *last) {
    for (; reads->head != reads->tail; reads->head++) {
        const struct bl_host_request *first = request_at(reads, reads->head);
        if (first->orphan && come(first, now) == first->bytes) continue;
        if (first->orphan || come(first, now) == first->given) return NULL;
        *response = first->response;
        *last = first->last && first->given + reads->bus->word_bytes == first->bytes;
        return first->data + first->given;
    }
    return NULL;
}

void bl_host_reads_gave(struct bl_host_reads *reads) {
    struct bl_host_request *first = request_at(reads, reads->head);
    first->given += reads->bus->word_bytes;
    reads->bus->counts.read_bytes += (unsigned)reads->bus->word_bytes;
    if (first->given == first->bytes) reads->head++;
}

/* ---- the bus's side */

bool bl_host_reads_waits(const struct bl_host_reads *reads) {
    return reads->burst_head != reads->burst_tail &&
           reads->tail - reads->head < (unsigned)reads->bus->settings.tags;
}

/* The next part of the oldest burst. */
static struct bl_host_request *next_request(struct bl_host_reads *reads) {
    struct bl_host_request *request = request_at(reads, reads->tail++);
    unsigned i = reads->burst_head % BL_HOST_READ_BURSTS;
    int left = reads->bursts[i].left;
    uint64_t address = reads->bursts[i].address;
    int bytes = bl_host_bus_part(address, left, reads->bus->settings.request);
    *request = (struct bl_host_request){.address = address,
                                        .bytes = bytes,
                                        .last = bytes == left,
                                        .done_ps = BL_HOST_NEVER,
                                        .data = request->data};
    reads->bursts[i].address += (unsigned)bytes;
    reads->bursts[i].left -= bytes;
    if (request->last) reads->burst_head++;
    return request;
}

/* Sends it at `now`: when its completions may begin, behind the writes that went before. */
static void time_request(struct bl_host_bus *bus, struct bl_host_request *request, int64_t now) {
    struct bl_host_region *region = bl_host_regions_find(&bus->regions, request->address,
                                                         (size_t)request->bytes);
    int64_t read_ps = region ? region->read_ps : bus->regions.items->read_ps, late_ps;
    int64_t end = bl_host_bus_send(bus, BL_HOST_UP, now, BL_HOST_BESIDE);
    request->response = bl_host_faults_strike(&bus->faults, &bus->random, read_ps, &late_ps);
    if (!region) request->response = BL_AXI_DECERR;
    request->ready_ps = now + read_ps + bl_host_bus_jitter(bus) + late_ps;
    if (request->ready_ps < end) request->ready_ps = end;
    request->ready_ps = bl_host_region_serve(region, request->ready_ps, request->bytes);
}

void bl_host_reads_ask(struct bl_host_reads *reads, int64_t now) {
    struct bl_host_counts *counts = &reads->bus->counts;
    struct bl_host_request *request = next_request(reads);
    time_request(reads->bus, request, now);
    counts->requests++;
    counts->refused += request->response == BL_AXI_DECERR;
    counts->aborted += request->response == BL_AXI_SLVERR;
    int tags = (int)(reads->tail - reads->head);
    if (tags > counts->most_tags) counts->most_tags = tags;
}

int64_t bl_host_reads_due(const struct bl_host_reads *reads) {
    int64_t due = BL_HOST_NEVER, free_ps = reads->bus->free_ps[BL_HOST_DOWN];
    for (unsigned i = reads->head; i != reads->tail; i++) {
        const struct bl_host_request *request = request_at(reads, i);
        if (request->sent < request->bytes && request->ready_ps < due) due = request->ready_ps;
    }
    return due > free_ps ? due : free_ps;
}

/* Draws the request that sends the next completion among the oldest that are ready. */
static struct bl_host_request *draw(struct bl_host_reads *reads, int64_t now) {
    struct bl_host_request *ready[DRAWN];
    int count = 0, chosen = 0;
    for (unsigned i = reads->head; i != reads->tail && count < DRAWN; i++) {
        struct bl_host_request *request = request_at(reads, i);
        if (request->sent < request->bytes && request->ready_ps <= now) ready[count++] = request;
    }
    if (ready[0]->overtaken < OVERTAKEN)
        chosen = (int)bl_random_below(&reads->bus->random, (uint64_t)count);
    for (int i = 0; i < chosen; i++) ready[i]->overtaken++;
    reads->bus->counts.overtaken += chosen > 0;
    return ready[chosen];
}

/* The bytes of its next completion, copied; of an answer without data, all. */
static int fill(struct bl_host_bus *bus, struct bl_host_request *request) {
    int left = request->bytes - request->sent, part = bl_host_bus_completion(bus);
    if (request->response) {
        memset(request->data, 0xff, (size_t)request->bytes);
        return left;
    }
    uint64_t address = request->address + (unsigned)request->sent;
    if (part < left) part -= (int)((address + (unsigned)part) % BL_HOST_BOUNDARY);
    else part = left;
    const struct bl_host_region *region = bl_host_regions_find(&bus->regions, address,
                                                               (size_t)part);
    if (region) bl_host_region_read(region, address, request->data + request->sent, (size_t)part);
    else memset(request->data + request->sent, 0xff, (size_t)part); /* it was given back */
    return part;
}

void bl_host_reads_complete(struct bl_host_reads *reads, int64_t now) {
    struct bl_host_bus *bus = reads->bus;
    struct bl_host_request *request = draw(reads, now);
    int part = fill(bus, request);
    request->arrived = request->sent;
    request->sent += part;
    bus->counts.completions++;
    request->done_ps = bl_host_bus_send(bus, BL_HOST_DOWN, now,
                                        (request->response ? 0 : part) + BL_HOST_BESIDE_SHORT);
}
