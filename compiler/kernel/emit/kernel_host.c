/* The calls of a host program. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "emit/emit_host.h"
#include "emit/emit_identity.h"
#include "emit/emit_network.h"
#include "ir/names/naming.h"
#include "ir/network.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/emit/emit_inner.h"
#include "kernel/emit/kernel_emit.h"
#include "kernel/kernel_program.h"
#include "kernel/plan/kernel_plan.h"
#include "node/regmap.h"

struct bl_kernel_emission bl_kernel_emission(struct bl_text *text,
                                             const struct bl_kernels_plan *plan, const char *file) {
    struct bl_kernel_emission e = {.arena = plan->arena,
                                   .plan = plan,
                                   .kernels = plan->kernels,
                                   .parts = {.text = text, .file = file}};
    bl_kernel_set(&e, "name", e.kernels->name);
    bl_kernel_set(&e, "symbol", plan->program->symbol);
    bl_kernel_number(&e, "nodes", e.kernels->nodes);
    return e;
}

static const char *list_of(struct bl_arena *arena, const int *numbers, int count) {
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = bl_format(arena, "%s%s%d", text, i ? ", " : "", numbers[i]);
    return text;
}

void bl_kernel_emit_ends(struct bl_kernel_emission *e, bool of_any) {
    for (int i = 0; i < e->kernels->channel_count; i++) {
        const struct bl_kernel_channel *channel = &e->kernels->channels[i];
        if (!bl_kernel_by_host(channel) && !of_any) continue;
        bl_kernel_set(e, "channel", channel->name);
        bl_kernel_set(e, "to", list_of(e->arena, channel->to, e->kernels->nodes));
        bl_kernel_set(e, "from", list_of(e->arena, channel->from, e->kernels->nodes));
        bl_kernel_part(e, "channel ends");
    }
}

static const char *upper(struct bl_arena *arena, const char *word) {
    char *copy = bl_strdup(arena, word);
    for (char *at = copy; *at; at++) *at = (char)toupper((unsigned char)*at);
    return copy;
}

/* "0", "0 and 2" */
static const char *nodes_text(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    const char *text = NULL;
    for (int i = 0; i < e->kernels->nodes; i++)
        if (kernel->on[i])
            text = bl_format(e->arena, "%s%s%d", text ? text : "", text ? ", " : "", i);
    return text ? text : "none";
}

/* What the calls have beside a kernel's arguments. */
static bool is_own(const void *context, const char *name) {
    (void)context;
    return !strcmp(name, "device") || !strcmp(name, "node") || !strcmp(name, "arguments") ||
           !strcmp(name, "timeout_ps") || !strcmp(name, "clocks");
}

const char *const *bl_kernel_set_parameters(struct bl_kernel_emission *e,
                                            const char *const *arguments, int count) {
    const char *parameters = "", *values = "", **names = BL_NEW(e->arena, const char *, count + 1);
    const struct bl_naming naming = {.arena = e->arena, .role = BL_NAME_RECORD, .own = is_own};
    bl_naming_write(&naming, arguments, names, count);
    for (int i = 0; i < count; i++) {
        parameters = bl_format(e->arena, "%s, uint32_t %s", parameters, names[i]);
        values = bl_format(e->arena, "%s%s, ", values, names[i]);
    }
    bl_kernel_set(e, "parameters", parameters);
    bl_kernel_set(e, "values", values);
    return names;
}

static void set_register(struct bl_kernel_emission *e, const char *hole, uint32_t address) {
    bl_kernel_set(e, hole, bl_format(e->arena, "0x%04x", (unsigned)address));
}

/* The register that starts a kernel, and its name. */
static void set_doorbell(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_set(e, "doorbell",
                  upper(e->arena, bl_format(e->arena, "%s_%s_doorbell", e->plan->program->symbol,
                                            kernel->name)));
    set_register(e, "go", bl_kernel_register(e->plan->node, kernel->name, "go"));
}

