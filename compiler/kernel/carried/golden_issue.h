/* Steps of kernels in the golden model: arguments and counters become moves, which begin when their
   ends are free and no earlier move stands in the way. */
#ifndef BL_GOLDEN_ISSUE_H
#define BL_GOLDEN_ISSUE_H

#include "kernel/carried/golden_state.h"

/* Issues what can be issued; whether anything was. */
bool bl_kernel_golden_issue(struct bl_kernel_golden *golden, struct bl_golden_running *running);

#endif
