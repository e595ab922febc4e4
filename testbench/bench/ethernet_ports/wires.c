#include "wires.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { MOST_HELD = 16 }; /* frame times that a frame is held back */
static const uint32_t CRC_POLYNOMIAL = 0xedb88320, CRC_RESIDUE = 0xdebb20e3; /* FCS included */

static void make_crcs(uint32_t *crcs) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 8; bit++) rest = rest >> 1 ^ (rest & 1 ? CRC_POLYNOMIAL : 0);
        crcs[i] = rest;
    }
}

void wires_init(struct wires *wires, int nodes, const struct bl_ethernet_config *config,
                const double *rates, uint64_t seed, int hold_bytes) {
    *wires = (struct wires){.config = *config, .nodes = nodes, .reorder = rates[BL_REORDER]};
    double own[BL_ETHERNET_FAULTS] = {rates[BL_DROP], rates[BL_FLIP], rates[BL_REPEAT], 0};
    wires->window_ps = wires->end_ps = 2 * config->latency_ps + config->switch_ps;
    wires->hold_ps = bl_frame_gap_ps(config->rate, hold_bytes);
    wires->random = bl_random_at(seed, UINT64_C(1) << 32);
    make_crcs(wires->crcs);
    for (int i = 0; i < nodes; i++) bl_mac_init(&wires->macs[i], i, &wires->config);
    bl_switch_init(&wires->between, nodes, wires->macs, &wires->config);
    bl_switch_arm(&wires->between, own, seed);
}

void wires_destroy(struct wires *wires) {
    bl_switch_destroy(&wires->between);
    for (int i = 0; i < wires->nodes; i++) {
        struct wires_receive *receive = &wires->receive[i];
        for (int k = 0; k < receive->held_count; k++)
            bl_frame_release(receive->held[k].delivery.frame);
        bl_mac_destroy(&wires->macs[i]);
        free(receive->held);
        free(receive->downs);
    }
}

int64_t wires_reset_ps(const struct wires *wires) {
    const struct bl_ethernet_config *config = &wires->config;
    int64_t queues = bl_wire_ps(config->rate, 2 * (int64_t)config->queue + 4 * config->frame);
    return 3 * wires->window_ps + queues + 2 * MOST_HELD * wires->hold_ps;
}

/* ---- links that are down */

void wires_add_down(struct wires *wires, int node, int64_t from_ps, int64_t to_ps) {
    struct wires_receive *receive = &wires->receive[node];
    if (receive->down_count == receive->down_capacity) {
        receive->down_capacity = 2 * receive->down_capacity + 8;
        receive->downs = bl_zneeded(
            realloc(receive->downs, sizeof *receive->downs * (size_t)receive->down_capacity));
    }
    receive->downs[receive->down_count++] = (struct wires_down){from_ps, to_ps};
}

static bool down_between(const struct wires *wires, int node, int64_t from_ps, int64_t to_ps) {
    const struct wires_receive *receive = &wires->receive[node];
    for (int i = receive->down_count - 1; i >= 0; i--)
        if (receive->downs[i].from_ps <= to_ps && from_ps < receive->downs[i].to_ps) return true;
    return false;
}

bool wires_is_down(const struct wires *wires, int node, int64_t now) {
    return down_between(wires, node, now, now);
}

/* What its sender's link has lost, or what is to be lost. Its end is known then: a frame is shorter
   than the way to the node. */
static bool is_lost(const struct wires *wires, const struct bl_frame *frame, int to) {
    if (!wires->receive[frame->from].down_count && !wires->loses) return false;
    int64_t end_ps = frame->start_ps + bl_frame_ps(wires->config.rate, frame->length);
    if (!frame->ended) bl_zfatal("ethernet: a frame is longer than the way to the node");
    return down_between(wires, frame->from, frame->start_ps, end_ps) ||
           (wires->loses && wires->loses(wires->context, frame, to));
}

/* ---- a node */

