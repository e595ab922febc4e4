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

/* What the simulated cluster of a host program has: the memory model, faults and a capture of
   frames, NULL: the usual, none, none; host threads, below 1: as many as there are processors; a
   seed, below 0: the usual; whether a terminal gets no line of how far it is. */
struct bl_host_simulated {
    const char *memory, *faults, *pcap;
    int64_t threads, seed;
    bool quiet;
};
/* Runs the compiled program with the arguments that follow "--" in `argv`, which ends with NULL.
   Returns the program's exit status, 128 + signal, or -1 after a message on stderr. */
int bl_host_run(struct bl_arena *arena, const char *program, int argc, char **argv,
                const struct bl_host_simulated *simulated);

#endif
