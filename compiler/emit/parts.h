/* Emitted text that does not change: the files FILE.in below compiler/emit/text, which are in the
   program. A line "@@ NAME" begins a part of one; what stands before the first is for the reader of
   it. */
#ifndef BL_PARTS_H
#define BL_PARTS_H

#include "base/text.h"

/* Where parts go, and what they are filled in with: `values['p']` replaces "$p". A "$" before any
   other character stays. */
struct bl_parts {
    struct bl_text *text;
    const char *file;
    const char *values[128];
    char numbers[24][24]; /* what bl_part_number and bl_part_real have written */
    int number_count;
};

/* Adds the part of that name, which the file has. */
void bl_part(const struct bl_parts *parts, const char *name);
/* Adds any text with holes. */
void bl_parts_fill(const struct bl_parts *parts, const char *text);
/* Fill a hole with a number; at most 24 holes are numbers. `parts` stays where it is. */
void bl_part_number(struct bl_parts *parts, char hole, long long number);
void bl_part_real(struct bl_parts *parts, char hole, double number, int decimals);

/* The table that embed.awk makes of the files; ends with a file of NULL. */
struct bl_embedded {
    const char *file, *part, *text;
};
extern const struct bl_embedded bl_embedded_parts[];

#endif
