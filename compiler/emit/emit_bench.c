/* The bench: the plan as the constant tables of simulation/run/bench.h. */
#include <string.h>
#include "emit/emit_bench.h"
#include "base/arena.h"
#include "base/text.h"
#include "simulation/run/bench.h"
#include "board/board.h"
#include "lower/lower.h"
#include "plan/counters.h"
#include "plan/regmap.h"

/* Keys a node when the user names no number: enough for the largest bucket to come near the mean.
 */
enum { DEFAULT_KEYS = 1 << 20 };

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *yes_no(bool value) { return value ? "true" : "false"; }

static void emit_slice(struct bl_text *text, const struct bl_function *function) {
    if (function)
        bl_text_add(text, "{%d, %d, %d}", function->column->index, function->lsb, function->bits);
    else bl_text_add(text, "{0, 0, 0}");
}

/* How many low bits of a column the functions of the program look at. */
static int used_bits(const struct bl_program *program, const struct bl_column *column) {
    int bits = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count; f++) {
                const struct bl_function *function = stage->functions[f];
                if (function->column == column && function->lsb + function->bits > bits)
                    bits = function->lsb + function->bits;
            }
        }
    return bits;
}

/* The step that writes a version, or -1. */
static int writing_step(const struct bl_plan *plan, const struct bl_version *version) {
    for (int i = 0; i < plan->step_count; i++)
        for (int p = 0; p < plan->steps[i].pass_count; p++) {
            const struct bl_pass *pass = &plan->passes[plan->steps[i].first_pass + p];
            for (int s = 0; s < pass->stage_count; s++)
                for (int v = 0;
                     pass->stages[s].kind == BL_WRITE && v < pass->stages[s].version_count; v++)
                    if (pass->stages[s].versions[v] == version) return i;
        }
    return -1;
}

static const char *order_word(enum bl_order order) {
    return order == BL_ORDER_ANY      ? "BL_BENCH_ANY"
           : order == BL_ORDER_STABLE ? "BL_BENCH_STABLE"
                                      : "BL_BENCH_SORTED";
}

/* Under fusion a live version keeps its promised type; one that the plan does not hold keeps the
 * type of the source. */
static const struct bl_type *type_of(const struct bl_plan *plan, const struct bl_version *version) {
    return plan->live[version->id] ? &plan->types[version->id] : &version->type;
}

static void emit_version(struct bl_text *text, const struct bl_plan *plan,
                         const struct bl_regmap *map, const struct bl_version *version) {
    const struct bl_type *type = type_of(plan, version);
    const struct bl_place *place = &plan->places[version->id];
    bool live = plan->live[version->id] && place->side >= 0;
    const struct bl_register *count = live ? bl_regmap_count(map, version) : NULL;
    bl_text_add(text,
                "    {.name = \"%s\", .column = %d, .live = %s, .source = %s, .result = %s,\n",
                version->name, version->column->index, yes_no(live), yes_no(version->source),
                yes_no(version->result));
    bl_text_add(text, "     .side = %d, .base = %llu, .region = %llu, .count_register = 0x%04x,\n",
                live ? place->side : 0, live ? (unsigned long long)place->base : 0,
                live ? (unsigned long long)place->bytes : 0,
                count ? bl_register_address(count, 0) : 0);
    bl_text_add(text, "     .order = %s, .rows = %d, .node = ", order_word(type->order),
                type->rows);
    emit_slice(text, type->node);
    bl_text_add(text, ", .channel = ");
    emit_slice(text, type->channel);
    bl_text_add(text, ",\n     .line = %d, .step = %d},\n", (int)version->range.line,
                live ? writing_step(plan, version) : -1);
}

static void emit_versions(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_regmap *map = bl_regmap_make(plan->arena, plan);
    bl_text_add(text, "static const struct bl_bench_version versions[] = {\n");
    for (int i = 0; i < plan->program->version_count; i++)
        emit_version(text, plan, map, plan->program->versions[i]);
    bl_text_add(text, "};\n\n");
}

/* ".reads = {0, 1}, .read_count = 2" of all stages of `kind` in a step. */
static void emit_touched(struct bl_text *text, const struct bl_plan *plan,
                         const struct bl_step *step, enum bl_stage_kind kind, const char *list,
                         const char *count_name) {
    int count = 0;
    bl_text_add(text, ".%s = {", list);
    for (int p = 0; p < step->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[step->first_pass + p];
        for (int s = 0; s < pass->stage_count; s++)
            for (int v = 0; pass->stages[s].kind == kind && v < pass->stages[s].version_count; v++)
                bl_text_add(text, "%s%d", count++ ? ", " : "", pass->stages[s].versions[v]->id);
    }
    bl_text_add(text, "%s}, .%s = %d", count ? "" : "0", count_name, count);
}

static const struct bl_function *exchange_of(const struct bl_plan *plan,
                                             const struct bl_step *step) {
    for (int p = 0; p < step->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[step->first_pass + p];
        for (int s = 0; s < pass->stage_count; s++)
            if (pass->stages[s].kind == BL_ALLTOALLV) return pass->stages[s].functions[0];
    }
    return NULL;
}

