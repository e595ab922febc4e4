/* Rule `zip`.
   Pattern: two passes that do the same to different columns of the same records.
   Condition: one of them carries the column that steers, so that no table is needed for either; and
   all columns are of one width.
   Rewrite: one pass that reads and writes them all. Tables that only the second pass used go. */
#include "base/arena.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

static const char *stage_text(const struct bl_fuse *fuse, const struct bl_stage *stage) {
    const char *name = stage->function_count ? stage->functions[0]->name : NULL;
    return name ? bl_format(fuse->arena, "%s(%s)", bl_stage_said(stage), name)
                : bl_stage_said(stage);
}

static const struct bl_stage *next_stage(const struct bl_pass *pass, int *index) {
    while (*index < pass->stage_count && pass->stages[*index].row->role == BL_STAGE_COUNTS)
        ++*index;
    return *index < pass->stage_count ? &pass->stages[(*index)++] : NULL;
}

static bool same_stage(const struct bl_stage *a, const struct bl_stage *b) {
    if (a->row != b->row || a->own != b->own || a->function_count != b->function_count)
        return false;
    return !a->function_count || bl_function_equal(a->functions[0], b->functions[0]);
}

/* Both passes have the same stages with the same functions, histograms aside. */
static bool same_work(const struct bl_fuse *fuse, const struct bl_pass *a, const struct bl_pass *b,
                      struct bl_rewrite *rewrite) {
    int i = 0, j = 0;
    for (;;) {
        const struct bl_stage *left = next_stage(a, &i), *right = next_stage(b, &j);
        if (!left && !right) return true;
        if (!left || !right || !same_stage(left, right)) {
            if (fuse->quiet) return false;
            const struct bl_stage *at = right ? right : left;
            return bl_refuse(fuse, rewrite, at->range,
                             "The passes do different things: %s has %s where %s has %s.",
                             bl_pass_label(fuse, a), left ? stage_text(fuse, left) : "nothing",
                             bl_pass_label(fuse, b), right ? stage_text(fuse, right) : "nothing");
        }
        if (left->row->role == BL_STAGE_TO_NODE && left->uses != right->uses)
            return bl_refuse(
                fuse, rewrite, right->range,
                "The two exchanges end in different ways: %s by %s, %s by %s.",
                bl_pass_label(fuse, a), left->uses ? left->uses->name : "end-of-packet",
                bl_pass_label(fuse, b), right->uses ? right->uses->name : "end-of-packet");
    }
}

/* Both write, and what they read are different columns of the same arrangement of records. */
static bool same_records(const struct bl_fuse *fuse, const struct bl_pass *a,
                         const struct bl_pass *b, struct bl_rewrite *rewrite) {
    const struct bl_pass *idle = !bl_stage_find(a, BL_STAGE_WRITES)   ? a
                                 : !bl_stage_find(b, BL_STAGE_WRITES) ? b
                                                                      : NULL;
    if (idle)
        return bl_refuse(fuse, rewrite, idle->range,
                         "%s writes no column, so nothing of it could travel with another.",
                         bl_pass_label(fuse, idle));
    const struct bl_stage *left = bl_stage_find(a, BL_STAGE_READS),
                          *right = bl_stage_find(b, BL_STAGE_READS);
    if (fuse->types[left->versions[0]->id].rows != fuse->types[right->versions[0]->id].rows)
        return bl_refuse(fuse, rewrite, right->range,
                         "`%s` and `%s` do not hold the same records at the same places.",
                         left->versions[0]->name, right->versions[0]->name);
    for (int i = 0; i < right->version_count; i++)
        if (bl_stage_has_column(left, right->versions[i]->column))
            return bl_refuse(fuse, rewrite, right->range, "Both passes move the column `%s`.",
                             right->versions[i]->column->name);
    return true;
}

/* Columns steered by what travels with them. */
static bool fits_circuit(const struct bl_fuse *fuse, const struct bl_pass *a,
                         const struct bl_pass *b, struct bl_rewrite *rewrite) {
    const struct bl_stage *right = bl_stage_find(b, BL_STAGE_READS);
    const struct bl_stage *x = bl_stage_find(a, BL_STAGE_TO_CHANNEL),
                          *y = bl_stage_find(b, BL_STAGE_TO_CHANNEL);
    if (x && x->uses && y->uses)
        return bl_refuse(fuse, rewrite, y->range,
                         "Both crossbars are steered by tables (`%s`, `%s`) of whole words of one "
                         "column, but a zipped word holds fewer records: the destination must be "
                         "in the stream (table).",
                         x->uses->name, y->uses->name);
    if (bl_stage_find(a, BL_STAGE_COUNTS) && bl_stage_find(b, BL_STAGE_COUNTS))
        return bl_refuse(fuse, rewrite, right->range,
                         "Both passes take a histogram, and a stream has room for one.");
    return true;
}

