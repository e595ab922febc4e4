#include "kernel/check/check_kernel.h"

#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/check_written.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/check/check_inner.h"
#include "kernel/kernel_program.h"
#include "kind/kind.h"
#include "plan/steps/place.h"

void bl_collect_kernel(struct bl_check *check, const struct bl_declaration *declaration,
                       void **collected) {
    struct bl_kernel_check *kc = *collected;
    if (!kc) *collected = kc = BL_NEW(check->arena, struct bl_kernel_check, 1);
    kc->check = check;
    bl_declare_program(check, declaration);
    const struct bl_kind_word *words = declaration->of->words; /* kernel, channel, group */
    bool kernel = declaration->word == words, channel = declaration->word == words + 1;
    const struct bl_kernel_tree *tree = declaration->body;
    if (kernel && tree->verilog.symbol) *BL_APPEND(check->arena, &kc->own_trees) = declaration;
    else if (kernel) *BL_APPEND(check->arena, &kc->kernel_trees) = declaration;
    else if (channel) *BL_APPEND(check->arena, &kc->channel_trees) = declaration;
    else *BL_APPEND(check->arena, &kc->group_trees) = declaration;
}

/* What no kernel uses. */
static const struct bl_declaration *lonely(const struct bl_kernel_check *kc) {
    if (kc->channel_trees.count) return kc->channel_trees.items[0];
    return kc->own_trees.count ? kc->own_trees.items[0] : kc->group_trees.items[0];
}

static const struct bl_kernel_tree *tree_of(const struct bl_kernel_check *kc, int i) {
    return kc->kernel_trees.items[i]->body;
}

/* All kernels are on one cluster; false after a report. */
static bool find_cluster(struct bl_kernel_check *kc) {
    struct bl_check *check = kc->check;
    struct bl_name first = tree_of(kc, 0)->cluster;
    for (int i = 0; i < kc->kernel_trees.count; i++) {
        struct bl_name name = tree_of(kc, i)->cluster;
        if (!name.symbol) return false;
        if (!name.symbol->type || name.symbol->type->kind != BL_BIND_CLUSTER) {
            bl_report(check->diags, BL_MSG_UNKNOWN_CLUSTER, name.range, name.symbol->text, "");
            return false;
        }
        if (name.symbol == first.symbol) continue;
        bl_report(check->diags, BL_MSG_KERNEL_CLUSTER, name.range,
                  bl_name_text(kc->kernel_trees.items[i]->name), first.symbol->text);
        return false;
    }
    first.symbol->type->used = true;
    kc->cluster = &check->program->cluster;
    return bl_finish_cluster(check, first.symbol->type->cluster, false, check->overrides,
                             &check->program->cluster) &&
           bl_check_words(check, kc->cluster, "a cluster of kernels");
}

struct memory_list {
    struct bl_kernel_memory *items;
    int count;
};

/* `gpu` where there is one, `gpu0`, `gpu1` and so on of several. */
static void add_memories(struct bl_kernel_check *kc, struct memory_list *list, const char *word,
                         struct bl_kernel_memory like, int count) {
    for (int i = 0; i < count; i++) {
        like.name = count == 1 ? word : bl_format(kc->check->arena, "%s%d", word, i);
        like.number = i;
        list->items[list->count++] = like;
    }
}

/* The host's own, each GPU's, and each channel of the card's; these stand last. */
static void find_memories(struct bl_kernel_check *kc) {
    const struct bl_host *host = kc->cluster->host;
    int channels = kc->cluster->memory.channels;
    const struct bl_board *board = kc->cluster->board;
    const struct bl_kernel_memory of_host = {.kind = BL_KERNEL_OF_HOST, .bytes = host->memory},
                                  of_gpu = {.kind = BL_KERNEL_OF_GPU, .bytes = host->gpu},
                                  of_card = {.kind = BL_KERNEL_OF_CARD,
                                             .bytes = board ? (int64_t)bl_channel_bytes(board) : 0};
    struct memory_list list = {
        BL_NEW(kc->check->arena, struct bl_kernel_memory, 1 + host->gpus + channels), 0};
    add_memories(kc, &list, "host", of_host, 1);
    add_memories(kc, &list, "gpu", of_gpu, host->gpus);
    add_memories(kc, &list, "card", of_card, channels);
    kc->kernels->memories = list.items;
    kc->kernels->memory_count = list.count;
}

