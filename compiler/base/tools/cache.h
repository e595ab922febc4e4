/* The folder in which compiled models are kept, each file with its hash beside it as FILE.sum, so
 * that a damaged one shows. */
#ifndef BL_CACHE_H
#define BL_CACHE_H

#include <stdbool.h>

struct bl_arena;

/* ${XDG_CACHE_HOME:-~/.cache}/bankloom, made when missing. NULL after a message. */
const char *bl_cache_folder(struct bl_arena *arena);
/* A folder in it, for what is made so soon that nothing need be said where it cannot be kept: NULL
 * without a message. */
const char *bl_cache_below(struct bl_arena *arena, const char *name);

/* Removes what interrupted runs have left, and the files that were not used for longest when there
 * are more than `most`. */
void bl_cache_tidy(const char *folder, int most);

/* Notes that a kept file was used now. */
void bl_cache_used(const char *path);

/* Moves a file that was made on the same file system to its place in the cache. Returns 0 or an
 * errno value. */
int bl_cache_put(struct bl_arena *arena, const char *made, const char *place);

/* Whether a file is there as bl_cache_put has left it; notes that it was used. */
bool bl_cache_intact(struct bl_arena *arena, const char *place);

/* The bytes of a file as 16 hexadecimal digits; those of nothing when it cannot be read. */
const char *bl_file_hash(struct bl_arena *arena, const char *path);

#endif
