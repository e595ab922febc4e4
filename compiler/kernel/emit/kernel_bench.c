/* The bench: the kernels as tables, for the golden model and what runs them. */
#include "base/arena.h"
#include "emit/emit_bench.h"
#include "emit/emit_bench_node.h"
#include "kernel/emit/emit_inner.h"
#include "kernel/emit/kernel_emit.h"
#include "kernel/kernel_own.h"

static const char *yes_no(bool value) { return value ? "true" : "false"; }

static void channels(struct bl_kernel_emission *e) {
    bl_kernel_emit_ends(e, true);
    bl_kernel_part(e, "channels");
    for (int i = 0; i < e->kernels->channel_count; i++) {
        const struct bl_kernel_channel *channel = &e->kernels->channels[i];
        bl_kernel_set(e, "channel", channel->name);
        bl_kernel_set(e, "type", channel->type);
        bl_kernel_number(e, "bytes", channel->bytes);
        bl_kernel_number(e, "words", channel->words);
        bl_kernel_set(e, "now", yes_no(channel->now));
        bl_kernel_set(e, "any", yes_no(channel->any));
        bl_kernel_set(e, "unreliable", yes_no(channel->unreliable));
        bl_kernel_set(e, "meets", yes_no(channel->meets));
        bl_kernel_part(e, "channel");
    }
    bl_kernel_part(e, "end of channels");
}

static void bundles(struct bl_kernel_emission *e) {
    bl_kernel_part(e, "bundles");
    for (int i = 0; i < e->kernels->bundle_count; i++) {
        bl_kernel_set(e, "bundle", e->kernels->bundles[i].name);
        bl_kernel_number(e, "words", e->kernels->bundles[i].words);
        bl_kernel_part(e, "bundle");
    }
    bl_kernel_part(e, "end of bundles");
}

static void memories(struct bl_kernel_emission *e) {
    bl_kernel_part(e, "memories");
    for (int i = 0; i < e->kernels->memory_count; i++) {
        const struct bl_kernel_memory *memory = &e->kernels->memories[i];
        bl_kernel_set(e, "memory", memory->name);
        bl_kernel_number(e, "kind", memory->kind);
        bl_kernel_number(e, "number", memory->number);
        bl_kernel_number(e, "bytes", memory->bytes);
        bl_kernel_part(e, "memory");
    }
    bl_kernel_part(e, "end of a list");
}

static void expressions(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_part(e, "expressions");
    for (int i = 0; i < kernel->expression_count; i++) {
        const struct bl_kernel_expression *expression = &kernel->expressions[i];
        bl_kernel_number(e, "operator", expression->operator);
        bl_kernel_number(e, "value", expression->value);
        bl_kernel_number(e, "left", expression->left);
        bl_kernel_number(e, "right", expression->right);
        bl_kernel_part(e, "expression");
    }
    bl_kernel_part(e, "end of a list");
}

static void emit_move(struct bl_kernel_emission *e, const struct bl_kernel_move *move) {
    bl_kernel_number(e, "from_kind", move->from.kind);
    bl_kernel_number(e, "from_number", move->from.number);
    bl_kernel_number(e, "to_kind", move->to.kind);
    bl_kernel_number(e, "to_number", move->to.number);
    bl_kernel_number(e, "source", move->source);
    bl_kernel_number(e, "target", move->target);
    bl_kernel_number(e, "from_address", move->from_address);
    bl_kernel_number(e, "to_address", move->to_address);
    bl_kernel_number(e, "from_node", move->from_node);
    bl_kernel_number(e, "to_node", move->to_node);
    bl_kernel_number(e, "length", move->length);
    bl_kernel_number(e, "bytes", move->bytes);
    bl_kernel_set(e, "copies", yes_no(move->copies));
    bl_kernel_set(e, "free", yes_no(move->free));
    bl_kernel_number(e, "collective", move->collective);
    bl_kernel_part(e, "move");
}

