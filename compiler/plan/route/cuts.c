#include "plan/route/cuts.h"

#include "ir/pass.h"
#include "plan/route/exchange.h"

/* Whether the exchange tells nodes apart by the records themselves. */
static bool exchange_looks(const struct bl_cluster *cluster, const struct bl_pass *pass,
                           const struct bl_stage *exchange) {
    return bl_lane_nodes(cluster) > 1 &&
           (!bl_is_fed(pass, exchange) || bl_exchange_shape(cluster, exchange->functions[0]).split);
}

static bool needs(const struct bl_cluster *cluster, const struct bl_pass *pass,
                  const struct bl_stage *stage, const struct bl_column *column) {
    bool looks = stage->row->role != BL_STAGE_TO_NODE || exchange_looks(cluster, pass, stage);
    for (int i = 0; i < stage->function_count && looks; i++)
        if (stage->functions[i]->column == column) return true;
    for (int i = 0; stage->own && i < stage->own->take_count; i++)
        if (stage->takes[i] == column) return true;
    return stage->row->role == BL_STAGE_WRITES && bl_stage_has_column(stage, column);
}

/* A stage that makes a column again makes it as it was: until there nobody may need it. */
static bool needed_behind(const struct bl_cluster *cluster, const struct bl_pass *pass,
                          const struct bl_stage *stage, const struct bl_column *column) {
    for (const struct bl_stage *later = stage + 1; later < pass->stages + pass->stage_count;
         later++) {
        if (needs(cluster, pass, later, column)) return true;
        if (bl_stage_makes(later, column)) return false;
    }
    return false;
}

/* The columns that stages have made, of the records that come out of a stage. */
struct layout {
    const struct bl_column *made[BL_MOST_MADE];
    int count;
};

static void pass_stage(const struct bl_cluster *cluster, const struct bl_pass *pass,
                       const struct bl_stage *stage, struct layout *layout) {
    for (int i = 0; stage->own && i < stage->own->make_count; i++)
        layout->made[layout->count++] = stage->made[i];
    while (layout->count && !needed_behind(cluster, pass, stage, layout->made[layout->count - 1]))
        layout->count--;
}

/* Of the records that reach the stage. */
static struct layout layout_before(const struct bl_cluster *cluster, const struct bl_pass *pass,
                                   const struct bl_stage *stage) {
    struct layout layout = {.count = 0};
    for (const struct bl_stage *before = pass->stages; before < stage; before++)
        pass_stage(cluster, pass, before, &layout);
    return layout;
}

struct bl_cut bl_cut_behind(const struct bl_cluster *cluster, const struct bl_pass *pass,
                            const struct bl_stage *stage) {
    struct bl_cut cut = bl_cut_of_read(cluster, bl_stage_find(pass, BL_STAGE_READS));
    if (!bl_stage_find(pass, BL_STAGE_COMPUTES)) return cut;
    struct layout layout = layout_before(cluster, pass, stage + 1);
    for (int i = 0; i < layout.count; i++) cut.elem_bits += layout.made[i]->bits;
    return cut;
}

int bl_column_offset(const struct bl_cluster *cluster, const struct bl_pass *pass,
                     const struct bl_stage *stage, const struct bl_column *column) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    for (int i = 0, offset = 0; i < read->version_count; i++) {
        if (read->versions[i]->column == column) return offset;
        offset += read->versions[i]->column->bits;
    }
    struct layout layout = layout_before(cluster, pass, stage);
    int offset = 0, found = 0;
    for (int i = 0; i < layout.count; i++) {
        if (layout.made[i] == column) found = bl_stage_bits(read) + offset;
        offset += layout.made[i]->bits;
    }
    return found;
}
