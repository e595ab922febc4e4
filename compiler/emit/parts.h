/* Emitted text that does not change: the files FILE.in below compiler/emit/text, which are in the
   program. A line "@@ NAME" begins a part of one; what stands before the first is for the reader of
   it. A line that ends in "@\" goes on in the next, whose blanks at the beginning do not count. */
#ifndef BL_PARTS_H
#define BL_PARTS_H

#include "base/text.h"

enum { BL_HOLES = 160, BL_HOLE_NUMBER = 24 }; /* of one file; bytes of a number */

/* Where parts go, and what their holes "@{name}" are filled with. A name has a-z, 0-9 and _; any
   other "@" stays. A hole that nothing was set for is an internal fault. */
struct bl_parts {
    struct bl_text *text;
    const char *file;
    struct bl_hole {
        const char *name, *value;
    } holes[BL_HOLES];                      /* up to the first without a name */
    char numbers[BL_HOLES][BL_HOLE_NUMBER]; /* of holes whose value is NULL; "": not set */
};

/* Fill a hole; NULL takes the value away. Name and value are not copied. */
void bl_part_set(struct bl_parts *parts, const char *hole, const char *value);
void bl_part_number(struct bl_parts *parts, const char *hole, long long number);
void bl_part_real(struct bl_parts *parts, const char *hole, double number, int decimals);
/* Adds the part of that name, which the file has. */
void bl_part(const struct bl_parts *parts, const char *name);
/* Adds any text with holes. */
void bl_parts_fill(const struct bl_parts *parts, const char *text);

/* The table that embed.awk makes of the files; ends with a file of NULL. */
struct bl_embedded {
    const char *file, *part, *text;
};
extern const struct bl_embedded bl_embedded_parts[];

#endif
