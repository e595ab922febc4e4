/* The words of a board's description, as lists of settings: where each may stand, what it takes,
 * and which field it fills. */
#ifndef BL_BOARD_WORDS_H
#define BL_BOARD_WORDS_H

#include <stddef.h>
#include "board/board.h"
#include "board/board_value.h"
#include "settings/setting.h"

enum bl_board_shape {
    BL_SHAPE_AMOUNT,  /* one number with its unit: a setting without a shape */
    BL_SHAPE_LOGIC,   /* one number in the unit of the family's logic */
    BL_SHAPE_TEXT,    /* one string */
    BL_SHAPE_CHOICE,  /* one word of `words`; its number is kept, from 0 */
    BL_SHAPE_NAME,    /* one word of `words`; the word is kept */
    BL_SHAPE_FAMILY,  /* one word: a family */
    BL_SHAPE_PINS,    /* strings, from `least` to `most` of them */
    BL_SHAPE_SET,     /* words of BL_VERIFICATIONS, or only `described` */
    BL_SHAPE_SETTING, /* two strings */
    BL_SHAPE_WIRE,    /* `least` strings: positions on a connector, then as many pins */
    BL_SHAPE_BLOCK    /* a block of further words; with a name and an amount in front of it when the
                         block says so */
};

struct bl_board_block;

struct bl_setting_shape {
    enum bl_board_shape shape;
    bool many;         /* it may be there more than once */
    int least, most;   /* PINS, WIRE: how many */
    const char *words; /* CHOICE, NAME: "low|high" */
    const char *signs; /* TEXT, PINS, SETTING, WIRE: what may stand in it beside letters and digits;
                          NULL: anything */
    const char *begin; /* TEXT: what it begins with, or NULL */
    const struct bl_board_block *block;
};

struct bl_board_block {
    const char *what;                                             /* "`clock`": for messages */
    void *(*add)(struct bl_arena *arena, struct bl_board *board); /* the structure to fill */
    bool named;                    /* a name in front, kept in the structure's first field */
    const struct bl_setting *head; /* an amount behind the name, or NULL */
    const struct bl_setting *words;
};

/* What a setting with a shape takes: "low or high", "a string". */
const char *bl_board_shape_text(struct bl_arena *arena, const struct bl_setting *setting);
/* The words of a whole description. */
const struct bl_setting *bl_board_words(void);
enum { BL_BOARD_MOST_WORDS = 32 /* of any list */ };

#endif
