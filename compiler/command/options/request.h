/* What the command line asks of a verb about a program, whatever its kind. */
#ifndef BL_REQUEST_H
#define BL_REQUEST_H

#include "command/options/options.h"
#include "driver/compile.h"
#include "kind/kind.h"

enum { BL_MOST_OPTIONS = 64 };
struct bl_option_list {
    struct bl_option items[BL_MOST_OPTIONS + 1];
    int count;
};
/* Appends rows up to the one that ends them. */
void bl_options_add(struct bl_option_list *list, const struct bl_option *rows);
/* Frees what was given for options that are lists. */
void bl_options_free(const struct bl_option_list *list);

struct bl_request {
    enum bl_verb verb;
    const char *name, *usage; /* "explain", "FILE.loom [options]" */
    const struct bl_kind *kind;
    int argc; /* words of bankloom's own, argv[0] the verb */
    char **argv;
    struct bl_arena *arena;  /* of the request */
    struct bl_loaded loaded; /* the file that was read to find the kind; path NULL: none was */
    const char *file;
    struct bl_overrides overrides;
    bl_rules rules;
    bool json, quiet;
    void *own; /* the kind's: bl_kind.own_bytes */
    struct bl_option_list list;
};

/* Finds the program among the words, and its kind. To be freed. */
void bl_request_begin(struct bl_request *request, enum bl_verb verb, const char *name,
                      const char *usage, int argc, char **argv);
void bl_request_free(struct bl_request *request);

/* Parses the words by the kind's options of the verb, `rows` of the verb itself, which end with one
   of zeros, and those that change a cluster. -1: go on; else the exit status. */
int bl_request_parse(struct bl_request *request, const struct bl_option *rows);
/* The same without those that change a cluster. */
int bl_request_parse_rows(struct bl_request *request, const struct bl_option *rows);

/* Reads, checks, plans and lowers; prints what is wrong. Whether there were no errors. To be freed
   either way. */
bool bl_request_compile(struct bl_request *request, struct bl_compilation *compilation);

/* The folder or file that -o names: the exit status after a message where it is a source, or where
   it is needed and not given; else -1. */
int bl_request_output(const struct bl_request *request, const struct bl_compilation *compilation,
                      const char *path);

#endif
