/* What a run reports with a code. The ranges of codes are in base/messages/messages.def. */
#ifndef BL_BENCH_MESSAGES_H
#define BL_BENCH_MESSAGES_H

#include <inttypes.h>

/* int64_t cycles, double bound */
#define BL_BENCH_BEATS_BOUND \
    "E3005: the run was measured with %" PRId64 " cycles, and its keys need %.0f at least: the " \
    "figures are contradictory, and one of them is wrong"

#endif
