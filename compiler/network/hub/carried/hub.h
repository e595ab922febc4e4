/* Hubs between the hosts of nodes, and links of PCI Express between the hubs. A kind of medium. */
#ifndef BL_HUB_H
#define BL_HUB_H

#include "ir/carried/medium.h"
#include "ir/carried/tlp.h"
#include "ir/carried/tlp_header.h"

/* Ports of a hub; bl_hub.v numbers them so, and N is the host's. */
enum { BL_HUB_N, BL_HUB_E, BL_HUB_W, BL_HUB_S, BL_HUB_PORTS };
enum {
    BL_HUB_LINKS = BL_HUB_PORTS - 1, /* of a node to others: E, W, S */
    BL_HUB_NOWHERE = 255,            /* a port with no cable */
    BL_HUB_BESIDE = 24               /* bytes on a link beside the payload of a TLP */
};

/* The faults that it can inject: ROW(name, word, help, ports, what is at them). */
#define BL_HUB_FAULT_ROWS(ROW)                                                                    \
    ROW(CUT, "cut", "of the cable at port E, W or S: cut=1:E@20us, or 1:E@20us-30us for a while", \
        "EWS", "a cable")

/* Of a node, [E - 1 and so on]. */
struct bl_hub_in {
    struct bl_tlp_in link[BL_HUB_LINKS];
};
struct bl_hub_out {
    struct bl_tlp_out link[BL_HUB_LINKS];
};

/* What its network writes for it. */
struct bl_hub_config {
    double ps_per_byte; /* of a link, each way */
    int64_t latency_ps; /* from a hub to the next one */
    int slots;          /* TLPs that a hub has room for at a port */
    int payload;        /* bytes of the longest TLP */
    /* [nodes * BL_HUB_LINKS]: of the port BL_HUB_LINKS times the node that its cable leads to, and
       the port there, or BL_HUB_NOWHERE */
    const uint8_t *ends;
};

extern const struct bl_medium_kind bl_medium_hub;

#endif
