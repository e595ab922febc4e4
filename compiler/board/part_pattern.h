/* The patterns of part numbers: letters, classes, groups with alternatives, and how often: ? * {2}
 * {3,4}. */
#ifndef BL_PART_PATTERN_H
#define BL_PART_PATTERN_H

#include <stdbool.h>

/* Whether the pattern is that of the whole text, case ignored. Never of a text of more than 62
 * characters. */
bool bl_part_matches(const char *pattern, const char *text);

#endif
