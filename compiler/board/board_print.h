/* Boards as text: all facts of one, and a table of several. The JSON documents are in board_json.c.
 */
#ifndef BL_BOARD_PRINT_H
#define BL_BOARD_PRINT_H

struct bl_board;
struct bl_text;

/* All facts, one a line; a table of several boards, one a line; the same as JSON documents. */
void bl_board_print(struct bl_text *text, const struct bl_board *board);
void bl_boards_print(struct bl_text *text, const struct bl_board *const *boards, int count);

#endif
