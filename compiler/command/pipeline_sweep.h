/* What `sweep` does with a pipeline, as in kind/kind_sweep.h. */
#ifndef BL_PIPELINE_SWEEP_H
#define BL_PIPELINE_SWEEP_H

#include "kind/kind_sweep.h"

extern const struct bl_kind_sweep bl_pipeline_sweep;

#endif
