#include "sweep/sweep_fuse.h"

#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "driver/compile.h"
#include "explain/explain.h"
#include "ir/plan.h"
#include "kind/kind_sweep.h"
#include "plan/fuse/fuse.h"

struct set {
    bl_rules *items;
    int count, capacity;
};

static void add(struct bl_arena *arena, struct set *set, bl_rules rules) {
    for (int i = 0; i < set->count; i++)
        if (set->items[i] == rules) return;
    *BL_APPEND(arena, set) = rules;
}

/* All passes under these rules, as text: what two sets of rules are compared by. */
static const char *passes(struct bl_arena *arena, const struct bl_program *program,
                          bl_rules rules) {
    const char *words = "";
    struct bl_diags *diags = bl_diags_new(arena, program->sources);
    const struct bl_plan *plan = bl_planned(arena, program, rules, diags);
    for (int p = 0; p < plan->pass_count; p++)
        words = bl_format(arena, "%s%s\n", words, bl_pass_words(arena, &plan->passes[p]));
    return words;
}

/* The first rule that changes something when it is added, or 0. */
static bl_rules next_step(struct bl_arena *arena, const struct bl_program *program,
                          bl_rules rules) {
    const char *now = passes(arena, program, rules);
    for (int r = 0; r < BL_RULE_COUNT; r++)
        if (!(rules >> r & 1) && strcmp(now, passes(arena, program, rules | 1u << r)))
            return 1u << r;
    return 0;
}

static bl_rules add_steps(struct bl_arena *arena, struct set *set,
                          const struct bl_program *program) {
    bl_rules rules = 0;
    add(arena, set, rules);
    for (bl_rules more; (more = next_step(arena, program, rules));) add(arena, set, rules |= more);
    if (!strcmp(passes(arena, program, rules), passes(arena, program, BL_ALL_RULES))) return rules;
    add(arena, set, BL_ALL_RULES);
    return BL_ALL_RULES;
}

static int complain(const char *word) {
    fprintf(
        stderr,
        "bankloom sweep: '%s' is not a point of fusion; points are separated by '/', and each is "
        "steps, all, none, a list of",
        word);
    for (int i = 0; i < BL_RULE_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", bl_rule_word((enum bl_rule)i));
    fprintf(stderr, ", or '+' and such a list\n");
    return 0;
}

int bl_sweep_fuse_parse(struct bl_arena *arena, const char *text, const struct bl_program *program,
                        struct bl_sweep_choice **points) {
    struct set set = {0};
    for (bl_rules last = 0;; text++) {
        const char *word = bl_strndup(arena, text, strcspn(text, "/")), *bad;
        bl_rules rules;
        if (!strcmp(word, "steps")) last = add_steps(arena, &set, program);
        else if (!bl_rules_parse(word + (*word == '+'), &rules, &bad)) return complain(word);
        else add(arena, &set, last = *word == '+' ? rules | last : rules);
        text += strlen(word);
        if (!*text) break;
    }
    *points = BL_NEW(arena, struct bl_sweep_choice, set.count);
    for (int i = 0; i < set.count; i++)
        (*points)[i] = (struct bl_sweep_choice){bl_rules_words(arena, set.items[i]), set.items[i]};
    return set.count;
}
