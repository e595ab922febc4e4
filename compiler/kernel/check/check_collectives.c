/* What a collective is in moves, at every node. All of them are under way at once: what is read
   goes through the bundles to where it is written, and nothing is stored on its way.

   A vector of n elements that is divided has a part for each node, of whole words and about
   n / nodes; the last parts have fewer elements, or none. */
#include "check/check_type.h"
#include "kernel/syntax/collectives.h"

#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "kernel/check/check_inner.h"

enum { MOST_NODES = BL_KERNEL_REDUCTION_SIDE, DIGIT = 16, NONE = -1 };

/* Where elements lie. In `card`, of which there are several, part i lies in memory number i. */
struct place {
    int memory, address;
    bool spread;
};

struct expansion {
    struct bl_kernel_making *making;
    const struct bl_move_tree *move;
    const struct bl_collective_tree *tree;
    const struct bl_collective *row;
    struct bl_column type;
    int bytes, nodes, root;
    int count;     /* an expression: the elements that are named */
    int part, own; /* where it divides: elements of a part, of the node's own */
    struct place from, to;
    int reduction;
};

/* ---- numbers */

static int number(struct expansion *e, int64_t value) {
    return bl_kernel_number_make(e->making->kc, &e->making->names, value);
}

static int make(struct expansion *e, enum bl_kernel_operator operator, int left, int right) {
    return bl_kernel_operation_make(e->making->kc, &e->making->names,
                                    (struct bl_kernel_expression){operator, 0, left, right});
}

static int by_number(struct expansion *e, enum bl_kernel_operator operator, int left,
                     int64_t right) {
    return make(e, operator, left, number(e, right));
}

/* The least whole number that is not below value / nodes, or up to a thousandth more: in two
   halves, by a multiplication. */
static int divide_up(struct expansion *e, int value) {
    const uint32_t below = (1u << DIGIT) - 1, nodes = (uint32_t)e->nodes;
    if (!(nodes & (nodes - 1)))
        return by_number(e, BL_KERNEL_SHIFT_RIGHT, by_number(e, BL_KERNEL_ADD, value, nodes - 1),
                         __builtin_ctz(nodes));
    const uint32_t inverse = below / nodes + 1; /* of 2^DIGIT */
    int high = by_number(e, BL_KERNEL_SHIFT_RIGHT, value, DIGIT),
        low = by_number(e, BL_KERNEL_ADD, by_number(e, BL_KERNEL_AND, value, below), nodes - 1);
    low = by_number(e, BL_KERNEL_MULTIPLY, low, inverse);
    low = by_number(e, BL_KERNEL_SHIFT_RIGHT, low, DIGIT);
    return make(e, BL_KERNEL_ADD, by_number(e, BL_KERNEL_MULTIPLY, high, inverse), low);
}

/* Elements of a part: words that hold all elements, divided by the nodes. */
static int part_of(struct expansion *e) {
    const int word = BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES, elements = word / e->bytes,
              bits = bl_log2(elements);
    int whole = by_number(e, BL_KERNEL_SHIFT_RIGHT, e->count, bits),
        rest = by_number(e, BL_KERNEL_ADD, by_number(e, BL_KERNEL_AND, e->count, elements - 1),
                         elements - 1);
    int words = make(e, BL_KERNEL_ADD, whole, by_number(e, BL_KERNEL_SHIFT_RIGHT, rest, bits));
    return by_number(e, BL_KERNEL_SHIFT_LEFT, divide_up(e, words), bits);
}

/* Elements of the part that begins at element `first`: what is left of all, at most a part. */
static int share(struct expansion *e, int first) {
    int left = make(e, BL_KERNEL_SUBTRACT, e->count,
                    make(e, BL_KERNEL_MINIMUM, e->count, first));
    return make(e, BL_KERNEL_MINIMUM, e->part, left);
}

static void divide(struct expansion *e) {
    int node = bl_kernel_operation_make(
        e->making->kc, &e->making->names,
        (struct bl_kernel_expression){BL_KERNEL_NODE, 0, NONE, NONE});
    e->part = part_of(e);
    e->own = share(e, make(e, BL_KERNEL_MULTIPLY, e->part, node));
}

