/* How the records of an input are dealt to nodes and channels: block by block, block b to node b
   mod nodes, there to channel (b div nodes) mod lanes, behind what is there already. */
#ifndef BL_DEAL_H
#define BL_DEAL_H

#include <stdint.h>

struct bl_deal {
    int nodes, lanes, block /* records */;
};
struct bl_dealt {
    int node, lane;
    uint64_t in_node, in_lane;
};

/* Where the record with this number goes. */
static inline struct bl_dealt bl_deal(const struct bl_deal *deal, uint64_t number) {
    uint64_t block = number / (unsigned)deal->block, rest = number % (unsigned)deal->block;
    uint64_t turn = block / (unsigned)deal->nodes; /* of the node's own blocks */
    return (struct bl_dealt){
        .node = (int)(block % (unsigned)deal->nodes),
        .lane = (int)(turn % (unsigned)deal->lanes),
        .in_node = turn * (unsigned)deal->block + rest,
        .in_lane = turn / (unsigned)deal->lanes * (unsigned)deal->block + rest,
    };
}

/* How many of `total` records a node gets. */
static inline uint64_t bl_deal_node_total(const struct bl_deal *deal, uint64_t total, int node) {
    uint64_t round = (uint64_t)deal->nodes * (unsigned)deal->block,
             start = (uint64_t)node * (unsigned)deal->block;
    uint64_t rest = total % round, extra = rest > start ? rest - start : 0;
    return total / round * (unsigned)deal->block +
           (extra < (unsigned)deal->block ? extra : (unsigned)deal->block);
}

#endif
