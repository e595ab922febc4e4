#include "kernel/kernel_verilog.h"

#include "base/arena.h"
#include "base/bits.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/parts.h"
#include "ir/program.h"
#include "kernel/check_kernel.h"

enum { EXTENT_BITS = 33 };

struct emission {
    struct bl_arena *arena;
    const struct bl_kernels *kernels;
    const struct bl_kernel *kernel;
    struct bl_parts parts;
};

static int find_memory_end(const struct bl_kernel_end *ends, int count) {
    for (int i = 0; i < count; i++)
        if (ends[i].memory) return i;
    return -1;
}
int bl_kernel_reader(const struct bl_kernel *kernel) {
    return find_memory_end(kernel->sources, kernel->source_count);
}
int bl_kernel_writer(const struct bl_kernel *kernel) {
    return find_memory_end(kernel->targets, kernel->target_count);
}

bool bl_kernel_uses(const struct bl_kernel *kernel, int memory, bool writes) {
    for (int i = 0; i < kernel->move_count; i++) {
        struct bl_kernel_end end = writes ? kernel->moves[i].to : kernel->moves[i].from;
        if (end.memory && end.number == memory) return true;
    }
    return false;
}

int bl_kernel_takes(const struct bl_kernel *kernel) {
    return kernel->source_count - (bl_kernel_reader(kernel) >= 0);
}

int bl_kernel_end_bits(int ends) { return bl_max(1, bl_log2(ends)); }

static bool uses_either(const struct emission *e, int memory) {
    return bl_kernel_uses(e->kernel, memory, false) || bl_kernel_uses(e->kernel, memory, true);
}
/* Moves of it may have to wait for each other. */
static bool uses_both(const struct emission *e, int memory) {
    return bl_kernel_uses(e->kernel, memory, false) && bl_kernel_uses(e->kernel, memory, true);
}

const char *bl_kernel_module(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_kernel *kernel) {
    return bl_format(arena, "%s_kernel_%s", program->symbol, kernel->name);
}

static void part(const struct emission *e, const char *name) { bl_part(&e->parts, name); }
static void set(struct emission *e, const char *hole, const char *value) {
    bl_part_set(&e->parts, hole, value);
}
static void number(struct emission *e, const char *hole, long long value) {
    bl_part_number(&e->parts, hole, value);
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

/* ---- ports */

static void ports(struct emission *e) {
    part(e, "begin");
    for (int i = 0; i < e->kernel->argument_count; i++) {
        set(e, "argument", e->kernel->arguments[i]);
        part(e, "argument");
    }
    each_memory(e, "base", uses_either);
    if (bl_kernel_reader(e->kernel) >= 0) part(e, "reader");
    if (bl_kernel_writer(e->kernel) >= 0) part(e, "writer");
    if (bl_kernel_takes(e->kernel)) part(e, "takes");
    part(e, "switch");
}

static bool looks_at_node(const struct bl_kernel *kernel) {
    for (int i = 0; i < kernel->expression_count; i++)
        if (kernel->expressions[i].operator== BL_KERNEL_NODE) return true;
    return false;
}

static void outputs(struct emission *e) {
    if (!looks_at_node(e->kernel)) part(e, "unused node");
    part(e, bl_kernel_reader(e->kernel) >= 0 ? "reader outputs" : "no reader");
    part(e, bl_kernel_writer(e->kernel) >= 0 ? "writer outputs" : "no writer");
    part(e, bl_kernel_takes(e->kernel) ? "take outputs" : "no takes");
    for (int i = 0; i < e->kernel->counter_count; i++) {
        number(e, "counter", i);
        part(e, "counter");
    }
}

/* ---- what a move has to wait for, or fails by */

static const char *beyond(struct emission *e) {
    const char *text = "wide";
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const struct bl_kernel_memory *memory = &e->kernels->memories[i];
        if (!uses_either(e, i) || memory->bytes >= INT64_C(1) << EXTENT_BITS) continue;
        for (int to = 0; to < 2; to++)
            text = bl_format(e->arena, "%s\n        | (%s_%s & (%s_end > %d'd%lld))", text,
                             to ? "to" : "from", memory->name, to ? "to" : "from", EXTENT_BITS,
                             (long long)memory->bytes);
    }
    return text;
}

static const char *waits(struct emission *e) {
    const char *text = NULL;
    for (int i = 0; i < e->kernels->memory_count; i++)
        if (uses_both(e, i))
            text = bl_format(e->arena, "%s%swaits_%s", text ? text : "", text ? " | " : "",
                             e->kernels->memories[i].name);
    return text ? text : "1'b0";
}

