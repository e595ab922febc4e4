/* A circuit that is written by hand: a Verilog file, those that lie beside it, and templates. */
#ifndef BL_SYNTH_VERILOG_H
#define BL_SYNTH_VERILOG_H

#include "base/tools/toolchain.h"
#include "output/output.h"

/* Puts below rtl/ the file and every module that it needs: a template, or one of its own folder or
   of boards/`board`/ whose name begins with bl_. `top` is the module, named after the file. False
   after a message on stderr. */
bool bl_verilog_collect(struct bl_output *output, const char **top, const char *file,
                        const char *board, const struct bl_home *home);

#endif
