/* Where the rules begin: at the moves of the passes one by one, but for passes that are better left
   as they are written. A pass by hand asks for no room on the board, as rule `split` does, and may
   have stages in a row that no rule puts there. */
#include <string.h>
#include "base/arena.h"
#include "ir/types/types.h"
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

/* The passes as their moves, some of them whole, and what the rules make of them. */
struct trial {
    struct bl_separated *separated;
    struct bl_fused *fused; /* NULL: they are another list than the program promises */
    const char *refused;    /* why not, or what planning says of it; NULL: nothing */
};

/* What the rule that would join a piece with the one before it says of these two, or NULL. */
static const char *why_apart(const struct bl_fused *moves, int piece) {
    bool exchange = bl_stage_find(&moves->program->passes[piece - 1], BL_STAGE_TO_NODE);
    int rule = exchange ? BL_RULE_EOP : BL_RULE_SPLIT;
    for (int i = 0; i < moves->decision_count; i++) {
        const struct bl_decision *d = &moves->decisions[i];
        if (!d->applied && d->rule == rule && d->first == piece - 1 && d->second == piece)
            return d->reason;
    }
    return NULL;
}

/* Whether the rules left a piece apart from the one before it, of the same pass. */
static bool is_apart(const struct bl_fused *moves, int piece) {
    const struct bl_piece *to = &moves->pieces[piece - 1];
    return to->letter > 'a' && moves->home[piece - 1] != moves->home[piece - 2];
}

/* Which pieces of a pass stay apart, and why. */
static const char *what_stays(struct bl_arena *arena, const struct bl_fused *moves, int pass) {
    const char *text = "";
    for (int piece = 2; moves && piece <= moves->program->pass_count; piece++) {
        const struct bl_piece *to = &moves->pieces[piece - 1];
        bool apart = to->pass == pass && is_apart(moves, piece);
        const char *why = apart ? why_apart(moves, piece) : NULL;
        if (why)
            text = bl_format(arena, "%s Passes %s and %s: %s", text, bl_piece_name(arena, to - 1),
                             bl_piece_name(arena, to), why);
    }
    return text;
}

/* Why a pass stays as it is written: what the rules end with then, and with its moves. NULL: the
   moves are better, or as good. */
static const char *why_whole(struct bl_arena *arena, const struct bl_fused *whole,
                             const struct trial *moves, int pass) {
    const struct bl_fused *fused = moves->fused;
    const char *stays = what_stays(arena, fused, pass);
    if (moves->refused)
        return bl_format(arena, "Its moves in passes of their own would be refused: %s.%s",
                         moves->refused, stays);
    if (fused->pass_count > whole->pass_count)
        return bl_format(arena,
                         "With its moves in passes of their own the rules end with %d passes, as "
                         "it is written with %d.%s",
                         fused->pass_count, whole->pass_count, stays);
    if (fused->pass_count == whole->pass_count && bits_moved(fused) > bits_moved(whole))
        return bl_format(arena,
                         "With its moves in passes of their own %d bits of a record are read and "
                         "written, as it is written %d.%s",
                         bits_moved(fused), bits_moved(whole), stays);
    return NULL;
}

