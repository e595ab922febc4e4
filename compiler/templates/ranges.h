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

struct bl_arena;

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

/* The values of a template's parameters. */
enum { BL_MOST_PARAMETERS = 16 };
struct bl_range_values {
    int count;
    struct {
        const char *name;
        int64_t value;
    } items[BL_MOST_PARAMETERS];
};

/* The value of a parameter, -1 without one. `set` adds a value or replaces it; `usual` adds the
   defaults of those parameters that have none yet. */
int64_t bl_range_value(const struct bl_range_values *values, const char *parameter);
void bl_range_set(struct bl_range_values *values, const char *parameter, int64_t value);
void bl_range_usual(struct bl_range_values *values, const char *module);

#define BL_NO_END INT64_MAX

struct bl_bounds {
    int64_t least, most; /* most: BL_NO_END without one */
    enum { BL_FORM_ANY, BL_FORM_POWER, BL_FORM_MULTIPLE, BL_FORM_DIVISOR } form;
    int64_t unit; /* POWER: times a power of two; MULTIPLE: of it; DIVISOR: of it */
};

/* The bounds of a parameter beside these values of the others. */
struct bl_bounds bl_range_bounds(const struct bl_range_row *row,
                                 const struct bl_range_values *values);
bool bl_bounds_take(const struct bl_bounds *bounds, int64_t value);
/* The legal value nearest to one, or that one; -1 where none is legal. */
int64_t bl_bounds_nearest(const struct bl_bounds *bounds, int64_t value);

/* The least and the most that a parameter takes where its range asks for no other parameter. */
int bl_range_least(const char *module, const char *parameter);
int bl_range_most(const char *module, const char *parameter);

#endif
