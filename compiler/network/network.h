/* What a network can do: one row per kind of network. Fusions and stages ask here and never for the
 * kind itself. */
#ifndef BL_NETWORK_H
#define BL_NETWORK_H

#include "ir/cut.h"
#include "ir/program.h"

/* One row per capability: field, how it is said in a sentence ("the network full_mesh ..."). */
#define BL_CAPABILITIES(ROW)                                                 \
    ROW(ordered, "keeps the order between a source lane and a destination")  \
    ROW(interleaves, "interleaves packets of several sources at a receiver") \
    ROW(marks_end, "marks the end of what a source sends")                   \
    ROW(selects_source, "lets a receiver choose which source it hears next") \
    ROW(hardware_broadcast, "broadcasts in hardware")                        \
    ROW(hardware_barrier, "has a barrier in hardware")                       \
    ROW(remote_put, "writes into the memory of another node")                \
    ROW(lossless, "loses nothing")

enum {
    BL_NETWORK_WORDS = 4,
    BL_BUS_PACKET_WORDS = 16 /* of a packet over a bus, at most: bl_rsb_links */
};

struct bl_network_row {
    enum bl_network_kind kind;
    const char *word;  /* as the source names it */
    const char *title; /* in comments: "the full mesh" */
    const char *needs[BL_NETWORK_WORDS],
        *may[BL_NETWORK_WORDS]; /* settings in the source that it must and may have, besides clock
                                 */
    int most_nodes, least_nodes;
    bool over_bus; /* the links between the nodes are carried over a ring segmented bus */
    double (*pair_rate)(
        const struct bl_cluster *cluster,
        int column_bits); /* bytes/s, link_bytes_per_second; NULL: given in the source */
#define ROW(name, phrase) bool name;
    BL_CAPABILITIES(ROW)
#undef ROW
};

/* The row of a kind. Every kind has one. */
const struct bl_network_row *bl_network_row(enum bl_network_kind kind);
/* The row of a word of the source, or NULL; all words: "full_mesh and rsb". */
const struct bl_network_row *bl_network_find(const char *word);
const char *bl_network_words(struct bl_arena *arena);

/* Bits of a flit of the mesh, and of a word that brings one over a bus, when words of this cut
   cross. */
int bl_flit_bits(const struct bl_cluster *cluster, struct bl_cut cut);
int bl_bus_word_bits(const struct bl_cluster *cluster, struct bl_cut cut);

/* What a word, a packet's beginning and end, and one way round take on a ring segmented bus, and
   how many paths are at work at once: in clocks of the network, for the mean way of a word when all
   send to all. Formulas in docs/rsb.md, "A pipeline over the bus". */
struct bl_bus_times {
    int beats;
    double hops, beat_clocks, word_clocks, lap_clocks, path_clocks, paths;
};
struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster, struct bl_cut cut);

#endif
