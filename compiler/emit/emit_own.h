/* Stages of the user's own in the output. */
#ifndef BL_EMIT_OWN_H
#define BL_EMIT_OWN_H

#include "ir/program.h"

struct bl_arena;
struct bl_text;

/* The module bl_own_NAME: the stage for every record of a word. */
void bl_emit_own(struct bl_text *text, const struct bl_program *program, const struct bl_own *own);

/* Of an instance of the stage: "#( ... ) " with its parameters, or ""; and ".port(net)", with a
   comma and a new line behind the connections that are there already. */
const char *bl_own_parameters(struct bl_arena *arena, const struct bl_own *own);
const char *bl_own_connect(struct bl_arena *arena, const char *text, const char *port,
                           const char *net);

#endif
