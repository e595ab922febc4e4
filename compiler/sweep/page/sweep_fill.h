/* The page's templates. */
#ifndef BL_SWEEP_FILL_H
#define BL_SWEEP_FILL_H

#include "sweep/sweep.h"

/* Fills a template: {{name}} with HTML's characters escaped, {{{name}}} as it is,
   {{#name}}...{{/name}} once per element of an array, or once when there is something that is not
   false, {{^name}}...{{/name}} when there is not. Names are looked up from the inside out; what is
   nowhere is nothing. False when a section is not closed. */
bool bl_sweep_fill(struct bl_text *text, const char *template, const struct cJSON *content);

#endif
