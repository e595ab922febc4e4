#include "plan/limits/forms.h"

#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "ir/pass.h"
#include "plan/route/cuts.h"
#include "plan/route/exchange.h"

/* Fusion makes no pass whose stages do not fit, but for one: a node that is alone writes where an
   exchange would have moved nothing. */
static void check_chain(const struct bl_pass *pass, struct bl_diags *diags) {
    struct bl_between between = {.begun = false};
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        const char *wants = between.ended ? "nothing comes out of the stage before"
                                          : stage->row->follow(&between);
        if (!wants || stage->row->role == BL_STAGE_WRITES) continue;
        bl_report(diags, BL_MSG_PLAN_PASS_FORM, stage->range, bl_stage_said(stage), wants);
        return;
    }
}

static void check_table(const struct bl_plan *plan, const struct bl_pass *pass,
                        struct bl_diags *diags) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS),
                          *crossbar = bl_stage_find(pass, BL_STAGE_TO_CHANNEL),
                          *table = bl_stage_find(pass, BL_STAGE_STEERS);
    const struct bl_product *product = crossbar && crossbar->uses ? crossbar->uses
                                       : table                    ? table->makes
                                                                  : NULL;
    if (!product) return;
    int planes = bl_stage_planes(&plan->program->cluster, read);
    if (planes > 1 && read->version_count == 1)
        bl_report(diags, BL_MSG_PLAN_COLUMN_WIDTH, crossbar ? crossbar->range : table->range,
                  bl_version_said(read, read->versions[0]), read->versions[0]->column->bits, planes,
                  plan->program->cluster.memory.plane_bits);
    else if (planes > 1)
        bl_report(diags, BL_MSG_PLAN_ZIP_TABLE, crossbar ? crossbar->range : table->range,
                  product->name);
    else if (crossbar && bl_stage_find(pass, BL_STAGE_TO_NODE))
        bl_report(diags, BL_MSG_PLAN_PASS_FORM, crossbar->range, "crossbar by a table",
                  "what it steers goes strip by strip, and an exchange does not");
}

/* An exchange sends whole channels, so they must hold the records by node; where nodes share a
 * channel it must see the steering column. */
static void check_exchange(const struct bl_plan *plan, const struct bl_pass *pass,
                           struct bl_diags *diags) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS),
                          *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    if (!exchange) return;
    const struct bl_stage *crossbar = bl_stage_before(pass, exchange, BL_STAGE_TO_CHANNEL);
    const struct bl_function *node = exchange->functions[0];
    const struct bl_function *lanes = crossbar ? crossbar->functions[0]
                                               : plan->types[read->versions[0]->id].channel;
    if (!bl_function_equal(lanes, node))
        bl_report(diags, BL_MSG_PLAN_EXCHANGE_LANES, exchange->range,
                  bl_version_said(read, read->versions[0]), node->name, node->name);
    else if (bl_exchange_needs_column(&plan->program->cluster, node) &&
             !bl_stage_gets(pass, exchange, node->column)) {
        bl_report(diags, BL_MSG_PLAN_EXCHANGE_MIXED, exchange->range,
                  bl_version_said(read, read->versions[0]), node->column->name,
                  node->column->maker
                      ? bl_format(plan->arena, "put stage `%s` before", node->column->maker->name)
                      : "read both in one pass");
        if (exchange->expanded) bl_silence(diags, exchange->range); /* of the other columns */
    }
}

static bool by_strips(const struct bl_pass *pass) {
    const struct bl_stage *crossbar = bl_stage_find(pass, BL_STAGE_TO_CHANNEL);
    return bl_stage_find(pass, BL_STAGE_STEERS) || (crossbar && crossbar->uses);
}

static bool zipped(const struct bl_cluster *cluster, const struct bl_pass *pass) {
    return bl_stage_planes(cluster, bl_stage_find(pass, BL_STAGE_READS)) > 1;
}

/* Bits of a record that crosses the network. */
static int crossing_bits(const struct bl_cluster *cluster, const struct bl_pass *pass) {
    return bl_cut_behind(cluster, pass, bl_stage_find(pass, BL_STAGE_TO_NODE)).elem_bits;
}

/* Records of a word that crosses it: more where a stage has made columns of few that were read. */
static int crossing_records(const struct bl_cluster *cluster, const struct bl_pass *pass) {
    return bl_cut_behind(cluster, pass, bl_stage_find(pass, BL_STAGE_TO_NODE)).elems;
}

