/* Which passes the circuit has a form for. Anything else that the language can say is refused here,
 * at the stage where it stops fitting. */
#ifndef BL_FORMS_H
#define BL_FORMS_H

#include <stdbool.h>

struct bl_cluster;
struct bl_diags;
struct bl_pass;
struct bl_plan;

/* Reports every pass that the circuit has no form for. */
void bl_forms_check(const struct bl_plan *plan, struct bl_diags *diags);

/* Passes that one circuit cannot have beside each other. */
struct bl_mixed {
    const struct bl_pass *odd, *other; /* a pass that does not do it, and one that does */
    const char *does, *advice;         /* "some passes DOES"; what to write in its place */
};

/* Whether the passes mix forms that one circuit cannot have: columns that travel together
   beside tables by strips, exchanges of more columns beside those of fewer. *mixed, which may be
   NULL, says which. */
bool bl_forms_mixed(const struct bl_cluster *cluster, const struct bl_pass *passes, int pass_count,
                    struct bl_mixed *mixed);

#endif
