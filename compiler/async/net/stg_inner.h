/* What stg.h has for the files of its folder alone. */
#ifndef BL_STG_INNER_H
#define BL_STG_INNER_H

struct bl_arena;
struct bl_diags;
struct bl_stg;

/* Reads a net from a source that was added to diags->sources. Reports every error (E40xx) and
   warning (W42xx) with its place. NULL after an error. The net lives in `arena` and does not point
   into the source. */
struct bl_stg *bl_stg_parse(struct bl_arena *arena, struct bl_diags *diags, int file);

#endif
