/* A node in plain C with the face of a compiled circuit: word i of lane l goes from node s to lane
   l of node (s + i) mod nodes and is appended there in the order of arrival. Source at byte 0 of
   the lower half's channels, result at byte 0 of the upper half's. Registers as in bl_device.h;
   0x100 + 4 l: elements (of 4 bytes, whole words) in lane l, 0x800 + 4 l: elements written. Faults
   make it wrong on purpose. */
#ifndef FAKE_NODE_H
#define FAKE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "network/links/carried/links.h"

#ifndef FAKE_SIZE /* nodes, and lanes of each; a power of two */
#define FAKE_SIZE 4
#endif

enum {
    FAKE_NODES = FAKE_SIZE,
    FAKE_LANES = FAKE_SIZE,
    FAKE_WORD = 32,
    FAKE_FIFO = 1024,
    FAKE_CREDITS = 256
};
enum fake_fault { FAKE_RIGHT, FAKE_DROP, FAKE_DUPLICATE, FAKE_HANG };

struct fake_flit {
    uint32_t word[FAKE_WORD / 4], lane, last;
};

struct fake_lane {
    uint32_t total, asked, got, sent, ends; /* words; `sent` counts the end marks too */
    uint32_t received, addressed, written, answered;
    uint32_t in[FAKE_FIFO][FAKE_WORD / 4], out[FAKE_FIFO][FAKE_WORD / 4];
};

struct fake_node {
    enum fake_fault fault;
    uint32_t number, config[FAKE_LANES];
    bool running, done, dropped, write_response, read_response;
    uint32_t read_value;
    int credits[FAKE_NODES], chosen[FAKE_NODES], freed[FAKE_NODES];
    struct fake_lane lanes[FAKE_LANES];
    struct bl_node_in now;
    struct bl_links_in seen;
};

static void *fake_create_fault(const void *like, enum fake_fault fault) {
    (void)like;
    struct fake_node *node = calloc(1, sizeof *node);
    if (!node) abort();
    node->fault = fault;
    for (int i = 0; i < FAKE_NODES; i++) node->credits[i] = FAKE_CREDITS;
    return node;
}
static inline void *fake_create(const void *like) { return fake_create_fault(like, FAKE_RIGHT); }
static inline void *fake_create_drop(const void *like) {
    return fake_create_fault(like, FAKE_DROP);
}
static inline void *fake_create_duplicate(const void *like) {
    return fake_create_fault(like, FAKE_DUPLICATE);
}
static inline void *fake_create_hang(const void *like) {
    return fake_create_fault(like, FAKE_HANG);
}
static void fake_destroy(void *node) { free(node); }

static void fake_settle_reads(const struct fake_lane *lane, bool running, struct bl_axi_out *out) {
    uint32_t left = lane->total - lane->asked;
    memset(out, 0, sizeof *out);
    out->arvalid = running && left && lane->asked + 4 - lane->sent < FAKE_FIFO;
    out->araddr = (uint64_t)lane->asked * FAKE_WORD;
    out->arlen = (uint8_t)((left < 4 ? left : 4) - 1);
    out->rready = 1;
}

static void fake_settle_writes(const struct fake_lane *lane, struct bl_axi_out *out) {
    memset(out, 0, sizeof *out);
    out->awvalid = lane->addressed < lane->received;
    out->awaddr = (uint64_t)lane->addressed * FAKE_WORD;
    out->wvalid = lane->written < lane->received;
    out->wlast = out->bready = 1;
    out->wstrb = UINT32_MAX;
    if (out->wvalid) memcpy(out->wdata, lane->out[lane->written % FAKE_FIFO], FAKE_WORD);
}

static bool fake_offers(const struct fake_node *node, const struct fake_lane *lane, int peer) {
    bool any = lane->sent < lane->got ||
               (lane->got == lane->total && lane->sent < lane->total + FAKE_NODES);
    return node->running && any && (node->number + lane->sent) % FAKE_NODES == (uint32_t)peer;
}

static void fake_settle_link(struct fake_node *node, int peer, struct bl_link_out *out) {
    out->credit = (uint8_t)node->freed[peer];
    out->tvalid = 0;
    for (int i = 0; i < FAKE_LANES && !out->tvalid && node->credits[peer]; i++) {
        int l = (node->chosen[peer] + i) % FAKE_LANES;
        const struct fake_lane *lane = &node->lanes[l];
        if (!fake_offers(node, lane, peer)) continue;
        struct fake_flit flit = {.lane = (uint32_t)l, .last = lane->sent >= lane->total};
        memcpy(flit.word, lane->in[lane->sent % FAKE_FIFO], FAKE_WORD);
        memcpy(out->tdata, &flit, sizeof flit);
        out->tvalid = 1;
        node->chosen[peer] = l;
    }
}

static void fake_settle(void *instance, unsigned edges, const struct bl_node_in *in,
                        struct bl_node_out *out) {
    struct fake_node *node = instance;
    if (edges != 1) abort();
    node->now.rst = in->rst;
    node->now.reg = in->reg;
    for (int l = 0; l < FAKE_LANES; l++) {
        node->now.axi[l] = in->axi[l];
        node->now.axi[FAKE_LANES + l] = in->axi[FAKE_LANES + l];
        fake_settle_reads(&node->lanes[l], node->running, &out->axi[l]);
        fake_settle_writes(&node->lanes[l], &out->axi[FAKE_LANES + l]);
    }
    for (int i = 0; i < FAKE_NODES; i++) {
        node->seen.link[i] = ((const struct bl_links_in *)in->network)->link[i];
        fake_settle_link(node, i, &((struct bl_links_out *)out->network)->link[i]);
    }
    out->reg = (struct bl_reg_out){.awready = !node->write_response,
                                   .wready = !node->write_response,
                                   .bvalid = node->write_response,
                                   .arready = !node->read_response,
                                   .rvalid = node->read_response,
                                   .rdata = node->read_value};
}

