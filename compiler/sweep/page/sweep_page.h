/* What the page of a sweep shows, as values for its template. */
#ifndef BL_SWEEP_PAGE_H
#define BL_SWEEP_PAGE_H

#include <stdbool.h>

struct bl_arena;
struct bl_sweep;
struct bl_sweep_result;
struct bl_text;

/* The page. False after a message on stderr. */
bool bl_sweep_page(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results);
/* A whole number as 1 234 567, with narrow blanks that do not break. */
const char *bl_sweep_grouped(struct bl_arena *arena, double value);
/* A rate in GB/s, with two digits or more. */
const char *bl_sweep_rate(struct bl_arena *arena, double rate);
/* "--fuse all, 8 nodes, 4 channels, ..." of a point. */
const char *bl_sweep_point_title(const struct bl_sweep *sweep, int point);

#endif
