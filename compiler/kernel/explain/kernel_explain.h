/* What a program of kernels becomes, in words and as a picture. */
#ifndef BL_KERNEL_EXPLAIN_H
#define BL_KERNEL_EXPLAIN_H

struct bl_circuit;
struct bl_kernels_plan;
struct bl_program;
struct bl_text;

/* What `explain` says of a plan and its circuit, as lines. */
void bl_kernels_explain(struct bl_text *text, const struct bl_kernels_plan *plan,
                        const struct bl_circuit *circuit);
/* As one JSON document. */
void bl_kernels_explain_json(struct bl_text *text, const struct bl_kernels_plan *plan,
                             const struct bl_circuit *circuit);
/* bl_kind.print: the checked program. */
void bl_kernels_print(struct bl_text *text, const struct bl_program *program);

/* An expression: "(n + 1)". */
struct bl_kernel;
void bl_kernel_expression_print(struct bl_text *text, const struct bl_kernel *kernel, int number);

/* A move in the language's own words, but for its numbers: "read gpu -> send ping". */
struct bl_kernel_move;
struct bl_kernels;
void bl_kernel_move_print(struct bl_text *text, const struct bl_kernels *kernels,
                          const struct bl_kernel_move *move);
/* "reduction0: sum of 4 streams of u32, elements of 4 B, to 4", and the end of the line. */
struct bl_kernel_reduction;
void bl_kernel_reduction_print(struct bl_text *text, const struct bl_kernels *kernels,
                               const struct bl_kernel_reduction *reduction);

/* A group with what it starts and requires, lines with `before` in front. */
struct bl_kernel_group;
void bl_kernel_group_print(struct bl_text *text, const struct bl_kernels *kernels,
                           const struct bl_kernel_group *group, const char *before);
/* "  deadlocks: tried with 5 sets of values; not tried: ...", and the end of the line; nothing
   where there was no trial. */
struct bl_kernel_tried;
void bl_kernel_tried_print(struct bl_text *text, const struct bl_kernel_tried *tried);

#endif
