/* How long the distributed arbiter takes, gates that spread at their slowest, without other paths.
 */
#ifndef BL_RSB_TIMES_H
#define BL_RSB_TIMES_H

#include "bus/model/rsb.h"

/* For a destination `hops` away on one way: from the moment when the token has been taken for a
   request to the answer, and until the token goes on. */
int64_t bl_rsb_build_ps(const struct bl_rsb_options *options, int hops);
int64_t bl_rsb_hold_ps(const struct bl_rsb_options *options, int hops);
/* The same of a path that is given up, until it is gone. */
int64_t bl_rsb_release_ps(const struct bl_rsb_options *options, int hops);
/* A lap of the token that rises and falls, without requests. */
int64_t bl_rsb_lap_ps(const struct bl_rsb_options *options);
/* The longest from a request to its answer: two laps, and in each every cell is served for as long
 * as an operation can take. */
int64_t bl_rsb_wait_ps(const struct bl_rsb_options *options);

#endif
