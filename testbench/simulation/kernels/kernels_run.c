#include "simulation/kernels/kernels_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/files.h"
#include "kernel/carried/kernel_golden.h"
#include "simulation/kernels/kernels_lost.h"
#include "simulation/kernels/kernels_memory.h"
#include "kernel/carried/kernels_options.h"
#include "simulation/run/bench_state_inner.h"

struct kernels_run {
    struct bl_bench_run bench; /* device, program, options, problems */
    const struct bl_kernels *kernels;
    const struct bl_device_kernels *calls;
    struct bl_kernels_options options;
    const struct bl_device_group *group; /* that is started; NULL: all kernels */
    uint32_t *all;                       /* [kernel][BL_MOST_KERNEL_ARGUMENTS] */
    struct bl_kernel_golden *golden;
    struct bl_kernels_memories *memories;
    struct bl_kernels_lost lost;
    uint8_t *errors;  /* [node * kernel_count + kernel]: that the circuit has had */
    uint64_t *clocks; /* [node * kernel_count + kernel] */
    bool *refused;    /* the same: it was not started, as another one has failed */
    int64_t began_ps, ended_ps;
    uint64_t compared; /* bytes */
    bool equal;        /* to the golden model */
    bool unasked;      /* something was lost without --faults */
    FILE *json;        /* the document that is written */
    bool listed;       /* a kernel, in it */
};

/* ---- the golden model */

/* The arguments of a kernel that --set gives, a bit for each; the others are the usual ones. */
static uint64_t given_to(const struct kernels_run *run, int number, uint32_t *arguments) {
    const struct bl_kernel *kernel = &run->kernels->kernels[number];
    uint64_t bits = 0;
    for (int i = 0; i < kernel->argument_count; i++) {
        bool given;
        arguments[i] = bl_kernels_argument(&run->options, kernel->name, kernel->arguments[i],
                                           &given);
        bits |= (uint64_t)given << i;
    }
    return bits;
}

/* Whether --set gives the argument at a place among those of all. */
static bool is_given(const struct kernels_run *run, int place) {
    uint32_t unused[BL_MOST_KERNEL_ARGUMENTS];
    return given_to(run, place / BL_MOST_KERNEL_ARGUMENTS, unused) >>
               place % BL_MOST_KERNEL_ARGUMENTS &
           1;
}

/* Those of all kernels, as a group's rules set them where they are not given. */
static void set_arguments(struct kernels_run *run) {
    run->all = bl_zalloc((size_t)run->kernels->kernel_count + 1,
                         BL_MOST_KERNEL_ARGUMENTS * sizeof *run->all);
    for (int i = 0; i < run->kernels->kernel_count; i++)
        given_to(run, i, run->all + i * BL_MOST_KERNEL_ARGUMENTS);
    for (int i = 0; run->group && i < run->group->rule_count; i++) {
        const struct bl_device_rule *rule = &run->group->rules[i];
        if (rule->sets >= 0 && !is_given(run, rule->sets))
            bl_device_rules_set(rule, 1, run->all, 0, 0);
    }
}

/* Of those, a kernel's at a node: what is not given is as the kernel's rules say. */
static void arguments_of(const struct kernels_run *run, int node, int number,
                         uint32_t arguments[]) {
    const struct bl_device_kernel *kernel = &run->calls->kernels[number];
    uint64_t kept = given_to(run, number, arguments);
    memcpy(arguments, run->all + number * BL_MOST_KERNEL_ARGUMENTS,
           (size_t)kernel->argument_count * sizeof *arguments);
    bl_device_rules_set(kernel->rules, kernel->rule_count, arguments, kept, node);
}

/* Whether the kernel is started at the node: where it is, and the group has it. */
static bool is_started(const struct kernels_run *run, int node, int number) {
    if (!run->kernels->kernels[number].on[node]) return false;
    for (int i = 0; run->group && i < run->group->count; i++) {
        const struct bl_device_member *member = &run->group->members[i];
        if (member->kernel == &run->calls->kernels[number])
            return !member->at || !bl_device_rules_broken(member->at, 1, run->all, node);
    }
    return !run->group;
}

