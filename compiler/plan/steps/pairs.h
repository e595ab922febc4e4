/* Table passes beside their users. Passes move about in a linked list; a rank tells which of two
 * comes first. */
#ifndef BL_PAIRS_H
#define BL_PAIRS_H

struct bl_diags;
struct bl_plan;

/* Brings every table pass directly before the pass that uses its table. Reports what
 * cannot be. */
void bl_pairs_make(struct bl_plan *plan, struct bl_diags *diags);

#endif
