/* Windows and memories of a reliable Ethernet port, from the round trip: docs/ethernet.md. */
#include <math.h>

#include "base/bits.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"

/* Cycles of the circuits in a round trip: 8 from a flit that ends a run to the frame's first word
   and 9 from its last word to the first flit, at both ends (bl_ethernet). With rows there are up to
   10 more, less than what is spare. */
enum { CIRCUIT_CYCLES = 34, MOST_WINDOW = 60, LEAST_LOG_WINDOW = 3, TICK = 64 };

/* What may be on its way, in round trips: a frame waits behind others in the switch, an acknowledge
   behind frames. What a fault leaves behind is a queue that stays, so that 2.2 lose a percent at
   one fault in 1,000 frames of each kind, 3.2 half of one. */
static const double SPARE = 3.2, SENT_SPARE = 4.4, FLITS_SPARE = 2.2;

/* A gap is reported again when what was asked for has not come in so many round trips. */
static const double PATIENCE = 1.25;

static double hertz(const struct bl_cluster *cluster) {
    return cluster->clocks[cluster->network.clock].hertz;
}

static double bytes_per_second(const struct bl_cluster *cluster) {
    return bl_ethernet(cluster)->rate / 8;
}

int bl_ethernet_wire_frame(const struct bl_cluster *cluster) {
    return bl_ethernet(cluster)->frame + BL_ETHERNET_WIRE_BYTES;
}

/* Wires and switch, one way, at least. */
static double way(const struct bl_ethernet *own) {
    return 1e-12 * (double)(2 * bl_ethernet_link_ps(own) + own->switch_ps);
}

double bl_ethernet_round_trip(const struct bl_cluster *cluster) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    int acknowledge = BL_ETHERNET_LEAST_FRAME + BL_ETHERNET_WIRE_BYTES;
    return 2 * (way(own) + 1e-12 * (double)own->jitter_ps) +
           (bl_ethernet_wire_frame(cluster) + acknowledge) / bytes_per_second(cluster) +
           CIRCUIT_CYCLES / hertz(cluster);
}

/* A frame from the last flit of its run to its first one at the peer, with the latency of the wire
   and of the switch. */
static double frame_seconds(const struct bl_cluster *cluster, int payload) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    int bytes = bl_max(BL_ETHERNET_LEAST_FRAME, payload) + BL_ETHERNET_WIRE_BYTES;
    return way(own) + 0.5e-12 * (double)own->jitter_ps + bytes / bytes_per_second(cluster) +
           CIRCUIT_CYCLES / 2 / hertz(cluster);
}

/* The last frame of a flow has a word or more. Nothing is sent to a peer before it has answered
   this node's greeting: the first greetings of both pass each other, and each is answered. The host
   opens the port, and then has registers to write up to the start: 27 cycles of the core are
   measured, for any number of lanes and nodes. */
enum { OPEN_CYCLES = 27 };
struct bl_network_way bl_ethernet_way(const struct bl_cluster *cluster,
                                      const struct bl_carrier *carrier) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    return (struct bl_network_way){
        .seconds = frame_seconds(cluster, BL_ETHERNET_FRAME_BYTES + bl_cut_bits(carrier->cut) / 8) -
                   way(own),
        .gathered = bl_ethernet_plan(cluster, carrier).run_words,
        .kept = bl_ethernet_plan(cluster, carrier).run_words,
        .greeting = 2 * frame_seconds(cluster, BL_ETHERNET_LEAST_FRAME) -
                    OPEN_CYCLES / cluster->clocks[0].hertz};
}

double bl_ethernet_on_the_way(const struct bl_cluster *cluster) {
    return bytes_per_second(cluster) * bl_ethernet_round_trip(cluster);
}

static int word_bytes(struct bl_cut cut) { return 1 << bl_log2((bl_cut_bits(cut) + 7) / 8); }

/* A message of few frames, the first of them short, leaves without a wait; more nodes share what
   the switch can keep. */
static int least_window(const struct bl_cluster *cluster) { return cluster->nodes == 2 ? 8 : 2; }

/* What the rate asks for, and what the switch can keep when all peers send to one. */
static int rate_window(const struct bl_cluster *cluster, double rate_frames) {
    double pool = bl_ethernet_on_the_way(cluster) + BL_ETHERNET_QUEUE;
    double share = floor(pool / bl_ethernet_wire_frame(cluster) / (cluster->nodes - 1));
    double frames = fmin(fmin(rate_frames, share), MOST_WINDOW);
    return bl_max((int)frames, least_window(cluster));
}

static double rate_frames(const struct bl_cluster *cluster) {
    return ceil(SPARE * bl_ethernet_on_the_way(cluster) / bl_ethernet_wire_frame(cluster));
}

