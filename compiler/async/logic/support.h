/* Which variables a function needs to read. */
#ifndef BL_SUPPORT_H
#define BL_SUPPORT_H

#include "async/logic/points.h"

/* The variables tell every point of `on` from every point of `off`. */
bool bl_support_tells(const struct bl_points *points, const uint64_t *on, const uint64_t *off,
                      uint64_t variables);

/* A small set of usable variables that tell `on` from `off`: no variable of it can be left out; the
   smallest of several tries. `preferred` ones are left out last. */
uint64_t bl_support_find(const struct bl_points *points, const uint64_t *on, const uint64_t *off,
                         uint64_t preferred);

#endif
