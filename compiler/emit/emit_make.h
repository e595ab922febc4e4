/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one
 * program. */
#ifndef BL_EMIT_MAKE_H
#define BL_EMIT_MAKE_H

#include <stdbool.h>

struct bl_plan;
struct bl_program;
struct bl_text;

/* The Makefile beside the bench: `make` compiles model and bench, `make run` runs it. `golden`: a
   golden model is written beside it. */
void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan, bool golden);
/* The part of it that compiles Verilator's own library, the same for all programs. */
void bl_emit_verilated_makefile(struct bl_text *text);

/* The Makefile beside the golden model: an archive of it alone, for host programs. */
void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program);

#endif
