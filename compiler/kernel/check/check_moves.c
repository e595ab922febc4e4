/* The moves of a kernel: their ends, lengths and types, and the sequence of steps. */
#include <string.h>

#include "base/arena.h"
#include "kernel/check/check_inner.h"
#include "kernel/kernel_program.h"

static const char *const words[] = {"read", "write", "send", "recv", "port", "fill", "drop"};

static const char *list_memories(const struct bl_kernel_check *kc) {
    const char *list = "";
    for (int i = 0; i < kc->kernels->memory_count; i++)
        list = bl_format(kc->check->arena, "%s%s%s", list,
                         !i                                  ? ""
                         : i + 1 < kc->kernels->memory_count ? ", "
                                                             : " and ",
                         kc->kernels->memories[i].name);
    return list;
}

int bl_kernel_find_memory(struct bl_kernel_making *making, struct bl_range range,
                          const char *name) {
    const struct bl_kernels *kernels = making->kc->kernels;
    for (int i = 0; i < kernels->memory_count; i++)
        if (!strcmp(kernels->memories[i].name, name)) return i;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_MEMORY, range, name,
              list_memories(making->kc));
    return -1;
}

static int find_memory(struct bl_kernel_making *making, struct bl_name name) {
    return bl_kernel_find_memory(making, name.range, name.symbol->text);
}

static int find_channel(struct bl_kernel_making *making, struct bl_name name) {
    const struct bl_kernels *kernels = making->kc->kernels;
    for (int i = 0; i < kernels->channel_count; i++)
        if (kernels->channels[i].name && !strcmp(kernels->channels[i].name, name.symbol->text))
            return i;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_CHANNEL, name.range, name.symbol->text, "");
    return -1;
}

static int find_port(struct bl_kernel_making *making, struct bl_name name) {
    const struct bl_kernels *kernels = making->kc->kernels;
    for (int i = 0; i < making->kc->own_ports; i++)
        if (!strcmp(kernels->ports[i].name, name.symbol->text)) return i;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_PORT, name.range, name.symbol->text, "");
    return -1;
}

static const struct {
    enum bl_kernel_end_kind kind;
    int (*find)(struct bl_kernel_making *making, struct bl_name name);
    bool source;
} end_words[] = {[BL_END_READ] = {BL_KERNEL_AT_MEMORY, find_memory, true},
                 [BL_END_WRITE] = {BL_KERNEL_AT_MEMORY, find_memory, false},
                 [BL_END_SEND] = {BL_KERNEL_AT_CHANNEL, find_channel, false},
                 [BL_END_RECV] = {BL_KERNEL_AT_CHANNEL, find_channel, true},
                 [BL_END_PORT] = {BL_KERNEL_AT_PORT, find_port, false},
                 [BL_END_FILL] = {BL_KERNEL_AT_VALUE, NULL, true},
                 [BL_END_DROP] = {BL_KERNEL_AT_NOTHING, NULL, false}};

/* An output of a module is a source of moves. */
static bool is_source(const struct bl_kernel_making *making, const struct bl_end_tree *tree,
                      int number) {
    if (tree->word != BL_END_PORT) return end_words[tree->word].source;
    return !making->kc->kernels->ports[number].in;
}

static bool find_end(struct bl_kernel_making *making, const struct bl_end_tree *tree, bool source,
                     struct bl_kernel_end *end) {
    const bool named = end_words[tree->word].find;
    if (named && !tree->name.symbol) return false;
    end->kind = end_words[tree->word].kind;
    end->number = named ? end_words[tree->word].find(making, tree->name) : 0;
    if (end->number < 0 || is_source(making, tree, end->number) == source) return end->number >= 0;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_WAY, tree->range,
              tree->word == BL_END_PORT ? bl_name_text(tree->name) : words[tree->word],
              source ? "before" : "behind");
    return false;
}

int bl_kernel_place_of(struct bl_kernel_making *making, bool source, struct bl_kernel_end end) {
    struct bl_kernel_end *items = source ? making->sources.items : making->targets.items;
    int count = source ? making->sources.count : making->targets.count;
    bool own = bl_kernel_at_memory(end) || end.kind == BL_KERNEL_AT_VALUE;
    for (int i = 0; i < count && !own; i++)
        if (items[i].kind == end.kind && items[i].number == end.number) return i;
    if (source) *BL_APPEND(making->kc->check->arena, &making->sources) = end;
    else *BL_APPEND(making->kc->check->arena, &making->targets) = end;
    return count;
}

