/* Inside of `bankloom sweep`: every combination of cluster shapes and of what the kind of program
   varies besides (kind/kind_sweep.h), each as children of its own, and what comes of them. The
   folder of a sweep: points/index.json      the list of points: options, and the names of their
   tasks points/NAME.sh         a task: one command of bankloom. NAME is run-, synth- or graph- and
   a hash of all that the result depends on points/NAME.json       its result (.svg for a picture);
   points/NAME.log: what it said points/slurm-HASH.list the tasks of an array job of Slurm;
   points/slurm-JOB_MEMBER.log: what its members said sweep.csv sweep.json sweep.html A task whose
   result is there is finished and is not done again. The points of earlier calls stay in the list
   as long as their results would come out the same now; those that are finished are in the tables
   beside the ones of this call. */
#ifndef BL_SWEEP_H
#define BL_SWEEP_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"
#include "driver/front.h"
#include "ir/plan.h"
#include "kind/kind.h"
#include "kind/kind_sweep.h"

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

/* What the point asks for, in numbers: the source's own where it does not ask; 0: the cluster has
   none. */
struct bl_sweep_shape {
    const char *board;
    const char *board_memory; /* "ddr4": the memory that the board has, "": none; NULL: not known,
                                 as the point does not compile */
    int nodes, channels, width, burst;
    double clock_hertz, link_bytes_per_second;
};

struct bl_sweep_point {
    const char *choice;  /* as the kind's option takes it; "": the point does without */
    const char *options; /* "--nodes=2 --channels=4", for people */
    struct bl_sweep_shape shape;
    struct bl_overrides overrides; /* the options as they are read, and the rules of fusion; nothing
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

/* What every run has in common, as run takes it; keys and seed in digits. NULL: not known (an index
   that is older), or not of this kind of program; of memory: that of each point's board. */
struct bl_sweep_input {
    const char *keys, *distribution, *group, *seed, *memory;
};

struct bl_sweep {
    struct bl_arena *arena;
    const char *program; /* path as given */
    const struct bl_kind *kind;
    const char *name;   /* of the pipeline, or the cluster */
    const char *folder; /* of the sweep */
    const char *before; /* the task that draws the passes as written, or NULL */
    struct bl_sweep_points points;
    struct bl_sweep_input input;
    int outdated; /* points of earlier calls whose results would be others now: they are not in
                     `points` */
};

/* What was asked for on the command line. */
struct bl_sweep_request {
    const char *file, *folder;
    const struct bl_request *asked; /* the words, with the kind's own options */
    struct bl_sweep_axis axes[BL_SWEEP_MOST_AXES];
    int axis_count;
    int64_t seed, jobs; /* -1: not given */
    const char *memory;
    bool synth, pictures, elsewhere; /* elsewhere: the tasks are for other machines */
};

/* What the bench of a point is asked (bl_kind_sweep.look). */
struct bl_sweep_look {
    const struct bl_sweep_request *request;
    const char *choice;
    bool sized; /* with as many records as were asked for; else what is wrong beside their number */
    struct bl_sweep_input *input; /* to be filled */
    struct bl_arena *arena;       /* of that */
};

struct bl_sweep_task {
    const char *name;
    enum bl_sweep_task_kind kind;
};
struct bl_sweep_tasks {
    struct bl_sweep_task *items;
    int count, capacity;
};

/* What became of a point. Numbers that are not known are NAN. */
struct bl_sweep_result {
    bool simulated, golden; /* the run has ended; and its result equals the golden model's */
    bool synthesised;
    bool failed, open;   /* a task has failed; one is not done yet, or was interrupted */
    const char *message; /* why something is missing; NULL when nothing is */
    double passes, cycles, moved, predicted, measured, share_of_peak,
        share_of_bound; /* moved: bytes; rates in bytes a second, shares 0..1 */
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

#endif