static void emit_step(struct bl_text *text, const struct bl_plan *plan,
                      const struct bl_step *step) {
    bl_text_add(text, "    {.text = \"");
    for (int p = 0; p < step->pass_count; p++) {
        if (p) bl_text_add(text, "; ");
        bl_pass_print(text, &plan->passes[step->first_pass + p]);
    }
    bl_text_add(text, "\",\n     .line = %d, .passes = %d, ",
                (int)plan->passes[step->first_pass].range.line, step->pass_count);
    emit_touched(text, plan, step, BL_READ, "reads", "read_count");
    bl_text_add(text, ", ");
    emit_touched(text, plan, step, BL_WRITE, "writes", "write_count");
    bl_text_add(text, ",\n     .exchange = ");
    emit_slice(text, exchange_of(plan, step));
    bl_text_add(text, ", .way_clocks = %.17g},\n", step->way_clocks);
}

/* "key[3:0], key[11:4]" */
static void emit_functions_text(struct bl_text *text, const struct bl_stage *stage) {
    for (int f = 0; f < stage->function_count; f++)
        bl_text_add(text, "%s%s", f ? ", " : "", stage->functions[f]->name);
}

void bl_emit_device_histogram(struct bl_text *text, const struct bl_plan *plan,
                              const struct bl_counted *counted) {
    const struct bl_regmap *map = bl_regmap_make(plan->arena, plan);
    const struct bl_stage *stage = counted->stage;
    int low = stage->function_count > 1 ? stage->functions[1]->bits : 0;
    bl_text_add(text, "{0x%04xu, 0x%04xu, %d, %d, %d}", bl_register_address(bl_regmap_row(map), 0),
                bl_register_address(bl_regmap_histogram(map, counted), 0),
                stage->functions[0]->bits, low, bl_plan_counters(plan).bits[1]);
}

static void emit_histograms(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    if (!program->counted_count) return;
    bl_text_add(text, "static const struct bl_bench_histogram histograms[] = {\n");
    for (int i = 0; i < program->counted_count; i++) {
        const struct bl_counted *counted = &program->counted[i];
        bl_text_add(text, "    {.name = \"%s\", .text = \"", counted->product->name);
        emit_functions_text(text, counted->stage);
        bl_text_add(text, "\", .line = %d, .device = ", (int)counted->stage->range.line);
        bl_emit_device_histogram(text, plan, counted);
        bl_text_add(text, "},\n");
    }
    bl_text_add(text, "};\n\n");
}

static void emit_columns(struct bl_text *text, const struct bl_program *program) {
    const struct bl_record *record = &program->record;
    bl_text_add(text, "    .columns = {\n");
    for (int i = 0; i < record->column_count; i++)
        bl_text_add(text, "        {.name = \"%s\", .bytes = %d, .key_bits = %d},\n",
                    record->columns[i].name, record->columns[i].bits / 8,
                    used_bits(program, &record->columns[i]));
    bl_text_add(text, "    },\n    .column_count = %d,\n", record->column_count);
}

int bl_deal_elements(const struct bl_program *program) {
    int bytes = 1;
    for (int i = 0; i < program->record.column_count; i++)
        if (program->record.columns[i].bits / 8 > bytes)
            bytes = program->record.columns[i].bits / 8;
    int burst = program->cluster.memory.burst / bytes;
    return burst > 0 ? burst : 1;
}

static void emit_clocks(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_node_shape shape = bl_node_shape(plan);
    bl_text_add(text, "    .clocks = {");
    for (int i = 0; i < shape.clock_count; i++) {
        const struct bl_clock *clock = &plan->program->cluster.clocks[shape.clock_numbers[i]];
        bl_text_add(text, "%s{\"%s\", %.17g}", i ? ", " : "", clock->name, clock->hertz);
    }
    bl_text_add(text, "},\n");
}

/* Twice what a node takes to clear its counters or to sum them up, and enough for everything else.
 */
static int quiet_clocks(const struct bl_plan *plan) {
    enum { ELSE = 4096 };
    const struct bl_counters counters = bl_plan_counters(plan);
    return ELSE + (counters.stage
                       ? 2 * ((1 << (counters.bits[0] + counters.bits[1])) + 2 * counters.places)
                       : 0);
}

/* The board's own memory; it has one, or there would be no pipeline. */
static const char *board_memory(const struct bl_program *program) {
    return program->cluster.board->memory.name;
}

