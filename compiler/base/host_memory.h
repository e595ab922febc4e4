/* Running out of this computer's memory: one message, exit status 1. Nobody checks for NULL but
 * where memory is asked for. */
#ifndef BL_HOST_MEMORY_H
#define BL_HOST_MEMORY_H

#include <dirent.h>
#include <stddef.h>

/* Says so on stderr and ends the process. */
_Noreturn void bl_out_of_memory(void);

/* What an allocation has returned, or a call that fails for want of memory alone: never NULL. */
void *bl_needed(void *memory);

/* opendir; NULL for any other reason. */
DIR *bl_open_folder(const char *path);

/* From here on the same holds for the libraries: for cJSON, and for operator new of C++. */
void bl_watch_libraries(void);

/* Freed memory stays with the program: arenas come and go, and pages that the system gives anew
 * cost more than what is done with them. */
void bl_keep_freed(void);

#endif
