/* Where the rules begin: at the moves of the passes one by one, or, where that ends with more
   passes, at the passes as written. A pass by hand asks for no room on the board, as rule `split`
   does, and may have stages in a row that no rule puts there. */
#include <string.h>
#include "base/arena.h"
#include "ir/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"
#include "plan/fuse/pieces.h"
#include "plan/fuse/separate.h"

static bool same_stage(const struct bl_stage *a, const struct bl_stage *b) {
    if (a->row != b->row || a->own != b->own || a->makes != b->makes || a->uses != b->uses ||
        a->version_count != b->version_count || a->function_count != b->function_count)
        return false;
    for (int i = 0; i < a->version_count; i++)
        if (a->versions[i] != b->versions[i]) return false;
    for (int i = 0; i < a->function_count; i++)
        if (!bl_function_equal(a->functions[i], b->functions[i])) return false;
    return true;
}

static bool same_pass(const struct bl_pass *a, const struct bl_pass *b) {
    if (a->stage_count != b->stage_count) return false;
    for (int s = 0; s < a->stage_count; s++)
        if (!same_stage(&a->stages[s], &b->stages[s])) return false;
    return true;
}

static bool same_passes(const struct bl_fused *a, const struct bl_fused *b) {
    if (a->pass_count != b->pass_count) return false;
    for (int p = 0; p < a->pass_count; p++)
        if (!same_pass(&a->passes[p], &b->passes[p])) return false;
    return true;
}

/* Bits of a record that the passes read and write. */
static int bits_moved(const struct bl_fused *fused) {
    int bits = 0;
    for (int p = 0; p < fused->pass_count; p++)
        for (int s = 0; s < fused->passes[p].stage_count; s++)
            bits += bl_stage_bits(&fused->passes[p].stages[s]);
    return bits;
}

/* What the rule that would join the part with the one before it says of these two, or NULL. */
static const char *why_apart(const struct bl_fused *moves, int part) {
    bool exchange = bl_stage_find(&moves->program->passes[part - 1], BL_STAGE_TO_NODE);
    int rule = exchange ? BL_RULE_EOP : BL_RULE_SPLIT;
    for (int i = 0; i < moves->decision_count; i++) {
        const struct bl_decision *d = &moves->decisions[i];
        if (!d->applied && d->rule == rule && d->first == part - 1 && d->second == part)
            return d->reason;
    }
    return NULL;
}

/* Which parts of a pass stay apart, and why. */
static const char *what_stays(struct bl_arena *arena, const struct bl_fused *moves, int pass) {
    const char *text = "";
    for (int part = 2; part <= moves->program->pass_count; part++) {
        const struct bl_piece *to = &moves->pieces[part - 1], *from = to - 1;
        const char *why = to->pass == pass && from->pass == pass &&
                                  moves->home[part - 1] != moves->home[part - 2]
                              ? why_apart(moves, part)
                              : NULL;
        if (why)
            text = bl_format(arena, "%s Passes %s and %s: %s", text, bl_piece_name(arena, from),
                             bl_piece_name(arena, to), why);
    }
    return text;
}

/* Why the passes stay as they are written; NULL: the moves are better, or the same. */
static const char *why_written(struct bl_arena *arena, const struct bl_fused *written,
                               const struct bl_fused *moves) {
    if (moves->refused)
        return bl_format(arena,
                         "With each move in a pass of its own planning would refuse what comes of "
                         "it (%s).",
                         moves->refused);
    if (moves->pass_count > written->pass_count)
        return bl_format(arena,
                         "With each move in a pass of its own the rules end with %d passes, as it "
                         "is written with %d.",
                         moves->pass_count, written->pass_count);
    if (moves->pass_count == written->pass_count && bits_moved(moves) > bits_moved(written))
        return bl_format(arena,
                         "With each move in a pass of its own %d bits of a record are read and "
                         "written, as it is written %d.",
                         bits_moved(moves), bits_moved(written));
    return NULL;
}