static void sequence(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_part(e, "moves");
    for (int i = 0; i < kernel->move_count; i++) emit_move(e, &kernel->moves[i]);
    bl_kernel_part(e, "end of a list");
    bl_kernel_part(e, "steps");
    for (int i = 0; i < kernel->step_count; i++) {
        const struct bl_kernel_step *step = &kernel->steps[i];
        bl_kernel_number(e, "kind", step->kind);
        bl_kernel_number(e, "number", step->number);
        bl_kernel_number(e, "first", step->first);
        bl_kernel_number(e, "last", step->last);
        bl_kernel_number(e, "other", step->other);
        bl_kernel_set(e, "below", yes_no(step->below));
        bl_kernel_part(e, "step");
    }
    bl_kernel_part(e, "end of a list");
}

static void ends(struct bl_kernel_emission *e, const char *name, const struct bl_kernel_end *ends,
                 int count) {
    bl_kernel_part(e, name);
    for (int i = 0; i < count; i++) {
        bl_kernel_number(e, "kind", ends[i].kind);
        bl_kernel_number(e, "number", ends[i].number);
        bl_kernel_part(e, "end");
    }
    bl_kernel_part(e, "end of a list");
}

static const char *on_nodes(struct bl_kernel_emission *e, const bool *nodes) {
    const char *on = "";
    for (int i = 0; i < e->kernels->nodes; i++)
        on = bl_format(e->arena, "%s%s%s", on, i ? ", " : "", yes_no(nodes[i]));
    return on;
}

static void set_arguments(struct bl_kernel_emission *e, const char *const *names, int count) {
    const char *arguments = "";
    for (int i = 0; i < count; i++)
        arguments = bl_format(e->arena, "%s\"%s\", ", arguments, names[i]);
    bl_kernel_set(e, "arguments", arguments);
}

static void nodes(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_set(e, "on", on_nodes(e, kernel->on));
    set_arguments(e, kernel->arguments, kernel->argument_count);
    bl_kernel_part(e, "nodes");
}

static void tables(struct bl_kernel_emission *e, const struct bl_kernel *kernel) {
    bl_kernel_set(e, "kernel", kernel->name);
    expressions(e, kernel);
    sequence(e, kernel);
    ends(e, "sources", kernel->sources, kernel->source_count);
    ends(e, "targets", kernel->targets, kernel->target_count);
    nodes(e, kernel);
}

static void rows(struct bl_kernel_emission *e) {
    bl_kernel_part(e, "kernels");
    for (int i = 0; i < e->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &e->kernels->kernels[i];
        bl_kernel_set(e, "kernel", kernel->name);
        bl_kernel_number(e, "line", kernel->line);
        bl_kernel_number(e, "argument_count", kernel->argument_count);
        bl_kernel_number(e, "counter_count", kernel->counter_count);
        bl_kernel_number(e, "expression_count", kernel->expression_count);
        bl_kernel_number(e, "source_count", kernel->source_count);
        bl_kernel_number(e, "target_count", kernel->target_count);
        bl_kernel_number(e, "move_count", kernel->move_count);
        bl_kernel_number(e, "step_count", kernel->step_count);
        bl_kernel_part(e, "kernel");
    }
}

static void emit_ports(struct bl_kernel_emission *e) {
    bl_kernel_part(e, "ports");
    for (int i = 0; i < e->kernels->port_count; i++) {
        const struct bl_kernel_port *port = &e->kernels->ports[i];
        bl_kernel_set(e, "port", port->name);
        bl_kernel_set(e, "type", port->type);
        bl_kernel_number(e, "bytes", port->bytes);
        bl_kernel_number(e, "own", port->own);
        bl_kernel_set(e, "in", yes_no(port->in));
        bl_kernel_number(e, "per", port->rate.per);
        bl_kernel_number(e, "of", port->rate.of);
        bl_kernel_number(e, "after", port->rate.after);
        bl_kernel_set(e, "move", yes_no(port->rate.move));
        bl_kernel_part(e, "port");
    }
    bl_kernel_part(e, "end of ports");
    bl_kernel_number(e, "own", 0);
}

