/* What the templates can be made for. */
#ifndef BL_PLAN_LIMITS_H
#define BL_PLAN_LIMITS_H

#include "ir/plan.h"

struct bl_diags;

/* A stage that no template exists for. */
struct bl_limit {
    struct bl_range range;
    const char *what;   /* "a crossbar has at most 8 inputs" */
    const char *advice; /* "read at most 8 channels" */
};

enum { BL_MOST_LIMITS = 16 /* of a pass */ };

/* The stages of a pass that no template exists for: too many inputs or outputs of a crossbar, too
   few or too many records in a word, records too wide for an exchange. Returns how many of `limits`
   [BL_MOST_LIMITS] are filled. */
int bl_pass_limits(struct bl_arena *arena, const struct bl_cluster *cluster,
                   const struct bl_pass *pass, struct bl_limit *limits);

/* Reports all of them in the plan. */
void bl_limits_check(const struct bl_plan *plan, struct bl_diags *diags);

#endif
