/* Stages of the user's own: their declarations, and the columns that a pipeline gets by using them.
   Such a column is a column of the record like any other: it has the same value of a record
   wherever the stage computes it, because it takes columns by their names. */
#ifndef BL_CHECK_OWN_H
#define BL_CHECK_OWN_H

#include "syntax/tree.h"

/* The stage of that name, or NULL. */
const struct bl_own *bl_find_own(struct bl_name name);
/* Reports that there is none, unless its declaration has an error. */
void bl_report_no_own(struct bl_check *check, struct bl_name name);
/* What such a name meets in the user's own files, where it cannot be spelled otherwise; NULL:
   nothing. */
const char *bl_check_own_word(const char *word);

#endif
