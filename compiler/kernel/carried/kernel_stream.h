/* The receiving end of an unreliable channel in the golden model: units of 4 bytes in the order in
   which they are sent, without an end, and zeros in place of those that are missing. */
#ifndef BL_KERNEL_STREAM_H
#define BL_KERNEL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Units `from` to `from + count - 1` of what a node has been sent over a channel. */
struct bl_kernel_gap {
    int node, channel;
    uint64_t from, count;
};

struct bl_kernel_stream {
    uint32_t *units; /* [capacity], unit i at i modulo capacity; NULL: there are no data */
    uint64_t capacity;
    uint64_t sent,
        taken; /* taken may be ahead of sent: units that are missing are not waited for */
    struct bl_kernel_gap *gaps; /* [gap_count], by `from`; copied */
    int gap_count, gap;         /* the first that does not lie behind */
    bool data;
};

/* Nothing has come. To be destroyed. */
void bl_kernel_stream_init(struct bl_kernel_stream *stream, bool data);
void bl_kernel_stream_destroy(struct bl_kernel_stream *stream);
/* Another gap, behind those before. */
void bl_kernel_stream_lose(struct bl_kernel_stream *stream, const struct bl_kernel_gap *gap);
void bl_kernel_stream_send(struct bl_kernel_stream *stream, const uint8_t *bytes, unsigned units);
/* Units that can be taken now, at most `most`: all missing, or none. */
unsigned bl_kernel_stream_has(struct bl_kernel_stream *stream, unsigned most);
/* Takes so many of them; whether they are missing. */
bool bl_kernel_stream_take(struct bl_kernel_stream *stream, uint8_t *bytes, unsigned units);
uint64_t bl_kernel_stream_left(const struct bl_kernel_stream *stream);

#endif
