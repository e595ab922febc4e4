/* What a network can do: one row per kind of network. Fusions and stages ask here and never for the
 * kind itself. */
#ifndef BL_NETWORK_H
#define BL_NETWORK_H

#include <stddef.h>

#include "ir/cut.h"
#include "ir/node.h"
#include "ir/port.h"
#include "ir/program.h"

/* One row per capability: field, how it is said in a sentence ("the network NAME ..."). */
#define BL_CAPABILITIES(ROW)                                                \
    ROW(ordered, "keeps the order between a source lane and a destination") \
    ROW(marks_end, "marks the end of what a source sends")                  \
    ROW(selects_source, "lets a receiver choose which source it hears next")

enum { BL_NETWORK_WORDS = 4 };

struct bl_certificate;
struct cJSON;
struct bl_check;
struct bl_circuit;
struct bl_edges;
struct bl_home;
struct bl_instance;
struct bl_lowering;
struct bl_medium_fault;
struct bl_network_parts;
struct bl_output;
struct bl_text;

/* What the device interface does with a network's register by itself. */
enum bl_network_role {
    BL_ROLE_NONE,
    BL_ROLE_SESSION, /* bl_device_start writes the session's number, not 0, which opens the port */
    BL_ROLE_SELECT,  /* bl_device_counter writes which counter is to be read, */
    BL_ROLE_SHOWN,   /* and reads which one it is, */
    BL_ROLE_COUNT,   /* and its value */
    BL_ROLE_TABLE, /* bl_device_start writes a word of the node's table, in front of the session, */
    BL_ROLE_TAKEN  /* and reads the last one that the node has taken */
};

/* A register of a node that its network has, a word: the net network_NAME on the core's clock,
   which `lower` drives, or, where the host writes it, reads. */
struct bl_network_register {
    const char *name; /* NULL ends a list */
    bool config;      /* written by the host */
    enum bl_network_role role;
    const char *help;
};

/* The two of a table that the runtime writes into each node: BL_ROLE_TABLE. All nodes have one
   circuit, so what differs between them is a number, or stands in such a table. In the network's
   clock `lower` gets it by bl_lower_connect_table. */
#define BL_NETWORK_TABLE(HELP)                                                  \
    {.name = "table", .config = true, .role = BL_ROLE_TABLE, .help = (HELP)}, { \
        .name = "table_taken", .role = BL_ROLE_TAKEN,                           \
        .help = "the last word of `table` that is in"                           \
    }

/* A counter of a node, modulo 2^32 and 0 after a reset. The host selects it by 16 times its number
   and the peer; 0 where it is of no peer. */
struct bl_network_counter {
    const char *name, *help; /* "again", "data frames sent again"; NULL ends a list */
    int number;
    bool by_peer;  /* there is one for each peer */
    bool loss;     /* it tells of a loss or its repair */
    bool presence; /* it is 0 until something comes of the peer */
};

/* The fixed way of words between nodes. */
struct bl_network_way {
    double seconds;  /* of a word, beyond the latency of the edges */
    int gathered;    /* words of a lane that a node gathers before the first of them leaves */
    int kept;        /* that are kept until the last of them has come, in turns of so many */
    double greeting; /* seconds from the start until the first word may leave */
};

/* What a network's own transport asks of the exchange. */
struct bl_network_sizes {
    int packet_words; /* of a packet, at most */
    int turn_words;   /* of packets of a lane that a link takes before those of another; 0: one */
    int flits;        /* of a pair, from a flit until its credit is back, at the full rate */
};

/* A port of a node between it and the medium. */
struct bl_network_port {
    const char *word;                /* "network"; NULL ends a list */
    const struct bl_port_face *face; /* ports of one face are one structure in the simulation */
    /* Appends its pins, which are idle without an exchange. */
    void (*pins)(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                 struct bl_pins *pins);
    const char *clock; /* of the carrier's `clocks`, by name; NULL, or not there: the network's */
};

/* Bytes of a channel's buffer. */
struct bl_channel_buffer {
    int least, usual, most;
};

/* Why a carrier may stop: a row stands for one number, or for one of each of so many nodes. */
struct bl_network_cause {
    const char *text; /* "node %d restarted"; NULL ends a list */
    int nodes;        /* 0: it names none */
};

