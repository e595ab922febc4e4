/* A kind of program as a row: the declarations that it is made of, how they are read and checked,
   and what the verbs do with it. A kind has a folder, in which its row bl_WORD_kind stands, and a
   line in kinds.def; nothing else asks of which kind a program is. */
#ifndef BL_KIND_H
#define BL_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include "base/source.h"

struct bl_arena;
struct bl_check;
struct bl_compilation;
struct bl_declaration;
struct bl_diags;
struct bl_home;
struct bl_kind_sweep;
struct bl_loaded;
struct bl_node_model;
struct bl_option_list;
struct bl_output;
struct bl_parser;
struct bl_program;
struct bl_renames;
struct bl_request;
struct bl_run_given;
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

enum bl_verb {
    BL_VERB_EXPLAIN,
    BL_VERB_BUILD,
    BL_VERB_RUN,
    BL_VERB_GRAPH,
    BL_VERB_SYNTH,
    BL_VERB_SWEEP
};

/* How the nodes of a program are simulated. Options are those of the kind's own, which `bankloom
   run` and the bench spell alike. */
struct bl_kind_bench {
    /* Those that were given, at most BL_MOST_OWN_GIVEN, and a row of NULL. */
    void (*given)(const struct bl_request *request, struct bl_run_given *own);
    /* The bench's own look at its words, before a circuit is compiled: the exit status when it
       would not run, else -1. */
    int (*look)(const struct bl_request *request, const struct bl_compilation *compilation,
                const struct bl_node_model *model, int count, char **words);
    /* Whether `run` is possible at all, or a message; NULL: it is. */
    bool (*usable)(const struct bl_request *request, const struct bl_compilation *compilation);
    /* What is said before the simulation; NULL: nothing. */
    void (*report)(struct bl_text *text, const struct bl_compilation *compilation, bool icarus);
    /* The verb that tries golden functions of the user's own, which run in the bench; NULL: the
       program has none. */
    const char *(*trial)(const struct bl_program *program);
    /* A file that it writes besides those of every run; NULL: none. */
    const char *(*written)(const struct bl_request *request);
    bool hosted; /* it is run by a host program, --host, alone */
};
enum { BL_MOST_OWN_GIVEN = 8 };

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
    bool nodes;  /* it is a cluster's: options change that, and the program has a node, a circuit
                    and a bench; else it has none of them */
    bool passes; /* that are fused: --fuse */
    bool alone;  /* it has no declaration of its own: a file with a `dma`, and of no other kind */
    /* Plans and lowers the checked program of the file at `path`; errors are reported, with what
       would do instead unless `path` is NULL. NULL: there is nothing to plan. */
    void (*steps)(struct bl_compilation *compilation, const char *path);

    /* ---- what the verbs do with it. Options of its own lie in `own`, own_bytes of zeros at first.
     */
    size_t own_bytes;
    /* Adds those of the verb that the request names; the exit status where the words ask for
       something else, else -1. NULL: it has none. */
    int (*options)(struct bl_request *request, struct bl_option_list *list);
    /* What is wrong with them, before the program is read: the exit status after a message, else
       -1. NULL: nothing. */
    int (*check_options)(struct bl_request *request);
    /* Prints on `text`, as JSON where that was asked for; -1, or the exit status after a message.
     */
    int (*explain)(struct bl_text *text, struct bl_request *request,
                   struct bl_compilation *compilation);
    /* The files of its folder; false after a message on stderr. */
    bool (*files)(struct bl_output *output, const struct bl_compilation *compilation,
                  const struct bl_home *home);
    /* What stands there, for the person who has built it. */
    void (*summary)(const struct bl_compilation *compilation, const struct bl_output *output,
                    const char *folder);
    /* Graphviz's source. */
    void (*graph)(struct bl_text *text, const struct bl_request *request,
                  const struct bl_compilation *compilation);
    const struct bl_kind_bench *bench; /* NULL: `run` is the kind's own: */
    int (*run)(struct bl_request *request, struct bl_compilation *compilation);
    const struct bl_kind_sweep *sweep; /* kind_sweep.h; NULL where there is no bench */
};

#endif
