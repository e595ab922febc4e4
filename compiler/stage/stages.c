#include "stage/stages.h"

static const struct bl_stage_row rows[] = {
    [BL_READ] = {.kind = BL_READ, .role = BL_STAGE_READS},
    [BL_HISTOGRAM] = {.kind = BL_HISTOGRAM, .role = BL_STAGE_COUNTS},
    [BL_TABLE] = {.kind = BL_TABLE, .role = BL_STAGE_STEERS},
    [BL_CROSSBAR] = {.kind = BL_CROSSBAR, .role = BL_STAGE_TO_CHANNEL},
    [BL_ALLTOALLV] = {.kind = BL_ALLTOALLV, .role = BL_STAGE_TO_NODE},
    [BL_WRITE] = {.kind = BL_WRITE, .role = BL_STAGE_WRITES},
};

const struct bl_stage_row *bl_stage_row(enum bl_stage_kind kind) { return &rows[kind]; }
