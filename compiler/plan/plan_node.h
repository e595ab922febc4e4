/* The node of a pipeline: what its steps ask of one. */
#ifndef BL_PLAN_NODE_H
#define BL_PLAN_NODE_H

struct bl_diags;
struct bl_plan;

/* Makes it, of a plan whose passes are arranged, and sizes its links. Reports more registers than
   it has room for. */
void bl_plan_node(struct bl_plan *plan, struct bl_diags *diags);

#endif
