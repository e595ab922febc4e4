#include "simulation/device/node.h"

#include <string.h>

#include "base/carried/checked.h"
#include "simulation/device/register_master.h"

enum {
    IDLE_CHECK = 15, /* a channel's idleness is looked at when the low bits of the cycle are 0 */
    SHARED_AHEAD =
        16 /* words asked of a shared controller from which on it takes no further request */
};

void bl_node_init(struct bl_sim_node *node, int number, const struct bl_node_model *model,
                  const struct bl_sim_clock *clocks, const struct bl_memory_kind *memory,
                  const struct bl_sim_node *like) {
    memset(node, 0, sizeof *node);
    node->number = number;
    node->model = model;
    node->memory = memory;
    node->clocks = bl_zalloc((size_t)model->clocks, sizeof *node->clocks);
    node->reset_count = bl_zalloc((size_t)model->clocks, sizeof *node->reset_count);
    if (model->medium) {
        node->in.network = node->network_in = bl_zalloc(1, model->medium->in_bytes);
        node->out.network = bl_zalloc(1, model->medium->out_bytes);
    }
    for (int i = 0; i < model->clocks; i++)
        node->clocks[i] = (struct bl_sim_edges){
            .clock = clocks[i], .next_ps = clocks[i].phase_ps + clocks[i].period_ps};
    node->last_edge_ps = clocks[0].phase_ps;
    node->last_response_ps = -1;
    node->in.rst = 1;
    node->reset = true;
    node->reset_after = node->reset_at = -1;
    node->instance = model->create(like ? like->instance : NULL);
    const struct bl_memory_config config = {.word_bytes = model->word_bytes,
                                            .period_ps = clocks[model->memory_clock].period_ps};
    for (int i = 0; i < model->channels; i++) {
        node->channels[i].memory = memory->create(&config);
        node->channels[i].active = true;
    }
}

void bl_node_join_host(struct bl_sim_node *node, const struct bl_host_settings *settings) {
    if (node->model->host_clock >= 0)
        node->host = bl_host_port_new(settings, node->model->word_bytes);
    if (node->host && node->model->host_tlps) node->tlp = bl_host_tlp_new(node->host);
}

static void trace(struct bl_sim_node *node, int64_t now, int64_t at_ps) {
    bool on = now >= node->trace.from_ps && now < node->trace.to_ps && !node->trace_error;
    if (!on && !node->tracing) return;
    int error = node->model->trace(node->instance, node->trace.path, on, at_ps);
    if (!node->trace_error) node->trace_error = error;
    node->tracing = on;
}

int bl_node_end_trace(struct bl_sim_node *node) {
    if (node->tracing) trace(node, INT64_MAX, 0);
    return node->trace_error;
}

/* Of one that could not be begun, too: what is NULL is not there. */
void bl_node_destroy(struct bl_sim_node *node) {
    bl_node_end_trace(node);
    for (int i = 0; node->model && i < node->model->channels; i++) {
        bl_memory_port_free(node->channels[i].port);
        if (node->channels[i].memory) node->memory->destroy(node->channels[i].memory);
    }
    bl_host_tlp_free(node->tlp);
    bl_host_port_free(node->host);
    if (node->instance) node->model->destroy(node->instance);
    bl_zfree(node->registers.queue);
    bl_zfree(node->network_in);
    bl_zfree(node->out.network);
    bl_zfree(node->clocks);
    bl_zfree(node->reset_count);
}

static int64_t memory_cycles(const struct bl_sim_node *node) {
    return node->clocks[node->model->memory_clock].count;
}

/* The controller that a channel is a port of, where two share one. */
static int64_t *controller(struct bl_sim_node *node, int channel) {
    return &node->busy_until[channel % (node->model->channels / 2)];
}

/* A shared controller takes a request while what it has been asked for, by either port, is little,
   and words only behind their request. */
static void hold_requests(struct bl_sim_node *node, int channel) {
    if (!node->model->memory_shared ||
        *controller(node, channel) < memory_cycles(node) + SHARED_AHEAD)
        return;
    node->in.axi[channel].arready = 0;
    node->in.axi[channel].awready = 0;
    if (!node->channels[channel].port && !node->channels[channel].owed.words)
        node->in.axi[channel].wready = 0;
}

/* Every word of a request keeps a shared controller for a cycle. */
static void count_requests(struct bl_sim_node *node, int channel) {
    const struct bl_axi_in *in = &node->in.axi[channel];
    const struct bl_axi_out *out = &node->out.axi[channel];
    int64_t *busy = controller(node, channel), words = 0;
    if (in->arready & out->arvalid) words += out->arlen + 1;
    if (in->awready & out->awvalid) words += out->awlen + 1;
    if (*busy < memory_cycles(node)) *busy = memory_cycles(node);
    *busy += words;
}

