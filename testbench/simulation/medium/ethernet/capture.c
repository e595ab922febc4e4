#include "simulation/medium/ethernet/capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { BUFFER = 1 << 20 };
/* Blocks and options of pcapng. */
enum {
    SECTION = 0x0a0d0d0a,
    INTERFACE = 1,
    PACKET = 6,
    MAGIC = 0x1a2b3c4d,
    ETHERNET = 1,
    COMMENT = 1,
    NAME = 2,
    FLAGS = 2,
    RESOLUTION = 9,
    FCS_LENGTH = 13
};
enum { INBOUND = 1, OUTBOUND = 2, WITH_FCS = BL_FRAME_FCS << 5, BAD_FCS = 1 << 24 };

struct bl_capture {
    FILE *file;
    int node, error; /* -1: all; errno value of the first failure */
    struct bl_record *records;
    int count, capacity;
    struct {
        uint8_t *bytes; /* of a block */
        size_t count, capacity;
    } block;
};

/* ---- a block */

static void put(struct bl_capture *capture, const void *bytes, size_t count) {
    size_t wanted = capture->block.count + count;
    if (wanted > capture->block.capacity) {
        capture->block.capacity = 2 * wanted;
        capture->block.bytes = bl_zneeded(realloc(capture->block.bytes, 2 * wanted));
    }
    memcpy(capture->block.bytes + capture->block.count, bytes, count);
    capture->block.count = wanted;
}

static void put16(struct bl_capture *capture, unsigned value) {
    const uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8)};
    put(capture, bytes, sizeof bytes);
}

static void put32(struct bl_capture *capture, uint32_t value) {
    put16(capture, value & 0xffff);
    put16(capture, value >> 16);
}

static void pad(struct bl_capture *capture) {
    put(capture, (const uint8_t[4]){0}, -capture->block.count & 3);
}

static void option(struct bl_capture *capture, unsigned code, const void *value, size_t bytes) {
    put16(capture, code);
    put16(capture, (unsigned)bytes);
    put(capture, value, bytes);
    pad(capture);
}

static void begin(struct bl_capture *capture, uint32_t type) {
    capture->block.count = 0;
    put32(capture, type);
    put32(capture, 0);
}

/* Its length stands in front and at the end. */
static void end(struct bl_capture *capture) {
    size_t length = capture->block.count + 4;
    put32(capture, (uint32_t)length);
    memcpy(capture->block.bytes + 4, capture->block.bytes + length - 4, 4);
    if (!capture->error && fwrite(capture->block.bytes, 1, length, capture->file) != length)
        capture->error = errno ? errno : EIO;
}

/* ---- the head */

static void section(struct bl_capture *capture) {
    begin(capture, SECTION);
    put32(capture, MAGIC);
    put16(capture, 1);
    put16(capture, 0);
    put32(capture, UINT32_MAX); /* its length is not given */
    put32(capture, UINT32_MAX);
    end(capture);
}

static void interface(struct bl_capture *capture, int node) {
    char name[24];
    snprintf(name, sizeof name, "node %d", node);
    begin(capture, INTERFACE);
    put16(capture, ETHERNET);
    put16(capture, 0);
    put32(capture, 0); /* frames of any length */
    option(capture, NAME, name, strlen(name));
    option(capture, RESOLUTION, &(const uint8_t){9}, 1);
    option(capture, FCS_LENGTH, &(const uint8_t){BL_FRAME_FCS}, 1);
    put32(capture, 0);
    end(capture);
}

struct bl_capture *bl_capture_new(const char *file, int nodes, int node) {
    FILE *opened = fopen(file, "wb");
    if (!opened) return NULL;
    struct bl_capture *capture = bl_zalloc(1, sizeof *capture);
    capture->file = opened;
    capture->node = node;
    setvbuf(opened, NULL, _IOFBF, BUFFER);
    section(capture);
    for (int i = 0; i < nodes; i++)
        if (node < 0 || node == i) interface(capture, i);
    return capture;
}

int bl_capture_close(struct bl_capture *capture) {
    bl_capture_flush(capture);
    if (fclose(capture->file) && !capture->error) capture->error = errno;
    int error = capture->error;
    free(capture->records);
    free(capture->block.bytes);
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
        put(capture, &byte, 1);
    }
    pad(capture);
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
            option(capture, COMMENT, texts[i].text, strlen(texts[i].text));
    if (record->copy) option(capture, COMMENT, "the second of both", 18);
}

static void write_frame(struct bl_capture *capture, const struct bl_record *record) {
    const struct bl_frame *frame = record->frame;
    uint64_t time = (uint64_t)record->at_ps / 1000;
    uint32_t bytes = (uint32_t)(frame->known + BL_FRAME_FCS);
    bool bad = frame->fate & BL_FRAME_DESTROYED ||
               (record->inbound && frame->fate & BL_FRAME_FLIPPED);
    begin(capture, PACKET);
    put32(capture, capture->node < 0 ? (uint32_t)record->node : 0);
    put32(capture, (uint32_t)(time >> 32));
    put32(capture, (uint32_t)time);
    put32(capture, bytes);
    put32(capture, bytes);
    put_frame(capture, record);
    put16(capture, FLAGS);
    put16(capture, 4);
    put32(capture, (record->inbound ? INBOUND : OUTBOUND) | WITH_FCS | (bad ? BAD_FCS : 0));
    comment(capture, record);
    put32(capture, 0);
    end(capture);
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
