/* What `bankloom build` writes of a pipeline. */
#ifndef BL_BUILD_H
#define BL_BUILD_H

#include "base/toolchain.h"
#include "emit/output.h"
#include "plan/plan.h"

/* Everything under the folder: rtl/ (top, templates, files.f, map), host/, golden/, board.loom,
   bench/, and simulation/ and runtime/ (the harness's sources). False after a message on stderr (a template or source
   file cannot be read). */
bool bl_output_make(struct bl_output *output, struct bl_arena *arena, const struct bl_plan *plan,
                    const struct bl_home *home);

#endif
