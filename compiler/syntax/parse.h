/* From tokens to the tree, by recursive descent. After an error the parser skips to the next `;` or
 * `}` and goes on. */
#ifndef BL_PARSE_H
#define BL_PARSE_H

#include "syntax/tree.h"
#include "syntax/vocabulary.h"

enum {
    BL_DEEPEST = 100 /* blocks and brackets inside each other */,
    BL_HIGHEST = 1000 /* operators above each other */
};

/* What may stand behind the word of a part; with none of it the part is a block. */
enum {
    BL_PART_LABEL = 1,
    BL_PART_VALUE = 2,
    BL_PART_LAST = 4 /* and `..` another */,
    BL_PART_MORE = 16 /* and others, a comma in front of each */,
    BL_PART_LABEL_OR_PATH = BL_PART_LABEL + 8,
    BL_PART_OR_PATH = 32 /* or a path in quotes in place of the value */,
    BL_PART_OF = 64 /* a number in front of the value, in place of a label where there is one,
                       and `phase` and another behind it */
    ,
    BL_PART_SETTINGS = 128 /* no part: the settings of the block stand here */,
    BL_PART_KIND = 256 /* the label is no other than `label` */,
    BL_PART_OF_OTHER = 512 /* a setting of another network than is named: read, but not shown */
};

/* What has parts. */
enum bl_block {
    BL_BLOCK_NONE,
    BL_BLOCK_CLUSTER,
    BL_BLOCK_MEMORY,
    BL_BLOCK_NETWORK,
    BL_BLOCK_HOST,
    BL_BLOCK_ARBITER,
    BL_BLOCK_BUS,
    BL_BLOCK_TRAFFIC,
    BL_BLOCK_TRANSFER,
    BL_BLOCK_OWN,
    BL_BLOCK_DMA,
    BL_BLOCKS
};

/* A kind of parts. A list of them ends with one without a word. */
struct bl_part_row {
    const char *word;
    int shape;
    const char *label;        /* of the label, for messages: "the name of a clock" */
    enum bl_block block;      /* that the part has, or NONE */
    const char *const *words; /* of the label, the only ones; NULL: any */
};

struct bl_parser {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    struct bl_lexer lexer;
    struct bl_token token; /* the one to be read next */
    struct bl_range last;  /* the one read before */
    const struct bl_vocabulary *vocabulary;
    const struct bl_part_row *blocks[BL_BLOCKS]; /* the parts of each, settings among them */
    const struct bl_part_row *rows; /* the parts of the block, or clauses of the declaration, that
                                       is being read; or NULL */
    int depth;
    const char *mark; /* where the last element of a block began: the next one begins elsewhere */
    bool members;     /* a name may be one of a kernel's, `near.n`: its symbol has the dot */
    bool quiet;       /* an error was reported and the parser has not yet found its way */
};

/* Parses one file of `diags->sources`; imports are read, not followed. */
struct bl_tree *bl_parse(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                         const struct bl_vocabulary *vocabulary, int file);

/* The parser's parts, for its own files. All return something to go on with; what is missing was
 * reported. */

/* Reads the token when it is of this kind. */
bool bl_accept(struct bl_parser *parser, enum bl_token_kind kind);
/* The same, and an error when it is another one. */
bool bl_expect(struct bl_parser *parser, enum bl_token_kind kind);
/* `..` or `..<`, or an error; whether it is `..<`. */
bool bl_expect_range(struct bl_parser *parser);
bool bl_expect_word(struct bl_parser *parser, int word, const char *text);
/* Reads a name that the user may choose; reserved words are refused. `what` for the message: "the
 * name of a table". */
struct bl_name bl_expect_name(struct bl_parser *parser, const char *what);
/* Reads the `;` behind a statement. A missing one is reported where it belongs; skips to the next
 * when more is wrong. */
void bl_expect_semicolon(struct bl_parser *parser);
/* The same; `what` for the message where something else than a `;` could go on. */
void bl_expect_end(struct bl_parser *parser, const char *what);
/* Reports "expected ..., found ..." at the next token, once until the parser has found its way
 * again. */
void bl_expected(struct bl_parser *parser, const char *what);
void bl_expected_at(struct bl_parser *parser, const struct bl_token *token, const char *what);
/* Takes the next token for the word that was meant, where a word for which `fits` holds is a typing
   error away, and reports that; false where none is. */
bool bl_take_meant(struct bl_parser *parser, const char *what,
                   bool (*fits)(const struct bl_symbol *symbol));
void bl_advance(struct bl_parser *parser);
/* The same, where a path in quotes may come next: one without quotes is reported and read. */
void bl_advance_path(struct bl_parser *parser);
/* Skips to behind the next `;`, or to a `}` that closes what is open. */
void bl_skip_statement(struct bl_parser *parser);
/* Opens a block `{`: false when there is none, or when it is too deep (it is skipped then). When
   only the brace is missing at the end of a line, it is reported and the block is read. */
bool bl_open_block(struct bl_parser *parser, struct bl_range *brace);
/* Whether the block goes on; reads its `}` when it does not. A block that runs into the end of the
   file or into the next declaration is reported. Call before every element: it ends the silence
   after an error and makes sure that the parser moves on. */
bool bl_in_block(struct bl_parser *parser, struct bl_range brace);
bool bl_at_word(const struct bl_parser *parser, int word);
/* Whether a declaration or a statement begins with the next token, at the start of a line: a good
 * place to go on after an error. */
bool bl_at_statement(const struct bl_parser *parser);

#endif
