/* The `.g` format line by line. The file is walked three times: for declarations, for the graph,
 * and for what names its places. */
#ifndef BL_STG_PARSE_H
#define BL_STG_PARSE_H

struct bl_arena;
struct bl_diags;
struct bl_stg;

/* The same from a file, or for "-" from standard input; one that cannot be read is reported
 * (E0001). */
struct bl_stg *bl_stg_read(struct bl_arena *arena, struct bl_diags *diags, const char *path);

#endif
