/* Inside of `bankloom sweep`: every combination of fusions and cluster shapes, each as children of
   its own, and what comes of them. The folder of a sweep:
     points/index.json      the list of points: options, and the names of their tasks
     points/NAME.sh         a task: one command of bankloom. NAME is run-, synth- or graph- and a
                            hash of all that the result depends on
     points/NAME.json       its result (.svg for a picture); points/NAME.log: what it said
     points/slurm-HASH.list the tasks of an array job of Slurm; points/slurm-JOB_MEMBER.log: what
     its members said sweep.csv sweep.json sweep.html
   A task whose result is there is finished and is not done again. The points of earlier calls stay
   in the list as long as their results would come out the same now; those that are finished are in
   the tables beside the ones of this call. */
#ifndef BL_SWEEP_H
#define BL_SWEEP_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"
#include "driver/front.h"
#include "ir/plan.h"

enum bl_sweep_task_kind { BL_SWEEP_RUN, BL_SWEEP_SYNTH, BL_SWEEP_GRAPH };
enum { BL_SWEEP_KINDS = 3 };

/* --board and the options of settings, each of which may have several values. */
enum { BL_SWEEP_MOST_AXES = 1 + BL_MOST_OVERRIDES };

struct bl_sweep_axis {
    const char *option;  /* "--nodes" */
    const char *text;    /* as given: "2,4,8"; NULL: the axis is not swept */
    const char **values; /* at least one; NULL in place of a value: as the source has it */
    int count;
};

/* What the point asks for, in numbers: the source's own where it does not ask. */
struct bl_sweep_shape {
    const char *board;
    const char *board_memory; /* "ddr4": the memory that the board has, "": none; NULL: not known,
                                 as the point does not compile */
    int nodes, channels, width, burst;
    double clock_hertz, link_bytes_per_second;
};

struct bl_sweep_point {
    const char *fuse;    /* as --fuse takes it */
    const char *options; /* "--nodes=2 --channels=4", for people */
    struct bl_sweep_shape shape;
    struct bl_overrides overrides; /* the options as they are read, and the rules of `fuse`; nothing
                                      in a sweep read from its index */
    bl_rules rules;
    const char *task[BL_SWEEP_KINDS]; /* name, or NULL when there is none */
    bool earlier; /* of a call before this one: its tasks are not done now, and it counts when they
                     are finished */
};

struct bl_sweep_points {
    struct bl_sweep_point *items;
    int count, capacity;
};

/* The records and the memory model of every run, as run takes them; keys and seed in digits. NULL:
   not known (an index that is older); of memory: that of each point's board. */
struct bl_sweep_input {
    const char *keys, *distribution, *seed, *memory;
};

struct bl_sweep {
    struct bl_arena *arena;
    const char *program; /* path as given */
    const char *pipeline;
    const char *folder; /* of the sweep */
    const char *before; /* the task that draws the passes as written, or NULL */
    struct bl_sweep_points points;
    struct bl_sweep_input input;
    int outdated; /* points of earlier calls whose results would be others now: they are not in
                     `points` */
};

/* What was asked for on the command line. */
struct bl_sweep_request {
    const char *file, *folder, *fuse;
    struct bl_sweep_axis axes[BL_SWEEP_MOST_AXES];
    int axis_count;
    int64_t keys, seed, jobs; /* -1: not given */
    const char *distribution, *memory;
    bool synth, pictures, elsewhere; /* elsewhere: the tasks are for other machines */
};

/* sweep_fuse.c: points of fusion, separated by "/": "all", "none", a list of rules, "+" and rules
   to add to the point before, or "steps": none and then each rule that changes the plan, one more
   at a time. `program` is what the steps are tried on.
   Returns how many, or 0 after a message on stderr. */
int bl_sweep_fuse_parse(struct bl_arena *arena, const char *text, const struct bl_program *program,
                        bl_rules **points);

