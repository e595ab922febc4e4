/* Host stubs: the calls by which a host program loads, starts and reads a pipeline, named after the
 * source, over runtime/bl_device.h. */
#ifndef BL_EMIT_HOST_H
#define BL_EMIT_HOST_H

#include "ir/plan.h"

struct bl_arena;
struct bl_text;

/* <pipeline>_host.h: shape, register map and regions as macros, the record as a struct, the calls.
 */
void bl_emit_host_header(struct bl_text *text, const struct bl_plan *plan);
/* <pipeline>_host.c */
void bl_emit_host(struct bl_text *text, const struct bl_plan *plan);

/* bl_device_pipeline.signature of what a host program is compiled with: the header, and the tables
   of the calls. */
const char *bl_host_signature(struct bl_arena *arena, const struct bl_text *header,
                              const struct bl_text *tables);

#endif
