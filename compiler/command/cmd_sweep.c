#include "command/cmd_sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/lock.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "command/options/apart.h"
#include "command/options/options.h"
#include "command/options/request.h"
#include "command/run/run_common.h"
#include "kind/kind.h"
#include "sweep/page/sweep_page.h"
#include "sweep/sweep.h"
#include "sweep/sweep_axes.h"
#include "sweep/sweep_index.h"
#include "sweep/sweep_names.h"
#include "sweep/sweep_pool.h"
#include "sweep/sweep_possible.h"
#include "sweep/sweep_results.h"
#include "sweep/sweep_slurm.h"
#include "sweep/sweep_tasks.h"
#include "sweep/sweep_write.h"

enum { MOST_JOBS = 256 };
enum {
    ALL_KINDS = 1u << BL_SWEEP_RUN | 1u << BL_SWEEP_SYNTH | 1u << BL_SWEEP_GRAPH,
    POINTS = 1u << BL_SWEEP_RUN | 1u << BL_SWEEP_SYNTH
};

struct command {
    struct bl_request asked;
    struct bl_sweep_request request;
    const char *texts[BL_SWEEP_MOST_AXES];
    bool json, quiet, no_synth, slurm, gather;
};

static int parse(struct command *command) {
    struct bl_sweep_request *request = &command->request;
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--board", .kind = BL_OPTION_TEXT, .value = &command->texts[0],
         .argument = "BOARD,...",
         .help = "ones that `bankloom boards` lists, or descriptions of your own"},
        {.kind = BL_OPTION_SETTING_LISTS, .value = &command->texts[1]},
        {.kind = BL_OPTION_HEADING, .help = "the same for every point, as run has them:"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &request->seed, .argument = "N",
         .low = 0, .high = INT64_MAX, .help = "seed of random inputs and memory contents (1)"},
        {.name = "--memory", .kind = BL_OPTION_TEXT, .value = &request->memory, .argument = "NAME",
         .choices = "hbm2 hbm2_1600 ddr4 ddr3 ideal",
         .help = "hbm2, hbm2_1600, ddr4, ddr3 or ideal (each board's)"},
        {.kind = BL_OPTION_HEADING, .help = "how it is done, and where it goes:"},
        {.name = "--output", .short_name = "-o", .kind = BL_OPTION_TEXT, .value = &request->folder,
         .argument = "DIR",
         .help = "folder for the results; those of earlier calls stay (FILE.sweep in the working "
                 "directory)"},
        {.name = "--jobs", .short_name = "-j", .kind = BL_OPTION_NUMBER, .value = &request->jobs,
         .argument = "N", .low = 1, .high = MOST_JOBS,
         .help = "tasks at a time (one per processor)"},
        {.name = "--no-synth", .kind = BL_OPTION_FLAG, .value = &command->no_synth,
         .help = "simulate only"},
        {.name = "--slurm", .kind = BL_OPTION_FLAG, .value = &command->slurm,
         .help = "write an array job for Slurm in place of running"},
        {.name = "--gather", .kind = BL_OPTION_FLAG, .value = &command->gather,
         .choices = "/",
         .help = "FILE is the folder of a sweep: rewrite its tables"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &command->json,
         .help = "print the results as one JSON document"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG, .value = &command->quiet,
         .help = "print nothing when all is well"},
        {0}
    };
    // clang-format on
    request->asked = &command->asked;
    int status = bl_request_parse_rows(&command->asked, rows);
    request->file = command->asked.file;
    return status;
}

/* "FILE.sweep": the file's name without folder and suffix. */
static const char *default_folder(struct bl_arena *arena, const char *file) {
    const char *name = bl_path_name(file), *dot = strrchr(name, '.');
    return bl_format(arena, "%.*s.sweep",
                     dot && dot != name ? (int)(dot - name) : (int)strlen(name), name);
}

/* A folder that is there and holds anything else than a sweep is not written to. */
static bool folder_usable(const char *folder, struct bl_arena *arena) {
    struct stat status;
    if (stat(folder, &status)) return true;
    if (S_ISDIR(status.st_mode) &&
        (!access(bl_format(arena, "%s/points", folder), F_OK) || !rmdir(folder)))
        return true;
    fprintf(stderr,
            "bankloom sweep: %s exists and is not a sweep; it stays as it is. -o names another "
            "folder.\n",
            folder);
    return false;
}

