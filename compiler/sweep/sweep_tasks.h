/* The tasks of a sweep: each a small script with one command of bankloom, named by all that its
 * result depends on. */
#ifndef BL_SWEEP_TASKS_H
#define BL_SWEEP_TASKS_H

#include <stdbool.h>

struct bl_arena;
struct bl_sweep;
struct bl_sweep_point;
struct bl_sweep_request;
struct bl_sweep_tasks;

/* Names the tasks and writes their scripts; adds the points of earlier calls from
   the folder's index. False after a message on stderr. */
bool bl_sweep_tasks_write(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                          const char *identity);
/* Appends the tasks of that kind (a bit each) that are not finished, each once, in
 * the order of the points. */
void bl_sweep_tasks_open(const struct bl_sweep *sweep, unsigned kinds,
                         struct bl_sweep_tasks *tasks);
/* Leaves the points of earlier calls out whose simulation is not finished, and of
   the others a synthesis that is not. Returns how many points are left out. */
int bl_sweep_leave_open(struct bl_sweep *sweep);

/* Text in single quotes, for the shell. */
const char *bl_sweep_quoted(struct bl_arena *arena, const char *text);
/* The same, in quotes only where it is more than a plain word: what a user is to
 * paste. */
const char *bl_sweep_word(struct bl_arena *arena, const char *text);
/* "FOLDER/points/NAME" with `suffix`. */
const char *bl_sweep_path(const struct bl_sweep *sweep, const char *name, const char *suffix);

/* "--fuse=all --nodes=2" of a point, for the command line. */
const char *bl_sweep_point_options(const struct bl_sweep *sweep,
                                   const struct bl_sweep_point *point);

#endif