/* What elements of a channel or a port are: name, type and bytes; a memory has any. */
struct elements {
    const char *name, *type;
    int bytes;
};
static struct elements elements_of(const struct bl_kernel_making *making,
                                   struct bl_kernel_end end) {
    if (end.kind == BL_KERNEL_AT_CHANNEL) {
        const struct bl_kernel_channel *channel = &making->kc->channels[end.number];
        return (struct elements){channel->name, channel->type, channel->bytes};
    }
    if (end.kind != BL_KERNEL_AT_PORT) return (struct elements){0};
    const struct bl_kernel_port *port = &making->kc->kernels->ports[end.number];
    return (struct elements){port->name, port->type, port->bytes};
}

static bool check_types(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                        struct bl_kernel_move *move) {
    struct elements from = elements_of(making, move->from), to = elements_of(making, move->to);
    move->bytes = from.bytes ? from.bytes : to.bytes ? to.bytes : BL_KERNEL_GRANULE;
    if (!from.type || !to.type || !strcmp(from.type, to.type)) return true;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_TYPES, tree->range, from.name, from.type,
              to.name, to.type);
    return false;
}

static int make_expression(struct bl_kernel_making *making, const struct bl_expression *tree) {
    return tree ? bl_kernel_expression_make(making->kc, &making->names, tree) : -1;
}

/* How many elements: where both ends say it, the same. */
static bool check_length(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                         struct bl_kernel_move *move) {
    int from = make_expression(making, tree->from.count),
        to = make_expression(making, tree->to.count);
    if ((tree->from.count && from < 0) || (tree->to.count && to < 0)) return false;
    move->length = from >= 0 ? from : to;
    if (move->length < 0)
        bl_report(making->kc->check->diags, BL_MSG_KERNEL_LENGTH, tree->range,
                  tree->from.word == BL_END_PORT ? "" : words[tree->from.word],
                  tree->from.word == BL_END_PORT ? "" : " ", bl_name_text(tree->from.name));
    if (from < 0 || to < 0 || from == to) return move->length >= 0;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_LENGTHS, tree->range);
    return false;
}

static bool check_addresses(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                            struct bl_kernel_move *move) {
    move->from_address = bl_kernel_cycles_of(making, &tree->from) >= 0
                             ? bl_kernel_cycles_make(making, tree, move)
                             : make_expression(making, tree->from.address);
    move->to_address = make_expression(making, tree->to.address);
    return (!tree->from.address || move->from_address >= 0) &&
           (!bl_kernel_at_memory(move->to) || move->to_address >= 0);
}

/* The node that an end names; a channel has all of them named, or none. */
static bool check_node(struct bl_kernel_making *making, const struct bl_end_tree *tree,
                       struct bl_kernel_end end, int *node) {
    if (!bl_kernel_at_channel(end)) return true;
    const struct bl_kernel_channel *channel = &making->kc->channels[end.number];
    struct bl_diags *diags = making->kc->check->diags;
    if (channel->any && !tree->node)
        bl_report(diags, BL_MSG_KERNEL_NODE, tree->range, channel->name, words[tree->word],
                  channel->name, tree->word == BL_END_SEND ? "to" : "from");
    else if (!channel->any && tree->node)
        bl_report(diags, BL_MSG_KERNEL_NO_NODE, tree->range, channel->name);
    if (channel->any != (tree->node != NULL)) return false;
    *node = make_expression(making, tree->node);
    return !tree->node || (*node >= 0 && bl_kernel_check_named(making, tree->node->range, *node));
}

static bool check_reach(struct bl_kernel_making *making, const struct bl_end_tree *tree,
                        const struct bl_kernel_move *move, struct bl_kernel_end end, int address) {
    const struct bl_kernel_reach reach = {tree->range, end.number, address, move->length,
                                          move->bytes};
    return !bl_kernel_at_memory(end) || bl_kernel_check_reach(making, &reach);
}