/* Makes the folder and locks it until bankloom ends; a second sweep would wait for hours, so it is
 * refused. */
static bool is_alone(const char *folder) {
    int error = bl_make_folders(folder);
    if (!error && bl_folder_try_lock(folder) < 0) error = errno;
    if (error == EWOULDBLOCK)
        fprintf(stderr, "bankloom sweep: another bankloom is at work in %s; -o names another\n",
                folder);
    else if (error)
        fprintf(stderr, "bankloom sweep: cannot make the folder %s: %s\n", folder, strerror(error));
    return !error;
}

/* Every point reads the program anew, with an input of its own. A missing file is reported
 * when it is read. */
static bool can_be_read_again(const char *file) {
    struct stat status;
    bool pipe = !stat(file, &status) && S_ISFIFO(status.st_mode);
    bool input = !strcmp(file, "/dev/stdin") || !strncmp(file, "/dev/fd/", 8);
    if (!pipe && !input) return true;
    fprintf(stderr,
            "bankloom sweep: %s is %s, and every point reads it again; put the program into a "
            "file\n",
            file, pipe ? "a pipe" : "this command's input");
    return false;
}

static bool is_apart(const struct bl_sweep *sweep, const struct bl_sources *sources) {
    const struct bl_output_path outputs[] = {
        {"-o", sweep->folder},
        {"-o", bl_format(sweep->arena, "%s/sweep.csv", sweep->folder)},
        {"-o", bl_format(sweep->arena, "%s/sweep.json", sweep->folder)},
        {"-o", bl_format(sweep->arena, "%s/sweep.html", sweep->folder)}};
    return bl_outputs_apart("sweep", sources, outputs, sizeof outputs / sizeof *outputs);
}

/* The points of the kind's own option; how many, 0 after a message. */
static int choose(struct bl_arena *arena, const struct bl_sweep_request *request,
                  const struct bl_program *program, struct bl_sweep_choice **choices) {
    const struct bl_kind_sweep *kind = program->kind->sweep;
    const char *given = kind->given(request->asked), *text = given ? given : kind->usual;
    if (text) return kind->points(arena, text, program, choices);
    *choices = BL_NEW(arena, struct bl_sweep_choice, 1);
    **choices = (struct bl_sweep_choice){"", BL_ALL_RULES};
    return 1;
}

/* Reads the program, makes the points, writes the tasks. Returns -1, or the exit status. */
static int prepare(struct command *command, struct bl_sweep *sweep) {
    struct bl_sweep_request *request = &command->request;
    struct bl_sources sources = {0};
    struct bl_sweep_choice *choices;
    if (!can_be_read_again(request->file)) return BL_EXIT_USAGE;
    bl_sweep_axes_begin(sweep->arena, request, command->texts);
    if (!bl_sweep_axes_parse(sweep->arena, request)) return BL_EXIT_USAGE;
    const struct bl_program *program = bl_sweep_program(sweep->arena, request, &sources);
    if (!program) return BL_EXIT_FAILED;
    int count = choose(sweep->arena, request, program, &choices);
    if (!count) return BL_EXIT_USAGE;
    request->elsewhere = command->slurm;
    sweep->program = request->file;
    sweep->kind = program->kind;
    sweep->name = program->kind->name(program);
    sweep->folder = request->folder ? request->folder : default_folder(sweep->arena, request->file);
    if (!is_apart(sweep, &sources)) return BL_EXIT_USAGE;
    bl_sweep_expand(sweep, request, program, choices, count);
    int status = bl_sweep_possible(sweep, request);
    if (status >= 0) return status;
    if (!folder_usable(sweep->folder, sweep->arena)) return BL_EXIT_FAILED;
    request->synth = !command->no_synth;
    request->pictures = bl_tool_present(&bl_tool_dot);
    const char *identity = bl_sweep_identity(sweep->arena, &sources);
    bool ok = identity && is_alone(sweep->folder) &&
              bl_sweep_tasks_write(sweep, request, identity) && bl_sweep_index_write(sweep);
    return ok ? -1 : BL_EXIT_FAILED;
}

