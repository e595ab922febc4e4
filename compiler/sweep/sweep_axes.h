/* The axes of a sweep: lists of values, and every combination of them. */
#ifndef BL_SWEEP_AXES_H
#define BL_SWEEP_AXES_H

#include "sweep/sweep.h"

/* Gives the request an axis for each option; `texts`: the values as given, of --board
   and of bl_override_settings, NULL: none. Then splits the values and checks them; false after a
   message on stderr. */
void bl_sweep_axes_begin(struct bl_arena *arena, struct bl_sweep_request *request,
                         const char *const texts[BL_SWEEP_MOST_AXES]);
bool bl_sweep_axes_parse(struct bl_arena *arena, struct bl_sweep_request *request);
/* Every combination, in the order of the command line, the last axis fastest. Task
   names are not yet filled, nor are the shapes when `program` is NULL. */
void bl_sweep_expand(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                     const struct bl_program *program, const struct bl_sweep_choice *choices,
                     int choice_count);

#endif
