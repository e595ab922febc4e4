/* What the templates can be made for. */
#ifndef BL_PLAN_LIMITS_H
#define BL_PLAN_LIMITS_H

#include "plan.h"

/* Reports every stage of the plan that no template exists for: too many inputs or outputs of a crossbar, too few or too many records in a
   word, records too wide for an exchange. */
void bl_limits_check(const struct bl_plan *plan, struct bl_diags *diags);

#endif