static bool uses_cards(const struct bl_kernels *kernels) {
    for (int i = 0; i < kernels->memory_count; i++)
        if (kernels->memories[i].kind == BL_KERNEL_OF_CARD && bl_kernels_use(kernels, i))
            return true;
    return false;
}

/* Channels that kernels name are of their width, and each is a channel of the board's. Those whose
   words no kernel moves are not there. */
static void check_cards(struct bl_kernel_check *kc) {
    const struct bl_memory *memory = &kc->cluster->memory;
    const struct bl_board *board = kc->cluster->board;
    if (!uses_cards(kc->kernels)) {
        kc->kernels->memory_count -= memory->channels;
        return;
    }
    if (memory->width != BL_KERNEL_WORD_BYTES)
        bl_report(kc->check->diags, BL_MSG_KERNEL_WIDTH, memory->range, BL_KERNEL_WORD_BYTES,
                  memory->width);
    if (board && memory->channels > board->memory.channels)
        bl_report(kc->check->diags, BL_MSG_KERNEL_CARDS, memory->range, memory->channels,
                  board->word, board->memory.channels);
}

/* The ends of channels that are not as they were meant to be would say nothing. */
static void check_all(struct bl_kernel_check *kc) {
    find_memories(kc);
    bl_check_dma_word(kc->check, &kc->check->program->cluster, BL_KERNEL_WORD_BYTES);
    bl_kernel_check_owns(kc);
    bl_kernel_check_channels(kc);
    bl_kernel_check_unreliable(kc);
    bl_kernel_check_kernels(kc);
    check_cards(kc);
    if (!kc->check->diags->errors) bl_kernel_check_ends(kc);
    if (!kc->check->diags->errors) bl_kernel_check_groups(kc);
}

static void name_program(struct bl_kernel_check *kc) {
    struct bl_program *program = kc->check->program;
    struct bl_name name = tree_of(kc, 0)->cluster;
    program->pipeline = name.symbol->text;
    program->range = kc->kernel_trees.items[0]->name.range;
    program->symbol = bl_check_written_name(kc->check->arena, &program->renames, "cluster",
                                            program->pipeline);
    kc->kernels->name = program->pipeline;
    kc->kernels->nodes = kc->cluster->nodes;
}

void bl_finish_kernels(struct bl_check *check, void *collected) {
    struct bl_kernel_check *kc = collected;
    if (!kc->kernel_trees.count) {
        struct bl_name name = lonely(kc)->name;
        bl_report(check->diags, BL_MSG_KERNEL_ALONE, name.range, bl_name_text(name));
        return;
    }
    if (!find_cluster(kc)) return;
    if (!kc->cluster->host) {
        bl_report(check->diags, BL_MSG_KERNEL_HOST, kc->cluster->range, kc->cluster->name);
        return;
    }
    struct bl_kernel_body *body = BL_NEW(check->arena, struct bl_kernel_body, 1);
    kc->kernels = &body->kernels;
    name_program(kc);
    check_all(kc);
    body->files = kc->files;
    body->collectives = kc->collectives.items;
    body->collective_count = kc->collectives.count;
    body->groups = kc->groups;
    body->group_count = kc->group_trees.count;
    body->tried = BL_NEW(check->arena, struct bl_kernel_tried, 1);
    body->declared_channels = kc->channel_trees.count;
    body->channel_ranges = BL_NEW(check->arena, struct bl_range, kc->channel_trees.count + 1);
    for (int i = 0; i < kc->channel_trees.count; i++)
        body->channel_ranges[i] = kc->channel_trees.items[i]->name.range;
    bl_check_made_program(check, &bl_kernels_body, body);
}