/* Memories of which the host says where they lie on the bus. */
static bool has_base(const struct bl_kernels *kernels, int memory) {
    return bl_kernels_use(kernels, memory) &&
           bl_kernel_memory_row(&kernels->memories[memory])->on_bus;
}

/* A part for each memory that kernels use on the bus, channel and kernel, with its number in the
   tables. */
static void each(struct bl_kernel_emission *e, const char *memory, const char *channel,
                 const char *kernel_part) {
    for (int i = 0, used = 0; i < e->kernels->memory_count; i++) {
        if (!has_base(e->kernels, i)) continue;
        bl_kernel_set(e, "memory", e->kernels->memories[i].name);
        bl_kernel_number(e, "number", used++);
        bl_kernel_part(e, memory);
    }
    for (int i = 0, used = 0; i < e->kernels->channel_count; i++) {
        if (!bl_kernel_by_host(&e->kernels->channels[i])) continue;
        bl_kernel_set(e, "channel", e->kernels->channels[i].name);
        bl_kernel_number(e, "number", used++);
        bl_kernel_part(e, channel);
        if (e->kernels->channels[i].unreliable)
            bl_kernel_part(e, bl_format(e->arena, "%s lost", channel));
    }
    for (int i = 0; i < e->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &e->kernels->kernels[i];
        bl_kernel_set(e, "kernel", kernel->name);
        bl_kernel_set_parameters(e, kernel->arguments, kernel->argument_count);
        set_doorbell(e, kernel);
        bl_kernel_set(e, "on", nodes_text(e, kernel));
        bl_kernel_number(e, "number", i);
        bl_kernel_part(e, kernel_part);
    }
}

/* A part for each kernel in Verilog that has arguments. */
static void each_module(struct bl_kernel_emission *e, const char *part) {
    for (int i = 0, number = 0; i < e->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &e->kernels->owns[i];
        if (!own->argument_count) continue;
        bl_kernel_set(e, "own", own->name);
        bl_kernel_set_parameters(e, own->arguments, own->argument_count);
        bl_kernel_number(e, "number", number++);
        bl_kernel_part(e, part);
    }
}

static void write_header(struct bl_text *text, const void *of, const char *identity) {
    const struct bl_kernels_plan *plan = of;
    struct bl_kernel_emission e = bl_kernel_emission(text, plan, "kernels_host.h");
    bl_kernel_set(&e, "identity", identity);
    bl_kernel_set(&e, "guard", upper(plan->arena, plan->program->symbol));
    bl_kernel_part(&e, "begin");
    each(&e, "memory", "channel", "kernel");
    each_module(&e, "module");
    bl_kernel_emit_group_calls(&e, false);
    bl_kernel_part(&e, "end");
}

void bl_kernels_emit_host_header(struct bl_text *text, const struct bl_kernels_plan *plan) {
    bl_emit_identified(text, plan->arena, plan, write_header);
}

/* Bit n: it is on node n. */
static const char *node_bits(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    uint64_t bits = 0;
    for (int i = 0; i < e->kernels->nodes; i++) bits |= (uint64_t)kernel->on[i] << i;
    return bl_format(e->arena, "0x%" PRIx64, bits);
}

/* Bit i: it names number i of the memories of which the host says where they lie. */
static const char *memory_bits(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    uint64_t bits = 0;
    for (int i = 0, number = 0; i < e->kernels->memory_count; i++) {
        if (!has_base(e->kernels, i)) continue;
        bool uses = bl_kernel_uses(kernel, i, false) || bl_kernel_uses(kernel, i, true);
        bits |= (uint64_t)uses << number++;
    }
    return bl_format(e->arena, "0x%" PRIx64, bits);
}

