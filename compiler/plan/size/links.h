/* The links of a pipeline's exchange: how long a lane's packets are, and how deep the receive
   buffer of a link is. Decided here and nowhere else. */
#ifndef BL_PLAN_LINKS_H
#define BL_PLAN_LINKS_H

struct bl_diags;
struct bl_plan;

/* Of the plan's node. bl_links_check reports a latency whose buffers do not fit the board;
 * after the buffers. */
void bl_links_make(struct bl_plan *plan);
void bl_links_check(const struct bl_plan *plan, struct bl_diags *diags);
/* A sentence: what the depth of a link's receive buffer comes from. */
const char *bl_links_reason(const struct bl_plan *plan);

#endif
