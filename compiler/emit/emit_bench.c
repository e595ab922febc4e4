/* The bench: the plan as the constant tables of ir/carried/bench.h. */
#include <string.h>
#include "emit/emit_bench.h"
#include "emit/emit_bench_node.h"
#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"
#include "ir/plan.h"
#include "ir/carried/bench.h"
#include "plan/route/cuts.h"
#include "plan/size/counters.h"
#include "ir/pass.h"
#include "node/regmap.h"

/* Keys a node when the user names no number: enough for the largest bucket to come near the mean.
 */
enum { DEFAULT_KEYS = 1 << 20 };

static const char *yes_no(bool value) { return value ? "true" : "false"; }

struct bench {
    struct bl_arena *arena;
    const struct bl_plan *plan;
    struct bl_parts parts;
};

static void word(struct bench *bench, const char *hole, const char *value) {
    bl_part_set(&bench->parts, hole, value);
}
static void number(struct bench *bench, const char *hole, long long value) {
    bl_part_number(&bench->parts, hole, value);
}
static void real(struct bench *bench, const char *hole, double value) {
    word(bench, hole, bl_format(bench->arena, "%.17g", value));
}
/* Frees the text. */
static void words(struct bench *bench, const char *hole, struct bl_text *text) {
    word(bench, hole, bl_strndup(bench->arena, text->bytes, text->length));
    bl_text_free(text);
}
static void part(const struct bench *bench, const char *name) { bl_part(&bench->parts, name); }

const char *bl_wide_constant(struct bl_arena *arena, bl_wide value) {
    unsigned long long low = (unsigned long long)value, high = (unsigned long long)(value >> 64);
    if (!high) return bl_format(arena, "0x%llx", low);
    return bl_format(arena, "(bl_wide)0x%llx << 64 | 0x%llx", high, low);
}

const char *bl_masks_text(struct bl_arena *arena, const struct bl_function *function) {
    struct bl_text text = {0};
    for (int i = 0; i < function->bits; i++)
        bl_text_add(&text, "%s%s", i ? ", " : "", bl_wide_constant(arena, function->masks[i]));
    const char *copy = bl_strndup(arena, text.bytes, text.length);
    bl_text_free(&text);
    return copy;
}

static void put_function(struct bench *bench, const char *hole,
                         const struct bl_function *function) {
    static const struct bl_column none = {0};
    const struct bl_function all = {.column = &none};
    if (!function) function = &all;
    const char *masks = "NULL";
    if (function->mix)
        masks = bl_format(bench->arena, "(const bl_wide[]){%s}",
                          bl_masks_text(bench->arena, function));
    word(bench, hole,
         bl_format(bench->arena, "{%d, %d, %d, %s, %s}", function->column->index, function->lsb,
                   function->bits, masks, bl_wide_constant(bench->arena, function->ones)));
}

/* One more than the highest bit of its column that a function looks at. */
static int highest_bit(const struct bl_function *function) {
    bl_wide seen = 0;
    for (int i = 0; function->mix && i < function->bits; i++) seen |= function->masks[i];
    int bits = function->lsb + function->bits;
    if (function->mix)
        for (bits = BL_WIDE_BITS; bits && !(seen >> (bits - 1) & 1);) bits--;
    return bits;
}

