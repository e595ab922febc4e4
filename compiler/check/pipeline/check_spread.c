#include "check/pipeline/check_spread.h"

#include "base/arena.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "ir/spread.h"

static const double MOST_OVER = 1.05; /* of the fullest node, over the mean */

/* "0, 2 and 4", of `left` nodes: those whose share is this one. */
static const char *name_nodes(const struct bl_check *check, const double *shares, double share,
                              int left) {
    const char *list = "", *before = "";
    for (int node = 0; node < check->program->cluster.nodes; node++) {
        if (shares[node] != share) continue;
        list = bl_format(check->arena, "%s%s%d", list, before, node);
        before = --left > 1 ? ", " : " and ";
    }
    return list;
}

/* "node 3 gets", "nodes 2 and 3 get", "nodes 2 to 7 get". */
static const char *list_nodes(const struct bl_check *check, const double *shares, double share) {
    int first = -1, last = -1, count = 0;
    for (int node = 0; node < check->program->cluster.nodes; node++) {
        if (shares[node] != share) continue;
        first = count++ ? first : node;
        last = node;
    }
    if (count == 1) return bl_format(check->arena, "node %d gets", first);
    if (count > 2 && last - first + 1 == count)
        return bl_format(check->arena, "nodes %d to %d get", first, last);
    return bl_format(check->arena, "nodes %s get", name_nodes(check, shares, share, count));
}

static const char *say_shares(const struct bl_check *check, const double *shares) {
    int most = 0, least = 0, nodes = check->program->cluster.nodes;
    for (int node = 1; node < nodes; node++) {
        if (shares[node] > shares[most]) most = node;
        if (shares[node] < shares[least]) least = node;
    }
    if (shares[least] <= 0)
        return bl_format(check->arena, "%s nothing", list_nodes(check, shares, 0));
    double times = shares[most] / shares[least];
    const char *how = times == 2 ? "twice" : bl_format(check->arena, "%.3g times", times);
    return bl_format(check->arena, "%s %s as much as node %d",
                     list_nodes(check, shares, shares[most]), how, least);
}

static const char *say_values(const struct bl_check *check, int rank) {
    return rank < 31 ? bl_format(check->arena, "%d value%s", 1 << rank, rank ? "s" : "")
                     : bl_format(check->arena, "2^%d values", rank);
}

static void warn(struct bl_check *check, const struct bl_stage *exchange) {
    const struct bl_function *function = exchange->functions[0];
    int nodes = check->program->cluster.nodes;
    double *shares = BL_NEW(check->arena, double, nodes);
    bl_function_shares(function, nodes, shares);
    bool empty = false;
    for (int node = 0; node < nodes; node++) empty |= shares[node] <= 0;
    if (!empty && bl_fullest_share(shares, nodes) <= MOST_OVER) return;
    bl_report(check->diags, BL_MSG_FEW_VALUES, exchange->range, function->name,
              say_values(check, bl_function_rank(function)), nodes, say_shares(check, shares));
}

struct seen {
    const struct bl_function **items;
    int count, capacity;
};

static bool is_seen(const struct seen *seen, const struct bl_function *function) {
    for (int i = 0; i < seen->count; i++)
        if (bl_function_equal(seen->items[i], function)) return true;
    return false;
}

void bl_warn_spreads(struct bl_check *check) {
    struct seen seen = {0};
    for (int p = 0; p < check->passes.count; p++)
        for (int s = 0; s < check->passes.items[p].stage_count; s++) {
            const struct bl_stage *stage = &check->passes.items[p].stages[s];
            if (stage->row->role != BL_STAGE_TO_NODE || is_seen(&seen, stage->functions[0]))
                continue;
            *BL_APPEND(check->arena, &seen) = stage->functions[0];
            warn(check, stage);
        }
}