static bool make_move(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                      struct bl_kernel_move *move) {
    bool good = find_end(making, &tree->from, true, &move->from);
    good &= find_end(making, &tree->to, false, &move->to);
    if (!good || !check_types(making, tree, move) || !check_length(making, tree, move) ||
        !check_addresses(making, tree, move) ||
        !check_reach(making, &tree->from, move, move->from, move->from_address) ||
        !check_reach(making, &tree->to, move, move->to, move->to_address) ||
        !check_node(making, &tree->from, move->from, &move->from_node) ||
        !check_node(making, &tree->to, move->to, &move->to_node) ||
        (tree->copies && !bl_kernel_check_copy(making, tree, move)))
        return false;
    move->copies = tree->copies;
    move->source = bl_kernel_place_of(making, true, move->from);
    move->target = bl_kernel_place_of(making, false, move->to);
    return true;
}

struct bl_kernel_step *bl_kernel_add_step(struct bl_kernel_making *making,
                                          enum bl_kernel_step_kind kind, int number) {
    struct bl_kernel_step *step = BL_APPEND(making->kc->check->arena, &making->steps);
    *step = (struct bl_kernel_step){
        .kind = kind, .number = number, .first = -1, .last = -1, .line = making->line};
    return step;
}

static void add_move(struct bl_kernel_making *making, const struct bl_move_tree *tree) {
    struct bl_kernel_move move = {
        .from_address = -1, .to_address = -1, .from_node = -1, .to_node = -1};
    bool good = !tree->broken && make_move(making, tree, &move);
    if (tree->cycles.symbol) good &= bl_kernel_name_cycles(making, &tree->cycles);
    making->bad |= !good;
    if (!good) return;
    int awaited = bl_kernel_cycles_of(making, &tree->from);
    if (awaited >= 0) bl_kernel_add_step(making, BL_KERNEL_AWAIT, awaited);
    bl_kernel_add_step(making, BL_KERNEL_MOVE, making->moves.count);
    *BL_APPEND(making->kc->check->arena, &making->moves) = move;
}

static void add_moves(struct bl_kernel_making *making, const struct bl_move_tree *tree);

static void add_repeat(struct bl_kernel_making *making, const struct bl_move_tree *tree) {
    struct bl_kernel_names *names = &making->names;
    int begin = making->steps.count, counter = names->counter_count++;
    int first = make_expression(making, tree->first), last = make_expression(making, tree->last);
    making->bad |= first < 0 || last < 0 || !tree->counter.symbol;
    struct bl_kernel_step *step = bl_kernel_add_step(making, BL_KERNEL_REPEAT, counter);
    step->first = first;
    step->last = last;
    step->below = tree->below;
    *BL_APPEND(making->kc->check->arena, &making->repeats) = (struct bl_kernel_rounds){begin, tree};
    names->numbers[names->depth] = counter;
    names->counters[names->depth++] = tree->counter.symbol;
    add_moves(making, tree->body);
    names->depth--;
    making->steps.items[begin].other = making->steps.count;
    bl_kernel_add_step(making, BL_KERNEL_END, counter)->other = begin;
}

/* A word to the node that is `distance` on, or from the one so far back. */
static void add_token(struct bl_kernel_making *making, int distance, bool sends) {
    int channel = bl_kernel_barrier_channel(making->kc, making->number, distance);
    struct bl_kernel_move move = {
        .from = {sends ? BL_KERNEL_AT_VALUE : BL_KERNEL_AT_CHANNEL, sends ? 0 : channel},
        .to = {sends ? BL_KERNEL_AT_CHANNEL : BL_KERNEL_AT_NOTHING, sends ? channel : 0},
        .from_address = sends ? bl_kernel_number_make(making->kc, &making->names, distance) : -1,
        .to_address = -1,
        .from_node = -1,
        .to_node = -1,
        .length = bl_kernel_number_make(making->kc, &making->names, 1),
        .bytes = BL_KERNEL_GRANULE};
    move.source = bl_kernel_place_of(making, true, move.from);
    move.target = bl_kernel_place_of(making, false, move.to);
    bl_kernel_add_step(making, BL_KERNEL_MOVE, making->moves.count);
    *BL_APPEND(making->kc->check->arena, &making->moves) = move;
}