/* What the rows of kernels name. */
static void kernel_tables(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    const char *names = "";
    for (int i = 0; i < kernel->argument_count; i++)
        names = bl_format(e->arena, "%s\"%s\", ", names, kernel->arguments[i]);
    bl_kernel_set(e, "kernel", kernel->name);
    bl_kernel_set(e, "names", names);
    bl_kernel_part(e, "names");
    bl_kernel_emit_rules(e, kernel->rules, kernel->rule_count);
}

/* What a move has at an end: "gpu", "channel ping". */
static const char *end_text(struct bl_kernel_emission *e, struct bl_kernel_end end) {
    const struct bl_kernels *kernels = e->kernels;
    switch (end.kind) {
    case BL_KERNEL_AT_CHANNEL:
        return bl_format(e->arena, "channel %s", kernels->channels[end.number].name);
    case BL_KERNEL_AT_PEER:
        return bl_format(e->arena, "node %d of a collective", end.number % kernels->nodes);
    case BL_KERNEL_AT_MEMORY: return kernels->memories[end.number].name;
    case BL_KERNEL_AT_PORT: return bl_format(e->arena, "port %s", kernels->ports[end.number].name);
    case BL_KERNEL_AT_VALUE: return "a value";
    default: return "nothing";
    }
}

/* Its number among the kernel's ends at which it waits for others; -1: it is none of them. */
static int number_of(const struct bl_kernel *kernel, bool sends, int place) {
    struct bl_kernel_outer outer[BL_MOST_OUTER_ENDS];
    int count = bl_kernel_outer_ends(kernel, outer);
    for (int i = 0; i < count; i++)
        if (outer[i].sends == sends && outer[i].place == place) return i;
    return -1;
}

static void set_move(struct bl_kernel_emission *e, const struct bl_kernel *kernel,
                     const struct bl_kernel_move *move) {
    bl_kernel_set(e, "what", "NULL");
    if (move)
        bl_kernel_set(
            e, "what",
            bl_format(e->arena, "\"%s -> %s\"", end_text(e, move->from), end_text(e, move->to)));
    bl_kernel_number(e, "from_end", move ? number_of(kernel, false, move->source) : -1);
    bl_kernel_number(e, "to_end", move ? number_of(kernel, true, move->target) : -1);
}

/* What is only checked waits for nobody. */
static void no_ends(struct bl_kernel_emission *e) {
    bl_kernel_number(e, "from_end", -1);
    bl_kernel_number(e, "to_end", -1);
}

static void step_rows(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_part(e, "steps");
    for (int i = 0; i < kernel->step_count; i++) {
        const struct bl_kernel_step *step = &kernel->steps[i];
        bool is_move = step->kind == BL_KERNEL_MOVE || step->kind == BL_KERNEL_CHECK;
        bl_kernel_number(e, "line", step->line);
        set_move(e, kernel, is_move ? &kernel->moves[step->number] : NULL);
        if (step->kind == BL_KERNEL_CHECK) no_ends(e);
        bl_kernel_part(e, "step");
    }
}

/* Channels of which both ends are known have their tables: where each node sends, from whom it
   takes. */
static const char *peers_text(struct bl_kernel_emission *e, const struct bl_kernel_outer *outer) {
    if (!bl_kernel_is_joined(e->kernels, outer->end)) return "NULL";
    return bl_format(e->arena, "%s_%s", outer->sends ? "to" : "from",
                     e->kernels->channels[outer->end.number].name);
}

static void end_rows(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    struct bl_kernel_outer outer[BL_MOST_OUTER_ENDS];
    int count = bl_kernel_outer_ends(kernel, outer);
    bl_kernel_set(e, "kernel", kernel->name);
    step_rows(e, kernel);
    bl_kernel_part(e, "ends");
    for (int i = 0; i < count; i++) {
        bl_kernel_set(e, "end", end_text(e, outer[i].end));
        bl_kernel_number(e, "channel_bit", bl_kernel_channel_of(e->kernels, outer[i].end));
        bl_kernel_number(e, "sends", outer[i].sends);
        bl_kernel_set(e, "peers", peers_text(e, &outer[i]));
        bl_kernel_part(e, "end");
    }
    bl_kernel_part(e, "end of ends");
}

