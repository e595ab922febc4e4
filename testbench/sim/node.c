#include "node.h"

#include <string.h>

#include "checked.h"
#include "register_master.h"

enum { IDLE_CHECK = 15 /* a channel's idleness is looked at when the low bits of the clock are 0 */ };

void bl_node_init(struct bl_sim_node *node, int number, const struct bl_node_model *model, const struct bl_sim_clock *clock,
                  const struct bl_memory_kind *memory) {
    memset(node, 0, sizeof *node);
    node->number = number;
    node->model = model;
    node->memory = memory;
    node->clock = *clock;
    node->next_edge_ps = clock->phase_ps + clock->period_ps;
    node->last_response_ps = -1;
    node->instance = model->create();
    const struct bl_memory_config config = {.word_bytes = model->word_bytes, .period_ps = clock->period_ps};
    for (int i = 0; i < model->channels; i++) {
        node->channels[i].memory = memory->create(&config);
        node->channels[i].active = true;
    }
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

void bl_node_destroy(struct bl_sim_node *node) {
    bl_node_end_trace(node);
    for (int i = 0; i < node->model->channels; i++) node->memory->destroy(node->channels[i].memory);
    node->model->destroy(node->instance);
    bl_zfree(node->registers.queue);
}

static void present_channels(struct bl_sim_node *node) {
    bool look = (node->clocks & IDLE_CHECK) == 0;
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        if (!channel->active) continue;
        node->memory->present(channel->memory, &node->in.axi[i]);
        if (!look || !node->memory->idle(channel->memory)) continue;
        channel->active = false;
        channel->idle_from = node->clocks;
    }
}

static void present_links(struct bl_sim_node *node, int64_t now) {
    for (int i = 0; i < node->model->links; i++) {
        struct bl_link_in *in = &node->in.link[i];
        in->tready = bl_link_ready(node->to[i], now);
        in->credit = (uint8_t)bl_link_take_credits(node->to[i], now);
        in->tvalid = bl_link_arrived(node->from[i], now);
        if (!in->tvalid) continue;
        bl_link_receive(node->from[i], in->tdata);
        node->progress++;
    }
}

static void count_beats(struct bl_sim_node *node, struct bl_sim_channel *channel, const struct bl_axi_in *in, const struct bl_axi_out *out,
                        int64_t now) {
    unsigned read = in->rvalid & out->rready, written = in->wready & out->wvalid, answered = in->bvalid & out->bready;
    channel->read_words += read;
    channel->written_words += written;
    node->progress += read + written + answered;
    if (answered) node->last_response_ps = now;
}

static void clock_channels(struct bl_sim_node *node, int64_t now) {
    for (int i = 0; i < node->model->channels; i++) {
        struct bl_sim_channel *channel = &node->channels[i];
        const struct bl_axi_out *out = &node->out.axi[i];
        if (!channel->active) {
            if (!(out->arvalid | out->awvalid | out->wvalid)) continue;
            node->memory->skip(channel->memory, node->clocks - channel->idle_from);
            channel->active = true;
        }
        count_beats(node, channel, &node->in.axi[i], out, now);
        node->memory->clock(channel->memory, &node->in.axi[i], out);
    }
}

static void clock_links(struct bl_sim_node *node, int64_t now) {
    for (int i = 0; i < node->model->links; i++) {
        const struct bl_link_out *out = &node->out.link[i];
        if (out->credit) bl_link_free(node->from[i], now, out->credit);
        if (!(out->tvalid & node->in.link[i].tready)) continue;
        bl_link_send(node->to[i], now, out->tdata);
        node->progress++;
    }
}

/* One clock: the rising edge at `now`, and the half period before it in which everything settles. In reset the outputs mean nothing. */
static void step(struct bl_sim_node *node, int64_t now) {
    bool reset = node->clocks < BL_RESET_CLOCKS;
    node->in.rst = reset;
    present_channels(node);
    present_links(node, now);
    bl_registers_present(&node->registers, &node->in.reg);
    node->model->settle(node->instance, &node->in, &node->out);
    if (node->trace.path) trace(node, now, now - node->clock.period_ps / 2);
    if (!reset) {
        clock_channels(node, now);
        clock_links(node, now);
        bl_registers_clock(&node->registers, &node->out.reg, now);
    }
    node->model->clock(node->instance);
    if (node->trace.path) trace(node, now, now);
    node->clocks++;
}

void bl_node_run(struct bl_sim_node *node, int64_t until_ps) {
    while (node->next_edge_ps < until_ps) {
        step(node, node->next_edge_ps);
        node->next_edge_ps += node->clock.period_ps;
    }
}
