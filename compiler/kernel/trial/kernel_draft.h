/* The two files of a kernel in Verilog to start from. */
#ifndef BL_KERNEL_DRAFT_H
#define BL_KERNEL_DRAFT_H

#include <stdbool.h>

struct bl_arena;
struct bl_kernel_modules;
struct bl_text;

/* Writes the files that the one kernel of `modules` names, unless one of them is there. False after
   a message; then neither was written. */
bool bl_kernel_draft_write(struct bl_arena *arena, const struct bl_kernel_modules *modules);

/* Its declaration, for the program. */
void bl_kernel_draft_declaration(struct bl_text *text, struct bl_arena *arena,
                                 const struct bl_kernel_modules *modules);

#endif
