/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one
 * program. */
#ifndef BL_EMIT_MAKE_H
#define BL_EMIT_MAKE_H

struct bl_node;
struct bl_program;
struct bl_text;

/* The Makefile beside the bench: `make` compiles model and bench, `make run` runs it. */
void bl_emit_bench_makefile(struct bl_text *text, const struct bl_node *node);
/* The same of kernels: `own` are their golden functions, each in golden/stages/FILE.c, which is
 * called after the first function that it has. */
struct bl_golden_function {
    const char *name, *file;
};
void bl_emit_kernels_makefile(struct bl_text *text, const struct bl_node *node,
                              const struct bl_golden_function *own, int count);
/* The same of a program that host programs alone run. */
void bl_emit_hosted_makefile(struct bl_text *text, const struct bl_node *node);
/* The part of it that compiles Verilator's own library, the same for all programs. */
void bl_emit_verilated_makefile(struct bl_text *text);

/* The Makefile beside the golden model: an archive of it alone, for host programs. */
void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program);

#endif
