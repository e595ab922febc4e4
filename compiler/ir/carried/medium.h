/* What lies between the nodes in a simulation: one interface for links, a bus, frames. A kind is a
   constant row; a network's row of the compiler says which one its nodes are joined to, and the
   node's model brings it.

   Nodes run in windows of time, in any order or at once: what a node does in a window may change
   nothing that a node sees in it, so that the result does not depend on who runs first. A node's
   pins are driven at the edges of its network's clock only, and looked at there and at those of the
   clocks that come with what it carries. Time is that of the
   cluster, in ps; it only goes on. */
#ifndef BL_MEDIUM_H
#define BL_MEDIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/carried/node_model.h"

struct bl_edges;
struct bl_medium_faults;
struct bl_tlp_in;
struct bl_tlp_out;

/* A clock of a node: rising edges at phase + k * period, k = 1, 2... */
struct bl_sim_clock {
    const char *name;
    int64_t period_ps, phase_ps; /* period > 0, phase >= 0 */
};

struct bl_medium_config {
    int nodes;
    const struct bl_node_model *const *models; /* [nodes] */
    const struct bl_sim_clock *clocks;         /* [nodes], of each node's network */
    const struct bl_edges *edges;              /* of the network; NULL: none */
    const void *own;                           /* what the network's row has written for its medium;
                                                  NULL: nothing */
};

/* What a medium asks of those who run it. */
struct bl_medium_times {
    int64_t window_ps;   /* the longest time to advance at once, > 0 */
    int64_t patience_ps; /* in which nothing may move at the nodes' pins although something is on
                            its way */
    int64_t reset_ps;    /* that all nodes stay in reset until nothing is left; -1: it cannot be
                            reset */
};

/* A count that it keeps: of faults that were injected, of frames lost, at a place, "from node 1 to
   node 0". */
struct bl_medium_count {
    const char *name, *place; /* the place lives as long as the medium */
    uint64_t count;
};

/* A fault that it can inject, at a rate given by `run --faults`, or, with ports, letters, at a port
   of a node from one time on: NODE:PORT@TIME, or NODE:PORT@TIME-TIME until another one. Times are
   from 1 ns to 999 ms, "20us". */
struct bl_medium_fault {
    const char *word, *help, *ports;
    const char *at; /* what is at these: "a cable" */
};
enum { BL_MEDIUM_FAULTS = 8, BL_MEDIUM_EVENTS = 16, BL_MEDIUM_WHY = 256 };
/* Of ROW(name, word, help), a list that a kind and its network have in common. */
#define BL_MEDIUM_FAULT(name, word, help) {word, help, NULL, NULL},

struct bl_medium_kind {
    const char *word;
    size_t in_bytes, out_bytes; /* of a node's pins */
    void *(*create)(const struct bl_medium_config *config, struct bl_medium_times *times);
    void (*destroy)(void *medium);
    /* The clocks of the nodes, [nodes][clocks of the model], as they are with those that come with
       what it carries. NULL: none do. */
    void (*clocks)(const struct bl_medium_config *config, struct bl_sim_clock *const *clocks);
    /* The end of the next window, when each node's next edge is at edges[node]: more than the
       earliest of them or `until`. NULL: `until`, which is at most window_ps away. */
    int64_t (*window)(const void *medium, const int64_t *edges, int64_t until);
    /* Before a window that ends at end_ps; NULL: nothing. */
    void (*open)(void *medium, const int64_t *edges, int64_t end_ps);
    /* In a window, by the node: fills in what it sees in its edge at `now`; takes what it drives
       from then on. How much has moved: flits, strobes. */
    unsigned (*present)(void *medium, int node, int64_t now, void *in);
    unsigned (*clock)(void *medium, int node, int64_t now, const void *in, const void *out);
    /* After a window. */
    void (*publish)(void *medium);
    /* Rules of its own that were broken; with a file, a line on each kind. NULL: none can be. */
    uint64_t (*broken)(const void *medium, FILE *file);
    /* What a node waits for, a line each; whether there was any. NULL: nothing to say. */
    bool (*describe)(const void *medium, int node, const void *in, const void *out, FILE *file);
    /* Faults that it knows, ended by a word of NULL; NULL: none. From then on they are injected,
       the same ones for the same seed. */
    const struct bl_medium_fault *faults;
    void (*arm)(void *medium, const struct bl_medium_faults *faults);
    /* At the end of a run: a line on each event that has not happened. NULL: none can be asked. */
    void (*unmet)(const void *medium, FILE *file);
    /* Count number i; false: there is none. NULL: it keeps none. */
    bool (*count)(const void *medium, int i, struct bl_medium_count *count);
    /* Writes what goes in and out of the nodes from now on to a file (`run --pcap`): of one node,
       or -1 of all; false, with errno: it cannot be written. To its end: 0, or the errno value of
       the first write that failed. NULL: there is nothing of that kind. */
    bool (*capture)(void *medium, const char *file, int node);
    int (*end_capture)(void *medium);
    /* In a window, by the node: what it and its host see and drive as TLPs, behind `clock` of the
       same edge. NULL: nothing is done with it. */
    void (*see_host)(void *medium, int node, int64_t now, const struct bl_tlp_in *in,
                     const struct bl_tlp_out *out);
};

/* Of a fault with ports. */
struct bl_medium_event {
    int fault, node, port;     /* the port's place among the letters */
    int64_t from_ps, until_ps; /* INT64_MAX: for ever */
};
/* Rates of the kind's faults in its order, 0..1, for each flit or frame, and events. */
struct bl_medium_faults {
    double rates[BL_MEDIUM_FAULTS];
    uint64_t seed;
    struct bl_medium_event events[BL_MEDIUM_EVENTS];
    int event_count;
    char why[BL_MEDIUM_WHY]; /* what is wrong with them, "" if nothing is */
};
/* The nodes that faults with ports may be at, and of each the ports that have something there,
   among the fault's own letters; NULL: all have. */
struct bl_medium_place {
    int nodes;
    const char *const *ports;
};
/* Of "late=1e-3,flip=0.01" or "cut=1:E@20us-30us"; NULL, or a message, which lives in *faults.
   `kind` may be NULL: no medium. */
const char *bl_medium_faults_parse(const char *text, const struct bl_medium_kind *kind,
                                   struct bl_medium_place place, struct bl_medium_faults *faults);
/* A line for each fault of the kind, for --help; nothing where there is none. */
void bl_medium_faults_help(FILE *file, const struct bl_medium_kind *kind);

#endif
