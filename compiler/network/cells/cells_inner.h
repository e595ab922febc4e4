/* The network `cells`. */
#ifndef BL_CELLS_INNER_H
#define BL_CELLS_INNER_H

#include "ir/network.h"
#include "network/cells/carried/cells.h"
#include "network/cells/cell_routes.h"
#include "plan/certify/waits.h"

enum {
    BL_CELLS_NODES = 64 /* at most */,
    BL_CELL_CHANNELS = 4 /* virtual ones of a link, at most */
};
enum { BL_CELL_BARRIERS = 16 /* at most: as many as channels */ };

/* What a cluster keeps of it. */
struct bl_cells {
    int topology; /* place among bl_cell_topologies */
    int rows;     /* of a topology that has some; 0 */
    int word;     /* bits of a word of a link */
    int cell;     /* words of a cell, the header among them */
    int channels; /* virtual ones of a link */
    int buffer;   /* cells of a virtual channel's buffer */
    int order;    /* 0: a virtual channel's first cell goes first; 1: the oldest for each port */
    int forward;  /* 0: cells go on whole; 1: as soon as their first word is there */
    int wire;     /* cycles of a link, one way */
    int crosses;  /* 1: what comes over a link comes with a clock; 0: all is on the nodes' clock */
    int idle;     /* cycles between cells of a link */
    int repair;   /* 1: what was damaged is sent again; 0: it ends the run */
    int retries;  /* of a cell over a link */
    const struct bl_cell_routes *routes;
};
static inline const struct bl_cells *bl_cells(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

/* ---- cells_tables.c: where a cell goes on */

/* Where a cell is that a node is to send on, as bl_route_table.v numbers it: from a link in, on a
   virtual channel, or its own. */
enum { BL_CELL_OWN = BL_CELL_LINKS * BL_CELL_CHANNELS, BL_CELL_COPIES /* no source: the tree */ };
static inline int bl_cell_source(int link, int channel) {
    return link * BL_CELL_CHANNELS + channel;
}
/* The link out and its virtual channel; `link` BL_CELL_LINKS: it has come to its node. */
struct bl_cell_step {
    int link, channel;
};
struct bl_cell_step bl_cell_step(const struct bl_cluster *cluster, int node, int source, int dest);
/* The node that a link out of a node leads to, and what a cell is there that comes over it. */
int bl_cell_end(const struct bl_cluster *cluster, int node, int link);
int bl_cell_source_at_end(const struct bl_cluster *cluster, int node, struct bl_cell_step step);
/* Links between two nodes, by the routes; the most of a node's; of any two. */
int bl_cell_hops(const struct bl_cluster *cluster, int from, int to);
int bl_cell_most_hops_from(const struct bl_cluster *cluster, int from);
int bl_cell_most_hops(const struct bl_cluster *cluster);
/* Words of the nodes' tables (bl_route_table.v), of the row. */
const uint32_t *bl_cells_table(struct bl_arena *arena, const struct bl_node *node, int *count);
/* Finished tables, and where links lead, [node * BL_CELL_LINKS + link]: BL_CELL_LINKS times the
   node, and as which link they come in there. */
struct bl_cells_written {
    int nodes, channels, count; /* virtual channels of a link; words of a node */
    int trees;                  /* of those words the first say where copies go */
    const uint32_t *words;
    const int *ends;
};
struct bl_cells_written bl_cells_written(struct bl_arena *arena, const struct bl_node *node);
/* What the table of a node says; `link` -1: there is no way. */
struct bl_cell_step bl_cells_look_up(const struct bl_cells_written *routes, int node, int source,
                                     int dest);
/* The same of the copies of a cell for all: the virtual channel of a link, -1: none goes there. */
int bl_cells_look_up_copy(const struct bl_cells_written *routes, int node, int link);

/* ---- cells_check.c */

/* False after a report. */
bool bl_cells_fit(struct bl_check *check, const struct bl_cluster *cluster);

/* ---- cells_certificate.c */

/* What waits for what, by the tables alone; whether cells of a node arrive at another one. */
struct bl_waits bl_cells_waits(struct bl_arena *arena, const struct bl_cells_written *routes);
bool bl_cells_arrive(const struct bl_cells_written *routes, int from, int dest);
/* Nodes that get one copy of a cell for all, those that get several not among them. */
int bl_cells_copied(struct bl_arena *arena, const struct bl_cells_written *routes);
/* Of the row. */
const struct bl_certificate *bl_cells_certify(struct bl_arena *arena, const struct bl_node *node);

/* ---- cells_plan.c: what the circuit is given */

struct bl_cells_plan {
    int parts;     /* words of a flit */
    int heads;     /* words of the header */
    int flits;     /* of a full cell */
    int header;    /* bits */
    int hop;       /* cycles of a cell from the first word at a link to that at the next one */
    int answer;    /* cycles of a message on the wire back, with what says and hears it */
    int round;     /* cycles from a flit until its credit is back, at most, without other traffic */
    int in_flight; /* flits of a pair until then */
    int timeout, silence;
};
struct bl_cells_plan bl_cells_plan(const struct bl_cluster *cluster,
                                   const struct bl_carrier *carrier);
/* Bytes on a link for a byte of payload, in full cells. */
double bl_cells_share(const struct bl_cluster *cluster, const struct bl_carrier *carrier);

/* ---- cells_lower.c: of the row */
extern const struct bl_network_port bl_cells_ports[];
extern const struct bl_network_register bl_cells_registers[];
const char *const *bl_cells_clocks(const struct bl_cluster *cluster);
void bl_cells_lower(struct bl_lowering *lo);

#endif