/* What a pass becomes: "crossbar(n) in pass 2a, alltoallv(n) in pass 2b". */
static const char *moves_text(struct bl_arena *arena, const struct bl_separated *separated,
                              int part) {
    const struct bl_piece *pieces = separated->pieces;
    const char *text = "", *between = "";
    for (int p = part;
         p <= separated->moves.pass_count && pieces[p - 1].pass == pieces[part - 1].pass; p++) {
        const struct bl_pass *of = &separated->moves.passes[p - 1];
        const struct bl_stage *move = bl_stage_find(of, BL_STAGE_TO_NODE);
        if (!move) move = bl_stage_find(of, BL_STAGE_TO_CHANNEL);
        text = bl_format(arena, "%s%s%s(%s) in pass %s", text, between, bl_stage_said(move),
                         move->functions[0]->name, bl_piece_name(arena, &pieces[p - 1]));
        between = ", ";
    }
    return text;
}

/* What is said of a pass with several moves. */
static const char *reason_of(struct bl_plan *plan, const struct bl_fused *moves, int part,
                             const char *why_not) {
    int pass = plan->separated->pieces[part - 1].pass;
    if (why_not && !moves) return why_not;
    if (why_not)
        return bl_format(plan->arena, "%s%s", why_not, what_stays(plan->arena, moves, pass));
    return bl_format(plan->arena,
                     "It moves records more than once, and each move is a pass of its own to the "
                     "rules: %s.",
                     moves_text(plan->arena, plan->separated, part));
}

/* One decision for each pass that has several moves, in front of those of the rules. `moves` is
   NULL where there was no way to try. */
static void decide(struct bl_plan *plan, const struct bl_fused *moves, const char *why_not) {
    const struct bl_separated *separated = plan->separated;
    struct bl_decision *all = BL_NEW(plan->arena, struct bl_decision,
                                     plan->decision_count + separated->moves.pass_count);
    int count = 0;
    for (int p = 1; p <= separated->moves.pass_count; p++) {
        if (separated->pieces[p - 1].letter != 'a') continue;
        int number = why_not ? separated->pieces[p - 1].pass : p;
        all[count++] = (struct bl_decision){BL_RULE_SEPARATE, !why_not, number, number,
                                            reason_of(plan, moves, p, why_not),
                                            separated->moves.passes[p - 1].range};
    }
    if (plan->decision_count)
        memcpy(all + count, plan->decisions, sizeof *all * (size_t)plan->decision_count);
    plan->decisions = all;
    plan->decision_count += count;
}

static void take(struct bl_plan *plan, const struct bl_fused *fused) {
    plan->decisions = fused->decisions;
    plan->decision_count = fused->decision_count;
    plan->passes = fused->passes;
    plan->pass_count = fused->pass_count;
    plan->pieces = fused->pieces;
    plan->piece_count = fused->program->pass_count;
    plan->home = fused->home;
}

/* From the moves one by one; NULL: they are another list of passes than the program promises. */
static struct bl_fused *fuse_moves(struct bl_plan *plan, const char **why) {
    struct bl_separated *separated = plan->separated;
    const struct bl_program *written = &separated->written, *moves = &separated->moves;
    struct bl_type *promised = BL_NEW(plan->arena, struct bl_type, moves->version_count),
                   *types = BL_NEW(plan->arena, struct bl_type, moves->version_count);
    bl_types_assign(plan->arena, written, written->passes, written->pass_count, promised);
    if (!bl_rewrite_legal(plan->arena, moves, promised, moves->passes, moves->pass_count, types,
                          why))
        return NULL;
    for (int v = separated->first; v < moves->version_count; v++)
        moves->versions[v]->type = promised[v];
    return bl_fuse_passes(plan, moves, written, separated->pieces);
}

static void choose(struct bl_plan *plan, const struct bl_fused *written) {
    const char *why = NULL;
    const struct bl_fused *moves = fuse_moves(plan, &why);
    if (moves && !same_passes(written, moves)) why = why_written(plan->arena, written, moves);
    else if (moves) moves = NULL;
    take(plan, moves && !why ? moves : written);
    if (moves || why) decide(plan, moves, why);
    if (!moves || why) return;
    bl_separated_trim(plan->separated, plan->passes, plan->pass_count);
    plan->program = &plan->separated->written;
}

void bl_fuse_run(struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    const struct bl_fused *written = bl_fuse_passes(plan, program, program,
                                                    bl_pieces_whole(plan->arena, program));
    if (plan->separated) choose(plan, written);
    else take(plan, written);
    plan->types = BL_NEW(plan->arena, struct bl_type, plan->program->version_count);
    bl_types_assign(plan->arena, plan->program, plan->passes, plan->pass_count, plan->types);
}
