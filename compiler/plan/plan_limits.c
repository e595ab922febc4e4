/* What the templates can be made for: a plan beyond it is refused here, not by a Verilog tool. */
#include <string.h>
#include "arena.h"
#include "diag.h"
#include "exchange.h"
#include "fuse.h"
#include "plan_limits.h"
#include "regmap.h"

enum { MOST_INPUTS = 8, MOST_OUTPUTS = 16, LEAST_ELEMS = 2, MOST_ELEMS = 16, MOST_ELEM_BITS = 64 };

/* The limits that a pass meets, as they are found. */
struct finding {
    struct bl_arena *arena;
    const struct bl_cluster *cluster;
    const struct bl_pass *pass;
    struct bl_limit *limits;
    int count;
};

static void found(struct finding *finding, const struct bl_stage *stage, const char *what, const char *advice) {
    if (finding->count < BL_MOST_LIMITS) finding->limits[finding->count++] = (struct bl_limit){stage->range, what, advice};
}

/* Inputs and outputs of one crossbar of a stage: towards an exchange every node is an output, else every channel that a value can name. */
static void find_crossbar(struct finding *finding, const struct bl_stage *stage, bool to_nodes) {
    const struct bl_cluster *cluster = finding->cluster;
    struct bl_exchange_shape exchange = bl_exchange_shape(cluster, stage->functions[0]);
    int values = bl_function_places(stage->functions[0], bl_lanes(cluster));
    int inputs = to_nodes ? exchange.inputs : values, outputs = to_nodes ? exchange.outputs : values;
    if (inputs > MOST_INPUTS)
        found(finding, stage, "a crossbar has at most 8 inputs", "read at most 8 channels, or name fewer by its function");
    if (outputs > MOST_OUTPUTS)
        found(finding, stage, "a crossbar has at most 16 outputs, and one that feeds an exchange needs one for every node",
              "leave the exchange a pass of its own");
}

/* The advice names the word nearest to this one that would do: as many bytes as 2 or 16 such records have. */
static void find_words(struct finding *finding, const struct bl_stage *stage) {
    const struct bl_stage *read = &finding->pass->stages[0];
    if (read->version_count > 2) return; /* which is no form of the circuit at all */
    int bits = read->version_count * read->versions[0]->column->bits, elems = 8 * finding->cluster->memory.width / bits;
    if (elems < LEAST_ELEMS || elems > MOST_ELEMS) {
        int width = bits * (elems < LEAST_ELEMS ? LEAST_ELEMS : MOST_ELEMS) / 8;
        found(finding, stage,
              bl_format(finding->arena, "a word of a channel must hold 2 to 16 records of what travels here, and it holds %d", elems),
              bl_format(finding->arena, "`--width %d`, or `width %d B;` in the program", width, width));
    } else if (stage->kind == BL_ALLTOALLV && bits > MOST_ELEM_BITS)
        found(finding, stage, bl_format(finding->arena, "records of %d bits travel together here, and an exchange takes at most %d", bits,
                                        MOST_ELEM_BITS),
              "move each column in a pass of its own");
}

static bool feeds_exchange(const struct bl_pass *pass, const struct bl_stage *crossbar) {
    for (int i = 0; i < pass->stage_count; i++)
        if (pass->stages[i].kind == BL_ALLTOALLV) return &pass->stages[i] > crossbar;
    return false;
}

/* Where nodes share a channel and no crossbar stands before, a small one per channel makes a flow of each. */
static void find_sharing(struct finding *finding, const struct bl_stage *exchange) {
    const struct bl_stage *crossbar = bl_stage_find(finding->pass, BL_CROSSBAR);
    if ((!crossbar || crossbar > exchange) && finding->cluster->nodes > MOST_OUTPUTS * bl_lanes(finding->cluster))
        found(finding, exchange, "at most 16 nodes share a channel", "read more channels, or use fewer nodes");
}

int bl_pass_limits(struct bl_arena *arena, const struct bl_cluster *cluster, const struct bl_pass *pass, struct bl_limit *limits) {
    struct finding finding = {arena, cluster, pass, limits, 0};
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        if (stage->kind == BL_CROSSBAR) find_crossbar(&finding, stage, feeds_exchange(pass, stage));
        if (stage->kind == BL_ALLTOALLV) find_sharing(&finding, stage);
        if (stage->kind == BL_CROSSBAR || stage->kind == BL_ALLTOALLV) find_words(&finding, stage);
    }
    return finding.count;
}

/* The host gives the number of records of every column that is read, channel by channel, in registers between two fixed addresses. */
static void check_registers(const struct bl_plan *plan, struct bl_diags *diags) {
    int lanes = bl_lanes(&plan->program->cluster), most = (BL_REG_READ - BL_REG_CONFIG) / 4 / lanes, columns = 0;
    for (int v = 0; plan->live && v < plan->program->version_count; v++) columns += plan->live[v] && plan->program->versions[v]->source;
    if (columns > most)
        bl_report(diags, BL_MSG_PLAN_LIMIT, plan->program->record.range,
                  bl_format(plan->arena, "a node has registers for %d columns of %d channels, and %d are read", most, lanes, columns));
}

/* Passes that stand for one statement of the program meet the same limit at one place: one cause, one
   message. */
static bool is_told(const struct bl_diags *diags, const struct bl_limit *limit, const char *text) {
    for (int i = 0; i < diags->count; i++) {
        const struct bl_diagnostic *told = &diags->items[i];
        if (told->message == BL_MSG_PLAN_LIMIT && strstr(told->text, text) &&
            !memcmp(&told->range, &limit->range, sizeof told->range))
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
            if (!is_told(diags, &limits[i], text))
                bl_report(diags, BL_MSG_PLAN_LIMIT, limits[i].range, text);
        }
    }
    check_registers(plan, diags);
}
