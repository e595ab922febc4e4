/* What the parameters of the templates may be: the one table that planning asks. Each row is what
   the comment above the parameter says in the template's file; a test compares it with what the
   file takes.

   A range is  LEAST..MOST  or  LEAST or more  or  VALUE,  and behind a comma its form:  a power of
   two,  N times a power of two, a multiple of N,  a divisor of N.  Each is an expression of
   numbers, the template's other parameters, + - * / ^, log2, min and max; log2 is rounded up. */
#ifndef BL_RANGES_H
#define BL_RANGES_H

#include <stdbool.h>
#include <stdint.h>

struct bl_range_row {
    const char *module, *parameter, *usual, *legal;
}; /* `usual`: the default, an expression too */

/* All rows, templates in the order of their names and parameters in that of the file; the last one
   has no module. tables.awk makes it at build of those files below rtl_templates/ whose templates
   have a cost (templates/cost.h): a node is made of them. */
extern const struct bl_range_row bl_ranges[];

/* The first row of a template, NULL when it has none; whether a row behind it is of that template
   as well; the row of a parameter, or NULL. */
const struct bl_range_row *bl_range_rows(const char *module);
bool bl_range_of(const struct bl_range_row *row, const char *module);
const struct bl_range_row *bl_range_row(const char *module, const char *parameter);

#define BL_NO_END INT64_MAX

#endif