static int length_of(struct expansion *e, const struct bl_collective_move *move, int i) {
    int length = move->length == BL_COLLECTIVE_LENGTH_ALL   ? e->count
                 : move->length == BL_COLLECTIVE_LENGTH_OWN ? e->own
                 : !i ? make(e, BL_KERNEL_MINIMUM, e->part, e->count)
                      : share(e, by_number(e, BL_KERNEL_MULTIPLY, e->part, i));
    if (!move->root_only) return length;
    return bl_kernel_operation_make(
        e->making->kc, &e->making->names,
        (struct bl_kernel_expression){BL_KERNEL_AT_NODE, (uint32_t)e->root, length, NONE});
}

/* Of part i: those before it lie in front of it, unless each has a memory of its own. */
static int address_of(struct expansion *e, const struct place *place, bool whole, int i) {
    int elements = e->row->divides ? e->part : e->count;
    if (whole || place->spread || !i) return place->address;
    return make(e, BL_KERNEL_ADD, place->address,
                by_number(e, BL_KERNEL_MULTIPLY, elements, (int64_t)i * e->bytes));
}

/* ---- ends */

/* A memory's end is one for all collectives of a kernel that have the same part there. */
static int shared_place(struct bl_kernel_making *making, bool source, struct bl_kernel_end end,
                        int part) {
    for (int i = 0; i < making->shared.count; i++) {
        const struct bl_kernel_shared *shared = &making->shared.items[i];
        if (shared->source == source && shared->part == part && shared->end.number == end.number)
            return shared->place;
    }
    int place = bl_kernel_place_of(making, source, end);
    *BL_APPEND(making->kc->check->arena, &making->shared) = (struct bl_kernel_shared){
        source, end, part, place};
    return place;
}

static int bundle(const struct expansion *e, int number) {
    return e->making->kc->first_bundles[e->making->number] + number;
}

static struct bl_kernel_end end_of(struct expansion *e, enum bl_collective_end end, bool source,
                                   int i) {
    const struct place *place = source ? &e->from : &e->to;
    const struct bl_kernel_reduction *reduction =
        e->reduction < 0 ? NULL : &e->making->kc->reductions.items[e->reduction];
    switch (end) {
    case BL_COLLECTIVE_PART:
    case BL_COLLECTIVE_OWN:
        return (struct bl_kernel_end){BL_KERNEL_AT_MEMORY, place->memory + (place->spread ? i : 0)};
    case BL_COLLECTIVE_FIRST:
        return (struct bl_kernel_end){BL_KERNEL_AT_PEER, bundle(e, 0) * e->nodes + i};
    case BL_COLLECTIVE_SECOND:
        return (struct bl_kernel_end){BL_KERNEL_AT_PEER, bundle(e, 1) * e->nodes + i};
    case BL_COLLECTIVE_REDUCTION: break;
    }
    if (source) i += reduction->inputs;
    else if (reduction->inputs == 1) i = 0;
    return (struct bl_kernel_end){BL_KERNEL_AT_PORT, reduction->first_port + i};
}

static int place_of(struct expansion *e, bool source, struct bl_kernel_end end, int part) {
    return bl_kernel_at_memory(end) ? shared_place(e->making, source, end, part)
                                    : bl_kernel_place_of(e->making, source, end);
}

static bool is_memory(enum bl_collective_end end) {
    return end == BL_COLLECTIVE_PART || end == BL_COLLECTIVE_OWN;
}

/* In place, what is written has been read: it is made of it. So no move waits for another. */
static void add_move(struct expansion *e, const struct bl_collective_move *row, int i) {
    struct bl_kernel_making *making = e->making;
    struct bl_kernel_move move = {.from = end_of(e, row->from, true, i),
                                  .to = end_of(e, row->to, false, i),
                                  .from_address = NONE,
                                  .to_address = NONE,
                                  .from_node = NONE,
                                  .to_node = NONE,
                                  .length = length_of(e, row, i),
                                  .bytes = e->bytes,
                                  .free = !e->row->two,
                                  .collective = making->collectives};
    if (is_memory(row->from))
        move.from_address = address_of(e, &e->from, row->from == BL_COLLECTIVE_OWN, i);
    if (is_memory(row->to))
        move.to_address = address_of(e, &e->to, row->to == BL_COLLECTIVE_OWN, i);
    move.source = place_of(e, true, move.from, i);
    move.target = place_of(e, false, move.to, i);
    *BL_APPEND(making->kc->check->arena, &making->moves) = move;
}

