/* The tree: what the parser makes of a file, names unresolved, nothing computed. Lists are linked
   by `next` in the order of the source. A part that could not be read is NULL or BAD and was
   reported. */
#ifndef BL_TREE_H
#define BL_TREE_H

#include "syntax/lex.h"

struct bl_text;

struct bl_name {
    struct bl_symbol *symbol;
    struct bl_range range;
}; /* symbol NULL: missing, reported */

enum bl_expression_kind {
    BL_EXPRESSION_BAD,
    BL_EXPRESSION_NUMBER,
    BL_EXPRESSION_NAME,
    BL_EXPRESSION_CALL,
    BL_EXPRESSION_NEGATE,
    BL_EXPRESSION_BINARY
};

struct bl_expression {
    enum bl_expression_kind kind : 8;
    enum bl_token_kind sign : 8; /* BINARY */
    unsigned height : 16;        /* 1 for a leaf */
    unsigned length : 30, whole : 1,
        per_second : 1; /* NUMBER: of the text; per_second: the unit is followed by /s */
    struct bl_range range;
    union {
        struct { /* NUMBER */
            const char *text;
            union {
                int64_t integer;
                double real;
            };                      /* by `whole` */
            struct bl_symbol *unit; /* NULL: none; stands at the end of the range */
        } number;
        struct bl_symbol *name; /* NAME */
        struct {
            struct bl_name function;
            struct bl_expression *argument;
        } call;
        struct {
            struct bl_expression *left, *right;
        } binary; /* NEGATE uses left */
    };
};

/* A function of the record: what it is of, all of it or some bits, x[high : low], x[lsb +: width],
 * x[bit]. */
struct bl_slice {
    enum { BL_SLICE_WHOLE, BL_SLICE_BIT, BL_SLICE_BOUNDS, BL_SLICE_WIDTH } kind;
    enum { BL_OF_NAME, BL_OF_JOIN, BL_OF_XOR, BL_OF_CALL } of; /* x, {x, y}, (x ^ y), name(x) */
    struct bl_name name;                                       /* NAME, CALL */
    struct bl_slice *parts; /* JOIN, XOR, CALL: in the order of the source, at least one */
    struct bl_expression *first, *second;
    struct bl_range range;
    struct bl_slice *next;
};

struct bl_stage_tree {
    enum bl_stage_kind kind;
    struct bl_slice *arguments; /* READ, WRITE: whole names */
    int argument_count;
    struct bl_name as;  /* HISTOGRAM, TABLE */
    struct bl_name own; /* OWN: which */
    struct bl_range range;
    struct bl_stage_tree *next;
};

enum bl_statement_kind {
    BL_STATEMENT_CONST,
    BL_STATEMENT_LET,
    BL_STATEMENT_PASS,
    BL_STATEMENT_REPEAT,
    BL_STATEMENT_PARTITION
};

struct bl_statement {
    enum bl_statement_kind kind;
    struct bl_name
        name; /* CONST, LET: what is declared; REPEAT: the counter; PARTITION: the records */
    struct bl_range range;
    union {
        struct bl_expression *value; /* CONST */
        struct bl_slice *slice;      /* LET */
        struct {
            struct bl_stage_tree *stages;
            bool broken;
        } pass; /* broken: reported; its stages say only what it makes */
        struct {
            struct bl_expression *first, *last;
            bool below; /* without the last one */
            struct bl_statement *body;
        } repeat;
        struct {
            struct bl_slice *node, *channel;
        } partition;
    };
    struct bl_statement *next;
};

/* A part of a cluster or a bus, and of what else is made of parts: `word value;`, `word label
   value;`, `word { parts }`, `word label { parts }`. A label in quotes is no name: it may have any
   letters. */
/* A value behind the first one of a list. */
struct bl_more {
    struct bl_expression *value;
    struct bl_more *next;
};

struct bl_part {
    struct bl_name word, label;
    bool quoted; /* the label */
    struct bl_expression *value;
    struct bl_expression *last;       /* `word value..last;` */
    struct bl_more *more;             /* `word value, more, more;` */
    struct bl_expression *of, *phase; /* `word of value phase phase;` */
    bool block;                       /* `word { parts }`, also without any */
    struct bl_part *parts;
    struct bl_range range;
    struct bl_part *next;
};

struct bl_field {
    struct bl_name name, type;
    struct bl_field *next;
};

/* A stage of the user's own: the columns that it takes and makes, and its parts. */
struct bl_own_tree {
    struct bl_field *takes, *makes;
    bool keeps;
    struct bl_part *parts;
};

enum bl_declaration_kind {
    BL_DECLARATION_IMPORT,
    BL_DECLARATION_CONST,
    BL_DECLARATION_CLUSTER,
    BL_DECLARATION_RECORD,
    BL_DECLARATION_OWN,
    BL_DECLARATION_DMA,
    BL_DECLARATION_PROGRAM /* of a kind of program: kind/kind.h */
};

struct bl_tree;

/* What stands below the host ports of a cluster. */
struct bl_dma_tree {
    struct bl_name cluster;
    struct bl_part *parts;
};

/* The body of a pipeline. */
struct bl_pipeline_tree {
    struct bl_name input, record, cluster;
    struct bl_statement *body;
};

struct bl_declaration {
    enum bl_declaration_kind kind;
    const struct bl_kind *of;        /* PROGRAM: the kind, */
    const struct bl_kind_word *word; /* and which of its declarations */
    struct bl_name name;             /* not of IMPORT, nor of all declarations of a PROGRAM */
    struct bl_range range;           /* of the first word */
    bool broken;                     /* an error was reported inside: parts may be missing */
    union {
        struct {
            const char *path;
            struct bl_range range;
            struct bl_tree *tree;
        } import;                    /* tree NULL: imported before, or not to be had */
        struct bl_expression *value; /* CONST */
        struct bl_part *parts;       /* CLUSTER, and a PROGRAM whose kind keeps no more */
        struct bl_field *fields;     /* RECORD */
        struct bl_own_tree *own;
        struct bl_dma_tree *dma;
        void *body; /* PROGRAM: the kind's */
    };
    struct bl_declaration *next;
};

struct bl_tree {
    int file; /* number of the source */
    struct bl_declaration *declarations;
};

/* A function in the language itself; `whole`: without the bits that are taken of it. */
void bl_slice_print(struct bl_text *text, const struct bl_slice *slice, bool whole);

/* Parts of the tree in the language itself; a missing name is "?". */
const char *bl_name_text(struct bl_name name);
void bl_expression_print(struct bl_text *text, const struct bl_expression *expression);
/* `word name { parts }`, or without the name. */
void bl_declaration_parts_print(struct bl_text *text, const struct bl_declaration *declaration);
void bl_pipeline_tree_print(struct bl_text *text, const struct bl_declaration *declaration);

/* The tree in the language itself, one statement a line: parsing the print gives the same print.
 * Imported trees are not printed. */
void bl_tree_print(struct bl_text *text, const struct bl_tree *tree);

/* Of which kind the program is, with what it imports: the first of the table, but for its first
   row, of which there is a declaration, or that one. NULL: it is of none. */
const struct bl_kind *bl_tree_kind(const struct bl_tree *tree);

#endif
