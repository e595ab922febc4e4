/* The table of stages. */
#ifndef BL_STAGES_H
#define BL_STAGES_H

#include "ir/stage.h"

/* The row of a kind. Every kind has one. */
const struct bl_stage_row *bl_stage_row(enum bl_stage_kind kind);

/* WORD.c defines bl_WORD_row. */
#define BL_STAGE(name, word, versions, makes, help) \
    extern const struct bl_stage_row bl_##word##_row;
#include "ir/stages.def"
#undef BL_STAGE

#endif
