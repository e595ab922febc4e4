/* A port of PCI Express on the side of the application: TLPs as streams of 128 bits, each with a
   header of tlp_header.h in its first word. As of ir/carried/axi.h; bl_hub.v says what they mean.
 */
#ifndef BL_TLP_H
#define BL_TLP_H

#include "ir/carried/axi.h"

enum {
    BL_TLP_WORD = 16 /* bytes of a word of a stream */,
    BL_TLP_PAYLOAD = 4096 /* of a TLP, at most */,
    BL_TLP_WORDS = 1 + BL_TLP_PAYLOAD / BL_TLP_WORD
};

#define BL_TLP_OUTWARD(IN, OUT)                                      \
    OUT(uint8_t, tvalid, , 1, )                                      \
    IN(uint8_t, tready, , 1, )                                       \
    OUT(uint32_t, tdata, [BL_TLP_WORD / 4], 8 * BL_TLP_WORD, tvalid) \
    OUT(uint8_t, tlast, , 1, tvalid)                                 \
    OUT(uint8_t, tuser, , 1, tvalid)                                 \
    IN(uint8_t, freed, , 1, )                                        \
    OUT(uint8_t, drained, , 1, )
#define BL_TLP_INWARD(IN, OUT)                                      \
    IN(uint8_t, tvalid, , 1, )                                      \
    IN(uint32_t, tdata, [BL_TLP_WORD / 4], 8 * BL_TLP_WORD, tvalid) \
    IN(uint8_t, tlast, , 1, tvalid)                                 \
    IN(uint8_t, tuser, , 1, tvalid)                                 \
    OUT(uint8_t, freed, , 1, )                                      \
    IN(uint8_t, up, , 1, )

/* What leaves the node by a port, and what comes: as the node sees and drives them. */
struct bl_tlp_heard {
    BL_TLP_OUTWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_tlp_sent {
    BL_TLP_OUTWARD(BL_NO_FIELD, BL_FIELD)
};
struct bl_tlp_came {
    BL_TLP_INWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_tlp_returned {
    BL_TLP_INWARD(BL_NO_FIELD, BL_FIELD)
};
struct bl_tlp_in {
    struct bl_tlp_heard to;
    struct bl_tlp_came from;
};
struct bl_tlp_out {
    struct bl_tlp_sent to;
    struct bl_tlp_returned from;
};

#endif