/* The arguments of a kernel in Verilog, for the golden model and the circuit. */
static void arguments_of_own(const struct kernels_run *run, const struct bl_kernel_own *own,
                             uint32_t arguments[]) {
    for (int i = 0; i < own->argument_count; i++)
        arguments[i] = bl_kernels_argument(&run->options, own->name, own->arguments[i], NULL);
}

/* For each node and each kernel that is started there. */
static bool each_kernel(struct kernels_run *run,
                        bool (*visit)(struct kernels_run *run, int node, int kernel)) {
    for (int n = 0; n < run->kernels->nodes; n++)
        for (int k = 0; k < run->kernels->kernel_count; k++)
            if (is_started(run, n, k) && !visit(run, n, k)) return false;
    return true;
}

/* Whether the kernel can be started with its arguments. */
static bool is_allowed(struct kernels_run *run, int node, int number) {
    const struct bl_device_kernel *kernel = &run->calls->kernels[number];
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    arguments_of(run, node, number, arguments);
    const struct bl_device_rule *broken = bl_device_rules_broken(kernel->rules, kernel->rule_count,
                                                                 arguments, node);
    if (!broken) return true;
    fprintf(run->bench.problems, "kernel %s of node %d requires `%s`:", kernel->name, node,
            broken->text);
    for (int i = 0; i < kernel->argument_count; i++)
        fprintf(run->bench.problems, "%s %s = %" PRIu32, i ? "," : "", kernel->names[i],
                arguments[i]);
    fputc('\n', run->bench.problems);
    return false;
}

/* Whether the arguments are what the group requires. */
static bool keeps_rules(struct kernels_run *run) {
    const struct bl_device_group *group = run->group;
    const char *comma = "";
    if (!group) return true;
    const struct bl_device_rule *broken = bl_device_rules_broken(group->rules, group->rule_count,
                                                                 run->all, 0);
    if (!broken) return true;
    fprintf(run->bench.problems, "group %s requires `%s`:", group->name, broken->text);
    for (int i = 0; i < group->count; i++) {
        const struct bl_device_member *member = &group->members[i];
        for (int j = 0; j < member->kernel->argument_count; j++, comma = ",")
            fprintf(run->bench.problems, "%s %s.%s = %" PRIu32, comma, member->kernel->name,
                    member->kernel->names[j], run->all[member->first + j]);
    }
    fputc('\n', run->bench.problems);
    return false;
}

static bool start_golden(struct kernels_run *run, int node, int kernel) {
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    arguments_of(run, node, kernel, arguments);
    bl_kernel_golden_start(run->golden, node, kernel, arguments);
    return true;
}

static void set_golden(struct kernels_run *run) {
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    for (int n = 0; n < run->kernels->nodes; n++)
        for (int i = 0; i < run->kernels->own_count; i++) {
            arguments_of_own(run, &run->kernels->owns[i], arguments);
            bl_kernel_golden_set(run->golden, n, i, arguments);
        }
}

static bool run_golden(struct kernels_run *run) {
    if (!keeps_rules(run) || !each_kernel(run, is_allowed)) return false;
    const struct bl_kernel_bytes bytes = bl_kernels_memories_golden(run->memories);
    bl_kernel_golden_free(run->golden);
    run->golden = bl_kernel_golden_new(run->kernels, &bytes);
    bl_kernels_lost_tell(&run->lost, run->golden);
    set_golden(run);
    each_kernel(run, start_golden);
    enum bl_kernels_end end = bl_kernel_golden_run(run->golden, 0);
    const struct bl_kernel_port *wrong = bl_kernel_golden_wrong(run->golden);
    if (wrong)
        fprintf(run->bench.problems,
                "the golden function of %s gives another number of elements at `%s` than it "
                "declares\n",
                run->kernels->owns[wrong->own].name, wrong->name);
    if (bl_kernels_memories_guessed(run->memories, run->bench.problems)) return false;
    if (wrong || end == BL_KERNELS_END) return !wrong;
    fputs("the golden model deadlocks:\n", run->bench.problems);
    bl_kernel_golden_describe(run->golden, run->bench.problems);
    return false;
}

/* ---- the cluster */

