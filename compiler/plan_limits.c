/* What the templates can be made for: a plan beyond it is refused here, not by a Verilog tool. */
#include "arena.h"
#include "diag.h"
#include "fuse.h"
#include "plan_limits.h"

enum { MOST_INPUTS = 8, MOST_OUTPUTS = 16, LEAST_ELEMS = 2, MOST_ELEMS = 16, MOST_ELEM_BITS = 64 };

static int least(int a, int b) { return a < b ? a : b; }

static int values_of(const struct bl_function *function) { return function->bits < 16 ? 1 << function->bits : 1 << 16; }

/* Inputs and outputs of one crossbar of a stage: towards an exchange every node is an output, else every channel that a value can name. */
static void check_crossbar(const struct bl_cluster *cluster, const struct bl_stage *stage, bool to_nodes, struct bl_diags *diags) {
    int lanes = bl_lanes(cluster), values = least(values_of(stage->functions[0]), lanes);
    int inputs = to_nodes ? least(cluster->nodes, lanes) : values, outputs = to_nodes ? cluster->nodes : values;
    if (inputs > MOST_INPUTS)
        bl_report(diags, BL_MSG_PLAN_LIMIT, stage->range,
                  "a crossbar has at most 8 inputs: read at most 8 channels, or name fewer by its function");
    if (outputs > MOST_OUTPUTS)
        bl_report(diags, BL_MSG_PLAN_LIMIT, stage->range,
                  "a crossbar has at most 16 outputs, and one that feeds an exchange needs one for every node: leave the exchange a pass "
                  "of "
                  "its own");
}

/* Whether the program itself reads columns together in a pass that has become part of this one. */
static bool written_together(const struct bl_plan *plan, const struct bl_pass *pass) {
    for (int i = 0; i < plan->program->pass_count; i++)
        if (plan->home[i] == pass->number && plan->program->passes[i].stages[0].version_count > 1) return true;
    return false;
}

static void check_words(const struct bl_plan *plan, const struct bl_pass *pass, const struct bl_stage *stage, struct bl_diags *diags) {
    int columns = pass->stages[0].version_count, bits = columns * plan->program->record.columns[0].bits;
    int elems = 8 * plan->program->cluster.memory.width / bits;
    const char *apart = written_together(plan, pass) ? "move each column in a pass of its own"
            : "leave the columns apart (--fuse without zip)";
    if (elems < LEAST_ELEMS || elems > MOST_ELEMS)
        bl_report(diags, BL_MSG_PLAN_LIMIT, stage->range,
                  bl_format(plan->arena, "a word of a channel must hold 2 to 16 records of what travels here, and it holds %d: change "
                                         "`width`",
                            elems));
    else if (stage->kind == BL_ALLTOALLV && bits > MOST_ELEM_BITS)
        bl_report(diags, BL_MSG_PLAN_LIMIT, stage->range,
                  bl_format(plan->arena, "records of %d bits travel together here, and an exchange takes at most %d: %s", bits,
                            MOST_ELEM_BITS, apart));
}

static bool feeds_exchange(const struct bl_pass *pass, const struct bl_stage *crossbar) {
    for (int i = 0; i < pass->stage_count; i++)
        if (pass->stages[i].kind == BL_ALLTOALLV) return &pass->stages[i] > crossbar;
    return false;
}

/* Where nodes share a channel and no crossbar stands before, a small one per channel makes a flow of each. */
static void check_sharing(const struct bl_cluster *cluster, const struct bl_pass *pass, const struct bl_stage *exchange,
                          struct bl_diags *diags) {
    const struct bl_stage *crossbar = bl_stage_find(pass, BL_CROSSBAR);
    if ((!crossbar || crossbar > exchange) && cluster->nodes > MOST_OUTPUTS * bl_lanes(cluster))
        bl_report(diags, BL_MSG_PLAN_LIMIT, exchange->range, "at most 16 nodes share a channel: read more channels, or use fewer nodes");
}

void bl_limits_check(const struct bl_plan *plan, struct bl_diags *diags) {
    for (int p = 0; p < plan->pass_count; p++)
        for (int s = 0; s < plan->passes[p].stage_count; s++) {
            const struct bl_pass *pass = &plan->passes[p];
            const struct bl_stage *stage = &pass->stages[s];
            if (stage->kind == BL_CROSSBAR) check_crossbar(&plan->program->cluster, stage, feeds_exchange(pass, stage), diags);
            if (stage->kind == BL_ALLTOALLV) check_sharing(&plan->program->cluster, pass, stage, diags);
            if (stage->kind == BL_CROSSBAR || stage->kind == BL_ALLTOALLV) check_words(plan, pass, stage, diags);
        }
}
