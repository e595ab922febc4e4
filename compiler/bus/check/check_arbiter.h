/* The graphs that an `arbiter` names, and the cell that they make. */
#ifndef BL_CHECK_ARBITER_H
#define BL_CHECK_ARBITER_H

struct bl_arbiter;
struct bl_check;
struct bl_part;

/* The cell of the graphs that an `arbiter` names; NULL after a report. */
const struct bl_arbiter *bl_check_arbiter(struct bl_check *check, const struct bl_part *arbiter);

#endif
