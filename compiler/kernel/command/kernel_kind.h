/* The kind of program that is kernels, with the channels between them: kind/kind.h. */
#ifndef BL_KERNEL_KIND_H
#define BL_KERNEL_KIND_H

extern const struct bl_kind bl_kernels_kind; /* kernel_kind.c */

#endif