static void kernel_rows(struct bl_kernel_emission *e) {
    for (int i = 0; i < e->kernels->kernel_count; i++) {
        kernel_tables(e, &e->kernels->kernels[i]);
        end_rows(e, &e->kernels->kernels[i]);
    }
    bl_kernel_part(e, "kernels");
    for (int i = 0; i < e->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &e->kernels->kernels[i];
        uint32_t go = bl_kernel_register(e->plan->node, kernel->name, "go");
        bl_kernel_set(e, "kernel", kernel->name);
        set_register(e, "arguments", go - 4 * (uint32_t)kernel->argument_count);
        bl_kernel_number(e, "argument_count", kernel->argument_count);
        bl_kernel_set(e, "on_nodes", node_bits(e, kernel));
        bl_kernel_set(e, "memories", memory_bits(e, kernel));
        bl_kernel_number(e, "rule_count", kernel->rule_count);
        bl_kernel_number(e, "end_count", bl_kernel_outer_ends(kernel, NULL));
        bl_kernel_number(e, "step_count", kernel->step_count);
        bl_kernel_set(e, "talks", bl_kernel_talks(kernel) ? "true" : "false");
        set_register(e, "state", bl_kernel_register(e->plan->node, kernel->name, "state"));
        bl_kernel_part(e, "kernel");
    }
}

static void channel_rows(struct bl_kernel_emission *e) {
    int count = 0;
    bl_kernel_part(e, "channels");
    for (int i = 0; i < e->kernels->channel_count; i++) {
        const char *name = e->kernels->channels[i].name;
        if (!bl_kernel_by_host(&e->kernels->channels[i])) continue;
        bl_kernel_set(e, "channel", name);
        set_register(e, "to_register", bl_kernel_register(e->plan->node, name, "to"));
        set_register(e, "lost", bl_kernel_register(e->plan->node, name, "lost"));
        bl_kernel_number(e, "channel_bit", i);
        bl_kernel_part(e, "channel");
        count++;
    }
    bl_kernel_number(e, "channel_count", count);
}

static void memory_rows(struct bl_kernel_emission *e) {
    int count = 0;
    bl_kernel_part(e, "memories");
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const struct bl_kernel_memory *memory = &e->kernels->memories[i];
        if (!has_base(e->kernels, i)) continue;
        bl_kernel_set(e, "memory", memory->name);
        set_register(e, "base", bl_kernel_register(e->plan->node, memory->name, "base_low"));
        bl_kernel_number(e, "gpu", memory->kind == BL_KERNEL_OF_GPU ? memory->number : -1);
        bl_kernel_part(e, "memory");
        count++;
    }
    bl_kernel_number(e, "memory_count", count);
    bl_kernel_part(e, "end of memories");
}

/* Whether it is a port of the module, or of a reduction that has copies of it. */
static bool is_at(const struct bl_kernels *kernels, int number, struct bl_kernel_end end) {
    const struct bl_kernel_own *own = &kernels->owns[number];
    if (end.kind != BL_KERNEL_AT_PORT) return false;
    for (int i = 0; i < kernels->reduction_count; i++) {
        const struct bl_kernel_reduction *reduction = &kernels->reductions[i];
        if (reduction->own == number && end.number >= reduction->first_port &&
            end.number < reduction->first_port + reduction->inputs + reduction->outputs)
            return true;
    }
    return end.number >= own->first_port && end.number < own->first_port + own->port_count;
}

/* Whether the kernel moves to a port of the module, or from one. */
static bool moves_at(const struct bl_kernels *kernels, const struct bl_kernel *kernel, int number) {
    for (int i = 0; i < kernel->move_count; i++)
        if (is_at(kernels, number, kernel->moves[i].from) ||
            is_at(kernels, number, kernel->moves[i].to))
            return true;
    return false;
}