static bool went_well(struct kernels_run *run, enum bl_device_result result) {
    if (result == BL_DEVICE_OK) return true;
    if (result == BL_DEVICE_INTERRUPTED) run->bench.interrupted |= !run->bench.trace_lost;
    else fprintf(run->bench.problems, "%s\n", bl_device_message(run->bench.device));
    return false;
}

static bool load(struct kernels_run *run) {
    return went_well(run, bl_kernels_memories_load(run->memories, run->bench.device));
}

/* Of the kernels in Verilog that have arguments, which are in the order of the others. */
static bool set_modules(struct kernels_run *run, int node) {
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    for (int i = 0, module = 0; i < run->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &run->kernels->owns[i];
        if (!own->argument_count) continue;
        arguments_of_own(run, own, arguments);
        if (!went_well(run, bl_device_module_set(run->bench.device, node,
                                                 &run->calls->modules[module++], arguments)))
            return false;
    }
    return true;
}

static bool set_all_modules(struct kernels_run *run) {
    for (int n = 0; n < run->kernels->nodes; n++)
        if (!set_modules(run, n)) return false;
    return true;
}

/* The error that the golden model has. */
static enum bl_kernel_error wanted_error(const struct kernels_run *run, int node, int kernel) {
    return bl_kernel_golden_error(run->golden, node, kernel);
}

/* One that is to fail may be refused because another one has. */
static bool start(struct kernels_run *run, int node, int kernel) {
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    arguments_of(run, node, kernel, arguments);
    enum bl_device_result result = bl_device_kernel_start(run->bench.device, node,
                                                          &run->calls->kernels[kernel], arguments);
    bool refused = result == BL_DEVICE_NODE_ERROR && wanted_error(run, node, kernel);
    run->refused[node * run->kernels->kernel_count + kernel] = refused;
    if (refused) fprintf(stderr, "%s\n", bl_device_message(run->bench.device));
    return refused || went_well(run, result);
}

static bool fails_by_itself(const struct kernels_run *run, int node, int kernel) {
    enum bl_kernel_error error = wanted_error(run, node, kernel);
    return error != BL_KERNEL_FINE && error != BL_KERNEL_PARTNER;
}
static bool start_good(struct kernels_run *run, int node, int kernel) {
    return fails_by_itself(run, node, kernel) || start(run, node, kernel);
}
/* Behind the others, which could not be started any more. */
static bool start_bad(struct kernels_run *run, int node, int kernel) {
    return !fails_by_itself(run, node, kernel) || start(run, node, kernel);
}

/* An error is reported at once: the moves before it are waited for as long as anything moves. */
static bool drain(struct kernels_run *run, int node, int kernel) {
    const struct bl_cluster_sim *cluster = bl_device_sim_cluster(run->bench.device);
    int64_t since_ps = bl_cluster_sim_now(cluster);
    enum bl_device_result result = BL_DEVICE_BUSY;
    while (result == BL_DEVICE_BUSY && !bl_cluster_sim_stuck(cluster, since_ps))
        result = bl_device_kernel_rests(run->bench.device, node, &run->calls->kernels[kernel]);
    return went_well(run, result);
}

/* Of a program that may lose: gaps are taken meanwhile. What it should have come to is known behind
   the run. */
static bool wait_unreliable(struct kernels_run *run, int node, int kernel) {
    enum { LOOK_PS = 5000000, ERROR_SHIFT = 24 };
    const int place = node * run->kernels->kernel_count + kernel;
    const struct bl_device_kernel *of = &run->calls->kernels[kernel];
    enum bl_device_result result = BL_DEVICE_TIMEOUT;
    uint32_t state = 0;
    while (result == BL_DEVICE_TIMEOUT) {
        result = bl_device_kernel_wait(run->bench.device, node, of, LOOK_PS, &run->clocks[place]);
        if (result == BL_DEVICE_NODE_ERROR)
            fprintf(stderr, "%s\n", bl_device_message(run->bench.device));
        if (bl_kernels_lost_collect(&run->lost, run->bench.device)) break;
    }
    if (result != BL_DEVICE_NODE_ERROR) return went_well(run, result);
    if (!drain(run, node, kernel) ||
        !went_well(run, bl_device_reg_read(run->bench.device, node, of->state, &state, 1)))
        return false;
    run->errors[place] = (uint8_t)(state >> ERROR_SHIFT);
    return true;
}

