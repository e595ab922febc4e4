/* The fusion: the rule table, the parse of --fuse, and the loop that tries the rules, checks every
 * rewrite and keeps what was said. */
#include <string.h>
#include "ir/types/types.h"
#include "plan/fuse/fuse_inner.h"
#include "plan/limits/forms.h"
#include "plan/fuse/fuse.h"
#include "base/arena.h"
#include "base/diag.h"
#include "plan/fuse/pieces.h"
#include "plan/steps/place.h"
#include "plan/limits/plan_limits.h"
#include "plan/steps/steps.h"

static const struct {
    const char *word;
    bl_rule_function *apply;
} rules[BL_RULE_COUNT] = {
#define ROW(name, word, function, help) [BL_RULE_##name] = {word, function},
    BL_RULES(ROW)
#undef ROW
};

const char *bl_rule_word(int rule) {
    return rule == BL_RULE_SEPARATE ? "separate" : rules[rule].word;
}

static bool rule_of(const char *word, size_t length, bl_rules *set) {
    for (int r = 0; r < BL_RULE_COUNT; r++)
        if (strlen(rules[r].word) == length && !strncmp(rules[r].word, word, length)) {
            *set |= 1u << r;
            return true;
        }
    return false;
}

bool bl_rules_parse(const char *list, bl_rules *set, const char **bad) {
    *set = 0;
    if (!strcmp(list, "none")) return true;
    *set = BL_ALL_RULES;
    if (!strcmp(list, "all")) return true;
    *set = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        *bad = word;
        if (!rule_of(word, length, set)) return false;
        word += length;
        if (!*word) return true;
    }
}

/* Whether the pass that two became has a circuit, if both had one. */
static bool has_circuit(const struct bl_fuse *fuse, int first, int second,
                        struct bl_rewrite *rewrite) {
    const struct bl_cluster *cluster = &fuse->program->cluster;
    struct bl_limit limits[BL_MOST_LIMITS], before[BL_MOST_LIMITS];
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_pass *pass = &rewrite->changes[c].pass;
        if (!pass->stage_count || pass->number != rewrite->into) continue;
        if (!bl_pass_limits(fuse->arena, cluster, pass, limits)) continue;
        if (bl_pass_limits(fuse->arena, cluster, &fuse->passes[first], before)) continue;
        if (bl_pass_limits(fuse->arena, cluster, &fuse->passes[second], before)) continue;
        return bl_refuse(fuse, rewrite, limits[0].range,
                         "The fused pass cannot be implemented: %s.", limits[0].what);
    }
    return true;
}

/* Whether the rewrite keeps what the program promises: as far as the changed passes tell it, else
 * by the whole list. */
static bool is_legal(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, const char **why) {
    if (!fuse->drifted && bl_rewrite_local(fuse, rewrite)) return true;
    int count = bl_fuse_list(fuse, rewrite, fuse->spare);
    rewrite->drifts = true;
    return bl_rewrite_legal(fuse->arena, fuse->program, fuse->promised, fuse->spare, count,
                            fuse->scratch, why);
}

/* Asks a rule about two places and checks its rewrite. False: rewrite->reason says why not (unless
 * quiet). */
static bool try_rule(const struct bl_fuse *fuse, enum bl_rule rule, int first, int second,
                     struct bl_rewrite *rewrite) {
    *rewrite = (struct bl_rewrite){.reason = ""};
    if (!rules[rule].apply(fuse, first, second, rewrite)) return false;
    const char *why;
    if (is_legal(fuse, rewrite, &why)) return has_circuit(fuse, first, second, rewrite);
    rewrite->reason = why;
    rewrite->range = fuse->passes[second].range;
    return false;
}

static void decide(struct bl_plan *plan, enum bl_rule rule, bool applied, int first, int second,
                   const char *reason, struct bl_range range) {
    plan->decisions = bl_grow(plan->arena, plan->decisions, plan->decision_count,
                              &plan->decision_capacity, sizeof *plan->decisions);
    plan->decisions[plan->decision_count++] = (struct bl_decision){rule,   applied, first,
                                                                   second, reason,  range};
}

/* Applies the rule to two places if it can; says so in the plan. */
static bool apply_at(struct bl_plan *plan, struct bl_fuse *fuse, enum bl_rule rule, int first,
                     int second, struct bl_rewrite *rewrite) {
    int numbers[2] = {fuse->passes[first].number, fuse->passes[second].number};
    fuse->quiet = true;
    bool can = try_rule(fuse, rule, first, second, rewrite);
    fuse->quiet = false;
    if (!can) return false;
    struct bl_rewrite again = {.reason = ""}; /* the same, now with its reason */
    rules[rule].apply(fuse, first, second, &again);
    decide(plan, rule, true, numbers[0], numbers[1], again.reason, again.range);
    bl_fuse_commit(fuse, rewrite);
    return true;
}

