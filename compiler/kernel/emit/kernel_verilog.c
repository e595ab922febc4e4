#include "kernel/emit/kernel_verilog.h"

#include "base/arena.h"
#include "base/bits.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/parts.h"
#include "ir/program.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/kernel_program.h"

enum { EXTENT_BITS = 33, DEEP = 4 /* operators behind one another in a cycle */ };

struct emission {
    struct bl_arena *arena;
    const struct bl_kernels *kernels;
    const struct bl_kernel *kernel;
    struct bl_parts parts;
    const void *chosen; /* while `waits` is made: the end of the move, */
    const char *waits;  /* and what there is of it */
};

static bool uses_either(const struct emission *e, int memory) {
    return bl_kernel_uses(e->kernel, memory, false) || bl_kernel_uses(e->kernel, memory, true);
}
static bool on_bus(const struct emission *e, int memory) {
    return bl_kernel_memory_row(&e->kernels->memories[memory])->on_bus;
}
/* The host says where on the bus it lies. */
static bool has_base(const struct emission *e, int memory) {
    return uses_either(e, memory) && on_bus(e, memory);
}
/* Whether some of the moves have to wait, and others never. */
static bool mixes_free(const struct emission *e) {
    bool any = false, tracked = false;
    for (int i = 0; i < e->kernel->move_count; i++) any |= e->kernel->moves[i].free;
    for (int i = 0; i < e->kernels->memory_count; i++) tracked |= bl_kernel_tracks(e->kernel, i);
    return any && tracked;
}

static void part(const struct emission *e, const char *name) { bl_part(&e->parts, name); }
static void set(struct emission *e, const char *hole, const char *value) {
    bl_part_set(&e->parts, hole, value);
}
static void number(struct emission *e, const char *hole, long long value) {
    bl_part_number(&e->parts, hole, value);
}

/* A number, and the highest bit of so many, NAME_high. */
static void size(struct emission *e, const char *name, int value) {
    number(e, name, value);
    number(e, bl_format(e->arena, "%s_high", name), value - 1);
}

/* A part for each memory of which `uses` holds. */
static void each_memory(struct emission *e, const char *name,
                        bool (*uses)(const struct emission *e, int memory)) {
    for (int i = 0; i < e->kernels->memory_count; i++) {
        if (!uses(e, i)) continue;
        set(e, "memory", e->kernels->memories[i].name);
        part(e, name);
    }
}

static void errors(struct emission *e) {
    number(e, "error_unaligned", BL_KERNEL_UNALIGNED);
    number(e, "error_beyond", BL_KERNEL_BEYOND);
    number(e, "error_copy", BL_KERNEL_COPY);
    number(e, "error_no_node", BL_KERNEL_NO_NODE);
    number(e, "error_read_failed", BL_KERNEL_READ_FAILED);
    number(e, "error_write_failed", BL_KERNEL_WRITE_FAILED);
    number(e, "error_partner", BL_KERNEL_PARTNER);
    number(e, "error_missed", BL_KERNEL_MISSED);
}

/* ---- copies */

static bool has_copies(const struct bl_kernel *kernel) {
    for (int i = 0; i < kernel->move_count; i++)
        if (kernel->moves[i].copies) return true;
    return false;
}

/* Visits the copies whose end a step waits for. */
static void each_awaited(struct emission *e, void (*visit)(struct emission *e, int move)) {
    for (int i = 0; i < e->kernel->move_count; i++)
        if (bl_kernel_awaits_copy(e->kernel, i)) visit(e, i);
}
static void declare_awaited(struct emission *e, int move) {
    number(e, "copy", move);
    part(e, "cycles");
}

/* ---- ports */

static void ports(struct emission *e) {
    part(e, "begin");
    for (int i = 0; i < e->kernel->argument_count; i++) {
        set(e, "argument", e->kernel->arguments[i]);
        part(e, "argument");
    }
    each_memory(e, "base", has_base);
    if (bl_kernel_readers(e->kernel)) part(e, "reader");
    if (bl_kernel_writers(e->kernel)) part(e, "writer");
    if (bl_kernel_takes(e->kernel)) part(e, "takes");
    if (bl_kernel_fills(e->kernel)) part(e, "fills");
    if (bl_kernel_aims(e->kernels, e->kernel)) part(e, "aims");
    if (bl_kernel_awaits(e->kernels, e->kernel)) part(e, "awaits");
    each_awaited(e, declare_awaited);
    part(e, "switch");
    if (bl_kernel_outer_ends(e->kernel, NULL)) part(e, "ends");
    if (bl_kernel_may_miss(e->kernels, e->kernel)) part(e, "misses");
    part(e, "declarations");
}

