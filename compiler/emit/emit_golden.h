/* The golden model: one C function per pass of the source, in its order. It knows nothing of
 * fusion, steps or buffers. */
#ifndef BL_EMIT_GOLDEN_H
#define BL_EMIT_GOLDEN_H

#include <stdbool.h>

#include "emit/parts.h"

struct bl_arena;
struct bl_column;
struct bl_own;
struct bl_pass;
struct bl_program;
struct bl_stage;

/* The pipeline's meaning, pass by pass as written, on arrays: void <pipeline>_golden(struct
 * bl_golden *). Independent of the plan. */
void bl_emit_golden(struct bl_text *text, const struct bl_program *program);
void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program);
/* How the functions of all stages of the user's own are declared: in a header of its own, so that
 * their files meet no other names. */
void bl_emit_golden_stages(struct bl_text *text, const struct bl_program *program);
/* What that header says of the golden function of one stage of the user's own. */
void bl_emit_own_prototype(struct bl_text *text, const struct bl_program *program,
                           const struct bl_own *own);

/* emit/text/golden.c.in says what the holes of its parts stand for. */
struct bl_golden {
    struct bl_arena *arena;
    const struct bl_program *program;
    struct bl_parts parts;
    const struct bl_pass *pass;     /* whose stages are printed */
    const struct bl_own **computed; /* what the pass has of them so far, */
    int computed_count;
    bool follows; /* a stage goes by a column that its pass lacks: every record that is written
                     keeps its place in the source */
};

/* A column's type in C: "uint8_t". */
const char *bl_golden_type(struct bl_arena *arena, const struct bl_column *column);

/* The value of a column in a record, an expression of C. It is the same in all passes: as the pass
   reads it, computed by its stage, or as the source has it. */
const char *bl_golden_value(struct bl_golden *golden, const struct bl_column *column);

/* Calls the C function of a stage of the user's own and keeps what it makes. */
void bl_golden_call(struct bl_golden *golden, const struct bl_stage *stage);

/* The three things that stages do to one record: one that computes makes its columns, and drops it
   or not; a moving stage changes its place by the function's value, as the part `name` says; a
   histogram counts it. */
void bl_golden_own(struct bl_golden *golden, const struct bl_stage *stage);
void bl_golden_move(struct bl_golden *golden, const struct bl_stage *stage, const char *name);
void bl_golden_count(struct bl_golden *golden, const struct bl_stage *stage);

#endif
