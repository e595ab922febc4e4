/* Rule `table`.
   Pattern: a table pass and the crossbar pass that uses it.
   Condition: nobody else uses the table, and the column that it was made from is in the crossbar's
   own stream.
   Rewrite: the crossbar takes the destination from the record in front of it; the table pass goes.
   A histogram of the table pass moves along. */
#include <stddef.h>
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

static bool rides_along(const struct bl_fuse *fuse, const struct bl_stage *made_from,
                        const struct bl_stage *read, const struct bl_column *column) {
    if (fuse->types[made_from->versions[0]->id].rows != fuse->types[read->versions[0]->id].rows)
        return false;
    return bl_stage_has_column(read, column);
}

/* The counts of a histogram in the table pass are needed before the crossbar pass has run. */
static bool counts_needed(const struct bl_fuse *fuse, const struct bl_stage *histogram, int first,
                          int second) {
    if (!histogram) return false;
    int user = bl_product_user(fuse->relations, histogram->makes);
    return user > first && user <= second;
}

static bool condition(const struct bl_fuse *fuse, int first, int second,
                      const struct bl_stage *table, const struct bl_stage *crossbar,
                      struct bl_rewrite *rewrite) {
    const struct bl_pass *maker = &fuse->passes[first], *user = &fuse->passes[second];
    const struct bl_stage *from = bl_stage_find(maker, BL_STAGE_READS),
                          *read = bl_stage_find(user, BL_STAGE_READS),
                          *histogram = bl_stage_find(maker, BL_STAGE_COUNTS);
    const char *name = table->makes->name;
    if (bl_product_users(fuse->relations, table->makes) > 1)
        return bl_refuse(fuse, rewrite, table->range, "The table `%s` is used by other passes too.",
                         name);
    if (!rides_along(fuse, from, read, table->functions[0]->column))
        return bl_refuse(fuse, rewrite, crossbar->range,
                         "%s reads `%s`, but `%s` is made from `%s`, which does not ride along.",
                         bl_pass_label(fuse, user), bl_names(fuse->arena, read), name,
                         bl_names(fuse->arena, from));
    if (histogram && bl_stage_find(user, BL_STAGE_COUNTS))
        return bl_refuse(fuse, rewrite, histogram->range,
                         "Both passes take a histogram, and a stream has room for one.");
    if (counts_needed(fuse, histogram, first, second))
        return bl_refuse(fuse, rewrite, histogram->range,
                         "The counts `%s` are needed before %s is over.", histogram->makes->name,
                         bl_pass_label(fuse, user));
    return true;
}

bool bl_fuse_table(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *maker = &fuse->passes[first], *user = &fuse->passes[second];
    const struct bl_stage *table = bl_stage_find(maker, BL_STAGE_STEERS),
                          *crossbar = bl_stage_find(user, BL_STAGE_TO_CHANNEL);
    if (!table)
        return bl_refuse(fuse, rewrite, maker->range, "%s makes no table.",
                         bl_pass_label(fuse, maker));
    if (!crossbar || crossbar->uses != table->makes)
        return bl_refuse(fuse, rewrite, table->range, "The table `%s` of %s does not steer %s.",
                         table->makes->name, bl_pass_label(fuse, maker), bl_pass_label(fuse, user));
    if (!condition(fuse, first, second, table, crossbar, rewrite)) return false;
    const struct bl_stage *histogram = bl_stage_find(maker, BL_STAGE_COUNTS);
    struct bl_pass *both = bl_rewrite_own(fuse, rewrite, second, 1);
    bl_stage_find(both, BL_STAGE_TO_CHANNEL)->uses = NULL;
    if (histogram) bl_rewrite_insert(both, 0, histogram);
    rewrite->into = both->number = maker->number < user->number ? maker->number : user->number;
    bl_rewrite_drop(fuse, rewrite, first);
    return bl_fuse_accept(fuse, rewrite, crossbar->range,
                          "The crossbar of %s reads `%s`, from which `%s` is made, so `%s` is "
                          "taken from each record in front of "
                          "the crossbar and no table is read.",
                          bl_pass_label(fuse, user), table->functions[0]->column->name,
                          table->makes->name, table->functions[0]->name);
}
