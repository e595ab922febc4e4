/* A directed link for every edge from node to node, of latency > 0, whose payload is a memory word
   a flit. An edge of a node to itself without latency stays in it: the pins of its own number are
   idle. A kind of medium. */
#ifndef BL_LINKS_H
#define BL_LINKS_H

#include "ir/carried/medium.h"

enum { BL_MAX_FLIT = 264 /* bytes */ };

/* The pins of a pair of links with one peer (the node itself included), as FIELD of IN(type, name,
   dimension, width, valid), or OUT: the compiler's pins follow (network/links/links.c). Width 0 is
   a flit's, which is opaque to the harness. A node must take what arrives: credits guarantee room.
   A credit is a count of flits that have been freed, 0..15. */
#define BL_LINK_OUTWARD(IN, OUT)                       \
    OUT(uint8_t, tvalid, , 1, )                        \
    IN(uint8_t, tready, , 1, )                         \
    OUT(uint32_t, tdata, [BL_MAX_FLIT / 4], 0, tvalid) \
    IN(uint8_t, credit, , 4, )
#define BL_LINK_INWARD(IN, OUT)                       \
    IN(uint8_t, tvalid, , 1, )                        \
    IN(uint32_t, tdata, [BL_MAX_FLIT / 4], 0, tvalid) \
    OUT(uint8_t, credit, , 4, )

struct bl_link_in {
    BL_LINK_OUTWARD(BL_FIELD, BL_NO_FIELD)
    BL_LINK_INWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_link_out {
    BL_LINK_OUTWARD(BL_NO_FIELD, BL_FIELD)
    BL_LINK_INWARD(BL_NO_FIELD, BL_FIELD)
};

/* Of a node, by peer. */
struct bl_links_in {
    struct bl_link_in link[BL_MAX_NODES];
};
struct bl_links_out {
    struct bl_link_out link[BL_MAX_NODES];
};

extern const struct bl_medium_kind bl_medium_links;

#endif
