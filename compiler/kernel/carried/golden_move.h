/* Moves of kernels in the golden model, word by word, from one end to the other. */
#ifndef BL_GOLDEN_MOVE_H
#define BL_GOLDEN_MOVE_H

#include "kernel/carried/golden_state.h"

/* Granules that the source has for this move, at most a word. */
uint32_t bl_kernel_golden_available(const struct bl_kernel_golden *golden,
                                    const struct bl_golden_running *running,
                                    const struct bl_golden_move *move);
/* Whether it is the oldest at both of its ends. */
bool bl_kernel_golden_is_first(const struct bl_golden_running *running, int i);
/* A word of each move that can go on; whether any did. */
bool bl_kernel_golden_move_words(struct bl_kernel_golden *golden,
                                 struct bl_golden_running *running);

#endif
