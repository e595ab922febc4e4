/* Why writes arrive: from the ranges that the hubs are given, and the numbers of their circuit.
   docs/hub.md, "Why it delivers". */
#include "base/arena.h"
#include "base/bits.h"
#include "base/value.h"
#include "network/hub/hub_inner.h"
#include "node/node.h"
#include "plan/certify/certificate.h"

static uint32_t place_of(const struct bl_cluster *cluster, int node) {
    return (uint32_t)((BL_HUB_WINDOW + (uint64_t)bl_hub_slice(cluster) * (uint64_t)node) >>
                      BL_HUB_LOG_PLACE);
}

int bl_hub_hops(const struct bl_cluster *cluster, const uint32_t *words, int count, int from,
                int to) {
    uint32_t at;
    for (int hops = 0, node = from; hops <= cluster->nodes; hops++) {
        const int port = bl_hub_look_up(words, count, node, place_of(cluster, to), &at);
        if (port == BL_HUB_N) return node == to ? hops : -1;
        if (port < 0) return -1;
        node = bl_hub_peer(cluster, node, port);
    }
    return -1;
}

/* ---- what waits: an input's buffer for that of the next hub. Those of a ring are one thing: what
   comes into it leaves room for another TLP, so that one of them always has a place to go to. Of a
   ring that is cut each is one by itself. */

struct things {
    const struct bl_cluster *cluster;
    int host;                              /* node n's own writes: host + n */
    int place[BL_HUB_NODES][BL_HUB_PORTS]; /* of the buffer that a port of a node leads to */
};

static int name_link(struct bl_waits *waits, int port, int node) {
    static const char names[] = "NEWS";
    return bl_waits_thing(waits,
                          bl_format(waits->arena, "the link %c from node %d", names[port], node));
}

static struct things name_things(struct bl_waits *waits, const struct bl_cluster *cluster) {
    static const char *const ways[] = {"", "east", "west"};
    struct things things = {.cluster = cluster};
    const int ring = bl_hub_ring(cluster);
    for (int i = 0; i < cluster->nodes; i++)
        for (int port = 1; port < BL_HUB_PORTS; port++) {
            if (port == BL_HUB_S || bl_hub(cluster)->cut)
                things.place[i][port] = name_link(waits, port, i);
            else
                things.place[i][port] =
                    i % ring
                        ? things.place[i / ring * ring][port]
                        : bl_waits_thing(waits, bl_format(waits->arena, "the ring of node %d, %s",
                                                          i, ways[port]));
        }
    things.host = waits->thing_count;
    for (int i = 0; i < cluster->nodes; i++)
        bl_waits_thing(waits, bl_format(waits->arena, "a write of the host of node %d", i));
    return things;
}

static void add_once(struct bl_waits *waits, int from, int to) {
    for (int i = 0; i < waits->count; i++)
        if (waits->items[i].from == from && waits->items[i].to == to) return;
    bl_waits_add(waits, (struct bl_wait){from, to, "a write needs a place there"});
}

static void follow(struct bl_waits *waits, const struct things *things, const uint32_t *words,
                   int count, int from, int to) {
    int at = things->host + from;
    uint32_t place;
    for (int node = from, hops = 0; hops <= things->cluster->nodes; hops++) {
        const int port = bl_hub_look_up(words, count, node, place_of(things->cluster, to), &place);
        if (port <= BL_HUB_N) return;
        if (at != things->place[node][port]) add_once(waits, at, things->place[node][port]);
        at = things->place[node][port];
        node = bl_hub_peer(things->cluster, node, port);
    }
}

static struct bl_waits waits_of(struct bl_arena *arena, const struct bl_cluster *cluster,
                                const uint32_t *words, int count) {
    struct bl_waits waits = bl_waits_begin(arena);
    const struct things things = name_things(&waits, cluster);
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) follow(&waits, &things, words, count, from, to);
    return waits;
}

/* ---- sizes, and what is claimed */

enum { PAIRS, BUFFER, SIZES };
enum { LEAST_SLOTS = 2 };

/* The least `buffer` that will do. */
static const struct bl_remedy *remedies_of(struct bl_arena *arena,
                                           const struct bl_cluster *cluster) {
    struct bl_remedy *remedies = BL_NEW(arena, struct bl_remedy, SIZES);
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_CAPACITY, bl_hub_buffer(cluster, LEAST_SLOTS));
    remedies[BUFFER] = (struct bl_remedy){"buffer", bl_strdup(arena, text)};
    return remedies;
}

static void size_all(struct bl_sized *sizes, const struct bl_cluster *cluster,
                     const uint32_t *words, int count) {
    const int nodes = cluster->nodes;
    int arrive = 0;
    for (int i = 0; i < nodes * nodes; i++)
        arrive += bl_hub_hops(cluster, words, count, i / nodes, i % nodes) >= 0;
    sizes[PAIRS] = (struct bl_sized){
        "writes that come to their node", "pairs", arrive, 0, nodes * nodes,
        "every host reaches every other", 0,       NULL};
    const bool cut = bl_hub(cluster)->cut;
    sizes[BUFFER] = (struct bl_sized){"buffer of an input",
                                      bl_hub_slots(cluster) == 1 ? "TLP" : "TLPs",
                                      bl_hub_slots(cluster),
                                      cut ? 1 : LEAST_SLOTS,
                                      LEAST_SLOTS,
                                      cut ? "for which the ports are made"
                                          : "one goes on along a ring, and one place stays free",
                                      bl_hub_full_rate(cluster),
                                      "what is sent over a link until a place is heard of as free"};
}

/* The first two are of rings that are whole. */
enum { OF_RINGS = 2 };
static const struct bl_claim claims[] = {
    {"what comes into a ring leaves room for another TLP", BL_PROVEN, "bl_hub_give", 0},
    {"a ring never fills up", BL_PROVEN, "bl_hub_ring", 0},
    {"no more TLPs are away than the next hub has room for", BL_PROVEN, "bl_hub_give", 0},
    {"the words of a TLP stay together", BL_PROVEN, "bl_hub_give", 0},
    {"a TLP leaves by the port that its address names, unchanged but for its header", BL_TESTED,
     "testbench/tests/rtl/tb_bl_hub.v", 0},
};

const struct bl_certificate *bl_hub_certify(struct bl_arena *arena, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_certificate *certificate = BL_NEW(arena, struct bl_certificate, 1);
    struct bl_sized *sizes = BL_NEW(arena, struct bl_sized, SIZES);
    const int skipped = bl_hub(cluster)->cut ? OF_RINGS : 0;
    int count;
    const uint32_t *words = bl_hub_table(arena, node, &count);
    size_all(sizes, cluster, words, count);
    *certificate = (struct bl_certificate){
        .guarantee = "a write into the window comes to the memory that it is for, once, and those "
                     "of one host to one memory in their order, as long as links are up",
        .claimed = "every TLP once, over each link",
        .waits = waits_of(arena, cluster, words, count),
        .sizes = sizes,
        .size_count = SIZES,
        .remedies = remedies_of(arena, cluster),
        .claims = claims + skipped,
        .claim_count = (int)(sizeof claims / sizeof *claims) - skipped,
        .detection_seconds = 0,
        .detection_reason = "a write that is lost, as nobody has its address or a cable is cut, is "
                            "reported to its node, unless the way there is cut, too"};
    return certificate;
}
