/* write VERSION, ...: the columns go to the channels that are written, split from their records if
   there are several. */
#include "plan/route/routing.h"
#include "stage/stages.h"

static struct bl_lane_stream *split(struct bl_routing *r, int columns) {
    struct bl_unit *unzip = bl_route_unit(r, BL_UNIT_UNZIP, (struct bl_unit){.ways = columns});
    if (!unzip->name) {
        unzip->name = columns == 2 ? "unzip" : bl_format(r->arena, "unzip%d", columns);
        unzip->in = bl_route_stream(r, bl_format(r->arena, "%s_in", unzip->name), r->lanes,
                                    r->chain->cut, 0);
        unzip->out = bl_route_stream(r, bl_format(r->arena, "%s_out", unzip->name), r->lanes,
                                     r->plain, 0);
    }
    bl_route_edge(r, r->stream, unzip->in, NULL);
    return unzip->out;
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    if (!r->route->write) r->route->write = bl_route_stream(r, "write", r->lanes, r->plain, 0);
    if (stage->version_count > 1) r->stream = split(r, stage->version_count);
    bl_route_edge(r, r->stream, r->route->write, NULL);
}

const struct bl_stage_row bl_write_row = {
    .kind = BL_WRITE,
    .role = BL_STAGE_WRITES,
    .route = route,
};
