/* All files of an asynchronous circuit. */
#ifndef BL_EMIT_ASYNC_OUTPUT_H
#define BL_EMIT_ASYNC_OUTPUT_H

#include <stdbool.h>

struct bl_async;
struct bl_output;

/* Adds all files to an output: rtl/NAME.v and its templates, sim/, signoff.txt, NAME.sdc, NAME.xdc,
   NAME.g, and NAME_two_way.g when that is another net. The circuit must have been verified. `root`
   holds rtl_templates/. False after a message on stderr. */
bool bl_async_output(struct bl_output *output, const struct bl_async *async, const char *root);

#endif
