/* Stages of the user's own: their declarations, and the columns that a pipeline gets by using them.
   Such a column is a column of the record like any other: it has the same value of a record
   wherever the stage computes it, because it takes columns by their names. */
#ifndef BL_CHECK_OWN_H
#define BL_CHECK_OWN_H

#include <stdbool.h>
#include <stddef.h>

#include "syntax/tree.h"

struct bl_check;

/* The stage of that name, or NULL. */
const struct bl_own *bl_find_own(struct bl_name name);
/* Reports that there is none, unless its declaration has an error. */
void bl_report_no_own(struct bl_check *check, struct bl_name name);
/* The declared stage, also one with an error, that makes a column of this name; NULL: none does. */
const struct bl_own *bl_check_maker(const struct bl_check *check, const char *column);
/* Warns of the stages declared in this file that no pass has. */
void bl_warn_owns(struct bl_check *check, unsigned file);
/* A whole file of the user's own, and its length in bytes; NULL after an error at `range`. A device
   or a pipe is one: a build could not read it again. */
const char *bl_check_own_file(struct bl_check *check, const char *path, struct bl_range range,
                              size_t *length);
/* What the name of a golden function and its module meets in the user's own files, where it cannot
   be spelled otherwise; NULL: nothing. */
const char *bl_check_own_function(const char *word);
/* Whether two files have the same bytes; NULL: one that could not be read. */
bool bl_check_own_same(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
