/* Numbers of the counters of streams.def, BL_STREAMS_COUNTS_NAME. The register count_select takes
   16 times that. */
#ifndef BL_STREAMS_H
#define BL_STREAMS_H

enum bl_streams_counts {
#define BL_EVENT(side, number, name, of, tells, help) BL_STREAMS_COUNTS_##name = (number),
#include "network/ethernet/carried/streams.def"
#undef BL_EVENT
    BL_STREAMS_COUNTS = 8 /* numbers that there can be */
};

#endif
