#include "kernel/deadlock/kernel_tries.h"

#include <string.h>

#include "base/arena.h"
#include "base/carried/random.h"

enum { COMBINATIONS = 128, STEP = 64, USUAL = 5, MOST = BL_MOST_KERNEL_ARGUMENTS };
enum { TIMES = 4 /* rules that set what others set by, one behind the other */ };

static const struct bl_kernel *kernel_of(const struct bl_kernel_tries *tries, int member) {
    return &tries->kernels->kernels[tries->group->members[member].kernel];
}

static uint32_t *arguments_of(const struct bl_kernel_tries *tries, int kernel) {
    return tries->arguments + kernel * MOST;
}

static bool stands_in(const struct bl_device_rule *rule, enum bl_device_term_kind kind) {
    for (int i = 0; i < rule->count; i++)
        if (rule->terms[i].kind == kind) return true;
    return false;
}

/* ---- names */

/* Whether a rule says what the argument is, at all nodes the same where it is `anywhere`; a rule of
   arguments that others set says nothing. */
static bool is_set(const struct bl_device_rule *rules, int count, int argument, bool anywhere) {
    for (int i = 0; i < count; i++) {
        bool open = rules[i].sets == argument &&
                    !(anywhere && stands_in(&rules[i], BL_DEVICE_TERM_NODE));
        for (int j = 0; j < rules[i].count && open; j++) {
            const struct bl_device_term *term = &rules[i].terms[j];
            if (term->kind == BL_DEVICE_TERM_ARGUMENT && term->value != argument &&
                is_set(rules, i, (int)term->value, anywhere))
                open = false;
        }
        if (open) return true;
    }
    return false;
}

static int name_of(const struct bl_kernel_tries *tries, const char *name) {
    for (int i = 0; i < tries->count; i++)
        if (!strcmp(tries->names[i], name)) return i;
    return -1;
}

static bool names(const struct bl_device_rule *rule, int place) {
    for (int i = 0; i < rule->count; i++)
        if (rule->terms[i].kind == BL_DEVICE_TERM_ARGUMENT && rule->terms[i].value == place)
            return true;
    return false;
}

/* Whether something of the group goes by the argument: then it is one for all nodes. */
static bool is_shared(const struct bl_kernel_group *group, int kernel, int argument) {
    int place = kernel * MOST + argument;
    for (int i = 0; i < group->rule_count; i++)
        if (names(&group->rules[i], place)) return true;
    for (int i = 0; i < group->count; i++)
        if (group->members[i].at && names(group->members[i].at, place)) return true;
    return false;
}

/* Whether a kernel's rule says what all arguments of the name are. */
static bool is_settled(const struct bl_kernel_tries *tries, const char *name) {
    for (int i = 0; i < tries->group->count; i++) {
        const struct bl_kernel *kernel = kernel_of(tries, i);
        for (int j = 0; j < kernel->argument_count; j++)
            if (!strcmp(kernel->arguments[j], name) &&
                is_set(kernel->rules, kernel->rule_count, j, true))
                return true;
    }
    return false;
}

static void add_name(struct bl_kernel_tries *tries, int member, int argument) {
    const struct bl_kernel *kernel = kernel_of(tries, member);
    const struct bl_kernel_group *group = tries->group;
    const char *name = kernel->arguments[argument];
    int place = group->members[member].kernel * MOST + argument;
    bool shared = is_shared(group, group->members[member].kernel, argument);
    if (is_set(kernel->rules, kernel->rule_count, argument, shared) ||
        is_set(group->rules, group->rule_count, place, false) || is_settled(tries, name) ||
        name_of(tries, name) >= 0 || tries->count == BL_KERNEL_TRIED_NAMES)
        return;
    tries->names[tries->count++] = name;
}

/* ---- values */

/* More elements of any size than all buffers of the channels hold. */
static uint32_t more_than_all(const struct bl_kernels *kernels) {
    uint32_t granules = 0;
    for (int i = 0; i < kernels->channel_count; i++)
        granules += (uint32_t)kernels->channels[i].words * BL_KERNEL_WORD_GRANULES;
    for (int i = 0; i < kernels->bundle_count; i++)
        granules += (uint32_t)(kernels->bundles[i].words * kernels->nodes) *
                    BL_KERNEL_WORD_GRANULES;
    return granules * BL_KERNEL_GRANULE + STEP;
}

static void add_choice(struct bl_kernel_tries *tries, int64_t value) {
    for (int i = 0; i < tries->choice_count; i++)
        if (tries->choices[i] == value) return;
    if (value >= 0 && value <= UINT32_MAX && tries->choice_count < BL_KERNEL_TRIED_VALUES)
        tries->choices[tries->choice_count++] = (uint32_t)value;
}

/* About the constants that rules name. */
static void add_rules(struct bl_kernel_tries *tries, const struct bl_device_rule *rules,
                      int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < rules[i].count && rules[i].sets < 0; j++) {
            const struct bl_device_term *term = &rules[i].terms[j];
            for (int by = -1; by <= 1 && term->kind == BL_DEVICE_TERM_NUMBER; by++)
                add_choice(tries, term->value + by);
        }
}

static void add_choices(struct bl_kernel_tries *tries) {
    const uint32_t usual[USUAL] = {1, 0, more_than_all(tries->kernels), 2, 12};
    for (int i = 0; i < USUAL; i++) tries->choices[tries->choice_count++] = usual[i];
    add_rules(tries, tries->group->rules, tries->group->rule_count);
    for (int i = 0; i < tries->group->count; i++)
        add_rules(tries, kernel_of(tries, i)->rules, kernel_of(tries, i)->rule_count);
}

