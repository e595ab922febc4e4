/* Decides about a bus on boards: lines, delays, what pads may take. */
#include "bus/bus_onboard.h"

#include "base/arena.h"
#include "board/board.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_print.h"

/* Cycles of a serial bit, at least; tables of the cell between its token and its first `go` wire,
 * and of a hop of one. */
enum { LEAST_BIT_CYCLES = 4, CELL_TABLES = 3, HOP_TABLES = 2, LEAST_LOG_RESET = 8 };

/* Of a segment; of bl_rsb_stop, bl_rsb_connector and bl_rsb_serial_out. */
enum { LEAST_SEGMENT_PS = 100, MOST_STOP_TABLES = 1023, MOST_EARLY = 15, MOST_BIT_CYCLES = 16 };

/* Bits of the training pattern, and cycles beside it, of bl_rsb_serial_out. */
enum { TRAINING_BITS = 8, TRAINING_MORE = 3 };

static int board_pairs(const struct bl_board *board) {
    int pairs = 0;
    for (int i = 0; i < board->connectors.count; i++)
        pairs += board->connectors.items[i].pairs.count;
    return pairs;
}

/* Strobe and `last` beside the data, each way, on both sides. */
static int pairs_of(int lines) { return 4 * (lines + 2); }

static int beats_of(int lines) { return (BL_ONBOARD_WORD + lines - 1) / lines; }

/* As few as bring a word in the fewest beats for which there are pairs; 1 where there are none. */
static int most_lines(const struct bl_board *board) {
    int lines = board_pairs(board) / 4 - 2;
    if (lines > BL_ONBOARD_WORD) lines = BL_ONBOARD_WORD;
    return lines > 0 ? beats_of(beats_of(lines)) : 1;
}

/* As they are wanted where they fit, or the most that do; else serialised. */
static void choose_lines(struct bl_onboard *onboard, int lines) {
    int pairs = board_pairs(onboard->board);
    onboard->lines = lines ? lines : most_lines(onboard->board);
    onboard->serial = pairs_of(onboard->lines) > pairs;
    if (onboard->serial && !lines) onboard->lines = BL_ONBOARD_WORD;
    onboard->beats = beats_of(onboard->lines);
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

/* Tables that the token at `from` has to wait so that its number is at `to` before a request that
   goes this way. A table takes at least two thirds and at most four thirds of the time of a gate.
 */
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

/* What bundled wires may be apart at the last board: two pads a hop, over all but one of the
 * segments. */
static int64_t apart_ps(const struct bl_bus *bus, const struct bl_onboard *onboard) {
    return 2 * (bus->domains - 1) * onboard->pad_ps;
}

static int up(int64_t amount, int64_t unit) { return (int)((amount + unit - 1) / unit); }

/* The most of all domains, and more for the pads, at two thirds of a gate. */
static int stop_tables(const struct bl_bus *bus, const struct bl_onboard *onboard) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int most = 1;
    for (int from = 0; from < ring.cells; from++)
        for (int to = 0; to < ring.cells; to++)
            for (int way = BL_RSB_CLOCKWISE; way <= BL_RSB_COUNTER; way++) {
                int tables = tables_for(bus, &ring, from, to, (enum bl_rsb_way)way);
                if (tables > most) most = tables;
            }
    return most + up(3 * apart_ps(bus, onboard), 2 * bus->gate_ps) + BL_RSB_MARGIN;
}

/* The shortest segment has a pad at each end. */
static int64_t pad_of(const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int64_t shortest = ring.wire_ps;
    for (int i = 0; i < 2 * ring.cells; i++) {
        int64_t delay = bl_rsb_segment_ps(&ring, i / 2, i % 2 ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE);
        if (delay < shortest) shortest = delay;
    }
    return shortest / 2;
}

/* A serial line may lose half a bit against its clock, parallel data the cycles that they come
 * before their strobe. */
static void choose_cycles(const struct bl_bus *bus, struct bl_onboard *onboard) {
    int apart = up(apart_ps(bus, onboard), bl_bus_clock_ps(bus));
    onboard->early = onboard->serial ? 1 : 1 + apart;
    onboard->bit_cycles = !onboard->serial ? 0 : apart > 1 ? 2 * apart : LEAST_BIT_CYCLES;
}

/* What serial lines add to a path and to a word (bl_rsb_serial_out). */
static void choose_costs(const struct bl_bus *bus, struct bl_onboard *onboard) {
    int64_t period = bl_bus_slowest_ps(bus);
    onboard->frame_ps = (onboard->early - 1) * period;
    if (!onboard->serial) return;
    onboard->path_ps = (TRAINING_BITS * onboard->bit_cycles + TRAINING_MORE) * period;
    onboard->frame_ps = ((onboard->lines + 2) * onboard->bit_cycles + 1) * period;
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
    onboard->pad_ps = pad_of(bus);
    onboard->stop_tables = stop_tables(bus, onboard);
    choose_cycles(bus, onboard);
    choose_costs(bus, onboard);
    onboard->log_reset = log_reset(bus, onboard);
    return onboard;
}

const char *bl_onboard_refuses(struct bl_arena *arena, const struct bl_bus *bus,
                               const struct bl_board *board, int lines) {
    if (bl_bus_is_centralised(bus)) return "has an arbiter in each; this one is centralised";
    if (bus->elements > 1) return "has no elements behind them yet";
    if (board->vendor != BL_VENDOR_XILINX)
        return bl_format(arena,
                         "has buffers for pins that are written for Xilinx devices alone; "
                         "`%s` has none",
                         board->word);
    if (lines > BL_ONBOARD_WORD)
        return bl_format(arena, "has words of %d bits; more `lines` carry nothing",
                         BL_ONBOARD_WORD);
    return NULL;
}

const char *bl_onboard_fault(struct bl_arena *arena, const struct bl_onboard *onboard) {
    if (onboard->pad_ps < LEAST_SEGMENT_PS / 2)
        return bl_format(arena, "takes %d ps or more a segment, which has two pads",
                         LEAST_SEGMENT_PS);
    if (onboard->stop_tables > MOST_STOP_TABLES)
        return bl_format(arena,
                         "would delay the token by %d tables in each, for the number to come "
                         "first; %d are possible",
                         onboard->stop_tables, MOST_STOP_TABLES);
    if (onboard->early > MOST_EARLY || onboard->bit_cycles > MOST_BIT_CYCLES)
        return "would have data so far apart behind its pads that no cycles are left for them; "
               "take "
               "a slower clock";
    return NULL;
}
