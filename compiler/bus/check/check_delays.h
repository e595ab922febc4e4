/* Delays of the segments of a ring: a list, or measured ones from a CSV file. */
#ifndef BL_CHECK_DELAYS_H
#define BL_CHECK_DELAYS_H

#include <stdbool.h>

#include "base/source.h"

struct bl_check;
struct bl_delays;
struct bl_rsb_segments;

/* Delays of the segments of so many domains: the longest stands for all. Changes nothing where all
   have one; false after a report. */
bool bl_finish_delays(struct bl_check *check, const struct bl_delays *delays, struct bl_range range,
                      int domains, struct bl_rsb_segments *segments, int64_t *delay_ps);

#endif
