/* What `bankloom run` says before the simulation starts: the passes as written, the fusions, the
 * passes that are left, the prediction, and the simulator by its name. */
#ifndef BL_REPORT_H
#define BL_REPORT_H

#include "ir/plan.h"

struct bl_text;

/* Appends all of that. */
void bl_report_plan(struct bl_text *text, const struct bl_plan *plan, const char *simulator);

#endif
