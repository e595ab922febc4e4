/* Streams as nets, and the junctions between them: a feed is open in the steps that it serves. */
#ifndef BL_LOWER_NETS_H
#define BL_LOWER_NETS_H

#include "plan/route/route.h"

struct bl_instance;

/* Steps of a mask as an expression: "step_0 | step_2", "1'b1" for all. */
const char *bl_lower_steps(struct bl_lowering *lo, bl_step_set steps);
/* A value of `width` bits that differs by step, as nested conditions; values[] are expressions. */
const char *bl_lower_by_step(struct bl_lowering *lo, const char **values);
/* An instance on the core's clock. */
struct bl_instance *bl_lower_instance(struct bl_lowering *lo, const char *module, const char *name,
                                      const char *comment, struct bl_range range);
/* Connects lane `lane` (or all lanes when -1) of a stream to the ports PREFIX_tvalid ... of an
 * instance. */
void bl_lower_connect(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                      const struct bl_lane_stream *stream, int first_lane, int lanes);
/* The same with `lanes` lanes that lie `stride` apart, the first one lowest. */
void bl_lower_connect_apart(struct bl_lowering *lo, struct bl_instance *instance,
                            const char *prefix, const struct bl_lane_stream *stream, int first_lane,
                            int lanes, int stride);
/* Lanes of a net with `width` bits a lane, `stride` apart: "{net[95:64], net[31:0]}". */
const char *bl_lower_apart(struct bl_lowering *lo, const char *net, int first_lane, int lanes,
                           int stride, int width);

/* Bit `lane` of a net with a bit a lane. */
const char *bl_lower_bit(struct bl_lowering *lo, const char *net, int lane);

#endif
