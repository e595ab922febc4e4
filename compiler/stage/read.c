/* read VERSION, ...: the columns come from the channels that are read. Several are joined to
   records. */
#include "plan/route/routing.h"
#include "stage/stages.h"

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    int columns = stage->version_count;
    if (columns < 2) return;
    struct bl_unit *zip = bl_route_unit(r, BL_UNIT_ZIP, (struct bl_unit){.ways = columns});
    if (!zip->name) {
        zip->name = columns == 2 ? "zip" : bl_format(r->arena, "zip%d", columns);
        zip->in = bl_route_stream(r, bl_format(r->arena, "%s_in", zip->name), r->lanes, r->plain,
                                  0);
        zip->out = bl_route_stream(r, bl_format(r->arena, "%s_out", zip->name), r->lanes,
                                   r->chain->cut, 0);
    }
    bl_route_edge(r, r->stream, zip->in, NULL);
    r->stream = zip->out;
}

const struct bl_stage_row bl_read_row = {
    .kind = BL_READ,
    .role = BL_STAGE_READS,
    .route = route,
};
