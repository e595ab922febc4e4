/* Unreliable channels: all of a program's or none, and what cannot be beside them. */
#include "base/arena.h"
#include "check/check_inner.h"
#include "ir/network.h"
#include "kernel/check/check_inner.h"
#include "kernel/syntax/collectives.h"

static const struct bl_channel_tree *tree_of(const struct bl_kernel_check *kc, int i) {
    return kc->channel_trees.items[i]->body;
}

/* The first that is unreliable, or is not; -1: there is none. */
static int find(const struct bl_kernel_check *kc, bool unreliable) {
    for (int i = 0; i < kc->channel_trees.count; i++)
        if (!tree_of(kc, i)->unreliable.line == !unreliable) return i;
    return -1;
}

static const char *name_of(const struct bl_kernel_check *kc, int i) {
    return bl_name_text(kc->channel_trees.items[i]->name);
}

void bl_kernel_choose_carrier(struct bl_kernel_check *kc) {
    struct bl_network *network = &kc->check->program->cluster.network;
    const int first = find(kc, true);
    if (first < 0 || kc->cluster->nodes == 1) return;
    const struct bl_range range = tree_of(kc, first)->unreliable;
    if (!network->row->unreliable) {
        bl_report(kc->check->diags, BL_MSG_KERNEL_LOSSY_NETWORK, range, network->row->word);
        return;
    }
    network->carrier = network->row->unreliable;
    network->carrier->allows(kc->check, kc->cluster, range);
}

/* A barrier or a collective in a kernel, at any depth; NULL: none. */
static const struct bl_move_tree *find_meeting(const struct bl_move_tree *tree) {
    for (; tree; tree = tree->next) {
        const struct bl_move_tree *inner = tree->kind == BL_TREE_REPEAT ? find_meeting(tree->body)
                                                                        : NULL;
        if (inner) return inner;
        if (tree->kind == BL_TREE_BARRIER || tree->kind == BL_TREE_COLLECTIVE) return tree;
    }
    return NULL;
}

static void check_channel(struct bl_kernel_check *kc, int i) {
    const struct bl_kernel_channel *channel = &kc->channels[i];
    const struct bl_range range = kc->channel_trees.items[i]->name.range;
    if (channel->any)
        bl_report(kc->check->diags, BL_MSG_KERNEL_LOSES, range, "a channel from any node to any");
    for (int n = 0; channel->to && n < kc->cluster->nodes; n++)
        if (channel->to[n] == n) {
            bl_report(kc->check->diags, BL_MSG_KERNEL_LOSSY_SELF, range, channel->name, n);
            return;
        }
}

void bl_kernel_check_unreliable(struct bl_kernel_check *kc) {
    const int first = find(kc, true), other = find(kc, false);
    if (first < 0) return;
    if (other >= 0)
        bl_report(kc->check->diags, BL_MSG_KERNEL_UNRELIABLE,
                  kc->channel_trees.items[other]->name.range, name_of(kc, other),
                  name_of(kc, first));
    for (int i = 0; i < kc->kernel_trees.count; i++) {
        const struct bl_kernel_tree *tree = kc->kernel_trees.items[i]->body;
        const struct bl_move_tree *meeting = find_meeting(tree->body);
        if (meeting)
            bl_report(kc->check->diags, BL_MSG_KERNEL_LOSES, meeting->range,
                      meeting->kind == BL_TREE_BARRIER ? "a barrier" : "a collective");
    }
    for (int i = 0; i < kc->channel_trees.count; i++) check_channel(kc, i);
}
