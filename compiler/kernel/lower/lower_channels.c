/* The channels of a node, between the kernels and the network's carrier. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "ir/network.h"
#include "kernel/lower/lower_inner.h"
#include "lower/lower.h"
#include "lower/lower_network.h"

enum { LATE_STAGES = 4, VALID_BIT = 31 };

/* {channel n's NAME, ..., channel 0's}, of words KIND in the core's clock. */
static const char *all(struct bl_kernel_lowering *kl, const char *kind, const char *bits) {
    const char *text = NULL;
    for (int i = kl->kernels->channel_count - 1; i >= 0; i--) {
        const struct bl_kernel_channel *channel = &kl->kernels->channels[i];
        text = bl_format(kl->lo->arena, "%s%s%s_%s_%s%s", text ? text : "{", text ? ", " : "",
                         channel->meets ? "idle" : "channel", channel->name, kind, bits);
    }
    return bl_format(kl->lo->arena, "%s}", text);
}

static void synchroniser(struct bl_kernel_lowering *kl, const char *name, int width, int stages,
                         const char *from, const char *to) {
    struct bl_lowering *lo = kl->lo;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", name,
                                                   "what the host writes of the channels",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", width);
    bl_instance_set(lo->circuit, inst, "STAGES", stages);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "s", "%s", from);
    bl_instance_connect(lo->circuit, inst, "m", "%s", to);
}

/* ---- the ends */

static const char *const kinds[] = {"to", "from"};

void bl_kernel_join_nets(struct bl_kernel_lowering *kl, const char *channel) {
    for (int i = 0; i < 2; i++) {
        bl_circuit_net(kl->lo->circuit, 1, NULL, "channel_%s_%s_tvalid", channel, kinds[i]);
        bl_circuit_net(kl->lo->circuit, 1, NULL, "channel_%s_%s_tready", channel, kinds[i]);
        bl_circuit_net(kl->lo->circuit, 32, NULL, "channel_%s_%s_node", channel, kinds[i]);
    }
    bl_circuit_net(kl->lo->circuit, 32, NULL, "channel_%s_from_length", channel);
}

/* The range of so many bits from the lowest, of a net that is wider. */
static const char *low_bits(struct bl_arena *arena, int bits) {
    return bits > 1 ? bl_format(arena, "[%d:0]", bits - 1) : "[0]";
}

/* The bundles of the levels at bl_channels, and of what it says to kernels that choose the ends. */
static const struct {
    const char *name;
    bool node; /* a node's number wide; with `granule` a bit for each granule, else one bit */
    bool granule;
} levels[] = {{"to_valid", false, false}, {"to_node", true, false}, {"from_valid", false, false},
              {"from_node", true, false}, {"wants", false, false},  {"ended", false, false},
              {"granted", false, false},  {"came", false, false},   {"came_keep", false, true},
              {"came_last", false, false}};
enum { LEVELS = sizeof levels / sizeof *levels };

static int level_bits(const struct bl_kernel_lowering *kl, int level) {
    if (levels[level].granule) return BL_KERNEL_WORD_GRANULES;
    return levels[level].node ? kl->lo->node_bits : 1;
}

static const char *level(struct bl_kernel_lowering *kl, const char *name, int channel) {
    int i = 0;
    while (strcmp(levels[i].name, name)) i++;
    return bl_kernel_at(kl->lo->arena, bl_format(kl->lo->arena, "channels_%s", name),
                        level_bits(kl, i), channel, kl->kernels->channel_count);
}

/* What the host writes of an end, in the network's clock: nodes stand two cycles before they
   count. */
void bl_kernel_lower_end(struct bl_kernel_lowering *kl, int number, const char *kind) {
    struct bl_lowering *lo = kl->lo;
    const char *name = kl->kernels->channels[number].name,
               *end = bl_format(lo->arena, "channel_%s_%s", name, kind);
    synchroniser(kl, bl_format(lo->arena, "%s_node_crossing", end), lo->node_bits, 2,
                 bl_format(lo->arena, "%s%s", end, low_bits(lo->arena, lo->node_bits)),
                 level(kl, bl_format(lo->arena, "%s_node", kind), number));
    synchroniser(kl, bl_format(lo->arena, "%s_valid_crossing", end), 1, LATE_STAGES,
                 bl_format(lo->arena, "%s[%d]", end, VALID_BIT),
                 level(kl, bl_format(lo->arena, "%s_valid", kind), number));
}

