/* A run on the simulated cluster, by way of the device interface that host programs use. */
#include <inttypes.h>
#include <string.h>

#include "bl_device_pipeline.h"
#include "simulation/run/bench_faults.h"
#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/progress.h"

enum {
    PATIENCE = 30 /* times the bound */,
    PATIENCE_CYCLES = 2000000 /* and this much more, before a run counts as endless */
};

static int64_t period(double hertz) { return (int64_t)(1e12 / hertz + 0.5); }
int64_t bl_bench_period_ps(const struct bl_bench_program *program) {
    return period(bl_bench_core_hertz(program));
}

/* The clocks of every node. They begin at different parts of their periods, so that equal ones do
 * not rise together. */
static void make_clocks(const struct bl_bench_program *program, struct bl_sim_clock *clocks) {
    for (int i = 0; i < program->model->clocks; i++) {
        int64_t ps = period(program->clocks[i].hertz);
        clocks[i] = (struct bl_sim_clock){.name = program->clocks[i].name,
                                          .period_ps = ps,
                                          .phase_ps = ps * i / program->model->clocks};
    }
}

/* Those of each node, [nodes] times [model->clocks]. */
static struct bl_sim_clock *clocks_of_nodes(const struct bl_bench_program *program) {
    int count = program->model->clocks;
    struct bl_sim_clock *shared = bl_zalloc((size_t)count, sizeof *shared);
    struct bl_sim_clock *all = bl_zalloc((size_t)(program->nodes * count), sizeof *all);
    make_clocks(program, shared);
    for (int i = 0; i < program->nodes; i++) {
        memcpy(all + i * count, shared, sizeof *all * (size_t)count);
        if (!program->node_clocks) continue;
        all[i].period_ps = period(program->node_clocks[i].hertz);
        all[i].phase_ps = program->node_clocks[i].phase_ps;
    }
    bl_zfree(shared);
    return all;
}

/* Of the slowest core. */
static int64_t slowest_ps(const struct bl_bench_program *program) {
    int64_t slowest = bl_bench_period_ps(program);
    for (int i = 0; program->node_clocks && i < program->nodes; i++)
        if (period(program->node_clocks[i].hertz) > slowest)
            slowest = period(program->node_clocks[i].hertz);
    return slowest;
}

struct watch {
    struct bl_bench_run *run;
    struct bl_progress bar;
    int64_t total_ps; /* expected; 0: there is nothing to show */
};

static void show_progress(void *user, int64_t now_ps) {
    struct watch *watch = user;
    int64_t started = watch->run->device ? bl_device_sim_first_start(watch->run->device) : -1;
    if (started >= 0 && watch->total_ps > 0)
        bl_progress_show(&watch->bar, (double)(now_ps - started) / (double)watch->total_ps);
}

static bool stop(void *user) { return bl_bench_stop_views(((struct watch *)user)->run); }

static struct bl_bench_faults rates_of(const struct bl_bench_program *program,
                                       const struct bl_bench_options *options) {
    struct bl_bench_faults faults;
    bl_bench_faults_parse(options->faults, program, &faults);
    faults.medium.seed = faults.host.seed = options->seed;
    return faults;
}

