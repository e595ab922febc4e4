/* The window, and the ranges of the ports: which part of it lies where, and how a write goes there.
 */
#include "base/arena.h"
#include "base/bits.h"
#include "network/hub/hub_inner.h"

/* ---- the window */

int64_t bl_hub_slice(const struct bl_cluster *cluster) {
    return bl_hub(cluster)->window >> bl_log2(cluster->nodes);
}

int64_t bl_hub_quarter(const struct bl_cluster *cluster) {
    return bl_hub_slice(cluster) / BL_HUB_QUARTERS;
}

/* ---- cables */

int bl_hub_ring(const struct bl_cluster *cluster) {
    return cluster->nodes / bl_hub(cluster)->rings;
}

int bl_hub_peer_port(int port) {
    return port == BL_HUB_E ? BL_HUB_W : port == BL_HUB_W ? BL_HUB_E : port;
}

int bl_hub_peer(const struct bl_cluster *cluster, int node, int port) {
    int ring = bl_hub_ring(cluster), first = node / ring * ring;
    if (port == BL_HUB_S) return bl_hub(cluster)->rings > 1 ? (node + ring) % cluster->nodes : -1;
    if (port == BL_HUB_N || ring < 2) return -1;
    if (bl_hub(cluster)->cut && node - first == (port == BL_HUB_E ? ring - 1 : 0)) return -1;
    return first + (node - first + (port == BL_HUB_E ? 1 : ring - 1)) % ring;
}

/* ---- ranges */

static uint32_t place_of(const struct bl_cluster *cluster, int node) {
    return (uint32_t)((BL_HUB_WINDOW + (uint64_t)bl_hub_slice(cluster) * (uint64_t)node) >>
                      BL_HUB_LOG_PLACE);
}

/* That of nobody. */
static struct bl_hub_range none(int port) {
    return (struct bl_hub_range){.port = port, .low = 1, .high = 1};
}

static struct bl_hub_range of_quarter(const struct bl_cluster *cluster, int node, int number,
                                      int port, uint64_t base) {
    const uint32_t quarter = (uint32_t)(bl_hub_quarter(cluster) >> BL_HUB_LOG_PLACE),
                   low = place_of(cluster, node) + quarter * (uint32_t)number,
                   all = (UINT32_C(1) << 24) - 1;
    return (struct bl_hub_range){.port = port,
                                 .mask = all & ~(quarter - 1),
                                 .low = low,
                                 .high = low,
                                 .added = ((uint32_t)(base >> BL_HUB_LOG_PLACE) - low) & all};
}

/* Of one of a node's own memories. */
static struct bl_hub_range own(const struct bl_cluster *cluster, int node, int memory) {
    return memory > cluster->host->gpus
               ? none(BL_HUB_N)
               : of_quarter(cluster, node, memory, BL_HUB_N,
                            bl_host_memory_at(cluster->host, memory));
}

/* From node `first` on, `count` nodes of one ring, around its end where there are none above. */
static struct bl_hub_range of_nodes(const struct bl_cluster *cluster, int port, int first,
                                    int count) {
    const int ring = bl_hub_ring(cluster), begin = first / ring * ring;
    const uint32_t slice = (uint32_t)(bl_hub_slice(cluster) >> BL_HUB_LOG_PLACE),
                   all = (UINT32_C(1) << 24) - 1;
    if (!count) return none(port);
    return (struct bl_hub_range){
        .port = port,
        .mask = all & ~(slice - 1),
        .low = place_of(cluster, first),
        .high = place_of(cluster, begin + (first - begin + count - 1) % ring)};
}

/* What is around the end of a ring has the other ring's nodes, too, and goes S first. Of an even
   ring the longer half is to the east; of one that is cut, all behind a node is. */
void bl_hub_ranges(const struct bl_cluster *cluster, int node,
                   struct bl_hub_range ranges[BL_HUB_RANGES]) {
    const int ring = bl_hub_ring(cluster), first = node / ring * ring, at = node - first;
    const int east = bl_hub(cluster)->cut ? ring - 1 - at : ring / 2, west = ring - 1 - east;
    for (int i = 0; i < BL_HUB_MEMORIES; i++) ranges[i] = own(cluster, node, i);
    ranges[3] = bl_hub_peer(cluster, node, BL_HUB_S) < 0
                    ? none(BL_HUB_S)
                    : of_nodes(cluster, BL_HUB_S, ring - first, ring);
    ranges[4] = of_nodes(cluster, BL_HUB_E, first + (at + 1) % ring, east);
    ranges[5] = of_nodes(cluster, BL_HUB_W, first + (at + 1 + east) % ring, west);
    ranges[6] = of_quarter(cluster, node, BL_HUB_QUARTERS - 1, BL_HUB_LOCAL, 0);
}

/* ---- as words of the table */

enum { LOW, HIGH, ADDED, MASK, FIELDS, WORDS = BL_HUB_RANGES * FIELDS };
enum { FIELD_AT = 24, RANGE_AT = 26 };

static void write(const struct bl_hub_range *range, int number, uint32_t words[FIELDS]) {
    const uint32_t values[FIELDS] = {
        [LOW] = range->low, [HIGH] = range->high, [ADDED] = range->added, [MASK] = range->mask};
    for (int i = 0; i < FIELDS; i++)
        words[i] = values[i] | (uint32_t)i << FIELD_AT | (uint32_t)number << RANGE_AT;
}

const uint32_t *bl_hub_table(struct bl_arena *arena, const struct bl_node *node, int *count) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_hub_range ranges[BL_HUB_RANGES];
    uint32_t *words = BL_NEW(arena, uint32_t, WORDS * cluster->nodes);
    *count = WORDS;
    for (int n = 0; n < cluster->nodes; n++) {
        bl_hub_ranges(cluster, n, ranges);
        for (int i = 0; i < BL_HUB_RANGES; i++)
            write(&ranges[i], i, &words[n * WORDS + i * FIELDS]);
    }
    return words;
}

int bl_hub_look_up(const uint32_t *words, int count, int node, uint32_t place, uint32_t *at) {
    static const int ports[BL_HUB_RANGES] = {BL_HUB_N, BL_HUB_N, BL_HUB_N,    BL_HUB_S,
                                             BL_HUB_E, BL_HUB_W, BL_HUB_LOCAL};
    const uint32_t all = (UINT32_C(1) << FIELD_AT) - 1, *own = &words[node * count];
    for (int i = 0; i < BL_HUB_RANGES; i++) {
        const uint32_t *range = &own[i * FIELDS], masked = place & range[MASK] & all,
                       low = range[LOW] & all, high = range[HIGH] & all;
        const bool above = masked >= low, below = masked <= high;
        if (low > high ? !above && !below : !above || !below) continue;
        *at = (place + range[ADDED]) & all;
        return ports[i];
    }
    return -1;
}