static int window(const struct bl_cluster *cluster) {
    return bl_min(rate_window(cluster, rate_frames(cluster)), bl_ethernet(cluster)->window);
}

/* At the full rate, or as many as a window of the longest lets there be until their credits are
   back, which takes as long again. */
static int in_flight(const struct bl_cluster *cluster, int bytes, int run_words) {
    double flits = ceil(FLITS_SPARE * bl_ethernet_on_the_way(cluster) / bytes);
    return (int)fmin(flits, 2.0 * MOST_WINDOW * bl_max(run_words, 1));
}

double bl_ethernet_pair_rate(const struct bl_cluster *cluster) {
    return window(cluster) * bl_ethernet_wire_frame(cluster) / bl_ethernet_round_trip(cluster);
}

/* An acknowledge comes within a round trip, when the frame waits in the switch behind all windows
   and the acknowledge behind a frame. */
int64_t bl_ethernet_usual_timeout(const struct bl_cluster *cluster) {
    int frames = window(cluster) * (cluster->nodes - 1) + 1;
    double seconds = bl_ethernet_round_trip(cluster) +
                     frames * bl_ethernet_wire_frame(cluster) / bytes_per_second(cluster);
    return (int64_t)(1e12 * fmin(fmax(seconds, 1e-6), 1e-2));
}

/* A PHY's return and a pause frame are over within 5 ms. */
int bl_ethernet_usual_retries(int64_t timeout_ps) {
    return (int)((5000000000 + timeout_ps - 1) / timeout_ps);
}

/* bl_eth_tx_window counts in ticks of 64 cycles, from 0 to the time-out, and one question more than
   it may ask. What is on its way is as much again as a tick, and the crossing to the host. */
double bl_ethernet_detection_seconds(const struct bl_cluster *cluster) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    double ticks = floor(ceil(1e-12 * (double)own->timeout_ps * hertz(cluster)) / TICK) + 1;
    return ((own->retries + 1) * ticks + 2) * TICK / hertz(cluster) +
           bl_ethernet_round_trip(cluster);
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

/* One that is filled and one that is read beside those that each peer is promised; those on their
   way, at the most all windows. More of them wait in the switch where several send to one; a node
   whose memory is full of such frames has nothing for the others. */
static int send_frames(const struct bl_cluster *cluster, int each) {
    int peers = cluster->nodes - 1, own = bl_ethernet(cluster)->sent;
    double rate = ceil(SENT_SPARE * bl_ethernet_on_the_way(cluster) /
                       bl_ethernet_wire_frame(cluster));
    double on_way = fmax(rate, least_window(cluster));
    return own ? own : peers + 2 + bl_max(1, (int)fmin(on_way, (double)peers * each));
}
static int recv_frames(const struct bl_cluster *cluster, int each) {
    int peers = cluster->nodes - 1, own = bl_ethernet(cluster)->received;
    return own ? own : peers * each + bl_ethernet_moving(peers);
}

/* bl_ethernet counts in ticks, at least one. */
static int patience(const struct bl_cluster *cluster) {
    double cycles = ceil(PATIENCE * bl_ethernet_round_trip(cluster) * hertz(cluster));
    return (int)fmax(TICK, cycles);
}

struct bl_ethernet_plan bl_ethernet_plan(const struct bl_cluster *cluster,
                                         const struct bl_carrier *carrier) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    int each = window(cluster), bytes = word_bytes(carrier->cut),
        run_words = longest_run(cluster, bytes);
    return (struct bl_ethernet_plan){
        .word_bytes = bytes,
        .run_words = run_words,
        .window = each,
        .log_window = log_window(each),
        .send_frames = send_frames(cluster, each),
        .recv_frames = recv_frames(cluster, each),
        .timeout = (int)ceil(1e-12 * (double)own->timeout_ps * hertz(cluster)),
        .patience = patience(cluster),
        .in_flight = in_flight(cluster, bytes, run_words),
        .answers = cluster->nodes - 1,
        .rate_window = rate_window(cluster, rate_frames(cluster)),
        .rate_frames = (int)rate_frames(cluster)};
}

double bl_ethernet_wire(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, carrier);
    double words = bl_max(plan.run_words, 1);
    return (words * plan.word_bytes + BL_ETHERNET_FRAME_BYTES + BL_ETHERNET_WIRE_BYTES) /
           (words * bl_cut_bits(carrier->cut) / 8);
}

int bl_ethernet_memory(const struct bl_cluster *cluster, const struct bl_carrier *carrier,
                       int frames) {
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, carrier);
    int row = bl_max(plan.word_bytes, bl_ethernet(cluster)->width / 8);
    return row * frames * ((plan.run_words * plan.word_bytes + row - 1) / row);
}
