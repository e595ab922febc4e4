/* Rows of the table of ranges, which is made at build. */
#include "templates/ranges.h"
#include <string.h>

const struct bl_range_row *bl_range_rows(const char *module) {
    for (const struct bl_range_row *row = bl_ranges; row->module; row++)
        if (!strcmp(row->module, module)) return row;
    return NULL;
}

bool bl_range_of(const struct bl_range_row *row, const char *module) {
    return row && row->module && !strcmp(row->module, module);
}

const struct bl_range_row *bl_range_row(const char *module, const char *parameter) {
    for (const struct bl_range_row *row = bl_range_rows(module); bl_range_of(row, module); row++)
        if (!strcmp(row->parameter, parameter)) return row;
    return NULL;
}
