/* A table from names to numbers. */
#ifndef BL_NAMES_H
#define BL_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct bl_arena;

struct bl_names {
    struct bl_arena *arena;
    struct bl_name {
        const char *text;
        uint64_t hash;
        int value;
    } * slots; /* open addressing; text NULL: free */
    int capacity, count;
};

/* The place of a name's value: -1 when the name was not there and has now been added. The address
   holds until the next name is added. The text is copied. */
int *bl_names_add(struct bl_names *names, const char *text, size_t length);

/* The value of a name, or -1. */
int bl_names_find(const struct bl_names *names, const char *text, size_t length);

#endif
