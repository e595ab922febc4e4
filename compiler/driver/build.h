/* What `bankloom build` writes of a pipeline. */
#ifndef BL_BUILD_H
#define BL_BUILD_H

#include "base/tools/toolchain.h"
#include "driver/compile.h"
#include "output/output.h"

/* Everything under the folder: rtl/ (top, templates, files.f, map), host/, golden/, board.loom,
   bench/, and simulation/ and runtime/ (the harness's sources). False after a message on stderr (a
   template or source file cannot be read). The compilation has a circuit. */
bool bl_output_make(struct bl_output *output, const struct bl_compilation *compilation,
                    const struct bl_home *home);

#endif
