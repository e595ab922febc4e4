/* Kernels of the golden model that can go no further: those whose partners have failed end with an
   error, the others are described. */
#ifndef BL_GOLDEN_WAITS_H
#define BL_GOLDEN_WAITS_H

#include <stdio.h>

#include "kernel/carried/golden_state.h"

/* Nothing moves any more: ends kernels that wait for one that has failed; whether any did. A kernel
   ends with its own error, where it has one. */
bool bl_kernel_golden_fail_partners(struct bl_kernel_golden *golden);
/* Nothing moves any more, and a kernel has failed: silence ends those that wait for what it would
   have sent over an unreliable channel. Whether any did. */
bool bl_kernel_golden_end_by_silence(struct bl_kernel_golden *golden);
/* A line: what the kernel waits for at each of its ends. */
void bl_kernel_golden_describe_waits(const struct bl_kernel_golden *golden,
                                     const struct bl_golden_running *running, FILE *file);

#endif
