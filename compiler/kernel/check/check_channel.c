/* Channels: types, which node sends to which, buffers. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "check/check_inner.h"
#include "check/check_type.h"
#include "ir/carried/edges.h"
#include "ir/network.h"
#include "kernel/check/check_inner.h"
#include "kernel/kernel_program.h"
#include "node/node.h"
#include "templates/range_text.h"

enum { LEAST_WORDS = 16, ROUND_TRIP_CYCLES = 24 };

/* A node sends to the one that the expression names for it; where it names several, to the first.
 */
static bool target_of(struct bl_kernel_check *kc, const struct bl_nodes_tree *to, int node,
                      int *target) {
    int64_t value = 0;
    if (to->first && !bl_kernel_node_value(kc, to->first, node, &value)) return false;
    if (value < 0 || value >= kc->cluster->nodes) {
        bl_report(kc->check->diags, BL_MSG_KERNEL_NODES, to->range, (long long)value,
                  kc->cluster->nodes - 1);
        return false;
    }
    *target = (int)value;
    return true;
}

static bool join_nodes(struct bl_kernel_check *kc, const struct bl_channel_tree *tree,
                       struct bl_kernel_channel *channel) {
    int nodes = kc->cluster->nodes;
    int *to = BL_NEW(kc->check->arena, int, nodes), *from = BL_NEW(kc->check->arena, int, nodes);
    channel->to = to;
    channel->from = from;
    channel->any = tree->from.any;
    for (int i = 0; i < nodes; i++) to[i] = from[i] = -1;
    if (tree->from.any != tree->to.any)
        bl_report(kc->check->diags, BL_MSG_KERNEL_ANY,
                  (tree->from.any ? &tree->from : &tree->to)->range);
    if (tree->from.any || tree->to.any) return tree->from.any == tree->to.any;
    const bool *senders = bl_kernel_nodes(kc, &tree->from);
    if (!senders) return false;
    for (int i = 0; i < nodes; i++) {
        if (!senders[i]) continue;
        if (!target_of(kc, &tree->to, i, &to[i])) return false;
        if (from[to[i]] >= 0) {
            bl_report(kc->check->diags, BL_MSG_KERNEL_TWO_SENDERS, tree->to.range, from[to[i]], i,
                      channel->name, to[i]);
            return false;
        }
        from[to[i]] = i;
    }
    return true;
}

/* Words on their way at the full rate until their credits are back, and a quarter more, which waits
   to be returned. */
static double usual_words(const struct bl_kernel_check *kc) {
    const struct bl_cluster *cluster = kc->cluster;
    const struct bl_cut cut = {BL_KERNEL_WORD_GRANULES, 8 * BL_KERNEL_GRANULE};
    const struct bl_carrier carrier = bl_carrier_of(cut, 1);
    const struct bl_carrier_row *row = cluster->network.carrier;
    double words = ROUND_TRIP_CYCLES;
    if (cluster->nodes > 1 && row->sizes) words = row->sizes(cluster, &carrier).flits;
    else if (cluster->nodes > 1) {
        const struct bl_edges *edges = row->edges(kc->check->arena, cluster, &carrier);
        words += 2e-12 * (double)bl_edges_latency(edges) *
                 cluster->clocks[cluster->network.clock].hertz;
    }
    return words * 4 / 3 + 1;
}

static int most_words(void) { return 1 << bl_range_most("bl_channels", "LOG_DEPTH"); }

static const char *bytes_text(struct bl_arena *arena, int bytes) {
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_CAPACITY, bytes);
    return bl_strdup(arena, text);
}
static int most_bytes(void) { return most_words() * BL_KERNEL_WORD_BYTES; }

/* usual: 0: it follows from the network's latency. */
static struct bl_channel_buffer buffer_limits(const struct bl_cluster *cluster) {
    const struct bl_carrier_row *carrier = cluster->network.carrier;
    if (carrier->channels) return carrier->buffer(cluster);
    return (struct bl_channel_buffer){LEAST_WORDS * BL_KERNEL_WORD_BYTES, 0, most_bytes()};
}

/* A buffer of so many words, or what the template has room for. What is too long for it is reported
   where the network's latency stands, once. */
