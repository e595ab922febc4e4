/* One state signal for all conflicts of codes: an exact search, and a proof where there is none. */
#ifndef BL_SINGLE_H
#define BL_SINGLE_H

#include "insert.h"

enum bl_single { BL_SINGLE_NONE, BL_SINGLE_FOUND, BL_SINGLE_OPEN };

/* Looks for labels (insert.h) that are legal and leave no conflict, among all 4^n labellings of the n states. NONE is a proof that no
   labelling does; OPEN: not decided within `work` steps (0: 200 million). `labels` has room for one per state. */
enum bl_single bl_single_find(const struct bl_spec *spec, int64_t work, uint8_t *labels);

#endif