/* Everything that `pass` reads exists before place `before`. */
static bool reads_exist(const struct bl_fuse *fuse, const struct bl_pass *pass, int before) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    for (int i = 0; i < read->version_count; i++)
        if (bl_version_writer(fuse->relations, read->versions[i]) >= before) return false;
    return true;
}

/* A pass between the two reads what the first writes or uses what it makes, so the first cannot
 * move down to the second. */
static bool needed_between(const struct bl_fuse *fuse, int first, int second) {
    const struct bl_stage *write = bl_stage_find(&fuse->passes[first], BL_STAGE_WRITES),
                          *histogram = bl_stage_find(&fuse->passes[first], BL_STAGE_COUNTS);
    if (histogram &&
        bl_where_between(bl_related(fuse->relations, BL_USES, histogram->makes), first, second))
        return true;
    for (int i = 0; i < write->version_count; i++)
        if (bl_where_between(bl_related(fuse->relations, BL_READS, write->versions[i]), first,
                             second))
            return true;
    return false;
}

/* The columns of both, in the order of the record. */
static void all_columns(const struct bl_fuse *fuse, struct bl_stage *stage,
                        const struct bl_stage *a, const struct bl_stage *b) {
    int i = 0, j = 0;
    stage->version_count = a->version_count + b->version_count;
    stage->versions = BL_NEW(fuse->arena, struct bl_version *, stage->version_count);
    for (int at = 0; at < stage->version_count; at++) {
        bool first = j == b->version_count;
        if (!first && i < a->version_count)
            first = a->versions[i]->column->index < b->versions[j]->column->index;
        stage->versions[at] = first ? a->versions[i++] : b->versions[j++];
    }
}

/* The new pass stands at `place`; the pass at `gone` and tables that nobody uses any more go. */
static void rewrite_list(const struct bl_fuse *fuse, int first, int second, int place,
                         struct bl_rewrite *rewrite) {
    const struct bl_pass *a = &fuse->passes[first], *b = &fuse->passes[second];
    const struct bl_stage *x = bl_stage_find(a, BL_STAGE_TO_CHANNEL);
    const struct bl_pass *lead = x && x->uses ? b : a, *rider = lead == a ? b : a;
    const struct bl_stage *histogram = bl_stage_find(rider, BL_STAGE_COUNTS),
                          *crossbar = bl_stage_find(rider, BL_STAGE_TO_CHANNEL);
    struct bl_pass *pass = bl_rewrite_put(fuse, rewrite, place, lead, 1);
    all_columns(fuse, bl_stage_find(pass, BL_STAGE_READS), bl_stage_find(a, BL_STAGE_READS),
                bl_stage_find(b, BL_STAGE_READS));
    all_columns(fuse, bl_stage_find(pass, BL_STAGE_WRITES), bl_stage_find(a, BL_STAGE_WRITES),
                bl_stage_find(b, BL_STAGE_WRITES));
    if (histogram) bl_rewrite_insert(pass, 0, histogram);
    pass->number = rewrite->into = a->number < b->number ? a->number : b->number;
    bl_rewrite_drop(fuse, rewrite, place == first ? second : first);
    if (crossbar && crossbar->uses) bl_rewrite_sweep(fuse, rewrite, crossbar->uses);
}

bool bl_fuse_zip(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_pass *a = &fuse->passes[first], *b = &fuse->passes[second];
    if (!same_records(fuse, a, b, rewrite) || !same_work(fuse, a, b, rewrite) ||
        !fits_circuit(fuse, a, b, rewrite))
        return false;
    bool up = reads_exist(fuse, b, first);
    if (!up && needed_between(fuse, first, second))
        return bl_refuse(
            fuse, rewrite, b->range,
            "What %s reads does not exist yet at %s, whose result is needed in between.",
            bl_pass_label(fuse, b), bl_pass_label(fuse, a));
    const struct bl_stage *left = bl_stage_find(a, BL_STAGE_READS),
                          *right = bl_stage_find(b, BL_STAGE_READS),
                          *crossbar = bl_stage_find(b, BL_STAGE_TO_CHANNEL);
    const struct bl_stage *steer = bl_stage_find(a, BL_STAGE_TO_CHANNEL);
    const struct bl_product *table = crossbar && crossbar->uses ? crossbar->uses
                                     : steer                    ? steer->uses
                                                                : NULL;
    rewrite_list(fuse, first, second, up ? first : second, rewrite);
    const char *goes = table ? bl_format(fuse->arena,
                                         ", and the table `%s` goes because its column rides along",
                                         table->name)
                             : "";
    return bl_fuse_accept(fuse, rewrite, right->range,
                          "`%s` and `%s` are columns of the same records and take the same way, so "
                          "their bursts alternate in one pass%s.",
                          bl_names(fuse->arena, left), bl_names(fuse->arena, right), goes);
}
