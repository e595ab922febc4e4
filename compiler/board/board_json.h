/* Boards as JSON. Amounts in base units, named after them: hertz, bytes, ns, bits a second. */
#ifndef BL_BOARD_JSON_H
#define BL_BOARD_JSON_H

struct bl_board;
struct bl_text;

/* One board, or a document of all: an object each. */
void bl_board_print_json(struct bl_text *text, const struct bl_board *board);
void bl_boards_print_json(struct bl_text *text, const struct bl_board *const *boards, int count);

#endif