static bool looks_at_node(const struct bl_kernel *kernel) {
    for (int i = 0; i < kernel->expression_count; i++)
        if (kernel->expressions[i].operator== BL_KERNEL_NODE || kernel->expressions[i].operator==
            BL_KERNEL_AT_NODE)
            return true;
    return false;
}

static void outputs(struct emission *e) {
    part(e, bl_kernel_outer_ends(e->kernel, NULL) ? "end outputs" : "no ends");
    part(e, bl_kernel_may_miss(e->kernels, e->kernel) ? "miss outputs" : "no misses");
    if (!looks_at_node(e->kernel)) part(e, "unused node");
    part(e, bl_kernel_readers(e->kernel) ? "reader outputs" : "no reader");
    part(e, bl_kernel_writers(e->kernel) ? "writer outputs" : "no writer");
    part(e, bl_kernel_takes(e->kernel) ? "take outputs" : "no takes");
    part(e, bl_kernel_fills(e->kernel) ? "fill outputs" : "no fills");
    part(e, bl_kernel_aims(e->kernels, e->kernel) ? "aim outputs" : "no aims");
    part(e, bl_kernel_awaits(e->kernels, e->kernel) ? "await outputs" : "no awaits");
    for (int i = 0; i < e->kernel->counter_count; i++) {
        number(e, "counter", i);
        part(e, "counter");
    }
}

/* ---- what a move has to wait for, or fails by */

/* Whether a move that ends at `side`_end leaves the memory. One on the bus has the size that the
   host says, none until it does. */
static const char *leaves(struct emission *e, const struct bl_kernel_memory *memory,
                          const char *side) {
    if (bl_kernel_memory_row(memory)->on_bus)
        return bl_format(e->arena, "unfit_%s | ({1'b0, %s_end} > {limit_%s, 2'b00})", memory->name,
                         side, memory->name);
    return bl_format(e->arena, "%s_end > %d'd%lld", side, EXTENT_BITS, (long long)memory->bytes);
}

/* The move's end at `side` leaves its memory. */
static const char *beyond(struct emission *e, const char *side) {
    const char *text = "1'b0";
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const struct bl_kernel_memory *memory = &e->kernels->memories[i];
        if (!has_base(e, i) && (!uses_either(e, i) || memory->bytes >= INT64_C(1) << EXTENT_BITS))
            continue;
        text = bl_format(e->arena, "%s\n        | (%s_%s & (%s))", text, side, memory->name,
                         leaves(e, memory, side));
    }
    return text;
}

/* A reader or writer of a memory that bl_kernel_tracks: its moves may have to wait, and it has one
   under way at a time. */
struct tracked {
    bool write;
    int number, count; /* among the kernel's readers, or writers */
    int place;         /* among its sources, or targets */
    int memory;
};

/* Visits them all. */
static void each_tracked(struct emission *e,
                         void (*visit)(struct emission *e, const struct tracked *tracked)) {
    for (int write = 0; write < 2; write++) {
        const struct bl_kernel_end *ends = write ? e->kernel->targets : e->kernel->sources;
        int count = write ? e->kernel->target_count : e->kernel->source_count, number = 0;
        for (int i = 0; i < count; i++) {
            if (!bl_kernel_at_memory(ends[i])) continue;
            struct tracked tracked = {write, number++, 0, i, ends[i].number};
            tracked.count = write ? bl_kernel_writers(e->kernel) : bl_kernel_readers(e->kernel);
            if (bl_kernel_tracks(e->kernel, ends[i].number)) visit(e, &tracked);
        }
    }
}

static const char *end_word(const struct tracked *tracked) {
    return tracked->write ? "writer" : "reader";
}

/* "target == 1'd0", the move's end is this one. */
static const char *is_chosen(struct emission *e, const struct tracked *tracked) {
    int count = tracked->write ? e->kernel->target_count : e->kernel->source_count;
    return bl_format(e->arena, "(%s == %d'd%d)", tracked->write ? "target" : "source",
                     bl_kernel_end_bits(count), tracked->place);
}

