/* What lies between the nodes of a cluster: its directed links, ports and shared media, and which
   of them the traffic of a pair of nodes passes. The peak, the largest-bucket bound, the buffers'
   depths and the simulated links follow from them. */
#ifndef BL_EDGES_H
#define BL_EDGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bl_edge {
    int from, to;            /* nodes; from `nodes` on: points inside of the network */
    double bytes_per_second; /* on the wire; 0: no limit */
    int64_t latency_ps;
};

/* An edge that a pair's traffic passes. A network that spreads a pair's traffic over several ways
   gives each its share. */
struct bl_edge_use {
    int edge;
    double wire; /* bytes on this edge for a byte of payload: headers, acknowledges, shares */
};

struct bl_edges {
    int nodes, count;
    const struct bl_edge *items;
    const int *first; /* [nodes * nodes + 1]: pair from * nodes + to has uses[first[pair]] up to
                         uses[first[pair + 1]]; none where it passes nothing */
    const struct bl_edge_use *uses;
};

/* Seconds in which each pair's payload, bytes[from * nodes + to], has crossed: those of the edge
   that takes longest. */
double bl_edges_seconds(const struct bl_edges *edges, const double *bytes);

/* Bytes of payload a second of each pair of two nodes when all send alike, and of the fastest when
   it alone sends; 0: no limit. */
double bl_edges_even_rate(const struct bl_edges *edges);
double bl_edges_lone_rate(const struct bl_edges *edges);

/* Of the pair that is farthest apart; of all its ways, where it has several. */
int64_t bl_edges_latency(const struct bl_edges *edges);

#ifdef __cplusplus
}
#endif

#endif
