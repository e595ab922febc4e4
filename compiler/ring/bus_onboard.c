/* Decides about a bus on boards: lines, delays, what pads may take. */
#include "ring/bus_onboard.h"

#include "base/arena.h"
#include "board/board.h"
#include "ring/bus_emit.h"
#include "ring/bus_run.h"

/* Cycles of a serial bit; tables of the cell between its token and its first `go` wire, and of a
 * hop of one. */
enum { BIT_CYCLES = 4, CELL_TABLES = 3, HOP_TABLES = 2, LEAST_LOG_RESET = 8 };

/* Bits of the training pattern, and cycles beside it, of bl_rsb_serial_out. */
enum { TRAINING_BITS = 8, TRAINING_MORE = 3 };

static int board_pairs(const struct bl_board *board) {
    int pairs = 0;
    for (int i = 0; i < board->connectors.count; i++)
        pairs += board->connectors.items[i].pairs.count;
    return pairs;
}

/* The most lines, a part of a word, for which there are pairs each way on both sides. */
static int most_lines(const struct bl_board *board) {
    int lines = BL_ONBOARD_WORD;
    while (lines > 1 && 4 * (lines + 2) > board_pairs(board)) lines /= 2;
    return lines;
}

/* As they are wanted where they fit, or the most that do; else serialised. */
static void choose_lines(struct bl_onboard *onboard, int lines) {
    int pairs = board_pairs(onboard->board);
    onboard->lines = lines ? lines : most_lines(onboard->board);
    onboard->serial = 4 * (onboard->lines + 2) > pairs;
    if (onboard->serial && !lines) onboard->lines = BL_ONBOARD_WORD;
    onboard->bit_cycles = onboard->serial ? BIT_CYCLES : 0;
    onboard->beats = (BL_ONBOARD_WORD + onboard->lines - 1) / onboard->lines;
}

/* Over the wires from one domain on. */
static int64_t one_way_ps(const struct bl_rsb_options *ring, int from, int hops,
                          enum bl_rsb_way way) {
    int64_t sum = 0;
    for (int h = 0, at = from; h < hops; h++) {
        int behind = (at + ring->cells - 1) % ring->cells;
        sum += bl_rsb_segment_ps(ring, way == BL_RSB_CLOCKWISE ? at : behind, way);
        at = way == BL_RSB_CLOCKWISE ? (at + 1) % ring->cells : behind;
    }
    return sum;
}

/* Tables that the token at `from` has to wait so that its number is first at `to`, which is `right`
   cells on. A table takes at least two thirds and at most four thirds of the time of a gate. */
static int tables_for(const struct bl_bus *bus, const struct bl_rsb_options *ring, int from, int to,
                      enum bl_rsb_way way) {
    int right = (to - from + ring->cells) % ring->cells, left = (ring->cells - right) % ring->cells;
    bool on = to >= from;
    int chain_hops = on ? to - from : from - to, hops = way == BL_RSB_CLOCKWISE ? right : left;
    int compare = bl_bus_number_bits(bus) > 2 ? 2 : 1;
    int64_t wires = one_way_ps(ring, from, chain_hops, on ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER) -
                    one_way_ps(ring, from, hops, way);
    int64_t tables = 2 * (chain_hops + 2 + compare) - CELL_TABLES -
                     HOP_TABLES * (hops ? hops - 1 : 0);
    int64_t thirds = 3 * wires, part = 2 * ring->gate_ps;
    return (int)(tables + (thirds > 0 ? (thirds + part - 1) / part : -(-thirds / part)));
}

/* The most of all domains; MARGIN more are for the pads. */
static int stop_tables(const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int most = 1;
    for (int from = 0; from < ring.cells; from++)
        for (int to = 0; to < ring.cells; to++)
            for (int way = BL_RSB_CLOCKWISE; way <= BL_RSB_COUNTER; way++) {
                int tables = tables_for(bus, &ring, from, to, (enum bl_rsb_way)way);
                if (tables > most) most = tables;
            }
    return most + BL_RSB_MARGIN;
}

/* The shortest segment has a pad at each end. A number passes two a hop, over all but one of the
 * segments; MARGIN tables, at two thirds of a gate, are for what it may lose there. Data may lose a
 * cycle, and a serial line half a bit. */
static void choose_pads(const struct bl_bus *bus, struct bl_onboard *onboard) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int pads = 2 * (ring.cells - 1);
    int64_t shortest = ring.wire_ps, period = bl_bus_clock_ps(bus);
    for (int i = 0; i < 2 * ring.cells; i++) {
        int64_t delay = bl_rsb_segment_ps(&ring, i / 2, i % 2 ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE);
        if (delay < shortest) shortest = delay;
    }
    onboard->pad_ps = shortest / 2;
    onboard->skew_ps = BL_RSB_MARGIN * bus->gate_ps * 2 / 3 / pads;
    onboard->data_skew_ps = (onboard->serial ? BIT_CYCLES / 2 * period : period) / pads;
}

/* What serial lines add to a path and to a word (bl_rsb_serial_out). */
static void choose_costs(const struct bl_bus *bus, struct bl_onboard *onboard) {
    int64_t period = bl_bus_slowest_ps(bus);
    if (!onboard->serial) return;
    onboard->path_ps = (TRAINING_BITS * BIT_CYCLES + TRAINING_MORE) * period;
    onboard->frame_ps = ((onboard->lines + 2) * BIT_CYCLES + 1) * period;
}

static int log_reset(const struct bl_bus *bus, const struct bl_onboard *onboard) {
    int log = LEAST_LOG_RESET, cells = bl_bus_cells(bus);
    int64_t lasts = 4 * cells * (bus->delay_ps + (onboard->stop_tables + 1) * bus->gate_ps);
    while (log < 20 && ((int64_t)bl_bus_clock_ps(bus) << log) < lasts) log++;
    return log;
}

const struct bl_onboard *bl_onboard_decide(struct bl_arena *arena, const struct bl_bus *bus,
                                           const struct bl_board *board, int lines) {
    struct bl_onboard *onboard = BL_NEW(arena, struct bl_onboard, 1);
    onboard->board = board;
    choose_lines(onboard, lines);
    onboard->stop_tables = stop_tables(bus);
    choose_pads(bus, onboard);
    choose_costs(bus, onboard);
    onboard->log_reset = log_reset(bus, onboard);
    return onboard;
}
