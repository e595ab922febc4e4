/* Which passes a rule may take together with one, found by what relates them. It may name too many,
   for the rule itself decides, but leaves none out: the order in which pairs are tried, and so what
   comes of it, is that of a trial of all of them. */
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

static void add_behind(struct bl_fuse *fuse, struct bl_where where, int first) {
    int i = where.count;
    while (i && where.places[i - 1] > first) i--;
    for (; i < where.count; i++) *BL_APPEND(fuse->arena, &fuse->partners) = where.places[i];
}

static void add_for_versions(struct bl_fuse *fuse, const struct bl_stage *stage,
                             enum bl_relation relation, int first) {
    for (int i = 0; stage && i < stage->version_count; i++)
        add_behind(fuse, bl_related(fuse->relations, relation, stage->versions[i]), first);
}

static void add_users(struct bl_fuse *fuse, const struct bl_stage *maker, int first) {
    if (maker && maker->makes)
        add_behind(fuse, bl_related(fuse->relations, BL_USES, maker->makes), first);
}

/* Passes that do the same to other columns. */
static void add_same_work(struct bl_fuse *fuse, const struct bl_pass *pass, int first) {
    const struct bl_record *record = &fuse->program->record;
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    for (int c = 0; bl_stage_find(pass, BL_STAGE_WRITES) && c < record->column_count; c++)
        if (!bl_stage_has_column(read, &record->columns[c]))
            add_behind(fuse, bl_same_work(fuse->relations, pass, c), first);
}

/* Passes that count what this one reads, or that this one, which only counts, may count in. */
static void add_readers(struct bl_fuse *fuse, const struct bl_pass *pass, int first) {
    char letters[16];
    bool counts = !strcmp(bl_pass_letters(pass, letters), "RH");
    if (!counts && bl_stage_find(pass, BL_STAGE_COUNTS)) return;
    add_for_versions(fuse, bl_stage_find(pass, BL_STAGE_READS),
                     counts ? BL_READS_UNCOUNTED : BL_READS_TO_COUNT, first);
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sort_once_each(struct bl_fuse *fuse) {
    int *places = fuse->partners.items, kept = 0;
    if (fuse->partners.count)
        qsort(places, (size_t)fuse->partners.count, sizeof *places, ascending);
    for (int i = 0; i < fuse->partners.count; i++)
        if (!kept || places[kept - 1] != places[i]) places[kept++] = places[i];
    fuse->partners.count = kept;
}

void bl_fuse_partners(struct bl_fuse *fuse, enum bl_rule rule, int first) {
    const struct bl_pass *pass = &fuse->passes[first];
    fuse->partners.count = 0;
    switch (rule) {
    case BL_RULE_ZIP: add_same_work(fuse, pass, first); break;
    case BL_RULE_TABLE: add_users(fuse, bl_stage_find(pass, BL_STAGE_STEERS), first); break;
    case BL_RULE_HISTOGRAM: add_readers(fuse, pass, first); break;
    case BL_RULE_EOP:
        add_users(fuse, bl_stage_find(pass, BL_STAGE_COUNTS), first);
        add_for_versions(fuse, bl_stage_find(pass, BL_STAGE_WRITES), BL_READS, first);
        break;
    case BL_RULE_SPLIT:
        add_for_versions(fuse, bl_stage_find(pass, BL_STAGE_WRITES), BL_READS, first);
        break;
    case BL_RULE_COUNT: break;
    }
    sort_once_each(fuse);
}