/* Fills the holes of its parts. */
static void set_tracked(struct emission *e, const struct tracked *tracked) {
    const char *bits = tracked->write ? "writer_done" : "reader_taken";
    set(e, "end", end_word(tracked));
    number(e, "number", tracked->number);
    set(e, "memory", e->kernels->memories[tracked->memory].name);
    set(e, "chosen", is_chosen(e, tracked));
    set(e, "side", tracked->write ? "to" : "from");
    set(e, "ended",
        tracked->count > 1 ? bl_format(e->arena, "%s[%d]", bits, tracked->number) : bits);
}

static void declare_tracked(struct emission *e, const struct tracked *tracked) {
    set_tracked(e, tracked);
    part(e, "tracked");
}
static void end_tracked(struct emission *e, const struct tracked *tracked) {
    set_tracked(e, tracked);
    part(e, "end of tracked");
}
static void issue_tracked(struct emission *e, const struct tracked *tracked) {
    set_tracked(e, tracked);
    part(e, "issues tracked");
}
static void reset_tracked(struct emission *e, const struct tracked *tracked) {
    set_tracked(e, tracked);
    part(e, "reset of tracked");
}

/* While the end chosen by the move is active, or another one in the same memory, which `other`
   visits, has what overlaps; two that read have nothing to wait for. */
static void add_other(struct emission *e, const struct tracked *other) {
    const struct tracked *chosen = e->chosen;
    bool itself = other->write == chosen->write && other->number == chosen->number;
    if (itself || other->memory != chosen->memory || !(other->write || chosen->write)) return;
    const char *side = chosen->write ? "to" : "from", *word = end_word(other);
    e->waits = bl_format(e->arena,
                         "%s\n            | (%s%d_active & (%s_first < %s%d_high)\n"
                         "             & (%s_end > %s%d_low))",
                         e->waits, word, other->number, side, word, other->number, side, word,
                         other->number);
}

static void add_waits(struct emission *e, const struct tracked *tracked) {
    const char *before = e->waits;
    e->chosen = tracked;
    e->waits = bl_format(e->arena, "%s%s%d_active", "", end_word(tracked), tracked->number);
    each_tracked(e, add_other);
    e->waits = bl_format(e->arena, "%s\n        | (%s & %s & (%s))", before,
                         tracked->write ? "writes" : "reads", is_chosen(e, tracked), e->waits);
}

static const char *waits(struct emission *e) {
    e->waits = "1'b0";
    each_tracked(e, add_waits);
    return mixes_free(e) ? bl_format(e->arena, "~free & (%s)", e->waits) : e->waits;
}

/* ", from_NAME, to_NAME" of each: a memory that is alone on its bus and that no move can leave has
   nobody who looks at them. */
static const char *memory_flags(struct emission *e) {
    const char *text = "";
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const char *name = e->kernels->memories[i].name;
        if (uses_either(e, i)) text = bl_format(e->arena, "%s, from_%s, to_%s", text, name, name);
    }
    return text;
}

/* Whether moves are checked before they begin. */
static bool has_checks(const struct emission *e) {
    for (int i = 0; i < e->kernel->step_count; i++)
        if (e->kernel->steps[i].kind == BL_KERNEL_CHECK) return true;
    return false;
}

/* The base of the memory whose flag is set, as `form` has it, `none` of one that is not on the bus.
   NULL: none is used. */
static const char *base(struct emission *e, bool writes, const char *form, const char *none) {
    const char *text = NULL;
    for (int i = 0; i < e->kernels->memory_count && !text; i++)
        if (!on_bus(e, i) && bl_kernel_uses(e->kernel, i, writes)) text = none;
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const char *name = e->kernels->memories[i].name;
        if (!on_bus(e, i) || !bl_kernel_uses(e->kernel, i, writes)) continue;
        const char *value = bl_format(e->arena, form, name);
        text = text ? bl_format(e->arena, "(%s_%s ? %s : %s)", writes ? "to" : "from", name, value,
                                text)
                    : value;
    }
    return text;
}
static const char *low_base(struct emission *e, bool writes) {
    return base(e, writes, "base_%s[4:0]", "5'd0");
}