/* Whether it has ended as in the golden model that knows what was lost. */
static bool ended_alike(struct kernels_run *run, int node, int kernel) {
    const int found = run->errors[node * run->kernels->kernel_count + kernel],
              wanted = wanted_error(run, node, kernel);
    if (found != wanted)
        fprintf(run->bench.problems, "kernel %s of node %d has error %d, the golden model's %d\n",
                run->kernels->kernels[kernel].name, node, found, wanted);
    return found == wanted;
}

/* Whether no kernel has an error but what was lost: one that has leaves words unsent. */
static bool is_sound(struct kernels_run *run, int node, int kernel) {
    enum bl_kernel_error error = wanted_error(run, node, kernel);
    return error == BL_KERNEL_FINE || error == BL_KERNEL_MISSED;
}

/* The golden model once more, with what was lost; without --faults nothing is to be. */
static bool run_again(struct kernels_run *run) {
    bl_kernels_memories_reset(run->memories);
    if (!run_golden(run) || !each_kernel(run, ended_alike)) return false;
    if (!run->lost.count || run->options.bench.faults || !each_kernel(run, is_sound)) return true;
    fprintf(run->bench.problems, "%" PRIu64 " units of 4 bytes were lost without --faults\n",
            bl_kernels_lost_units(&run->lost));
    run->unasked = true;
    return true;
}

/* An error that the golden model has as well is what was to happen. */
static bool wait_for(struct kernels_run *run, int node, int kernel) {
    int place = node * run->kernels->kernel_count + kernel;
    if (run->refused[place]) return true;
    if (bl_kernels_lost_may(&run->lost)) return wait_unreliable(run, node, kernel);
    enum bl_device_result result = bl_device_kernel_wait(
        run->bench.device, node, &run->calls->kernels[kernel], 0, &run->clocks[place]);
    bool wanted = wanted_error(run, node, kernel) != BL_KERNEL_FINE;
    if (wanted && result == BL_DEVICE_NODE_ERROR) {
        fprintf(stderr, "%s\n", bl_device_message(run->bench.device));
        return drain(run, node, kernel);
    }
    if (!wanted) return went_well(run, result);
    fprintf(run->bench.problems, "kernel %s of node %d has no error, the golden model's has\n",
            run->kernels->kernels[kernel].name, node);
    return false;
}

static int64_t now(const struct kernels_run *run) {
    return bl_cluster_sim_now(bl_device_sim_cluster(run->bench.device));
}

/* The kernels that wait for others are started first. */
static bool simulate(struct kernels_run *run) {
    const struct bl_device_sim_hooks hooks = {.user = &run->bench, .stop = bl_bench_stop_views};
    run->clocks = bl_zalloc((size_t)(run->kernels->nodes * run->kernels->kernel_count),
                            sizeof *run->clocks);
    run->refused = bl_zalloc((size_t)(run->kernels->nodes * run->kernels->kernel_count),
                             sizeof *run->refused);
    run->errors = bl_zalloc((size_t)(run->kernels->nodes * run->kernels->kernel_count), 1);
    run->bench.device = bl_bench_open_device(&run->bench, &hooks);
    if (!run->bench.device || !bl_bench_begin_capture(&run->bench)) return false;
    bool ok = went_well(run, bl_device_acknowledge(run->bench.device)) &&
              went_well(run, bl_device_kernels_open(run->bench.device, run->calls)) && load(run) &&
              set_all_modules(run) &&
              went_well(run, bl_kernels_lost_begin(&run->lost, run->bench.device));
    run->began_ps = now(run);
    if (ok) bl_bench_begin_trace(&run->bench);
    ok = ok && each_kernel(run, start_good) && each_kernel(run, start_bad);
    ok = ok && each_kernel(run, wait_for);
    run->ended_ps = now(run);
    ok = ok && bl_kernels_lost_agree(&run->lost, run->bench.device, run->bench.problems);
    bl_bench_note_unmet(&run->bench);
    bl_bench_print_unmet(&run->bench);
    bl_bench_read_counters(&run->bench);
    ok &= bl_cluster_sim_broken(bl_device_sim_cluster(run->bench.device), run->bench.problems) == 0;
    return bl_bench_end_views(&run->bench) && ok;
}

