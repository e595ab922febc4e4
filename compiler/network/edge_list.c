#include "network/edge_list.h"

#include "base/arena.h"

struct bl_edge_list {
    struct bl_arena *arena;
    int nodes, pairs;
    int *first;
    struct {
        struct bl_edge *items;
        int count, capacity;
    } edges;
    struct {
        struct bl_edge_use *items;
        int count, capacity;
    } uses;
};

struct bl_edge_list *bl_edge_list_new(struct bl_arena *arena, int nodes) {
    struct bl_edge_list *list = BL_NEW(arena, struct bl_edge_list, 1);
    list->arena = arena;
    list->nodes = nodes;
    list->first = BL_NEW(arena, int, nodes *nodes + 1);
    return list;
}

int bl_edge_add(struct bl_edge_list *list, struct bl_edge edge) {
    *BL_APPEND(list->arena, &list->edges) = edge;
    return list->edges.count - 1;
}

void bl_edge_pair(struct bl_edge_list *list) { list->first[list->pairs++] = list->uses.count; }

void bl_edge_use(struct bl_edge_list *list, int edge, double wire) {
    *BL_APPEND(list->arena, &list->uses) = (struct bl_edge_use){edge, wire};
}

const struct bl_edges *bl_edge_list_end(struct bl_edge_list *list) {
    struct bl_edges *edges = BL_NEW(list->arena, struct bl_edges, 1);
    list->first[list->nodes * list->nodes] = list->uses.count;
    *edges = (struct bl_edges){.nodes = list->nodes,
                               .count = list->edges.count,
                               .items = list->edges.items,
                               .first = list->first,
                               .uses = list->uses.items};
    return edges;
}
