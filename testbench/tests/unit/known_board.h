/* The board that the tests build on, read as a program's would be. */
#ifndef KNOWN_BOARD_H
#define KNOWN_BOARD_H

#include "base/arena.h"
#include "base/diag.h"
#include "board/board.h"

static inline const struct bl_board *known_board(struct bl_arena *arena) {
    struct bl_sources *sources = BL_NEW(arena, struct bl_sources, 1);
    const struct bl_board *board = bl_board_load(arena, bl_diags_new(arena, sources),
                                                 "stratix10_mx2100", (struct bl_range){0});
    assert_non_null(board);
    return board;
}

#endif
