/* What `sweep` does with a kind of program: what it varies besides the settings of the cluster,
   and what its tables say that those of the other kinds do not. */
#ifndef BL_KIND_SWEEP_H
#define BL_KIND_SWEEP_H

#include <stdbool.h>

struct bl_arena;
struct bl_compilation;
struct bl_program;
struct bl_request;
struct bl_sweep_look;

/* A point of the option. */
struct bl_sweep_choice {
    const char *text; /* as the option takes it elsewhere; "": the point does without */
    unsigned rules;   /* of fusion, bl_rules */
};

struct bl_kind_sweep {
    const char *option; /* "--fuse": its points are separated by '/' */
    bool circuit;       /* its points differ in their circuits: synth and graph take it, too */
    const char *usual;  /* points, unless others are given; NULL: one, without the option */
    /* The points on the command line; NULL: not given. */
    const char *(*given)(const struct bl_request *request);
    /* Splits `text`. How many, or 0 after a message. */
    int (*points)(struct bl_arena *arena, const char *text, const struct bl_program *program,
                  struct bl_sweep_choice **points);
    /* The bench's own look at what is the same for all points, before one is simulated: -1, or the
       exit status after its message. */
    int (*look)(const struct bl_compilation *compilation, const struct bl_sweep_look *look);
    /* Whether there is room for the records that were asked for; NULL: always. */
    bool (*has_room)(const struct bl_compilation *compilation, const struct bl_sweep_look *look);
    const char *drawn, *written; /* options of graph for the picture of a point, and for that of the
                                    program as written; NULL: there is none */

    /* ---- for the reader */
    const char *name;     /* what the document calls the program's name: "pipeline" */
    const char *heading;  /* of the option's column: "fusion" */
    const char *combined; /* "fusion rules": what is combined with shapes */
    const char *shared;   /* "--keys, --dist, ": options of its own that all points share */
    const char *absent;   /* in place of an empty text */
    const char *measured; /* a sentence: what the measured rate is */
    /* Columns that the other kinds' tables need not have; NULL ends them. */
    const char *const *columns;
};

#endif
