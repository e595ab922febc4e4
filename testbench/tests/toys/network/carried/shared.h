/* A medium that all nodes share, a flit at a time: nodes have turns of some cycles. A toy that
   shows what a medium needs. */
#ifndef BL_SHARED_H
#define BL_SHARED_H

#include "ir/carried/medium.h"

/* Widths of its pins that depend on the cluster. */
enum { BL_SHARED_NODE = 0, BL_SHARED_FLIT = -1, BL_SHARED_CREDITS = -2, BL_SHARED_WORDS = 66 };
enum { BL_SHARED_BARRIERS = 4 };

/* A node's pins, as of ir/carried/axi.h: bl_shared_port.v says what they mean. */
#define BL_SHARED_PINS(IN, OUT)                                  \
    IN(uint8_t, turn, , 1, )                                     \
    IN(uint8_t, jammed, , 1, )                                   \
    OUT(uint8_t, send, , 1, )                                    \
    OUT(uint8_t, to, , BL_SHARED_NODE, send)                     \
    OUT(uint32_t, flit, [BL_SHARED_WORDS], BL_SHARED_FLIT, send) \
    OUT(uint64_t, freed, , BL_SHARED_CREDITS, )                  \
    OUT(uint8_t, enters, , BL_SHARED_BARRIERS, )                 \
    IN(uint8_t, leaves, , BL_SHARED_BARRIERS, )                  \
    IN(uint8_t, came, , 1, )                                     \
    IN(uint8_t, from, , BL_SHARED_NODE, came)                    \
    IN(uint32_t, flit, [BL_SHARED_WORDS], BL_SHARED_FLIT, came)  \
    IN(uint64_t, credits, , BL_SHARED_CREDITS, )

struct bl_shared_in {
    BL_SHARED_PINS(BL_FIELD, BL_NO_FIELD)
};
struct bl_shared_out {
    BL_SHARED_PINS(BL_NO_FIELD, BL_FIELD)
};

/* The faults that it can inject: ROW(name, word, help). */
#define BL_SHARED_FAULT_ROWS(ROW)                                                    \
    ROW(WITHHOLD, "withhold", "a node is not given its turn, for each cycle of one") \
    ROW(JAM, "jam", "the medium jams for good, for each flit")

/* What its network writes for it. */
struct bl_shared_config {
    int turn;  /* cycles of a node's turn */
    bool down; /* node 0 has the highest address, not the lowest */
    int64_t latency_ps;
};

extern const struct bl_medium_kind bl_medium_shared;

#endif
