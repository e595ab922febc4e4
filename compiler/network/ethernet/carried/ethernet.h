/* Nodes that exchange Ethernet frames through one switch: the MAC ports of a node, and what the
   medium behind them is given. */
#ifndef BL_ETHERNET_H
#define BL_ETHERNET_H

#include "ir/carried/medium.h"

/* The faults that it can inject: ROW(name, word, help). */
#define BL_ETHERNET_FAULT_ROWS(ROW)                                \
    ROW(DROP, "drop", "a frame is lost, for each one")             \
    ROW(FLIP, "flip", "a bit of a frame is flipped, for each one") \
    ROW(REPEAT, "repeat", "a frame comes twice, for each one")     \
    ROW(REORDER, "reorder",                                        \
        "a frame is held back until another one has passed or 5 us, for each one")

/* Widths of its pins that depend on the port; of the widest, in words of 32 bits. */
enum { BL_ETHERNET_DATA = 0, BL_ETHERNET_KEEP = -1, BL_ETHERNET_WORDS = 512 / 32 };

/* A node's pins, as of ir/carried/axi.h, AXI4-Stream: byte 0 of a frame is in the low bits of
   tdata, the FCS is in neither stream. Outputs and tready are m_mac_*, the rest is s_mac_*.
   tuser, with tlast: the frame is bad. The node gives a frame without a gap, and takes what comes
   in every cycle. */
#define BL_ETHERNET_PINS(IN, OUT)                                       \
    OUT(uint32_t, tdata, [BL_ETHERNET_WORDS], BL_ETHERNET_DATA, tvalid) \
    OUT(uint64_t, tkeep, , BL_ETHERNET_KEEP, tvalid)                    \
    OUT(uint8_t, tvalid, , 1, )                                         \
    OUT(uint8_t, tlast, , 1, tvalid)                                    \
    IN(uint8_t, tready, , 1, )                                          \
    IN(uint32_t, tdata, [BL_ETHERNET_WORDS], BL_ETHERNET_DATA, tvalid)  \
    IN(uint64_t, tkeep, , BL_ETHERNET_KEEP, tvalid)                     \
    IN(uint8_t, tvalid, , 1, )                                          \
    IN(uint8_t, tlast, , 1, tvalid)                                     \
    IN(uint8_t, tuser, , 1, tvalid)                                     \
    IN(uint8_t, up, , 1, )

struct bl_ethernet_in {
    BL_ETHERNET_PINS(BL_FIELD, BL_NO_FIELD)
};
struct bl_ethernet_out {
    BL_ETHERNET_PINS(BL_NO_FIELD, BL_FIELD)
};

/* What its network writes for it. */
struct bl_ethernet_config {
    int64_t rate;       /* bits a second of every port */
    int64_t latency_ps; /* MAC, PHY and cable, from a node to the switch and from it to a node */
    int64_t switch_ps;  /* from the input of the switch to a free output */
    int64_t jitter_ps;  /* by which a frame is longer in the switch, at random, at most */
    int frame;          /* bytes of the longest frame, header and FCS included */
    int queue;          /* bytes in front of each output of the switch */
    int width;          /* bits of tdata: 64, 128, 256 or 512 */
    int64_t silence_ps; /* for which a node may be silent; 0: it never does */
};

extern const struct bl_medium_kind bl_medium_ethernet;

#endif