static void copies(struct emission *e) {
    if (has_copies(e->kernel)) {
        set(e, "read_low", low_base(e, false));
        set(e, "write_low", low_base(e, true));
    }
    part(e, has_copies(e->kernel) ? "copy" : "no copy");
}

static void checks(struct emission *e) {
    each_memory(e, "memory", uses_either);
    set(e, "ends", memory_flags(e));
    part(e, "extents");
    each_memory(e, "bounds", has_base);
    if (mixes_free(e)) part(e, "free");
    part(e, has_checks(e) ? "only checked" : "never only checked");
    copies(e);
    each_tracked(e, declare_tracked);
    set(e, "from_beyond", beyond(e, "from"));
    set(e, "to_beyond", beyond(e, "to"));
    set(e, "waits", waits(e));
    part(e, "checks");
}

/* ---- numbers */

static const char *value_text(struct emission *e, const struct bl_kernel_expression *expression) {
    static const char *const signs[] = {
#define ROW(name, sign) [BL_KERNEL_##name] = sign,
        BL_KERNEL_OPERATORS(ROW)
#undef ROW
    };
    switch (expression->operator) {
    case BL_KERNEL_NUMBER: return bl_format(e->arena, "32'd%lu", (unsigned long)expression->value);
    case BL_KERNEL_ARGUMENT:
        return bl_format(e->arena, "argument_%s", e->kernel->arguments[expression->value]);
    case BL_KERNEL_COUNTER:
        return bl_format(e->arena, "counter_%lu", (unsigned long)expression->value);
    case BL_KERNEL_CYCLES:
        return bl_format(e->arena, "copy%lu_cycles", (unsigned long)expression->value);
    case BL_KERNEL_NODE: return "node";
    case BL_KERNEL_AT_NODE:
        return bl_format(e->arena, "(node == 32'd%lu) ? e%d : 32'd0",
                         (unsigned long)expression->value, expression->left);
    case BL_KERNEL_MINIMUM:
        return bl_format(e->arena, "(e%d < e%d) ? e%d : e%d", expression->left, expression->right,
                         expression->left, expression->right);
    default:
        return bl_format(e->arena, "e%d %s e%d", expression->left, signs[expression->operator],
                         expression->right);
    }
}

static void mark(bool *used, int expression) {
    if (expression >= 0) used[expression] = true;
}

/* Those on which a move or a repeat depends: of constants that were computed some are over. */
static const bool *find_used(struct emission *e) {
    const struct bl_kernel *kernel = e->kernel;
    bool *used = BL_NEW(e->arena, bool, kernel->expression_count + 1);
    for (int i = 0; i < kernel->move_count; i++) {
        mark(used, kernel->moves[i].from_address);
        mark(used, kernel->moves[i].to_address);
        mark(used, kernel->moves[i].from_node);
        mark(used, kernel->moves[i].to_node);
        mark(used, kernel->moves[i].length);
    }
    for (int i = 0; i < kernel->step_count; i++) {
        mark(used, kernel->steps[i].first);
        mark(used, kernel->steps[i].last);
    }
    for (int i = kernel->expression_count - 1; i >= 0; i--) {
        if (!used[i]) continue;
        mark(used, kernel->expressions[i].left);
        mark(used, kernel->expressions[i].right);
    }
    return used;
}

/* Operators from arguments and counters to each expression. */
static const int *find_depths(const struct emission *e) {
    int *depths = BL_NEW(e->arena, int, e->kernel->expression_count + 1);
    for (int i = 0; i < e->kernel->expression_count; i++) {
        const struct bl_kernel_expression *of = &e->kernel->expressions[i];
        if (of->left >= 0) depths[i] = 1 + depths[of->left];
        if (of->right >= 0) depths[i] = bl_max(depths[i], 1 + depths[of->right]);
    }
    return depths;
}

/* 0: all in one cycle. */
static int settling_cycles(const struct emission *e) {
    const int *depths = find_depths(e);
    int depth = 0;
    for (int i = 0; i < e->kernel->expression_count; i++) depth = bl_max(depth, depths[i]);
    return depth > DEEP ? depth : 0;
}

/* The steps at which a counter changes. */
static const char *turns(struct emission *e) {
    const char *text = NULL;
    for (int i = 0; i < e->kernel->step_count; i++)
        if (e->kernel->steps[i].kind == BL_KERNEL_REPEAT ||
            e->kernel->steps[i].kind == BL_KERNEL_END)
            text = bl_format(e->arena, "%s%s(step == %d'd%d)", text ? text : "", text ? " | " : "",
                             bl_log2(e->kernel->step_count + 2), i + 1);
    return text ? text : "1'b0";
}

