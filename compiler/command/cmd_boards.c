#include "command/cmd_boards.h"

#include <stdio.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_json.h"
#include "board/board_print.h"
#include "command/options/options.h"

struct reading {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    struct {
        const struct bl_board **items;
        int count, capacity;
    } boards; /* those without an error */
};

static void read_one(struct reading *reading, const char *name) {
    const struct bl_board *board = bl_board_load(reading->arena, reading->diags, name,
                                                 (struct bl_range){0});
    if (board) *BL_APPEND(reading->arena, &reading->boards) = board;
}

static void read_all(struct reading *reading) {
    struct bl_board_names names = bl_board_list(reading->arena);
    for (int i = 0; i < names.count; i++) read_one(reading, names.items[i]);
}

/* One board with all facts, or the table of all. */
static void print(const struct reading *reading, bool one, bool json) {
    const struct bl_board *const *boards = reading->boards.items;
    struct bl_text text = {0};
    if (one && reading->boards.count)
        (json ? bl_board_print_json : bl_board_print)(&text, boards[0]);
    else if (!one)
        (json ? bl_boards_print_json : bl_boards_print)(&text, boards, reading->boards.count);
    if (text.length) fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
}

int bl_cmd_boards(int argc, char **argv) {
    const char *name;
    bool json = false;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &json,
         .help = "print the same as one JSON document"},
        {0}
    };
    // clang-format on
    int status = bl_options_parse_any(table, "bankloom boards [NAME|PATH] [options]", argc, argv,
                                      &name);
    if (status >= 0) return status;
    struct reading reading = {.arena = bl_arena_new()};
    reading.diags = bl_diags_new(reading.arena, &reading.sources);
    if (name) read_one(&reading, name);
    else read_all(&reading);
    if (json && name && reading.diags->errors) bl_diags_print_json(reading.diags, stdout);
    else bl_diags_print(reading.diags, stderr, isatty(STDERR_FILENO));
    print(&reading, name, json);
    status = reading.diags->errors ? BL_EXIT_FAILED : BL_EXIT_OK;
    bl_arena_free(reading.arena);
    return status;
}