void *bl_bench_new_cluster(const struct bl_bench_program *program,
                           const struct bl_bench_options *options,
                           const struct bl_device_sim_hooks *hooks) {
    const struct bl_memory_kind *kind;
    struct bl_faults faults;
    bl_faults_parse(options->memory, &kind, &faults);
    const struct bl_bench_faults rates = rates_of(program, options);
    const struct bl_node_model **models = bl_zalloc((size_t)program->nodes, sizeof *models);
    const struct bl_sim_clock **clocks = bl_zalloc((size_t)program->nodes, sizeof *clocks);
    struct bl_sim_clock *node_clocks = clocks_of_nodes(program);
    for (int i = 0; i < program->nodes; i++) {
        models[i] = program->model;
        clocks[i] = node_clocks + i * program->model->clocks;
    }
    int64_t quiet_ps = program->quiet_cycles * slowest_ps(program);
    const struct bl_cluster_sim_config config = {
        .nodes = program->nodes,
        .models = models,
        .clocks = clocks,
        .memory = kind,
        .faults = faults.ports ? &faults : NULL,
        .edges = program->edges,
        .patience_ps = quiet_ps > BL_USUAL_PATIENCE_PS ? quiet_ps : BL_USUAL_PATIENCE_PS,
        .medium = program->medium,
        .medium_faults = rates.medium_set ? &rates.medium : NULL,
        .host = program->host,
        .host_faults = rates.host_set || options->seeded ? &rates.host : NULL,
        .threads = options->threads};
    void *state = bl_device_sim_new(&config, hooks);
    bl_zfree(models);
    bl_zfree(clocks);
    bl_zfree(node_clocks);
    return state;
}

struct bl_device *bl_bench_open_device(struct bl_bench_run *run,
                                       const struct bl_device_sim_hooks *hooks) {
    const struct bl_bench_program *program = run->program;
    void *state = bl_bench_new_cluster(program, &run->options, hooks);
    struct bl_device *device = bl_device_make(&bl_device_sim_backend, state, program->nodes,
                                              program->model->channels);
    if (device) bl_device_set_pipeline(device, program->host_calls);
    return device;
}

/* False, with the device's message, when a call failed. */
static bool went_well(struct bl_bench_run *run, enum bl_device_result result) {
    if (result == BL_DEVICE_OK) return true;
    if (result == BL_DEVICE_INTERRUPTED) run->interrupted |= !run->trace_lost;
    else fprintf(run->problems, "%s\n", bl_device_message(run->device));
    return false;
}

static struct bl_device_column column_of(const struct bl_bench_run *run, int v) {
    const struct bl_bench_version *version = &run->program->versions[v];
    return (struct bl_device_column){version->base, version->plane, run->golden->bytes[v],
                                     run->program->unit_bytes};
}

static bool load_lane(struct bl_bench_run *run, int v, int node, int lane) {
    const struct bl_bench_version *version = &run->program->versions[v];
    const struct bl_golden_part *part = bl_golden_part(run->golden, v, node, lane);
    uint64_t size = part->count * (uint64_t)run->golden->bytes[v];
    if (size > version->region) {
        fprintf(run->problems,
                "%s: %" PRIu64 " byte%s for channel %d of node %d, its region has %" PRIu64
                "; give fewer records\n",
                version->name, size, bl_ending((int64_t)size, "s"), lane, node, version->region);
        return false;
    }
    const struct bl_device_column column = column_of(run, v);
    return went_well(run,
                     bl_device_put(run->device, node, version->side * run->program->lanes + lane,
                                   &column, 0, part->items, part->count)) &&
           went_well(run, bl_device_reg_write(run->device, node,
                                              version->count_register + 4 * (uint32_t)lane,
                                              (uint32_t)part->count));
}

static bool load_node(struct bl_bench_run *run, int node) {
    uint32_t id = 0;
    if (!went_well(run, bl_device_reg_read(run->device, node, BL_DEVICE_REG_ID, &id, 1)))
        return false;
    if (id != BL_DEVICE_ID)
        fprintf(run->problems, "node %d: its identification register holds 0x%08" PRIx32 "\n", node,
                id);
    if (id != BL_DEVICE_ID ||
        !went_well(run, bl_device_reg_write(run->device, node, BL_DEVICE_REG_NODE, (uint32_t)node)))
        return false;
    for (int v = 0; v < run->program->version_count; v++) {
        if (!run->program->versions[v].source || !run->program->versions[v].live) continue;
        for (int l = 0; l < run->program->lanes; l++)
            if (!load_lane(run, v, node, l)) return false;
    }
    return true;
}

