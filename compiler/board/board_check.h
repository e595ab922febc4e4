/* From the parts of a description to the board, by the lists of board_words.c. */
#ifndef BL_BOARD_CHECK_H
#define BL_BOARD_CHECK_H

struct bl_arena;
struct bl_board;
struct bl_diags;

/* The same from a source that is already there. */
const struct bl_board *bl_board_read(struct bl_arena *arena, struct bl_diags *diags, int file);

#endif
