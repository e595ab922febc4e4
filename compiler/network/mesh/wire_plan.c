/* Blocks, memories and times of links over serial cores, from the round trip: docs/networks.md. */
#include <math.h>

#include "base/bits.h"
#include "network/mesh/mesh_inner.h"

/* Cycles of the circuits in a round trip: 8 from a flit to its word and 9 from a block's last word
   to its first flit (bl_wire_link), at both ends; a word waits for another tail. */
enum { CIRCUIT_CYCLES = 40, TAIL_BITS = 256, BLOCK_BITS = 8192, MOST_FLITS = 32 };
enum { LEAST_LOG_RING = 6, MOST_LOG_RING = 14, LEAST_TIMEOUT = 128, MOST_TIMEOUT = 65535 };

/* What is on its way beyond a round trip: a block behind the one that goes, its acknowledge behind
   another. */
static const double SPARE = 1.25, SILENCE_SECONDS = 0.1;
static const int MOST_SILENCE = 1073741823;

static double hertz(const struct bl_cluster *cluster) {
    return cluster->clocks[cluster->network.clock].hertz;
}

static int parts_of(int wire, int bits) { return (bits + wire - 1) / wire; } /* words of a flit */
static int share_of(int wire, int bits) { return bl_max(1, wire / bits); }   /* flits of a word */

static int block_flits(int wire, int bits) {
    if (bits <= wire) return bl_min(MOST_FLITS * share_of(wire, bits), 60);
    return bl_max(1, bl_min(MOST_FLITS, BLOCK_BITS / bits));
}

static int tail_words(int wire) { return bl_max(1, TAIL_BITS / wire); }

static int block_words(int wire, int bits) {
    int flits = block_flits(wire, bits), share = share_of(wire, bits);
    return (flits + share - 1) / share * parts_of(wire, bits) + tail_words(wire);
}

double bl_wire_rate(const struct bl_cluster *cluster) {
    const struct bl_mesh *mesh = bl_mesh(cluster);
    return fmin(mesh->link_bytes_per_second, mesh->wire / 8.0 * hertz(cluster));
}

double bl_wire_share(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    int wire = bl_mesh(cluster)->wire, bits = bl_cut_bits(carrier->cut);
    return (double)block_words(wire, bits) * wire / ((double)block_flits(wire, bits) * bits);
}

/* Besides the way of the link: a block until its end is there, and the other way one in front of
   what acknowledges it. */
static double fixed_seconds(const struct bl_cluster *cluster, int words) {
    double block = words * (bl_mesh(cluster)->wire / 8.0) / bl_wire_rate(cluster);
    return 2 * block + CIRCUIT_CYCLES / hertz(cluster);
}

double bl_wire_round_trip(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    const struct bl_mesh *mesh = bl_mesh(cluster);
    return 2e-12 * (double)mesh->latency_ps +
           fixed_seconds(cluster, block_words(mesh->wire, bl_cut_bits(carrier->cut)));
}

/* A flit waits until its block and the tail behind it have come. A node greets until it has heard
   that its peer has heard it: there and back, a tail each. */
struct bl_network_way bl_wire_way(const struct bl_cluster *cluster,
                                  const struct bl_carrier *carrier) {
    const struct bl_mesh *mesh = bl_mesh(cluster);
    int tail = tail_words(mesh->wire), flit = parts_of(mesh->wire, bl_cut_bits(carrier->cut));
    double word = mesh->wire / 8.0 / bl_wire_rate(cluster),
           circuits = CIRCUIT_CYCLES / 2 / hertz(cluster);
    return (struct bl_network_way){
        .seconds = circuits + (flit + tail) * word,
        .kept = block_flits(mesh->wire, bl_cut_bits(carrier->cut)),
        .greeting = 2 * (1e-12 * (double)mesh->latency_ps + circuits + tail * word)};
}

static double words_on_the_way(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    return SPARE * bl_wire_round_trip(cluster, carrier) * bl_wire_rate(cluster) /
           (bl_mesh(cluster)->wire / 8.0);
}

/* Beyond this latency the words on the way are more than a ring of the largest size holds. */
double bl_wire_most_latency(const struct bl_cluster *cluster) {
    int wire = bl_mesh(cluster)->wire, longest = 2 * BLOCK_BITS / wire + tail_words(wire);
    double words = (1 << MOST_LOG_RING) - longest;
    double seconds = words * (wire / 8.0) / SPARE / bl_wire_rate(cluster);
    double most = (seconds - fixed_seconds(cluster, longest)) / 2;
    return fmin(1e-3, 1e-9 * floor(1e9 * most));
}

static int in_flight(const struct bl_cluster *cluster, const struct bl_carrier *carrier,
                     double words) {
    int wire = bl_mesh(cluster)->wire, bits = bl_cut_bits(carrier->cut);
    double cycles = SPARE * bl_wire_round_trip(cluster, carrier) * hertz(cluster);
    double flits = words * share_of(wire, bits) / parts_of(wire, bits);
    return (int)ceil(fmin(flits, cycles));
}

struct bl_wire_plan bl_wire_plan(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier) {
    int wire = bl_mesh(cluster)->wire, bits = bl_cut_bits(carrier->cut),
        words = block_words(wire, bits);
    double kept = words_on_the_way(cluster, carrier) + words;
    double round = bl_wire_round_trip(cluster, carrier) * hertz(cluster);
    int ring = bl_log2((int)fmax(kept, 2 * block_flits(wire, bits) * (1 + bits / wire) + 8));
    return (struct bl_wire_plan){
        .flits = block_flits(wire, bits),
        .words = words,
        .tail = tail_words(wire),
        .in_flight = in_flight(cluster, carrier, kept),
        .log_ring = bl_max(LEAST_LOG_RING, bl_min(ring, MOST_LOG_RING)),
        .timeout = (int)fmin(MOST_TIMEOUT, fmax(LEAST_TIMEOUT, ceil(2 * round))),
        .silence = (int)fmin(MOST_SILENCE, ceil(SILENCE_SECONDS * hertz(cluster)))};
}