/* All of them, from number `first` on, are checked before one begins: none is left half done. */
static void add_steps(struct bl_kernel_making *making, int first) {
    for (int i = first; i < making->moves.count; i++) {
        const struct bl_kernel_move *move = &making->moves.items[i];
        if (bl_kernel_at_memory(move->from) || bl_kernel_at_memory(move->to))
            bl_kernel_add_step(making, BL_KERNEL_CHECK, i);
    }
    for (int i = first; i < making->moves.count; i++)
        bl_kernel_add_step(making, BL_KERNEL_MOVE, i);
}

static void add_moves(struct expansion *e, const struct bl_collective_move *row) {
    for (int i = 0; i < e->nodes; i++)
        if (row->turns == BL_COLLECTIVE_EACH ||
            i == (row->turns == BL_COLLECTIVE_ROOT ? e->root : 0))
            add_move(e, row, i);
}

/* ---- the reduction */

static void add_port(struct bl_kernel_check *kc, const struct bl_kernel_reduction *reduction,
                     const char *type, bool in, int i) {
    *BL_APPEND(kc->check->arena, &kc->ports) = (struct bl_kernel_port){
        .name = bl_format(kc->check->arena, "%s_%s%d", reduction->name, in ? "in" : "out", i),
        .type = type,
        .bytes = reduction->bytes,
        .own = NONE,
        .in = in};
}

static int add_reduction(struct bl_kernel_check *kc, struct bl_kernel_reduction reduction,
                         const char *type) {
    reduction.name = bl_format(kc->check->arena, "reduction%d", kc->reductions.count);
    reduction.first_port = kc->ports.count;
    for (int i = 0; i < reduction.inputs; i++) add_port(kc, &reduction, type, true, i);
    for (int i = 0; i < reduction.outputs; i++) add_port(kc, &reduction, type, false, i);
    *BL_APPEND(kc->check->arena, &kc->reductions) = reduction;
    kc->kernels->ports = kc->ports.items;
    kc->kernels->port_count = kc->ports.count;
    kc->kernels->reductions = kc->reductions.items;
    kc->kernels->reduction_count = kc->reductions.count;
    return kc->reductions.count - 1;
}

/* One of the kernel's that is the same. */
static int find_reduction(const struct bl_kernel_making *making,
                          const struct bl_kernel_reduction *wanted) {
    for (int i = making->first_reduction; i < making->kc->reductions.count; i++) {
        const struct bl_kernel_reduction *other = &making->kc->reductions.items[i];
        if (other->inputs == wanted->inputs && other->bytes == wanted->bytes &&
            other->own == wanted->own && other->combine == wanted->combine &&
            other->is_signed == wanted->is_signed)
            return i;
    }
    return NONE;
}

/* Whether a module has two inputs and one output of the type. */
static bool can_combine(const struct bl_kernel_check *kc, const struct bl_kernel_own *own,
                        const char *type) {
    int inputs = 0, outputs = 0;
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = &kc->ports.items[own->first_port + i];
        if (strcmp(port->type, type)) return false;
        inputs += port->in;
        outputs += !port->in;
    }
    return inputs == 2 && outputs == 1;
}

static bool find_own(struct expansion *e, struct bl_kernel_reduction *reduction) {
    struct bl_kernel_check *kc = e->making->kc;
    const char *name = bl_name_text(e->tree->operator), *type = bl_name_text(e->tree->type);
    for (int i = 0; i < kc->own_trees.count; i++) {
        if (strcmp(kc->owns[i].name, name) || !can_combine(kc, &kc->owns[i], type)) continue;
        kc->operators[i] = true;
        reduction->own = i;
        return true;
    }
    bl_report(kc->check->diags, BL_MSG_KERNEL_COMBINE, e->tree->operator.range, name, type);
    return false;
}