/* When a node's `done` rose, by its own count from its start on; -1: a problem was said. */
static int64_t node_end(struct bl_bench_run *run, int node) {
    uint32_t words[2];
    if (!went_well(run, bl_device_reg_read(run->device, node, BL_DEVICE_REG_CYCLES, words, 2)))
        return -1;
    int64_t cycles = (int64_t)((uint64_t)words[1] << 32 | words[0]);
    const struct bl_sim_node *sim = bl_cluster_sim_node(bl_device_sim_cluster(run->device), node);
    return bl_device_sim_started(run->device, node) + cycles * sim->clocks[0].clock.period_ps;
}

/* A run ends with the later of the last write response and the last `done`; one that did not get
   there, `finished` being false, with the last write response. */
static bool read_cycles(struct bl_bench_run *run, bool finished) {
    int64_t last = bl_cluster_sim_last_response(bl_device_sim_cluster(run->device)),
            first = bl_device_sim_first_start(run->device);
    bool ok = true;
    for (int n = 0; n < run->program->nodes && finished && ok; n++) {
        int64_t end = node_end(run, n);
        ok = end >= 0;
        if (end > last) last = end;
    }
    run->result.cycles = last > first && first >= 0
                             ? (last - first) / bl_bench_period_ps(run->program) + 1
                             : 0;
    return ok;
}

static void read_speed(struct bl_bench_run *run, int64_t node_cycles_before, double began) {
    const struct bl_cluster_sim *cluster = bl_device_sim_cluster(run->device);
    run->result.seconds = bl_seconds() - began;
    run->result.node_cycles = bl_cluster_sim_node_cycles(cluster) - node_cycles_before;
    run->result.threads = bl_cluster_sim_threads(cluster);
}

static bool read_lanes(struct bl_bench_run *run, int v, int node) {
    const struct bl_bench_version *version = &run->program->versions[v];
    int lanes = run->program->lanes;
    uint32_t *values = bl_zalloc((size_t)lanes, sizeof *values);
    bool ok = version->source ||
              went_well(run, bl_device_reg_read(run->device, node, version->count_register, values,
                                                lanes));
    for (int l = 0; l < lanes; l++)
        *bl_bench_count(run, v, node, l) = version->source
                                               ? bl_golden_part(run->golden, v, node, l)->count
                                               : values[l];
    bl_zfree(values);
    return ok;
}

static bool read_results(struct bl_bench_run *run) {
    const struct bl_bench_program *program = run->program;
    bool ok = bl_cluster_sim_broken(bl_device_sim_cluster(run->device), run->problems) == 0;
    run->counts = bl_zalloc((size_t)(program->version_count * program->nodes * program->lanes),
                            sizeof *run->counts);
    for (int n = 0; n < program->nodes && !run->interrupted; n++) {
        for (int v = 0; v < program->version_count; v++)
            if (program->versions[v].live) ok &= read_lanes(run, v, n);
    }
    return bl_bench_read_histograms(run) && ok;
}

static bool reset_unmet(struct bl_bench_run *run, const struct bl_fault *fault) {
    if (bl_cluster_sim_node(bl_device_sim_cluster(run->device), fault->node)->was_reset)
        return false;
    snprintf(run->unmet.text, sizeof run->unmet.text, "reset=%d:%" PRIu64, fault->node, fault->at);
    snprintf(run->unmet.why, sizeof run->unmet.why, "the run was over before");
    return true;
}

