/* The network `full_mesh`, with links as pins or over serial cores. */
#ifndef BL_MESH_INNER_H
#define BL_MESH_INNER_H

#include "ir/cut.h"
#include "ir/network.h"
#include "settings/setting.h"

/* What a cluster keeps of it. */
struct bl_mesh {
    double link_bytes_per_second; /* payload of one directed link; that of a core's stream */
    int64_t latency_ps;
    int wire; /* bits of a word of the serial cores' streams; 0: links are pins */
};
static inline const struct bl_mesh *bl_mesh(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

/* Payload of one directed link, bytes a second. */
double bl_mesh_link_rate(const struct bl_cluster *cluster);

/* What a node sends to itself stays in it, a word a cycle: bytes a second. */
double bl_mesh_own_rate(const struct bl_cluster *cluster, const struct bl_carrier *carrier);
/* mesh_lower.c: of the links that are pins. */
void bl_mesh_lower(struct bl_lowering *lo);

/* What carries words where there is a `wire`. */
extern const struct bl_carrier_row bl_mesh_wire;

/* wire_plan.c: what the circuit is given, and why; docs/networks.md, "Over serial cores". */
struct bl_wire_plan {
    int flits, words; /* of a full block, the words of its tail included */
    int tail;         /* words of that */
    int in_flight;    /* flits of a link until their credits are back, at the full rate */
    int log_ring;     /* of the words that are kept until they are acknowledged */
    int timeout;      /* cycles */
    int silence;
};
struct bl_wire_plan bl_wire_plan(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier);
/* Bytes a second that a stream takes: the core's, or a word in each cycle. */
double bl_wire_rate(const struct bl_cluster *cluster);
struct bl_network_way bl_wire_way(const struct bl_cluster *cluster,
                                  const struct bl_carrier *carrier);
/* Bytes on the wire for a byte of payload, in full blocks. */
double bl_wire_share(const struct bl_cluster *cluster, const struct bl_carrier *carrier);
/* Seconds from a block's first word until its acknowledge has come. */
double bl_wire_round_trip(const struct bl_cluster *cluster, const struct bl_carrier *carrier);
/* The longest latency, for any width of words. */
double bl_wire_most_latency(const struct bl_cluster *cluster);

/* wire_lower.c: of that row. */
extern const struct bl_network_port bl_wire_ports[];
void bl_wire_lower(struct bl_lowering *lo);

#endif
