#include "plan/steps/pairs.h"

#include "base/arena.h"
#include "base/diag.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/steps/relations.h"

#define RANK_STEP ((int64_t)1 << 32)

struct pairs {
    const struct bl_plan *plan;
    const struct bl_relations *relations; /* by the places in plan->passes */
    int *next, *before; /* [pass_count + 1], by place; the last is the end of the list, and its
                           beginning */
    int64_t *rank;      /* the end has none */
};

static void link_up(struct pairs *pairs, int left, int right) {
    pairs->next[left] = right;
    pairs->before[right] = left;
}

static void rank_all(struct pairs *pairs) {
    int end = pairs->plan->pass_count;
    int64_t rank = 0;
    for (int place = pairs->next[end]; place != end; place = pairs->next[place])
        pairs->rank[place] = rank += RANK_STEP;
}

/* Moves the pass to stand between `left` and its follower. */
static void move_behind(struct pairs *pairs, int place, int left) {
    int end = pairs->plan->pass_count;
    link_up(pairs, pairs->before[place], pairs->next[place]);
    int right = pairs->next[left];
    link_up(pairs, left, place);
    link_up(pairs, place, right);
    int64_t low = left == end ? 0 : pairs->rank[left],
            high = right == end ? low + 2 * RANK_STEP : pairs->rank[right];
    pairs->rank[place] = low + (high - low) / 2;
    if (pairs->rank[place] == low) rank_all(pairs);
}

/* The table pass may run just before `user`: no pass between uses counts that it takes. */
static bool can_sink(const struct pairs *pairs, int table, int user) {
    const struct bl_stage *histogram = bl_stage_find(&pairs->plan->passes[table], BL_STAGE_COUNTS);
    if (!histogram) return true;
    struct bl_where needs = bl_related(pairs->relations, BL_USES, histogram->makes);
    for (int i = 0; i < needs.count; i++)
        if (pairs->rank[needs.places[i]] < pairs->rank[user]) return false;
    return true;
}

/* The user may run just behind its table pass: what it reads is there by then. */
static bool can_rise(const struct pairs *pairs, int table, int user) {
    const struct bl_stage *read = bl_stage_find(&pairs->plan->passes[user], BL_STAGE_READS);
    for (int i = 0; i < read->version_count; i++) {
        int writer = bl_version_writer(pairs->relations, read->versions[i]);
        if (writer >= 0 && pairs->rank[writer] > pairs->rank[table]) return false;
    }
    return true;
}

static void pair_table(struct pairs *pairs, int place, const struct bl_stage *table,
                       struct bl_diags *diags) {
    int users = bl_product_users(pairs->relations, table->makes),
        user = bl_product_user(pairs->relations, table->makes);
    if (users == 0) bl_report(diags, BL_MSG_PLAN_TABLE_UNUSED, table->range, table->makes->name);
    else if (users > 1) bl_report(diags, BL_MSG_PLAN_TABLE_TWICE, table->range, table->makes->name);
    else if (user == pairs->next[place]) return;
    else if (can_sink(pairs, place, user)) move_behind(pairs, place, pairs->before[user]);
    else if (can_rise(pairs, place, user)) move_behind(pairs, user, place);
    else bl_report(diags, BL_MSG_PLAN_TABLE_FAR, table->range, table->makes->name);
}

/* From the list back to the plan. */
static void take_order(struct bl_plan *plan, const struct pairs *pairs) {
    struct bl_pass *passes = BL_NEW(plan->arena, struct bl_pass, plan->pass_count);
    int count = 0;
    for (int place = pairs->next[plan->pass_count]; place != plan->pass_count;
         place = pairs->next[place])
        passes[count++] = plan->passes[place];
    plan->passes = passes;
}

/* A pass that sinks leaves its turn to the one that followed it. */
void bl_pairs_make(struct bl_plan *plan, struct bl_diags *diags) {
    int end = plan->pass_count;
    struct pairs pairs = {
        .plan = plan,
        .relations = bl_relations_of(plan->arena, plan->passes, end, plan->types, true),
        .next = BL_NEW(plan->arena, int, end + 1),
        .before = BL_NEW(plan->arena, int, end + 1),
        .rank = BL_NEW(plan->arena, int64_t, end + 1)};
    for (int place = 0; place <= end; place++) link_up(&pairs, place ? place - 1 : end, place);
    rank_all(&pairs);
    for (int place = pairs.next[end], following; place != end; place = following) {
        const struct bl_stage *table = bl_stage_find(&plan->passes[place], BL_STAGE_STEERS);
        int left = pairs.before[place];
        following = pairs.next[place];
        if (table) pair_table(&pairs, place, table, diags);
        if (pairs.before[place] == left) following = pairs.next[place];
    }
    take_order(plan, &pairs);
}