static bool find_operator(struct expansion *e, struct bl_kernel_reduction *reduction) {
    static const char *const operators[] = {
#define ROW(name, word) [BL_KERNEL_COMBINE_##name] = word,
        BL_KERNEL_COMBINES(ROW)
#undef ROW
    };
    enum { OPERATORS = sizeof operators / sizeof *operators };
    const char *name = bl_name_text(e->tree->operator);
    int i = 0;
    while (i < OPERATORS && strcmp(operators[i], name)) i++;
    if (i == OPERATORS) return find_own(e, reduction);
    reduction->combine = (enum bl_kernel_combine)i;
    reduction->is_signed = e->type.is_signed && i != BL_KERNEL_COMBINE_SUM;
    if (!e->type.is_float && e->type.bits <= 64) return true;
    bl_report(e->making->kc->check->diags, BL_MSG_KERNEL_COMBINE_TYPE, e->tree->operator.range,
              name, bl_name_text(e->tree->type));
    return false;
}

/* A copy is of words, whatever their elements are. */
static bool make_reduction(struct expansion *e) {
    int inputs = bl_collective_inputs(e->row, e->nodes);
    struct bl_kernel_reduction reduction = {
        .inputs = inputs, .outputs = e->nodes, .bytes = e->bytes, .own = NONE};
    e->reduction = NONE;
    if (!inputs) return true;
    if (e->row->combines && !find_operator(e, &reduction)) return false;
    if (inputs == 1) reduction.bytes = BL_KERNEL_GRANULE;
    e->reduction = find_reduction(e->making, &reduction);
    if (e->reduction < 0)
        e->reduction = add_reduction(e->making->kc, reduction, bl_name_text(e->tree->type));
    return true;
}

void bl_kernel_settle_operators(struct bl_kernel_check *kc) {
    for (int i = 0; i < kc->own_trees.count; i++) {
        bool moved = false;
        for (int p = 0; p < kc->owns[i].port_count; p++)
            moved |= bl_kernel_movers(kc, kc->owns[i].first_port + p) > 0;
        kc->owns[i].operates = kc->operators[i] && !moved;
    }
}

/* ---- what is written */

/* Whether the memories called NAME0, NAME1 and so on are meant, one for each part. */
static bool is_spread(const struct bl_kernel_check *kc, const char *name) {
    const char *first = bl_format(kc->check->arena, "%s0", name);
    bool found = false;
    for (int i = 0; i < kc->kernels->memory_count; i++) {
        if (!strcmp(kc->kernels->memories[i].name, name)) return false;
        found |= !strcmp(kc->kernels->memories[i].name, first);
    }
    return found && !strcmp(name, "card");
}

/* The memories of the parts lie one behind the other. */
static bool find_place(struct expansion *e, const struct bl_end_tree *tree, bool parts,
                       struct place *place) {
    struct bl_kernel_making *making = e->making;
    const char *name = bl_name_text(tree->name);
    place->spread = parts && is_spread(making->kc, name);
    for (int i = place->spread ? e->nodes - 1 : 0; i >= 0; i--) {
        place->memory = bl_kernel_find_memory(
            making, tree->name.range,
            place->spread ? bl_format(making->kc->check->arena, "%s%d", name, i) : name);
        if (place->memory < 0) return false;
    }
    place->address = bl_kernel_expression_make(making->kc, &making->names, tree->address);
    const struct bl_kernel_reach reach = {tree->range, place->memory, place->address, -1, e->bytes};
    return place->address >= 0 && bl_kernel_check_reach(making, &reach);
}

static bool has_parts(const struct bl_collective *row, bool source) {
    for (int i = 0; i < row->move_count; i++)
        if ((source ? row->moves[i].from : row->moves[i].to) == BL_COLLECTIVE_PART) return true;
    return false;
}

static bool find_places(struct expansion *e) {
    const struct bl_collective_tree *tree = e->tree;
    struct bl_kernel_making *making = e->making;
    const struct bl_end_tree *to = e->row->two ? &tree->to : &tree->from;
    e->count = bl_kernel_expression_make(making->kc, &making->names, tree->from.count);
    if (e->count < 0 || !find_place(e, &tree->from, has_parts(e->row, true), &e->from) ||
        !find_place(e, to, has_parts(e->row, false), &e->to))
        return false;
    int count = bl_kernel_expression_make(making->kc, &making->names, to->count);
    if (count < 0 || count == e->count) return count >= 0;
    bl_report(making->kc->check->diags, BL_MSG_KERNEL_LENGTHS, e->move->range);
    return false;
}

