/* The edges of a full mesh, for tests and fuzz targets that have no plan. */
#ifndef MESH_EDGES_H
#define MESH_EDGES_H

#include "ir/carried/edges.h"

enum { MESH_MOST_NODES = 16 };

struct mesh_edges {
    struct bl_edges edges;
    struct bl_edge items[MESH_MOST_NODES * MESH_MOST_NODES];
    struct bl_edge_use uses[MESH_MOST_NODES * MESH_MOST_NODES];
    int first[MESH_MOST_NODES * MESH_MOST_NODES + 1];
};

/* Bytes a second, 0: no limit, and picoseconds of every link. */
static inline const struct bl_edges *mesh_edges(struct mesh_edges *mesh, int nodes, double rate,
                                                int64_t latency_ps) {
    for (int i = 0; i < nodes * nodes; i++) {
        mesh->items[i] = (struct bl_edge){i / nodes, i % nodes, rate, latency_ps};
        mesh->uses[i] = (struct bl_edge_use){i, 1};
        mesh->first[i] = i;
    }
    mesh->first[nodes * nodes] = nodes * nodes;
    mesh->edges = (struct bl_edges){.nodes = nodes,
                                    .count = nodes * nodes,
                                    .items = mesh->items,
                                    .first = mesh->first,
                                    .uses = mesh->uses};
    return &mesh->edges;
}

#endif