/* sweep_axes.c: gives the request an axis for each option; `texts`: the values as given, of --board
   and of bl_override_settings, NULL: none. Then splits the values and checks them; false after a
   message on stderr. */
void bl_sweep_axes_begin(struct bl_arena *arena, struct bl_sweep_request *request,
                         const char *const texts[BL_SWEEP_MOST_AXES]);
bool bl_sweep_axes_parse(struct bl_arena *arena, struct bl_sweep_request *request);
/* sweep_axes.c: every combination, in the order of the command line, the last axis fastest. Task
   names are not yet filled, nor are the shapes when `program` is NULL. */
void bl_sweep_expand(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                     const struct bl_program *program, const bl_rules *rules, int rule_count);
/* sweep_possible.c: the program under the first combination of options for which it has no errors;
   the points of fusion and the parts of the shape that are not swept are taken from it. `sources`
   gets its files. NULL after a message, which is that of the first combination. */
const struct bl_program *bl_sweep_program(struct bl_arena *arena,
                                          const struct bl_sweep_request *request,
                                          struct bl_sources *sources);
/* sweep_possible.c: the memory model that a point is timed with; NULL: not known. And the one that
   all points are timed with; NULL: they differ. */
const char *bl_sweep_memory(const struct bl_sweep *sweep, int point);
const char *bl_sweep_common_memory(const struct bl_sweep *sweep);
/* sweep_possible.c: -1 when at least one point compiles and has room for the records, and the names
   that all points share are known. Else the exit status, after the message, which is the first
   point's where all are wrong. Warnings of the points are told once. Fills `sweep->input` and the
   points' board_memory. Starts nothing, writes nothing. */
int bl_sweep_possible(struct bl_sweep *sweep, const struct bl_sweep_request *request);

/* sweep_names.c: what all results of this program depend on, as words: its text, bankloom itself,
   its templates and boards. NULL after a message on stderr. */
const char *bl_sweep_identity(struct bl_arena *arena, const struct bl_sources *sources);
/* sweep_names.c: what the results of a point depend on beside that and its options: the content of
 * a board that is a file of the user. */
const char *bl_sweep_board_identity(struct bl_arena *arena, const char *board);
/* sweep_names.c: the version of the tool that tasks of that kind call, as a word. */
const char *bl_sweep_tool(struct bl_arena *arena, enum bl_sweep_task_kind kind);

/* sweep_tasks.c: names the tasks and writes their scripts; adds the points of earlier calls from
   the folder's index. False after a message on stderr. */
bool bl_sweep_tasks_write(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                          const char *identity);
/* sweep_index.c: false after a message on stderr. */
bool bl_sweep_index_write(const struct bl_sweep *sweep);
bool bl_sweep_index_read(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder);
/* sweep_index.c: the same without a message; false when there is no index, or none that can be
 * read. */
bool bl_sweep_index_find(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder);

struct bl_sweep_task {
    const char *name;
    enum bl_sweep_task_kind kind;
};
struct bl_sweep_tasks {
    struct bl_sweep_task *items;
    int count, capacity;
};
/* sweep_tasks.c: appends the tasks of that kind (a bit each) that are not finished, each once, in
 * the order of the points. */
void bl_sweep_tasks_open(const struct bl_sweep *sweep, unsigned kinds,
                         struct bl_sweep_tasks *tasks);
/* sweep_tasks.c: leaves the points of earlier calls out whose simulation is not finished, and of
   the others a synthesis that is not. Returns how many points are left out. */
int bl_sweep_leave_open(struct bl_sweep *sweep);
/* sweep_tasks.c: "FOLDER/points/NAME" with `suffix`. */
const char *bl_sweep_path(const struct bl_sweep *sweep, const char *name, const char *suffix);

/* sweep_tasks.c: text in single quotes, for the shell. */
const char *bl_sweep_quoted(struct bl_arena *arena, const char *text);
/* sweep_tasks.c: the same, in quotes only where it is more than a plain word: what a user is to
 * paste. */