static void present_channels(struct bl_sim_node *node) {
    bool look = (memory_cycles(node) & IDLE_CHECK) == 0;
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        if (!channel->active) continue;
        if (channel->port) bl_memory_port_present(channel->port, &node->in.axi[i]);
        else node->memory->present(channel->memory, &node->in.axi[i]);
        hold_requests(node, i);
        if (!look || channel->port || node->model->memory_shared ||
            !node->memory->idle(channel->memory))
            continue;
        channel->active = false;
        channel->idle_from = memory_cycles(node);
    }
}

static void present_network(struct bl_sim_node *node, int64_t now) {
    if (node->medium)
        node->progress += node->model->medium->present(node->medium, node->number, now,
                                                       node->network_in);
}

static void count_beats(struct bl_sim_node *node, struct bl_sim_channel *channel,
                        const struct bl_axi_in *in, const struct bl_axi_out *out, int64_t now) {
    unsigned read = in->rvalid & out->rready, written = in->wready & out->wvalid,
             answered = in->bvalid & out->bready;
    channel->read_words += read;
    channel->written_words += written;
    node->progress += read + written + answered;
    if (answered) node->last_response_ps = now;
}

static void clock_channel(struct bl_sim_node *node, struct bl_sim_channel *channel,
                          const struct bl_axi_in *in, const struct bl_axi_out *out) {
    if (channel->port) {
        bl_memory_port_clock(channel->port, in, out);
        return;
    }
    bl_memory_owed_count(&channel->owed, in, out);
    node->memory->clock(channel->memory, in, out);
}

static void clock_channels(struct bl_sim_node *node, int64_t now) {
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        const struct bl_axi_out *out = &node->out.axi[i];
        if (!channel->active) {
            if (!(out->arvalid | out->awvalid | out->wvalid)) continue;
            node->memory->skip(channel->memory, memory_cycles(node) - channel->idle_from);
            channel->active = true;
        }
        count_beats(node, channel, &node->in.axi[i], out, now);
        if (node->model->memory_shared) count_requests(node, i);
        clock_channel(node, channel, &node->in.axi[i], out);
    }
}

/* The memory goes on while the node is in reset, until it owes nothing. */
static void drain_channels(struct bl_sim_node *node) {
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        const struct bl_axi_out out = bl_memory_owed_end(&channel->owed);
        if (channel->port) bl_memory_port_drain(channel->port);
        else if (!bl_memory_owed_none(&channel->owed))
            clock_channel(node, channel, &node->in.axi[i], &out);
    }
}

static void clock_network(struct bl_sim_node *node, int64_t now) {
    if (node->medium)
        node->progress += node->model->medium->clock(node->medium, node->number, now,
                                                     node->in.network, node->out.network);
}

static void present_host(struct bl_sim_node *node, int64_t now) {
    if (node->tlp) bl_host_tlp_present(node->tlp, now, &node->in.tlp);
    else if (node->host) bl_host_port_present(node->host, now, &node->in.host);
}

static void clock_tlps(struct bl_sim_node *node, int64_t now) {
    const struct bl_medium_kind *kind = node->model->medium;
    node->progress += bl_host_tlp_clock(node->tlp, now, &node->in.tlp, &node->out.tlp);
    if (node->medium && kind->see_host)
        kind->see_host(node->medium, node->number, now, &node->in.tlp, &node->out.tlp);
}

static void clock_host(struct bl_sim_node *node, int64_t now) {
    if (node->tlp) clock_tlps(node, now);
    else if (node->host)
        node->progress += bl_host_port_clock(node->host, now, &node->in.host, &node->out.host);
}

static bool quiet(const struct bl_sim_channel *channel) {
    return channel->port ? bl_memory_port_quiet(channel->port)
                         : bl_memory_owed_none(&channel->owed);
}

static bool in_reset(const struct bl_sim_node *node, int64_t now) {
    for (int i = 0; i < node->model->clocks; i++)
        if (node->clocks[i].count - node->reset_count[i] < BL_RESET_CYCLES) return true;
    for (int i = 0; i < node->model->channels; i++)
        if (!quiet(&node->channels[i])) return true;
    if (node->host && !bl_host_port_quiet(node->host)) return true;
    if (node->tlp && !bl_host_tlp_quiet(node->tlp)) return true;
    return now < node->reset_until_ps;
}