static struct bl_instance *join_instance(struct bl_kernel_lowering *kl, int number,
                                         const char *kind) {
    struct bl_lowering *lo = kl->lo;
    const char *name = bl_format(lo->arena, "channel_%s_%s", kl->kernels->channels[number].name,
                                 kind);
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, bl_format(lo->arena, "bl_channel_%s", kind),
        bl_format(lo->arena, "%s_moves", name), "what moves say of the channel's nodes",
        lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "NODE_W", lo->node_bits);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "k_clk", "clk");
    bl_instance_connect(lo->circuit, inst, "k_rst", "rst");
    bl_instance_connect(lo->circuit, inst, "s_tvalid", "%s_tvalid", name);
    bl_instance_connect(lo->circuit, inst, "s_tready", "%s_tready", name);
    bl_instance_connect(lo->circuit, inst, "s_node", "%s_node%s", name,
                        low_bits(lo->arena, lo->node_bits));
    return inst;
}

static void connect_levels(struct bl_kernel_lowering *kl, struct bl_instance *inst, int number,
                           const char *const *names) {
    for (; *names; names++)
        bl_instance_connect(kl->lo->circuit, inst, *names, "%s", level(kl, *names, number));
}

/* The ends that kernels choose. */
static void ends_of_moves(struct bl_kernel_lowering *kl, int number) {
    static const char *const to[] = {"to_valid", "to_node", "ended", NULL},
                             *const from[] = {"from_valid", "from_node", "wants",     "granted",
                                              "came",       "came_keep", "came_last", NULL};
    struct bl_lowering *lo = kl->lo;
    connect_levels(kl, join_instance(kl, number, "to"), number, to);
    struct bl_instance *inst = join_instance(kl, number, "from");
    bl_instance_set(lo->circuit, inst, "ELEMS", BL_KERNEL_WORD_GRANULES);
    bl_instance_connect(lo->circuit, inst, "s_length", "channel_%s_from_length",
                        kl->kernels->channels[number].name);
    connect_levels(kl, inst, number, from);
}

/* The numbers of nodes have more bits at the kernels, and some of what is said nobody hears. */
static void unused_of_ends(struct bl_kernel_lowering *kl) {
    struct bl_arena *arena = kl->lo->arena;
    const char *text = "1'b0";
    for (int i = 0; i < kl->kernels->channel_count; i++)
        for (int k = 0; k < 2 && kl->kernels->channels[i].any; k++)
            text = bl_format(arena, "%s, channel_%s_%s_node", text, kl->kernels->channels[i].name,
                             kinds[k]);
    for (int i = 5; i < LEVELS; i++)
        text = bl_format(arena, "%s, channels_%s", text, levels[i].name);
    bl_circuit_net(kl->lo->circuit, 1, bl_format(arena, "&{%s}", text), "unused_levels");
}

/* It has none: the network counts, and the channel carries no words. */
static void no_ends(struct bl_kernel_lowering *kl, int number) {
    static const char *const none[] = {"to_valid", "to_node", "from_valid", "from_node"};
    for (int i = 0; i < 4; i++)
        bl_circuit_assign(kl->lo->circuit, level(kl, none[i], number), "%d'd0",
                          i % 2 ? kl->lo->node_bits : 1);
    bl_kernel_lower_idle(kl, number);
}

static void ends(struct bl_kernel_lowering *kl) {
    struct bl_circuit *circuit = kl->lo->circuit;
    int count = kl->kernels->channel_count;
    for (int i = 0; i < LEVELS; i++)
        bl_circuit_net(circuit, count * level_bits(kl, i), NULL, "channels_%s", levels[i].name);
    for (int i = 0; i < count; i++) {
        if (kl->kernels->channels[i].any) {
            ends_of_moves(kl, i);
            continue;
        }
        if (kl->kernels->channels[i].meets) no_ends(kl, i);
        else
            for (int k = 0; k < 2; k++) bl_kernel_lower_end(kl, i, kinds[k]);
        bl_circuit_assign(circuit, level(kl, "wants", i), "1'b1");
    }
    unused_of_ends(kl);
}

