/* Stages of the user's own in the output. */
#ifndef BL_EMIT_OWN_H
#define BL_EMIT_OWN_H

#include "ir/program.h"

struct bl_text;

/* The module bl_own_NAME: the stage for every record of a word. */
void bl_emit_own(struct bl_text *text, const struct bl_program *program, const struct bl_own *own);

#endif
