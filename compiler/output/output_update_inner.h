/* A build into a folder that is already there. */
#ifndef BL_OUTPUT_UPDATE_INNER_H
#define BL_OUTPUT_UPDATE_INNER_H

#include "output/output.h"

/* One file, with the folders that lead to it. Returns 0 or an errno value. */
int bl_output_write_file(const char *folder, const char *path, const struct bl_text *text);

/* Removes the file at `place`, and the folders between the first `folder` characters of it and the
   file that are empty then. Changes `place`; takes no memory. */
void bl_output_remove_file(char *place, size_t folder);

/* Removes what bl_output_write_file has written of the output, and the folder when it is empty
 * then. Takes no memory. */
void bl_output_remove(const struct bl_output *output, const char *folder);

/* Brings a folder up to date: first writes everything new into a folder inside it, and only when
   that is complete moves file by file into place; a file whose bytes are the same is not touched.
   What the folder's manifest names and the output no longer has is removed, and what it does not
   name stays. A file in the way that is not as bankloom has written it is kept beside as NAME.old,
   and that is said on stderr. Returns 0 or an errno value. *begun: everything new was written, and
   moving it into place has begun. */
int bl_output_update(const struct bl_output *output, const char *folder, bool *begun);

#endif