/* ---- the result */

static bool has_error(const struct kernels_run *run, int node, bool partners) {
    for (int k = 0; k < run->kernels->kernel_count; k++) {
        enum bl_kernel_error error = bl_kernel_golden_error(run->golden, node, k);
        if (partners ? error == BL_KERNEL_PARTNER : error != BL_KERNEL_FINE) return true;
    }
    return false;
}

/* When a kernel has ended for another one's error, it is open how far the moves of both had come:
   the memory of their nodes is left out. */
static bool leaves(const void *of, int node) {
    const struct kernels_run *run = of;
    bool partners = false;
    for (int n = 0; n < run->kernels->nodes; n++) partners |= has_error(run, n, true);
    return partners && has_error(run, node, false);
}

/* Whether there were any. */
static bool print_left(const struct kernels_run *run) {
    bool any = false;
    for (int n = 0; n < run->kernels->nodes; n++) {
        if (!leaves(run, n)) continue;
        printf("memory of node %d is not compared: its kernels failed\n", n);
        any = true;
    }
    return any;
}

static bool print_kernel(struct kernels_run *run, int node, int kernel) {
    int place = node * run->kernels->kernel_count + kernel;
    double ps = 1e12 / run->bench.program->clocks[0].hertz;
    printf("  kernel %-14s node %2d %12" PRIu64 " cycles %14.3f us\n",
           run->kernels->kernels[kernel].name, node, run->clocks[place],
           (double)run->clocks[place] * ps / 1e6);
    return true;
}

static void print(struct kernels_run *run) {
    printf("%s: %d node%s, %" PRIu64 " bytes moved, %.3f us simulated from the first start\n",
           run->kernels->name, run->kernels->nodes, bl_ending(run->kernels->nodes, "s"),
           4 * bl_kernel_golden_moved(run->golden), (double)(run->ended_ps - run->began_ps) / 1e6);
    each_kernel(run, print_kernel);
    bl_bench_print_network(&run->bench, stdout);
    bl_bench_print_counters(&run->bench, stdout);
    bl_kernels_lost_print(&run->lost, stdout);
    bool left = print_left(run);
    if (run->compared)
        printf("result          %s: %" PRIu64 " bytes of memory compared\n",
               run->equal ? "equal to the golden model" : "DIFFERENT", run->compared);
    else if (!left)
        puts("result          all kernels have ended, and use no memory: nothing to compare");
}

static bool json_kernel(struct kernels_run *run, int node, int kernel) {
    int place = node * run->kernels->kernel_count + kernel;
    fprintf(run->json, "%s\n    {\"kernel\": \"%s\", \"node\": %d, \"cycles\": %" PRIu64 "}",
            run->listed ? "," : "", run->kernels->kernels[kernel].name, node, run->clocks[place]);
    run->listed = true;
    return true;
}

static int write_json(FILE *file, void *user) {
    struct kernels_run *run = user;
    const double seconds = (double)(run->ended_ps - run->began_ps) / 1e12;
    const uint64_t moved = 4 * bl_kernel_golden_moved(run->golden);
    run->json = file;
    run->listed = false;
    fprintf(file,
            "{\n  \"cluster\": \"%s\", \"nodes\": %d,\n  \"bytes_moved\": %" PRIu64
            ",\n  \"simulated_ps\": %" PRId64 ", \"cycles\": %.0f,\n"
            "  \"measured_bytes_per_second\": %.17g,\n  \"kernels\": [",
            run->kernels->name, run->kernels->nodes, moved, run->ended_ps - run->began_ps,
            seconds * run->bench.program->clocks[0].hertz,
            seconds > 0 ? (double)moved / seconds : 0);
    each_kernel(run, json_kernel);
    fprintf(file, "],\n");
    bl_bench_json_network(&run->bench, file);
    bl_bench_json_counters(&run->bench, file);
    bl_kernels_lost_json(&run->lost, file);
    fprintf(file, "  \"bytes_compared\": %" PRIu64 ",\n  \"equal\": %s,\n  \"ok\": %s\n}\n",
            run->compared, run->equal ? "true" : "false", run->equal ? "true" : "false");
    return 0;
}