static void expressions(struct emission *e) {
    const bool *used = find_used(e);
    const int depth = settling_cycles(e), *depths = find_depths(e);
    set(e, "turns", turns(e));
    size(e, "depth", depth);
    size(e, "depth_w", bl_log2(depth + 1));
    set(e, "when_settled", depth ? " if (settled || step == REST)" : "");
    if (depth) part(e, "settling");
    for (int i = 0; i < e->kernel->expression_count; i++) {
        if (!used[i]) continue;
        number(e, "expression", i);
        set(e, "value", value_text(e, &e->kernel->expressions[i]));
        part(e, depth && depths[i] ? "late expression" : "expression");
    }
}

/* ---- the sequence; step i of the program is number i + 1 */

static void move_length(struct emission *e, const struct bl_kernel_move *move) {
    int n = move->length, shift = bl_log2(move->bytes) - bl_log2(BL_KERNEL_GRANULE);
    if (shift >= 0) {
        set(e, "length", bl_format(e->arena, shift ? "e%d << %d" : "e%d", n, shift));
        set(e, "odd", "1'b0");
        set(e, "wide", bl_format(e->arena, "|e%d[31:%d]", n, 30 - shift));
        return;
    }
    set(e, "length", bl_format(e->arena, "e%d >> %d", n, -shift));
    set(e, "odd", bl_format(e->arena, "|e%d[%d:0]", n, -shift - 1));
    set(e, "wide", bl_format(e->arena, shift < -1 ? "1'b0" : "e%d[31]", n));
}

static const char *address(struct emission *e, int expression) {
    return expression < 0 ? "32'd0" : bl_format(e->arena, "e%d", expression);
}

static void move_memories(struct emission *e, const struct bl_kernel_move *move) {
    for (int i = 0; i < e->kernels->memory_count; i++) {
        if (!uses_either(e, i)) continue;
        set(e, "memory", e->kernels->memories[i].name);
        number(e, "from", bl_kernel_at_memory(move->from) && move->from.number == i);
        number(e, "to", bl_kernel_at_memory(move->to) && move->to.number == i);
        part(e, "move's memory");
    }
}

static void emit_move(struct emission *e, const struct bl_kernel_move *move) {
    number(e, "source", move->source);
    number(e, "target", move->target);
    number(e, "reads", bl_kernel_at_memory(move->from));
    number(e, "writes", bl_kernel_at_memory(move->to));
    set(e, "from_address", address(e, move->from_address));
    set(e, "to_address", address(e, move->to_address));
    set(e, "from_node", address(e, move->from_node));
    set(e, "to_node", address(e, move->to_node));
    move_length(e, move);
    part(e, "move");
    if (has_checks(e)) part(e, "move's check");
    if (has_copies(e->kernel)) {
        number(e, "copies", move->copies);
        part(e, "move's copy");
    }
    if (mixes_free(e)) {
        number(e, "free", move->free);
        part(e, "move's freedom");
    }
    move_memories(e, move);
    part(e, "end of move");
}

static bool is_number(const struct bl_kernel_expression *expression, uint32_t value) {
    return expression->operator== BL_KERNEL_NUMBER && expression->value == value;
}

/* The step behind the head of a repeat, number `i`. Tools warn of comparisons that are constant. */
static const char *entry(struct emission *e, const struct bl_kernel_step *step, int i) {
    const struct bl_kernel_expression *first = &e->kernel->expressions[step->first],
                                      *last = &e->kernel->expressions[step->last];
    int bits = bl_log2(e->kernel->step_count + 2);
    if (step->below && (is_number(last, 0) || is_number(first, UINT32_MAX)))
        return bl_format(e->arena, "%d'd%d", bits, step->other + 2);
    if (!step->below && (is_number(first, 0) || is_number(last, UINT32_MAX)))
        return bl_format(e->arena, "%d'd%d", bits, i + 2);
    return bl_format(e->arena, "(e%d %s e%d) ? %d'd%d : %d'd%d", step->last,
                     step->below ? "<=" : "<", step->first, bits, step->other + 2, bits, i + 2);
}

