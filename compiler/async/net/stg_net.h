/* The finished net: neighbours of every node, and the net as text. */
#ifndef BL_STG_NET_H
#define BL_STG_NET_H

#include "async/net/stg.h"

struct bl_text;

/* Fills the lists of the places, which must be empty, from those of the transitions. */
void bl_stg_fill_places(struct bl_arena *arena, struct bl_stg *stg);

/* Appends the net in the `.g` format; what is read again from it is the same net. */
void bl_stg_print(struct bl_text *text, const struct bl_stg *stg);

/* "input", "output", "internal", "dummy". */
const char *bl_stg_kind_word(enum bl_stg_kind kind);

#endif
