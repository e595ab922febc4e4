/* What lowering.h has for the files of its folder alone. */
#ifndef BL_LOWERING_INNER_H
#define BL_LOWERING_INNER_H

struct bl_lane_stream;
struct bl_lowering;

/* The slices of a stream, and all units of the route. */
void bl_lower_slices(struct bl_lowering *lo, const struct bl_lane_stream *stream);
void bl_lower_units(struct bl_lowering *lo);
void bl_lower_declare(struct bl_lowering *lo, const struct bl_lane_stream *stream);
void bl_lower_feeds(struct bl_lowering *lo);

/* The parts of the node, in the order of the data. */
void bl_lower_control(struct bl_lowering *lo);
void bl_lower_read(struct bl_lowering *lo);
void bl_lower_write(struct bl_lowering *lo);
void bl_lower_network(struct bl_lowering *lo);

#endif
