/* Groups: which kernels the host starts together, and what it promises across them. */
#include <string.h>

#include "base/arena.h"
#include "kernel/check/check_inner.h"

enum { MOST = BL_MOST_KERNEL_ARGUMENTS };

static int find_kernel(const struct bl_kernel_check *kc, struct bl_name name) {
    for (int i = 0; i < kc->kernels->kernel_count; i++)
        if (name.symbol && !strcmp(kc->kernels->kernels[i].name, name.symbol->text)) return i;
    if (name.symbol)
        bl_report(kc->check->diags, BL_MSG_KERNEL_GROUP, name.range, name.symbol->text);
    return -1;
}

/* The arguments of its kernels, as `near.n`, where they stand among those of all kernels. */
static struct bl_kernel_names names_of(struct bl_kernel_check *kc,
                                       const struct bl_kernel_group *group) {
    int count = kc->kernels->kernel_count * MOST;
    struct bl_kernel_names names = {
        .arguments = BL_NEW(kc->check->arena, struct bl_symbol *, count), .argument_count = count};
    for (int i = 0; i < group->count; i++) {
        const struct bl_kernel *kernel = &kc->kernels->kernels[group->members[i].kernel];
        for (int j = 0; j < kernel->argument_count; j++) {
            const char *text = bl_format(kc->check->arena, "%s.%s", kernel->name,
                                         kernel->arguments[j]);
            names.arguments[group->members[i].kernel * MOST + j] = bl_symbol(kc->check->symbols,
                                                                             text, strlen(text));
        }
    }
    return names;
}

/* Those that there are, each once. */
static void add_members(struct bl_kernel_check *kc, const struct bl_group_tree *tree,
                        struct bl_kernel_group *group) {
    struct bl_kernel_member *members = BL_NEW(kc->check->arena, struct bl_kernel_member,
                                              kc->kernels->kernel_count);
    bool *there = BL_NEW(kc->check->arena, bool, kc->kernels->kernel_count);
    group->members = members;
    for (const struct bl_start_tree *start = tree->starts; start; start = start->next) {
        int kernel = find_kernel(kc, start->kernel);
        if (kernel >= 0 && there[kernel])
            bl_report(kc->check->diags, BL_MSG_KERNEL_GROUP_TWICE, start->kernel.range, group->name,
                      start->kernel.symbol->text);
        else if (kernel >= 0) members[group->count++].kernel = kernel;
        if (kernel >= 0) there[kernel] = true;
    }
}

/* The nodes at which members are started. */
static void place_members(struct bl_kernel_check *kc, const struct bl_group_tree *tree,
                          const struct bl_kernel_names *names, struct bl_kernel_member *members) {
    for (const struct bl_start_tree *start = tree->starts; start; start = start->next, members++) {
        if (!start->at) continue;
        struct bl_device_rule *at = BL_NEW(kc->check->arena, struct bl_device_rule, 1);
        if (bl_kernel_rule_make(kc, names, start->at, at)) members->at = at;
    }
}

static void add_rules(struct bl_kernel_check *kc, const struct bl_group_tree *tree,
                      const struct bl_kernel_names *names, struct bl_kernel_group *group) {
    int count = 0;
    for (const struct bl_rule_tree *rule = tree->rules; rule; rule = rule->next) count++;
    struct bl_device_rule *rules = BL_NEW(kc->check->arena, struct bl_device_rule, count + 1);
    group->rules = rules;
    for (const struct bl_rule_tree *rule = tree->rules; rule; rule = rule->next) {
        struct bl_device_rule *made = &rules[group->rule_count];
        if (!bl_kernel_rule_make(kc, names, rule, made)) continue;
        group->rule_count++;
        for (int i = 0; i < made->count; i++)
            if (made->terms[i].kind == BL_DEVICE_TERM_NODE)
                bl_report(kc->check->diags, BL_MSG_KERNEL_GROUP_NODE, rule->range);
    }
}

static void check_group(struct bl_kernel_check *kc, const struct bl_declaration *declaration,
                        struct bl_kernel_group *group) {
    const struct bl_group_tree *tree = declaration->body;
    int errors = kc->check->diags->errors;
    *group = (struct bl_kernel_group){.name = bl_name_text(declaration->name),
                                      .range = declaration->name.range};
    add_members(kc, tree, group);
    if (!group->count && errors == kc->check->diags->errors)
        bl_report(kc->check->diags, BL_MSG_KERNEL_GROUP_EMPTY, declaration->name.range,
                  group->name);
    if (errors != kc->check->diags->errors) return;
    const struct bl_kernel_names names = names_of(kc, group);
    place_members(kc, tree, &names, (struct bl_kernel_member *)group->members);
    add_rules(kc, tree, &names, group);
}

void bl_kernel_check_groups(struct bl_kernel_check *kc) {
    kc->groups = BL_NEW(kc->check->arena, struct bl_kernel_group, kc->group_trees.count + 1);
    for (int i = 0; i < kc->group_trees.count; i++)
        check_group(kc, kc->group_trees.items[i], &kc->groups[i]);
}
