/* `bankloom explain --json`: the same content as the text, and the warnings, one object. */
#include <cjson/cJSON.h>
#include <math.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/text.h"
#include "explain/certify.h"
#include "explain/estimate_json.h"
#include "explain/explain.h"
#include "explain/mixes.h"
#include "plan/fuse/fuse.h"
#include "plan/predict/bound.h"
#include "plan/route/crossbars.h"
#include "plan/size/crossings.h"
#include "plan/predict/predict.h"

static cJSON *array(cJSON *object, const char *name) {
    return cJSON_AddArrayToObject(object, name);
}

static cJSON *element(cJSON *items) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(items, object);
    return object;
}

static void add_passes(cJSON *root, const char *name, const struct bl_plan *plan,
                       const struct bl_pass *passes, int count, bool labels) {
    cJSON *items = array(root, name);
    for (int i = 0; i < count; i++) {
        cJSON *pass = element(items);
        cJSON_AddNumberToObject(pass, "number", passes[i].number);
        if (labels) cJSON_AddStringToObject(pass, "label", bl_plan_label(plan, &passes[i]));
        cJSON_AddStringToObject(pass, "text", bl_pass_words(plan->arena, &passes[i]));
        cJSON_AddNumberToObject(pass, "line", passes[i].range.line);
    }
}

static void add_mixes(cJSON *root, const struct bl_plan *plan) {
    const struct bl_function **mixes;
    int count = bl_mixes_of(plan->arena, plan->program, &mixes);
    cJSON *items = array(root, "mixes");
    for (int i = 0; i < count; i++) {
        cJSON *mix = element(items);
        cJSON_AddStringToObject(mix, "function", mixes[i]->name);
        cJSON_AddStringToObject(mix, "column", mixes[i]->column->name);
        cJSON_AddNumberToObject(mix, "bits", mixes[i]->bits);
        cJSON_AddNumberToObject(mix, "terms", bl_mix_terms(mixes[i]));
        cJSON_AddNumberToObject(mix, "levels", bl_mix_levels(mixes[i]));
    }
}

/* The number of a pass as written, and beside it which of its moves is meant: "2a". */
static void add_piece(cJSON *decision, const struct bl_plan *plan, const char *name, int number) {
    const struct bl_piece *piece = &plan->pieces[number - 1];
    cJSON_AddNumberToObject(decision, name, piece->pass);
    if (piece->letter)
        cJSON_AddStringToObject(decision, bl_format(plan->arena, "%s_part", name),
                                bl_plan_part(plan, number));
}

static void add_decisions(cJSON *root, const struct bl_plan *plan) {
    cJSON *items = array(root, "decisions");
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *d = &plan->decisions[i];
        cJSON *decision = element(items);
        cJSON_AddStringToObject(decision, "rule", bl_rule_word(d->rule));
        cJSON_AddBoolToObject(decision, "applied", d->applied);
        add_piece(decision, plan, "first", d->first);
        add_piece(decision, plan, "second", d->second);
        cJSON_AddStringToObject(decision, "reason", d->reason);
        cJSON_AddNumberToObject(decision, "line", d->range.line);
        cJSON_AddNumberToObject(decision, "column", d->range.column);
    }
}

static void add_steps(cJSON *root, const struct bl_plan *plan) {
    cJSON *items = array(root, "steps");
    for (int i = 0; i < plan->step_count; i++) {
        const struct bl_step *s = &plan->steps[i];
        cJSON *step = element(items), *passes = array(step, "passes");
        for (int p = s->first_pass; p < s->first_pass + s->pass_count; p++)
            cJSON_AddItemToArray(passes, cJSON_CreateNumber(plan->passes[p].number));
        cJSON_AddNumberToObject(step, "read_side", s->read_side);
        cJSON_AddBoolToObject(step, "ordered", s->ordered);
        cJSON_AddBoolToObject(step, "stagger", s->stagger);
        cJSON_AddNumberToObject(step, "epoch", s->epoch);
    }
}

