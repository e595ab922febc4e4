/* What the files that write tables of kernels share. */
#ifndef BL_KERNEL_EMIT_INNER_H
#define BL_KERNEL_EMIT_INNER_H

#include "emit/parts.h"
#include "kernel/carried/kernels.h"
#include "kernel/plan/kernel_plan.h"

/* Parts being filled from a program. */
struct bl_kernel_emission {
    struct bl_arena *arena;
    const struct bl_kernels_plan *plan;
    const struct bl_kernels *kernels;
    struct bl_parts parts;
};

/* Begins text/kernel/FILE.in, in which the holes that stand in many parts are filled. */
struct bl_kernel_emission bl_kernel_emission(struct bl_text *text,
                                             const struct bl_kernels_plan *plan, const char *file);
static inline void bl_kernel_set(struct bl_kernel_emission *e, const char *hole,
                                 const char *value) {
    bl_part_set(&e->parts, hole, value);
}
static inline void bl_kernel_number(struct bl_kernel_emission *e, const char *hole,
                                    long long value) {
    bl_part_number(&e->parts, hole, value);
}
static inline void bl_kernel_part(const struct bl_kernel_emission *e, const char *name) {
    bl_part(&e->parts, name);
}
/* The tables of the ends of channels. */
void bl_kernel_emit_ends(struct bl_kernel_emission *e, bool of_any);

/* Sets what a call takes, `parameters`, and what it gives on, `values`; the names as they are
   written there, [count]. */
const char *const *bl_kernel_set_parameters(struct bl_kernel_emission *e,
                                            const char *const *arguments, int count);
/* The tables of rules; their names end with the hole `kernel`. */
void bl_kernel_emit_rules(struct bl_kernel_emission *e, const struct bl_device_rule *rules,
                          int count);
/* The tables of the groups; the declarations of their calls, or the bodies. */
void bl_kernel_emit_groups(struct bl_kernel_emission *e);
void bl_kernel_emit_group_calls(struct bl_kernel_emission *e, bool bodies);

#endif
