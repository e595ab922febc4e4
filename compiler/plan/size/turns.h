/* Planes that travel together take turns on a channel. A turn is one burst, unless the memory then
   spends its time on opening rows: where there are more planes than banks, or planes that lie in
   one bank, a row serves more words in a longer turn. The least that loses nothing is taken. */
#ifndef BL_TURNS_H
#define BL_TURNS_H

struct bl_plan;

/* The words of a plane before the next one's turn, and what a channel takes for a word
 * then; after the buffers. */
void bl_turns_make(struct bl_plan *plan);

#endif