static void add_places(cJSON *root, const struct bl_plan *plan) {
    cJSON *items = array(root, "versions");
    for (int v = 0; v < plan->program->version_count; v++) {
        if (plan->places[v].side < 0) continue;
        cJSON *version = element(items);
        cJSON_AddStringToObject(version, "name", plan->program->versions[v]->name);
        cJSON_AddNumberToObject(version, "side", plan->places[v].side);
        cJSON_AddNumberToObject(version, "base", (double)plan->places[v].base);
        cJSON_AddNumberToObject(version, "bytes", (double)plan->places[v].bytes);
        cJSON_AddNumberToObject(
            version, "planes",
            bl_column_planes(&plan->program->cluster, plan->program->versions[v]->column));
    }
}

static void add_buffers(cJSON *root, const struct bl_plan *plan) {
    cJSON *items = array(root, "buffers");
    for (int i = 0; i < plan->buffer_count; i++) {
        const struct bl_buffer *b = &plan->buffers[i];
        cJSON *buffer = element(items);
        cJSON_AddStringToObject(buffer, "name", b->name);
        cJSON_AddNumberToObject(buffer, "depth", b->depth);
        cJSON_AddNumberToObject(buffer, "width_bits", b->width_bits);
        cJSON_AddNumberToObject(buffer, "count", b->count);
        cJSON_AddNumberToObject(buffer, "block_rams", b->block_rams);
        cJSON_AddStringToObject(buffer, "reason", b->reason);
    }
    items = array(root, "crossbars");
    const struct bl_crossbar_shape *shape;
    for (int at = 0; (shape = bl_plan_crossbar(plan, &at));) {
        cJSON *crossbar = element(items);
        cJSON_AddNumberToObject(crossbar, "groups", shape->groups);
        cJSON_AddNumberToObject(crossbar, "inputs", shape->inputs);
        cJSON_AddNumberToObject(crossbar, "outputs", shape->outputs);
        cJSON_AddNumberToObject(crossbar, "estimated_logic", bl_crossbar_logic(plan->board, shape));
    }
}

/* Those of single nodes, as the program counts them. */
static void add_node_clocks(cJSON *root, const struct bl_cluster *cluster) {
    if (!cluster->node_clocks) return;
    cJSON *items = array(root, "node_clocks");
    for (int i = 0; i < cluster->nodes; i++) {
        cJSON *clock = element(items);
        cJSON_AddNumberToObject(clock, "domain", i + 1);
        cJSON_AddNumberToObject(clock, "hertz", cluster->node_clocks[i].hertz);
        cJSON_AddNumberToObject(clock, "phase_ps", (double)cluster->node_clocks[i].phase_ps);
    }
}

static void add_basis(cJSON *clock, const struct bl_plan *plan, int number) {
    const struct bl_clock_basis basis = bl_clock_basis(plan->node, number);
    cJSON_AddStringToObject(clock, "rests_on", basis.word);
    if (!basis.reached) return;
    cJSON_AddNumberToObject(clock, "reached_hertz", basis.reached->hertz);
    cJSON_AddStringToObject(clock, "source", basis.reached->source);
}

static void add_clocks(cJSON *root, const struct bl_plan *plan) {
    const struct bl_clock *clocks = plan->program->cluster.clocks;
    cJSON *items = array(root, "clocks");
    for (int i = 0; i < plan->program->cluster.clock_count; i++) {
        cJSON *clock = element(items);
        cJSON_AddStringToObject(clock, "name", clocks[i].name);
        cJSON_AddNumberToObject(clock, "hertz", clocks[i].hertz);
        cJSON_AddStringToObject(clock, "use", bl_clock_use(plan, i));
        add_basis(clock, plan, i);
    }
    add_node_clocks(root, &plan->program->cluster);
    struct bl_crossing crossings[BL_MOST_CROSSINGS];
    int count = bl_plan_crossings(plan, crossings);
    items = array(root, "crossings");
    for (int i = 0; i < count; i++) {
        cJSON *crossing = element(items);
        cJSON_AddStringToObject(crossing, "name", crossings[i].name);
        cJSON_AddStringToObject(crossing, "from", clocks[crossings[i].from].name);
        cJSON_AddStringToObject(crossing, "to", clocks[crossings[i].to].name);
        cJSON_AddStringToObject(crossing, "template",
                                crossings[i].depth ? "bl_async_fifo" : "bl_synchroniser");
        cJSON_AddNumberToObject(crossing, "depth", crossings[i].depth);
        cJSON_AddNumberToObject(crossing, "width_bits", crossings[i].width_bits);
        cJSON_AddNumberToObject(crossing, "count", crossings[i].count);
        cJSON_AddStringToObject(crossing, "reason", crossings[i].reason);
    }
}

