/* The list of passes under the fusion: a pass keeps the place that it was written at, and a rewrite
 * costs what it changes. */
#include <string.h>
#include "base/arena.h"
#include "ir/types/flow.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

/* Types and relations of the list as it stands. */
static void assess(struct bl_fuse *fuse) {
    const struct bl_program *program = fuse->program;
    for (int v = 0; v < program->version_count; v++)
        fuse->types[v] = bl_type_unwritten(program->versions[v]);
    for (int p = 0; p < program->pass_count; p++)
        bl_types_pass(fuse->flow, &fuse->passes[p], fuse->types, fuse->types);
    fuse->relations = bl_relations_of(fuse->arena, fuse->passes, program->pass_count, fuse->types,
                                      false);
}

void bl_fuse_begin(struct bl_fuse *fuse) {
    const struct bl_program *program = fuse->program;
    int count = program->pass_count;
    fuse->passes = BL_NEW(fuse->arena, struct bl_pass, count);
    fuse->spare = BL_NEW(fuse->arena, struct bl_pass, count);
    fuse->place = BL_NEW(fuse->arena, int, count + 1);
    fuse->first_part = BL_NEW(fuse->arena, int, count + 1);
    fuse->next_part = BL_NEW(fuse->arena, int, count + 1);
    fuse->types = BL_NEW(fuse->arena, struct bl_type, program->version_count);
    fuse->scratch = BL_NEW(fuse->arena, struct bl_type, program->version_count);
    memcpy(fuse->passes, program->passes, sizeof *fuse->passes * (size_t)count);
    fuse->standing = count;
    fuse->drifted = false;
    for (int p = 0; p < count; p++) {
        int number = program->passes[p].number;
        fuse->place[number] = p;
        fuse->home[p] = fuse->first_part[number] = number;
    }
    fuse->flow = bl_flow_new(fuse->arena);
    assess(fuse);
}

int bl_fuse_list(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                 struct bl_pass *passes) {
    int count = 0;
    for (int p = 0; p < fuse->program->pass_count; p++) {
        const struct bl_change *change = rewrite ? bl_change_at(rewrite, p) : NULL;
        const struct bl_pass *pass = change ? &change->pass : &fuse->passes[p];
        if (pass->stage_count) passes[count++] = *pass;
    }
    return count;
}

/* The parts of pass `gone` become parts of pass `into`, in ascending order; 0: of none. */
static void join(struct bl_fuse *fuse, int gone, int into) {
    int *link = into ? &fuse->first_part[into] : NULL;
    for (int part = fuse->first_part[gone], next; part; part = next) {
        next = fuse->next_part[part];
        fuse->home[part - 1] = into;
        while (link && *link && *link < part) link = &fuse->next_part[*link];
        fuse->next_part[part] = link ? *link : 0;
        if (link) *link = part;
    }
    fuse->first_part[gone] = 0;
}

/* Passes whose number no pass has any more are gone: they have become part of rewrite->into. */
static void settle_homes(struct bl_fuse *fuse, const struct bl_rewrite *rewrite) {
    for (int c = 0; c < rewrite->change_count; c++) {
        int number = fuse->passes[rewrite->changes[c].place].number;
        bool present = false;
        for (int d = 0; d < rewrite->change_count; d++)
            present |= rewrite->changes[d].pass.stage_count &&
                       rewrite->changes[d].pass.number == number;
        if (!present) join(fuse, number, rewrite->into);
    }
    for (int c = 0; c < rewrite->change_count; c++)
        if (rewrite->changes[c].pass.stage_count)
            fuse->place[rewrite->changes[c].pass.number] = rewrite->changes[c].place;
}

static bool writes(const struct bl_rewrite *rewrite, const struct bl_version *version) {
    for (int c = 0; c < rewrite->change_count; c++)
        for (int s = 0; s < rewrite->changes[c].pass.stage_count; s++) {
            const struct bl_stage *stage = &rewrite->changes[c].pass.stages[s];
            if (stage->row->role == BL_STAGE_WRITES && bl_stage_has(stage, version)) return true;
        }
    return false;
}

/* What the pass wrote and none of the rewritten ones writes has no type any more. */
static void forget_written(struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                           const struct bl_pass *pass) {
    for (int s = 0; s < pass->stage_count; s++)
        for (int i = 0;
             pass->stages[s].row->role == BL_STAGE_WRITES && i < pass->stages[s].version_count;
             i++) {
            const struct bl_version *version = pass->stages[s].versions[i];
            if (!writes(rewrite, version)) fuse->types[version->id] = bl_type_unwritten(version);
        }
}

void bl_fuse_commit(struct bl_fuse *fuse, const struct bl_rewrite *rewrite) {
    settle_homes(fuse, rewrite);
    for (int c = 0; c < rewrite->change_count; c++)
        bl_relations_remove(fuse->relations, &fuse->passes[rewrite->changes[c].place],
                            rewrite->changes[c].place);
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_change *change = &rewrite->changes[c];
        forget_written(fuse, rewrite, &fuse->passes[change->place]);
        fuse->passes[change->place] = change->pass;
        fuse->standing -= !change->pass.stage_count;
    }
    fuse->drifted |= rewrite->drifts;
    if (rewrite->drifts) assess(fuse);
    else
        for (int c = 0; c < rewrite->change_count; c++)
            bl_relations_add(fuse->relations, &rewrite->changes[c].pass, rewrite->changes[c].place);
}
