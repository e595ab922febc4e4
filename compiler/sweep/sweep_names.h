/* What the results of a sweep depend on beside its options, as one hash. */
#ifndef BL_SWEEP_NAMES_H
#define BL_SWEEP_NAMES_H

#include "sweep/sweep.h"

struct bl_arena;
struct bl_sources;

/* What all results of this program depend on, as words: its text, bankloom itself,
   its templates and boards. NULL after a message on stderr. */
const char *bl_sweep_identity(struct bl_arena *arena, const struct bl_sources *sources);
/* What the results of a point depend on beside its options and the program: the content of a board
   that is a file of the user. */
const char *bl_sweep_board_identity(struct bl_arena *arena, const char *board);
/* The version of the tool that tasks of that kind call, as a word. */
const char *bl_sweep_tool(struct bl_arena *arena, enum bl_sweep_task_kind kind);

#endif
