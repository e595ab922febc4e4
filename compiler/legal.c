/* The one place that decides whether a rewritten list of passes keeps what the program promises. */
#include "arena.h"
#include "fuse.h"

/* Whether everything is made before it is used. Marks what is read. */
static bool well_formed(struct bl_arena *arena, const struct bl_program *program, const struct bl_pass *passes, int count, bool *read,
                        const char **why) {
    bool *made = BL_NEW(arena, bool, program->version_count);
    for (int v = 0; v < program->version_count; v++) made[v] = program->versions[v]->source;
    for (int p = 0; p < count; p++)
        for (int s = 0; s < passes[p].stage_count; s++) {
            const struct bl_stage *stage = &passes[p].stages[s];
            int maker = stage->uses ? bl_product_maker(passes, count, stage->uses) : 0;
            if (stage->uses && (maker < 0 || maker >= p)) {
                *why = bl_format(arena, "`%s` would be used before it is complete.", stage->uses->name);
                return false;
            }
            for (int i = 0; i < stage->version_count; i++) {
                int id = stage->versions[i]->id;
                if (stage->kind == BL_READ && !made[id]) {
                    *why = bl_format(arena, "`%s` would be read before it is written.", stage->versions[i]->name);
                    return false;
                }
                *(stage->kind == BL_READ ? &read[id] : &made[id]) = true;
            }
        }
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v]->result && !made[v]) {
            *why = bl_format(arena, "The result `%s` would not be written any more.", program->versions[v]->name);
            return false;
        }
    return true;
}

static const char *difference(const struct bl_type *before, const struct bl_type *after) {
    if (!bl_function_equal(before->node, after->node)) return "the node";
    if (!bl_function_equal(before->channel, after->channel)) return "the channel";
    return before->order != after->order ? "the order" : NULL;
}

/* Whether rows that were equal still are and rows that were not still are not. Each class is compared through its first member, which is
   enough because equality is transitive: first_before[r] is the first version with rows r before, first_after likewise. */
static bool same_rows(struct bl_arena *arena, const struct bl_program *program, const struct bl_type *before, const struct bl_type *after,
                      const bool *kept, const char **why) {
    const struct bl_version **firsts = BL_NEW(arena, const struct bl_version *, program->version_count);
    int classes = 0;
    for (int v = 0; v < program->version_count; v++) {
        if (!kept[v]) continue;
        const struct bl_version *member = NULL;
        for (int c = 0; c < classes && !member; c++) {
            bool was = before[firsts[c]->id].rows == before[v].rows, is = after[firsts[c]->id].rows == after[v].rows;
            if (was != is) {
                *why = bl_format(arena, "`%s` and `%s` would %s at the same places.", firsts[c]->name, program->versions[v]->name,
                                 is ? "claim to hold the same records" : "no longer hold the same records");
                return false;
            }
            if (was) member = firsts[c];
        }
        if (!member) firsts[classes++] = program->versions[v];
    }
    return true;
}

bool bl_rewrite_legal(struct bl_arena *arena, const struct bl_program *program, const struct bl_type *promised,
                      const struct bl_pass *passes, int pass_count, struct bl_type *types, const char **why) {
    bool *kept = BL_NEW(arena, bool, program->version_count);
    if (!well_formed(arena, program, passes, pass_count, kept, why)) return false;
    bl_types_assign(arena, program, passes, pass_count, types);
    for (int v = 0; v < program->version_count; v++) {
        kept[v] |= program->versions[v]->result;
        if (!kept[v]) continue;
        const char *changed = difference(&promised[v], &types[v]);
        if (!changed) continue;
        *why = bl_format(arena, "It would change %s that the program promises for `%s`.", changed, program->versions[v]->name);
        return false;
    }
    return same_rows(arena, program, promised, types, kept, why);
}
