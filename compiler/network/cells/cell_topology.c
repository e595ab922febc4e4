#include "network/cells/cell_topology.h"

#include <string.h>

#include "base/arena.h"

/* ---- ring: side 0 to the next node, side 1 to the one before */

static const char *refuse_ring(struct bl_arena *arena, int nodes, int rows) {
    if (rows) return "a ring has no rows";
    return nodes >= 3 ? NULL : bl_format(arena, "a ring has 3 nodes or more, not %d", nodes);
}
static int next_of_ring(int nodes, int rows, int node, int side) {
    (void)rows;
    return (node + (side ? nodes - 1 : 1)) % nodes;
}
static int place_in_ring(int nodes, int rows, int node, int side) {
    (void)rows;
    return side ? 2 * nodes - 1 - node : node;
}

/* ---- Manhattan street network: side 0 along the row, side 1 along the column; every second row
   and column goes the other way */

static bool is_manhattan(int nodes, int rows) {
    return rows >= 2 && rows % 2 == 0 && nodes % rows == 0 && nodes / rows % 2 == 0;
}
/* Of 4 nodes or a multiple, rows next to those, fewer first. */
static int other_rows(int nodes, int rows) {
    int off = 1;
    while (!is_manhattan(nodes, rows - off) && !is_manhattan(nodes, rows + off)) off++;
    return is_manhattan(nodes, rows - off) ? rows - off : rows + off;
}
static const char *refuse_manhattan(struct bl_arena *arena, int nodes, int rows) {
    if (is_manhattan(nodes, rows)) return NULL;
    if (nodes % 4)
        return bl_format(arena,
                         "rows and columns of a Manhattan street network are even numbers: "
                         "%d nodes, not %d",
                         nodes + 4 - nodes % 4, nodes);
    return bl_format(arena,
                     "rows and columns of a Manhattan street network are even numbers: "
                     "%d nodes in %d rows, not in %d",
                     nodes, other_rows(nodes, rows), rows);
}
static int next_of_manhattan(int nodes, int rows, int node, int side) {
    const int columns = nodes / rows, row = node / columns, column = node % columns;
    const int step = side ? column % 2 : row % 2;
    if (!side) return row * columns + (column + (step ? columns - 1 : 1)) % columns;
    return (row + (step ? rows - 1 : 1)) % rows * columns + column;
}
static int place_in_manhattan(int nodes, int rows, int node, int side) {
    const int columns = nodes / rows, row = node / columns, column = node % columns;
    if (!side) return row * columns + (row % 2 ? columns - 1 - column : column);
    return nodes + column * rows + (column % 2 ? rows - 1 - row : row);
}

/* ---- circular omega network of k stages of 2^k nodes: each leads to two of the next stage, and
   the last stage to the first */

/* k of k 2^k nodes, or of the next larger number. */
static int stages_of(int nodes) {
    int k = 1;
    while (k << k < nodes) k++;
    return k;
}
static const char *refuse_omega(struct bl_arena *arena, int nodes, int rows) {
    const int k = stages_of(nodes < 8 ? 8 : nodes);
    if (rows) return "the rows of an omega network follow from its nodes";
    if (k << k == nodes) return NULL;
    return bl_format(arena, "an omega network of %d stages has %d nodes, not %d", k, k << k, nodes);
}
static int next_of_omega(int nodes, int rows, int node, int side) {
    const int k = stages_of(nodes), each = nodes / k;
    (void)rows;
    return (node / each + 1) % k * each + (2 * (node % each) + side) % each;
}
static int place_in_omega(int nodes, int rows, int node, int side) {
    (void)nodes, (void)rows;
    return BL_CELL_LINKS * node + side;
}

const struct bl_cell_topology bl_cell_topologies[] = {
    {"ring", refuse_ring, next_of_ring, place_in_ring, 1},
    {"manhattan", refuse_manhattan, next_of_manhattan, place_in_manhattan, 1},
    {"omega", refuse_omega, next_of_omega, place_in_omega, 0},
    {0}};

const struct bl_cell_topology *bl_cell_topology_find(const char *word) {
    const struct bl_cell_topology *row = bl_cell_topologies;
    while (row->word && strcmp(row->word, word)) row++;
    return row->word ? row : NULL;
}

struct bl_cell_links *bl_cell_links_make(struct bl_arena *arena,
                                         const struct bl_cell_topology *topology, int nodes,
                                         int rows) {
    struct bl_cell_links *links = BL_NEW(arena, struct bl_cell_links, 1);
    const int count = BL_CELL_LINKS * nodes;
    *links = (struct bl_cell_links){nodes,
                                    count,
                                    BL_NEW(arena, int, count),
                                    BL_NEW(arena, int, count),
                                    bl_alloc(arena, sizeof *links->out * (size_t)nodes),
                                    bl_alloc(arena, sizeof *links->in * (size_t)nodes)};
    for (int i = 0; i < count; i++) {
        const int node = i / BL_CELL_LINKS, side = i % BL_CELL_LINKS,
                  to = topology->next(nodes, rows, node, side);
        links->from[i] = node;
        links->to[i] = to;
        links->out[node][side] = i;
        links->in[to][side] = i + 1;
    }
    for (int i = 0; i < count; i++) {
        int *in = links->in[links->to[i]];
        if (in[0] != i + 1 && in[1] != i + 1) in[!in[1]] = i + 1;
    }
    for (int i = 0; i < count; i++) links->in[i / BL_CELL_LINKS][i % BL_CELL_LINKS]--;
    return links;
}