const char *bl_kernel_send_now(struct bl_kernel_lowering *kl) {
    unsigned bits = 0;
    for (int i = 0; i < kl->kernels->channel_count; i++)
        bits |= (unsigned)kl->kernels->channels[i].now << i;
    return bl_format(kl->lo->arena, "%d'd%u", kl->kernels->channel_count, bits);
}

/* Words of a channel before those of another to the same node: as many as the network's own turns
   have, so that its frames are full. */
int bl_kernel_turn_words(const struct bl_lowering *lo) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    if (!cluster->network.carrier->sizes) return 1;
    return bl_max(1, cluster->network.carrier->sizes(cluster, &lo->node->carrier).turn_words);
}

static void parameters(struct bl_kernel_lowering *kl, struct bl_instance *inst) {
    struct bl_lowering *lo = kl->lo;
    const struct bl_parameter values[] = {{"NODES", lo->nodes},
                                          {"NODE_W", lo->node_bits},
                                          {"CHANNELS", kl->kernels->channel_count},
                                          {"CHAN_W", bl_max(1, lo->lane_bits)},
                                          {"ELEMS", lo->node->carrier.cut.elems},
                                          {"ELEM_W", lo->node->carrier.cut.elem_bits},
                                          {"LOG_DEPTH", kl->sizes.log_channel},
                                          {"TURN_WORDS", bl_kernel_turn_words(lo)},
                                          {"LOG_BUFFER", lo->node->carrier.links.log_depth}};
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
}

void bl_kernel_connect_streams(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                               const char *port, const char *kind, int parts) {
    static const char *const names[] = {"tvalid", "tready", "tdata", "tkeep", "tlast"};
    static const int widths[] = {1, 1, BL_KERNEL_WORD_BITS, BL_KERNEL_WORD_GRANULES, 1};
    struct bl_lowering *lo = kl->lo;
    bool sent = parts == 5;
    for (int i = 0; i < parts; i++) {
        const char *bundle = bl_format(lo->arena, "channels_%s_%s", kind, names[i]);
        bl_circuit_net(lo->circuit, kl->kernels->channel_count * widths[i], NULL, "%s", bundle);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", port, names[i]), "%s",
                            bundle);
        const char *each = all(kl, kind, bl_format(lo->arena, "_%s", names[i]));
        bool inward = sent == (i != 1);
        bl_circuit_assign(lo->circuit, inward ? bundle : each, "%s", inward ? each : bundle);
    }
}

/* A program without channels has nothing to say of them. */
static void none(struct bl_kernel_lowering *kl) {
    bl_circuit_assign(kl->lo->circuit, "protocol_error", "1'b0");
}

/* Whether channels and bundles share the links. */
static bool shares(const struct bl_kernel_lowering *kl) {
    return kl->kernels->channel_count && kl->kernels->bundle_count;
}

/* link_SIDE_leaving_tvalid and so on: the net between a side and bl_link_join. */
static const char *side_net(struct bl_kernel_lowering *kl, const char *side,
                            const struct bl_carrier_signal *signal) {
    return bl_format(kl->lo->arena, "link_%s_%s_%s", side, signal->outward ? "leaving" : "arriving",
                     signal->name);
}

void bl_kernel_connect_links(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                             const char *side) {
    if (!shares(kl)) {
        bl_lower_on_carrier(kl->lo, inst);
        return;
    }
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++)
        bl_instance_connect(kl->lo->circuit, inst,
                            bl_format(kl->lo->arena, "%s_link_%s",
                                      bl_carrier_signals[i].outward ? "m" : "s",
                                      bl_carrier_signals[i].name),
                            "%s", side_net(kl, side, &bl_carrier_signals[i]));
}

