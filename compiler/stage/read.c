/* read VERSION, ...: the columns come from the channels that are read. Several are joined to
   records. */
#include "stage/stages.h"
#include "stage/zip_unit.h"

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    if (stage->version_count > 1) bl_route_zip(r, stage->version_count);
}

static const char *follow(struct bl_between *between) {
    if (between->begun) return "`read` begins a pass";
    between->begun = true;
    return NULL;
}

const struct bl_stage_row bl_read_row = {
    .kind = BL_READ,
    .role = BL_STAGE_READS,
    .follow = follow,
    .route = route,
};
