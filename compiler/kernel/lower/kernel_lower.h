/* The circuit of a node with kernels. */
#ifndef BL_KERNEL_LOWER_H
#define BL_KERNEL_LOWER_H

struct bl_arena;
struct bl_circuit;
struct bl_kernels_plan;

/* Of a plan that is within its limits. */
struct bl_circuit *bl_kernels_lower(struct bl_arena *arena, const struct bl_kernels_plan *plan);
/* The same with the streams of kernels in Verilog as ports, in place of their modules: PORT is
   opencl_PORT_data, 256 bits, _valid and _ready. */
struct bl_circuit *bl_kernels_lower_open(struct bl_arena *arena,
                                         const struct bl_kernels_plan *plan);

#endif
