#include "simulation/device/cluster.h"

#include <string.h>

#include "base/carried/checked.h"
#include "simulation/device/cluster_state.h"

enum { SOLE_ADVANCE_PS = 1000 * 1000 /* of nodes without a medium */ };

static struct bl_sim_clock *network_clocks(const struct bl_cluster_sim *sim) {
    struct bl_sim_clock *clocks = bl_zalloc((size_t)sim->count, sizeof *clocks);
    for (int i = 0; i < sim->count; i++)
        clocks[i] = sim->clocks[i][sim->nodes[i].model->network_clock];
    return clocks;
}

static struct bl_medium_config medium_config(const struct bl_cluster_sim_config *config,
                                             const struct bl_sim_clock *clocks) {
    return (struct bl_medium_config){.nodes = config->nodes,
                                     .models = config->models,
                                     .clocks = clocks,
                                     .edges = config->edges,
                                     .own = config->medium};
}

static void join(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config) {
    if (!sim->kind) return;
    struct bl_sim_clock *clocks = network_clocks(sim);
    const struct bl_medium_config medium = medium_config(config, clocks);
    sim->medium = sim->kind->create(&medium, &sim->times);
    if (config->medium_faults) sim->kind->arm(sim->medium, config->medium_faults);
    for (int i = 0; i < config->nodes; i++) sim->nodes[i].medium = sim->medium;
    if (sim->patience_ps < sim->times.patience_ps) sim->patience_ps = sim->times.patience_ps;
    bl_zfree(clocks);
}

/* Those of the configuration, and what the medium makes of them. */
static void make_clocks(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config) {
    sim->clocks = bl_zalloc((size_t)config->nodes, sizeof *sim->clocks);
    for (int i = 0; i < config->nodes; i++) {
        const size_t count = (size_t)config->models[i]->clocks;
        sim->clocks[i] = bl_zalloc(count, sizeof **sim->clocks);
        memcpy(sim->clocks[i], config->clocks[i], count * sizeof **sim->clocks);
    }
    if (!sim->kind || !sim->kind->clocks) return;
    const struct bl_medium_config medium = medium_config(config, NULL);
    sim->kind->clocks(&medium, sim->clocks);
}

/* Other draws in every node. */
static void arm_host(struct bl_sim_node *node, struct bl_host_faults faults) {
    faults.seed += (unsigned)node->number;
    if (node->host) bl_host_port_arm(node->host, &faults);
}

static void build(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config) {
    sim->count = config->nodes;
    sim->times = (struct bl_medium_times){SOLE_ADVANCE_PS, 0, 3 * SOLE_ADVANCE_PS};
    sim->patience_ps = config->patience_ps > 0 ? config->patience_ps : BL_USUAL_PATIENCE_PS;
    sim->nodes = bl_zalloc((size_t)config->nodes, sizeof *sim->nodes);
    sim->next_ps = bl_zalloc((size_t)config->nodes, sizeof *sim->next_ps);
    sim->kind = config->models[0]->medium;
    make_clocks(sim, config);
    for (int i = 0; i < config->nodes; i++) {
        bool same = i > 0 && config->models[i] == config->models[0];
        bl_node_init(&sim->nodes[i], i, config->models[i], sim->clocks[i], config->memory,
                     same ? &sim->nodes[0] : NULL);
        if (config->host) bl_node_join_host(&sim->nodes[i], config->host);
        if (config->host_faults) arm_host(&sim->nodes[i], *config->host_faults);
    }
    join(sim, config);
    if (config->faults) bl_cluster_sim_arm(sim, config->faults);
    sim->pool = bl_pool_new(config->threads);
}

struct bl_cluster_sim *bl_cluster_sim_new(const struct bl_cluster_sim_config *config) {
    struct bl_cluster_sim *sim = bl_zalloc(1, sizeof *sim);
    struct bl_guard guard;
    if (setjmp(guard.back)) {
        bl_cluster_sim_free(sim);
        bl_zfail(&guard.failure);
    }
    bl_guard_begin(&guard);
    build(sim, config);
    bl_guard_end(&guard);
    return sim;
}

void bl_cluster_sim_free(struct bl_cluster_sim *sim) {
    if (!sim) return;
    bl_pool_free(sim->pool);
    for (int i = 0; sim->nodes && i < sim->count; i++) bl_node_destroy(&sim->nodes[i]);
    if (sim->medium) sim->kind->destroy(sim->medium);
    for (int i = 0; sim->clocks && i < sim->count; i++) bl_zfree(sim->clocks[i]);
    bl_zfree(sim->clocks);
    bl_zfree(sim->next_ps);
    bl_zfree(sim->nodes);
    bl_zfree(sim);
}

