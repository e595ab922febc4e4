/* Whether a rewrite is legal, by the passes that change. The list as it stands is legal; so
   the rewritten one is, if everything that a changed pass reads or uses is made before it,
   everything that changed passes made is still made before those who need it, and every version
   that they write has the type that it had. What follows them then sees no difference. */
#include "ir/types/flow.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

/* Places in the rewritten list, -1 for none. */
static int writer_of(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                     const struct bl_version *version) {
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_pass *pass = &rewrite->changes[c].pass;
        for (int s = 0; s < pass->stage_count; s++)
            if (pass->stages[s].row->role == BL_STAGE_WRITES &&
                bl_stage_has(&pass->stages[s], version))
                return rewrite->changes[c].place;
    }
    int place = bl_version_writer(fuse->relations, version);
    return place >= 0 && !bl_change_at(rewrite, place) ? place : -1;
}

static int maker_of(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                    const struct bl_product *product) {
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_pass *pass = &rewrite->changes[c].pass;
        for (int s = 0; s < pass->stage_count; s++)
            if (pass->stages[s].makes == product) return rewrite->changes[c].place;
    }
    int place = bl_product_maker(fuse->relations, product);
    return place >= 0 && !bl_change_at(rewrite, place) ? place : -1;
}

static bool inputs_exist(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                         const struct bl_change *change) {
    for (int s = 0; s < change->pass.stage_count; s++) {
        const struct bl_stage *stage = &change->pass.stages[s];
        int maker = stage->uses ? maker_of(fuse, rewrite, stage->uses) : 0;
        if (stage->uses && (maker < 0 || maker >= change->place)) return false;
        for (int i = 0; stage->row->role == BL_STAGE_READS && i < stage->version_count; i++) {
            int writer = writer_of(fuse, rewrite, stage->versions[i]);
            if (!stage->versions[i]->source && (writer < 0 || writer >= change->place))
                return false;
        }
    }
    return true;
}

/* All passes at these places that do not change come behind `place`; none may be there when that is
 * -1. */
static bool come_behind(const struct bl_rewrite *rewrite, struct bl_where where, int place) {
    for (int i = 0; i < where.count; i++)
        if (!bl_change_at(rewrite, where.places[i]) && (place < 0 || where.places[i] <= place))
            return false;
    return true;
}

/* What a pass made before the rewrite is still made in time. */
static bool outputs_stay(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                         const struct bl_pass *old) {
    for (int s = 0; s < old->stage_count; s++) {
        const struct bl_stage *stage = &old->stages[s];
        if (stage->makes &&
            !come_behind(rewrite, bl_related(fuse->relations, BL_USES, stage->makes),
                         maker_of(fuse, rewrite, stage->makes)))
            return false;
        for (int i = 0; stage->row->role == BL_STAGE_WRITES && i < stage->version_count; i++) {
            const struct bl_version *version = stage->versions[i];
            int writer = writer_of(fuse, rewrite, version);
            if (writer < 0 && version->result) return false;
            if (!come_behind(rewrite, bl_related(fuse->relations, BL_READS, version), writer))
                return false;
        }
    }
    return true;
}

/* The changed pass writes only what changed passes wrote before, with the same types. */
static bool types_stay(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                       const struct bl_pass *pass) {
    bl_types_pass(fuse->flow, pass, fuse->types, fuse->scratch);
    for (int s = 0; s < pass->stage_count; s++)
        for (int i = 0;
             pass->stages[s].row->role == BL_STAGE_WRITES && i < pass->stages[s].version_count;
             i++) {
            const struct bl_version *version = pass->stages[s].versions[i];
            int writer = bl_version_writer(fuse->relations, version);
            if (writer < 0 || !bl_change_at(rewrite, writer)) return false;
            if (fuse->scratch[version->id].rows != fuse->types[version->id].rows) return false;
        }
    return true;
}

bool bl_rewrite_local(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite) {
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_change *change = &rewrite->changes[c];
        if (bl_pass_confused(&change->pass)) return false;
        if (!inputs_exist(fuse, rewrite, change) || !types_stay(fuse, rewrite, &change->pass))
            return false;
        if (!outputs_stay(fuse, rewrite, &fuse->passes[change->place])) return false;
    }
    return true;
}
