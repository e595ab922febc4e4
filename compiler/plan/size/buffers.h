/* The buffers of the circuit: how deep each is, and the numbers that its depth comes from. */
#ifndef BL_BUFFERS_H
#define BL_BUFFERS_H

struct bl_buffer;
struct bl_plan;

/* Decides the depth and the kind of memory of every buffer that the routed plan needs. */
void bl_buffers_make(struct bl_plan *plan);

/* The buffer of that name, or NULL when the plan needs none. */
const struct bl_buffer *bl_plan_buffer(const struct bl_plan *plan, const char *name);

#endif