static bool usual_buffer(struct bl_kernel_check *kc, const char *what, const char *advice,
                         int *words) {
    const struct bl_network *network = &kc->cluster->network;
    double wanted = usual_words(kc);
    bool fits = wanted <= most_words();
    *words = fits ? bl_max(LEAST_WORDS, 1 << bl_log2((int)wanted)) : most_words();
    if (!fits && !kc->latency_reported)
        bl_report(kc->check->diags, BL_MSG_KERNEL_LATENCY,
                  network->latency_range.line ? network->latency_range : network->range, what,
                  wanted, BL_KERNEL_WORD_BYTES, bytes_text(kc->check->arena, most_bytes()), advice);
    kc->latency_reported |= !fits;
    return fits;
}

static bool usual_of_channel(struct bl_kernel_check *kc, struct bl_kernel_channel *channel) {
    struct bl_arena *arena = kc->check->arena;
    return usual_buffer(kc, bl_format(arena, "channel `%s`", channel->name),
                        bl_format(arena, "with `buffer %s;` it has a circuit, which is slower",
                                  bytes_text(arena, most_bytes())),
                        &channel->words);
}

static bool check_buffer(struct bl_kernel_check *kc, const struct bl_channel_tree *tree,
                         struct bl_kernel_channel *channel) {
    const int word = BL_KERNEL_WORD_BYTES;
    struct bl_arena *arena = kc->check->arena;
    const struct bl_channel_buffer limits = buffer_limits(kc->cluster);
    double bytes = 0;
    channel->words = limits.usual / word;
    if (!tree->buffer) return limits.usual || usual_of_channel(kc, channel);
    if (!bl_check_amount(kc->check, "buffer", tree->buffer, BL_AMOUNT_SIZE, &bytes)) return false;
    if (bytes < limits.least || bytes > limits.most) {
        char text[64];
        bl_amount_print(text, sizeof text, BL_AMOUNT_CAPACITY, bytes);
        bl_report(kc->check->diags, BL_MSG_OUT_OF_RANGE, tree->buffer->range, "buffer", text,
                  bytes_text(arena, limits.least), bytes_text(arena, limits.most));
        return false;
    }
    channel->words = 1 << bl_log2((int)((bytes + word - 1) / word));
    return true;
}

static bool check_send(struct bl_kernel_check *kc, const struct bl_channel_tree *tree,
                       struct bl_kernel_channel *channel) {
    const struct bl_symbol *send = tree->send.symbol;
    if (!send || !strcmp(send->text, "packed")) return true;
    channel->now = !strcmp(send->text, "now");
    if (!channel->now)
        bl_report(kc->check->diags, BL_MSG_KERNEL_SEND, tree->send.range, send->text);
    return channel->now;
}

static bool check_channel(struct bl_kernel_check *kc, const struct bl_declaration *declaration,
                          struct bl_kernel_channel *channel) {
    const struct bl_channel_tree *tree = declaration->body;
    struct bl_column type;
    if (!declaration->name.symbol) return false;
    channel->name = declaration->name.symbol->text;
    if (kc->cluster->nodes == 1) {
        bl_report(kc->check->diags, BL_MSG_KERNEL_ONE_NODE, declaration->name.range, channel->name);
        return false;
    }
    if (!bl_check_type(kc->check, tree->type, &type)) return false;
    channel->type = tree->type.symbol->text;
    channel->bytes = type.bits / 8;
    channel->unreliable = tree->unreliable.line;
    return join_nodes(kc, tree, channel) && check_buffer(kc, tree, channel) &&
           check_send(kc, tree, channel);
}

/* Whether a kernel has a barrier. */
static bool has_barrier(const struct bl_move_tree *tree) {
    for (; tree; tree = tree->next)
        if (tree->kind == BL_TREE_BARRIER ||
            (tree->kind == BL_TREE_REPEAT && has_barrier(tree->body)))
            return true;
    return false;
}

static bool kernel_has_barrier(const struct bl_kernel_check *kc, int kernel) {
    const struct bl_kernel_tree *tree = kc->kernel_trees.items[kernel]->body;
    return has_barrier(tree->body);
}

/* Whether the network counts those of the kernel: it may have fewer counters than there are
   kernels with barriers. */
static bool counted(const struct bl_kernel_check *kc, int kernel) {
    const struct bl_carrier_row *carrier = kc->cluster->network.carrier;
    int before = 0;
    for (int i = 0; i < kernel; i++) before += kernel_has_barrier(kc, i);
    return kc->cluster->nodes > 1 && carrier && before < carrier->barriers;
}

int bl_kernel_barrier_channels(const struct bl_kernel_check *kc, int kernel) {
    return counted(kc, kernel) ? 1 : kc->cluster->nodes - 1;
}

