/* The two files of a stage of the user's own to start from. */
#ifndef BL_DRAFT_H
#define BL_DRAFT_H

#include "ir/program.h"

struct bl_text;

/* Writes the files that the stage names, unless one of them is there. False after a message; then
   neither was written. */
bool bl_draft_write(const struct bl_program *program, const struct bl_own *own);

/* Writes two files that are not there yet, of the module and of the function, for `bankloom WORD`.
   False after a message; then neither was written. */
bool bl_draft_files(struct bl_arena *arena, const char *word, const char *verilog,
                    const struct bl_text *module, const char *golden,
                    const struct bl_text *function);

/* The declaration for the program. */
void bl_draft_declaration(struct bl_text *text, struct bl_arena *arena, const struct bl_own *own);

#endif
