/* The face of one node's circuit towards the co-simulation: plain C structures, whatever simulator
   is behind it (Verilator by a generated shim, Icarus by VPI). A node has one clock or several; an
   edge of one of them, or of some at once, is: settle (all clocks low, inputs applied, outputs
   valid), then clock (rising edges). Clock 0 is the core's: the registers and the reset belong to
   it. Each port is looked at and driven in the edges of its own clock only. */
#ifndef BL_NODE_MODEL_H
#define BL_NODE_MODEL_H

#include <stdint.h>

#include "ir/carried/axi.h"
#include "ir/carried/tlp.h"

struct bl_medium_kind;

enum {
    BL_MAX_CHANNELS = 32,
    BL_MAX_NODES = 64,
    BL_MAX_CLOCKS = 32 /* of a node: a bit each in a word of edges */
};

/* The network's pins are the medium's: structures that its kind declares, of in_bytes and out_bytes
   (ir/carried/medium.h). */
struct bl_node_in {
    uint8_t rst;
    struct bl_reg_in reg;
    struct bl_axi_in axi[BL_MAX_CHANNELS];
    struct bl_axi_in host; /* of nodes that have a host port, */
    struct bl_tlp_in tlp;  /* which may be one of TLPs */
    const void *network;   /* NULL: a node without a network */
};
struct bl_node_out {
    struct bl_reg_out reg;
    struct bl_axi_out axi[BL_MAX_CHANNELS];
    struct bl_axi_out host;
    struct bl_tlp_out tlp;
    uint8_t irq; /* to the host */
    void *network;
};

/* What a generated model exports (one per distinct node program). */
struct bl_node_model {
    const char *name;
    int channels, word_bytes, flit_bytes;
    int payload_bytes;               /* of a flit, what counts for a link's payload rate */
    int clocks;                      /* 1..BL_MAX_CLOCKS */
    int memory_clock, network_clock; /* those that the ports of the channels and of the network
                                        belong to */
    int host_clock;                  /* that of the host port; -1: there is none */
    int host_tlps;                   /* 1: the host port is one of TLPs */
    int memory_shared; /* 1: channel i and channel i + channels / 2 are ports of one controller: a
                          word a cycle in all */
    unsigned carried_clocks; /* a bit each: they come with what the network carries, of whose pins
                                some go by them */
    /* like: an instance of the same model of which nothing was asked yet, which a simulator may
       copy; or NULL */
    void *(*create)(const void *like);
    void (*destroy)(void *node);
    /* `edges`: the clocks that rise, bit i for clock i, the same in both halves; not 0 */
    void (*settle)(void *node, unsigned edges, const struct bl_node_in *in,
                   struct bl_node_out *out);
    void (*clock)(void *node, unsigned edges);
    /* on 1: open or continue and dump at time_ps; 0: close. Returns 0, or the errno value of the
     * first failed write. May be NULL */
    int (*trace)(void *node, const char *path, int on, int64_t time_ps);
    const char *trace_kind; /* of waveform that it writes, "vcd" or "fst"; NULL: none */
    const struct bl_medium_kind *medium; /* what it is joined to; NULL: nothing, a node alone */
};

#endif
