/* The face of one node's circuit towards the co-simulation: plain C structures, whatever simulator
   is behind it (Verilator by a generated shim, Icarus by VPI). A node has one clock or several; an
   edge of one of them, or of some at once, is: settle (all clocks low, inputs applied, outputs
   valid), then clock (rising edges). Clock 0 is the core's: the registers and the reset belong to
   it. Each port is looked at and driven in the edges of its own clock only. */
#ifndef BL_NODE_MODEL_H
#define BL_NODE_MODEL_H

#include <stdint.h>

struct bl_sim_bus_kind;

enum {
    BL_MAX_WORD = 64 /* bytes of a channel's word */,
    BL_MAX_CHANNELS = 32,
    BL_MAX_LINKS = 64,
    BL_MAX_FLIT = 264 /* bytes */,
    BL_MAX_CLOCKS = 4,
    BL_MAX_LINES = 512 /* data lines of a bus */,
    BL_LINE_WORDS = (BL_MAX_LINES + 2 + 31) / 32
};

/* One memory channel, seen from outside the node: `in` are inputs of the node. AXI4, INCR bursts of
 * full words, one id. */
enum { BL_AXI_OKAY = 0, BL_AXI_SLVERR = 2, BL_AXI_DECERR = 3 };
struct bl_axi_in {
    uint8_t arready, rvalid, rlast, rresp, awready, wready, bvalid, bresp;
    uint32_t rdata[BL_MAX_WORD / 4];
};
struct bl_axi_out {
    uint8_t arvalid, rready, awvalid, wvalid, wlast, bready;
    uint8_t arlen, awlen;    /* beats - 1 */
    uint64_t araddr, awaddr; /* bytes */
    uint64_t wstrb;
    uint32_t wdata[BL_MAX_WORD / 4];
};

/* One directed pair of links with a peer (the node itself included). A flit is opaque to the
 * harness. */
struct bl_link_in {
    uint8_t tready; /* the link takes the outgoing flit in this cycle */
    uint8_t tvalid; /* a flit arrives; the node must take it (credits guarantee room) */
    uint8_t credit; /* flits that the peer has freed: a count 0..15 */
    uint32_t tdata[BL_MAX_FLIT / 4];
};
struct bl_link_out {
    uint8_t tvalid;
    uint8_t credit; /* flits that this node has freed for the peer: a count 0..15 */
    uint32_t tdata[BL_MAX_FLIT / 4];
};

/* The pins to a ring segmented bus, in the place of links: of the domain's arbiter cell and of its
   data switch. A bundle is {strobe, last, data lines}, data in the low bits. */
struct bl_sim_bus_in {
    uint8_t told, busy, path;     /* the cell's answer; path: there is one */
    uint8_t ack;                  /* of what this node sends */
    uint32_t line[BL_LINE_WORDS]; /* what it receives */
};
struct bl_sim_bus_out {
    uint8_t request, number;      /* asks for a path to that domain */
    uint8_t ack;                  /* of what it receives */
    uint32_t line[BL_LINE_WORDS]; /* what it sends */
};

/* Registers: AXI4-Lite, 32-bit data. */
struct bl_reg_in {
    uint8_t awvalid, wvalid, wstrb, bready, arvalid, rready;
    uint32_t awaddr, wdata, araddr;
};
struct bl_reg_out {
    uint8_t awready, wready, bvalid, bresp, arready, rvalid, rresp;
    uint32_t rdata;
};

struct bl_node_in {
    uint8_t rst;
    struct bl_reg_in reg;
    struct bl_axi_in axi[BL_MAX_CHANNELS];
    struct bl_link_in link[BL_MAX_LINKS];
    struct bl_sim_bus_in bus;
};
struct bl_node_out {
    struct bl_reg_out reg;
    struct bl_axi_out axi[BL_MAX_CHANNELS];
    struct bl_link_out link[BL_MAX_LINKS];
    struct bl_sim_bus_out bus;
};

/* What a generated model exports (one per distinct node program). */
struct bl_node_model {
    const char *name;
    int channels, links, word_bytes, flit_bytes;
    int payload_bytes; /* of a flit, what counts for a link's payload rate */
    int clocks;        /* 1..BL_MAX_CLOCKS */
    int memory_clock,
        link_clock;    /* those that the ports of the channels and of the links belong to */
    int memory_shared; /* 1: channel i and channel i + channels / 2 are ports of one controller: a
                          word a cycle in all */
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
    const struct bl_sim_bus_kind
        *bus; /* how the bus is simulated that the node has in the place of links; NULL: none */
    int bus_lines; /* its data lines each way, 1..BL_MAX_LINES */
};

#endif
