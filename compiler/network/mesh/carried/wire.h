/* A full mesh over serial cores: a core for every two nodes, with a stream of words each way. A
   kind of medium. */
#ifndef BL_WIRE_H
#define BL_WIRE_H

#include "ir/carried/medium.h"

/* The faults that it can inject: ROW(name, word, help). */
#define BL_WIRE_FAULT_ROWS(ROW)                                   \
    ROW(FLIP, "flip", "a bit of a word is flipped, for each one") \
    ROW(DOWN, "down", "a channel goes down for 2 us, for each word")

enum { BL_WIRE_WORDS = 512 / 32 /* of 32 bits in the widest word */ };

/* The pins of a node's core for one peer, as of ir/carried/axi.h. Width 0 is a word's. What is sent
   goes with a tready; what comes has none: the node takes it. `up`: the core's channel is up. */
#define BL_WIRE_OUTWARD(IN, OUT)                     \
    OUT(uint32_t, tdata, [BL_WIRE_WORDS], 0, tvalid) \
    OUT(uint8_t, tvalid, , 1, )                      \
    OUT(uint8_t, tlast, , 1, tvalid)                 \
    IN(uint8_t, tready, , 1, )
#define BL_WIRE_INWARD(IN, OUT)                     \
    IN(uint32_t, tdata, [BL_WIRE_WORDS], 0, tvalid) \
    IN(uint8_t, tvalid, , 1, )                      \
    IN(uint8_t, tlast, , 1, tvalid)                 \
    IN(uint8_t, up, , 1, )

struct bl_wire_sent {
    BL_WIRE_OUTWARD(BL_NO_FIELD, BL_FIELD)
};
struct bl_wire_came {
    BL_WIRE_INWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_wire_ready {
    BL_WIRE_OUTWARD(BL_FIELD, BL_NO_FIELD)
};

/* Of a node, by peer; nothing is at its own place. */
struct bl_wire_in {
    struct bl_wire_ready to[BL_MAX_NODES];
    struct bl_wire_came from[BL_MAX_NODES];
};
struct bl_wire_out {
    struct bl_wire_sent to[BL_MAX_NODES];
};

/* What its network writes for it. */
struct bl_wire_config {
    double bytes_per_second; /* that a core takes, each direction */
    int64_t latency_ps;
    int width; /* bits of a word: 64, 128, 256 or 512 */
};

extern const struct bl_medium_kind bl_medium_wire;

#endif
