/* What lies between the nodes, and the links of the exchange: how long a lane's packets are, and
   how deep the receive buffer of a link is. Decided here and nowhere else. */
#ifndef BL_PLAN_LINKS_H
#define BL_PLAN_LINKS_H

struct bl_diags;
struct bl_plan;

/* After the steps. bl_links_check reports a latency whose buffers do not fit the board;
 * after the buffers. */
void bl_links_make(struct bl_plan *plan);
void bl_links_check(const struct bl_plan *plan, struct bl_diags *diags);
/* Flits that dst_ready keeps free, but never more than a quarter of the buffer. */
int bl_links_kept_free(const struct bl_plan *plan);
/* A sentence: what the depth of a link's receive buffer comes from. */
const char *bl_links_reason(const struct bl_plan *plan);

#endif