static void add_crc(const struct wires *wires, uint32_t *crc, const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++) *crc = *crc >> 8 ^ wires->crcs[(*crc ^ bytes[i]) & 255];
}

static bool is_bad(const struct wires *wires, uint32_t crc, const struct bl_frame *frame) {
    for (int i = 0; i < BL_FRAME_FCS; i++) {
        uint8_t byte = (uint8_t)(frame->fcs >> 8 * i) ^
                       bl_frame_flipped(frame, frame->known + i, frame->known);
        add_crc(wires, &crc, &byte, 1);
    }
    return crc != CRC_RESIDUE;
}

static void check(struct wires *wires, int node, const struct bl_frame *frame,
                  struct bl_ethernet_in *in) {
    struct wires_receive *receive = &wires->receive[node];
    add_crc(wires, &receive->crc, (const uint8_t *)in->tdata, __builtin_popcountll(in->tkeep));
    if (!in->tlast) return;
    bool bad = is_bad(wires, receive->crc, frame);
    wires->disagreed += bad != (bool)in->tuser;
    in->tuser = bad;
}

/* A frame in whose middle the link goes down ends there. */
static void cut(struct wires *wires, struct wires_receive *receive, struct bl_ethernet_in *in) {
    if (receive->swallow) return;
    in->tlast = in->tuser = 1;
    wires->cut++;
    in->tvalid = receive->started;
    receive->swallow = true;
}

static void filter(struct wires *wires, int node, const struct bl_frame *frame, bool first,
                   struct bl_ethernet_in *in) {
    struct wires_receive *receive = &wires->receive[node];
    if (first) {
        receive->crc = UINT32_MAX;
        receive->started = false;
        receive->swallow = is_lost(wires, frame, node);
        wires->lost += receive->swallow;
    }
    check(wires, node, frame, in);
    bool swallowed = receive->swallow;
    if (!in->up) cut(wires, receive, in);
    if (swallowed) in->tvalid = 0;
    receive->started |= in->tvalid;
}

void wires_present(struct wires *wires, int node, int64_t now, struct bl_ethernet_in *in) {
    struct bl_mac *mac = &wires->macs[node];
    const struct bl_output *output = &wires->between.outputs[node];
    bool first = mac->receive.beat == 0, reset = !mac->clocked;
    const struct bl_frame *frame = mac->receive.next < output->count
                                       ? output->queue[mac->receive.next].frame
                                       : NULL;
    uint64_t underruns = mac->send.underruns;
    bl_mac_present(mac, output->queue, output->count, now, in);
    if (reset) wires->excused += mac->send.underruns - underruns;
    in->up = !wires_is_down(wires, node, now);
    if (in->tvalid) filter(wires, node, frame, first, in);
}

void wires_clock(struct wires *wires, int node, int64_t now, const struct bl_ethernet_in *in,
                 const struct bl_ethernet_out *out) {
    bl_mac_clock(&wires->macs[node], now, in, out);
}

/* ---- frames that are held back, between windows */

static int64_t passage_ps(const struct wires *wires) {
    return wires->config.latency_ps + wires->config.switch_ps -
           bl_wire_ps(wires->config.rate, BL_FRAME_PREAMBLE);
}

static void hold(struct wires *wires, int node, int place) {
    struct bl_output *output = &wires->between.outputs[node];
    struct wires_receive *receive = &wires->receive[node];
    struct bl_delivery delivery = output->queue[place];
    int64_t times = 1 + (int64_t)bl_random_below(&wires->random, MOST_HELD);
    if (receive->held_count == receive->held_capacity) {
        receive->held_capacity = 2 * receive->held_capacity + 8;
        receive->held = bl_zneeded(
            realloc(receive->held, sizeof *receive->held * (size_t)receive->held_capacity));
    }
    receive->held[receive->held_count++] = (struct wires_hold){
        delivery, delivery.enter_ps + times * wires->hold_ps};
    memmove(output->queue + place, output->queue + place + 1,
            sizeof *output->queue * (size_t)(--output->count - place));
    wires->reordered++;
}

