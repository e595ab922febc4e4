/* What `sweep` does with kernels, as in kind/kind_sweep.h. */
#ifndef BL_KERNEL_SWEEP_H
#define BL_KERNEL_SWEEP_H

#include "kind/kind_sweep.h"

extern const struct bl_kind_sweep bl_kernels_sweep;

#endif