static int strips(const struct bl_cluster *cluster, const struct bl_pass *pass) {
    (void)cluster;
    return by_strips(pass);
}

/* Among the passes that do `does`, one in which `form` is least and one in which it is most. True
   if they differ. */
static bool differ(const struct bl_cluster *cluster, const struct bl_pass *passes, int count,
                   int (*form)(const struct bl_cluster *, const struct bl_pass *),
                   enum bl_stage_role does, struct bl_mixed *mixed) {
    const struct bl_pass *least = NULL, *most = NULL;
    for (int p = 0; p < count; p++) {
        if (!bl_stage_find(&passes[p], does)) continue;
        if (!least || form(cluster, &passes[p]) < form(cluster, least)) least = &passes[p];
        if (!most || form(cluster, &passes[p]) > form(cluster, most)) most = &passes[p];
    }
    if (!least || form(cluster, least) == form(cluster, most)) return false;
    mixed->odd = least;
    mixed->other = most;
    return true;
}

/* Passes by strips beside passes of columns that travel together. */
static bool strips_and_zips(const struct bl_cluster *cluster, const struct bl_pass *passes,
                            int count, struct bl_mixed *mixed) {
    const struct bl_pass *strip = NULL, *zip = NULL;
    for (int p = 0; p < count; p++) {
        if (by_strips(&passes[p])) strip = &passes[p];
        else if (zipped(cluster, &passes[p])) zip = &passes[p];
    }
    if (!strip || !zip) return false;
    mixed->odd = zip;
    mixed->other = strip;
    return true;
}

bool bl_forms_mixed(const struct bl_cluster *cluster, const struct bl_pass *passes, int count,
                    struct bl_mixed *mixed) {
    struct bl_mixed unused, *found = mixed ? mixed : &unused;
    if (strips_and_zips(cluster, passes, count, found)) {
        found->does = "read a table's column and its data in turn, strip by strip,";
        found->advice = "give each column of this pass a pass of its own, or steer the others by a "
                        "function in place of a table";
    } else if (differ(cluster, passes, count, crossing_bits, BL_STAGE_TO_NODE, found)) {
        found->does = "exchange more columns together";
        found->advice = "exchange as many columns in every pass";
    } else if (differ(cluster, passes, count, crossing_records, BL_STAGE_TO_NODE, found)) {
        found->does = "exchange words of more records";
        found->advice = "read as many columns in every pass that exchanges";
    } else if (differ(cluster, passes, count, strips, BL_STAGE_COUNTS, found)) {
        found->does = "count in a stream that goes by strips";
        found->advice = "count in passes of their own, before those with a table";
    } else return false;
    return true;
}

static void check_mixed(const struct bl_plan *plan, struct bl_diags *diags) {
    struct bl_mixed mixed;
    if (!bl_forms_mixed(&plan->program->cluster, plan->passes, plan->pass_count, &mixed)) return;
    struct bl_diagnostic *diagnostic = bl_report(diags, BL_MSG_PLAN_READ_TURNS, mixed.odd->range,
                                                 mixed.does, mixed.advice);
    bl_note(diags, diagnostic, mixed.other->range, "this is one that does");
}

/* The circuit has one histogram, and its counts stay until the next one begins. */
static void check_histograms(const struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_stage *latest = NULL;
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[p];
        const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE),
                              *histogram = bl_stage_find(pass, BL_STAGE_COUNTS);
        if (exchange && bl_exchange_end(&plan->program->cluster, pass) == BL_END_HISTOGRAM &&
            latest && exchange->uses != latest->makes)
            bl_report(diags, BL_MSG_PLAN_HISTOGRAM_SHARED, exchange->range, exchange->uses->name,
                      "was overwritten by a later one before this exchange");
        if (histogram) latest = histogram;
    }
}

void bl_forms_check(const struct bl_plan *plan, struct bl_diags *diags) {
    int errors = diags->errors;
    for (int p = 0; p < plan->pass_count; p++) check_chain(&plan->passes[p], diags);
    if (diags->errors > errors) return;
    for (int p = 0; p < plan->pass_count; p++) {
        check_table(plan, &plan->passes[p], diags);
        check_exchange(plan, &plan->passes[p], diags);
    }
    check_histograms(plan, diags);
    check_mixed(plan, diags);
}
