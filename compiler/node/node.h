/* Makes a node, of what its program asks of it. */
#ifndef BL_NODE_NODE_H
#define BL_NODE_NODE_H

#include "ir/node.h"
#include "node/regmap.h"

struct bl_node_needs {
    const char *as_run;            /* as in bl_node */
    int channels;                  /* of memory */
    int word_bytes;                /* of each, and of the host port */
    bool memory_shared;            /* as in bl_node_memory */
    bool joined;                   /* nodes exchange words, */
    struct bl_cut cut;             /* of this cut, */
    int streams;                   /* in so many streams */
    struct bl_registers registers; /* of the program, in their order */
};

/* The carrier of a cluster, without its edges and links, which are of no concern to what a network
   says of the words. */
struct bl_carrier bl_carrier_of(struct bl_cut cut, int streams);

/* Flits that dst_ready keeps free of a receive buffer, but never more than a quarter of it. */
int bl_links_kept_free(const struct bl_links *links);

/* Everything but its links, whose sizes the program's plan decides. */
struct bl_node *bl_node_make(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_node_needs *needs);

#endif
