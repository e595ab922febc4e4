/* Numbers of the counters of counters.def, BL_ETHERNET_COUNTS_NAME: {received, event[3:0]}. The
   register count_select takes 16 times that, and the peer. */
#ifndef BL_ETHERNET_COUNTERS_H
#define BL_ETHERNET_COUNTERS_H

enum { BL_ETHERNET_EVENTS = 16 /* of a side, at most */ };

/* In one row: what the sent ones take in front of the received ones. */
enum bl_ethernet_row {
#define BL_ETHERNET_COUNTER(side, name, of, tells, help) BL_ETHERNET_ROW_##name,
#include "network/ethernet/carried/counters.def"
#undef BL_ETHERNET_COUNTER
    BL_ETHERNET_ROWS
};
enum bl_ethernet_side {
    BL_ETHERNET_FIRST_sent = 0,
    BL_ETHERNET_FIRST_received = BL_ETHERNET_ROW_in_data,
    BL_ETHERNET_BASE_sent = 0,
    BL_ETHERNET_BASE_received = BL_ETHERNET_EVENTS
};
enum bl_ethernet_counts {
#define BL_ETHERNET_COUNTER(side, name, of, tells, help)                           \
    BL_ETHERNET_COUNTS_##name = BL_ETHERNET_BASE_##side + BL_ETHERNET_ROW_##name - \
                                BL_ETHERNET_FIRST_##side,
#include "network/ethernet/carried/counters.def"
#undef BL_ETHERNET_COUNTER
};

#endif
