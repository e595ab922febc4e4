/* Rule `split`.
   Pattern: a pass that moves records, then one on what it wrote whose first move is a crossbar:
   mostly one in which a crossbar feeds an alltoallv, then a crossbar pass.
   Condition: a node with a second crossbar fits what the board leaves; nobody else reads what is
   between; no order is promised; and the columns travel together: a crossbar behind the exchange
   whose order must not depend on timing would wait for every source at once, and nodes that wait
   for each other in a circle never end.
   Rewrite: one pass; what arrives goes through the second crossbar at once. */
#include "base/arena.h"
#include "base/diag.h"
#include "ir/plan.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"
#include "plan/plan.h"
#include "plan/plan_node.h"
#include "plan/route/crossbars.h"
#include "plan/route/cuts.h"
#include "plan/route/routing.h"
#include "templates/estimate.h"

/* The node that the rewritten passes make. False where planning refuses them as they stand, as it
   does when they are more than any circuit has steps for: another rule may mend that. */
static bool estimate_node(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                          struct bl_arena *scratch, struct bl_resources *takes) {
    struct bl_diags *diags = bl_diags_new(scratch, NULL);
    struct bl_plan trial = {
        .program = fuse->program, .arena = scratch, .board = fuse->board, .home = fuse->home};
    if (fuse->standing - BL_MOST_CHANGES > BL_MOST_STEPS * BL_MOST_STEP_PASSES) return false;
    trial.passes = BL_NEW(scratch, struct bl_pass, fuse->standing);
    trial.pass_count = bl_fuse_list(fuse, rewrite, trial.passes);
    trial.types = BL_NEW(scratch, struct bl_type, fuse->program->version_count);
    bl_types_assign(scratch, fuse->program, trial.passes, trial.pass_count, trial.types);
    bl_plan_arrange(&trial, diags);
    if (diags->errors) return false;
    bl_route_make(&trial);
    bl_plan_node(&trial, diags);
    bl_plan_size(&trial, diags);
    if (diags->errors) return false;
    *takes = fuse->cost(scratch, &trial);
    return true;
}

static double crossbars_of(const struct bl_fuse *fuse, const struct bl_pass *pass) {
    const struct bl_cluster *cluster = &fuse->program->cluster;
    double logic = 0;
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        if (stage->row->role != BL_STAGE_TO_CHANNEL) continue;
        struct bl_cut cut = bl_cut_behind(cluster, pass, stage);
        const struct bl_crossbar_shape shape =
            bl_stage_find(pass, BL_STAGE_TO_NODE) > stage
                ? bl_crossbar_to_nodes(cluster, cut, stage->functions[0])
                : bl_crossbar_to_channels(cluster, cut, stage->functions[0]);
        logic += bl_crossbar_logic(fuse->board, &shape);
    }
    return logic;
}

/* The crossbars of the two passes alone. */
static struct bl_resources estimate_crossbars(const struct bl_fuse *fuse, int first, int second) {
    return (struct bl_resources){.logic = crossbars_of(fuse, &fuse->passes[first]) +
                                          crossbars_of(fuse, &fuse->passes[second])};
}

/* One of a board's resources: what is taken of it, what the board leaves to a node, what it has. */
struct need {
    const char *what;
    double takes;
    int room, all;
};

/* Those that bl_estimate_fits looks at; `reserved` is a share of the logic. */
static void list_needs(const struct bl_fuse *fuse, const struct bl_resources *takes,
                       struct need needs[3]) {
    const struct bl_board *board = fuse->board;
    const int blocks = board->block_rams.items[0].blocks;
    needs[0] = (struct need){bl_estimate_unit(board), takes->logic,
                             (int)(board->logic * (1 - board->reserved) + 0.5), board->logic};
    needs[1] = (struct need){"flip-flops", takes->ff, board->ff, board->ff};
    needs[2] = (struct need){bl_estimate_ram(fuse->arena, board), takes->block_ram, blocks, blocks};
}

/* Whether the rewritten node fits: the whole of it, or its two crossbars where it has no circuit
 * yet. *fit says so in words. */