static void checks(struct emission *e) {
    each_memory(e, "memory", uses_either);
    part(e, "extents");
    each_memory(e, "hull", uses_both);
    set(e, "beyond", beyond(e));
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
    case BL_KERNEL_NODE: return "node";
    default:
        return bl_format(e->arena, "e%d %s e%d", expression->left, signs[expression->operator],
                         expression->right);
    }
}

static void expressions(struct emission *e) {
    for (int i = 0; i < e->kernel->expression_count; i++) {
        number(e, "expression", i);
        set(e, "value", value_text(e, &e->kernel->expressions[i]));
        part(e, "expression");
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
        number(e, "from", move->from.memory && move->from.number == i);
        number(e, "to", move->to.memory && move->to.number == i);
        part(e, "move's memory");
    }
}

static void emit_move(struct emission *e, const struct bl_kernel_move *move) {
    number(e, "source", move->source);
    number(e, "target", move->target);
    number(e, "reads", move->from.memory);
    number(e, "writes", move->to.memory);
    set(e, "from_address", address(e, move->from_address));
    set(e, "to_address", address(e, move->to_address));
    move_length(e, move);
    part(e, "move");
    move_memories(e, move);
    part(e, "end of move");
}

static void emit_step(struct emission *e, int i) {
    const struct bl_kernel_step *step = &e->kernel->steps[i];
    number(e, "step", i + 1);
    number(e, "next", i + 2);
    number(e, "counter", step->number);
    if (step->kind == BL_KERNEL_MOVE) {
        emit_move(e, &e->kernel->moves[step->number]);
        return;
    }
    const struct bl_kernel_step *begin = step->kind == BL_KERNEL_REPEAT
                                             ? step
                                             : &e->kernel->steps[step->other];
    number(e, "first", begin->first);
    number(e, "last", begin->last);
    number(e, step->kind == BL_KERNEL_REPEAT ? "behind" : "again", step->other + 2);
    part(e, step->kind == BL_KERNEL_REPEAT ? "repeat" : "end of repeat");
}

/* The base of the memory whose flag is set. */
static const char *base(struct emission *e, bool writes) {
    const char *text = NULL;
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const char *name = e->kernels->memories[i].name;
        if (!bl_kernel_uses(e->kernel, i, writes)) continue;
        text = text ? bl_format(e->arena, "(%s_%s ? base_%s : %s)", writes ? "to" : "from", name,
                                name, text)
                    : bl_format(e->arena, "base_%s", name);
    }
    return text;
}

/* A bit for each channel that it receives from, of the move's source. */
static const char *take_offer(struct emission *e) {
    const char *text = NULL;
    int bits = bl_kernel_end_bits(e->kernel->source_count);
    for (int i = e->kernel->source_count - 1; i >= 0; i--)
        if (!e->kernel->sources[i].memory)
            text = bl_format(e->arena, "%s%ssource == %d'd%d", text ? text : "", text ? ", " : "{",
                             bits, i);
    return text ? bl_format(e->arena, "%s}", text) : "1'b0";
}

static void issues(struct emission *e) {
    set(e, "take_offer", take_offer(e));
    part(e, "issues takes");
    for (int writes = 0; writes < 2; writes++) {
        const char *text = base(e, writes);
        if (!text) continue;
        set(e, writes ? "write_base" : "read_base", text);
        part(e, writes ? "issues writes" : "issues reads");
    }
    each_memory(e, "issues hull", uses_both);
    part(e, "end of issues");
}

static void sequence(struct emission *e) {
    part(e, "sequence");
    for (int i = 0; i < e->kernel->step_count; i++) emit_step(e, i);
    part(e, "drain");
    issues(e);
    each_memory(e, "reset of a hull", uses_both);
    part(e, "end");
}

static void shape(struct emission *e) {
    const struct bl_kernel *kernel = e->kernel;
    number(e, "sources", kernel->source_count);
    number(e, "targets", kernel->target_count);
    number(e, "source_w", bl_kernel_end_bits(kernel->source_count));
    number(e, "target_w", bl_kernel_end_bits(kernel->target_count));
    number(e, "takes", bl_max(1, bl_kernel_takes(kernel)));
    number(e, "drain", kernel->step_count + 1);
    number(e, "step_w", bl_log2(kernel->step_count + 2));
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
    ports(&e);
    outputs(&e);
    checks(&e);
    expressions(&e);
    sequence(&e);
}
