#include "simulation/medium/hub/tlp_capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "ir/carried/tlp.h"
#include "simulation/medium/pcapng.h"

enum { USER0 = 147 /* the link type: no one has TLPs */, NO_INTERFACE = -1 };

/* A TLP that has come or gone as a whole. */
struct record {
    int64_t at_ps;
    int port;
    bool inbound, is_void;
    uint32_t bytes;
    uint8_t *data;
};

/* A TLP of which words are to come, and those of a node that are whole. */
struct half {
    uint32_t words[BL_TLP_WORDS + 1][BL_TLP_WORD / 4];
    int count;
};
struct records {
    struct record *items;
    int count, capacity;
};

struct bl_tlp_capture {
    struct bl_pcapng *file;
    int nodes, ports;
    int *interfaces;         /* [nodes * ports] */
    struct half *halves;     /* [nodes * ports * 2], by direction */
    struct records *records; /* [nodes], and behind them all */
    uint64_t last_ns;
};

struct bl_tlp_capture *bl_tlp_capture_new(const char *file, int nodes, int ports,
                                          const char *const *names, const bool *there) {
    struct bl_pcapng *opened = bl_pcapng_new(file);
    if (!opened) return NULL;
    struct bl_tlp_capture *capture = bl_zalloc(1, sizeof *capture);
    const int all = nodes * ports;
    *capture = (struct bl_tlp_capture){.file = opened, .nodes = nodes, .ports = ports};
    capture->interfaces = bl_zalloc((size_t)all, sizeof *capture->interfaces);
    capture->halves = bl_zalloc(2 * (size_t)all, sizeof *capture->halves);
    capture->records = bl_zalloc((size_t)nodes + 1, sizeof *capture->records);
    for (int i = 0, number = 0; i < all; i++) {
        char name[32];
        capture->interfaces[i] = there[i] ? number++ : NO_INTERFACE;
        if (!there[i]) continue;
        snprintf(name, sizeof name, "node %d %s", i / ports, names[i % ports]);
        bl_pcapng_interface(opened, USER0, name);
        bl_pcapng_end(opened);
    }
    return capture;
}

/* ---- TLPs */

static struct record *append(struct records *records) {
    if (records->count == records->capacity) {
        records->capacity = 2 * records->capacity + 64;
        records->items = bl_zneeded(
            realloc(records->items, sizeof *records->items * (size_t)records->capacity));
    }
    return &records->items[records->count++];
}

/* The header's words have their first byte on top, the payload's bytes lie as in memory. A TLP with
   as many words as its header says has no more bytes than that. */
static void finish(const struct half *half, struct record *record) {
    enum { WITH_PAYLOAD = 1 << 30, LONG = 1 << 29, LENGTH = 1023 };
    const uint32_t first = half->words[0][0], header = first & LONG ? 16 : 12;
    const uint32_t said = !(first & WITH_PAYLOAD) ? 0
                          : first & LENGTH        ? 4 * (first & LENGTH)
                                                  : BL_TLP_PAYLOAD;
    uint32_t payload = BL_TLP_WORD * (uint32_t)(half->count - 1);
    if (payload == (said + BL_TLP_WORD - 1) / BL_TLP_WORD * BL_TLP_WORD) payload = said;
    record->bytes = header + payload;
    record->data = bl_zalloc(record->bytes, 1);
    for (uint32_t i = 0; i < header; i++)
        record->data[i] = (uint8_t)(half->words[0][i / 4] >> (24 - i % 4 * 8));
    memcpy(record->data + header, half->words[1], payload);
}

void bl_tlp_capture_word(struct bl_tlp_capture *capture, int node, int port, bool inbound,
                         int64_t now, const uint32_t *words, bool last, bool is_void) {
    const int place = node * capture->ports + port;
    struct half *half = &capture->halves[2 * place + inbound];
    if (capture->interfaces[place] == NO_INTERFACE) return;
    memcpy(half->words[half->count], words, BL_TLP_WORD);
    if (half->count < BL_TLP_WORDS) half->count++;
    if (!last) return;
    struct record *record = append(&capture->records[node]);
    *record = (struct record){
        .at_ps = now, .port = place, .inbound = inbound, .is_void = is_void};
    finish(half, record);
    half->count = 0;
}

void bl_tlp_capture_forget(struct bl_tlp_capture *capture, int node, int port, bool inbound) {
    capture->halves[2 * (node * capture->ports + port) + inbound].count = 0;
}

/* ---- the file */

static int compare(const void *left, const void *right) {
    const struct record *a = left, *b = right;
    if (a->at_ps != b->at_ps) return a->at_ps < b->at_ps ? -1 : 1;
    if (a->port != b->port) return a->port < b->port ? -1 : 1;
    return a->inbound - b->inbound;
}

static void write_tlp(struct bl_tlp_capture *capture, const struct record *record) {
    enum { PS_PER_NS = 1000 };
    capture->last_ns = (uint64_t)record->at_ps / PS_PER_NS;
    bl_pcapng_packet(capture->file, (uint32_t)capture->interfaces[record->port], capture->last_ns,
                     record->bytes);
    bl_pcapng_bytes(capture->file, record->data, record->bytes);
    bl_pcapng_pad(capture->file);
    if (record->is_void) bl_pcapng_comment(capture->file, "void: a cable was cut within it");
    bl_pcapng_flags(capture->file, record->inbound ? BL_PCAPNG_INBOUND : BL_PCAPNG_OUTBOUND);
    bl_pcapng_end(capture->file);
}

void bl_tlp_capture_flush(struct bl_tlp_capture *capture) {
    struct records *all = &capture->records[capture->nodes];
    for (int node = 0; node < capture->nodes; node++) {
        struct records *own = &capture->records[node];
        for (int i = 0; i < own->count; i++) *append(all) = own->items[i];
        own->count = 0;
    }
    if (all->count) qsort(all->items, (size_t)all->count, sizeof *all->items, compare);
    for (int i = 0; i < all->count; i++) {
        write_tlp(capture, &all->items[i]);
        bl_zfree(all->items[i].data);
    }
    all->count = 0;
}

static void write_counts(struct bl_tlp_capture *capture, const struct bl_tlp_counts *counts) {
    for (int i = 0; i < capture->nodes * capture->ports; i++) {
        char text[80];
        if (capture->interfaces[i] == NO_INTERFACE) continue;
        snprintf(text, sizeof text, "sent: %" PRIu64 " TLPs, %" PRIu64 " bytes of the wire",
                 counts[i].tlps, counts[i].bytes);
        bl_pcapng_counts(capture->file, (uint32_t)capture->interfaces[i], capture->last_ns);
        bl_pcapng_comment(capture->file, text);
        bl_pcapng_end(capture->file);
    }
}

int bl_tlp_capture_close(struct bl_tlp_capture *capture, const struct bl_tlp_counts *counts) {
    bl_tlp_capture_flush(capture);
    if (counts) write_counts(capture, counts);
    const int error = bl_pcapng_close(capture->file);
    for (int i = 0; i <= capture->nodes; i++) free(capture->records[i].items);
    bl_zfree(capture->interfaces);
    bl_zfree(capture->halves);
    bl_zfree(capture->records);
    bl_zfree(capture);
    return error;
}