int bl_cluster_sim_nodes(const struct bl_cluster_sim *sim) { return sim->count; }
int bl_cluster_sim_threads(const struct bl_cluster_sim *sim) { return bl_pool_threads(sim->pool); }
struct bl_sim_node *bl_cluster_sim_node(struct bl_cluster_sim *sim, int node) {
    return &sim->nodes[node];
}
int64_t bl_cluster_sim_now(const struct bl_cluster_sim *sim) { return sim->now_ps; }
int64_t bl_cluster_sim_window(const struct bl_cluster_sim *sim) { return sim->times.window_ps; }

static void run_node(void *argument, int index) {
    struct bl_cluster_sim *sim = argument;
    bl_node_run(&sim->nodes[index], sim->now_ps);
}

static uint64_t progress(const struct bl_cluster_sim *sim) {
    uint64_t sum = 0;
    for (int i = 0; i < sim->count; i++) sum += sim->nodes[i].progress;
    return sum;
}

static int64_t window(struct bl_cluster_sim *sim, int64_t until) {
    if (!sim->kind || !sim->kind->window) return until;
    for (int i = 0; i < sim->count; i++)
        sim->next_ps[i] = sim->nodes[i].clocks[sim->nodes[i].model->network_clock].next_ps;
    return sim->kind->window(sim->medium, sim->next_ps, until);
}

static void run_window(struct bl_cluster_sim *sim, int64_t until) {
    sim->now_ps = window(sim, until);
    if (sim->kind && sim->kind->open) sim->kind->open(sim->medium, sim->next_ps, sim->now_ps);
    bl_pool_run(sim->pool, sim->count, run_node, sim);
    if (sim->kind) sim->kind->publish(sim->medium);
}

void bl_cluster_sim_advance(struct bl_cluster_sim *sim, int64_t ps) {
    uint64_t before = progress(sim);
    int64_t longest = sim->times.window_ps, until = sim->now_ps + (ps < longest ? ps : longest);
    while (sim->now_ps < until) run_window(sim, until);
    if (progress(sim) != before) sim->progress_ps = sim->now_ps;
}

void bl_cluster_sim_arm_medium(struct bl_cluster_sim *sim, const struct bl_medium_faults *faults) {
    if (sim->medium && sim->kind->arm) sim->kind->arm(sim->medium, faults);
}

void bl_cluster_sim_arm(struct bl_cluster_sim *sim, const struct bl_faults *faults) {
    for (int i = 0; i < sim->count; i++) bl_node_arm(&sim->nodes[i], faults);
}

static bool any_in_reset(const struct bl_cluster_sim *sim) {
    for (int i = 0; i < sim->count; i++)
        if (sim->nodes[i].reset) return true;
    return false;
}

bool bl_cluster_sim_reset(struct bl_cluster_sim *sim) {
    if (sim->times.reset_ps < 0) return false;
    for (int i = 0; i < sim->count; i++)
        bl_node_reset(&sim->nodes[i], sim->now_ps + sim->times.reset_ps);
    while (any_in_reset(sim)) bl_cluster_sim_advance(sim, sim->times.window_ps);
    return true;
}

void bl_cluster_sim_write(struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                          const void *bytes, size_t size) {
    sim->nodes[node].memory->write(sim->nodes[node].channels[channel].memory, address, bytes, size);
}

void bl_cluster_sim_read(const struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                         void *bytes, size_t size) {
    sim->nodes[node].memory->read(sim->nodes[node].channels[channel].memory, address, bytes, size);
}

int64_t bl_cluster_sim_last_response(const struct bl_cluster_sim *sim) {
    int64_t last = -1;
    for (int i = 0; i < sim->count; i++)
        if (sim->nodes[i].last_response_ps > last) last = sim->nodes[i].last_response_ps;
    return last;
}

int64_t bl_cluster_sim_node_cycles(const struct bl_cluster_sim *sim) {
    int64_t sum = 0;
    for (int i = 0; i < sim->count; i++) sum += sim->nodes[i].clocks[0].count;
    return sum;
}

void bl_cluster_sim_unmet(const struct bl_cluster_sim *sim, FILE *file) {
    if (sim->kind && sim->kind->unmet) sim->kind->unmet(sim->medium, file);
}

uint64_t bl_cluster_sim_broken(const struct bl_cluster_sim *sim, FILE *file) {
    return sim->kind && sim->kind->broken ? sim->kind->broken(sim->medium, file) : 0;
}

bool bl_cluster_sim_count(const struct bl_cluster_sim *sim, int i, struct bl_medium_count *count) {
    return sim->kind && sim->kind->count && sim->kind->count(sim->medium, i, count);
}

bool bl_cluster_sim_capture(struct bl_cluster_sim *sim, const char *file, int node) {
    return sim->kind->capture(sim->medium, file, node);
}

int bl_cluster_sim_end_capture(struct bl_cluster_sim *sim) {
    return sim->kind && sim->kind->end_capture ? sim->kind->end_capture(sim->medium) : 0;
}

bool bl_cluster_sim_stuck(const struct bl_cluster_sim *sim, int64_t since_ps) {
    return sim->now_ps - (sim->progress_ps > since_ps ? sim->progress_ps : since_ps) >=
           sim->patience_ps;
}
