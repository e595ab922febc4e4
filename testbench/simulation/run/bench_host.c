#include "simulation/run/bench_host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/carried/checked.h"
#include "simulation/run/bench_faults.h"
#include "simulation/run/bench_state_inner.h"
#include "simulation/memory/faults.h"
#include "ir/carried/memory.h"

enum { MOST_THREADS = 1024 };

/* Faults from the environment; NULL: none. *wrong: what is wrong with them, or NULL, in *faults. */
static const char *faults_wanted(const struct bl_bench_program *program,
                                 struct bl_bench_faults *faults, const char **wrong) {
    const char *text = getenv("BL_SIM_FAULTS");
    if (text && !*text) text = NULL;
    *wrong = bl_bench_faults_parse(text, program, faults);
    return text;
}

/* The number in the environment, 0 when there is none; -1 when it is no number of threads. */
static int threads_wanted(void) {
    const char *text = getenv("BL_SIM_THREADS");
    char *end = NULL;
    if (!text || !*text) return 0;
    long value = strtol(text, &end, 10);
    return *end || value < 1 || value > MOST_THREADS ? -1 : (int)value;
}

/* The seed in the environment, -1 when there is none; -2 when it is no number of 0 or more. */
static int64_t seed_wanted(void) {
    const char *text = getenv("BL_SIM_SEED");
    char *end = NULL;
    if (!text || !*text) return -1;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    return *end || errno || value < 0 ? -2 : value;
}

/* Whether the capture that the environment asks for, of its node or all, can be made; none can. */
static bool pcap_wanted(struct bl_bench_options *options, const struct bl_bench_program *program,
                        char *why, size_t room) {
    const char *text = getenv("BL_SIM_PCAP");
    if (!text || !*text) return true;
    const char *wrong = bl_bench_read_pcap(options, text) ? bl_bench_check_pcap(options, program)
                                                          : "it is FILE[,node=N]";
    if (wrong) snprintf(why, room, "--pcap or BL_SIM_PCAP, %s: %s", text, wrong);
    return !wrong;
}

struct opening {
    const struct bl_bench_program *program;
    const struct bl_bench_options *options;
    void *state;
};

static void open_cluster(void *argument) {
    struct opening *opening = argument;
    const struct bl_device_sim_hooks hooks = {.reported = !getenv("BL_SIM_QUIET") &&
                                                          isatty(STDERR_FILENO)};
    opening->state = bl_bench_new_cluster(opening->program, opening->options, &hooks);
}

static bool begin_capture(const struct bl_bench_options *options, void *state, char *why,
                          size_t room) {
    const char *path = options->pcap.path;
    if (!path || bl_cluster_sim_capture(bl_device_sim_of(state), path, options->pcap.node))
        return true;
    snprintf(why, room, "%s: cannot write the frames: %s", path, strerror(errno));
    bl_device_sim_backend.close(state);
    return false;
}

static enum bl_device_result open_wanted(const struct bl_bench_program *program,
                                         struct bl_bench_options *options, void **state, char *why,
                                         size_t room) {
    struct opening opening = {.program = program, .options = options};
    struct bl_failure failure;
    if (!pcap_wanted(options, program, why, room)) return BL_DEVICE_NO_DEVICE;
    if (!bl_guarded(open_cluster, &opening, &failure)) {
        snprintf(why, room, "the simulation cannot start: %s", failure.text);
        return failure.memory ? BL_DEVICE_NO_MEMORY : BL_DEVICE_NO_DEVICE;
    }
    *state = opening.state;
    return begin_capture(options, *state, why, room) ? BL_DEVICE_OK : BL_DEVICE_NO_DEVICE;
}

enum bl_device_result bl_bench_open(const struct bl_bench_program *program,
                                    const struct bl_device_backend **backend, void **state,
                                    char *why, size_t room) {
    struct bl_bench_options options = {.memory = getenv("BL_SIM_MEMORY")};
    const int threads = threads_wanted();
    const int64_t seed = seed_wanted();
    if (!options.memory || !*options.memory) options.memory = bl_bench_usual_memory(program);
    const char *wrong = bl_bench_check_memory(&options, program);
    struct bl_bench_faults faults;
    const char *rates_wrong, *rates = faults_wanted(program, &faults, &rates_wrong);
    if (wrong) snprintf(why, room, "--memory or BL_SIM_MEMORY, %s: %s", options.memory, wrong);
    else if (rates_wrong)
        snprintf(why, room, "--faults or BL_SIM_FAULTS, %s: %s", rates, rates_wrong);
    else if (threads < 0)
        snprintf(why, room, "--threads or BL_SIM_THREADS: a number from 1 to %d is wanted",
                 MOST_THREADS);
    else if (seed < -1)
        snprintf(why, room, "--seed or BL_SIM_SEED: a number of 0 or more is wanted");
    if (wrong || rates_wrong || threads < 0 || seed < -1) return BL_DEVICE_NO_DEVICE;
    options.threads = threads;
    options.faults = rates;
    options.seed = seed < 0 ? 1 : (uint64_t)seed;
    options.seeded = seed >= 0;
    const enum bl_device_result result = open_wanted(program, &options, state, why, room);
    bl_bench_options_free(&options);
    if (!result) *backend = &bl_device_sim_backend;
    return result;
}
