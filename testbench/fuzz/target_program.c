/* Programs: parsed, checked, planned, lowered, and every file that a build writes, in memory. */
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_explain.h"
#include "bus/bus_print.h"
#include "bus/emit/bus_emit.h"
#include "bus/emit/bus_emit_bench.h"
#include "bus/emit/bus_emit_domains.h"
#include "bus/emit/bus_emit_packets.h"
#include "bus/emit/bus_emit_top.h"
#include "bus/emit/bus_graph.h"
#include "bus/emit/bus_signoff.h"
#include "kind/kind.h"
#include "driver/compile.h"
#include "driver/front.h"
#include "emit/emit_bench.h"
#include "emit/emit_golden.h"
#include "emit/emit_host.h"
#include "emit/emit_icarus.h"
#include "emit/emit_make.h"
#include "emit/emit_shim.h"
#include "emit/emit_verilog.h"
#include "explain/explain.h"
#include "explain/graph.h"
#include "explain/report.h"
#include "fuzz.h"
#include "ir/network.h"
#include "kernel/emit/kernel_emit.h"
#include "kernel/emit/kernel_verilog.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/explain/kernel_graph.h"
#include "kernel/kernel_program.h"
#include "kernel/lower/kernel_lower.h"
#include "kernel/plan/kernel_plan.h"
#include "lower/lower.h"
#include "plan/plan.h"
#include "templates/estimate.h"

/* More makes an execution slow, and no new code runs. */
enum {
    MOST_BYTES = 8192,
    MOST_PASSES = 24,
    MOST_LANES = 256 /* nodes * channels */,
    MOST_TURNS = 256 /* of all repeats */
};

struct front {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    struct bl_program *program;
};

/* A literal number; what is none counts as a few. */
static int64_t number_of(const struct bl_expression *expression) {
    return expression && expression->kind == BL_EXPRESSION_NUMBER && expression->whole
               ? expression->number.integer
               : 8;
}

static int64_t turns_of(const struct bl_statement *statement, int depth) {
    int64_t turns = 0;
    for (; statement && depth < 8 && turns <= MOST_TURNS; statement = statement->next) {
        if (statement->kind != BL_STATEMENT_REPEAT) continue;
        int64_t own = number_of(statement->repeat.last) / 2 -
                      number_of(statement->repeat.first) / 2,
                inner;
        if (own < 0) continue;
        inner = 1 + turns_of(statement->repeat.body, depth + 1);
        turns += own > MOST_TURNS || inner > MOST_TURNS ? MOST_TURNS + 1 : (2 * own + 1) * inner;
    }
    return turns;
}

/* Whether the repeats of a program are soon unrolled, as far as its numbers tell. */
static bool is_short(const struct bl_tree *tree) {
    int64_t turns = 0;
    for (const struct bl_declaration *d = tree->declarations; d; d = d->next)
        if (d->of && d->of->passes)
            turns += turns_of(((const struct bl_pipeline_tree *)d->body)->body, 0);
    return turns <= MOST_TURNS;
}

/* False: the program is not checked. Of stages of the user's own, any files are right: so they are
 * planned and emitted, and no tool is called. */
static bool open_front(struct front *front, const char *text, size_t size, struct bl_text *tree) {
    static const struct bl_overrides overrides = {.drafts = true};
    *front = (struct front){.arena = bl_arena_new()};
    front->diags = bl_diags_new(front->arena, &front->sources);
    struct bl_symbols *symbols = bl_symbols_new(front->arena);
    int file = bl_source_add(front->arena, &front->sources, "fuzz.loom", text, (int)size);
    struct bl_tree *parsed = bl_front_parse(front->arena, front->diags, symbols, file);
    if (tree) bl_tree_print(tree, parsed);
    if (!is_short(parsed)) return false;
    front->program = bl_front_tree(front->arena, front->diags, symbols, parsed, &overrides);
    if (!front->program != (front->diags->errors > 0))
        fuzz_fault("errors and a program, or neither");
    return true;
}

static void close_front(struct front *front) { bl_arena_free(front->arena); }

static const char *first_error(const struct bl_diags *diags) {
    for (int i = 0; i < diags->count; i++)
        if (diags->items[i].severity == BL_ERROR) return diags->items[i].text;
    return "none";
}

/* What is printed of a program is the same program. */
static void read_again(const struct bl_text *tree) {
    struct front again;
    open_front(&again, tree->bytes ? tree->bytes : "", tree->length, NULL);
    if (!again.program)
        fuzz_fault("the printed program has errors: %s\n%s", first_error(again.diags), tree->bytes);
    close_front(&again);
}

