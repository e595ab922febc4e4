/* What a cluster asks of cells that they, or its board, cannot give. */
#include "base/arena.h"
#include "board/board.h"
#include "board/board_value.h"
#include "check/check_inner.h"
#include "network/cells/cells_inner.h"

/* ---- a cell is still being sent when what is said of its first word is back */

/* Words; for short links as published. */
static int least_cell(int wire) {
    enum { SHORT_WIRE = 8, SAID = 3 /* the word itself, and what looks at it and answers */ };
    return wire <= SHORT_WIRE ? BL_CELL_LEAST : 2 * wire + SAID;
}

static bool fits_wire(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_cells *own = bl_cells(cluster);
    int least = least_cell(own->wire);
    if (own->cell >= least) return true;
    bl_report(check->diags, BL_MSG_CELLS_SHORT, cluster->network.range, own->cell, own->wire,
              least);
    return false;
}

/* ---- links of the board */

/* On the wire: a mark and a parity bit stand beside each word. */
static double wire_rate(const struct bl_cluster *cluster, int word) {
    enum { BESIDE = 2 };
    return cluster->clocks[cluster->network.clock].hertz * (word + BESIDE);
}

static bool makes_links(const struct bl_cluster *cluster, int word) {
    return bl_board_links(cluster->board, wire_rate(cluster, word)) >= BL_CELL_LINKS;
}

/* The widest words that would do. */
static const char *advice(struct bl_check *check, const struct bl_cluster *cluster) {
    int word = bl_cells(cluster)->word;
    while (word >= BL_CELL_LEAST_WORD && !makes_links(cluster, word)) word /= 2;
    return word < BL_CELL_LEAST_WORD
               ? bl_format(check->arena, "%d are needed", BL_CELL_LINKS)
               : bl_format(check->arena, "with words of %d bits it has %d", word, BL_CELL_LINKS);
}

static bool fits_board(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_board *board = cluster->board;
    int word = bl_cells(cluster)->word;
    if (!board || makes_links(cluster, word)) return true;
    struct bl_diagnostic *error = bl_report(
        check->diags, BL_MSG_CELLS_BOARD, cluster->network.range, BL_CELL_LINKS,
        bl_board_amount_text(check->arena, BL_AMOUNT_BIT_RATE, wire_rate(cluster, word)),
        board->word, bl_board_links(board, wire_rate(cluster, word)), advice(check, cluster));
    bl_note(check->diags, error, board->links.count ? board->links_range : board->range,
            board->links.count ? "the links are described here" : "the board is described here");
    return false;
}

bool bl_cells_fit(struct bl_check *check, const struct bl_cluster *cluster) {
    return fits_wire(check, cluster) && fits_board(check, cluster);
}
