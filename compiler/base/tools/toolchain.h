/* What bankloom needs outside itself: its own templates and harness, the tools that it calls, and
 * the cache of compiled models. */
#ifndef BL_TOOLCHAIN_H
#define BL_TOOLCHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct bl_arena;
struct bl_text;

/* Where bankloom's own files are, found relative to the executable: the source tree, or
 * PREFIX/share/bankloom when installed. */
struct bl_home {
    const char *root;        /* holds rtl_templates/, testbench/simulation/, compiler/runtime/ */
    const char *sim_library; /* libbl_sim.a, or NULL when it was not built */
    const char *verilated;   /* what verilated.mk has made, with the file `version` beside it; or
                                NULL */
};

/* False after a message on stderr when the templates are nowhere. */
bool bl_home_find(struct bl_arena *arena, struct bl_home *home);

/* Runs `arguments` (NULL-terminated, [0] is looked up on the PATH), with stdout and stderr in the
   file `log`. Of the environment it sees what bl_environment_for_tools leaves, so that nothing that
   the user's shell exports changes what it does. `tick` is called about ten times a second while
   it runs (may be NULL). An interrupt (SIGINT, SIGTERM, SIGHUP) is handed on to the child and all
   that it has started; when it has ended, then, unless it is held, bankloom ends by it. Returns
   the child's
   exit status, 128 + signal, or -1 with a message on stderr when it could not be started. */
int bl_tool_run(const char *const *arguments, const char *log, void (*tick)(void *context),
                void *context);
/* The same for a program that is no tool, a bench or the user's own: on the terminal, with the
   whole environment. `arguments[0]` is the name by which it speaks of itself. */
int bl_program_run(const char *program, const char *const *arguments);

/* What a tool may use that reads what may be of any size, or go round for ever. */
struct bl_tool_limits {
    int seconds;              /* of processor time; then it is ended by SIGXCPU or SIGKILL */
    size_t bytes, file_bytes; /* of its memory, and of each file that it writes */
};
/* The same under limits, without ticks. */
int bl_tool_run_limited(const char *const *arguments, const char *log,
                        const struct bl_tool_limits *limits);

/* Starts `arguments` in the same way, in `folder`, with a log, and does not wait; hold interrupts
   back before. The process, or -1 after a message on stderr. */
pid_t bl_tool_start(const char *const *arguments, const char *folder, const char *log);
/* Whether the process has ended by now, and how: as bl_tool_run has it. To be asked until it says
 * so; hands an interrupt on to it. */
bool bl_tool_ended(pid_t process, int *status);

/* Holds interrupts back from bankloom itself from here on, so that what was begun can be cleared
 * away; tools still get theirs. */
void bl_interrupts_hold(void);
/* Whether an interrupt came since; never one that the shell makes bankloom ignore. */
bool bl_interrupted(void);

/* The last `lines` lines of a log, for an error message. */
void bl_log_tail(const char *log, int lines);

/* Whether there is a folder of this path; not where it cannot be looked at. */
bool bl_is_folder(const char *path);
/* mkdir -p. Returns 0 or an errno value. */
int bl_make_folders(const char *path);
/* A new folder of its own for what is not kept, below TMPDIR or /tmp. NULL after a message. */
char *bl_scratch_folder(struct bl_arena *arena);
/* Removes a file or a folder with all that is in it; what does not exist is no error. Returns 0 or
 * an errno value. */
int bl_remove_tree(const char *path);
/* A whole file into `text`. Returns 0 or an errno value. */
int bl_read_file(struct bl_text *text, const char *path);

#endif
