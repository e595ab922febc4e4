/* Host stubs: the calls by which a host program loads, starts and reads a pipeline, named after the
 * source, over runtime/bl_device.h. */
#ifndef BL_EMIT_HOST_H
#define BL_EMIT_HOST_H

#include "ir/plan.h"

struct bl_text;

/* <pipeline>_host.h: shape, register map and regions as macros, the record as a struct, the calls.
 */
void bl_emit_host_header(struct bl_text *text, const struct bl_plan *plan);
/* <pipeline>_host.c */
void bl_emit_host(struct bl_text *text, const struct bl_plan *plan);

#endif
