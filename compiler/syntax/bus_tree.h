/* What the parser makes of the transfers of a bus. */
#ifndef BL_BUS_TREE_H
#define BL_BUS_TREE_H

#include "syntax/tree.h"

/* A domain of a bus, or one of its elements: `3`, `1.2`. */
struct bl_place_tree {
    int domain, element;
    struct bl_range range;
}; /* element 0: none was written */

struct bl_transfer_tree {
    struct bl_place_tree from, to;
    struct bl_expression *words, *at;
}; /* NULL: not written */

/* Prints the declaration in the language itself. */
void bl_transfer_print(struct bl_text *text, const struct bl_declaration *declaration);

#endif
