/* The kernels in Verilog of a file by themselves. */
#ifndef BL_KERNEL_CHECK_OWNS_H
#define BL_KERNEL_CHECK_OWNS_H

#include <stdbool.h>

struct bl_arena;
struct bl_diags;
struct bl_kind;
struct bl_symbols;
struct bl_tree;

/* Those that a file declares, whatever else it has: a program of nothing else, and its files.
   `kind` is that of kernels. With `drafts` the files are not looked at. NULL after errors. */
struct bl_kernel_modules {
    const struct bl_kernels *kernels;
    const struct bl_kernel_own_files *files;
};
const struct bl_kernel_modules *bl_kernel_modules_check(struct bl_arena *arena,
                                                        struct bl_diags *diags,
                                                        struct bl_symbols *symbols,
                                                        const struct bl_tree *tree,
                                                        const struct bl_kind *kind, bool drafts);

#endif
