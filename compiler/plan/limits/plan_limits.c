/* What the templates can be made for: a plan beyond it is refused here, not by a Verilog tool. */
#include <string.h>
#include "plan/limits/plan_limits.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "plan/route/crossbars.h"
#include "plan/route/cuts.h"
#include "plan/route/exchange.h"
#include "templates/range_text.h"

/* The limits that a pass meets, as they are found. */
struct finding {
    struct bl_arena *arena;
    const struct bl_cluster *cluster;
    const struct bl_pass *pass;
    struct bl_limit *limits;
    int count;
};

static void found(struct finding *finding, const struct bl_stage *stage, const char *what,
                  const char *advice) {
    if (finding->count < BL_MOST_LIMITS)
        finding->limits[finding->count++] = (struct bl_limit){stage->range, what, advice};
}

static void found_sharing(struct finding *finding, const struct bl_stage *stage) {
    int most = bl_range_most("bl_crossbar", "OUTPUTS");
    found(finding, stage, bl_format(finding->arena, "at most %d nodes share a channel", most),
          "take fewer nodes, or more channels");
}

/* What a number of nodes that is no power of two divides. */
static void find_modulo(struct finding *finding, const struct bl_stage *exchange) {
    const struct bl_function *node = exchange->functions[0];
    int most = bl_range_most("bl_modulo", "IN_W") + bl_log2(bl_reach(finding->cluster));
    if (bl_exchange_shape(finding->cluster, node).split && node->bits > most)
        found(finding, exchange,
              bl_format(finding->arena,
                        "%d nodes are distinguished by at most %d bits, and `%s` has %d",
                        finding->cluster->nodes, most, node->name, node->bits),
              bl_format(finding->arena, "take %d bits of it", most));
}

/* Inputs and outputs of one crossbar of a stage: towards an exchange every node is an output, else
 * every channel that a value can name. */
static void find_crossbar(struct finding *finding, const struct bl_stage *stage, bool to_nodes) {
    const struct bl_cluster *cluster = finding->cluster;
    struct bl_cut cut = bl_cut_behind(cluster, finding->pass, stage);
    const struct bl_crossbar_shape shape =
        to_nodes ? bl_crossbar_to_nodes(cluster, cut, stage->functions[0])
                 : bl_crossbar_to_channels(cluster, cut, stage->functions[0]);
    int most_inputs = bl_range_most("bl_crossbar", "INPUTS"),
        most_outputs = bl_range_most("bl_crossbar", "OUTPUTS");
    if (shape.inputs > most_inputs)
        found(finding, stage,
              bl_format(finding->arena, "a crossbar has at most %d inputs", most_inputs),
              bl_format(finding->arena, "read at most %d channels, or name fewer by its function",
                        most_inputs));
    if (to_nodes && bl_lane_nodes(cluster) > most_outputs) found_sharing(finding, stage);
    else if (shape.outputs > most_outputs)
        found(finding, stage,
              bl_format(finding->arena,
                        "a crossbar has at most %d outputs, and one that feeds an exchange needs "
                        "one for every node",
                        most_outputs),
              "leave the exchange a pass of its own");
}

static void find_words(struct finding *finding, const struct bl_stage *stage) {
    struct bl_cut cut = bl_cut_behind(finding->cluster, finding->pass, stage);
    int least = bl_range_least("bl_crossbar", "ELEMS"),
        most = bl_range_most("bl_crossbar", "ELEMS");
    if (cut.elems < least || cut.elems > most)
        found(finding, stage,
              bl_format(finding->arena,
                        "a word of a channel must hold %d to %d records of what travels here, and "
                        "it holds %d",
                        least, most, cut.elems),
              cut.elems < least ? "take wider words" : "take narrower words");
    else if (stage->row->role == BL_STAGE_TO_NODE &&
             cut.elem_bits > bl_range_most("bl_alltoallv_send", "ELEM_W"))
        found(finding, stage,
              bl_format(finding->arena,
                        "records of %d bits travel together here, and an exchange takes at most %d",
                        cut.elem_bits, bl_range_most("bl_alltoallv_send", "ELEM_W")),
              "move each column in a pass of its own");
}

/* Where nodes share a channel and no crossbar stands before, a small one per channel makes a flow
 * of each. */
static void find_sharing(struct finding *finding, const struct bl_stage *exchange) {
    if (!bl_is_fed(finding->pass, exchange) &&
        bl_lane_nodes(finding->cluster) > bl_range_most("bl_crossbar", "OUTPUTS"))
        found_sharing(finding, exchange);
}

/* Planes of the columns that a stage reads or writes together. */
static void find_planes(struct finding *finding, const struct bl_stage *stage) {
    int planes = bl_stage_planes(finding->cluster, stage),
        most = bl_range_most("bl_zip", "COLUMNS");
    if (planes > most)
        found(finding, stage,
              bl_format(finding->arena,
                        "its columns lie in %d planes of %d bits, the width of the narrowest, and "
                        "%d travel together",
                        planes, finding->cluster->memory.plane_bits, most),
              "move some of them in a pass of their own, or make the narrowest wider");
}

int bl_pass_limits(struct bl_arena *arena, const struct bl_cluster *cluster,
                   const struct bl_pass *pass, struct bl_limit *limits) {
    struct finding finding = {arena, cluster, pass, limits, 0};
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        if (stage->version_count) find_planes(&finding, stage);
        if (stage->row->role == BL_STAGE_TO_CHANNEL)
            find_crossbar(&finding, stage, bl_feeds_exchange(pass, stage));
        if (stage->row->role == BL_STAGE_TO_NODE) find_sharing(&finding, stage);
        if (stage->row->role == BL_STAGE_TO_NODE) find_modulo(&finding, stage);
        if (stage->row->role == BL_STAGE_TO_CHANNEL || stage->row->role == BL_STAGE_TO_NODE ||
            (stage->own && stage->own->keeps)) /* a packer closes the gaps */
            find_words(&finding, stage);
    }
    return finding.count;
}

/* Passes that stand for one statement of the program meet the same limit at one place: one cause,
   one message. */
static bool is_reported(const struct bl_diags *diags, const struct bl_limit *limit,
                        const char *text) {
    for (int i = 0; i < diags->count; i++) {
        const struct bl_diagnostic *item = &diags->items[i];
        if (item->message == BL_MSG_PLAN_LIMIT && strstr(item->text, text) &&
            !memcmp(&item->range, &limit->range, sizeof item->range))
            return true;
    }
    return false;
}

void bl_limits_check(const struct bl_plan *plan, struct bl_diags *diags) {
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[p];
        struct bl_limit limits[BL_MOST_LIMITS];
        int count = bl_pass_limits(plan->arena, &plan->program->cluster, pass, limits);
        for (int i = 0; i < count; i++) {
            const char *text = bl_format(plan->arena, "%s: %s", limits[i].what, limits[i].advice);
            if (!is_reported(diags, &limits[i], text))
                bl_report(diags, BL_MSG_PLAN_LIMIT, limits[i].range, text);
        }
    }
}