/* null where there is but a bound. */
static void add_predicted(cJSON *object, const char *name, const struct bl_plan *plan,
                          double value) {
    if (plan->prediction.is_bound) cJSON_AddNullToObject(object, name);
    else cJSON_AddNumberToObject(object, name, value);
}

static void add_prediction(cJSON *root, const struct bl_plan *plan) {
    const struct bl_prediction *p = &plan->prediction;
    cJSON *to = cJSON_AddObjectToObject(root, "prediction");
    cJSON_AddStringToObject(to, "formula", bl_prediction_formula(plan));
    cJSON_AddNumberToObject(to, "bytes_per_second", p->bytes_per_second);
    cJSON_AddNumberToObject(to, "memory_bytes_per_second", p->memory_bytes_per_second);
    cJSON_AddNumberToObject(to, "network_bytes_per_second", p->network_bytes_per_second);
    cJSON_AddNumberToObject(to, "core_hertz", plan->program->cluster.clocks[0].hertz);
    cJSON_AddNumberToObject(to, "word_hertz", p->word_hertz);
    if (p->clock < 0) cJSON_AddNullToObject(to, "bounding_clock");
    else
        cJSON_AddStringToObject(to, "bounding_clock", plan->program->cluster.clocks[p->clock].name);
    cJSON_AddStringToObject(to, "bound", bl_bound_words(plan));
    cJSON_AddNumberToObject(to, "effective_passes", p->effective_passes);
    cJSON_AddNumberToObject(to, "network_crossings", p->crossings);
    cJSON_AddNumberToObject(to, "counted_bytes", p->counted_bytes);
    cJSON_AddNumberToObject(to, "moved_bytes", p->moved_bytes);
    cJSON_AddNumberToObject(to, "link_load", p->link_load);
    cJSON_AddBoolToObject(to, "is_bound", p->is_bound);
    cJSON *sizes = cJSON_AddArrayToObject(to, "expected");
    for (int i = 0; i < BL_EXPECTED_SIZES; i++) {
        struct bl_expected expected = bl_expected_even(plan, bl_expected_sizes[i]);
        cJSON *size = element(sizes);
        cJSON_AddNumberToObject(size, "records_per_node", (double)bl_expected_sizes[i]);
        cJSON_AddNumberToObject(size, "bound_cycles", expected.bound_cycles);
        add_predicted(size, "cycles", plan, expected.cycles);
        add_predicted(size, "bytes_per_second", plan, expected.bytes_per_second);
    }
}

void bl_explain_print_json(struct bl_text *text, const struct bl_plan *plan,
                           const struct bl_circuit *circuit, const struct bl_diags *diags) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "pipeline", plan->program->pipeline);
    bl_renames_json(&plan->program->renames, root);
    cJSON_AddStringToObject(root, "cluster", plan->program->cluster.name);
    cJSON_AddStringToObject(root, "board", plan->board->word);
    cJSON_AddNumberToObject(root, "nodes", plan->program->cluster.nodes);
    cJSON_AddStringToObject(root, "fuse", bl_rules_words(plan->arena, plan->rules));
    add_passes(root, "written", plan, plan->program->passes, plan->program->pass_count, false);
    add_passes(root, "passes", plan, plan->passes, plan->pass_count, true);
    add_mixes(root, plan);
    add_decisions(root, plan);
    add_steps(root, plan);
    add_places(root, plan);
    add_buffers(root, plan);
    bl_estimate_add_json(root, plan->node, circuit);
    add_clocks(root, plan);
    add_prediction(root, plan);
    bl_explain_certificate_json(root, plan->node);
    bl_diags_add_json(diags, root);
    bl_json_add(text, root);
}
