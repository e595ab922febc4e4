/* The options that change a cluster. */
#ifndef BL_OVERRIDES_H
#define BL_OVERRIDES_H

#include <stdbool.h>

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
    bool drafts; /* no option: the files of stages of the user's own are not looked at, nor Yosys
                    asked */
};

/* Takes one option of the command line: --nodes N, --channels N, --width BYTES, --burst BYTES,
   --clock "150 MHz", --link "4 GB/s", --board NAME|PATH.
   Returns how many of the arguments at `arguments` it used: 0 when the first is none of these, 2
   when it was taken, and -1 after an error was printed on stderr, behind the name of the verb. */
int bl_overrides_option(struct bl_overrides *overrides, const char *verb, int count,
                        char **arguments);

#endif
