/* Between the two steps of reading a board: the tree that board_parse.c makes and board_check.c
 * looks through. */
#ifndef BL_BOARD_READ_H
#define BL_BOARD_READ_H

#include "base/value.h"
#include "syntax/tree.h"

enum bl_board_value_kind { BL_BOARD_WORD, BL_BOARD_STRING, BL_BOARD_NUMBER };

struct bl_board_value {
    enum bl_board_value_kind kind;
    const char *text; /* WORD, STRING: itself; NUMBER: its unit, "" without one, "%", "Gbit" */
    bool per_second;  /* NUMBER: the unit is followed by /s */
    struct bl_value number; /* NUMBER: without the unit */
    struct bl_range range;
};

/* A part of a description: `word value value;` or `word value { parts }`. */
struct bl_board_part {
    struct bl_name word; /* never without a symbol */
    struct {
        struct bl_board_value *items;
        int count, capacity;
    } values;
    bool broken; /* an error inside was reported: parts or values may be missing */
    bool block;
    struct bl_board_part *parts, *next;
    struct bl_range range; /* from the word to the last value */
};

/* board = "board" NAME "{" { part } "}". NULL when there is none; that and all other errors of
 * grammar are reported. */
struct bl_board_part *bl_board_parse(struct bl_arena *arena, struct bl_diags *diags, int file);

#endif
