/* Several processes side by side, with a bar that shows how far they are. */
#ifndef BL_SYNTH_JOBS_H
#define BL_SYNTH_JOBS_H

#include <stdbool.h>
#include <sys/types.h>

struct bl_job {
    const char *const *arguments; /* NULL-terminated */
    const char *folder;           /* that it works in */
    const char *log;              /* file for what it prints: an absolute path */
    const char *what;             /* what it works on, for a message */
    const char *made, *place; /* a file that it makes and its place in the cache, as soon as it has
                                 ended well; or NULL */
    double work;              /* how long it takes beside the others, in any unit */
    int status;               /* after the run: as bl_tool_run has it */
    pid_t process;
};

/* Runs all jobs, at most `at_once` at a time, the longest first; no further one begins after a
   failure or an interrupt. With `bar`, a progress bar on stderr behind the words `title`. Whether
   all have ended with status 0; the end of the log of the first that did not is printed, unless
   there was an interrupt. The order of `jobs` changes. */
bool bl_jobs_run(struct bl_job *jobs, int count, int at_once, bool bar, const char *title);

#endif
