/* From text to tokens. */
#ifndef BL_LEX_H
#define BL_LEX_H

#include "base/diag.h"
#include "syntax/symbols.h"

// clang-format off
/* Signs: enumerator, spelling. A sign that begins with another one stands before it. */
#define BL_SIGNS(ROW) \
    ROW(ARROW, "->") ROW(PLUS_COLON, "+:") ROW(RANGE_BELOW, "..<") ROW(RANGE, "..") \
    ROW(DOT, ".") \
    ROW(SHIFT_LEFT, "<<") ROW(SHIFT_RIGHT, ">>") ROW(EQUAL, "==") \
    ROW(NOT_EQUAL, "!=") ROW(LESS_EQUAL, "<=") ROW(GREATER_EQUAL, ">=") \
    ROW(LESS, "<") ROW(GREATER, ">") ROW(OPEN_BRACE, "{") \
    ROW(CLOSE_BRACE, "}") ROW(OPEN_ROUND, "(") ROW(CLOSE_ROUND, ")") \
    ROW(OPEN_SQUARE, "[") ROW(CLOSE_SQUARE, "]") ROW(SEMICOLON, ";") \
    ROW(COLON, ":") ROW(COMMA, ",") ROW(EQUALS, "=") \
    ROW(PLUS, "+") ROW(MINUS, "-") ROW(STAR, "*") \
    ROW(SLASH, "/") ROW(PERCENT, "%") ROW(CARET, "^")
// clang-format on

enum bl_token_kind {
    BL_TOKEN_END,
    BL_TOKEN_NAME,
    BL_TOKEN_NUMBER,
    BL_TOKEN_STRING,
#define ROW(name, spelling) BL_TOKEN_##name,
    BL_SIGNS(ROW)
#undef ROW
        BL_TOKEN_KINDS
};

struct bl_token {
    enum bl_token_kind kind;
    bool first;    /* the first token of its line */
    bool whole;    /* NUMBER: without a fraction */
    bool bad;      /* NUMBER, STRING: was reported, its value means nothing */
    bool behind;   /* something that no token starts with stood in front of it, and was reported */
    bool unquoted; /* STRING of bl_lex_path: its quotes are missing */
    int length;
    const char *text;         /* in the source; of a STRING without the quotes */
    struct bl_symbol *symbol; /* NAME */
    int64_t integer;          /* NUMBER, when whole */
    double real;              /* NUMBER */
    struct bl_range range;
};

struct bl_lexer {
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    const char *at, *end, *line_start;
    unsigned file, line;
    bool first;
};

/* Starts at the beginning of a file of `diags->sources`. A byte order mark is skipped. */
void bl_lexer_start(struct bl_lexer *lexer, struct bl_diags *diags, struct bl_symbols *symbols,
                    int file);
/* Over blanks and comments; and the range of the bytes that come next. */
void bl_lexer_skip(struct bl_lexer *lexer);
struct bl_range bl_lexer_range(const struct bl_lexer *lexer, size_t length);
/* The next token; what cannot be part of one is reported and skipped. At the end of the file END,
 * again and again. */
struct bl_token bl_lex(struct bl_lexer *lexer);
/* The same where a path may stand: one without its quotes, a run of letters with a `.` or a `/`
   among them, is a STRING with `unquoted`. */
struct bl_token bl_lex_path(struct bl_lexer *lexer);
/* "`{`", "a name": for messages. */
const char *bl_token_kind_text(enum bl_token_kind kind);

#endif
