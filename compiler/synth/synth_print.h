/* A synthesis for a reader: tree, roles, totals against the device, how it was counted. */
#ifndef BL_SYNTH_PRINT_H
#define BL_SYNTH_PRINT_H

#include <stdbool.h>

struct bl_synth;
struct bl_text;

/* The tree, the roles and the rest for a reader; the document for a program. */
void bl_synth_print(struct bl_text *text, const struct bl_synth *synth, bool quiet);

#endif
