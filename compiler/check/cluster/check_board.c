/* What a cluster asks of its board beyond what the board has: warnings, as a description may be of
 * a slower kit than the one at hand. */
#include "base/arena.h"
#include "base/carried/counted.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_value.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "ir/network.h"

static bool exceeds(double wanted, double most) { return wanted > most * (1 + 1e-9); }

static void check_clock(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_board *board = cluster->board;
    const struct bl_clock *clock = &cluster->clocks[cluster->memory.clock];
    if (!cluster->memory.channels || !exceeds(clock->hertz, board->memory.hertz)) return;
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_BOARD_CLOCK, clock->range, clock->name,
                      bl_board_amount_text(check->arena, BL_AMOUNT_FREQUENCY, clock->hertz),
                      board->memory.name, board->word,
                      bl_board_amount_text(check->arena, BL_AMOUNT_FREQUENCY, board->memory.hertz)),
            board->memory_range, "the memory is described here");
}

/* Frequencies are written with few digits: 266.67 MHz. */
enum { CLOCK_DIGITS = 1000 };

/* A controller that makes its clock itself does not run slower for a program. */
static void check_own_clock(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_board *board = cluster->board;
    const struct bl_clock *clock = &cluster->clocks[cluster->memory.clock];
    if (!cluster->memory.channels || !bl_board_memory_makes_clock(board) ||
        clock->hertz > board->memory.hertz * (1 - 1.0 / CLOCK_DIGITS))
        return;
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_BOARD_OWN_CLOCK, clock->range, clock->name,
                      bl_board_amount_text(check->arena, BL_AMOUNT_FREQUENCY, clock->hertz),
                      board->memory.name, board->word,
                      bl_board_amount_text(check->arena, BL_AMOUNT_FREQUENCY, board->memory.hertz)),
            board->memory_range, "the memory is described here");
}

static double wire_rate(const struct bl_board *board) {
    double wire = 0;
    for (int i = 0; i < board->links.count; i++) {
        const struct bl_board_link *link = &board->links.items[i];
        wire += (double)link->count * link->lanes * link->lane_bits_per_second;
    }
    return wire;
}

/* A link of a node to itself needs no lane. */
static void check_links(struct bl_check *check, const struct bl_cluster *cluster,
                        struct bl_range range) {
    const struct bl_board *board = cluster->board;
    double payload = 8 * cluster->network.carrier->link_rate(cluster), wire = wire_rate(board);
    int needed = cluster->network.carrier->links(cluster) - 1,
        possible = bl_board_links(board, payload);
    const char *rate = bl_board_amount_text(check->arena, BL_AMOUNT_BIT_RATE, payload);
    struct bl_diagnostic *warning = NULL;
    if (exceeds(payload, wire))
        warning = bl_report(check->diags, BL_MSG_BOARD_LINK, range, rate, board->word,
                            bl_board_amount_text(check->arena, BL_AMOUNT_BIT_RATE, wire));
    else if (possible < needed)
        warning = bl_report(check->diags, BL_MSG_BOARD_LINKS, range, needed, bl_ending(needed, "s"),
                            rate, board->word, possible);
    bl_note(check->diags, warning, board->links_range, "the links are described here");
}

static void check_network(struct bl_check *check, const struct bl_cluster *cluster,
                          struct bl_range range) {
    const struct bl_board *board = cluster->board;
    if (cluster->nodes == 1) return;
    if (!cluster->network.carrier->link_rate) return; /* pins of which a description says nothing */
    if (board->links.count) check_links(check, cluster, range);
    else if (!board->pcie.count)
        bl_note(check->diags,
                bl_report(check->diags, BL_MSG_BOARD_NO_LINKS, range, board->word, cluster->nodes),
                board->range, "the board is described here");
}

/* A description without PCIe says nothing of it. */
static void check_host(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_board *board = cluster->board;
    const struct bl_host *host = cluster->host;
    if (!host || !board->pcie.count ||
        (host->generation <= board->pcie.generation && host->lanes <= board->pcie.lanes))
        return;
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_BOARD_PCIE, host->range, host->generation, host->lanes,
                      bl_ending(host->lanes, "s"), board->word, board->pcie.generation,
                      board->pcie.lanes, bl_ending(board->pcie.lanes, "s")),
            board->range, "the board is described here");
}

void bl_check_board_limits(struct bl_check *check, const struct bl_cluster *cluster,
                           struct bl_range link) {
    if (!cluster->board || cluster->memory.channels > bl_board_channels(cluster->board)) return;
    check_clock(check, cluster);
    check_own_clock(check, cluster);
    check_host(check, cluster);
    check_network(check, cluster, link);
}
