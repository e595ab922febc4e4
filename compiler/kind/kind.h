/* A kind of program as a row: the declarations that it is made of, how they are read and checked,
   and what the verbs do with it. A kind has a folder, in which its row bl_WORD_kind stands, and a
   line in kinds.def; nothing else asks of which kind a program is. */
#ifndef BL_KIND_H
#define BL_KIND_H

#include <stdbool.h>
#include "base/source.h"

struct bl_arena;
struct bl_check;
struct bl_compilation;
struct bl_declaration;
struct bl_diags;
struct bl_loaded;
struct bl_parser;
struct bl_program;
struct bl_renames;
struct bl_setting;
struct bl_text;

/* A declaration of the kind, by the word with which it begins. */
struct bl_kind_word {
    const char *word; /* NULL ends the list */
    bool reserved;    /* it cannot be a name; a block that is open where it begins a line lacks its
                         brace */
    /* Reads what stands behind the word: the name, and what the kind keeps of it (tree.h). */
    void (*parse)(struct bl_parser *parser, struct bl_declaration *declaration);
    /* In the language itself, with the word. */
    void (*print)(struct bl_text *text, const struct bl_declaration *declaration);
    /* Checks it, in the order of the source. `*collected` is the kind's, of one check; NULL before
       its first declaration. */
    void (*collect)(struct bl_check *check, const struct bl_declaration *declaration,
                    void **collected);
    const struct bl_setting *settings; /* that its parts give; NULL: none */
};

/* A verb: takes what follows the program's name, and the file among it that was read to find the
   kind (path NULL: none was). Returns the exit status. */
typedef int bl_kind_verb(int argc, char **argv, struct bl_loaded *loaded);
enum bl_verb { BL_VERB_EXPLAIN, BL_VERB_BUILD, BL_VERB_RUN, BL_VERB_GRAPH, BL_VERBS };

struct bl_kind {
    const char *word;                 /* "bus" */
    const char *one;                  /* "a bus" */
    const struct bl_kind_word *words; /* the first is that of the program itself, the others stand
                                         beside it */
    /* Makes the program of what was collected, when all is read and no program of another kind is
       there: bl_check_made_program. */
    void (*finish)(struct bl_check *check, void *collected);
    /* "bus ring, 4 domains", for a line that ends with ", no errors". */
    void (*say)(struct bl_text *text, const struct bl_program *program);
    /* Lines that stand below it, two blanks before each; NULL: none. */
    void (*remark)(struct bl_text *text, const struct bl_program *program);
    /* The checked program in the language itself. */
    void (*print)(struct bl_text *text, const struct bl_program *program);
    const struct bl_renames *(*renames)(const struct bl_program *program); /* NULL: has none */
    const char *(*name)(const struct bl_program *program);
    struct bl_range (*range)(const struct bl_program *program); /* of the name */
    /* Where a program with passes is wanted: true, or an error: bl_front_no_passes. */
    bool (*passes)(struct bl_diags *diags, const struct bl_program *program);
    /* What `check` does with the checked program of the file at `path` besides: plans it, or
       refuses the options that plans have, which bl_compile_no_plan does. False after that. */
    bool (*plan)(struct bl_compilation *compilation, const char *path);
    bl_kind_verb *verbs[BL_VERBS];
};

#endif
