/* Types of columns by their words. */
#ifndef BL_CHECK_TYPE_H
#define BL_CHECK_TYPE_H

#include "check/check.h"

/* The type of a column by its word: bits and kind. False after an error. */
bool bl_check_type(struct bl_check *check, struct bl_name type, struct bl_column *column);
/* The same, of the word alone; false where there is no such type. */
bool bl_type_find(const char *word, struct bl_column *column);
/* "u32" */
const char *bl_type_word(const struct bl_column *column);

#endif
