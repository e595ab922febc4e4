/* The carrier of unreliable channels: frames of their own, of which none is sent again. */
#include "base/arena.h"
#include "base/bits.h"
#include "base/diag.h"
#include "base/text.h"
#include "check/check_inner.h"
#include "ir/program.h"
#include "lower/lower.h"
#include "lower/lowering.h"
#include "network/ethernet/carried/ethernet.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/carried/streams.h"
#include "network/ethernet/ethernet_inner.h"
#include "plan/certify/certificate.h"

enum {
    WORD_BITS = 256, /* that a channel moves in a cycle */
    WORD = WORD_BITS / 8,
    LEAST_ROWS = 4, /* log2, of bl_eth_channels' LOG_ROWS */
    MOST_ROWS = 12,
    USUAL_FRAMES = 4,
    USUAL_BYTES = 16384,
    PATIENCE = 64 /* cycles that a frame waits for more words, as bl_eth_runs does */
};

int64_t bl_ethernet_silence(const struct bl_cluster *cluster) {
    return cluster->network.carrier == &bl_ethernet_channels ? bl_ethernet(cluster)->silence_ps : 0;
}

/* Whole words in the longest frame. */
static int payload(const struct bl_cluster *cluster) {
    return (bl_ethernet(cluster)->frame - BL_ETHERNET_FRAME_BYTES) / WORD * WORD;
}

static int row_bytes(const struct bl_cluster *cluster) { return bl_ethernet(cluster)->width / 8; }

static bool allows(struct bl_check *check, const struct bl_cluster *cluster,
                   struct bl_range range) {
    const int width = bl_ethernet(cluster)->width;
    if (width >= WORD_BITS) return true;
    bl_report(check->diags, BL_MSG_ETHERNET_STREAMS, range, WORD_BITS, width);
    return false;
}

/* Two frames at least: one goes while the other comes. */
static struct bl_channel_buffer buffer(const struct bl_cluster *cluster) {
    const int bytes = payload(cluster), row = row_bytes(cluster),
              least = bl_max(2 * bytes, row << LEAST_ROWS);
    return (struct bl_channel_buffer){
        least, bl_max(1 << bl_log2(USUAL_FRAMES * bytes), USUAL_BYTES), row << MOST_ROWS};
}

static void lower_channels(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    const int words = bl_ethernet(cluster)->width / WORD_BITS;
    const int rows = lo->node->carrier.links.log_depth - bl_log2(words);
    const double cycles = 1e-12 * (double)bl_ethernet(cluster)->silence_ps *
                          cluster->clocks[0].hertz;
    const struct bl_parameter values[] = {{"NODES", lo->nodes},
                                          {"NODE_W", bl_max(1, lo->node_bits)},
                                          {"WIDTH", bl_ethernet(cluster)->width},
                                          {"PAYLOAD", payload(cluster)},
                                          {"LOG_ROWS", rows},
                                          {"PATIENCE", PATIENCE},
                                          {"SILENCE", (int)cycles}};
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
    bl_ethernet_connect(lo, inst);
}

/* ---- what is said of it */

static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_ethernet *own = bl_ethernet(cluster);
    char rate[64], silence[64];
    bl_amount_print(rate, sizeof rate, BL_AMOUNT_BIT_RATE, own->rate);
    bl_amount_print(silence, sizeof silence, BL_AMOUNT_TIME, 1e-12 * (double)own->silence_ps);
    bl_text_add(text,
                "  ethernet: a port of %s, %d bits at the MAC; frames of up to %d B carry %d B\n"
                "  ethernet: unreliable channels: frames may be lost, none is sent again, and what "
                "is missing is zeros, counted, and an error of its kernel, after %s without a "
                "word at the latest\n",
                rate, own->width, own->frame, payload(cluster), silence);
}

static const struct bl_claim claims[] = {
    {"a frame of which a row had no room is dropped whole", BL_PROVEN, "bl_eth_store", 13},
    {"each unit arrives at its place, or is zero, counted and reported; every move ends", BL_TESTED,
     "testbench/tests/rtl/tb_bl_eth_channels.v", 0},
    {"all other memory is as the golden model makes it, which is given what was lost", BL_TESTED,
     "testbench/tests/system/kernels_unreliable.sh", 0}};

static const struct bl_certificate *certify(struct bl_arena *arena, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_certificate *certificate = BL_NEW(arena, struct bl_certificate, 1);
    struct bl_sized *size = BL_NEW(arena, struct bl_sized, 1);
    *size = (struct bl_sized){.name = "buffer of a channel, of what is sent and of what comes",
                              .unit = "bytes",
                              .given = WORD << node->carrier.links.log_depth,
                              .least = buffer(cluster).least,
                              .least_why = "a frame that goes and one that comes"};
    *certificate = (struct bl_certificate){
        .guarantee = "none of delivery: units may be lost; what arrives stands at its place, and "
                     "what is missing is zeros, counted, and an error of the kernel that takes it",
        .claimed = "nothing wrong, of each channel",
        .waits = bl_waits_begin(arena),
        .sizes = size,
        .size_count = 1,
        .claims = claims,
        .claim_count = sizeof claims / sizeof *claims,
        .detection_seconds = 1e-12 * (double)bl_ethernet(cluster)->silence_ps,
        .detection_reason = "the silence behind a move's last word"};
    return certificate;
}

enum { OF_node, OF_peer, TELLS_traffic = 0, TELLS_loss };
static const struct bl_network_counter counters[] = {
#define BL_EVENT(side, number, name, of, tells, help) \
    {#name, help, BL_STREAMS_COUNTS_##name, OF_##of, TELLS_##tells == TELLS_loss, false},
#include "network/ethernet/carried/streams.def"
#undef BL_EVENT
    {0}};

static const struct bl_medium_fault faults[] = {BL_ETHERNET_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

const struct bl_carrier_row bl_ethernet_channels = {
    .title = "unreliable channels over Ethernet",
    .bounds = "no clock bounds it: the ports' rate does",
    .simulated = bl_ethernet_simulated,
    .edges = bl_ethernet_edges,
    .explain = explain,
    .certify = certify,
    .ports = bl_ethernet_ports,
    .medium = "bl_medium_ethernet",
    .faults = faults,
    .frames = true,
    .write_medium = bl_ethernet_write_medium,
    .registers = bl_ethernet_registers,
    .counters = counters,
    .lower = bl_ethernet_host_nets,
    .channels = "bl_eth_channels",
    .lower_channels = lower_channels,
    .buffer = buffer,
    .allows = allows,
    .add_files = bl_ethernet_add_files,
};