static void module_movers(struct bl_kernel_emission *e, int number) {
    const struct bl_kernel_own *own = &e->kernels->owns[number];
    const char *movers = "";
    for (int i = 0; i < e->kernels->kernel_count; i++)
        if (moves_at(e->kernels, &e->kernels->kernels[i], number))
            movers = bl_format(e->arena, "%s&kernels[%d], ", movers, i);
    bl_kernel_set(e, "own", own->name);
    bl_kernel_set(e, "movers", movers);
    bl_kernel_part(e, "movers");
}

static void module_rows(struct bl_kernel_emission *e) {
    int count = 0;
    for (int i = 0; i < e->kernels->own_count; i++)
        if (e->kernels->owns[i].argument_count) module_movers(e, i);
    bl_kernel_part(e, "modules");
    for (int i = 0; i < e->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &e->kernels->owns[i];
        if (!own->argument_count) continue;
        bl_kernel_set(e, "own", own->name);
        set_register(e, "arguments", bl_kernel_own_register(e->plan->node, own));
        bl_kernel_number(e, "argument_count", own->argument_count);
        bl_kernel_part(e, "module");
        count++;
    }
    bl_kernel_number(e, "module_count", count);
}

/* The registers of DMA to the channels, where the node has any. */
static void host_port(struct bl_kernel_emission *e) {
    const struct bl_regmap *map = e->plan->node->registers;
    const struct bl_register *settings = bl_regmap_host(map, true),
                             *results = bl_regmap_host(map, false);
    set_register(e, "settings", settings ? bl_register_address(settings, 0) : 0);
    set_register(e, "results", results ? bl_register_address(results, 0) : 0);
    bl_kernel_number(e, "word_bytes", BL_KERNEL_WORD_BYTES);
    bl_kernel_number(e, "channel_bytes", settings ? INT64_C(1) << BL_ADDRESS_BITS : 0);
    bl_kernel_number(e, "channels", e->plan->node->memory.channels);
    bl_kernel_part(e, "host port");
}

void bl_kernels_emit_host(struct bl_text *text, const struct bl_kernels_plan *plan) {
    struct bl_kernel_emission e = bl_kernel_emission(text, plan, "kernels_host.c");
    bl_kernel_part(&e, "begin");
    bl_kernel_emit_ends(&e, false);
    kernel_rows(&e);
    bl_kernel_part(&e, "end of kernels");
    bl_kernel_emit_groups(&e);
    channel_rows(&e);
    memory_rows(&e);
    module_rows(&e);
    bl_kernel_number(&e, "kernel_count", e.kernels->kernel_count);
    set_register(&e, "marks", bl_kernel_marks_register(plan->node));
    set_register(&e, "drop", bl_kernel_drop_register(plan->node));
    set_register(&e, "gaps", bl_kernel_gaps_register(plan->node));
    set_register(&e, "gap", bl_kernel_register(plan->node, BL_KERNEL_GAPS, "count"));
    set_register(&e, "dropped", bl_kernel_dropped_register(plan->node));
    bl_kernel_set(&e, "source",
                  bl_path_name(bl_source_name(plan->program->sources, plan->program->range.file)));
    bl_kernel_part(&e, "all");
    bl_kernel_set(&e, "network", bl_emit_network(text, plan->node) ? "&network" : "NULL");
    host_port(&e);
    struct bl_text header = {0};
    bl_kernels_emit_host_header(&header, plan);
    bl_kernel_set(&e, "signature", bl_host_signature(plan->arena, &header, text));
    bl_text_free(&header);
    bl_kernel_part(&e, "opening");
    each(&e, "call for memory", "call for channel", "call for kernel");
    each_module(&e, "call for module");
    bl_kernel_emit_group_calls(&e, true);
}
