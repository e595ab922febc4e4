#include "simulation/host/host_asked.h"

#include <string.h>

#include "ir/carried/axi.h"
#include "ir/carried/completion_header.h"

enum {
    DRAWN = 4,      /* requests of which the next to complete is drawn */
    OVERTAKEN = 16, /* so often one is overtaken at most */
    KIND = 10,
    WITH_DATA = 2,
    UNSUPPORTED = 1,
    ABORT = 4
};

bool bl_host_asked_take(struct bl_host_asked *asked, int64_t now, int64_t end_ps,
                        const struct bl_tlp_header *header) {
    struct bl_host_bus *bus = asked->bus;
    const uint64_t address = (uint64_t)header->address_high << 32 | (uint64_t)header->address_low
                                                                        << 2;
    const int bytes = header->length ? 4 * (int)header->length : BL_TLP_PAYLOAD;
    struct bl_host_region *region = bl_host_regions_find(&bus->regions, address, (size_t)bytes);
    int64_t read_ps = region ? region->read_ps : bus->regions.items->read_ps, late_ps;
    if (asked->count == BL_HOST_ASKED) return false;
    struct bl_host_asked_read *read = &asked->reads[asked->count++];
    *read = (struct bl_host_asked_read){.address = address,
                                        .bytes = bytes,
                                        .tag = (uint8_t)header->tag,
                                        .requester = (uint16_t)header->requester};
    read->response = bl_host_faults_strike(&bus->faults, &bus->random, read_ps, &late_ps);
    if (!region || bytes > bus->settings.request) read->response = BL_AXI_DECERR;
    read->ready_ps = now + read_ps + bl_host_bus_jitter(bus) + late_ps;
    if (read->ready_ps < end_ps) read->ready_ps = end_ps;
    read->ready_ps = bl_host_region_serve(region, read->ready_ps, bytes);
    bus->counts.requests++;
    if (late_ps >= BL_HOST_LOST) {
        asked->count--;
        return true;
    }
    bus->counts.refused += read->response == BL_AXI_DECERR;
    bus->counts.aborted += read->response == BL_AXI_SLVERR;
    if (asked->count > bus->counts.most_tags) bus->counts.most_tags = asked->count;
    return true;
}

bool bl_host_asked_ready(const struct bl_host_asked *asked, int64_t now) {
    for (int i = 0; i < asked->count; i++)
        if (asked->reads[i].ready_ps <= now) return true;
    return false;
}

/* Draws the one that sends the next completion among the oldest that are ready. */
static int draw(struct bl_host_asked *asked, int64_t now) {
    int ready[DRAWN], count = 0, chosen = 0;
    for (int i = 0; i < asked->count && count < DRAWN; i++)
        if (asked->reads[i].ready_ps <= now) ready[count++] = i;
    if (asked->reads[ready[0]].overtaken < OVERTAKEN)
        chosen = (int)bl_random_below(&asked->bus->random, (uint64_t)count);
    for (int i = 0; i < chosen; i++) asked->reads[ready[i]].overtaken++;
    asked->bus->counts.overtaken += chosen > 0;
    return ready[chosen];
}

/* Bytes of its next completion, which ends at a multiple of 64 B or with the request. */
static int part_of(const struct bl_host_bus *bus, const struct bl_host_asked_read *read) {
    const int left = read->bytes - read->sent, most = bl_host_bus_completion(bus);
    const uint64_t end = read->address + (unsigned)read->sent + (unsigned)most;
    if (read->response) return 0;
    return most < left ? most - (int)(end % BL_HOST_BOUNDARY) : left;
}

static void write_header(const struct bl_host_asked_read *read, int part,
                         uint32_t words[BL_TLP_WORD / 4]) {
    const bool error = read->response;
    uint8_t bytes[BL_COMPLETION_HEADER_BYTES];
    bl_completion_header_pack(
        bytes, &(struct bl_completion_header){
                   .length = (uint32_t)part / 4,
                   .kind = KIND,
                   .format = error ? 0 : WITH_DATA,
                   .bytes = (uint32_t)(read->bytes - read->sent),
                   .status = !error                            ? 0
                             : read->response == BL_AXI_DECERR ? UNSUPPORTED
                                                               : ABORT,
                   .low_address = (uint32_t)(read->address + (unsigned)read->sent) & 127,
                   .tag = read->tag,
                   .requester = read->requester});
    memcpy(words, bytes, sizeof bytes);
}

static void copy_data(const struct bl_host_bus *bus, const struct bl_host_asked_read *read,
                      int part, void *to) {
    const uint64_t address = read->address + (unsigned)read->sent;
    const struct bl_host_region *region = bl_host_regions_find(&bus->regions, address,
                                                               (size_t)part);
    if (region) bl_host_region_read(region, address, to, (size_t)part);
    else memset(to, 0xff, (size_t)part); /* it was given back */
}

int bl_host_asked_complete(struct bl_host_asked *asked, int64_t now,
                           uint32_t words[][BL_TLP_WORD / 4], int *bytes) {
    const int i = draw(asked, now);
    struct bl_host_asked_read *read = &asked->reads[i];
    const int part = part_of(asked->bus, read);
    write_header(read, part, words[0]);
    if (part) copy_data(asked->bus, read, part, words[1]);
    *bytes = part + BL_HOST_BESIDE_SHORT;
    asked->bus->counts.completions++;
    asked->bus->counts.read_bytes += (unsigned)part;
    read->sent += part;
    if (!part || read->sent == read->bytes) {
        memmove(read, read + 1, (size_t)(asked->count - i - 1) * sizeof *read);
        asked->count--;
    }
    return 1 + (part + BL_TLP_WORD - 1) / BL_TLP_WORD;
}
