/* From the passes after fusion to the steps of the circuit, and what holds for the order of each
 * step. */
#include <string.h>
#include "plan/steps/pairs.h"
#include "ir/plan.h"
#include "plan/steps/steps.h"
#include "base/arena.h"
#include "base/diag.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "plan/route/crossbars.h"
#include "plan/steps/relations.h"

/* Columns of the same records that are written by different steps come out alike only where the
 * order is the same function of the data in both. */
static void check_apart(const struct bl_plan *plan, const struct bl_relations *relations,
                        const struct bl_pass *pass, const struct bl_version *other,
                        struct bl_diags *diags) {
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    const struct bl_pass *writer = &plan->passes[bl_version_writer(relations, other)];
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_network_row *network = cluster->network.row;
    const char *name = bl_version_said(write, write->versions[0]);
    const char *its = bl_version_said(write, other);
    char shape[16];
    bl_pass_shape(pass, shape);
    if (strchr(shape, 'X') && strchr(shape, 'A'))
        bl_report(diags, BL_MSG_PLAN_APART_FORM, write->range, name, its,
                  "a crossbar and an exchange cannot share a pass here");
    else if (strchr(shape, 'X') &&
             bl_stage_planes(cluster, write) !=
                 bl_stage_planes(cluster, bl_stage_find(writer, BL_STAGE_WRITES)))
        bl_report(diags, BL_MSG_PLAN_APART_FORM, write->range, name, its,
                  "their crossbars must move words of the same shape");
    else if (strchr(shape, 'A') && !network->selects_source)
        bl_report(diags, BL_MSG_PLAN_NETWORK_LACKS, write->range, network->word,
                  "cannot let a receiver choose which source it hears next");
}

/* A reader that starts in the middle leaves a gap there; the crossbar behind it closes it. */
static bool closes_gaps(const struct bl_plan *plan, const struct bl_pass *pass) {
    const struct bl_stage *crossbar = bl_stage_find(pass, BL_STAGE_TO_CHANNEL),
                          *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    if (!crossbar || (exchange && exchange < crossbar)) return false;
    return bl_feeds_exchange(pass, crossbar) ||
           bl_crossbar_moves(&plan->program->cluster, crossbar->functions[0]);
}

static void set_order(struct bl_plan *plan, const struct bl_relations *relations,
                      struct bl_step *step, struct bl_diags *diags) {
    const struct bl_pass *pass = bl_step_pass(plan, step);
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    if (!write) return;
    const struct bl_version *other = bl_apart(relations, plan->passes, plan->types, write, -1, -1);
    step->ordered = other;
    if (other) check_apart(plan, relations, pass, other, diags);
    bool any = plan->types[write->versions[0]->id].order == BL_ORDER_ANY;
    step->stagger = any && !other && step->pass_count == 1 && closes_gaps(plan, pass);
}

/* A table's column and the data that the table steers are read in turn, and only the data goes on:
 * that is what can be counted. */
static void check_histogram_strips(const struct bl_plan *plan, const struct bl_step *step,
                                   struct bl_diags *diags) {
    const struct bl_pass *table = &plan->passes[step->first_pass], *user = bl_step_pass(plan, step);
    const struct bl_stage *histogram = bl_stage_find(table, BL_STAGE_COUNTS),
                          *second = bl_stage_find(user, BL_STAGE_COUNTS);
    if (!histogram || table == user) return;
    const struct bl_version *counted = bl_stage_find(table, BL_STAGE_READS)->versions[0],
                            *data = bl_stage_find(user, BL_STAGE_READS)->versions[0];
    if (counted != data)
        bl_report(diags, BL_MSG_PLAN_LIMIT, histogram->range,
                  bl_format(plan->arena,
                            "`%s` is read in turn with `%s`, strip by strip, and only `%s` can be "
                            "counted there: "
                            "count `%s` in a pass of its own",
                            counted->name, data->name, data->name, counted->name));
    else if (second)
        bl_report(
            diags, BL_MSG_PLAN_LIMIT, second->range,
            bl_format(
                plan->arena,
                "`%s` is read in turn with itself, strip by strip, and `%s` counts it already: "
                "count in a pass of its own",
                data->name, histogram->makes->name));
}

/* The circuit has a bit for each of its steps in every junction of streams. */
static void check_count(const struct bl_plan *plan, struct bl_diags *diags) {
    if (plan->step_count <= BL_MOST_STEPS) return;
    const struct bl_pass *pass = bl_step_pass(plan, &plan->steps[BL_MOST_STEPS]);
    bl_report(diags, BL_MSG_PLAN_LIMIT, pass->range,
              bl_format(plan->arena,
                        "a circuit has at most %d steps, and this would be one of %d: fuse more, "
                        "or split the pipeline",
                        BL_MOST_STEPS, plan->step_count));
}

void bl_steps_make(struct bl_plan *plan, struct bl_diags *diags) {
    int exchanges = 0;
    bl_pairs_make(plan, diags);
    const struct bl_relations *relations = bl_relations_of(plan->arena, plan->passes,
                                                           plan->pass_count, plan->types, true);
    plan->steps = BL_NEW(plan->arena, struct bl_step, plan->pass_count);
    for (int place = 0; place < plan->pass_count;) {
        struct bl_step *step = &plan->steps[plan->step_count++];
        step->first_pass = place;
        step->pass_count = bl_stage_find(&plan->passes[place], BL_STAGE_STEERS) &&
                                   place + 1 < plan->pass_count
                               ? BL_MOST_STEP_PASSES
                               : 1;
        step->epoch = exchanges % 2;
        set_order(plan, relations, step, diags);
        check_histogram_strips(plan, step, diags);
        exchanges += bl_stage_find(bl_step_pass(plan, step), BL_STAGE_TO_NODE) != NULL;
        place += step->pass_count;
    }
    check_count(plan, diags);
}
