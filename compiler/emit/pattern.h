/* Text with places to fill in, for emitted C: "$p_start" with p = "sort" becomes "sort_start". */
#ifndef BL_PATTERN_H
#define BL_PATTERN_H

struct bl_text;

/* Values by letter; `values['p']` replaces "$p". A "$" before any other character stays. */
struct bl_pattern {
    const char *values[128];
};

void bl_pattern_add(struct bl_text *text, const struct bl_pattern *pattern, const char *format);

#endif