/* What leaves a side enters the join, and its credits the other way. */
static void join_side(struct bl_kernel_lowering *kl, struct bl_instance *inst, const char *side) {
    int flit = kl->lo->node->carrier.flit_bits;
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++) {
        const struct bl_carrier_signal *signal = &bl_carrier_signals[i];
        const char *net = side_net(kl, side, signal);
        bl_circuit_net(kl->lo->circuit, kl->lo->nodes * (signal->width ? signal->width : flit),
                       NULL, "%s", net);
        bl_instance_connect(
            kl->lo->circuit, inst,
            bl_format(kl->lo->arena, "%s_%s_%s", signal->outward ? "s" : "m", side, signal->name),
            "%s", net);
    }
}

/* Links for both, in turns. */
static void join_links(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    if (!shares(kl)) return;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_link_join", "joined_links",
                                                   "channels and bundles on the same links",
                                                   lo->program->cluster.network.range);
    const struct bl_parameter values[] = {{"NODES", lo->nodes},
                                          {"CHANNELS", kl->kernels->channel_count},
                                          {"CHAN_W", bl_max(1, lo->lane_bits)},
                                          {"ELEMS", lo->node->carrier.cut.elems},
                                          {"ELEM_W", lo->node->carrier.cut.elem_bits},
                                          {"LOG_BUFFER", lo->node->carrier.links.log_depth},
                                          {"TURN_WORDS", bl_kernel_turn_words(lo)}};
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
    bl_lower_network_clock(lo, inst);
    join_side(kl, inst, "a");
    join_side(kl, inst, "b");
    bl_lower_on_carrier(lo, inst);
}

static const char *lower_channels(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    ends(kl);
    bl_circuit_net(lo->circuit, 1, NULL, "channels_protocol_error");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_channels", "channels",
                                                   lo->program->cluster.network.carrier->title,
                                                   lo->program->cluster.network.range);
    parameters(kl, inst);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "k_clk", "clk");
    bl_instance_connect(lo->circuit, inst, "k_rst", "rst");
    bl_instance_connect(lo->circuit, inst, "node", "%s", bl_lower_network_node(lo));
    for (int i = 0; i < LEVELS; i++)
        bl_instance_connect(lo->circuit, inst, levels[i].name, "channels_%s", levels[i].name);
    bl_instance_connect(lo->circuit, inst, "now", "%s", bl_kernel_send_now(kl));
    bl_instance_connect(lo->circuit, inst, "protocol_error", "channels_protocol_error");
    bl_kernel_connect_marks(kl, inst, 0, kl->kernels->channel_count);
    bl_kernel_connect_streams(kl, inst, "s_axis", "sent", 5);
    bl_kernel_connect_streams(kl, inst, "m_axis", "received", 4);
    bl_kernel_connect_links(kl, inst, "a");
    return "channels_protocol_error";
}

void bl_kernel_lower_channels(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    const char *protocol_error = NULL;
    if (!lo->node->carrier.joined) {
        none(kl);
        return;
    }
    if (lo->program->cluster.network.carrier->channels) {
        none(kl);
        bl_kernel_lower_unreliable(kl);
        return;
    }
    join_links(kl);
    bl_kernel_lower_meets(kl);
    if (kl->kernels->channel_count) protocol_error = lower_channels(kl);
    if (kl->kernels->bundle_count) {
        const char *bundles = bl_kernel_lower_bundles(kl);
        protocol_error = protocol_error ? bl_format(lo->arena, "%s | %s", protocol_error, bundles)
                                        : bundles;
    }
    bl_circuit_net(lo->circuit, 1, protocol_error, "network_protocol_error");
    struct bl_instance *crossing = bl_circuit_instance(
        lo->circuit, "bl_synchroniser", "strange_crossing", "a word that nobody was to send",
        lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, crossing, "WIDTH", 1);
    bl_instance_connect(lo->circuit, crossing, "clk", "clk");
    bl_instance_connect(lo->circuit, crossing, "s", "network_protocol_error");
    bl_instance_connect(lo->circuit, crossing, "m", "protocol_error");
}
