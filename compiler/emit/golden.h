/* The golden model as it is printed: what the stages share that have a part in it. */
#ifndef BL_GOLDEN_H
#define BL_GOLDEN_H

#include "emit/parts.h"
#include "ir/program.h"

/* text/golden.c.in says what the holes of its parts stand for. */
struct bl_golden {
    struct bl_arena *arena;
    const struct bl_program *program;
    struct bl_parts parts;
    const struct bl_pass *pass; /* whose stages are printed */
    bool *computed; /* [bl_program.own_count] stages of the user's own that it has called so far */
    bool follows;   /* a stage goes by a column that its pass lacks: every record that is written
                       keeps its place in the source */
};

/* A column's type in C: "uint8_t". */
const char *bl_golden_type(struct bl_arena *arena, const struct bl_column *column);

/* The three things that stages do to one record: a stage of the user's own computes, and drops it
   or not; a moving stage changes its place by the function's value, as the part `name` says; a
   histogram counts it. */
void bl_golden_own(struct bl_golden *golden, const struct bl_stage *stage);
void bl_golden_move(struct bl_golden *golden, const struct bl_stage *stage, const char *name);
void bl_golden_count(struct bl_golden *golden, const struct bl_stage *stage);

#endif