void bl_node_reset(struct bl_sim_node *node, int64_t until_ps) {
    for (int i = 0; i < node->model->clocks; i++) node->reset_count[i] = node->clocks[i].count;
    node->reset_until_ps = until_ps;
    node->reset = true;
    node->reset_at = -1;
    bl_registers_restart(&node->registers);
}

void bl_node_arm(struct bl_sim_node *node, const struct bl_faults *faults) {
    node->reset_after = node->reset_at = -1;
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        if (!channel->port)
            channel->port = bl_memory_port_new(node->memory, channel->memory,
                                               node->model->word_bytes);
        bl_memory_port_arm(channel->port, faults, node->number, i);
    }
    for (int i = 0; i < faults->count; i++)
        if (faults->items[i].kind == BL_FAULT_RESET && faults->items[i].node == node->number)
            node->reset_after = (int64_t)faults->items[i].at;
    node->reset_wanted = node->reset_after >= 0;
}

void bl_node_starts(struct bl_sim_node *node) {
    if (node->reset_after >= 0) node->reset_at = node->clocks[0].count + node->reset_after;
    node->reset_after = -1;
    node->was_reset = false;
}

void bl_node_begins(struct bl_sim_node *node) {
    if (node->reset_after >= 0) bl_node_starts(node);
}

bool bl_node_reset_unmet(const struct bl_sim_node *node) { return node->reset_wanted; }

bool bl_node_settle(struct bl_sim_node *node) {
    node->reset_at = -1;
    return node->was_reset;
}

static void look_for_reset(struct bl_sim_node *node, int64_t now) {
    if (node->reset_at >= 0 && node->clocks[0].count >= node->reset_at) {
        bl_node_reset(node, 0);
        node->was_reset = true;
        node->reset_wanted = false;
    }
    /* up to this edge the node went on, and the port took what it offered */
    if (node->reset && !node->in.rst && node->host) bl_host_port_reset(node->host);
    if (node->reset && !node->in.rst && node->tlp) bl_host_tlp_reset(node->tlp);
    if (node->reset) node->reset = in_reset(node, now);
    node->in.rst = node->reset;
}

/* What belongs to the clocks that rise. */
struct risen {
    bool core, memory, network, carried, host;
};

static void present(struct bl_sim_node *node, const struct risen *risen, int64_t now) {
    if (risen->core) look_for_reset(node, now);
    if (risen->memory) present_channels(node);
    if (risen->network || risen->carried) present_network(node, now);
    if (risen->host) present_host(node, now);
    if (risen->core) bl_registers_present(&node->registers, &node->in.reg);
}

/* One edge: the rising clocks at `now`, and the half of the time since the last edge in which
   everything settles. In reset the outputs mean nothing. */
static void step(struct bl_sim_node *node, int64_t now, unsigned edges) {
    const struct risen risen = {edges & 1, edges >> node->model->memory_clock & 1,
                                edges >> node->model->network_clock & 1,
                                edges & node->model->carried_clocks,
                                node->host && edges >> node->model->host_clock & 1};
    present(node, &risen, now);
    node->model->settle(node->instance, edges, &node->in, &node->out);
    if (node->trace.path) trace(node, now, now - (now - node->last_edge_ps) / 2);
    if (!node->in.rst) {
        if (risen.memory) clock_channels(node, now);
        if (risen.network) clock_network(node, now);
        if (risen.host) clock_host(node, now);
        if (risen.core) bl_registers_clock(&node->registers, &node->out.reg, now);
    } else if (risen.memory) {
        drain_channels(node);
    }
    node->model->clock(node->instance, edges);
    if (node->trace.path) trace(node, now, now);
    if (!node->out.irq) node->irq_ps = -1;
    else if (node->irq_ps < 0) node->irq_ps = now;
    node->last_edge_ps = now;
}

/* The time of the next edge. */
static int64_t earliest(const struct bl_sim_node *node) {
    int64_t time = node->clocks[0].next_ps;
    for (int i = 1; i < node->model->clocks; i++)
        if (node->clocks[i].next_ps < time) time = node->clocks[i].next_ps;
    return time;
}

void bl_node_run(struct bl_sim_node *node, int64_t until_ps) {
    for (int64_t now = earliest(node); now < until_ps; now = earliest(node)) {
        unsigned edges = 0;
        for (int i = 0; i < node->model->clocks; i++)
            edges |= (unsigned)(node->clocks[i].next_ps == now) << i;
        step(node, now, edges);
        for (int i = 0; i < node->model->clocks; i++) {
            if (!(edges >> i & 1)) continue;
            node->clocks[i].next_ps += node->clocks[i].clock.period_ps;
            node->clocks[i].count++;
        }
    }
}
