/* What a channel has under way to the memory and back: the words that a reader asks for ahead, and
   the bursts of a writer without a response. Decided here and nowhere else. */
#ifndef BL_ACCESSES_H
#define BL_ACCESSES_H

struct bl_diags;
struct bl_plan;

/* What is under way to the memory. bl_accesses_check reports queues for which the board
 * lacks block RAM; after the buffers. */
void bl_accesses_make(struct bl_plan *plan);
void bl_accesses_check(const struct bl_plan *plan, struct bl_diags *diags);

#endif