/* The first place from this one on where a pass stands. */
static int standing_from(const struct bl_fuse *fuse, int place) {
    while (place < fuse->program->pass_count && !fuse->passes[place].stage_count) place++;
    return place;
}

/* Where to go on after a rewrite: at the pass that now has as many before it as the one at `first`
 * had. */
static int same_rank(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite, int first) {
    int place = standing_from(fuse, first);
    for (int c = 0; c < rewrite->change_count; c++)
        if (!rewrite->changes[c].pass.stage_count && rewrite->changes[c].place < first)
            place = standing_from(fuse, place + 1);
    return place;
}

/* Tries the rule on the pass at *first and those behind it, the nearest first. When it took one,
 * *first is the place to go on at. */
static bool apply_from(struct bl_plan *plan, struct bl_fuse *fuse, enum bl_rule rule, int *first) {
    struct bl_rewrite rewrite;
    bl_fuse_partners(fuse, rule, *first);
    for (int i = 0; i < fuse->partners.count; i++) {
        if (!apply_at(plan, fuse, rule, *first, fuse->partners.items[i], &rewrite)) continue;
        *first = same_rank(fuse, &rewrite, *first);
        return true;
    }
    return false;
}

/* Tries the rule on every two passes, neighbours first. */
static bool apply_everywhere(struct bl_plan *plan, struct bl_fuse *fuse, enum bl_rule rule) {
    int count = fuse->program->pass_count;
    bool any = false;
    for (int first = standing_from(fuse, 0); first < count; first = standing_from(fuse, first + 1))
        while (first < count && apply_from(plan, fuse, rule, &first)) any = true;
    return any;
}

/* Round after round, because a rule may find its pattern only after a later one: two crossbar
   passes can be zipped once a table is gone. Every rewrite leaves fewer passes, stages or uses, so
   this ends. */
static void apply_all(struct bl_plan *plan, struct bl_fuse *fuse) {
    for (bool again = true; again;) {
        again = false;
        for (int rule = 0; rule < BL_RULE_COUNT; rule++)
            if ((plan->rules & ~fuse->held) >> rule & 1)
                again |= apply_everywhere(plan, fuse, (enum bl_rule)rule);
    }
}

/* Why a rule left two passes of the final list as they are: those of passes `written` and `next`
   of the program. */
static void explain_pair(struct bl_plan *plan, struct bl_fuse *fuse, enum bl_rule rule, int written,
                         int next) {
    int first = fuse->place[fuse->home[written - 1]], second = fuse->place[fuse->home[next - 1]];
    struct bl_rewrite rewrite;
    bool can = try_rule(fuse, rule, first < second ? first : second,
                        first < second ? second : first, &rewrite);
    const char *reason = rewrite.reason;
    if (!(plan->rules >> rule & 1))
        reason = bl_format(fuse->arena,
                           can ? "Not asked for by --fuse; it would apply: %s"
                               : "Not asked for by --fuse, and it would not apply: %s",
                           rewrite.reason);
    else if (can)
        reason = bl_format(fuse->arena,
                           "Held back, because planning would refuse what comes of it (%s): %s",
                           fuse->refused ? fuse->refused : "", rewrite.reason);
    decide(plan, rule, false, written, next, reason, rewrite.range);
}

/* A decision of every rule on passes `written` and `written + 1` of the program. */
static void explain_neighbours(struct bl_plan *plan, struct bl_fuse *fuse, int written) {
    int homes[2] = {fuse->home[written - 1], fuse->home[written]};
    for (int rule = 0; rule < BL_RULE_COUNT; rule++) {
        const char *settled = NULL;
        if (!homes[0] || !homes[1])
            settled = bl_format(fuse->arena, "Pass %s is gone: nobody needs what it makes.",
                                bl_piece_name(fuse->arena,
                                             &fuse->pieces[homes[0] ? written : written - 1]));
        else if (homes[0] == homes[1])
            settled = bl_format(fuse->arena, "They are one already: %s.",
                                bl_pass_label(fuse, &fuse->passes[fuse->place[homes[0]]]));
        if (settled)
            decide(plan, (enum bl_rule)rule, false, written, written + 1, settled,
                   fuse->program->passes[written - 1].range);
        else explain_pair(plan, fuse, (enum bl_rule)rule, written, written + 1);
    }
}

/* The same where passes between are gone, so that others have become neighbours. */
static void explain_over_gap(struct bl_plan *plan, struct bl_fuse *fuse, int written) {
    int next = written + 1, count = fuse->program->pass_count;
    while (next <= count && !fuse->home[next - 1]) next++;
    if (next == written + 1 || next > count || !fuse->home[written - 1] ||
        fuse->home[next - 1] == fuse->home[written - 1])
        return;
    for (int rule = 0; rule < BL_RULE_COUNT; rule++)
        explain_pair(plan, fuse, (enum bl_rule)rule, written, next);
}

