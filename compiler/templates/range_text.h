/* Ranges as they are written: their expressions, their forms, and what they take. */
#ifndef BL_RANGE_TEXT_H
#define BL_RANGE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct bl_range_row;

/* The values of a template's parameters. */
enum { BL_MOST_PARAMETERS = 20 };
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
