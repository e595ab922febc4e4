/* The rules and the groups of a host program's calls. */
#include <inttypes.h>

#include "base/arena.h"
#include "ir/program.h"
#include "kernel/emit/emit_inner.h"
#include "kernel/kernel_program.h"

/* ---- rules */

static void emit_terms(struct bl_kernel_emission *e, const struct bl_device_rule *rule) {
    static const char *const kinds[] = {
#define ROW(name, sign) #name,
        BL_DEVICE_TERMS(ROW)
#undef ROW
    };
    bl_kernel_part(e, "terms");
    for (int i = 0; i < rule->count; i++) {
        const struct bl_device_term *term = &rule->terms[i];
        bl_kernel_set(e, "kind", kinds[term->kind]);
        bl_kernel_set(e, "value", bl_format(e->arena, "%" PRId64, term->value));
        bl_kernel_number(e, "left", term->left);
        bl_kernel_number(e, "right", term->right);
        bl_kernel_part(e, "term");
    }
    bl_kernel_part(e, "end of terms");
}

void bl_kernel_emit_rules(struct bl_kernel_emission *e, const struct bl_device_rule *rules,
                          int count) {
    for (int i = 0; i < count; i++) {
        bl_kernel_number(e, "rule", i);
        emit_terms(e, &rules[i]);
    }
    bl_kernel_part(e, "rules");
    for (int i = 0; i < count; i++) {
        bl_kernel_number(e, "rule", i);
        bl_kernel_set(e, "text", rules[i].text);
        bl_kernel_number(e, "count", rules[i].count);
        bl_kernel_number(e, "sets", rules[i].sets);
        bl_kernel_number(e, "by", rules[i].by);
        bl_kernel_part(e, "rule");
    }
    bl_kernel_part(e, "end of rules");
}

/* ---- groups */

static bool stands_in(const struct bl_device_rule *rule, enum bl_device_term_kind kind,
                      int64_t value) {
    for (int i = 0; i < rule->count; i++)
        if (rule->terms[i].kind == kind && rule->terms[i].value == value) return true;
    return false;
}

/* Whether the call has it: not where the kernel says what it is at each node, and nothing of the
   group names it. */
static bool is_given(const struct bl_kernels *kernels, const struct bl_kernel_group *group,
                     int kernel, int argument) {
    const struct bl_kernel *of = &kernels->kernels[kernel];
    int place = kernel * BL_MOST_KERNEL_ARGUMENTS + argument;
    bool said = false;
    for (int i = 0; i < of->rule_count; i++)
        said |= of->rules[i].sets == argument && stands_in(&of->rules[i], BL_DEVICE_TERM_NODE, 0);
    for (int i = 0; i < group->rule_count; i++)
        said &= !stands_in(&group->rules[i], BL_DEVICE_TERM_ARGUMENT, place);
    for (int i = 0; i < group->count; i++)
        said &= !group->members[i].at ||
                !stands_in(group->members[i].at, BL_DEVICE_TERM_ARGUMENT, place);
    return !said;
}

static uint64_t given_bits(const struct bl_kernels *kernels, const struct bl_kernel_group *group,
                           int kernel) {
    uint64_t bits = 0;
    for (int i = 0; i < kernels->kernels[kernel].argument_count; i++)
        bits |= (uint64_t)is_given(kernels, group, kernel, i) << i;
    return bits;
}

