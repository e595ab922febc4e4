#include "simulation/medium/ethernet/capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "simulation/medium/pcapng.h"

enum { ETHERNET = 1 /* the link type */ };
enum { WITH_FCS = BL_FRAME_FCS << 5, BAD_FCS = 1 << 24 };

struct bl_capture {
    struct bl_pcapng *file;
    int node; /* -1: all */
    struct bl_record *records;
    int count, capacity;
};

static void interface(struct bl_capture *capture, int node) {
    char name[24];
    snprintf(name, sizeof name, "node %d", node);
    bl_pcapng_interface(capture->file, ETHERNET, name);
    bl_pcapng_option(capture->file, BL_PCAPNG_FCS, &(const uint8_t){BL_FRAME_FCS}, 1);
    bl_pcapng_end(capture->file);
}

struct bl_capture *bl_capture_new(const char *file, int nodes, int node) {
    struct bl_pcapng *opened = bl_pcapng_new(file);
    if (!opened) return NULL;
    struct bl_capture *capture = bl_zalloc(1, sizeof *capture);
    capture->file = opened;
    capture->node = node;
    for (int i = 0; i < nodes; i++)
        if (node < 0 || node == i) interface(capture, i);
    return capture;
}

int bl_capture_close(struct bl_capture *capture) {
    bl_capture_flush(capture);
    int error = bl_pcapng_close(capture->file);
    free(capture->records);
    bl_zfree(capture);
    return error;
}

/* ---- frames */

void bl_capture_add(struct bl_capture *capture, struct bl_record record) {
    if (capture->node >= 0 && capture->node != record.node) return;
    if (capture->count == capture->capacity) {
        capture->capacity = 2 * capture->capacity + 64;
        capture->records = bl_zneeded(
            realloc(capture->records, sizeof *capture->records * (size_t)capture->capacity));
    }
    record.frame->references++;
    capture->records[capture->count++] = record;
}

static int compare(const void *left, const void *right) {
    const struct bl_record *a = left, *b = right;
    if (a->at_ps != b->at_ps) return a->at_ps < b->at_ps ? -1 : 1;
    if (a->node != b->node) return a->node < b->node ? -1 : 1;
    return a->inbound - b->inbound;
}

/* The frame as the node's own MAC has it on its wire. */
static void put_frame(struct bl_capture *capture, const struct bl_record *record) {
    const struct bl_frame *frame = record->frame;
    for (int i = 0; i < frame->known + BL_FRAME_FCS; i++) {
        uint8_t byte = i < frame->known ? frame->bytes[i]
                                        : (uint8_t)(frame->fcs >> 8 * (i - frame->known));
        if (record->inbound) byte ^= bl_frame_flipped(frame, i, frame->known);
        bl_pcapng_bytes(capture->file, &byte, 1);
    }
    bl_pcapng_pad(capture->file);
}

static void comment(struct bl_capture *capture, const struct bl_record *record) {
    static const struct {
        enum bl_frame_fate fate;
        const char *text;
    } texts[] = {{BL_FRAME_DESTROYED, "destroyed by its sender's MAC"},
                 {BL_FRAME_DROPPED, "dropped behind this node"},
                 {BL_FRAME_FLIPPED, "a bit is flipped on the way"},
                 {BL_FRAME_REPEATED, "repeated on the way"},
                 {BL_FRAME_HELD, "held back on the way"},
                 {BL_FRAME_FULL, "an output of the switch has no room for it"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (record->frame->fate & texts[i].fate)
            bl_pcapng_comment(capture->file, texts[i].text);
    if (record->copy) bl_pcapng_comment(capture->file, "the second of both");
}

static void write_frame(struct bl_capture *capture, const struct bl_record *record) {
    const struct bl_frame *frame = record->frame;
    uint64_t time = (uint64_t)record->at_ps / 1000;
    uint32_t bytes = (uint32_t)(frame->known + BL_FRAME_FCS);
    bool bad = frame->fate & BL_FRAME_DESTROYED ||
               (record->inbound && frame->fate & BL_FRAME_FLIPPED);
    bl_pcapng_packet(capture->file, capture->node < 0 ? (uint32_t)record->node : 0, time, bytes);
    put_frame(capture, record);
    bl_pcapng_flags(capture->file, (record->inbound ? BL_PCAPNG_INBOUND : BL_PCAPNG_OUTBOUND) |
                                       WITH_FCS | (bad ? BAD_FCS : 0));
    comment(capture, record);
    bl_pcapng_end(capture->file);
}

void bl_capture_flush(struct bl_capture *capture) {
    if (capture->count)
        qsort(capture->records, (size_t)capture->count, sizeof *capture->records, compare);
    for (int i = 0; i < capture->count; i++) {
        write_frame(capture, &capture->records[i]);
        bl_frame_release(capture->records[i].frame);
    }
    capture->count = 0;
}