static bool beat_unmet(struct bl_bench_run *run, const struct bl_fault *fault) {
    uint64_t beats[2] = {0, 0};
    bl_memory_port_beats(bl_cluster_sim_node(bl_device_sim_cluster(run->device), fault->node)
                             ->channels[fault->channel]
                             .port,
                         &beats[0], &beats[1]);
    uint64_t there = beats[fault->kind == BL_FAULT_WRITE];
    if (fault->at < there) return false;
    snprintf(run->unmet.text, sizeof run->unmet.text, "%s-error=%d.%d:%" PRIu64,
             fault->kind == BL_FAULT_READ ? "read" : "write", fault->node, fault->channel,
             fault->at);
    snprintf(run->unmet.why, sizeof run->unmet.why, "there %s only %" PRIu64 " beat%s",
             there == 1 ? "was" : "were", there, bl_ending((int64_t)there, "s"));
    return true;
}

void bl_bench_note_unmet(struct bl_bench_run *run) {
    const struct bl_memory_kind *kind;
    struct bl_faults faults;
    bl_faults_parse(run->options.memory, &kind, &faults);
    for (int i = 0; i < faults.count; i++) {
        const struct bl_fault *fault = &faults.items[i];
        if (fault->kind == BL_FAULT_RESET ? reset_unmet(run, fault) : beat_unmet(run, fault))
            return;
    }
}

void bl_bench_print_unmet(const struct bl_bench_run *run) {
    if (run->unmet.text[0])
        fprintf(stderr, "warning: --memory %s: %s did not happen: %s\n", run->options.memory,
                run->unmet.text, run->unmet.why);
}

/* Runs the loaded cluster to its end. False: it did not get there. */
static bool run_device(struct bl_bench_run *run, int64_t expected_ps) {
    if (!went_well(run, bl_device_start(run->device))) return false;
    enum bl_device_result result = bl_device_wait(
        run->device,
        PATIENCE * expected_ps + (int64_t)PATIENCE_CYCLES * bl_bench_period_ps(run->program));
    return went_well(run, result);
}

static int64_t now(const struct bl_bench_run *run) {
    return bl_cluster_sim_now(bl_device_sim_cluster(run->device));
}

bool bl_bench_simulate(struct bl_bench_run *run) {
    struct watch *watch = run->watch = bl_zalloc(1, sizeof *watch);
    int64_t total_ps = (int64_t)(run->result.bound.cycles *
                                 (double)bl_bench_period_ps(run->program));
    watch->run = run;
    const struct bl_device_sim_hooks hooks = {
        .user = watch, .stop = stop, .progress = show_progress};
    run->device = bl_bench_open_device(run, &hooks);
    bool ok = bl_bench_begin_capture(run) && went_well(run, bl_device_acknowledge(run->device));
    for (int n = 0; n < run->program->nodes && ok; n++) ok = load_node(run, n);
    run->loaded_ps = now(run);
    if (ok) bl_bench_begin_trace(run);
    int64_t before = bl_cluster_sim_node_cycles(bl_device_sim_cluster(run->device));
    double began = bl_seconds();
    watch->bar = bl_progress_begin(run->options.progress);
    watch->total_ps = total_ps;
    ok = ok && run_device(run, total_ps);
    watch->total_ps = 0;
    bl_progress_end(&watch->bar);
    ok &= bl_bench_end_views(run);
    bl_bench_note_unmet(run);
    read_speed(run, before, began);
    ok &= read_cycles(run, ok);
    bool right = ok && read_results(run);
    bl_bench_read_counters(run);
    return right;
}

void *bl_bench_fetch(struct bl_bench_run *run, int v, int node, int lane) {
    const struct bl_bench_version *version = &run->program->versions[v];
    uint64_t count = *bl_bench_count(run, v, node, lane), bytes = (uint64_t)run->golden->bytes[v];
    if (count > version->region / bytes) return NULL;
    void *items = bl_zalloc(count, bytes);
    const struct bl_device_column column = column_of(run, v);
    int channel = version->side * run->program->lanes + lane;
    int64_t begin = now(run);
    bool ok = went_well(run, bl_device_get(run->device, node, channel, &column, 0, items, count));
    run->fetched_ps += now(run) - begin;
    if (ok) return items;
    bl_zfree(items);
    return NULL;
}