static void emit_bus(const struct bl_bus *bus) {
    struct bl_text text = {0};
    bl_bus_print(&text, bus);
    bl_bus_explain(&text, bus);
    bl_bus_explain_json(&text, bus);
    bl_bus_graph(&text, bus);
    bl_bus_signoff(&text, bus);
    bl_bus_sdc(&text, bus);
    bl_bus_xdc(&text, bus);
    bl_bus_arbiter(&text, bus);
    bl_bus_top(&text, bus);
    if (bus->elements > 1) bl_bus_domains_bench(&text, bus);
    else bl_bus_packets(&text, bus), bl_bus_bench(&text, bus);
    bl_text_free(&text);
}

static void emit(struct bl_arena *arena, const struct bl_plan *plan,
                 const struct bl_circuit *circuit) {
    struct bl_text text = {0}, map = {0};
    struct bl_estimate estimate;
    const struct bl_node *node = plan->node;
    bl_emit_verilog(&text, &map, circuit, plan->program->sources);
    bl_emit_host_header(&text, plan);
    bl_emit_host(&text, plan);
    bl_emit_golden_header(&text, plan->program);
    bl_emit_golden(&text, plan->program);
    bl_emit_bench(&text, plan);
    bl_emit_bench_makefile(&text, node);
    bl_emit_shim(&text, node);
    bl_emit_icarus_top(&text, node->top, node);
    bl_emit_icarus_model(&text, node);
    const struct bl_carrier_row *network = plan->program->cluster.network.carrier;
    if (network->explain) network->explain(&text, node);
    bl_estimate_circuit(&estimate, arena, circuit, plan->board);
    bl_estimate_print(&text, arena, &estimate);
    bl_text_free(&text);
    bl_text_free(&map);
}

static void tell(const struct bl_plan *plan, const struct bl_circuit *circuit,
                 const struct bl_diags *diags) {
    struct bl_text text = {0};
    bl_plan_print(&text, plan);
    bl_explain_print(&text, plan, circuit);
    bl_explain_print_json(&text, plan, circuit, diags);
    bl_report_plan(&text, plan, "Verilator");
    bl_graph_print(&text, plan, NULL, BL_GRAPH_BOTH);
    bl_text_free(&text);
}

static void plan(struct front *front, bl_rules rules) {
    struct bl_diags *diags = bl_diags_new(front->arena, &front->sources);
    struct bl_compilation made = {.arena = front->arena, .diags = diags, .program = front->program};
    bl_compile_plan(&made, rules);
    fuzz_check_places(diags);
    fuzz_print_diags(diags);
    if (diags->errors) return;
    tell(made.plan, made.circuit, diags);
    emit(front->arena, made.plan, made.circuit);
}

static void emit_kernels(struct front *front, const struct bl_kernels *kernels) {
    struct bl_text text = {0}, map = {0};
    const struct bl_kernels_plan *plan = bl_kernels_plan(front->arena, front->program);
    struct bl_circuit *circuit = bl_kernels_lower(front->arena, plan);
    bl_circuit_check(circuit, front->diags);
    bl_emit_verilog(&text, &map, circuit, front->program->sources);
    for (int i = 0; i < kernels->kernel_count; i++)
        bl_kernel_emit(&text, front->program, &kernels->kernels[i]);
    bl_kernels_explain(&text, plan, circuit);
    bl_kernels_explain_json(&text, plan, circuit);
    bl_kernels_graph(&text, plan);
    bl_text_free(&text);
    bl_text_free(&map);
}

static bool is_small(const struct bl_program *program) {
    return program->pass_count <= MOST_PASSES &&
           program->cluster.nodes * bl_lanes(&program->cluster) <= MOST_LANES;
}

static void compile(struct front *front, uint32_t hash) {
    struct bl_text text = {0};
    front->program->kind->print(&text, front->program);
    bl_text_free(&text);
    if (bl_program_bus(front->program)) {
        emit_bus(bl_program_bus(front->program));
    } else if (bl_program_kernels(front->program)) {
        emit_kernels(front, bl_program_kernels(front->program));
    } else if (front->program->kind->passes && is_small(front->program)) {
        plan(front, hash % 2 ? BL_ALL_RULES : (hash >> 1) & BL_ALL_RULES);
    }
}

void fuzz_target(const uint8_t *data, size_t size) {
    struct front front;
    struct bl_text tree = {0};
    if (size > MOST_BYTES) return;
    bool checked = open_front(&front, (const char *)data, size, &tree);
    fuzz_check_places(front.diags);
    fuzz_print_diags(front.diags);
    if (checked && front.program) {
        read_again(&tree);
        compile(&front, fuzz_hash(data, size));
    }
    bl_text_free(&tree);
    close_front(&front);
}
