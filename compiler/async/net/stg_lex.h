/* The words of a `.g` file. */
#ifndef BL_STG_LEX_H
#define BL_STG_LEX_H

#include <stdbool.h>

#include "base/diag.h"

struct bl_arena;

enum bl_stg_token_kind {
    BL_STG_WORD,          /* a run of printable characters other than those below */
    BL_STG_PUNCTUATION,   /* one of { } < > , = */
    BL_STG_LINE_END,      /* also at the end of the file; never two in a row */
    BL_STG_MUTEX_COMMENT, /* text is what follows `#@mutex` on the line */
    BL_STG_STATE_COMMENT, /* the same of `#@.init_state` */
    BL_STG_FILE_END
};

struct bl_stg_token {
    enum bl_stg_token_kind kind;
    const char *text; /* into the source, not terminated; empty at an end */
    int length;
    struct bl_range range;
};

struct bl_stg_tokens {
    struct bl_stg_token *items; /* the last one is FILE_END */
    int count, capacity;
};

/* Splits a source; bytes that belong to no word are reported and skipped. `#` begins a comment that
   lasts to the end of its line; a backslash at the end of a line continues it. A byte order mark of
   UTF-8 in front is passed over; lines end with a line feed, a carriage return, or both. */
struct bl_stg_tokens bl_stg_lex(struct bl_arena *arena, struct bl_diags *diags, int file);

#endif