static void emit_cluster(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    bl_text_add(text, "    .nodes = %d, .lanes = %d, .word_bytes = %d, .deal_elements = %d,\n",
                cluster->nodes, bl_lanes(cluster), cluster->memory.width,
                bl_deal_elements(plan->program));
    bl_text_add(text, "    .board_memory = \"%s\",\n", board_memory(plan->program));
    emit_clocks(text, plan);
    bl_text_add(text, "    .link_bytes_per_second = %.17g, .latency_ps = %lld,\n",
                cluster->network.link_bytes_per_second, (long long)cluster->network.latency_ps);
    bl_text_add(text, "    .quiet_clocks = %d,\n", quiet_clocks(plan));
    if (cluster->network.lines)
        bl_text_add(text, "    .bus_delay_ps = %lld, .bus_gate_ps = %lld,\n",
                    (long long)cluster->network.delay_ps, (long long)cluster->network.gate_ps);
    bl_text_add(
        text, "    .pass_count = %d, .peak_bytes_per_second = %.17g, .counted_bytes = %d,\n",
        plan->pass_count, plan->prediction.bytes_per_second, plan->prediction.counted_bytes);
}

/* Within quotes of C. */
static void add_quoted(struct bl_text *text, const char *word) {
    for (; *word; word++) {
        if (*word == '"' || *word == '\\' || *word == '?') bl_text_add(text, "\\%c", *word);
        else if ((unsigned char)*word < ' ') bl_text_add(text, "\\%03o", (unsigned)*word);
        else bl_text_bytes(text, word, 1);
    }
}

static void emit_program(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    bl_text_add(text, "static const struct bl_bench_program program = {\n");
    bl_text_add(text, "    .pipeline = \"%s\", .source_file = \"", program->pipeline);
    add_quoted(text, file_name(bl_source_name(program->sources, program->range.file)));
    bl_text_add(text, "\", .model = &bl_node_model_%s,\n", program->symbol);
    emit_cluster(text, plan);
    emit_columns(text, program);
    bl_text_add(
        text, "    .versions = versions, .version_count = %d, .steps = steps, .step_count = %d,\n",
        program->version_count, plan->step_count);
    if (program->counted_count)
        bl_text_add(text, "    .histograms = histograms, .histogram_count = %d,\n",
                    program->counted_count);
    bl_text_add(text, "    .default_keys = %d, .golden = %s_golden,\n};\n\n", DEFAULT_KEYS,
                program->symbol);
}

void bl_bench_facts(struct bl_arena *arena, const struct bl_plan *plan,
                    struct bl_bench_program *program) {
    const struct bl_record *record = &plan->program->record;
    int count = plan->program->version_count;
    struct bl_bench_version *versions = BL_NEW(arena, struct bl_bench_version, count);
    for (int i = 0; i < count; i++) {
        const struct bl_version *version = plan->program->versions[i];
        bool live = plan->live[version->id] && plan->places[version->id].side >= 0;
        versions[i] = (struct bl_bench_version){.column = version->column->index,
                                                .source = version->source,
                                                .live = live,
                                                .region = live ? plan->places[version->id].bytes
                                                               : 0,
                                                .name = version->name,
                                                .result = version->result,
                                                .side = live ? plan->places[version->id].side : 0,
                                                .base = live ? plan->places[version->id].base : 0,
                                                .rows = type_of(plan, version)->rows,
                                                .step = live ? writing_step(plan, version) : -1};
    }
    *program = (struct bl_bench_program){.pipeline = plan->program->pipeline,
                                         .nodes = plan->program->cluster.nodes,
                                         .lanes = bl_lanes(&plan->program->cluster),
                                         .board_memory = board_memory(plan->program),
                                         .column_count = record->column_count,
                                         .versions = versions,
                                         .version_count = count,
                                         .default_keys = DEFAULT_KEYS,
                                         .histogram_count = plan->program->counted_count};
    for (int i = 0; i < record->column_count; i++)
        program->columns[i] = (struct bl_bench_column){
            .name = record->columns[i].name,
            .bytes = record->columns[i].bits / 8,
            .key_bits = used_bits(plan->program, &record->columns[i])};
}

void bl_emit_bench(struct bl_text *text, const struct bl_plan *plan) {
    const char *name = plan->program->symbol;
    bl_text_add(
        text,
        "/* The bench of the pipeline %s: runs it on the simulated cluster and compares the result with the golden model.\n"
        "   Written by bankloom. */\n",
        plan->program->pipeline);
    bl_text_add(text,
                "#include \"simulation/run/bench.h\"\n#include \"simulation/run/bench_host.h\"\n"
                "#include \"%s_golden.h\"\n\n"
                "extern const struct bl_node_model bl_node_model_%s;\n\n",
                name, name);
    emit_versions(text, plan);
    bl_text_add(text, "static const struct bl_bench_step steps[] = {\n");
    for (int i = 0; i < plan->step_count; i++) emit_step(text, plan, &plan->steps[i]);
    bl_text_add(text, "};\n\n");
    emit_histograms(text, plan);
    emit_program(text, plan);
    bl_text_add(
        text,
        "/* What a host program opens; such a program has a main of its own. */\n"
        "enum bl_device_result bl_device_open(struct bl_device **device) { return bl_bench_open(&program, device); }\n\n"
        "#ifndef BL_HOST_PROGRAM\n"
        "int main(int argc, char **argv) { return bl_bench_main(argc, argv, &program); }\n#endif\n");
}
