#include "node/node.h"

#include "base/arena.h"
#include "base/bits.h"
#include "ir/network.h"
#include "node/ports.h"

static int add_clock(struct bl_node *node, int number, const char *name, const char *port) {
    node->clock_numbers[node->clock_count] = number;
    node->clock_names[node->clock_count] = name;
    node->clocks[node->clock_count] = port;
    return node->clock_count++;
}

/* The place of a clock in the list of those that the node uses; put there if it is new. */
static int use_clock(struct bl_node *node, int number) {
    for (int i = 0; i < node->clock_count; i++)
        if (node->clock_numbers[i] == number) return i;
    const char *name = node->cluster->clocks[number].name;
    return add_clock(node, number, name, number ? bl_format(node->arena, "clk_%s", name) : "clk");
}

/* Of those that come with what the network carries. */
static const char *const *carried(const struct bl_node *node) {
    static const char *const none[] = {NULL};
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    return node->carrier.joined && row->clocks ? row->clocks(node->cluster) : none;
}

/* Core's is the first. What nobody uses has no clock of its own. */
static void use_clocks(struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const char *const *names = carried(node);
    int most = cluster->clock_count;
    while (names[most - cluster->clock_count]) most++;
    node->clocks = BL_NEW(node->arena, const char *, most);
    node->clock_names = BL_NEW(node->arena, const char *, most);
    node->clock_numbers = BL_NEW(node->arena, int, most);
    use_clock(node, 0);
    node->memory_clock = use_clock(node, node->memory.channels ? cluster->memory.clock : 0);
    node->network_clock = use_clock(node, node->carrier.joined ? cluster->network.clock : 0);
    node->host_clock = cluster->host ? use_clock(node, cluster->host->clock) : -1;
    node->own_clocks = node->clock_count;
    for (; *names; names++)
        add_clock(node, cluster->network.clock, *names,
                  bl_format(node->arena, "%s_clk", *names));
}

struct bl_carrier bl_carrier_of(struct bl_cut cut, int streams) {
    return (struct bl_carrier){
        .cut = cut, .streams = streams, .flit_bits = bl_flit_bits(cut, streams)};
}

int bl_links_kept_free(const struct bl_links *links) { return 1 << bl_log2(links->lane_words + 4); }

static void join(struct bl_node *node) {
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    node->medium = row->medium;
    node->medium_icarus = row->medium_icarus ? row->medium_icarus : row->medium;
    node->carrier.edges = row->edges(node->arena, node->cluster, &node->carrier);
}

struct bl_node *bl_node_make(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_node_needs *needs) {
    struct bl_node *node = BL_NEW(arena, struct bl_node, 1);
    *node = (struct bl_node){.arena = arena,
                             .program = program,
                             .cluster = &program->cluster,
                             .board = program->cluster.board,
                             .top = program->symbol,
                             .as_run = needs->as_run,
                             .memory = {.channels = needs->channels,
                                        .word_bytes = needs->word_bytes,
                                        .address_bits = BL_ADDRESS_BITS,
                                        .shared = needs->memory_shared},
                             .carrier = bl_carrier_of(needs->cut, needs->streams)};
    node->carrier.joined = needs->joined;
    use_clocks(node);
    if (program->cluster.nodes > 1) join(node);
    node->registers = bl_regmap_make(node, &needs->registers);
    bl_node_add_ports(node);
    return node;
}