/* The rules of a group's own: a kernel's name does not begin with a digit. */
static void group_tables(struct bl_kernel_emission *e, const struct bl_kernel_group *group) {
    bl_kernel_set(e, "kernel", bl_format(e->arena, "0_%s", group->name));
    bl_kernel_emit_rules(e, group->rules, group->rule_count);
    for (int i = 0; i < group->count; i++) {
        bl_kernel_set(e, "kernel", bl_format(e->arena, "%d_%s_at", i + 1, group->name));
        if (group->members[i].at) bl_kernel_emit_rules(e, group->members[i].at, 1);
    }
    bl_kernel_set(e, "group", group->name);
    bl_kernel_part(e, "members");
    for (int i = 0; i < group->count; i++) {
        int kernel = group->members[i].kernel;
        bl_kernel_number(e, "number", kernel);
        bl_kernel_number(e, "first", kernel * BL_MOST_KERNEL_ARGUMENTS);
        bl_kernel_set(e, "given",
                      bl_format(e->arena, "0x%" PRIx64, given_bits(e->kernels, group, kernel)));
        bl_kernel_set(e, "at",
                      group->members[i].at
                          ? bl_format(e->arena, "rules_%d_%s_at", i + 1, group->name)
                          : "NULL");
        bl_kernel_part(e, "member");
    }
    bl_kernel_part(e, "end of members");
}

void bl_kernel_emit_groups(struct bl_kernel_emission *e) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(e->plan->program, &count);
    for (int i = 0; i < count; i++) group_tables(e, &groups[i]);
    bl_kernel_part(e, "groups");
    for (int i = 0; i < count; i++) {
        bl_kernel_set(e, "group", groups[i].name);
        bl_kernel_number(e, "count", groups[i].count);
        bl_kernel_number(e, "rule_count", groups[i].rule_count);
        bl_kernel_part(e, "row of groups");
    }
    bl_kernel_part(e, "end of groups");
    bl_kernel_number(e, "group_count", count);
}

/* The arguments that a group's call has: `near_n`, and where they lie among all. */
struct group_arguments {
    const char **names, *const *written;
    int *places;
    int count;
};

static struct group_arguments group_arguments(struct bl_kernel_emission *e,
                                              const struct bl_kernel_group *group) {
    int most = e->kernels->kernel_count * BL_MOST_KERNEL_ARGUMENTS;
    struct group_arguments all = {.names = BL_NEW(e->arena, const char *, most),
                                  .places = BL_NEW(e->arena, int, most)};
    for (int i = 0; i < group->count; i++) {
        int number = group->members[i].kernel;
        const struct bl_kernel *kernel = &e->kernels->kernels[number];
        for (int j = 0; j < kernel->argument_count; j++) {
            if (!is_given(e->kernels, group, number, j)) continue;
            all.names[all.count] = bl_format(e->arena, "%s_%s", kernel->name, kernel->arguments[j]);
            all.places[all.count++] = number * BL_MOST_KERNEL_ARGUMENTS + j;
        }
    }
    return all;
}

/* Sets the holes of a group's call. */
static struct group_arguments set_group(struct bl_kernel_emission *e,
                                        const struct bl_kernel_group *group) {
    struct group_arguments all = group_arguments(e, group);
    all.written = bl_kernel_set_parameters(e, all.names, all.count);
    bl_kernel_set(e, "group", group->name);
    bl_kernel_number(e, "places", e->kernels->kernel_count * BL_MOST_KERNEL_ARGUMENTS);
    return all;
}

static void fill_arguments(struct bl_kernel_emission *e, const struct group_arguments *all) {
    for (int i = 0; i < all->count; i++) {
        bl_kernel_number(e, "place", all->places[i]);
        bl_kernel_set(e, "value", all->written[i]);
        bl_kernel_part(e, "argument of group");
    }
}

static void emit_calls(struct bl_kernel_emission *e, const struct group_arguments *all) {
    bl_kernel_part(e, "call for group");
    fill_arguments(e, all);
    bl_kernel_part(e, "start of group");
    fill_arguments(e, all);
    bl_kernel_part(e, "wait of group");
}

void bl_kernel_emit_group_calls(struct bl_kernel_emission *e, bool bodies) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(e->plan->program, &count);
    for (int i = 0; i < count; i++) {
        const struct group_arguments all = set_group(e, &groups[i]);
        bl_kernel_number(e, "number", i);
        if (bodies) emit_calls(e, &all);
        else bl_kernel_part(e, "group");
    }
}
