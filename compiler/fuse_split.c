/* Rule `split`.
   Pattern: a pass in which a crossbar feeds an alltoallv, then a crossbar pass on what it wrote.
   Condition: a second crossbar fits the board; nobody else reads what is between; no order is promised; and the columns travel together: a
   crossbar behind the exchange whose order must not depend on timing would wait for every source at once, and nodes that wait for each
   other in a circle never end.
   Rewrite: one pass; what arrives goes through the second crossbar at once. */
#include <string.h>
#include "crossbars.h"
#include "estimate.h"
#include "fuse.h"

static bool fits(const struct bl_fuse *fuse, int first, int second, int *both, int *room, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *read = bl_stage_find(from, BL_READ), *crossbar = bl_stage_find(to, BL_CROSSBAR);
    struct bl_crossbar_shape shapes[2] = {bl_crossbar_to_nodes(&fuse->program->cluster, read),
                                          bl_crossbar_to_channels(&fuse->program->cluster, read, crossbar->functions[0])};
    int near = bl_crossbar_logic(fuse->board, &shapes[0]), far = bl_crossbar_logic(fuse->board, &shapes[1]);
    *both = near + far;
    *room = (int)(fuse->board->logic * (1 - fuse->board->reserved));
    if (*both <= *room) return true;
    return bl_refuse(fuse, rewrite, crossbar->range,
                     "A second crossbar for `%s` needs about %d %s beside the %d of the first, but %s leaves %d of its %d to them.",
                     crossbar->functions[0]->name, far, bl_estimate_unit(fuse->board), near, fuse->board->word, *room, fuse->board->logic);
}

static bool pattern(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    const struct bl_stage *crossbar = bl_stage_find(to, BL_CROSSBAR);
    const char *left = bl_pass_label(fuse, from), *right = bl_pass_label(fuse, to);
    char letters[16];
    if (!bl_stage_find(from, BL_ALLTOALLV)) return bl_refuse(fuse, rewrite, from->range, "%s exchanges nothing between nodes.", left);
    if (strcmp(bl_pass_letters(to, letters), "RXW"))
        return bl_refuse(fuse, rewrite, to->range, "%s is no pass through a crossbar alone.", right);
    if (crossbar->uses)
        return bl_refuse(fuse, rewrite, crossbar->range,
                         "The crossbar of %s is steered by the table `%s` strip by strip, and what arrives from the network "
                         "comes in no strips.",
                         right, crossbar->uses->name);
    if (!bl_feeds(fuse, first, second, rewrite)) return false;
    if (!strcmp(bl_pass_shape(from, letters), "RXAW")) return true;
    return bl_refuse(fuse, rewrite, from->range,
                     "The exchange of %s is not fed by a crossbar, as the circuit with a second crossbar has it.", left);
}

static bool condition(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_stage *write = bl_stage_find(&fuse->passes[second], BL_WRITE);
    const struct bl_version *apart = bl_apart(fuse->passes, fuse->pass_count, fuse->types, write, first, second);
    if (apart)
        return bl_refuse(fuse, rewrite, write->range,
                         "`%s` and `%s` hold columns of the same records and travel apart, so the second crossbar would wait "
                         "for all sources at once, and nodes could wait for each other in a circle.",
                         write->versions[0]->name, apart->name);
    for (int i = 0; i < write->version_count; i++)
        if (fuse->promised[write->versions[i]->id].order != BL_ORDER_ANY)
            return bl_refuse(fuse, rewrite, write->range,
                             "The program promises an order for `%s`, and records arrive in the order of the network.",
                             write->versions[i]->name);
    return true;
}

bool bl_fuse_split(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *from = &fuse->passes[first], *to = &fuse->passes[second];
    int both, room;
    if (!pattern(fuse, first, second, rewrite) || !condition(fuse, first, second, rewrite)) return false;
    if (!fits(fuse, first, second, &both, &room, rewrite)) return false;
    const struct bl_stage *crossbar = bl_stage_find(to, BL_CROSSBAR), *write = bl_stage_find(to, BL_WRITE),
                          *read = bl_stage_find(to, BL_READ);
    bl_rewrite_begin(fuse, rewrite);
    bl_rewrite_own(fuse, rewrite, first, 1);
    rewrite->passes[first].stages[from->stage_count - 1] = *crossbar;
    bl_rewrite_insert(rewrite, first, from->stage_count - 1, write);
    rewrite->into = from->number < to->number ? from->number : to->number;
    rewrite->passes[first].number = rewrite->into;
    bl_rewrite_drop(rewrite, second);
    return bl_fuse_accept(fuse, rewrite, crossbar->range,
                          "Nobody else reads `%s`, and a second crossbar for `%s` fits: both take about %d %s of the %d that %s "
                          "leaves to them; so what arrives goes to its channel at once.",
                          bl_names(fuse->arena, read), crossbar->functions[0]->name, both, bl_estimate_unit(fuse->board), room,
                          fuse->board->word);
}
