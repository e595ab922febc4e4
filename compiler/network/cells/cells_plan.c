/* Sizes and times of cells: docs/cells.md. */
#include <math.h>

#include "base/bits.h"
#include "network/cells/cell_header.h"
#include "network/cells/cells_inner.h"

/* Cycles of the circuits: from a complete cell to its first word at a link; with cut-through from
   its first word there to that at the next link, or else from its last one; and from its last word
   to a flit of the endpoint. A message on the wire back, with what says and hears it. */
enum { OUT_CYCLES = 14, THROUGH_CYCLES = 8, WHOLE_CYCLES = 4, IN_CYCLES = 9, SAY_CYCLES = 34 };
/* Into the node's clock: that of the link may rise with it, and does not count in the node then. */
enum { CROSS_CYCLES = 2 };
enum { MOST_FLITS = 64, LEAST_TIMEOUT = 128, MOST_TIMEOUT = 65535, MOST_SILENCE = 1048575 };

static const double SILENCE_SECONDS = 1e-3;

static int crossing(const struct bl_cells *own) {
    return own->crosses ? CROSS_CYCLES : 0;
}

static int hop(const struct bl_cells *own) {
    return own->wire + crossing(own) +
           (own->forward ? THROUGH_CYCLES : own->cell + WHOLE_CYCLES);
}

/* What a cell waits for another that has begun, at every hop, both ways. */
static int round_trip(const struct bl_cluster *cluster, const struct bl_cells *own) {
    int way = OUT_CYCLES + IN_CYCLES + crossing(own) +
              bl_cell_most_hops(cluster) * (hop(own) + own->cell);
    return 2 * way;
}

struct bl_cells_plan bl_cells_plan(const struct bl_cluster *cluster,
                                   const struct bl_carrier *carrier) {
    const struct bl_cells *own = bl_cells(cluster);
    int bits = bl_cut_bits(carrier->cut), parts = (bits + own->word - 1) / own->word;
    int header = bl_cell_header_width(bl_max(1, bl_log2(cluster->nodes)), carrier->cut.elems,
                                      bl_max(1, bl_log2(carrier->streams))),
        heads = (header + own->word - 1) / own->word,
        flits = bl_max(1, bl_min(MOST_FLITS, (own->cell - heads) / parts)),
        round = round_trip(cluster, own), answer = SAY_CYCLES + crossing(own);
    double hertz = cluster->clocks[cluster->network.clock].hertz;
    return (struct bl_cells_plan){
        .parts = parts,
        .heads = heads,
        .flits = flits,
        .header = header,
        .hop = hop(own),
        .answer = answer,
        .round = round,
        .in_flight = (round / parts + 2 * flits) * 4 / 3, /* credits come back in quarters */
        .timeout = bl_max(LEAST_TIMEOUT,
                          bl_min(MOST_TIMEOUT, 4 * own->cell + 2 * own->wire + 2 * answer)),
        .silence = (int)fmin(MOST_SILENCE, ceil(SILENCE_SECONDS * hertz))};
}

double bl_cells_share(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    const struct bl_cells *own = bl_cells(cluster);
    const struct bl_cells_plan plan = bl_cells_plan(cluster, carrier);
    return (double)(own->cell + own->idle) * own->word /
           ((double)plan.flits * bl_cut_bits(carrier->cut));
}
