/* The network `hub`. */
#ifndef BL_HUB_INNER_H
#define BL_HUB_INNER_H

#include "ir/network.h"

struct cJSON;
#include "network/hub/carried/hub.h"
#include "plan/certify/waits.h"

enum {
    BL_HUB_NODES = 16, /* at most */
    BL_HUB_LOG_PLACE = 24 /* ranges are of whole places, of so many bytes */,
    BL_HUB_QUARTERS = 4 /* of a node's slice: host, gpu0, gpu1, the hub's own */,
    BL_HUB_MEMORIES = 3, /* of them those of the host's bus */
    BL_HUB_LOCAL = BL_HUB_PORTS /* where a write of the hub's own memory leaves */
};
/* Where the window begins on the bus of every host. */
#define BL_HUB_WINDOW (UINT64_C(1) << 46)
/* And the registers of its own node (bl_hub_answer.v). */
#define BL_HUB_REGISTERS (UINT64_C(1) << 47)

/* What a cluster keeps of it. */
struct bl_hub {
    int rings;
    int64_t window; /* bytes */
    int buffer;     /* bytes of an input of a hub */
    int memory;     /* bytes of its own */
    int64_t latency_ps;
    int cut; /* a ring has one edge that is not used */
};
static inline const struct bl_hub *bl_hub(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

/* ---- hub_routes.c */

/* Bytes of the part of the window that each node has, and of a quarter of it. */
int64_t bl_hub_slice(const struct bl_cluster *cluster);
int64_t bl_hub_quarter(const struct bl_cluster *cluster);
/* Nodes of a ring. */
int bl_hub_ring(const struct bl_cluster *cluster);
/* The node that the cable of a port leads to; -1: it has none. And the port there. */
int bl_hub_peer(const struct bl_cluster *cluster, int node, int port);
int bl_hub_peer_port(int port);

/* Which addresses leave by a port, of places: (address & mask) from low to high, around where low
   is above high; `added` to the place of those that do. */
struct bl_hub_range {
    int port;
    uint32_t mask, low, high, added;
};
enum { BL_HUB_RANGES = 7 };
/* Those of a node: N's three, S's, E's, W's, its own memory's; the first that has an address
   counts. */
void bl_hub_ranges(const struct bl_cluster *cluster, int node,
                   struct bl_hub_range ranges[BL_HUB_RANGES]);
/* Of the row: the words that the ranges of all nodes are written in (bl_hub_table.v). */
const uint32_t *bl_hub_table(struct bl_arena *arena, const struct bl_node *node, int *count);
/* What such words say of a place: the port that it leaves a node by, and what it is there; -1: it
   is nobody's. */
int bl_hub_look_up(const uint32_t *words, int count, int node, uint32_t place, uint32_t *at);

/* ---- hub_plan.c: TLPs that an input has room for, what holds them, and its own memory */
int bl_hub_slots(const struct bl_cluster *cluster);
/* The least buffer with room for so many. */
int bl_hub_buffer(const struct bl_cluster *cluster, int slots);
int bl_hub_log_words(const struct bl_cluster *cluster);
int bl_hub_log_memory(const struct bl_cluster *cluster);
/* Cycles between two looks of the engine for a late completion, each of one of its tags. */
int bl_hub_step(const struct bl_cluster *cluster);
/* TLPs that have to be on their way for the full rate of a link. */
int bl_hub_full_rate(const struct bl_cluster *cluster);
/* Bytes a second each way, as a link counts them: of a link, and the lesser of that and of the
   words that a hub takes and gives. */
double bl_hub_link_rate(const struct bl_cluster *cluster);
double bl_hub_rate(const struct bl_cluster *cluster);
/* Which part of them is payload in the longest TLPs, and how many a second. */
double bl_hub_payload_part(const struct bl_cluster *cluster);
double bl_hub_payload_rate(const struct bl_cluster *cluster);
/* Reads that its engine has on their way at once. Of the row: within what they are answered. */
int bl_hub_tags(const struct bl_cluster *cluster);
int64_t bl_hub_answers_ps(const struct bl_cluster *cluster);

/* ---- hub_explain.c: of the row */
void bl_hub_explain(struct bl_text *text, const struct bl_node *node);
void bl_hub_explain_json(struct cJSON *to, const struct bl_node *node);

/* ---- hub_certificate.c: of the row */
const struct bl_certificate *bl_hub_certify(struct bl_arena *arena, const struct bl_node *node);
/* Links that a write from a node to another passes; -1: it does not come there. */
int bl_hub_hops(const struct bl_cluster *cluster, const uint32_t *words, int count, int from,
                int to);

/* ---- hub_files.c: of the row */
bool bl_hub_add_files(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home);

/* ---- hub_lower.c: of the row */
extern const struct bl_network_port bl_hub_ports[];
extern const struct bl_network_register bl_hub_registers[];
void bl_hub_lower(struct bl_lowering *lo);

#endif
