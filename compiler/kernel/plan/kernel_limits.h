/* Which numbers of a program the circuit's templates have no room for, said in the words of the
   program. What stands in no row here is a parameter's range, which bl_circuit_check reports. */
#ifndef BL_KERNEL_LIMITS_H
#define BL_KERNEL_LIMITS_H

struct bl_diags;
struct bl_kernels_plan;

/* Reports each of these numbers. */
void bl_kernels_check_limits(const struct bl_kernels_plan *plan, struct bl_diags *diags);

#endif