/* What the counter of a repeat is compared with its last number as. */
static const char *turned(struct emission *e, const struct bl_kernel_step *begin) {
    return bl_format(e->arena, begin->below ? "counter_%d + 32'd1" : "counter_%d", begin->number);
}

static void emit_step(struct emission *e, int i) {
    const struct bl_kernel_step *step = &e->kernel->steps[i];
    number(e, "step", i + 1);
    number(e, "next", i + 2);
    number(e, "counter", step->number);
    if (step->kind == BL_KERNEL_MOVE || step->kind == BL_KERNEL_CHECK) {
        number(e, "only", step->kind == BL_KERNEL_CHECK);
        emit_move(e, &e->kernel->moves[step->number]);
        return;
    }
    if (step->kind == BL_KERNEL_WAIT || step->kind == BL_KERNEL_AWAIT) {
        number(e, "copy", step->number);
        part(e, step->kind == BL_KERNEL_WAIT ? "wait" : "awaits copy");
        return;
    }
    const struct bl_kernel_step *begin = step->kind == BL_KERNEL_REPEAT
                                             ? step
                                             : &e->kernel->steps[step->other];
    number(e, "first", begin->first);
    number(e, "last", begin->last);
    set(e, "turned", turned(e, begin));
    if (step->kind == BL_KERNEL_REPEAT) set(e, "entry", entry(e, step, i));
    else number(e, "again", step->other + 2);
    part(e, step->kind == BL_KERNEL_REPEAT ? "repeat" : "end of repeat");
}

static bool is_taken(const struct emission *e, struct bl_kernel_end end) {
    (void)e;
    return bl_kernel_is_outer(end);
}
static bool is_value(const struct emission *e, struct bl_kernel_end end) {
    (void)e;
    return end.kind == BL_KERNEL_AT_VALUE;
}
static bool is_memory(const struct emission *e, struct bl_kernel_end end) {
    (void)e;
    return bl_kernel_at_memory(end);
}
static bool is_joined(const struct emission *e, struct bl_kernel_end end) {
    return bl_kernel_is_any(e->kernels, end);
}

/* A bit for each source, or target, of a kind that is the move's. */
static const char *offer(struct emission *e, bool source,
                         bool (*is)(const struct emission *e, struct bl_kernel_end end)) {
    const char *text = NULL;
    const struct bl_kernel_end *ends = source ? e->kernel->sources : e->kernel->targets;
    int count = source ? e->kernel->source_count : e->kernel->target_count;
    for (int i = count - 1; i >= 0; i--)
        if (is(e, ends[i]))
            text = bl_format(e->arena, "%s%s%s == %d'd%d", text ? text : "", text ? ", " : "{",
                             source ? "source" : "target", bl_kernel_end_bits(count), i);
    return text ? bl_format(e->arena, "%s}", text) : "1'b0";
}

/* The sum of so many bits. */
static const char *sum(struct emission *e, const char *net, int count) {
    if (count < 2) return bl_format(e->arena, "{15'd0, %s}", net);
    const char *text = "16'd0";
    for (int i = 0; i < count; i++)
        text = bl_format(e->arena, "%s + {15'd0, %s[%d]}", text, net, i);
    return bl_format(e->arena, "(%s)", text);
}

static void issues(struct emission *e) {
    set(e, "take_offer", offer(e, true, is_taken));
    set(e, "fill_offer", offer(e, true, is_value));
    set(e, "read_offer", offer(e, true, is_memory));
    set(e, "write_offer", offer(e, false, is_memory));
    set(e, "aim_offer", offer(e, false, is_joined));
    set(e, "await_offer", offer(e, true, is_joined));
    part(e, "issues takes");
    for (int writes = 0; writes < 2; writes++) {
        const char *text = base(e, writes, "base_%s", "64'd0");
        if (!text) continue;
        set(e, writes ? "write_base" : "read_base", text);
        part(e, writes ? "issues writes" : "issues reads");
    }
    each_tracked(e, issue_tracked);
    part(e, "end of issues");
}

