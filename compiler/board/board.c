/* Finding the description of a board: by its name in boards/, or by its path. */
#include "board/board.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/host_memory.h"
#include "base/near.h"
#include "base/path.h"
#include "base/tools/toolchain.h"
#include "board/board_check.h"
#include "syntax/lex.h"

static bool is_path(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 5 && !strcmp(name + length - 5, ".loom"));
}

static bool is_file(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

/* The folder boards/ beside the templates, or NULL after a message. */
static const char *boards_folder(struct bl_arena *arena) {
    struct bl_home home;
    return bl_home_find(arena, &home) ? bl_format(arena, "%s/boards", home.root) : NULL;
}

/* A file as the user means it: relative to the file that names it; a folder stands for the
 * board.loom in it. */
static const char *path_of(struct bl_arena *arena, const struct bl_diags *diags, const char *name,
                           struct bl_range range) {
    const char *from = range.file ? diags->sources->items[range.file].path : "",
               *path = bl_path_beside(arena, from, name);
    struct stat status;
    bool folder = !stat(path, &status) && S_ISDIR(status.st_mode);
    return folder
               ? bl_format(arena, "%s%sboard.loom", path, path[strlen(path) - 1] == '/' ? "" : "/")
               : path;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct bl_board_names bl_board_list(struct bl_arena *arena) {
    struct bl_board_names names = {0};
    const char *top = boards_folder(arena);
    DIR *folder = top ? bl_open_folder(top) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.' &&
            is_file(bl_format(arena, "%s/%s/board.loom", top, entry->d_name)))
            *BL_APPEND(arena, &names) = bl_strdup(arena, entry->d_name);
    if (folder) closedir(folder);
    if (names.count) qsort(names.items, (size_t)names.count, sizeof *names.items, by_text);
    return names;
}

static const char *name_of(const void *list, int number) {
    const struct bl_board_names *names = list;
    return number < names->count ? names->items[number] : NULL;
}

static void report_unknown(struct bl_arena *arena, struct bl_diags *diags, const char *name,
                           struct bl_range range) {
    struct bl_board_names names = bl_board_list(arena);
    const char *near = bl_near(name, name_of, &names), *list = names.count ? "" : "none";
    for (int i = 0; i < names.count; i++)
        list = bl_format(arena, "%s%s%s", list, i ? ", " : "", names.items[i]);
    bl_report(diags, BL_MSG_PLAN_UNKNOWN_BOARD, range, name,
              near ? bl_format(arena, "; did you mean `%s`?", near)
                   : bl_format(arena, "; known boards: %s", list));
}

const struct bl_board *bl_board_load(struct bl_arena *arena, struct bl_diags *diags,
                                     const char *name, struct bl_range range) {
    const char *folder = is_path(name) ? NULL : boards_folder(arena);
    const char *path = folder ? bl_format(arena, "%s/%s/board.loom", folder, name)
                              : path_of(arena, diags, name, range);
    if (folder && (!*name || !is_file(path))) {
        report_unknown(arena, diags, name, range);
        return NULL;
    }
    int file = bl_source_read(arena, diags->sources, path);
    if (file) return bl_board_read(arena, diags, file);
    bl_report(diags, BL_MSG_BOARD_UNREADABLE, range, path, bl_source_error());
    return NULL;
}

/* The first bytes of a file; 0 when it cannot be read, or only once, as a pipe. */
static int first_bytes(const char *path, char *bytes, size_t size) {
    int file = is_file(path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file < 0 ? 0 : read(file, bytes, size);
    if (file >= 0) close(file);
    return length > 0 ? (int)length : 0;
}

/* The name that every folder of a board has. */
static bool is_board_name(const char *path) { return !strcmp(bl_path_name(path), "board.loom"); }

bool bl_board_is_description(const char *path) {
    enum { LOOKED_AT = 1 << 16 };
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    struct bl_lexer lexer;
    char *bytes = bl_alloc(arena, LOOKED_AT);
    int length = first_bytes(path, bytes, LOOKED_AT);
    bl_lexer_start(&lexer, diags, bl_symbols_new(arena),
                   bl_source_add(arena, &sources, path, bytes, length));
    struct bl_token token = bl_lex(&lexer);
    bool is = token.kind == BL_TOKEN_NAME && !strcmp(token.symbol->text, "board");
    if (token.kind == BL_TOKEN_END && length < LOOKED_AT && is_board_name(path)) is = is_file(path);
    bl_arena_free(arena);
    return is;
}

/* A block as it is, or deeper by a power of two, with words of all its bits or of the power of two
 * below: one shape of those. */
static void shape_of(const struct bl_board_ram *ram, int number, int *depth, int *width) {
    *depth = ram->depth << number / 2;
    *width = ram->width >> number / 2;
    if (number % 2)
        while (*width & (*width - 1)) *width &= *width - 1;
}

int bl_board_rams(const struct bl_board *board, int depth, int width) {
    const struct bl_board_ram *ram = board->block_rams.items;
    int64_t least = 0, best = 0;
    for (int number = 0; ram->width >> number / 2; number++) {
        int words, bits;
        shape_of(ram, number, &words, &bits);
        int64_t blocks = (int64_t)((depth + words - 1) / words) * ((width + bits - 1) / bits),
                taken = blocks * words * bits;
        if (best && (taken > least || (taken == least && blocks >= best))) continue;
        least = taken;
        best = blocks;
    }
    return (int)best;
}

int bl_board_links(const struct bl_board *board, double bits_per_second) {
    int64_t links = 0;
    for (int i = 0; i < board->links.count; i++) {
        const struct bl_board_link *link = &board->links.items[i];
        double lanes = ceil(bits_per_second / link->lane_bits_per_second * (1 - 1e-9));
        links += (int64_t)((double)link->count * link->lanes / (lanes < 1 ? 1 : lanes));
    }
    return links > INT_MAX ? INT_MAX : (int)links;
}

bool bl_board_memory_makes_clock(const struct bl_board *board) {
    static const struct {
        const char *family, *protocol;
    } rows[] = {
        {"arria10", "avalon"}, /* the external memory interface's emif_usr_clk */
        {"kintex7", "axi4"},   /* MIG's ui_clk */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (board->memory.channels && !strcmp(rows[i].family, board->family->word) &&
            !strcmp(rows[i].protocol, board->memory.protocol))
            return true;
    return false;
}

struct bl_clock_basis bl_board_basis(const struct bl_board *board, const char *name, double hertz) {
    for (int i = 0; i < board->reached.count; i++) {
        const struct bl_board_reached *reached = &board->reached.items[i];
        if (!strcmp(reached->name, name) && hertz <= reached->hertz * 1.0001)
            return (struct bl_clock_basis){reached->placed ? "placed" : "published", reached};
    }
    return (struct bl_clock_basis){"stated", NULL};
}

const char *bl_clock_basis_words(struct bl_arena *arena, const struct bl_clock_basis *basis) {
    if (!basis->reached) return basis->word;
    return bl_format(arena, "%s on this device up to %g MHz (%s)",
                     basis->reached->placed ? "placed and routed" : basis->word,
                     basis->reached->hertz / 1e6, basis->reached->source);
}
