#include "kernel/carried/kernel_stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { UNIT = 4, FIRST_CAPACITY = 1024 };

void bl_kernel_stream_init(struct bl_kernel_stream *stream, bool data) {
    *stream = (struct bl_kernel_stream){.data = data};
}

void bl_kernel_stream_destroy(struct bl_kernel_stream *stream) {
    free(stream->units);
    free(stream->gaps);
}

void bl_kernel_stream_lose(struct bl_kernel_stream *stream, const struct bl_kernel_gap *gap) {
    const size_t count = (size_t)stream->gap_count + 1;
    if (!(stream->gap_count & (stream->gap_count + 1)) || !stream->gaps)
        stream->gaps = bl_zneeded(realloc(stream->gaps, 2 * count * sizeof *stream->gaps));
    stream->gaps[stream->gap_count++] = *gap;
}

/* Room for as many units again. */
static void grow(struct bl_kernel_stream *stream) {
    const uint64_t capacity = stream->capacity ? 2 * stream->capacity : FIRST_CAPACITY;
    uint32_t *units = bl_zneeded(malloc(capacity * sizeof *units));
    for (uint64_t i = stream->taken; i < stream->sent; i++)
        units[i % capacity] = stream->units[i % stream->capacity];
    free(stream->units);
    stream->units = units;
    stream->capacity = capacity;
}

void bl_kernel_stream_send(struct bl_kernel_stream *stream, const uint8_t *bytes, unsigned units) {
    for (unsigned i = 0; i < units; i++, stream->sent++) {
        if (!stream->data || stream->sent < stream->taken) continue;
        if (stream->sent - stream->taken >= stream->capacity) grow(stream);
        memcpy(&stream->units[stream->sent % stream->capacity], bytes + UNIT * i, UNIT);
    }
}

/* The gap in which the next unit is, or the next one behind it; NULL: there is none. */
static const struct bl_kernel_gap *next_gap(struct bl_kernel_stream *stream) {
    for (; stream->gap < stream->gap_count; stream->gap++) {
        const struct bl_kernel_gap *gap = &stream->gaps[stream->gap];
        if (gap->from + gap->count > stream->taken) return gap;
    }
    return NULL;
}

unsigned bl_kernel_stream_has(struct bl_kernel_stream *stream, unsigned most) {
    const struct bl_kernel_gap *gap = next_gap(stream);
    uint64_t there = stream->sent > stream->taken ? stream->sent - stream->taken : 0;
    if (gap && gap->from <= stream->taken) there = gap->from + gap->count - stream->taken;
    else if (gap && gap->from - stream->taken < there) there = gap->from - stream->taken;
    return there < most ? (unsigned)there : most;
}

bool bl_kernel_stream_take(struct bl_kernel_stream *stream, uint8_t *bytes, unsigned units) {
    const struct bl_kernel_gap *gap = next_gap(stream);
    const bool missing = gap && gap->from <= stream->taken;
    for (unsigned i = 0; i < units; i++, stream->taken++)
        if (missing || !stream->data) memset(bytes + UNIT * i, 0, UNIT);
        else memcpy(bytes + UNIT * i, &stream->units[stream->taken % stream->capacity], UNIT);
    return missing;
}

uint64_t bl_kernel_stream_left(const struct bl_kernel_stream *stream) {
    return stream->sent > stream->taken ? stream->sent - stream->taken : 0;
}
