/* write VERSION, ...: the columns go to the channels that are written, split from their records if
   there are several. */
#include "stage/stages.h"
#include "stage/zip_unit.h"

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    if (!r->route->write) r->route->write = bl_route_stream(r, "write", r->lanes, r->plain, 0);
    if (stage->version_count > 1) bl_route_unzip(r, stage->version_count);
    bl_route_edge(r, r->stream, r->route->write, NULL);
}

static const char *follow(struct bl_between *between) {
    if (!between->moved) return "the pass would write what it reads";
    between->ended = true;
    return NULL;
}

const struct bl_stage_row bl_write_row = {
    .kind = BL_WRITE,
    .role = BL_STAGE_WRITES,
    .follow = follow,
    .route = route,
};
