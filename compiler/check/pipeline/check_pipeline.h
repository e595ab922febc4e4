/* The pipeline: its statements, the functions, the results. */
#ifndef BL_CHECK_PIPELINE_H
#define BL_CHECK_PIPELINE_H

#include "base/source.h"

struct bl_check;
struct bl_column;
struct bl_declaration;
struct bl_symbol;
struct bl_version;

/* Pipelines, as kind/kind.h has them. */
void bl_collect_pipeline(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected);
void bl_finish_pipeline(struct bl_check *check, void *collected);
/* A version that stands in the program from now on. */
struct bl_version *bl_add_version(struct bl_check *check, struct bl_symbol *symbol,
                                  const struct bl_column *column, int rows, struct bl_range range);

#endif
