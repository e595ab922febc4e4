/* bankloom run --host FILE [-- ARGUMENTS]: a program of the user's own in place of the bench. */
#ifndef BL_RUN_HOST_H
#define BL_RUN_HOST_H

#include <stdbool.h>
#include <stdint.h>

struct bl_arena;

/* How many of the words belong to bankloom: those before "--". What follows are the host program's
 * arguments. */
int bl_host_own_words(int argc, char **argv);

/* The absolute path of a host program: a C or C++ file that can be read, without blanks in its
   path, which make could not take. NULL after a message on stderr. */
const char *bl_host_file(struct bl_arena *arena, const char *path);

/* Runs the compiled program with the arguments that follow "--" in `argv`, which ends with NULL.
   The simulated cluster gets the memory model `memory` (NULL: the usual one), `faults` (NULL: none)
   and `threads` host threads (below 1: as many as there are processors).
   Returns the program's exit status, 128 + signal, or -1 after a message on stderr. */
int bl_host_run(struct bl_arena *arena, const char *program, int argc, char **argv,
                const char *memory, const char *faults, int64_t threads);

#endif
