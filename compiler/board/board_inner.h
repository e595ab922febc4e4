/* What board.h has for the files of its folder alone. */
#ifndef BL_BOARD_INNER_H
#define BL_BOARD_INNER_H

#include "board/board.h"

/* As descriptions of boards and `bankloom boards` spell them. */
const char *bl_vendor_word(enum bl_vendor vendor);
const char *bl_verification_word(enum bl_verification verification);
/* The row of a family, or NULL. `bl_family_words`: "a, b and c", in the arena. */
const struct bl_family *bl_family_find(const char *word);
const char *bl_family_words(struct bl_arena *arena);
/* Whether a part number has the form of the family's. */
bool bl_family_has(const struct bl_family *family, const char *part);

#endif
