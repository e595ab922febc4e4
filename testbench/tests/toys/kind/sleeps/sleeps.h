/* A list of sleeps: a circuit sleeps for a time, is awake for a cycle, and goes on with the next.
 */
#ifndef BL_SLEEPS_H
#define BL_SLEEPS_H

#include "kind/kind.h"

extern const struct bl_kind bl_sleeps_kind; /* sleeps.c */

enum { BL_SLEEPS_PERIOD_PS = 10000 }; /* of its clock */

struct bl_sleep {
    int64_t ps;
};

struct bl_sleeps {
    const char *name;
    struct bl_range range;
    struct bl_sleep *items;
    int count;
};
/* What a program of this kind keeps. */
extern const struct bl_body_type bl_sleeps_body;

/* The cycles of a sleep: no fewer than its time. And the cycle in which it ends, from 1. */
int64_t bl_sleep_cycles(const struct bl_sleep *sleep);
int64_t bl_sleeps_end(const struct bl_sleeps *sleeps, int place);

/* sleeps_emit.c: the circuit sleeps_NAME; its bench sleeps_NAME_bench, which says what
   bl_sleeps_say says; a picture. */
void bl_sleeps_verilog(struct bl_text *text, const struct bl_sleeps *sleeps);
void bl_sleeps_bench(struct bl_text *text, const struct bl_sleeps *sleeps);
void bl_sleeps_graph(struct bl_text *text, const struct bl_sleeps *sleeps);
/* When each ends, a line for each. */
void bl_sleeps_say(struct bl_text *text, const struct bl_sleeps *sleeps);

/* sleeps_verbs.c */
int bl_sleeps_explain(struct bl_text *text, struct bl_request *request,
                      struct bl_compilation *compilation);
bool bl_sleeps_files(struct bl_output *output, const struct bl_compilation *compilation,
                     const struct bl_home *home);
void bl_sleeps_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                       const char *folder);
int bl_sleeps_run(struct bl_request *request, struct bl_compilation *compilation);
void bl_sleeps_picture(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *compilation);

#endif
