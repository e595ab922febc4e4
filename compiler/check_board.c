/* What a cluster asks of its board beyond what the board has: warnings, as a description may be of a slower kit than the one at hand. */
#include "arena.h"
#include "board.h"
#include "board_value.h"
#include "check.h"

static bool exceeds(double wanted, double most) { return wanted > most * (1 + 1e-9); }

static void check_clock(struct bl_check *check, const struct bl_cluster *cluster) {
    const struct bl_board *board = cluster->board;
    const struct bl_clock *clock = &cluster->clocks[cluster->memory.clock];
    if (!exceeds(clock->hertz, board->memory.hertz)) return;
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_BOARD_CLOCK, clock->range, clock->name,
                      bl_board_amount_text(check->arena, BL_UNIT_FREQUENCY, clock->hertz), board->memory.name, board->word,
                      bl_board_amount_text(check->arena, BL_UNIT_FREQUENCY, board->memory.hertz)),
            board->memory_range, "the memory is described here");
}

/* One link against all lanes of the board: how a network is made of them, and what coding takes, the board does not say. */
static void check_link(struct bl_check *check, const struct bl_cluster *cluster, struct bl_range range) {
    const struct bl_board *board = cluster->board;
    double payload = 8 * cluster->network.link_bytes_per_second, wire = 0;
    for (int i = 0; i < board->links.count; i++) {
        const struct bl_board_link *link = &board->links.items[i];
        wire += (double)link->count * link->lanes * link->lane_bits_per_second;
    }
    if (!board->links.count && !board->pcie.count)
        bl_note(check->diags, bl_report(check->diags, BL_MSG_BOARD_NO_LINKS, range, board->word, cluster->nodes), board->range,
                "the board is described here");
    else if (board->links.count && exceeds(payload, wire))
        bl_note(check->diags,
                bl_report(check->diags, BL_MSG_BOARD_LINK, range, bl_board_amount_text(check->arena, BL_UNIT_BIT_RATE, payload),
                          board->word, bl_board_amount_text(check->arena, BL_UNIT_BIT_RATE, wire)),
                board->links_range, "the links are described here");
}

void bl_check_board_limits(struct bl_check *check, const struct bl_cluster *cluster, struct bl_range link) {
    if (!cluster->board || cluster->memory.channels > bl_board_channels(cluster->board)) return;
    check_clock(check, cluster);
    check_link(check, cluster, link);
}