/* What carries the words of a network between its nodes. A network has one, or another one where a
   setting of its own is given. */
struct bl_carrier_row {
    const char *title;   /* in comments: "the full mesh, over serial cores" */
    const char *setting; /* with which it is the one; NULL: it is where no other is */
    /* Links that each node has ports of, each at the rate that the source gives: a flit is taken as
       often as that, and the board must have as many less the one to itself. NULL: the network has
       ports and buffers of its own. */
    int (*links)(const struct bl_cluster *cluster);
    const char *bounds;  /* said of a plan whose rate no clock sets: "the bus bounds it" */
    const char *reached; /* why nodes reach the rate of its edges only in part, so that no time is
                            predicted of what crosses it; NULL: they reach it */
    /* Payload bytes a second that each link of a node asks of its board; NULL: no links. */
    double (*link_rate)(const struct bl_cluster *cluster);
    /* "link latency 400 ns", of what a simulation has between the nodes. */
    void (*simulated)(struct bl_text *text, const struct bl_cluster *cluster);
    /* What lies between the nodes, when the carrier's words cross. Where nodes have ports of links,
       the edge from a node to another is the link between them. */
    const struct bl_edges *(*edges)(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier);
    /* What the rate follows from, for `explain`; NULL: nothing more to say. */
    void (*explain)(struct bl_text *text, const struct bl_node *node);
    /* The same as members of an object; NULL: nothing. */
    void (*explain_json)(struct cJSON *to, const struct bl_node *node);
    /* Why it delivers, of the numbers that its circuit is given: plan/certify/certificate.h. NULL:
       it does not say. */
    const struct bl_certificate *(*certify)(struct bl_arena *arena, const struct bl_node *node);
    const struct bl_network_port *ports; /* of a node that is not alone */
    /* The clocks that come with what it carries, by their names, each as fast as the network's and
       of any phase; they run while the node is in reset. NULL behind the last, or: none do. */
    const char *const *(*clocks)(const struct bl_cluster *cluster);
    /* The struct bl_medium_kind that lies between the nodes in a simulation, by its name in C; with
       Icarus another one, or NULL: the same. */
    const char *medium, *medium_icarus;
    /* The faults that it can inject, ended by a word of NULL, and whether it has frames to capture;
       NULL: none. */
    const struct bl_medium_fault *faults;
    bool frames;
    /* [nodes], the ports of each node that its faults with ports may be at (bl_medium_place); NULL:
       all of the fault's. */
    const char *const *(*fault_ports)(struct bl_arena *arena, const struct bl_cluster *cluster);
    /* Adds to the bench what the medium is given: includes, tables, and a constant `medium`. NULL:
       nothing. */
    void (*write_medium)(struct bl_text *text, const struct bl_node *node);
    int packet_words; /* of a packet, at most; 0: as links take them best */
    /* The same and the receive buffers, when the carrier's words cross. NULL: they follow from the
       edges. */
    struct bl_network_sizes (*sizes)(const struct bl_cluster *cluster,
                                     const struct bl_carrier *carrier);
    /* What its circuits take beyond the latency of the edges; NULL: nothing. */
    struct bl_network_way (*way)(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier);
    const struct bl_network_register *registers; /* NULL: none */
    const struct bl_network_counter *counters;   /* NULL: none; else registers have the roles */
    /* What the runtime writes into the nodes' tables: *count words for each node, those of node 0
       first, 31 bits each. NULL: they have no table. */
    const uint32_t *(*table)(struct bl_arena *arena, const struct bl_node *node, int *count);
    /* Why it may stop, numbered from 1 in their order; NULL: it never does. `lower` drives
       carrier_stopped, a bit that stays until reset, and carrier_cause, 8 bits that stand a cycle
       before, both in the network's clock. */
    const struct bl_network_cause *causes;
    /* Barriers of kernels that it counts by itself, at most; 0: none. `lower` connects the nets
       barrier_enters and barrier_leaves, bl_carrier.barriers wide (bl_lower_barriers): a cycle of
       the network's clock each, when this node is there, and when all are. */
    int barriers;
    /* Puts a circuit between the carrier and the pins (lower/lower_network.h). */
    void (*lower)(struct bl_lowering *lowering);
    /* Of one that carries the channels of kernels by themselves and may lose what they send: the
       template that stands in place of links, and what of it is connected here, the rest is the
       kernels'; how long a move that receives waits; the buffers that a channel may have; false
       after a report: the cluster is not for it. NULL: it loses nothing, and has links. */
    const char *channels;
    void (*lower_channels)(struct bl_lowering *lowering, struct bl_instance *instance);
    struct bl_channel_buffer (*buffer)(const struct bl_cluster *cluster);
    bool (*allows)(struct bl_check *check, const struct bl_cluster *cluster, struct bl_range range);
    /* Files of the bench beyond those of the node; NULL: none. False after a message on stderr. */
    bool (*add_files)(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home);
    /* The projects for the board's tools, where a node's top has more than the node in it; false
       after a message on stderr. NULL: one project, of the node alone (project/project.h). */
    bool (*add_projects)(struct bl_output *output, const struct bl_node *node,
                         const struct bl_circuit *circuit, const struct bl_home *home);
};