static bool save(struct bl_text *text, const char *path, bool ok) {
    int error = ok ? bl_text_save(text, path) : 0;
    if (error) fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", path, strerror(error));
    bl_text_free(text);
    return ok && !error;
}

static bool write_files(const struct command *command, const struct bl_sweep *sweep,
                        const struct bl_sweep_result *results) {
    struct bl_text csv = {0}, json = {0}, page = {0};
    bl_sweep_csv(&csv, sweep, results);
    bl_sweep_json(&json, sweep, results);
    bool drawn = bl_sweep_page(&page, sweep, results);
    if (command->json) fwrite(json.bytes, 1, json.length, stdout);
    bool ok = save(&csv, bl_format(sweep->arena, "%s/sweep.csv", sweep->folder), true);
    ok = save(&json, bl_format(sweep->arena, "%s/sweep.json", sweep->folder), true) && ok;
    return save(&page, bl_format(sweep->arena, "%s/sweep.html", sweep->folder), drawn) && ok;
}

/* Tells what is wrong with the points of this call. Returns how many those are. */
static int tell_failures(const struct bl_sweep *sweep, const struct bl_sweep_result *results) {
    int count = 0;
    for (int i = 0; i < sweep->points.count; i++) {
        if (!results[i].message || sweep->points.items[i].earlier) continue;
        fprintf(stderr, "%s: %s: %s\n", results[i].failed ? "failed" : "not done",
                bl_sweep_point_options(sweep, &sweep->points.items[i]), results[i].message);
        count++;
    }
    if (count && bl_sweep_slurm_logs(sweep))
        fprintf(stderr, "what Slurm's members said: %s/points/slurm-*.log\n", sweep->folder);
    return count;
}

/* What is in the tables, and what is not; `left_out`: points of earlier calls that are not
 * finished. */
static void summarise(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                      int left_out) {
    int count = sweep->points.count, earlier = 0, open = bl_sweep_open(sweep, results);
    for (int i = 0; i < count; i++) earlier += sweep->points.items[i].earlier;
    printf("%d point%s", count, bl_ending(count, "s"));
    if (earlier) printf(" (%d of earlier calls)", earlier);
    printf(", %d failed", bl_sweep_failures(sweep, results));
    if (open) printf(", %d not done", open);
    printf("; %s/sweep.html, .csv and .json\n", sweep->folder);
    if (left_out)
        printf("left out: %d point%s of earlier calls, not finished\n", left_out,
               bl_ending(left_out, "s"));
    if (sweep->outdated)
        printf("left out: %d point%s of earlier calls, with another program, version, %s--seed or "
               "--memory\n",
               sweep->outdated, bl_ending(sweep->outdated, "s"), sweep->kind->sweep->shared);
}

