/* What the page of a sweep shows, as values for its template. */
#ifndef BL_SWEEP_PAGE_H
#define BL_SWEEP_PAGE_H

#include <stdbool.h>

struct bl_sweep;
struct bl_sweep_result;
struct bl_text;

/* The page. False after a message on stderr. */
bool bl_sweep_page(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results);

#endif