/* How many low bits of a column the functions of the program look at. */
static int used_bits(const struct bl_program *program, const struct bl_column *column) {
    int bits = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int t = 0; stage->own && t < stage->own->take_count; t++)
                if (stage->takes[t] == column) return column->bits;
            for (int f = 0; f < stage->function_count; f++) {
                const struct bl_function *function = stage->functions[f];
                if (function->column == column && highest_bit(function) > bits)
                    bits = highest_bit(function);
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
                for (int v = 0; pass->stages[s].row->role == BL_STAGE_WRITES &&
                                v < pass->stages[s].version_count;
                     v++)
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

static void emit_version(struct bench *bench, const struct bl_regmap *map,
                         const struct bl_version *version) {
    const struct bl_type *type = type_of(bench->plan, version);
    const struct bl_place *place = &bench->plan->places[version->id];
    bool live = bench->plan->live[version->id] && place->side >= 0;
    const struct bl_register *count = live ? bl_regmap_count(map, version) : NULL;
    int address = count ? bl_register_address(count, 0) : 0;
    word(bench, "name", version->name);
    number(bench, "column", version->column->index);
    word(bench, "live", yes_no(live));
    word(bench, "source", yes_no(version->source));
    word(bench, "result", yes_no(version->result));
    number(bench, "side", live ? place->side : 0);
    number(bench, "base", live ? (long long)place->base : 0);
    number(bench, "region", live ? (long long)place->bytes : 0);
    number(bench, "plane", live ? (long long)place->plane : 0);
    word(bench, "count_register", bl_format(bench->arena, "0x%04x", (unsigned)address));
    word(bench, "order", order_word(type->order));
    number(bench, "rows", type->rows);
    put_function(bench, "node", type->node);
    put_function(bench, "channel", type->channel);
    number(bench, "line", (int)version->range.line);
    number(bench, "step", live ? writing_step(bench->plan, version) : -1);
    part(bench, "version");
}

static void emit_versions(struct bench *bench) {
    const struct bl_regmap *map = bench->plan->node->registers;
    for (int i = 0; i < bench->plan->program->version_count; i++)
        emit_version(bench, map, bench->plan->program->versions[i]);
}

/* The versions of all stages of `kind` in a step, and how many they are. */
static void touched(struct bench *bench, const struct bl_step *step, enum bl_stage_role role,
                    const char *list, const char *hole) {
    struct bl_text text = {0};
    int count = 0;
    for (int p = 0; p < step->pass_count; p++) {
        const struct bl_pass *pass = &bench->plan->passes[step->first_pass + p];
        for (int s = 0; s < pass->stage_count; s++)
            for (int v = 0; pass->stages[s].row->role == role && v < pass->stages[s].version_count;
                 v++)
                bl_text_add(&text, "%s%d", count++ ? ", " : "", pass->stages[s].versions[v]->id);
    }
    if (!count) bl_text_add(&text, "0");
    words(bench, list, &text);
    number(bench, hole, count);
}

/* 1 + the version that the exchange looks at, where a stage of the user's own stands before it. */
static int steering_of(const struct bl_plan *plan, const struct bl_step *step) {
    const struct bl_pass *pass = bl_step_pass(plan, step);
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    if (exchange && exchange->hidden_count) return exchange->hidden[0]->id + 1;
    if (!exchange || !bl_stage_before(pass, exchange, BL_STAGE_COMPUTES)) return 0;
    const struct bl_version *version = bl_version_at(pass, exchange,
                                                     exchange->functions[0]->column);
    return version ? version->id + 1 : 0;
}

static const struct bl_function *exchange_of(const struct bl_plan *plan,
                                             const struct bl_step *step) {
    for (int p = 0; p < step->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[step->first_pass + p];
        for (int s = 0; s < pass->stage_count; s++)
            if (pass->stages[s].row->role == BL_STAGE_TO_NODE) return pass->stages[s].functions[0];
    }
    return NULL;
}

/* Bytes of a record that cross the network in a step. */
static int crossed_bytes(const struct bl_plan *plan, const struct bl_step *step) {
    const struct bl_pass *pass = bl_step_pass(plan, step);
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    return exchange ? bl_cut_behind(&plan->program->cluster, pass, exchange).elem_bits / 8 : 0;
}

/* The names of stages that may drop records, or NULL. */
static const char *filters_of(const struct bl_plan *plan, const struct bl_step *step) {
    const char *names = NULL;
    for (int p = 0; p < step->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[step->first_pass + p];
        for (int s = 0; s < pass->stage_count; s++)
            if (pass->stages[s].own && pass->stages[s].own->keeps)
                names = bl_format(plan->arena, "%s%s%s", names ? names : "", names ? ", " : "",
                                  pass->stages[s].own->name);
    }
    return names;
}

/* 1 + the place among the results of the histogram with which the step ends, or 0. */
static int counted_of(const struct bl_plan *plan, const struct bl_step *step) {
    const struct bl_pass *pass = bl_step_pass(plan, step);
    const struct bl_stage *last = &pass->stages[pass->stage_count - 1];
    for (int i = 0; i < plan->program->counted_count; i++)
        if (last->makes == plan->program->counted[i].product) return i + 1;
    return 0;
}

static void emit_step(struct bench *bench, const struct bl_step *step) {
    const struct bl_pass *passes = &bench->plan->passes[step->first_pass];
    struct bl_text text = {0};
    for (int p = 0; p < step->pass_count; p++) {
        if (p) bl_text_add(&text, "; ");
        bl_pass_print(&text, &passes[p]);
    }
    words(bench, "text", &text);
    number(bench, "line", (int)passes[0].range.line);
    number(bench, "passes", step->pass_count);
    touched(bench, step, BL_STAGE_READS, "reads", "read_count");
    touched(bench, step, BL_STAGE_WRITES, "writes", "write_count");
    put_function(bench, "exchange", exchange_of(bench->plan, step));
    real(bench, "read_cycles", step->read_cycles);
    real(bench, "write_cycles", step->write_cycles);
    real(bench, "way_cycles", step->way_cycles);
    real(bench, "ahead_cycles", step->ahead_cycles);
    real(bench, "greeted_cycles", step->greeted_cycles);
    number(bench, "steering", steering_of(bench->plan, step));
    const char *filters = filters_of(bench->plan, step);
    word(bench, "filters", filters ? bl_format(bench->arena, "\"%s\"", filters) : "NULL");
    word(bench, "exchanges", yes_no(exchange_of(bench->plan, step)));
    number(bench, "crossed_bytes", crossed_bytes(bench->plan, step));
    number(bench, "counted", counted_of(bench->plan, step));
    part(bench, "step");
}

static void emit_steps(struct bench *bench) {
    part(bench, "steps");
    for (int i = 0; i < bench->plan->step_count; i++) emit_step(bench, &bench->plan->steps[i]);
    part(bench, "end of steps");
}

/* "key[3:0], key[11:4]" */
static void emit_functions_text(struct bl_text *text, const struct bl_stage *stage) {
    for (int f = 0; f < stage->function_count; f++)
        bl_text_add(text, "%s%s", f ? ", " : "", stage->functions[f]->name);
}

void bl_emit_device_histogram(struct bl_text *text, const struct bl_plan *plan,
                              const struct bl_counted *counted) {
    const struct bl_regmap *map = plan->node->registers;
    const struct bl_stage *stage = counted->stage;
    int low = stage->function_count > 1 ? stage->functions[1]->bits : 0;
    bl_text_add(text, "{0x%04xu, 0x%04xu, %d, %d, %d}",
                bl_register_address(bl_regmap_find(map, BL_HISTOGRAM_ROW), 0),
                bl_register_address(bl_regmap_histogram(map, counted), 0),
                stage->functions[0]->bits, low, bl_plan_counters(plan).bits[1]);
}

static void emit_histograms(struct bench *bench) {
    const struct bl_program *program = bench->plan->program;
    if (!program->counted_count) return;
    part(bench, "histograms");
    for (int i = 0; i < program->counted_count; i++) {
        const struct bl_counted *counted = &program->counted[i];
        struct bl_text functions = {0}, device = {0};
        emit_functions_text(&functions, counted->stage);
        bl_emit_device_histogram(&device, bench->plan, counted);
        word(bench, "name", counted->product->name);
        words(bench, "text", &functions);
        number(bench, "line", (int)counted->stage->range.line);
        words(bench, "device", &device);
        part(bench, "histogram");
    }
    part(bench, "end of histograms");
}

int bl_deal_elements(const struct bl_program *program) {
    int bytes = 1;
    for (int i = 0; i < program->record.column_count; i++)
        if (program->record.columns[i].bits / 8 > bytes)
            bytes = program->record.columns[i].bits / 8;
    int burst = program->cluster.memory.burst / bytes;
    return burst > 0 ? burst : 1;
}

/* Twice what a node takes to clear its counters or to sum them up, and enough for everything else.
 */
static int quiet_cycles(const struct bl_plan *plan) {
    const struct bl_counters counters = bl_plan_counters(plan);
    return BL_BENCH_QUIET_CYCLES +
           (counters.stage
                ? 2 * ((1 << (counters.bits[0] + counters.bits[1])) + 2 * counters.places)
                : 0);
}

static struct bench begin(struct bl_text *text, const struct bl_plan *plan) {
    return (struct bench){.arena = plan->arena,
                          .plan = plan,
                          .parts = {.text = text,
                                    .file = "bench.c",
                                    .holes = {{"pipeline", plan->program->pipeline},
                                              {"symbol", plan->program->symbol}}}};
}

static void emit_node(const struct bench *bench) {
    const struct bl_program *program = bench->plan->program;
    const struct bl_bench_settings settings = {.unit_bytes = program->cluster.memory.plane_bits / 8,
                                               .deal_elements = bl_deal_elements(program),
                                               .quiet_cycles = quiet_cycles(bench->plan)};
    bl_emit_bench_node(bench->parts.text, bench->plan->node, &settings);
}

static void emit_columns(struct bench *bench) {
    const struct bl_program *program = bench->plan->program;
    const struct bl_record *record = &program->record;
    number(bench, "pass_count", bench->plan->pass_count);
    const struct bl_prediction *prediction = &bench->plan->prediction;
    real(bench, "peak_bytes_per_second", prediction->bytes_per_second);
    real(bench, "memory_bytes_per_second", prediction->memory_bytes_per_second);
    real(bench, "network_bytes_per_second", prediction->network_bytes_per_second);
    number(bench, "counted_bytes", prediction->counted_bytes);
    number(bench, "gathered_words", prediction->gathered_words);
    number(bench, "kept_words", prediction->kept_words);
    word(bench, "reached",
         prediction->is_bound
             ? bl_format(bench->arena, "\"%s\"", program->cluster.network.carrier->reached)
             : "NULL");
    part(bench, "columns");
    for (int i = 0; i < record->column_count + program->made_count; i++) {
        const struct bl_column *column = bl_program_column(program, i);
        word(bench, "name", column->name);
        number(bench, "bytes", column->bits / 8);
        number(bench, "key_bits", used_bits(program, column));
        part(bench, "column");
    }
}

static void emit_program(struct bench *bench) {
    const struct bl_program *program = bench->plan->program;
    emit_node(bench);
    emit_columns(bench);
    number(bench, "column_count", program->record.column_count);
    number(bench, "made_count", program->made_count);
    number(bench, "version_count", program->version_count);
    number(bench, "step_count", bench->plan->step_count);
    part(bench, "tables");
    number(bench, "histogram_count", program->counted_count);
    if (program->counted_count) part(bench, "histograms of the program");
    number(bench, "default_keys", DEFAULT_KEYS);
    part(bench, "end");
    bl_emit_bench_device(bench->parts.text, bench->plan->node);
    part(bench, "main");
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
    *program = bl_bench_node_facts(plan->node);
    program->column_count = record->column_count;
    program->made_count = plan->program->made_count;
    program->versions = versions;
    program->version_count = count;
    program->default_keys = DEFAULT_KEYS;
    program->histogram_count = plan->program->counted_count;
    for (int i = 0; i < record->column_count; i++)
        program->columns[i] = (struct bl_bench_column){
            .name = record->columns[i].name,
            .bytes = record->columns[i].bits / 8,
            .key_bits = used_bits(plan->program, &record->columns[i])};
}

void bl_emit_bench(struct bl_text *text, const struct bl_plan *plan) {
    struct bench bench = begin(text, plan);
    part(&bench, "begin");
    emit_versions(&bench);
    emit_steps(&bench);
    emit_histograms(&bench);
    emit_program(&bench);
}
