/* What is written of a program of kernels besides its circuit: the calls of a host program, and the
   bench. */
#ifndef BL_KERNEL_EMIT_H
#define BL_KERNEL_EMIT_H

struct bl_kernels_plan;
struct bl_text;

/* host/CLUSTER_host.h and .c, and bench/CLUSTER_bench.c. */
void bl_kernels_emit_host_header(struct bl_text *text, const struct bl_kernels_plan *plan);
void bl_kernels_emit_host(struct bl_text *text, const struct bl_kernels_plan *plan);
void bl_kernels_emit_bench(struct bl_text *text, const struct bl_kernels_plan *plan);

#endif
