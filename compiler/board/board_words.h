/* The words of a board's description, as tables: where each may stand, what it takes, and which
 * field it fills. */
#ifndef BL_BOARD_WORDS_H
#define BL_BOARD_WORDS_H

#include <stddef.h>
#include "board/board.h"
#include "board/board_value.h"

enum bl_board_shape {
    BL_SHAPE_AMOUNT,  /* one number in the row's unit */
    BL_SHAPE_LOGIC,   /* one number in the unit of the family's logic */
    BL_SHAPE_TEXT,    /* one string */
    BL_SHAPE_CHOICE,  /* one word of the row's list; its number is kept, from 0 */
    BL_SHAPE_NAME,    /* one word of the row's list; the word is kept */
    BL_SHAPE_FAMILY,  /* one word: a family */
    BL_SHAPE_PINS,    /* strings, from `low` to `high` of them */
    BL_SHAPE_SET,     /* words of BL_VERIFICATIONS, or only `described` */
    BL_SHAPE_SETTING, /* two strings */
    BL_SHAPE_WIRE,    /* `low` strings: positions on a connector, then as many pins */
    BL_SHAPE_BLOCK    /* a block of further words; with a name and an amount in front of it when the
                         block says so */
};

struct bl_board_block;

struct bl_board_row {
    const char *word; /* NULL ends a table */
    enum bl_board_shape shape;
    enum bl_board_unit unit; /* AMOUNT, LOGIC */
    bool needed, many;       /* has to be there; may be there more than once */
    size_t offset;           /* of the field in the structure that the block describes */
    double low, high;        /* AMOUNT, in the unit that it is kept in; PINS, WIRE: how many */
    const char *words;       /* CHOICE, NAME: "low|high" */
    const char *signs; /* TEXT, PINS, SETTING, WIRE: what may stand in it beside letters and digits;
                          NULL: anything */
    const char *begin; /* TEXT: what it begins with, or NULL */
    const char *what;  /* what it would say, for the message that it is missing */
    const struct bl_board_block *block;
};

struct bl_board_block {
    const char *what;                                             /* "`clock`": for messages */
    void *(*add)(struct bl_arena *arena, struct bl_board *board); /* the structure to fill */
    bool named;                      /* a name in front, kept in the structure's first field */
    const struct bl_board_row *head; /* an amount behind the name, or NULL */
    const struct bl_board_row *rows;
};

/* The words of a whole description. */
const struct bl_board_row *bl_board_rows(void);
enum { BL_BOARD_MOST_ROWS = 32 /* of any table */ };

#endif
