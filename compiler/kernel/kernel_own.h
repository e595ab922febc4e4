/* Kernels in Verilog: the ports of their modules, and how their golden functions are called. */
#ifndef BL_KERNEL_OWN_H
#define BL_KERNEL_OWN_H

#include <stdbool.h>

#include "kernel/carried/kernels.h"

struct bl_arena;

/* The ports of its module. */
struct bl_kernel_header {
    struct bl_kernel_header_port {
        const char *name;
        bool in;
        int bits;
    } * items;
    int count, capacity;
};
struct bl_kernel_header bl_kernel_own_header(struct bl_arena *arena,
                                             const struct bl_kernels *kernels,
                                             const struct bl_kernel_own *own);
/* "argument_scale" */
const char *bl_kernel_own_port(struct bl_arena *arena, const struct bl_kernel_own *own,
                               int argument);

/* The arguments' names as parameters of a C function. */
const char **bl_kernel_own_parameters(struct bl_arena *arena, const struct bl_kernel_own *own);
/* "unsigned add(void *state, const void *const *in, void *const *out, unsigned last, uint32_t
   scale);" as a function of that name. */
const char *bl_kernel_own_prototype(struct bl_arena *arena, const struct bl_kernel_own *own,
                                    const char *name);
/* ", arguments[0], arguments[1]": the last values of a call, of an array of that name. */
const char *bl_kernel_own_values(struct bl_arena *arena, const struct bl_kernel_own *own,
                                 const char *array);

#endif
