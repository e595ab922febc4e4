/* Mutual exclusion places, found by the shape of the net around them. */
#ifndef BL_STG_MUTEX_H
#define BL_STG_MUTEX_H

struct bl_arena;
struct bl_diags;
struct bl_stg;

/* Fills stg->mutexes, stg->ways and stg->hints from structure and comments; a comment whose place
   has not the structure is reported (E4020). The parser calls it. */
void bl_stg_find_mutexes(struct bl_arena *arena, struct bl_diags *diags, struct bl_stg *stg);

#endif
