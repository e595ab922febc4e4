/* Parts of paths. */
#ifndef BL_PATH_H
#define BL_PATH_H

struct bl_arena;

/* Of a name that files are called after: tools add some 50 characters, and 255 is what file systems
 * take. */
enum { BL_MOST_LETTERS = 100 };

/* What stands behind the last slash. */
const char *bl_path_name(const char *path);
/* What stands in front of it, without it; "." where there is none. */
const char *bl_path_folder(struct bl_arena *arena, const char *path);
/* A path that is relative to the folder of the file `from`. */
const char *bl_path_beside(struct bl_arena *arena, const char *from, const char *path);

#endif