struct bl_kernel_tries bl_kernel_tries_make(struct bl_arena *arena,
                                            const struct bl_kernels *kernels,
                                            const struct bl_kernel_group *group) {
    struct bl_kernel_tries tries = {.kernels = kernels, .group = group, .combinations = 1};
    tries.arguments = BL_NEW(arena, uint32_t, kernels->kernel_count * MOST);
    for (int i = 0; i < group->count; i++)
        for (int j = 0; j < kernel_of(&tries, i)->argument_count && j < MOST; j++)
            add_name(&tries, i, j);
    add_choices(&tries);
    for (int i = 0; i < tries.count && tries.combinations <= COMBINATIONS; i++)
        tries.combinations *= (uint64_t)tries.choice_count;
    tries.all = tries.combinations <= COMBINATIONS;
    if (!tries.all) tries.combinations = COMBINATIONS;
    return tries;
}

/* ---- a combination */

/* All arguments of this one's name have its value. */
static void share(const struct bl_kernel_tries *tries, int member, int argument) {
    uint32_t value = arguments_of(tries, tries->group->members[member].kernel)[argument];
    const char *name = kernel_of(tries, member)->arguments[argument];
    for (int i = 0; i < tries->group->count; i++)
        for (int j = 0; j < kernel_of(tries, i)->argument_count; j++)
            if (!strcmp(kernel_of(tries, i)->arguments[j], name))
                arguments_of(tries, tries->group->members[i].kernel)[j] = value;
}

/* What a kernel's rules say whatever the node is. */
static void set_anywhere(const struct bl_kernel_tries *tries, int member) {
    const struct bl_kernel *kernel = kernel_of(tries, member);
    uint32_t *arguments = arguments_of(tries, tries->group->members[member].kernel);
    for (int i = 0; i < kernel->rule_count; i++) {
        const struct bl_device_rule *rule = &kernel->rules[i];
        if (rule->sets < 0 || stands_in(rule, BL_DEVICE_TERM_NODE)) continue;
        bl_device_rules_set(rule, 1, arguments, 0, 0);
        share(tries, member, rule->sets);
    }
}

/* As the host gives them: by their names, and what rules set. */
static void give(struct bl_kernel_tries *tries) {
    const struct bl_kernel_group *group = tries->group;
    for (int i = 0; i < group->count; i++)
        for (int j = 0; j < kernel_of(tries, i)->argument_count && j < MOST; j++) {
            int name = name_of(tries, kernel_of(tries, i)->arguments[j]);
            arguments_of(tries, group->members[i].kernel)[j] = name < 0 ? 0 : tries->values[name];
        }
    for (int times = 0; times < TIMES; times++) {
        for (int i = 0; i < group->count; i++) set_anywhere(tries, i);
        bl_device_rules_set(group->rules, group->rule_count, tries->arguments, 0, 0);
    }
}

static const struct bl_kernel_member *member_of(const struct bl_kernel_tries *tries, int kernel) {
    for (int i = 0; i < tries->group->count; i++)
        if (tries->group->members[i].kernel == kernel) return &tries->group->members[i];
    return NULL;
}

bool bl_kernel_tries_start(const struct bl_kernel_tries *tries, int kernel, int node,
                           uint32_t *arguments) {
    const struct bl_kernel *of = &tries->kernels->kernels[kernel];
    const struct bl_kernel_member *member = member_of(tries, kernel);
    if (!member || !of->on[node] ||
        (member->at && bl_device_rules_broken(member->at, 1, tries->arguments, node)))
        return false;
    memcpy(arguments, arguments_of(tries, kernel), MOST * sizeof *arguments);
    uint64_t kept = 0;
    for (int i = 0; i < of->argument_count; i++)
        kept |= (uint64_t)is_shared(tries->group, kernel, i) << i;
    bl_device_rules_set(of->rules, of->rule_count, arguments, kept, node);
    return true;
}

/* Whether all rules hold. */
static bool is_allowed(const struct bl_kernel_tries *tries) {
    const struct bl_kernel_group *group = tries->group;
    uint32_t arguments[MOST];
    if (bl_device_rules_broken(group->rules, group->rule_count, tries->arguments, 0)) return false;
    for (int i = 0; i < group->count; i++) {
        const struct bl_kernel *kernel = kernel_of(tries, i);
        bool any = false;
        for (int node = 0; node < tries->kernels->nodes; node++) {
            if (!bl_kernel_tries_start(tries, group->members[i].kernel, node, arguments)) continue;
            any = true;
            if (bl_device_rules_broken(kernel->rules, kernel->rule_count, arguments, node))
                return false;
        }
        if (!any) return false; /* it has no node */
    }
    return true;
}

bool bl_kernel_tries_choose(struct bl_kernel_tries *tries, uint64_t number) {
    struct bl_random random = bl_random_at(1, number);
    for (int i = 0; i < tries->count; i++) {
        uint64_t drawn = tries->all ? number : bl_random_next(&random) >> 16;
        tries->values[i] = tries->choices[drawn % (uint64_t)tries->choice_count];
        number /= (uint64_t)tries->choice_count;
    }
    give(tries);
    return is_allowed(tries);
}

bool bl_kernel_tries_halve(struct bl_kernel_tries *tries) {
    bool any = false;
    for (int i = 0; i < tries->count; i++) {
        if (tries->values[i] < 2 * STEP) continue;
        tries->values[i] = tries->values[i] / 2 / STEP * STEP;
        any = true;
    }
    give(tries);
    return any && is_allowed(tries);
}

const char *bl_kernel_tries_text(struct bl_arena *arena, const struct bl_kernel_tries *tries) {
    const char *text = "";
    for (int i = 0; i < tries->count; i++)
        text = bl_format(arena, "%s%s%s = %lu", text, i ? ", " : "", tries->names[i],
                         (unsigned long)tries->values[i]);
    return text;
}
