/* Numbers of the counters of counters.def, BL_ETHERNET_COUNTS_NAME: {received, event[3:0]}. The
   register count_select takes 16 times that, and the peer. */
#ifndef BL_ETHERNET_COUNTERS_H
#define BL_ETHERNET_COUNTERS_H

enum bl_ethernet_side { BL_ETHERNET_BASE_sent = 0, BL_ETHERNET_BASE_received = 16 };
enum bl_ethernet_counts {
#define BL_EVENT(side, number, name, of, tells, help) \
    BL_ETHERNET_COUNTS_##name = BL_ETHERNET_BASE_##side + (number),
#include "network/ethernet/carried/counters.def"
#undef BL_EVENT
    BL_ETHERNET_COUNTS = 2 * BL_ETHERNET_BASE_received /* numbers that there can be */
};

#endif