static void sequence(struct emission *e) {
    set(e, "read_sum", sum(e, "reader_taken", bl_kernel_readers(e->kernel)));
    set(e, "missed", bl_kernel_may_miss(e->kernels, e->kernel) ? "missed" : "1'b0");
    set(e, "write_sum", sum(e, "writer_done", bl_kernel_writers(e->kernel)));
    part(e, "sequence");
    if (settling_cycles(e)) part(e, "settles");
    if (bl_kernel_may_miss(e->kernels, e->kernel)) part(e, "counts misses");
    part(e, "counts");
    each_tracked(e, end_tracked);
    part(e, "phases");
    for (int i = 0; i < e->kernel->step_count; i++) emit_step(e, i);
    part(e, "drain");
    issues(e);
    each_tracked(e, reset_tracked);
    part(e, "end");
}

/* The step in BL_KERNEL_STEP_BITS bits. */
static const char *step_text(struct emission *e, int bits) {
    if (bits < BL_KERNEL_STEP_BITS)
        return bl_format(e->arena, "{%d'd0, (|error) ? place : step}", BL_KERNEL_STEP_BITS - bits);
    return bits == BL_KERNEL_STEP_BITS ? "(|error) ? place : step"
                                       : "(|error) ? place[15:0] : step[15:0]";
}

/* The step of the move that has this end in memory, from 1. */
static int step_of(const struct bl_kernel *kernel, bool writes, int place) {
    for (int i = 0; i < kernel->step_count; i++) {
        const struct bl_kernel_step *step = &kernel->steps[i];
        if (step->kind != BL_KERNEL_MOVE) continue;
        const struct bl_kernel_move *move = &kernel->moves[step->number];
        if ((writes ? move->target : move->source) == place) return i + 1;
    }
    return 0;
}

/* The step of the move whose reader or writer has failed, or where the kernel is. */
static const char *failed_step(struct emission *e) {
    const int bits = bl_log2(e->kernel->step_count + 2);
    const char *text = "step";
    for (int writes = 0; writes < 2; writes++) {
        const struct bl_kernel_end *ends = writes ? e->kernel->targets : e->kernel->sources;
        int count = writes ? e->kernel->target_count : e->kernel->source_count, number = 0;
        for (int i = 0; i < count; i++)
            if (bl_kernel_at_memory(ends[i]))
                text = bl_format(e->arena, "%s_failed[%d] ? %d'd%d\n                    : %s",
                                 writes ? "write" : "read", number++, bits,
                                 step_of(e->kernel, writes, i), text);
    }
    return text;
}

static void shape(struct emission *e) {
    const struct bl_kernel *kernel = e->kernel;
    int sources = kernel->source_count, targets = kernel->target_count;
    size(e, "sources", sources);
    size(e, "targets", targets);
    size(e, "source_w", bl_kernel_end_bits(sources));
    size(e, "target_w", bl_kernel_end_bits(targets));
    number(e, "to_high", sources * bl_kernel_end_bits(targets) - 1);
    number(e, "from_high", targets * bl_kernel_end_bits(sources) - 1);
    number(e, "nodes", e->kernels->nodes);
    size(e, "fills", bl_max(1, bl_kernel_fills(kernel)));
    size(e, "aims", bl_max(1, bl_kernel_aims(e->kernels, kernel)));
    size(e, "awaits", bl_max(1, bl_kernel_awaits(e->kernels, kernel)));
    size(e, "takes", bl_max(1, bl_kernel_takes(kernel)));
    size(e, "readers", bl_max(1, bl_kernel_readers(kernel)));
    size(e, "writers", bl_max(1, bl_kernel_writers(kernel)));
    number(e, "drain", kernel->step_count + 1);
    size(e, "step_w", bl_log2(kernel->step_count + 2));
    set(e, "failed_step", failed_step(e));
    set(e, "at", step_text(e, bl_log2(kernel->step_count + 2)));
}

void bl_kernel_emit(struct bl_text *text, const struct bl_program *program,
                    const struct bl_kernel *kernel) {
    const char *file = bl_path_name(bl_source_name(program->sources, program->range.file));
    struct emission e = {.arena = program->arena,
                         .kernels = bl_program_kernels(program),
                         .kernel = kernel,
                         .parts = {.text = text, .file = "kernel.v"}};
    set(&e, "kernel", kernel->name);
    set(&e, "file", file);
    number(&e, "line", kernel->line);
    set(&e, "module", bl_kernel_module(program->arena, program, kernel));
    shape(&e);
    errors(&e);
    ports(&e);
    outputs(&e);
    checks(&e);
    expressions(&e);
    sequence(&e);
}