static int finish(const struct command *command, struct bl_sweep *sweep) {
    int left_out = bl_sweep_leave_open(sweep);
    const struct bl_sweep_result *results = bl_sweep_results(sweep);
    bool written = write_files(command, sweep, results);
    int lacking = tell_failures(sweep, results);
    if (!command->json && !command->quiet) summarise(sweep, results, left_out);
    return written && !lacking ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int hand_to_slurm(const struct command *command, const struct bl_sweep *sweep) {
    struct bl_sweep_tasks tasks = {0};
    bl_sweep_tasks_open(sweep, POINTS, &tasks);
    if (!tasks.count) {
        if (!command->quiet)
            printf("all points are finished: bankloom sweep --gather %s\n",
                   bl_sweep_word(sweep->arena, sweep->folder));
        return BL_EXIT_OK;
    }
    if (!bl_sweep_slurm_write(sweep, &tasks)) return BL_EXIT_FAILED;
    if (!command->quiet)
        printf(
            "%d task%s in an array of %d. Submit them and gather what they leave:\n"
            "  sbatch %s\n  bankloom sweep --gather %s\n"
            "What the members say: %s/points/slurm-JOB_MEMBER.log\n",
            tasks.count, bl_ending(tasks.count, "s"), bl_sweep_slurm_members(&tasks),
            bl_sweep_word(sweep->arena, bl_format(sweep->arena, "%s/sweep.slurm", sweep->folder)),
            bl_sweep_word(sweep->arena, sweep->folder), sweep->folder);
    return BL_EXIT_OK;
}

/* A point has a task for each thing that is asked of it; points share what is the same. */
static void say_tasks(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks, int jobs) {
    static const char *const words[BL_SWEEP_KINDS][2] = {
        {"simulation", "s"}, {"synthes", "es"}, {"picture", "s"}};
    int counts[BL_SWEEP_KINDS] = {0};
    const char *before = "";
    for (int i = 0; i < tasks->count; i++) counts[tasks->items[i].kind]++;
    printf("%d point%s: ", sweep->points.count, bl_ending(sweep->points.count, "s"));
    for (int k = 0; k < BL_SWEEP_KINDS; k++) {
        if (!counts[k]) continue;
        const char *one = k == BL_SWEEP_SYNTH ? "is" : "";
        printf("%s%d %s%s", before, counts[k], words[k][0], counts[k] == 1 ? one : words[k][1]);
        before = ", ";
    }
    printf(" to do, %d at a time\n", jobs);
}

static int run_tasks(const struct command *command, struct bl_sweep *sweep, unsigned kinds) {
    struct bl_sweep_tasks tasks = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int jobs = command->request.jobs > 0 ? (int)command->request.jobs
               : cores > MOST_JOBS       ? MOST_JOBS
               : cores > 0               ? (int)cores
                                         : 1;
    bl_sweep_tasks_open(sweep, kinds, &tasks);
    if (kinds == ALL_KINDS && tasks.count && !command->json && !command->quiet) {
        say_tasks(sweep, &tasks, jobs);
        fflush(stdout);
    }
    if (bl_sweep_pool(sweep, &tasks, jobs)) return finish(command, sweep);
    fprintf(stderr,
            "bankloom sweep: interrupted; finished tasks are kept in %s/points. The same command "
            "goes on.\n",
            sweep->folder);
    return BL_EXIT_INTERRUPTED;
}

/* What a sweep consists of is in its folder. */
static bool asks_for_nothing(const struct command *command) {
    const struct bl_sweep_request *request = &command->request;
    struct bl_run_given own[BL_MOST_OWN_GIVEN + 1];
    bool nothing = !command->slurm && !command->no_synth && !request->folder && !request->memory &&
                   request->seed < 0 && !command->asked.kind->sweep->given(&command->asked);
    for (int i = 0; i < BL_SWEEP_MOST_AXES; i++) nothing = nothing && !command->texts[i];
    command->asked.kind->bench->given(&command->asked, own);
    for (int i = 0; own[i].option; i++)
        nothing = nothing && !own[i].text && !(own[i].number && *own[i].number >= 0);
    return nothing;
}

/* Pictures are drawn here; points that are not finished are marked as such. */
static int gather(const struct command *command, struct bl_sweep *sweep) {
    if (!asks_for_nothing(command)) {
        fprintf(stderr, "bankloom sweep: --gather takes what is in the folder of a sweep; beside "
                        "it stand --json, -q and -j only\n");
        return BL_EXIT_USAGE;
    }
    if (!bl_sweep_index_read(sweep, sweep->arena, command->request.file)) return BL_EXIT_FAILED;
    return run_tasks(command, sweep, 1u << BL_SWEEP_GRAPH);
}

/* Whether the kind can be compared at all. */
static int look_at_kind(const struct bl_request *asked) {
    if (asked->kind->sweep || !asked->kind->nodes) return -1;
    fprintf(stderr,
            "bankloom sweep: %s has nothing to compare: it is run by a program of the host\n",
            asked->kind->one);
    return BL_EXIT_USAGE;
}

int bl_cmd_sweep(int argc, char **argv) {
    struct command command = {.request = {.seed = -1, .jobs = -1}};
    struct bl_sweep sweep = {.arena = bl_arena_new()};
    bl_request_begin(&command.asked, BL_VERB_SWEEP, "sweep", "FILE.loom [options]", argc, argv);
    int status = look_at_kind(&command.asked);
    if (status < 0) status = parse(&command);
    if (status < 0 && command.gather) status = gather(&command, &sweep);
    if (status < 0) status = prepare(&command, &sweep);
    if (status < 0)
        status = command.slurm ? hand_to_slurm(&command, &sweep)
                               : run_tasks(&command, &sweep, ALL_KINDS);
    bl_arena_free(sweep.arena);
    bl_request_free(&command.asked);
    return status;
}