static void emit_owns(struct bl_kernel_emission *e) {
    for (int i = 0; i < e->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &e->kernels->owns[i];
        bl_kernel_set(e, "own", own->name);
        bl_kernel_set(e, "on", on_nodes(e, own->on));
        set_arguments(e, own->arguments, own->argument_count);
        bl_kernel_set(e, "values", bl_kernel_own_values(e->arena, own, "arguments"));
        bl_kernel_set(
            e, "prototype",
            bl_kernel_own_prototype(e->arena, own, bl_format(e->arena, "bl_own_%s", own->name)));
        bl_kernel_part(e, "own");
    }
    bl_kernel_part(e, "owns");
    for (int i = 0; i < e->kernels->own_count; i++) {
        bl_kernel_set(e, "own", e->kernels->owns[i].name);
        bl_kernel_number(e, "first", e->kernels->owns[i].first_port);
        bl_kernel_number(e, "port_count", e->kernels->owns[i].port_count);
        bl_kernel_number(e, "argument_count", e->kernels->owns[i].argument_count);
        bl_kernel_set(e, "operates", yes_no(e->kernels->owns[i].operates));
        bl_kernel_part(e, "row of owns");
    }
    bl_kernel_part(e, "end of owns");
}

static void emit_reductions(struct bl_kernel_emission *e) {
    bl_kernel_part(e, "reductions");
    for (int i = 0; i < e->kernels->reduction_count; i++) {
        const struct bl_kernel_reduction *reduction = &e->kernels->reductions[i];
        bl_kernel_set(e, "reduction", reduction->name);
        bl_kernel_number(e, "first", reduction->first_port);
        bl_kernel_number(e, "inputs", reduction->inputs);
        bl_kernel_number(e, "outputs", reduction->outputs);
        bl_kernel_number(e, "bytes", reduction->bytes);
        bl_kernel_number(e, "own", reduction->own);
        bl_kernel_number(e, "combine", reduction->combine);
        bl_kernel_set(e, "is_signed", yes_no(reduction->is_signed));
        bl_kernel_part(e, "reduction");
    }
    bl_kernel_part(e, "end of reductions");
}

void bl_kernels_emit_bench(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_bench_settings settings = {.unit_bytes = BL_KERNEL_GRANULE,
                                               .deal_elements = bl_deal_elements(plan->program),
                                               .quiet_cycles = BL_BENCH_QUIET_CYCLES};
    struct bl_kernel_emission e = bl_kernel_emission(text, plan, "kernels.c");
    bl_kernel_part(&e, "begin");
    channels(&e);
    bundles(&e);
    memories(&e);
    emit_ports(&e);
    emit_owns(&e);
    emit_reductions(&e);
    for (int i = 0; i < e.kernels->kernel_count; i++) tables(&e, &e.kernels->kernels[i]);
    rows(&e);
    bl_kernel_number(&e, "kernel_count", e.kernels->kernel_count);
    bl_kernel_number(&e, "channel_count", e.kernels->channel_count);
    bl_kernel_number(&e, "bundle_count", e.kernels->bundle_count);
    bl_kernel_number(&e, "reduction_count", e.kernels->reduction_count);
    bl_kernel_number(&e, "memory_count", e.kernels->memory_count);
    bl_kernel_number(&e, "own_count", e.kernels->own_count);
    bl_kernel_number(&e, "port_count", e.kernels->port_count);
    bl_kernel_part(&e, "program");
    bl_emit_bench_node(text, plan->node, &settings);
    bl_kernel_part(&e, "end of the program");
    bl_emit_bench_device(text, plan->node);
    bl_kernel_part(&e, "main");
}
