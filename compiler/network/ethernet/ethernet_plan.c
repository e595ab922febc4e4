/* Windows and memories of a reliable Ethernet port, from the round trip: docs/ethernet.md. */
#include <math.h>

#include "base/bits.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"

/* Cycles of the circuits in a round trip: 8 from a flit that ends a run to the frame's first word
   and 9 from its last word to the first flit, at both ends (bl_ethernet). With rows there are up to
   10 more, less than what is spare. */
enum { CIRCUIT_CYCLES = 34, MOST_WINDOW = 60, LEAST_WINDOW = 2, LEAST_LOG_WINDOW = 3 };

/* Frames beyond the windows in the memory of what comes: places that wait for the next ones, and
   those that a lane of the delivery has in hand. */
enum { WAITING = 4, DELIVERED = 3 };

/* What may be on its way, in round trips: a frame waits behind others in the switch, an acknowledge
   behind frames. What a fault leaves behind is a queue that stays, so that 2.2 lose a percent at
   one fault in 1,000 frames of each kind, 3.2 half of one. */
static const double SPARE = 3.2, SENT_SPARE = 4.4;

static double hertz(const struct bl_cluster *cluster) {
    return cluster->clocks[cluster->network.clock].hertz;
}

static double bytes_per_second(const struct bl_cluster *cluster) {
    return bl_ethernet(cluster)->rate / 8;
}

static int wire_frame(const struct bl_cluster *cluster) {
    return bl_ethernet(cluster)->frame + BL_ETHERNET_WIRE_BYTES;
}

double bl_ethernet_round_trip(const struct bl_cluster *cluster) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    int acknowledge = BL_ETHERNET_LEAST_FRAME + BL_ETHERNET_WIRE_BYTES;
    return 2e-12 * (double)(2 * own->latency_ps + own->switch_ps) +
           (wire_frame(cluster) + acknowledge) / bytes_per_second(cluster) +
           CIRCUIT_CYCLES / hertz(cluster);
}

/* Bytes on their way at the full rate. */
static double on_the_way(const struct bl_cluster *cluster) {
    return bytes_per_second(cluster) * bl_ethernet_round_trip(cluster);
}

static int word_bytes(struct bl_cut cut) { return 1 << bl_log2((bl_cut_bits(cut) + 7) / 8); }

/* What the rate asks for, and what the switch can keep when all peers send to one. */
static int window(const struct bl_cluster *cluster, double rate_frames) {
    double pool = on_the_way(cluster) + BL_ETHERNET_QUEUE;
    double share = floor(pool / wire_frame(cluster) / (cluster->nodes - 1));
    double frames = fmin(fmin(rate_frames, share), MOST_WINDOW);
    return frames > LEAST_WINDOW ? (int)frames : LEAST_WINDOW;
}

/* At the full rate, or as many as a window of the longest lets there be until their credits are
   back, which takes as long again. */
static int in_flight(const struct bl_cluster *cluster, int bytes, int run_words) {
    double flits = ceil(SPARE * on_the_way(cluster) / bytes);
    return (int)fmin(flits, 2.0 * MOST_WINDOW * bl_max(run_words, 1));
}

double bl_ethernet_pair_rate(const struct bl_cluster *cluster) {
    double frames = ceil(SPARE * on_the_way(cluster) / wire_frame(cluster));
    return window(cluster, frames) * wire_frame(cluster) / bl_ethernet_round_trip(cluster);
}

/* Frames in the memory of what was sent: one of each peer that is being filled, and those on their
   way, at the most all windows. More of them wait in the switch where several send to one; a node
   whose memory is full of such frames has nothing for the others. */
static int send_frames(const struct bl_cluster *cluster, int window) {
    int peers = cluster->nodes - 1;
    double on_way = ceil(SENT_SPARE * on_the_way(cluster) / wire_frame(cluster));
    return (int)fmin(on_way, (double)peers * window) + peers + 2;
}

/* Words in a frame: whole rows, where bl_ethernet makes rows. */
static int longest_run(const struct bl_cluster *cluster, int bytes) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    int words = (own->frame - BL_ETHERNET_FRAME_BYTES) / bytes, row = own->width / 8 / bytes;
    bool rows = cluster->nodes > 2 && row > 1 && words >= row;
    return rows ? words - words % row : words;
}

/* A ring has room for three runs more: with less, the one that is being filled is held up, and is
   closed before it is full (bl_eth_runs). */
static int log_window(int frames) { return bl_max(LEAST_LOG_WINDOW, bl_log2(frames + 4)); }

struct bl_ethernet_plan bl_ethernet_plan(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    double frames = ceil(SPARE * on_the_way(cluster) / wire_frame(cluster));
    int peers = cluster->nodes - 1, each = window(cluster, frames), bytes = word_bytes(cut);
    int run_words = longest_run(cluster, bytes);
    return (struct bl_ethernet_plan){
        .word_bytes = bytes,
        .run_words = run_words,
        .window = each,
        .log_window = log_window(each),
        .send_frames = send_frames(cluster, each),
        .recv_frames = peers * each + WAITING + (peers > 1 ? 2 : 1) * DELIVERED,
        .timeout = (int)ceil(1e-12 * (double)own->timeout_ps * hertz(cluster)),
        .in_flight = in_flight(cluster, bytes, run_words)};
}

double bl_ethernet_wire(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, cut);
    double words = bl_max(plan.run_words, 1);
    return (words * plan.word_bytes + BL_ETHERNET_FRAME_BYTES + BL_ETHERNET_WIRE_BYTES) /
           (words * bl_cut_bits(cut) / 8);
}

int bl_ethernet_memory(const struct bl_cluster *cluster, struct bl_cut cut, int frames) {
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, cut);
    int row = bl_max(plan.word_bytes, bl_ethernet(cluster)->width / 8);
    return row * frames * ((plan.run_words * plan.word_bytes + row - 1) / row);
}
