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
    /* NULL, or the stage for which one of an earlier pass makes its columns again */
    const struct bl_stage *again;
};

/* One function of the record, as a C name in hole f: key_5_3; key_none has no bits. Equal functions
   have one name. */
void bl_golden_function(struct bl_golden *golden, const struct bl_function *function);

/* A column's type in C: "uint8_t". */
const char *bl_golden_type(struct bl_arena *arena, const struct bl_column *column);

/* The value of a column in a record that reaches the stage, or the one that `again` names. */
const char *bl_golden_value(const struct bl_golden *golden, const struct bl_stage *stage,
                            const struct bl_column *column);

/* The call of a stage of the user's own for one record. */
void bl_golden_own(struct bl_golden *golden, const struct bl_stage *stage);

#endif
