#include "stage/stages.h"

static const struct bl_stage_row *const rows[] = {
#define BL_STAGE(name, word, versions, makes, help) [BL_##name] = &bl_##word##_row,
#include "ir/stages.def"
#undef BL_STAGE
};

const struct bl_stage_row *bl_stage_row(enum bl_stage_kind kind) { return rows[kind]; }