static void fake_clock_lane(struct fake_node *node, int l) {
    struct fake_lane *lane = &node->lanes[l];
    const struct bl_axi_in *reads = &node->now.axi[l], *writes = &node->now.axi[FAKE_LANES + l];
    lane->answered += writes->bvalid;
    if (reads->rvalid) memcpy(lane->in[lane->got++ % FAKE_FIFO], reads->rdata, FAKE_WORD);
}

static void fake_take(struct fake_node *node, const struct bl_link_in *in) {
    struct fake_flit flit;
    memcpy(&flit, in->tdata, sizeof flit);
    struct fake_lane *lane = &node->lanes[flit.lane];
    lane->ends += flit.last;
    bool lost = node->fault == FAKE_DROP && node->number == 2 && flit.lane == 1 &&
                lane->received == 5 && !node->dropped;
    node->dropped |= lost && !flit.last;
    if (flit.last || lost) return;
    memcpy(lane->out[lane->received++ % FAKE_FIFO], flit.word, FAKE_WORD);
}

static void fake_clock_link(struct fake_node *node, int peer, bool sent) {
    const struct bl_link_in *in = &node->seen.link[peer];
    bool taken = sent && in->tready;
    if (taken) {
        node->lanes[node->chosen[peer]].sent++;
        node->chosen[peer] = (node->chosen[peer] + 1) % FAKE_LANES;
    }
    node->credits[peer] += in->credit - taken;
    node->freed[peer] = in->tvalid && !(node->fault == FAKE_HANG && node->number == 1);
    if (in->tvalid) fake_take(node, in);
}

static void fake_start(struct fake_node *node) {
    memset(node->lanes, 0, sizeof node->lanes);
    for (int l = 0; l < FAKE_LANES; l++) node->lanes[l].total = node->config[l] * 4 / FAKE_WORD;
    node->running = true;
    node->done = false;
}

static void fake_write_register(struct fake_node *node, uint32_t address, uint32_t value) {
    if (address == 0x8 && (value & 1)) fake_start(node);
    if (address == 0x10) node->number = value;
    if (address >= 0x100 && address < 0x100 + 4 * FAKE_LANES)
        node->config[(address - 0x100) / 4] = value;
}

static uint32_t fake_read_register(const struct fake_node *node, uint32_t address) {
    if (address == 0x0) return 0x4D4F4C42;
    if (address == 0xC) return (uint32_t)node->running | (uint32_t)node->done << 1;
    if (address == 0x10) return node->number;
    if (address >= 0x800 && address < 0x800 + 4 * FAKE_LANES)
        return node->lanes[(address - 0x800) / 4].received * (FAKE_WORD / 4);
    return 0;
}

static void fake_clock_registers(struct fake_node *node) {
    const struct bl_reg_in *in = &node->now.reg;
    bool write = in->awvalid && in->wvalid && !node->write_response,
         read = in->arvalid && !node->read_response;
    if (node->write_response && in->bready) node->write_response = false;
    if (node->read_response && in->rready) node->read_response = false;
    if (write) fake_write_register(node, in->awaddr, in->wdata), node->write_response = true;
    if (read) node->read_value = fake_read_register(node, in->araddr), node->read_response = true;
}

/* What the node offers in this cycle is asked for again before anything changes. */
static void fake_clock_requests(struct fake_node *node) {
    for (int l = 0; l < FAKE_LANES; l++) {
        struct fake_lane *lane = &node->lanes[l];
        struct bl_axi_out read, written;
        fake_settle_reads(lane, node->running, &read);
        fake_settle_writes(lane, &written);
        if (read.arvalid && node->now.axi[l].arready) lane->asked += read.arlen + 1u;
        lane->addressed += written.awvalid && node->now.axi[FAKE_LANES + l].awready;
        lane->written += written.wvalid && node->now.axi[FAKE_LANES + l].wready;
    }
}

static void fake_duplicate(struct fake_node *node) {
    struct fake_lane *lane = &node->lanes[1];
    if (node->fault == FAKE_DUPLICATE && node->number == 3 && lane->received > 6 &&
        lane->written <= 5)
        memcpy(lane->out[6], lane->out[5], FAKE_WORD);
}

static void fake_clock(void *instance, unsigned edges) {
    struct fake_node *node = instance;
    struct bl_link_out out[FAKE_NODES];
    bool finished = node->running;
    if (node->now.rst || !edges) return;
    for (int i = 0; i < FAKE_NODES; i++) fake_settle_link(node, i, &out[i]);
    fake_clock_requests(node);
    for (int i = 0; i < FAKE_NODES; i++) fake_clock_link(node, i, out[i].tvalid);
    fake_duplicate(node);
    for (int l = 0; l < FAKE_LANES; l++) {
        const struct fake_lane *lane = &node->lanes[l];
        fake_clock_lane(node, l);
        finished = finished && lane->sent == lane->total + FAKE_NODES && lane->ends == FAKE_NODES &&
                   lane->answered == lane->received;
    }
    if (finished) node->running = false, node->done = true;
    fake_clock_registers(node);
}

static const struct bl_node_model fake_model = {.name = "fake",
                                                .channels = 2 * FAKE_LANES,
                                                .word_bytes = FAKE_WORD,
                                                .flit_bytes = sizeof(struct fake_flit),
                                                .payload_bytes = FAKE_WORD,
                                                .clocks = 1,
                                                .create = fake_create,
                                                .destroy = fake_destroy,
                                                .settle = fake_settle,
                                                .clock = fake_clock,
                                                .medium = &bl_medium_links};

#endif