/* The part of the host's bus behind which all nodes' memory lies. */
struct bl_network_window {
    uint64_t base;
    int64_t bytes, slice, quarter; /* of all, of a node's part, of a memory's part in that */
    int64_t own_at, own;           /* where in a node's part its own memory is, and its bytes */
    uint64_t registers;            /* the same of a node's registers, for its own host */
    int slots;                     /* TLPs that a node has room for, of those that come by it */
};

/* A memory is in the window in units of so many bytes, which no TLP crosses. */
enum { BL_WINDOW_PAGE = 4096 };
static inline int64_t bl_window_pages(int64_t bytes) { return bytes / BL_WINDOW_PAGE; }

struct bl_network_row {
    const char *word;                     /* as the source names it */
    size_t bytes;                         /* of its own structure, bl_network.own */
    const struct bl_setting *settings;    /* of that structure: settings/setting.h */
    const char *blocks[BL_NETWORK_WORDS]; /* words of parts with a block that it may have */
    int most_nodes, least_nodes;
    bool own_clocks; /* its nodes may have clocks of their own, `clock 2 125 MHz;` */
    /* What remains to be checked and filled in of its own structure, when the cluster is complete;
       false after a report. NULL: nothing. */
    bool (*finish)(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *own);
    /* The values of a setting that is `listed`; " arbiter {...}", blocks. NULL: it has none. */
    void (*print_list)(struct bl_text *text, const struct bl_cluster *cluster);
    void (*print_blocks)(struct bl_text *text, const struct bl_cluster *cluster);
    /* Of one whose nodes speak TLPs with their hosts, and are programs without any other: it
       carries puts alone. NULL: it carries words. */
    struct bl_network_window (*window)(const struct bl_cluster *cluster);
    /* Of such a one, picoseconds within which the reads that its engine has on their way at once
       are answered, when nothing else is on the bus. */
    int64_t (*answers_ps)(const struct bl_cluster *cluster);
    const struct bl_carrier_row *const *carriers; /* NULL behind the last */
    const struct bl_carrier_row *unreliable;      /* of channels that may lose; NULL: none */
#define ROW(name, phrase) bool name;
    BL_CAPABILITIES(ROW)
#undef ROW
};

/* That of the row's carriers which these settings of its own name. */
const struct bl_carrier_row *bl_carrier_find(const struct bl_network_row *row, const void *own);
/* A setting of its own, in base units; 0: it has none of this word. */
double bl_network_setting(const struct bl_network *network, const char *word);
/* Where a setting of it stands, or else the network. */
struct bl_range bl_network_range(const struct bl_network *network, const char *word);
/* Bits of a flit of the carrier when words of this cut cross, in so many streams. */
int bl_flit_bits(struct bl_cut cut, int streams);

/* The ports of bl_endpoint toward its carrier, a bundle by peer each: name, whether it belongs to
   what is sent (m_link_*) or to what is received (s_link_*), and bits for each peer. */
struct bl_carrier_signal {
    const char *name;
    bool outward;
    int width; /* 0: a flit */
};
enum { BL_CARRIER_SIGNALS = 7 };
extern const struct bl_carrier_signal bl_carrier_signals[BL_CARRIER_SIGNALS];

#endif
