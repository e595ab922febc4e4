/* Kernels that a host program starts together. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bl_device_kernel_inner.h"

enum { MOST = 16 /* arguments of a kernel */ };

/* Each start of a group, one after the other. */
typedef enum bl_device_result visit(struct bl_device *device, int node,
                                    const struct bl_device_kernel *kernel,
                                    const uint32_t *arguments, void *user);

/* Whether a member of a group is started at the node; its arguments there, of those of all. */
static bool member_starts(const struct bl_device_member *member, const uint32_t *all, int node,
                          uint32_t *arguments) {
    const struct bl_device_kernel *kernel = member->kernel;
    if (!(kernel->nodes >> node & 1)) return false;
    if (member->at && bl_device_rules_broken(member->at, 1, all, node)) return false;
    memcpy(arguments, all + member->first, (size_t)kernel->argument_count * sizeof *arguments);
    bl_device_rules_set(kernel->rules, kernel->rule_count, arguments, member->given, node);
    return true;
}

static enum bl_device_result each_start(struct bl_device *device,
                                        const struct bl_device_group *group, const uint32_t *all,
                                        visit *visit, void *user) {
    enum bl_device_result result = BL_DEVICE_OK;
    uint32_t arguments[MOST] = {0};
    for (int i = 0; i < group->count && !result; i++) {
        bool any = false;
        for (int node = 0; node < bl_device_nodes(device) && !result; node++) {
            if (!member_starts(&group->members[i], all, node, arguments)) continue;
            any = true;
            result = visit(device, node, group->members[i].kernel, arguments, user);
        }
        if (!any)
            return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                                  "group %s starts kernel %s on a node where it is not",
                                  group->name, group->members[i].kernel->name);
    }
    return result;
}

/* "near.n = 4, far.m = 9": what comes with the call. */
static void list_values(char *text, size_t room, const struct bl_device_group *group,
                        const uint32_t *all) {
    size_t at = 0;
    *text = '\0';
    for (int i = 0; i < group->count; i++) {
        const struct bl_device_member *member = &group->members[i];
        for (int j = 0; j < member->kernel->argument_count && at < room; j++)
            if (member->given >> j & 1)
                at += (size_t)snprintf(text + at, room - at, "%s%s.%s = %" PRIu32, at ? ", " : "",
                                       member->kernel->name, member->kernel->names[j],
                                       all[member->first + j]);
    }
}

static enum bl_device_result check_rules(struct bl_device *device,
                                         const struct bl_device_group *group, const uint32_t *all) {
    char values[512];
    const struct bl_device_rule *broken = bl_device_rules_broken(group->rules, group->rule_count,
                                                                 all, 0);
    if (!broken) return BL_DEVICE_OK;
    list_values(values, sizeof values, group, all);
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "group %s requires `%s`: %s", group->name,
                          broken->text, values);
}

static enum bl_device_result allow(struct bl_device *device, int node,
                                   const struct bl_device_kernel *kernel, const uint32_t *arguments,
                                   void *user) {
    (void)user;
    enum bl_device_result result = bl_device_kernel_allows(device, node, kernel, arguments);
    return result ? result : bl_device_kernel_rests(device, node, kernel);
}

static enum bl_device_result start(struct bl_device *device, int node,
                                   const struct bl_device_kernel *kernel, const uint32_t *arguments,
                                   void *user) {
    (void)user;
    return bl_device_kernel_start(device, node, kernel, arguments);
}

enum bl_device_result bl_device_group_start(struct bl_device *device,
                                            const struct bl_device_group *group,
                                            const uint32_t *arguments) {
    enum bl_device_result result = bl_device_place(device, group);
    if (!result) result = bl_device_place(device, arguments);
    if (!result) result = check_rules(device, group, arguments);
    if (!result) result = each_start(device, group, arguments, allow, NULL);
    return result ? result : each_start(device, group, arguments, start, NULL);
}

/* A wait for all of them. */
struct wait {
    int64_t timeout_ps;
    uint64_t longest;
};

static enum bl_device_result wait_for(struct bl_device *device, int node,
                                      const struct bl_device_kernel *kernel,
                                      const uint32_t *arguments, void *user) {
    struct wait *wait = user;
    uint64_t taken = 0;
    (void)arguments;
    enum bl_device_result result = bl_device_kernel_wait(device, node, kernel, wait->timeout_ps,
                                                         &taken);
    if (taken > wait->longest) wait->longest = taken;
    return result;
}

enum bl_device_result bl_device_group_call(struct bl_device *device,
                                           const struct bl_device_group *group,
                                           const uint32_t *arguments, int64_t timeout_ps,
                                           uint64_t *clocks) {
    struct wait wait = {.timeout_ps = timeout_ps};
    enum bl_device_result result = bl_device_group_start(device, group, arguments);
    if (!result) result = each_start(device, group, arguments, wait_for, &wait);
    if (clocks) *clocks = wait.longest;
    return result;
}
