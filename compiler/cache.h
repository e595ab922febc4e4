/* The folder in which compiled models are kept. */
#ifndef BL_CACHE_H
#define BL_CACHE_H

struct bl_arena;

/* ${XDG_CACHE_HOME:-~/.cache}/bankloom, made when missing. NULL after a message. */
const char *bl_cache_folder(struct bl_arena *arena);

/* Removes what interrupted runs have left, and the files that were not used for longest when there are more than `most`. */
void bl_cache_tidy(const char *folder, int most);

/* Notes that a kept file was used now. */
void bl_cache_used(const char *path);

#endif