bool bl_kernel_on_all(const struct bl_kernel_making *making) {
    bool all = true;
    for (int i = 0; i < making->kc->cluster->nodes; i++)
        all &= making->kernel->on && making->kernel->on[i];
    return all;
}

/* All moves have ended; a word to every other node and one from each, or one for all, and one when
   all are there. */
static void add_barrier(struct bl_kernel_making *making, const struct bl_move_tree *tree) {
    int words = bl_kernel_barrier_channels(making->kc, making->number);
    bool all = bl_kernel_on_all(making);
    if (!all)
        bl_report(making->kc->check->diags, BL_MSG_KERNEL_BARRIER, tree->range,
                  making->kernel->name);
    *BL_APPEND(making->kc->check->arena,
               &making->meetings) = (struct bl_kernel_meeting){.word = "barrier",
                                                               .root = -1,
                                                               .length = -1,
                                                               .first_move = making->moves.count,
                                                               .move_count = all ? 2 * words : 0};
    bl_kernel_add_step(making, BL_KERNEL_WAIT, 0);
    for (int i = 1; i <= words && all; i++) add_token(making, i, true);
    for (int i = 1; i <= words && all; i++) add_token(making, i, false);
    bl_kernel_add_step(making, BL_KERNEL_WAIT, 0);
}

static void add_moves(struct bl_kernel_making *making, const struct bl_move_tree *tree) {
    for (; tree; tree = tree->next) {
        making->line = (int)tree->range.line;
        if (tree->kind == BL_TREE_REPEAT) add_repeat(making, tree);
        else if (tree->kind == BL_TREE_WAIT) bl_kernel_add_step(making, BL_KERNEL_WAIT, 0);
        else if (tree->kind == BL_TREE_BARRIER) add_barrier(making, tree);
        else if (tree->kind == BL_TREE_COLLECTIVE) bl_kernel_add_collective(making, tree);
        else add_move(making, tree);
    }
}

static void keep(struct bl_kernel_making *making) {
    struct bl_kernel *kernel = making->kernel;
    kernel->counter_count = making->names.counter_count;
    kernel->expressions = making->names.expressions.items;
    kernel->expression_count = making->names.expressions.count;
    kernel->sources = making->sources.items;
    kernel->source_count = making->sources.count;
    kernel->targets = making->targets.items;
    kernel->target_count = making->targets.count;
    kernel->moves = making->moves.items;
    kernel->move_count = making->moves.count;
    kernel->steps = making->steps.items;
    kernel->step_count = making->steps.count;
    kernel->meetings = making->meetings.items;
    kernel->meeting_count = making->meetings.count;
}

static void check_kernel(struct bl_kernel_check *kc, int number) {
    const struct bl_declaration *declaration = kc->kernel_trees.items[number];
    const struct bl_kernel_tree *tree = declaration->body;
    struct bl_kernel *kernel = &kc->made[number];
    struct bl_kernel_making making = {
        .kc = kc, .kernel = kernel, .number = number, .first_reduction = kc->reductions.count};
    int errors = kc->check->diags->errors;
    kernel->name = bl_name_text(declaration->name);
    kernel->line = (int)declaration->name.range.line;
    kernel->on = bl_kernel_nodes(kc, &tree->nodes);
    const struct bl_kernel_arguments arguments = bl_kernel_check_arguments(kc, declaration);
    making.names.arguments = arguments.symbols;
    making.names.argument_count = kernel->argument_count = arguments.count;
    kernel->arguments = arguments.names;
    bl_kernel_check_rules(&making, tree->rules);
    add_moves(&making, tree->body);
    if (!making.bad && !making.moves.count && errors == kc->check->diags->errors)
        bl_report(kc->check->diags, BL_MSG_KERNEL_EMPTY, declaration->name.range, kernel->name);
    keep(&making);
    if (!making.bad && errors == kc->check->diags->errors) bl_kernel_check_rounds(&making);
}

void bl_kernel_check_kernels(struct bl_kernel_check *kc) {
    int count = kc->kernel_trees.count;
    kc->made = BL_NEW(kc->check->arena, struct bl_kernel, count);
    kc->kernels->kernels = kc->made;
    kc->kernels->kernel_count = count;
    for (int i = 0; i < count; i++) check_kernel(kc, i);
    bl_kernel_check_copies(kc);
    bl_kernel_settle_operators(kc);
}
