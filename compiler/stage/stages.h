/* The table of stages. */
#ifndef BL_STAGES_H
#define BL_STAGES_H

#include "ir/stage.h"

/* The row of a kind. Every kind has one. */
const struct bl_stage_row *bl_stage_row(enum bl_stage_kind kind);

#endif
