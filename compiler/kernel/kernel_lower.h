/* The circuit of a node with kernels. */
#ifndef BL_KERNEL_LOWER_H
#define BL_KERNEL_LOWER_H

struct bl_arena;
struct bl_circuit;
struct bl_plan;

struct bl_circuit *bl_kernels_lower(struct bl_arena *arena, const struct bl_plan *plan);

#endif