const char *bl_sweep_word(struct bl_arena *arena, const char *text);

/* sweep_pool.c: does the tasks, `jobs` at a time, with a progress bar on a terminal. False when an
   interrupt ended it; the children have ended too. A task that fails is for the results to tell. */
bool bl_sweep_pool(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks, int jobs);

/* sweep_progress.c: one line on stderr, rewritten; nothing when it is not a terminal. */
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

/* sweep_slurm.c: writes FOLDER/sweep.slurm, an array job of so many members, which share the tasks.
 * False after a message on stderr. */
bool bl_sweep_slurm_write(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks);
int bl_sweep_slurm_members(const struct bl_sweep_tasks *tasks);
/* sweep_slurm.c: whether the members of an array job have left logs in the folder. */
bool bl_sweep_slurm_logs(const struct bl_sweep *sweep);

/* What became of a point. Numbers that are not known are NAN. */
struct bl_sweep_result {
    bool simulated, golden; /* the run has ended; and its result equals the golden model's */
    bool synthesised;
    bool failed, open;   /* a task has failed; one is not done yet, or was interrupted */
    const char *message; /* why something is missing; NULL when nothing is */
    double passes, cycles, predicted, measured, share_of_peak,
        share_of_bound; /* rates in bytes a second, shares 0..1 */
    double logic, ff, block_ram, dsp, logic_share, ff_share, block_ram_share,
        dsp_share;          /* of one node */
    const char *logic_unit; /* "ALM"; NULL: not known */
    const char *fabric,
        *yosys;    /* the command and the version of Yosys that counted; NULL: not known */
    bool stand_in; /* that command is for the nearest fabric that Yosys has, and not for the board's
                      own */
    bool front_logic, front_ram; /* on the Pareto front: no other point has more throughput for at
                                    most as much of the whole cluster */
};

/* sweep_results.c: [points.count]. */
struct bl_sweep_result *bl_sweep_results(const struct bl_sweep *sweep);
/* Points of which a task has failed; others of which one is not done yet. */
int bl_sweep_failures(const struct bl_sweep *sweep, const struct bl_sweep_result *results);
int bl_sweep_open(const struct bl_sweep *sweep, const struct bl_sweep_result *results);

/* sweep_write.c: the same table in two forms. */
void bl_sweep_csv(struct bl_text *text, const struct bl_sweep *sweep,
                  const struct bl_sweep_result *results);
void bl_sweep_json(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results);
/* sweep_page.c: the page. False after a message on stderr. */
bool bl_sweep_page(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results);

struct cJSON;
/* sweep_fill.c: fills a template: {{name}} with HTML's characters escaped, {{{name}}} as it is,
   {{#name}}...{{/name}} once per element of an array, or once when there is something that is not
   false, {{^name}}...{{/name}} when there is not. Names are looked up from the inside out; what is
   nowhere is nothing. False when a section is not closed. */
bool bl_sweep_fill(struct bl_text *text, const char *template, const struct cJSON *content);
/* sweep_plot.c: what the template draws plots from, as an array of objects; and the legends that
 * they share. */
struct cJSON *bl_sweep_plots(const struct bl_sweep *sweep, const struct bl_sweep_result *results);
void bl_sweep_legends(const struct bl_sweep *sweep, struct cJSON *root);
/* sweep_plot.c: the place of a point's fusion among those of the sweep: its colour. */
int bl_sweep_fuse_place(const struct bl_sweep *sweep, int point);
/* sweep_page.c: a whole number as 1 234 567, with narrow blanks that do not break. */
const char *bl_sweep_grouped(struct bl_arena *arena, double value);
/* sweep_facts.c: adds what the page says of the records, the memory and the fabric that its numbers
 * come from. */
void bl_sweep_facts(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                    struct cJSON *root);
/* sweep_page.c: "8 nodes, 4 channels, ..." of a point: what tells it from the others. */
const char *bl_sweep_point_words(const struct bl_sweep *sweep, int point);

#endif
