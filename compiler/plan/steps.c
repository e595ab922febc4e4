/* From the passes after fusion to the steps of the circuit: table passes beside their users, and what holds for the order of each step. */
#include <string.h>
#include "arena.h"
#include "crossbars.h"
#include "diag.h"
#include "fuse.h"
#include "network.h"
#include "steps.h"

/* Moves the pass at `from` to place `to`. */
static void move_pass(struct bl_plan *plan, int from, int to) {
    struct bl_pass pass = plan->passes[from];
    if (from < to) memmove(plan->passes + from, plan->passes + from + 1, sizeof pass * (size_t)(to - from));
    else memmove(plan->passes + to + 1, plan->passes + to, sizeof pass * (size_t)(from - to));
    plan->passes[to] = pass;
}

/* The table pass at `table` may run just before `user`: no pass between uses counts that it takes. */
static bool can_sink(const struct bl_plan *plan, int table, int user) {
    const struct bl_stage *histogram = bl_stage_find(&plan->passes[table], BL_HISTOGRAM);
    int needs = histogram ? bl_product_user(plan->passes, plan->pass_count, histogram->makes) : -1;
    return needs < 0 || needs >= user;
}

/* The user may run just behind its table pass: what it reads is there by then. */
static bool can_rise(const struct bl_plan *plan, int table, int user) {
    const struct bl_stage *read = bl_stage_find(&plan->passes[user], BL_READ);
    for (int i = 0; i < read->version_count; i++)
        if (bl_version_writer(plan->passes, plan->pass_count, read->versions[i]) > table) return false;
    return true;
}

static void pair_table(struct bl_plan *plan, int place, const struct bl_stage *table, struct bl_diags *diags) {
    int users = bl_product_users(plan->passes, plan->pass_count, table->makes);
    int user = bl_product_user(plan->passes, plan->pass_count, table->makes);
    if (users == 0) bl_report(diags, BL_MSG_PLAN_TABLE_UNUSED, table->range, table->makes->name);
    else if (users > 1) bl_report(diags, BL_MSG_PLAN_TABLE_TWICE, table->range, table->makes->name);
    else if (user == place + 1) return;
    else if (can_sink(plan, place, user)) move_pass(plan, place, user - 1);
    else if (can_rise(plan, place, user)) move_pass(plan, user, place + 1);
    else bl_report(diags, BL_MSG_PLAN_TABLE_FAR, table->range, table->makes->name);
}

/* Brings every table pass directly before the pass that uses its table. A pass that sinks uncovers another at its place: look there again.
 */
static void pair_tables(struct bl_plan *plan, struct bl_diags *diags) {
    for (int place = 0; place < plan->pass_count;) {
        const struct bl_stage *table = bl_stage_find(&plan->passes[place], BL_TABLE);
        int number = plan->passes[place].number;
        if (table) pair_table(plan, place, table, diags);
        if (plan->passes[place].number == number) place++;
    }
}

/* Columns of the same records that are written by different steps come out alike only where the order is the same function of the data in
 * both. */
static void check_apart(const struct bl_plan *plan, const struct bl_pass *pass, const struct bl_version *other, struct bl_diags *diags) {
    const struct bl_stage *write = bl_stage_find(pass, BL_WRITE);
    const struct bl_pass *writer = &plan->passes[bl_version_writer(plan->passes, plan->pass_count, other)];
    const struct bl_network_row *network = bl_network_row(plan->program->cluster.network.kind);
    const char *name = write->versions[0]->name;
    char shape[16];
    bl_pass_shape(pass, shape);
    if (strchr(shape, 'X') && strchr(shape, 'A'))
        bl_report(diags, BL_MSG_PLAN_APART_FORM, write->range, name, other->name, "a crossbar and an exchange cannot share a pass here");
    else if (strchr(shape, 'X') && write->version_count != bl_stage_find(writer, BL_WRITE)->version_count)
        bl_report(diags, BL_MSG_PLAN_APART_FORM, write->range, name, other->name, "their crossbars must move words of the same shape");
    else if (strchr(shape, 'A') && !network->selects_source)
        bl_report(diags, BL_MSG_PLAN_NETWORK_LACKS, write->range, network->word, "cannot let a receiver choose which source it hears next");
}

/* A reader that starts in the middle leaves a gap there; the crossbar behind it closes it. */
static bool closes_gaps(const struct bl_plan *plan, const struct bl_pass *pass) {
    const struct bl_stage *crossbar = bl_stage_find(pass, BL_CROSSBAR);
    return crossbar && (bl_stage_find(pass, BL_ALLTOALLV) || bl_crossbar_moves(&plan->program->cluster, crossbar->functions[0]));
}

static void set_order(struct bl_plan *plan, struct bl_step *step, struct bl_diags *diags) {
    const struct bl_pass *pass = bl_step_pass(plan, step);
    const struct bl_stage *write = bl_stage_find(pass, BL_WRITE);
    if (!write) return;
    const struct bl_version *other = bl_apart(plan->passes, plan->pass_count, plan->types, write, -1, -1);
    step->ordered = other;
    if (other) check_apart(plan, pass, other, diags);
    bool any = plan->types[write->versions[0]->id].order == BL_ORDER_ANY;
    step->stagger = any && !other && step->pass_count == 1 && closes_gaps(plan, pass);
}

/* The circuit has a bit for each of its steps in every junction of streams. */
static void check_count(const struct bl_plan *plan, struct bl_diags *diags) {
    if (plan->step_count <= BL_MOST_STEPS) return;
    const struct bl_pass *pass = bl_step_pass(plan, &plan->steps[BL_MOST_STEPS]);
    bl_report(diags, BL_MSG_PLAN_LIMIT, pass->range,
              bl_format(plan->arena, "a circuit has at most %d steps, and this would be one of %d: fuse more, or split the pipeline",
                        BL_MOST_STEPS, plan->step_count));
}

void bl_steps_make(struct bl_plan *plan, struct bl_diags *diags) {
    int exchanges = 0;
    pair_tables(plan, diags);
    plan->steps = BL_NEW(plan->arena, struct bl_step, plan->pass_count);
    for (int place = 0; place < plan->pass_count;) {
        struct bl_step *step = &plan->steps[plan->step_count++];
        step->first_pass = place;
        step->pass_count = bl_stage_find(&plan->passes[place], BL_TABLE) && place + 1 < plan->pass_count ? 2 : 1;
        step->epoch = exchanges % 2;
        set_order(plan, step, diags);
        exchanges += bl_stage_find(bl_step_pass(plan, step), BL_ALLTOALLV) != NULL;
        place += step->pass_count;
    }
    check_count(plan, diags);
}