/* Among those that nobody has seen, by time; there is room where it was taken out. */
static void insert(struct bl_output *output, int first, const struct wires_hold *held) {
    int place = output->count;
    if (output->count == output->capacity) {
        output->capacity = 2 * output->capacity + 16;
        output->queue = bl_zneeded(
            realloc(output->queue, sizeof *output->queue * (size_t)output->capacity));
    }
    while (place > first && output->queue[place - 1].enter_ps > held->until_ps) place--;
    memmove(output->queue + place + 1, output->queue + place,
            sizeof *output->queue * (size_t)(output->count++ - place));
    output->queue[place] = held->delivery;
    output->queue[place].enter_ps = held->until_ps;
}

static void let_go(struct wires *wires, int node, int first) {
    struct wires_receive *receive = &wires->receive[node];
    int64_t end_ps = wires->end_ps + passage_ps(wires);
    for (int i = receive->held_count - 1; i >= 0; i--) {
        if (receive->held[i].until_ps >= end_ps) continue;
        insert(&wires->between.outputs[node], first, &receive->held[i]);
        receive->held[i] = receive->held[--receive->held_count];
    }
}

/* As the switch does: a frame starts when the one before it has ended, and that is known. */
static void resolve(const struct wires *wires, struct bl_output *output, int first) {
    if (output->resolved > first) output->resolved = first;
    for (; output->resolved < output->count; output->resolved++) {
        struct bl_delivery *own = &output->queue[output->resolved];
        const struct bl_delivery *before = output->resolved ? own - 1 : NULL;
        own->start_ps = -1;
        if (before && !before->frame->known_end) return;
        int64_t free_ps = before ? before->start_ps +
                                       bl_frame_gap_ps(wires->config.rate, before->frame->known)
                                 : output->free_ps;
        own->start_ps = own->enter_ps > free_ps ? own->enter_ps : free_ps;
    }
}

static void shuffle(struct wires *wires, int node) {
    struct bl_output *output = &wires->between.outputs[node];
    const struct wires_receive *receive = &wires->receive[node];
    int gone = receive->next_before - wires->macs[node].receive.next;
    int first = receive->before - gone;
    bool any = receive->held_count;
    for (int i = output->count - 1; i >= first; i--) {
        if (bl_random_real(&wires->random) >= wires->reorder) continue;
        hold(wires, node, i);
        any = true;
    }
    if (!any) return;
    let_go(wires, node, first);
    resolve(wires, output, first);
}

static void publish(struct wires *wires) {
    for (int i = 0; i < wires->nodes; i++) bl_mac_publish(&wires->macs[i], wires->end_ps);
    for (int i = 0; i < wires->nodes; i++) {
        wires->receive[i].before = wires->between.outputs[i].count;
        wires->receive[i].next_before = wires->macs[i].receive.next;
    }
    bl_switch_publish(&wires->between, wires->end_ps);
    for (int i = 0; wires->reorder > 0 && i < wires->nodes; i++) shuffle(wires, i);
}

void wires_advance(struct wires *wires, int64_t now) {
    while (now >= wires->end_ps) {
        publish(wires);
        wires->end_ps += wires->window_ps;
    }
}

/* ---- counts */

uint64_t wires_tail_drops(const struct wires *wires) {
    uint64_t sum = 0;
    for (int i = 0; i < wires->nodes; i++) sum += wires->between.outputs[i].tail_drops;
    return sum;
}

uint64_t wires_broken(const struct wires *wires) {
    uint64_t sum = wires->disagreed;
    for (int i = 0; i < wires->nodes; i++) {
        const struct bl_mac *mac = &wires->macs[i];
        sum += mac->keep_broken + mac->offer_broken + mac->send.underruns + mac->send.too_long;
    }
    return sum - wires->excused;
}
