/* The front end as one call: from a file to the typed program. */
#ifndef BL_FRONT_H
#define BL_FRONT_H

#include <stdint.h>
#include "base/diag.h"
#include "ir/program.h"

/* What the command line changes in the cluster of the source. 0 leaves a part as the source has it.
 */
struct bl_overrides {
    int nodes;
    int channels;                 /* channels READ at a time, half of `memory { channels ... }` */
    int width, burst;             /* bytes */
    double clock_hertz;           /* of the clock `core` */
    double link_bytes_per_second; /* of the network's links */
    const char *
        board; /* a name or a path, relative to the working directory; NULL: as the source has it */
};

/* Reads, parses and checks the file (and what it imports). NULL after errors were reported;
   warnings alone do not stop it. `diags` needs its `sources` set; the program keeps pointing into
   them and into the arena. `overrides` may be NULL. */
struct bl_program *bl_front(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                            const struct bl_overrides *overrides);
/* The same for a program that may be of a bus in place of a pipeline (bl_program.bus), which
 * bl_front reports as an error. */
struct bl_program *bl_front_any(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                                const struct bl_overrides *overrides);
/* Either of a file that is loaded already. */
struct bl_loaded;
struct bl_program *bl_front_loaded(const struct bl_loaded *loaded,
                                   const struct bl_overrides *overrides, bool any);

/* Takes one option of the command line: --nodes N, --channels N, --width BYTES, --burst BYTES,
   --clock "150 MHz", --link "4 GB/s", --board NAME|PATH.
   Returns how many of the arguments at `arguments` it used: 0 when the first is none of these, 2
   when it was taken, and -1 after an error was printed on stderr, behind the name of the verb. */
int bl_overrides_option(struct bl_overrides *overrides, const char *verb, int count,
                        char **arguments);

#endif