static void clean_up(struct kernels_run *run) {
    bl_device_close(run->bench.device);
    bl_kernel_golden_free(run->golden);
    bl_zfree(run->all);
    bl_kernels_memories_free(run->memories);
    bl_zfree(run->clocks);
    bl_zfree(run->refused);
    bl_zfree(run->errors);
    bl_kernels_lost_free(&run->lost);
    bl_zfree(run->bench.counters);
    bl_bench_options_free(&run->bench.options);
    free(run->bench.problem_text);
}

/* A run without a result leaves the file of an earlier one. */
static bool write_json_file(struct kernels_run *run) {
    const char *path = run->options.bench.json_file;
    int error = path ? bl_file_write(path, write_json, run) : 0;
    if (error) fprintf(stderr, "error: %s: %s\n", path, strerror(error));
    return !error;
}

static int report(struct kernels_run *run, bool ran) {
    fclose(run->bench.problems);
    run->bench.problems = NULL;
    if (run->bench.problem_text && *run->bench.problem_text)
        fprintf(stderr, "error: %s", run->bench.problem_text);
    if (run->bench.interrupted) fputs("interrupted\n", stderr);
    if (run->bench.interrupted) return 130;
    bl_bench_warn_trace(&run->bench);
    if (ran && run->options.bench.json) write_json(stdout, run);
    else if (ran) print(run);
    bool written = !ran || write_json_file(run);
    return run->equal && written && !run->unasked ? 0 : 1;
}

/* Whether it came to an end. */
static bool perform(struct kernels_run *run) {
    if (!bl_bench_create_trace(&run->bench)) return false;
    run->memories = bl_kernels_memories_new(run->kernels, run->calls, run->options.bench.seed);
    if (!run_golden(run)) return false; /* which an interrupt ends: it may be the user's own code */
    bl_bench_hold_signals();
    return simulate(run) && (!bl_kernels_lost_may(&run->lost) || run_again(run));
}

struct work {
    struct kernels_run *run;
    int status;
};

static void work(void *argument) {
    struct work *work = argument;
    struct kernels_run *run = work->run;
    bool ran = perform(run);
    run->equal = ran && bl_kernels_memories_compare(run->memories, leaves, run, &run->compared,
                                                    run->bench.problems);
    work->status = report(run, ran);
}

/* A failure of the simulation ends the run with its words. */
static int guarded(struct kernels_run *run) {
    struct work all = {.run = run};
    struct bl_failure failure;
    if (bl_guarded(work, &all, &failure)) return all.status;
    fprintf(stderr, "error: %s\n", failure.text);
    if (run->bench.problems) fclose(run->bench.problems);
    return 1;
}

/* The group that is named, or the first; false after a message. */
static bool find_group(struct kernels_run *run) {
    const char *name = run->options.group;
    for (int i = 0; i < run->calls->group_count && !run->group; i++)
        if (!name || !strcmp(run->calls->groups[i].name, name)) run->group = &run->calls->groups[i];
    if (name && !run->group) fprintf(stderr, "--group %s: there is no such group\n", name);
    return run->group || !name;
}

int bl_kernels_main(int argc, char **argv, const struct bl_bench_program *program,
                    const struct bl_kernels *kernels, const struct bl_device_kernels *calls) {
    struct kernels_run run = {.kernels = kernels,
                              .calls = calls,
                              .lost = {.kernels = kernels, .calls = calls},
                              .bench = {.program = program, .trace_cycles = -1}};
    int status = bl_kernels_options_parse(&run.options, argc, argv, program, kernels);
    if (status >= 0) return status;
    if (!find_group(&run)) return 2;
    set_arguments(&run);
    run.bench.options = run.options.bench;
    run.bench.problems = open_memstream(&run.bench.problem_text, &run.bench.problem_size);
    if (!run.bench.problems) return 1;
    status = guarded(&run);
    clean_up(&run);
    return status;
}
