/* What sweep.h has for the files of its folder alone. */
#ifndef BL_SWEEP_INNER_H
#define BL_SWEEP_INNER_H

#include "sweep/sweep.h"

/* The memory model that a point is timed with; NULL: not known. And the one that
   all points are timed with; NULL: they differ. */
const char *bl_sweep_memory(const struct bl_sweep *sweep, int point);
const char *bl_sweep_common_memory(const struct bl_sweep *sweep);
/* What the results of a point depend on beside that and its options: the content of
 * a board that is a file of the user. */
const char *bl_sweep_board_identity(struct bl_arena *arena, const char *board);
/* The version of the tool that tasks of that kind call, as a word. */
const char *bl_sweep_tool(struct bl_arena *arena, enum bl_sweep_task_kind kind);
/* The same without a message; false when there is no index, or none that can be
 * read. */
bool bl_sweep_index_find(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder);
/* "FOLDER/points/NAME" with `suffix`. */
const char *bl_sweep_path(const struct bl_sweep *sweep, const char *name, const char *suffix);

/* One line on stderr, rewritten; nothing when it is not a terminal. */
struct bl_sweep_progress {
    int total, done, failed, running;
    double spent[BL_SWEEP_KINDS]; /* seconds, by finished tasks of a kind */
    int finished[BL_SWEEP_KINDS], left[BL_SWEEP_KINDS];
    int jobs;
    bool shown;
};
double bl_sweep_now(void);
/* Seconds that the rest will take, or -1 as long as nothing is known. */
double bl_sweep_time_left(const struct bl_sweep_progress *progress);
void bl_sweep_progress_show(struct bl_sweep_progress *progress);
void bl_sweep_progress_end(struct bl_sweep_progress *progress);
/* Fills a template: {{name}} with HTML's characters escaped, {{{name}}} as it is,
   {{#name}}...{{/name}} once per element of an array, or once when there is something that is not
   false, {{^name}}...{{/name}} when there is not. Names are looked up from the inside out; what is
   nowhere is nothing. False when a section is not closed. */
bool bl_sweep_fill(struct bl_text *text, const char *template, const struct cJSON *content);
/* What the template draws plots from, as an array of objects; and the legends that
 * they share. */
struct cJSON *bl_sweep_plots(const struct bl_sweep *sweep, const struct bl_sweep_result *results);
void bl_sweep_legends(const struct bl_sweep *sweep, struct cJSON *root);
/* The place of a point's choice among those of the sweep: its colour. */
int bl_sweep_choice_place(const struct bl_sweep *sweep, int point);
/* A whole number as 1 234 567, with narrow blanks that do not break. */
const char *bl_sweep_grouped(struct bl_arena *arena, double value);
/* Adds what the page says of the records, the memory and the fabric that its numbers
 * come from. */
void bl_sweep_facts(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                    struct cJSON *root);
/* "--fuse=all --nodes=2" of a point, for the command line. */
const char *bl_sweep_point_options(const struct bl_sweep *sweep,
                                   const struct bl_sweep_point *point);
/* A rate in GB/s, with two digits or more. */
const char *bl_sweep_rate(struct bl_arena *arena, double rate);
/* The column of a table that the kind's option fills: "fuse". And whether the kind has a column
   that not all of them have. */
const char *bl_sweep_choice_column(const struct bl_sweep *sweep);
bool bl_sweep_has_column(const struct bl_sweep *sweep, const char *name);
/* "--fuse all, 8 nodes, 4 channels, ..." of a point; and without the
   choice: what tells it from the others. */
const char *bl_sweep_point_title(const struct bl_sweep *sweep, int point);
const char *bl_sweep_point_words(const struct bl_sweep *sweep, int point);

#endif