/* What a pass becomes: "crossbar(n) in pass 2a, alltoallv(n) in pass 2b". */
static const char *moves_text(struct bl_arena *arena, const struct bl_separated *separated,
                              int piece) {
    const struct bl_piece *pieces = separated->pieces;
    const char *text = "", *between = "";
    for (int p = piece;
         p <= separated->moves.pass_count && pieces[p - 1].pass == pieces[piece - 1].pass; p++) {
        const struct bl_pass *of = &separated->moves.passes[p - 1];
        const struct bl_stage *move = bl_stage_find(of, BL_STAGE_TO_NODE);
        if (!move) move = bl_stage_find(of, BL_STAGE_TO_CHANNEL);
        text = bl_format(arena, "%s%s%s(%s) in pass %s", text, between, bl_stage_said(move),
                         move->functions[0]->name, bl_piece_name(arena, &pieces[p - 1]));
        between = ", ";
    }
    return bl_format(arena,
                     "It moves records more than once, and each move is a pass of its own to the "
                     "rules: %s.",
                     text);
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

/* One decision for each pass that has several moves, in front of those of the rules; `why` [passes]
   is the reason of those that stay as they are written. Without one such a pass has become its
   moves, or, where pieces have no letters, is the same again after the rules: no word of it. */
static void decide(struct bl_plan *plan, const char *const *why) {
    const struct bl_program *program = plan->program;
    struct bl_decision *all = BL_NEW(plan->arena, struct bl_decision,
                                     plan->decision_count + program->pass_count);
    int count = 0;
    for (int piece = 1; piece <= plan->piece_count; piece++) {
        const struct bl_pass *pass = &program->passes[plan->pieces[piece - 1].pass - 1];
        const char *whole = why[pass->number - 1];
        if (whole ? !bl_has_moves(pass) : plan->pieces[piece - 1].letter != 'a') continue;
        all[count++] = (struct bl_decision){
            BL_RULE_SEPARATE, !whole, piece, piece,
            whole ? whole : moves_text(plan->arena, plan->separated, piece), pass->range};
    }
    if (plan->decision_count)
        memcpy(all + count, plan->decisions, sizeof *all * (size_t)plan->decision_count);
    plan->decisions = all;
    plan->decision_count += count;
}

/* A column that a stage of the user's own makes may be narrower than what lies in memory. */
static const struct bl_version *too_narrow(const struct bl_fused *fused) {
    int bits = fused->program->cluster.memory.plane_bits;
    for (int p = 0; p < fused->pass_count; p++)
        for (int s = 0; s < fused->passes[p].stage_count; s++)
            for (int v = 0; v < fused->passes[p].stages[s].version_count; v++)
                if (fused->passes[p].stages[s].versions[v]->column->bits < bits)
                    return fused->passes[p].stages[s].versions[v];
    return NULL;
}

static struct trial try(struct bl_plan *plan, struct bl_separated *separated) {
    struct trial trial = {.separated = separated};
    const struct bl_program *written = &separated->written, *moves = &separated->moves;
    struct bl_type *promised = BL_NEW(plan->arena, struct bl_type, moves->version_count),
                   *types = BL_NEW(plan->arena, struct bl_type, moves->version_count);
    bl_types_assign(plan->arena, written, written->passes, written->pass_count, promised);
    if (!bl_rewrite_legal(plan->arena, moves, promised, moves->passes, moves->pass_count, types,
                          &trial.refused))
        return trial;
    for (int v = separated->first; v < moves->version_count; v++)
        moves->versions[v]->type = promised[v];
    trial.fused = bl_fuse_passes(plan, moves, written, separated->pieces);
    trial.refused = trial.fused->refused;
    const struct bl_version *narrow = too_narrow(trial.fused);
    if (narrow)
        trial.refused = bl_format(plan->arena, "`%s` would lie in memory, in planes of %d bits",
                                  narrow->name, moves->cluster.memory.plane_bits);
    return trial;
}

/* Whether pieces of a pass are left apart, or nothing is known of them. */
static bool may_be_whole(const struct trial *trial, int pass) {
    for (int piece = 2; trial->fused && piece <= trial->fused->program->pass_count; piece++)
        if (trial->fused->pieces[piece - 1].pass == pass && is_apart(trial->fused, piece))
            return true;
    return trial->refused;
}

enum { MOST_TRIALS = 16 };

/* Leaves passes as they are written, one after the other, where that is better. */
static struct trial leave_whole(struct bl_plan *plan, const char **why) {
    const struct bl_program *program = plan->program;
    bool *whole = BL_NEW(plan->arena, bool, program->pass_count);
    struct trial best = try(plan, plan->separated);
    for (int p = 0, trials = 0; p < program->pass_count && trials < MOST_TRIALS; p++) {
        if (!bl_has_moves(&program->passes[p]) || !may_be_whole(&best, p + 1)) continue;
        whole[p] = true;
        trials++;
        struct trial other = try(plan, bl_separated_of(plan->arena, program, whole));
        if (other.fused) why[p] = why_whole(plan->arena, other.fused, &best, p + 1);
        whole[p] = why[p];
        if (whole[p]) best = other;
    }
    return best;
}

/* All passes with several moves stay as they are written. */
static void give_reasons(const struct bl_plan *plan, const struct bl_fused *written,
                         const struct trial *moves, const char **why) {
    for (int p = 0; p < plan->program->pass_count; p++)
        if (!why[p] && bl_has_moves(&plan->program->passes[p]))
            why[p] = why_whole(plan->arena, written, moves, p + 1);
}

static void choose(struct bl_plan *plan, const struct bl_fused *written) {
    const char **why = BL_NEW(plan->arena, const char *, plan->program->pass_count);
    struct trial best = leave_whole(plan, why);
    bool same = best.fused && same_passes(written, best.fused),
         worse = !same && why_whole(plan->arena, written, &best, 0);
    if (worse) give_reasons(plan, written, &best, why);
    take(plan, same || worse ? written : best.fused);
    plan->separated = best.separated;
    decide(plan, why);
    if (same || worse) return;
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
