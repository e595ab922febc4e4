/* Descriptions of boards: read, printed in all forms, and asked for a memory of every shape. */
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_check.h"
#include "board/board_inner.h"
#include "board/board_json.h"
#include "board/board_print.h"
#include "fuzz.h"

enum { MOST_BYTES = 16384 };

static void use(const struct bl_board *board) {
    struct bl_text text = {0};
    bl_board_print(&text, board);
    bl_board_print_json(&text, board);
    bl_boards_print(&text, &board, 1);
    bl_boards_print_json(&text, &board, 1);
    for (int depth = 1; depth <= 1 << 20; depth *= 32)
        for (int width = 1; width <= 1024; width = 3 * width + 1)
            if (bl_board_rams(board, depth, width) < 1)
                fuzz_fault("no block RAM for %d words of %d bits", depth, width);
    if (!bl_family_has(board->family, board->part)) fuzz_fault("a part that is not of the family");
    bl_text_free(&text);
}

void fuzz_target(const uint8_t *data, size_t size) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    if (size <= MOST_BYTES) {
        int file = bl_source_add(arena, &sources, "board.loom", (const char *)data, (int)size);
        const struct bl_board *board = bl_board_read(arena, diags, file);
        if (!board != (diags->errors > 0)) fuzz_fault("errors and a board, or neither");
        fuzz_check_places(diags);
        fuzz_print_diags(diags);
        if (board) use(board);
    }
    bl_arena_free(arena);
}
