/* The crossbars of a plan. */
#include "plan/crossbars.h"
#include <stddef.h>
#include "estimate/estimate.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "plan/exchange.h"

static struct bl_crossbar_shape shape(const struct bl_cluster *cluster, const struct bl_stage *read,
                                      int inputs, int outputs) {
    struct bl_cut cut = bl_cut_of_read(cluster, read);
    return (struct bl_crossbar_shape){bl_lanes(cluster) / inputs, inputs, outputs, cut.elems,
                                      cut.elem_bits};
}

struct bl_crossbar_shape bl_crossbar_to_channels(const struct bl_cluster *cluster,
                                                 const struct bl_stage *read,
                                                 const struct bl_function *function) {
    int values = bl_function_places(function, bl_lanes(cluster));
    return shape(cluster, read, values, values);
}

struct bl_crossbar_shape bl_crossbar_to_nodes(const struct bl_cluster *cluster,
                                              const struct bl_stage *read,
                                              const struct bl_function *node) {
    struct bl_exchange_shape exchange = bl_exchange_shape(cluster, node);
    return shape(cluster, read, exchange.inputs, exchange.outputs);
}

struct bl_crossbar_shape bl_crossbar_splitter(const struct bl_cluster *cluster,
                                              const struct bl_stage *read) {
    return shape(cluster, read, 1, cluster->nodes / bl_lanes(cluster));
}

bool bl_crossbar_moves(const struct bl_cluster *cluster, const struct bl_function *function) {
    return function->bits && bl_lanes(cluster) > 1;
}

int bl_crossbar_points(const struct bl_crossbar_shape *shape) {
    return shape->groups * shape->inputs * shape->elems * shape->outputs;
}

int bl_crossbar_banks(const struct bl_crossbar_shape *shape) {
    return shape->groups * shape->outputs * (shape->inputs < 2 ? 1 : 2) * shape->elems;
}

int bl_crossbar_logic(const struct bl_board *board, const struct bl_crossbar_shape *shape) {
    return shape->groups * bl_estimate_crossbar(board, shape->inputs, shape->outputs, shape->elems,
                                                shape->elem_bits);
}

static bool same(const struct bl_crossbar_shape *a, const struct bl_crossbar_shape *b) {
    return a->inputs == b->inputs && a->outputs == b->outputs && a->elems == b->elems &&
           a->elem_bits == b->elem_bits;
}

/* Finds a crossbar of the shape that this step does not use yet, or adds one. */
static void need(struct bl_crossbar_shape *shapes, int *count, unsigned *busy,
                 struct bl_crossbar_shape wanted) {
    int i = 0;
    while (i < *count && (!same(&shapes[i], &wanted) || *busy >> i & 1)) i++;
    if (i == BL_MOST_CROSSBARS) return;
    if (i == *count) shapes[(*count)++] = wanted;
    *busy |= 1u << i;
}

static void need_of_pass(const struct bl_cluster *cluster, const struct bl_pass *pass,
                         struct bl_crossbar_shape *shapes, int *count) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    const struct bl_stage *first = bl_stage_find(pass, BL_STAGE_TO_CHANNEL);
    unsigned busy = 0;
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        if (stage->row->role == BL_STAGE_TO_CHANNEL && exchange && stage < exchange)
            need(shapes, count, &busy, bl_crossbar_to_nodes(cluster, read, stage->functions[0]));
        else if (stage->row->role == BL_STAGE_TO_CHANNEL &&
                 (stage->uses || bl_crossbar_moves(cluster, stage->functions[0])))
            need(shapes, count, &busy, bl_crossbar_to_channels(cluster, read, stage->functions[0]));
        else if (stage == exchange && !first && cluster->nodes > bl_lanes(cluster))
            need(shapes, count, &busy, bl_crossbar_splitter(cluster, read));
    }
}

int bl_plan_crossbars(const struct bl_plan *plan, struct bl_crossbar_shape *shapes) {
    int count = 0;
    for (int p = 0; p < plan->pass_count; p++)
        need_of_pass(&plan->program->cluster, &plan->passes[p], shapes, &count);
    return count;
}
