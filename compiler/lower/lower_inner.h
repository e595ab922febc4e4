/* What lower.h has for the files of its folder alone. */
#ifndef BL_LOWER_INNER_H
#define BL_LOWER_INNER_H

#include "ir/port.h"

struct bl_plan;

/* The pins of the registers' alone. */
struct bl_pins bl_register_pins(const struct bl_plan *plan);

#endif
