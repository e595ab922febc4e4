/* The registers of a node that are of its passes. */
#ifndef BL_PLAN_REGISTERS_H
#define BL_PLAN_REGISTERS_H

#include "node/regmap.h"

struct bl_diags;
struct bl_plan;

/* Rows, in this order: for every live source version its element count per channel (config); for
   every live written version its element count per channel (read); "overflow": one bit per channel,
   a writer ran out of its region (read); "error": bit 0 the exchange's protocol was violated
   (read); for every histogram that is a result a row of 16 counts (read); and if there is one,
   BL_HISTOGRAM_ROW, which row they show (config). */
struct bl_registers bl_plan_registers(const struct bl_plan *plan);
/* Reports those for which a node has no room. */
void bl_registers_check(const struct bl_plan *plan, struct bl_diags *diags);

#endif
