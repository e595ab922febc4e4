/* Kinds of program, a row each: what commands that take every kind do with a program. Its verbs
   stand in command/kinds.c, how it is checked in check/check.c. */
#ifndef BL_KIND_H
#define BL_KIND_H

#include <stdbool.h>
#include "base/source.h"

struct bl_program;
struct bl_renames;
struct bl_text;

struct bl_kind {
    const char *word; /* "bus" */
    bool has_plan;    /* of passes, on a cluster: options about either count */
    /* "bus ring, 4 domains", for a line that ends with ", no errors" */
    void (*say)(struct bl_text *text, const struct bl_program *program);
    /* in the language itself */
    void (*print)(struct bl_text *text, const struct bl_program *program);
    const struct bl_renames *(*renames)(const struct bl_program *program);
    const char *(*name)(const struct bl_program *program);
    struct bl_range (*range)(const struct bl_program *program); /* of the name */
};

extern const struct bl_kind bl_pipeline_kind; /* ir/pipeline_kind.c */

#endif
