/* What the program and its verbs return. */
#ifndef BL_EXIT_STATUS_H
#define BL_EXIT_STATUS_H

/* Done; the program or the input has an error, or the result differs from the golden model; wrong
 * usage; interrupted, as the shell has it. */
enum { BL_EXIT_OK = 0, BL_EXIT_FAILED = 1, BL_EXIT_USAGE = 2, BL_EXIT_INTERRUPTED = 130 };

#endif
