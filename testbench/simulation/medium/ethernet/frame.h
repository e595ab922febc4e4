/* Frames on a wire: when which of their bytes is where, and their FCS.

   A frame grows while its sender gives it: in a window only the sender looks at `length` and
   `ended`, all others at what the last publication has made known. That is enough: a byte reaches
   nobody sooner than a window after it was sent. */
#ifndef BL_ETHERNET_FRAME_H
#define BL_ETHERNET_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BL_FRAME_LEAST = 60, /* bytes, without the FCS; a shorter one is padded with zeros */
    BL_FRAME_FCS = 4,
    BL_FRAME_PREAMBLE = 8,
    BL_FRAME_GAP = 12,
    BL_FRAME_KIND = 14, /* the byte that says in its low half what the frame is: */
    BL_FRAME_DATA = 1,  /* data, */
    BL_FRAME_WORDS = 4  /* words of an unreliable channel; header.h has all */
};

/* What became of a frame on its way, for the capture. */
enum bl_frame_fate {
    BL_FRAME_DROPPED = 1,
    BL_FRAME_FLIPPED = 2,
    BL_FRAME_REPEATED = 4,
    BL_FRAME_HELD = 8,
    BL_FRAME_FULL = 16,     /* an output's queue had no room for it */
    BL_FRAME_DESTROYED = 32 /* by the sender's own MAC: a gap, or beyond the longest */
};

struct bl_frame {
    int from;
    int64_t start_ps; /* of the preamble, out of the sender */
    int length;       /* bytes so far, without FCS; the padding counts from the end on */
    bool ended, destroyed;
    uint32_t fcs; /* once it has ended */
    int known;    /* length and end as of the last publication */
    bool known_end;
    unsigned fate;     /* bl_frame_fate, between windows */
    int flip;          /* bit that is flipped behind the sender, with BL_FRAME_FLIPPED */
    int references;    /* who still needs it */
    int64_t jitter_ps; /* longer in the switch */
    uint8_t bytes[];
};

/* Of so many bytes at this rate in bits a second, rounded up: no wire is faster than it says. */
static inline int64_t bl_wire_ps(int64_t rate, int64_t bytes) {
    return (bytes * INT64_C(8000000000000) + rate - 1) / rate;
}
/* Whole bytes that have passed in this time, at most `most`. */
int bl_wire_bytes(int64_t rate, int64_t ps, int most);

/* An empty frame of a node, with room for `longest` bytes, held once; and one holder less, the last
   of whom frees it. */
struct bl_frame *bl_frame_new(int from, int64_t start_ps, int longest);
void bl_frame_release(struct bl_frame *frame);
/* The sender's: pads it, and computes the FCS, which is a wrong one for a destroyed frame. */
void bl_frame_end(struct bl_frame *frame);
/* Between windows. */
void bl_frame_publish(struct bl_frame *frame);

/* From the start of the preamble to the end of the FCS, and until the next frame may start. */
static inline int64_t bl_frame_ps(int64_t rate, int length) {
    return bl_wire_ps(rate, BL_FRAME_PREAMBLE + length + BL_FRAME_FCS);
}
static inline int64_t bl_frame_gap_ps(int64_t rate, int length) {
    return bl_wire_ps(rate, BL_FRAME_PREAMBLE + length + BL_FRAME_FCS + BL_FRAME_GAP);
}

/* The bit that is flipped in byte `i` of the frame, FCS behind it, as a mask; `length` bytes with
   padding. A place beyond the end is one in the FCS. */
uint8_t bl_frame_flipped(const struct bl_frame *frame, int i, int length);
/* Bytes of the address at `at`, 0 or 6, as a number. */
uint64_t bl_frame_address(const uint8_t *bytes);
/* The frame's bytes as they are behind the switch, with the flipped bit. */
uint64_t bl_frame_destination(const struct bl_frame *frame);

#endif
