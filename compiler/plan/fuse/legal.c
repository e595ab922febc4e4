/* The one place that decides whether a rewritten list of passes keeps what the program promises. */
#include "base/arena.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse_inner.h"

/* Whether a pass before place `place` makes the product. Looks back from there, because most are
 * made by a neighbour. */
static bool made_before(const struct bl_pass *passes, int place, const struct bl_product *product) {
    while (--place >= 0)
        for (int s = 0; s < passes[place].stage_count; s++)
            if (passes[place].stages[s].makes == product) return true;
    return false;
}

/* The first thing that a stage uses or reads before it is there, or NULL. Marks what it reads and
 * what it makes. */
static const char *missing(const struct bl_pass *passes, int place, const struct bl_stage *stage,
                           bool *made, bool *read) {
    if (stage->uses && !made_before(passes, place, stage->uses)) return stage->uses->name;
    for (int i = 0; i < stage->version_count; i++) {
        int id = stage->versions[i]->id;
        if (stage->row->role == BL_STAGE_READS && !made[id]) return stage->versions[i]->name;
        *(stage->row->role == BL_STAGE_READS ? &read[id] : &made[id]) = true;
    }
    return NULL;
}

/* How many histograms that are results the passes count. */
static int results_counted(const struct bl_pass *passes, int count) {
    int results = 0;
    for (int p = 0; p < count; p++)
        for (int s = 0; s < passes[p].stage_count; s++)
            results += passes[p].stages[s].makes && passes[p].stages[s].makes->result;
    return results;
}

/* Whether everything is made before it is used. Marks what is read. */
static bool well_formed(struct bl_arena *scratch, struct bl_arena *arena,
                        const struct bl_program *program, const struct bl_pass *passes, int count,
                        bool *read, const char **why) {
    bool *made = BL_NEW(scratch, bool, program->version_count);
    for (int v = 0; v < program->version_count; v++) made[v] = program->versions[v]->source;
    for (int p = 0; p < count; p++) {
        const struct bl_version *confused = bl_pass_confused(&passes[p]);
        if (confused)
            *why = bl_format(arena, "`%s` would be written from another column.", confused->name);
        if (confused) return false;
    }
    for (int p = 0; p < count; p++)
        for (int s = 0; s < passes[p].stage_count; s++) {
            const char *name = missing(passes, p, &passes[p].stages[s], made, read);
            if (!name) continue;
            *why = bl_format(arena, "`%s` would be used before it is complete.", name);
            return false;
        }
    if (results_counted(passes, count) != program->counted_count) {
        *why = "A histogram that is a result would not be counted any more.";
        return false;
    }
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v]->result && !made[v]) {
            *why = bl_format(arena, "The result `%s` would not be written any more.",
                             program->versions[v]->name);
            return false;
        }
    return true;
}

static const char *difference(const struct bl_type *before, const struct bl_type *after) {
    if (!bl_function_equal(before->node, after->node)) return "the node";
    if (!bl_function_equal(before->channel, after->channel)) return "the channel";
    return before->order != after->order ? "the order" : NULL;
}

/* Compares each kept version with the first that has its rows by `by`: their rows by `as` must be
 * equal too. Returns that first if not. */
static const struct bl_version *row_change(struct bl_arena *scratch,
                                           const struct bl_program *program,
                                           const struct bl_type *by, const struct bl_type *as,
                                           const bool *kept, const struct bl_version **other) {
    const struct bl_version **firsts = BL_NEW(scratch, const struct bl_version *,
                                              program->version_count + 1);
    for (int v = 0; v < program->version_count; v++) {
        if (!kept[v]) continue;
        const struct bl_version **first = &firsts[by[v].rows];
        if (!*first) *first = program->versions[v];
        *other = program->versions[v];
        if (as[(*first)->id].rows != as[v].rows) return *first;
    }
    return NULL;
}

/* Whether rows that were equal still are, and rows that were not still are not. Rows are
 * 0..version_count (bl_types_assign). */
static bool same_rows(struct bl_arena *scratch, struct bl_arena *arena,
                      const struct bl_program *program, const struct bl_type *before,
                      const struct bl_type *after, const bool *kept, const char **why) {
    const struct bl_version *other,
        *torn = row_change(scratch, program, before, after, kept, &other);
    const struct bl_version *claimed = torn ? NULL
                                            : row_change(scratch, program, after, before, kept,
                                                         &other);
    if (torn)
        *why = bl_format(arena,
                         "`%s` and `%s` would no longer hold the same records at the same places.",
                         torn->name, other->name);
    if (claimed)
        *why = bl_format(arena,
                         "`%s` and `%s` would claim to hold the same records at the same places.",
                         claimed->name, other->name);
    return !torn && !claimed;
}

static bool same_types(struct bl_arena *arena, const struct bl_program *program,
                       const struct bl_type *promised, const struct bl_type *types, bool *kept,
                       const char **why) {
    for (int v = 0; v < program->version_count; v++) {
        kept[v] |= program->versions[v]->result;
        const char *changed = kept[v] ? difference(&promised[v], &types[v]) : NULL;
        if (!changed) continue;
        *why = bl_format(arena, "It would change %s that the program promises for `%s`.", changed,
                         program->versions[v]->name);
        return false;
    }
    return true;
}

bool bl_rewrite_legal(struct bl_arena *arena, const struct bl_program *program,
                      const struct bl_type *promised, const struct bl_pass *passes, int pass_count,
                      struct bl_type *types, const char **why) {
    struct bl_arena *scratch = bl_arena_new();
    bool *kept = BL_NEW(scratch, bool, program->version_count);
    bool legal = well_formed(scratch, arena, program, passes, pass_count, kept, why);
    if (legal) bl_types_assign(scratch, program, passes, pass_count, types);
    legal = legal && same_types(arena, program, promised, types, kept, why) &&
            same_rows(scratch, arena, program, promised, types, kept, why);
    bl_arena_free(scratch);
    return legal;
}
