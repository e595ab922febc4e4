/* Kernels that the model of `check` cannot run: those that move at a module with an output that
   does not say how much it gives, and those that share a channel or a module with such a kernel. */
#include <string.h>

#include "base/arena.h"
#include "ir/program.h"
#include "kernel/deadlock/kernel_tries.h"

/* The module at whose port the move's end is, or NULL. An operator gives an element for each pair,
   and is none. */
static const struct bl_kernel_own *module_at(const struct bl_kernels *kernels,
                                             struct bl_kernel_end end) {
    int own = end.kind == BL_KERNEL_AT_PORT ? kernels->ports[end.number].own : -1;
    return own < 0 || kernels->owns[own].operates ? NULL : &kernels->owns[own];
}

static bool is_undeclared(const struct bl_kernels *kernels, const struct bl_kernel_own *own) {
    return own && !bl_kernel_is_declared(kernels, own);
}

/* Whether two ends have words in common: those of one channel, those of one module. */
static bool meet(const struct bl_kernels *kernels, struct bl_kernel_end a, struct bl_kernel_end b) {
    if (bl_kernel_at_channel(a) && bl_kernel_at_channel(b)) return a.number == b.number;
    const struct bl_kernel_own *own = module_at(kernels, a);
    return own && own == module_at(kernels, b);
}

static struct bl_kernel_end end_of(const struct bl_kernel *kernel, int i) {
    return i % 2 ? kernel->moves[i / 2].to : kernel->moves[i / 2].from;
}

static bool depends(const struct bl_kernels *kernels, const struct bl_kernel *a,
                    const struct bl_kernel *b) {
    for (int i = 0; i < 2 * a->move_count; i++)
        for (int j = 0; j < 2 * b->move_count; j++)
            if (meet(kernels, end_of(a, i), end_of(b, j))) return true;
    return false;
}

/* The undeclared module that a kernel moves at, or NULL. */
static const struct bl_kernel_own *undeclared_of(const struct bl_kernels *kernels,
                                                 const struct bl_kernel *kernel) {
    for (int i = 0; i < 2 * kernel->move_count; i++) {
        const struct bl_kernel_own *own = module_at(kernels, end_of(kernel, i));
        if (is_undeclared(kernels, own)) return own;
    }
    return NULL;
}

/* Takes kernels that depend on one of these to them; whether there were any. */
static bool spread(const struct bl_kernels *kernels, const struct bl_kernel_own **untried) {
    bool any = false;
    for (int i = 0; i < kernels->kernel_count; i++)
        for (int j = 0; j < kernels->kernel_count && !untried[i]; j++) {
            if (!untried[j] || !depends(kernels, &kernels->kernels[i], &kernels->kernels[j]))
                continue;
            untried[i] = untried[j];
            any = true;
        }
    return any;
}

const struct bl_kernel_own **bl_kernels_untried(struct bl_arena *arena,
                                                const struct bl_kernels *kernels) {
    const struct bl_kernel_own **untried = BL_NEW(arena, const struct bl_kernel_own *,
                                                  kernels->kernel_count + 1);
    for (int i = 0; i < kernels->kernel_count; i++)
        untried[i] = undeclared_of(kernels, &kernels->kernels[i]);
    while (spread(kernels, untried)) continue;
    return untried;
}

/* Whether a group starts it; without groups all are started. */
static bool is_started(const struct bl_program *program, int kernel) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(program, &count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < groups[i].count; j++)
            if (groups[i].members[j].kernel == kernel) return true;
    return !count;
}

/* "c (in no group), d (in no group)", and a comma behind it. */
static const char *in_no_group(struct bl_arena *arena, const struct bl_program *program,
                               const struct bl_kernel_own *const *untried) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    const char *text = "";
    for (int i = 0; i < kernels->kernel_count; i++)
        if (!untried[i] && !is_started(program, i))
            text = bl_format(arena, "%s%s%s (in no group)", text, *text ? ", " : "",
                             kernels->kernels[i].name);
    return text;
}

/* "a, b (`m` does not say how much it gives)", by module. */
const char *bl_kernels_untried_text(struct bl_arena *arena, const struct bl_program *program,
                                    const struct bl_kernel_own *const *untried) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    const char *text = in_no_group(arena, program, untried);
    for (int own = 0; own < kernels->own_count; own++) {
        const char *names = "";
        for (int i = 0; i < kernels->kernel_count; i++)
            if (untried[i] == &kernels->owns[own])
                names = bl_format(arena, "%s%s%s", names, *names ? ", " : "",
                                  kernels->kernels[i].name);
        if (*names)
            text = bl_format(arena, "%s%s%s (`%s` does not say how much it gives)", text,
                             *text ? ", " : "", names, kernels->owns[own].name);
    }
    return text;
}
