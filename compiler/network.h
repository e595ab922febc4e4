/* What a network can do: one row per kind of network. Fusions and stages ask here and never for the kind itself. */
#ifndef BL_NETWORK_H
#define BL_NETWORK_H

#include "program.h"

/* One row per capability: field, how it is said in a sentence ("the network full_mesh ..."). */
#define BL_CAPABILITIES(ROW) \
    ROW(ordered,            "keeps the order between a source lane and a destination") \
    ROW(interleaves,        "interleaves packets of several sources at a receiver") \
    ROW(marks_end,          "marks the end of what a source sends") \
    ROW(selects_source,     "lets a receiver choose which source it hears next") \
    ROW(hardware_broadcast, "broadcasts in hardware") \
    ROW(hardware_barrier,   "has a barrier in hardware") \
    ROW(remote_put,         "writes into the memory of another node") \
    ROW(lossless,           "loses nothing")

struct bl_network_row {
    enum bl_network_kind kind;
    const char *word;           /* as the source names it */
#define ROW(name, phrase) bool name;
    BL_CAPABILITIES(ROW)
#undef ROW
};

/* The row of a kind. Every kind has one. */
const struct bl_network_row *bl_network_row(enum bl_network_kind kind);

#endif