static bool report_root(struct expansion *e) {
    bl_report(e->making->kc->check->diags, BL_MSG_KERNEL_ROOT, e->tree->root->range, e->row->word);
    return false;
}

/* One for all nodes. */
static bool find_root(struct expansion *e) {
    struct bl_kernel_check *kc = e->making->kc;
    const struct bl_expression *root = e->tree->root;
    int64_t first, last;
    if (!e->row->root) return true;
    if (bl_kernel_at_start(kc, &e->making->names, root)) return report_root(e);
    if (!bl_kernel_node_value(kc, root, 0, &first) ||
        !bl_kernel_node_value(kc, root, e->nodes - 1, &last))
        return false;
    if (first != last) return report_root(e);
    e->root = (int)first;
    if (first >= 0 && first < e->nodes) return true;
    bl_report(kc->check->diags, BL_MSG_KERNEL_NODES, root->range, (long long)first, e->nodes - 1);
    return false;
}

static bool check_nodes(struct expansion *e) {
    struct bl_diags *diags = e->making->kc->check->diags;
    if (e->nodes < 2 || e->nodes > MOST_NODES)
        bl_report(diags, BL_MSG_KERNEL_TOO_MANY, e->move->range, e->row->word, MOST_NODES,
                  e->nodes);
    else if (!bl_kernel_on_all(e->making))
        bl_report(diags, BL_MSG_KERNEL_ON_ALL, e->move->range, e->row->word,
                  e->making->kernel->name);
    else return true;
    return false;
}

/* What was written, and which moves it is. */
static void keep(const struct expansion *e, int first_move) {
    const struct bl_collective_tree *tree = e->tree;
    *BL_APPEND(e->making->kc->check->arena, &e->making->meetings) = (struct bl_kernel_meeting){
        .word = e->row->word,
        .operator= e->row->combines ? bl_name_text(tree->operator) : NULL,
        .type = bl_name_text(tree->type),
        .from = bl_name_text(tree->from.name),
        .to = e->row->two ? bl_name_text(tree->to.name) : NULL,
        .root = e->row->root ? e->root : NONE,
        .sends = e->row->root && !strcmp(e->row->root, "from"),
        .length = e->count,
        .bytes = e->bytes,
        .first_move = first_move,
        .move_count = e->making->moves.count - first_move};
}

/* For what is said of it as a whole. */
static void state(const struct expansion *e) {
    struct bl_kernel_making *making = e->making;
    bool settled = bl_kernel_is_settled(&making->names, e->from.address, true) &&
                   bl_kernel_is_settled(&making->names, e->to.address, true);
    *BL_APPEND(making->kc->check->arena, &making->kc->collectives) = (struct bl_kernel_stated){
        making->number, ++making->collectives, settled, e->row->word, e->move->range};
}

/* What is to move begins when all earlier moves have ended. */
void bl_kernel_add_collective(struct bl_kernel_making *making, const struct bl_move_tree *tree) {
    struct expansion e = {.making = making,
                          .move = tree,
                          .tree = tree->collective,
                          .row = tree->collective->row,
                          .nodes = making->kc->cluster->nodes};
    making->bad |= tree->broken || !check_nodes(&e) ||
                   !bl_check_type(making->kc->check, e.tree->type, &e.type);
    if (making->bad) return;
    e.bytes = e.type.bits / 8;
    if (!find_root(&e) || !find_places(&e) || !make_reduction(&e)) {
        making->bad = true;
        return;
    }
    if (e.row->divides) divide(&e);
    int first = making->moves.count;
    bl_kernel_add_step(making, BL_KERNEL_WAIT, 0);
    state(&e);
    for (int i = 0; i < e.row->move_count; i++) add_moves(&e, &e.row->moves[i]);
    add_steps(making, first);
    keep(&e, first);
}

int bl_kernel_count_bundles(const struct bl_move_tree *tree) {
    int count = 0;
    for (; tree; tree = tree->next)
        if (tree->kind == BL_TREE_COLLECTIVE)
            count = bl_max(count, bl_collective_bundles(tree->collective->row));
        else if (tree->kind == BL_TREE_REPEAT)
            count = bl_max(count, bl_kernel_count_bundles(tree->body));
    return count;
}
