/* Kernels, channels and groups, checked. */
#ifndef BL_CHECK_KERNEL_H
#define BL_CHECK_KERNEL_H

struct bl_check;
struct bl_declaration;

/* bl_kind_word.collect and bl_kind.finish: what is made is bl_program_kernels. */
void bl_collect_kernel(struct bl_check *check, const struct bl_declaration *declaration,
                       void **collected);
void bl_finish_kernels(struct bl_check *check, void *collected);

#endif