/* Channels lie in this order: those of the program, then those of each kernel's barrier. */
int bl_kernel_barrier_channel(const struct bl_kernel_check *kc, int kernel, int distance) {
    int channel = kc->channel_trees.count + distance - 1;
    for (int i = 0; i < kernel; i++)
        if (kernel_has_barrier(kc, i)) channel += bl_kernel_barrier_channels(kc, i);
    return channel;
}

/* A channel of the program that is called like one of a barrier's is an error. */
static void check_free(struct bl_kernel_check *kc, const char *name) {
    for (int i = 0; i < kc->channel_trees.count; i++)
        if (!strcmp(bl_name_text(kc->channel_trees.items[i]->name), name))
            bl_report(kc->check->diags, BL_MSG_ALREADY_DECLARED,
                      kc->channel_trees.items[i]->name.range, name);
}

/* By which every node tells the one that is `distance` on that its kernel is there, or, where the
   network counts them, all. */
static void add_barrier(struct bl_kernel_check *kc, int kernel, int distance) {
    struct bl_kernel_channel *channel =
        &kc->channels[bl_kernel_barrier_channel(kc, kernel, distance)];
    const char *owner = bl_name_text(kc->kernel_trees.items[kernel]->name);
    int nodes = kc->cluster->nodes;
    bool meets = counted(kc, kernel);
    int *to = BL_NEW(kc->check->arena, int, nodes), *from = BL_NEW(kc->check->arena, int, nodes);
    for (int i = 0; i < nodes; i++) {
        to[i] = (i + distance) % nodes;
        from[to[i]] = i;
    }
    *channel = (struct bl_kernel_channel){.name = bl_format(kc->check->arena,
                                                            meets ? "%s_barrier" : "%s_barrier_%d",
                                                            owner, distance),
                                          .meets = meets,
                                          .type = "u32",
                                          .bytes = BL_KERNEL_GRANULE,
                                          .to = to,
                                          .from = from,
                                          .words = LEAST_WORDS,
                                          .now = true};
    check_free(kc, channel->name);
}

/* Those of all kernels, one behind the other. */
static int count_bundles(struct bl_kernel_check *kc) {
    int count = 0;
    kc->first_bundles = BL_NEW(kc->check->arena, int, kc->kernel_trees.count);
    for (int i = 0; i < kc->kernel_trees.count; i++) {
        const struct bl_kernel_tree *tree = kc->kernel_trees.items[i]->body;
        kc->first_bundles[i] = count;
        count += bl_kernel_count_bundles(tree->body);
    }
    return count;
}

static void add_bundles(struct bl_kernel_check *kc, int count) {
    struct bl_kernel_bundle *bundles = BL_NEW(kc->check->arena, struct bl_kernel_bundle, count + 1);
    int words = 0;
    if (count)
        usual_buffer(kc, "what a node of a collective gets from another",
                     "it is for networks of less latency, or slower clocks", &words);
    for (int i = 0; i < count; i++)
        bundles[i] = (struct bl_kernel_bundle){bl_format(kc->check->arena, "%d", i), words};
    kc->kernels->bundles = bundles;
    kc->kernels->bundle_count = count;
}

/* Where the first channel stands that is too many; of a barrier's, a kernel. */
static struct bl_range first_beyond(const struct bl_kernel_check *kc) {
    return kc->channel_trees.count > BL_MOST_KERNEL_CHANNELS
               ? kc->channel_trees.items[BL_MOST_KERNEL_CHANNELS]->name.range
               : kc->kernel_trees.items[0]->name.range;
}

void bl_kernel_check_channels(struct bl_kernel_check *kc) {
    int own = kc->channel_trees.count, kernels = kc->kernel_trees.count,
        count = bl_kernel_barrier_channel(kc, kernels, 1), bundles = count_bundles(kc);
    bl_kernel_choose_carrier(kc);
    kc->channels = BL_NEW(kc->check->arena, struct bl_kernel_channel, bl_max(count, 1));
    kc->kernels->channels = kc->channels;
    kc->kernels->channel_count = count;
    if (count + bundles > BL_MOST_KERNEL_CHANNELS)
        bl_report(kc->check->diags, BL_MSG_KERNEL_CHANNELS, first_beyond(kc),
                  BL_MOST_KERNEL_CHANNELS, count + bundles);
    for (int i = 0; i < own; i++) check_channel(kc, kc->channel_trees.items[i], &kc->channels[i]);
    for (int i = 0; i < kernels; i++)
        for (int distance = 1;
             kernel_has_barrier(kc, i) && distance <= bl_kernel_barrier_channels(kc, i); distance++)
            add_barrier(kc, i, distance);
    add_bundles(kc, bundles);
}