/* Whether planning takes the passes as they stand: forms, limits, order and sides. Otherwise *why
 * is what it would say first. */
static bool accepted(const struct bl_plan *plan, const struct bl_fuse *fuse, const char **why) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_diags *diags = bl_diags_new(scratch, NULL);
    struct bl_plan trial = *plan;
    trial.arena = scratch;
    trial.program = fuse->program;
    trial.types = fuse->types;
    trial.passes = BL_NEW(scratch, struct bl_pass, fuse->standing);
    trial.pass_count = bl_fuse_list(fuse, NULL, trial.passes);
    bl_forms_check(&trial, diags);
    bl_limits_check(&trial, diags);
    if (!diags->errors) bl_steps_make(&trial, diags);
    if (!diags->errors) bl_places_make(&trial, diags);
    *why = diags->count ? bl_format(plan->arena, "%s", diags->items[0].text) : NULL;
    bl_arena_free(scratch);
    return !*why;
}

static bool is_mixed(const struct bl_fuse *fuse) {
    return bl_forms_mixed(&fuse->program->cluster, fuse->spare,
                          bl_fuse_list(fuse, NULL, fuse->spare), NULL);
}

void bl_fuse_attempt(struct bl_plan *plan, struct bl_fuse *fuse, bl_rules held) {
    bl_fuse_begin(fuse);
    plan->decision_count = 0;
    fuse->held = held;
    apply_all(plan, fuse);
}

/* One circuit cannot mix certain forms of passes (forms.c), and some need what no circuit has,
   which shows only when all rules are done. Then rules are held back, the fewest that help; when
   none help, those without which at least no forms are mixed, unless the program mixes them. Yields
   what planning says of what is left, or NULL. */
static const char *apply_what_fits(struct bl_plan *plan, struct bl_fuse *fuse) {
    enum {
        HISTOGRAM = 1 << BL_RULE_HISTOGRAM,
        ZIP = 1 << BL_RULE_ZIP,
        TABLE = 1 << BL_RULE_TABLE,
        SPLIT = 1 << BL_RULE_SPLIT,
        EOP = 1 << BL_RULE_EOP
    };
    static const bl_rules held[] = {
        0,     HISTOGRAM,   ZIP,         HISTOGRAM | ZIP, HISTOGRAM | ZIP | TABLE,
        SPLIT, EOP | SPLIT, BL_ALL_RULES};
    const struct bl_program *program = fuse->program;
    bl_rules last = held[sizeof held / sizeof *held - 1], tried = ~plan->rules;
    bool mixed = bl_forms_mixed(&program->cluster, program->passes, program->pass_count, NULL),
         chosen = false;
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        const char *why;
        if (tried == (plan->rules & ~held[i])) continue;
        tried = plan->rules & ~held[i];
        bl_fuse_attempt(plan, fuse, held[i]);
        if (accepted(plan, fuse, &why)) return NULL;
        if (!fuse->refused) fuse->refused = why;
        if (chosen || (!mixed && is_mixed(fuse))) continue;
        chosen = true;
        last = held[i];
    }
    if (tried != (plan->rules & ~last)) bl_fuse_attempt(plan, fuse, last);
    return fuse->refused;
}

struct bl_fused *bl_fuse_passes(struct bl_plan *plan, const struct bl_program *program,
                                const struct bl_program *written, const struct bl_piece *pieces) {
    struct bl_fused *fused = BL_NEW(plan->arena, struct bl_fused, 1);
    struct bl_type *promised = BL_NEW(plan->arena, struct bl_type, program->version_count);
    bl_types_assign(plan->arena, program, written->passes, written->pass_count, promised);
    struct bl_fuse fuse = {.arena = plan->arena,
                           .program = program,
                           .board = plan->board,
                           .cost = plan->cost,
                           .network = program->cluster.network.row,
                           .promised = promised,
                           .pieces = pieces,
                           .home = BL_NEW(plan->arena, int, program->pass_count)};
    plan->decisions = NULL;
    plan->decision_count = plan->decision_capacity = 0;
    const char *refused = apply_what_fits(plan, &fuse);
    for (int first = 1; first < program->pass_count; first++) {
        explain_neighbours(plan, &fuse, first);
        explain_over_gap(plan, &fuse, first);
    }
    *fused = (struct bl_fused){program, pieces, fuse.home, fuse.spare,
                               bl_fuse_list(&fuse, NULL, fuse.spare), plan->decisions,
                               plan->decision_count, refused};
    return fused;
}