static bool fits(const struct bl_fuse *fuse, int first, int second, const struct bl_stage *crossbar,
                 const char **fit, struct bl_rewrite *rewrite) {
    const char *name = crossbar->functions[0]->name;
    struct bl_arena *scratch = bl_arena_new();
    struct bl_resources takes;
    struct need needs[3];
    bool whole = estimate_node(fuse, rewrite, scratch, &takes);
    if (!whole) takes = estimate_crossbars(fuse, first, second);
    bl_arena_free(scratch);
    list_needs(fuse, &takes, needs);
    for (int i = 0; i < 3; i++)
        if (needs[i].takes > needs[i].room)
            return bl_refuse(
                fuse, rewrite, crossbar->range,
                "With a second crossbar for `%s` %s about %.0f %s, but %s leaves %d of its %d.",
                name, whole ? "a node takes" : "the two take", needs[i].takes, needs[i].what,
                fuse->board->word, needs[i].room, needs[i].all);
    *fit = bl_format(fuse->arena, "with a second crossbar for `%s` %s about %.0f of the %d %s",
                     name, whole ? "a node takes" : "the two take", takes.logic, needs[0].room,
                     needs[0].what);
    if (whole)
        *fit = bl_format(fuse->arena, "%s and %.0f of the %d %s", *fit, takes.block_ram,
                         needs[2].room, needs[2].what);
    return true;
}

/* The first crossbar by a table, or NULL. */
static const struct bl_stage *steered(const struct bl_pass *pass) {
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role == BL_STAGE_TO_CHANNEL && pass->stages[s].uses)
            return &pass->stages[s];
    return NULL;
}

/* The first stage that moves records, or NULL. */
static const struct bl_stage *first_move(const struct bl_pass *pass) {
    for (int s = 0; s < pass->stage_count; s++) {
        enum bl_stage_role role = pass->stages[s].row->role;
        if (role == BL_STAGE_TO_CHANNEL || role == BL_STAGE_TO_NODE) return &pass->stages[s];
    }
    return NULL;
}

static bool pattern(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *table = steered(to) ? steered(to) : steered(from),
                          *move = first_move(to), *exchange = bl_stage_find(to, BL_STAGE_TO_NODE);
    const char *left = bl_pass_label(fuse, from), *right = bl_pass_label(fuse, to);
    if (!first_move(from) || !bl_stage_find(from, BL_STAGE_WRITES))
        return bl_refuse(fuse, rewrite, from->range, "%s moves no records.", left);
    if (!move || move->row->role != BL_STAGE_TO_CHANNEL || !bl_stage_find(to, BL_STAGE_WRITES) ||
        bl_stage_find(to, BL_STAGE_COUNTS))
        return bl_refuse(fuse, rewrite, to->range, "%s does not begin with a crossbar.", right);
    if (table)
        return bl_refuse(fuse, rewrite, table->range,
                         "A crossbar is steered by the table `%s` strip by strip, and what comes "
                         "from another one, or from the network, comes in no strips.",
                         table->uses->name);
    if (exchange && bl_stage_find(from, BL_STAGE_TO_NODE))
        return bl_refuse(fuse, rewrite, exchange->range, "Both exchange, and a pass does once.");
    return bl_feeds(fuse, first, second, rewrite);
}

static bool condition(const struct bl_fuse *fuse, int first, int second,
                      struct bl_rewrite *rewrite) {
    const struct bl_stage *write = bl_stage_find(&fuse->passes[second], BL_STAGE_WRITES);
    const struct bl_version *apart = bl_apart(fuse->relations, fuse->passes, fuse->types, write,
                                              first, second);
    if (apart)
        return bl_refuse(
            fuse, rewrite, write->range,
            "`%s` and `%s` hold columns of the same records and travel apart, so the second "
            "crossbar would wait "
            "for all sources at once, and nodes could wait for each other in a circle.",
            write->versions[0]->name, apart->name);
    for (int i = 0; i < write->version_count; i++)
        if (fuse->promised[write->versions[i]->id].order != BL_ORDER_ANY)
            return bl_refuse(fuse, rewrite, write->range,
                             "The program promises an order for `%s`, and records arrive in the "
                             "order of the network.",
                             write->versions[i]->name);
    return true;
}

bool bl_fuse_split(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *to = &fuse->passes[second];
    const char *fit = NULL;
    if (!pattern(fuse, first, second, rewrite) || !condition(fuse, first, second, rewrite))
        return false;
    const struct bl_stage *crossbar = bl_stage_find(to, BL_STAGE_TO_CHANNEL),
                          *read = bl_stage_find(to, BL_STAGE_READS);
    bl_rewrite_join(fuse, rewrite, first, second);
    if (!fits(fuse, first, second, crossbar, &fit, rewrite)) return false;
    return bl_fuse_accept(fuse, rewrite, crossbar->range,
                          "Nobody else reads `%s`, and %s that %s leaves; so what arrives goes to "
                          "its channel at once.",
                          bl_names(fuse->arena, read), fit, fuse->board->word);
}
