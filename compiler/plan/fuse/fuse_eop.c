/* Rule `eop`: end-of-packet. It has two halves, each a rewrite of its own.
   Sizes. Pattern: a histogram and an alltoallv that takes its sizes from it. Condition: the network
   keeps the order between a source lane and a destination and marks the end, and no order is
   promised for what the exchange writes. Rewrite: the exchange ends by the mark; a histogram that
   nobody reads any more goes.
   Merge. Pattern: a pass through crossbars, and a pass whose first move is an alltoallv without
   sizes, on what it wrote. Condition: the same function steers the last crossbar and the exchange,
   so each node has a lane of its own; no table fills the stream strip by strip; and the columns of
   these records travel together, because a crossbar that feeds the exchange gives another order
   than one that writes to memory. Rewrite: one pass; a stage of the user's own that both have
   before the exchange stands once. */
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

static bool order_free(const struct bl_fuse *fuse, const struct bl_stage *write,
                       struct bl_rewrite *rewrite) {
    for (int i = 0; i < write->version_count; i++)
        if (fuse->promised[write->versions[i]->id].order != BL_ORDER_ANY)
            return bl_refuse(fuse, rewrite, write->range,
                             "The program promises an order for `%s`, and an exchange that ends by "
                             "end-of-packet has none.",
                             write->versions[i]->name);
    return true;
}

static bool network_allows(const struct bl_fuse *fuse, const struct bl_stage *exchange,
                           struct bl_rewrite *rewrite) {
    if (fuse->network->ordered && fuse->network->marks_end) return true;
    return bl_refuse(fuse, rewrite, exchange->range, "The network %s %s.", fuse->network->word,
                     fuse->network->ordered ? "does not mark the end of what a source sends"
                                            : "does not keep the order between two nodes");
}

static bool drop_sizes(const struct bl_fuse *fuse, int first, int second,
                       const struct bl_stage *exchange, struct bl_rewrite *rewrite) {
    const struct bl_product *sizes = exchange->uses;
    const struct bl_pass *maker = &fuse->passes[first], *user = &fuse->passes[second];
    bl_stage_find(bl_rewrite_own(fuse, rewrite, second, 0), BL_STAGE_TO_NODE)->uses = NULL;
    bool unread = bl_rewrite_sweep(fuse, rewrite, sizes);
    rewrite->into = 0;
    return bl_fuse_accept(
        fuse, rewrite, exchange->range,
        "The exchange of %s ends by end-of-packet, which %s keeps behind the data, so it needs no "
        "sizes in "
        "advance; the histogram `%s` of %s %s.",
        bl_pass_label(fuse, user), fuse->network->word, sizes->name, bl_pass_label(fuse, maker),
        unread ? "is read by nobody else and goes" : "stays for its other readers");
}

static bool can_merge(const struct bl_fuse *fuse, int first, int second,
                      const struct bl_stage *exchange, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *table = bl_stage_find(from, BL_STAGE_TO_CHANNEL),
                          *write = bl_stage_find(to, BL_STAGE_WRITES),
                          *crossbar = bl_stage_before(from, from->stages + from->stage_count,
                                                      BL_STAGE_TO_CHANNEL);
    if (table->uses)
        return bl_refuse(fuse, rewrite, table->range,
                         "The crossbar of %s is steered by the table `%s` strip by strip, and an "
                         "exchange takes no strips.",
                         bl_pass_label(fuse, from), table->uses->name);
    if (!bl_function_equal(crossbar->functions[0], exchange->functions[0]))
        return bl_refuse(fuse, rewrite, exchange->range,
                         "The crossbar is steered by `%s` and the exchange by `%s`, so a lane "
                         "would hold records of several nodes.",
                         crossbar->functions[0]->name, exchange->functions[0]->name);
    const struct bl_version *apart = bl_apart(fuse->relations, fuse->passes, fuse->types, write,
                                              first, second);
    if (apart)
        return bl_refuse(fuse, rewrite, write->range,
                         "`%s` and `%s` hold columns of the same records and travel apart; merged, "
                         "`%s` would come out in "
                         "another order (zip lets them travel together).",
                         write->versions[0]->name, apart->name, write->versions[0]->name);
    return true;
}

/* What the second pass makes again before its exchange rides along from the first. */
static void drop_made(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int first,
                      int second) {
    const struct bl_pass *from = &fuse->passes[first];
    const struct bl_stage *end = from->stages + from->stage_count;
    struct bl_pass *to = bl_rewrite_own(fuse, rewrite, second, 0);
    for (int s = 1; to->stages[s].row->role == BL_STAGE_COMPUTES;) {
        const struct bl_own *own = to->stages[s].own;
        bool made = !own->keeps && bl_stage_maker(from, end, to->stages[s].made[0]);
        if (made) bl_rewrite_remove(to, s);
        else s++;
    }
}

static bool merge(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *exchange = bl_stage_find(to, BL_STAGE_TO_NODE),
                          *between = bl_stage_find(to, BL_STAGE_READS);
    drop_made(fuse, rewrite, first, second);
    bl_rewrite_join(fuse, rewrite, first, second);
    return bl_fuse_accept(fuse, rewrite, exchange->range,
                          "Nothing is waited for between the crossbar of %s and the exchange of %s "
                          "and nobody else reads `%s`, so "
                          "the crossbar feeds the exchange directly.",
                          bl_pass_label(fuse, from), bl_pass_label(fuse, to),
                          bl_names(fuse->arena, between));
}

bool bl_fuse_eop(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *exchange = bl_stage_find(to, BL_STAGE_TO_NODE),
                          *histogram = bl_stage_find(from, BL_STAGE_COUNTS);
    if (!exchange)
        return bl_refuse(fuse, rewrite, to->range, "%s exchanges nothing between nodes.",
                         bl_pass_label(fuse, to));
    if (!network_allows(fuse, exchange, rewrite) ||
        !order_free(fuse, bl_stage_find(to, BL_STAGE_WRITES), rewrite))
        return false;
    if (exchange->uses && histogram && histogram->makes == exchange->uses)
        return drop_sizes(fuse, first, second, exchange, rewrite);
    if (exchange->uses)
        return bl_refuse(fuse, rewrite, exchange->range,
                         "The exchange of %s needs its sizes `%s` before it starts, so it cannot "
                         "run together with %s.",
                         bl_pass_label(fuse, to), exchange->uses->name, bl_pass_label(fuse, from));
    if (!bl_only_crossbars(from))
        return bl_refuse(fuse, rewrite, from->range,
                         "%s is not a crossbar pass whose result %s could exchange.",
                         bl_pass_label(fuse, from), bl_pass_label(fuse, to));
    if (bl_stage_find(to, BL_STAGE_COUNTS) || bl_stage_before(to, exchange, BL_STAGE_TO_CHANNEL))
        return bl_refuse(fuse, rewrite, to->range, "%s does not begin with its exchange.",
                         bl_pass_label(fuse, to));
    if (!bl_feeds(fuse, first, second, rewrite) ||
        !can_merge(fuse, first, second, exchange, rewrite))
        return false;
    return merge(fuse, first, second, rewrite);
}
