#include "traffic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "network/ethernet/carried/counters.h"
#include "network/ethernet/carried/header.h"

enum {
    BACKLOG = 64, /* packets that wait for a node, TRAFFIC_RANDOM */
    RESET_CYCLES = 16,
    MOST_CREDITS = 15, /* in a cycle */
    PAUSE = 24         /* a free in so many cycles, where they are slow */
};

static void wrong(struct traffic *traffic, const char *format, ...) {
    va_list arguments;
    if (*traffic->wrong) return;
    va_start(arguments, format);
    vsnprintf(traffic->wrong, sizeof traffic->wrong, format, arguments);
    va_end(arguments);
}

/* ---- what a flit is */

static uint64_t mixed(uint32_t packet, uint32_t salt) {
    return bl_mix((uint64_t)packet << 8 | salt);
}

/* {channel[23:20], epoch, end, last, keep[15:0]} of flit number `flit` of a pair. */
static uint32_t side_of(const struct traffic *traffic, uint32_t flit) {
    uint32_t words = (uint32_t)traffic->options.words, packet = flit / words;
    uint32_t all = (UINT32_C(1) << traffic->config.elems) - 1, keep = all;
    bool last = flit % words == words - 1, varies = traffic->options.slow && last;
    uint32_t epoch = packet >> 6 & 1, end = last && packet % 64 == 63;
    uint32_t channel = packet / traffic->options.run % (uint32_t)traffic->config.channels;
    if (varies && mixed(packet, 1) % 4 == 0) keep = 1 + (uint32_t)(mixed(packet, 2) % all);
    return channel << 20 | epoch << 18 | end << 17 | (uint32_t)last << 16 | keep;
}

static uint32_t tag_of(const struct traffic *traffic, int from, int to, uint32_t flit) {
    return traffic->base + flit + ((uint32_t)(from * PORTS_NODES + to) << 24);
}

/* ---- start */

static bool is_used(const struct traffic *traffic, int from, int to) {
    if (from == to || from >= traffic->config.nodes || to >= traffic->config.nodes) return false;
    return traffic->options.pattern != TRAFFIC_INCAST || to == 0;
}

static int draw_peer(struct traffic *traffic, int from) {
    int peer = (int)bl_random_below(&traffic->random, (uint64_t)traffic->config.nodes - 1);
    return peer + (peer >= from);
}

static void fill_pairs(struct traffic *traffic) {
    const struct traffic_options *options = &traffic->options;
    bool drawn = options->pattern == TRAFFIC_RANDOM;
    memset(traffic->pairs, 0, sizeof traffic->pairs);
    memset(traffic->offers, 0, sizeof traffic->offers);
    for (int node = 0; node < PORTS_NODES; node++) traffic->in[node].freed = 0;
    for (int from = 0; from < traffic->config.nodes; from++) {
        traffic->source[from].left = drawn ? options->packets : 0;
        traffic->source[from].next = draw_peer(traffic, from);
        for (int to = 0; to < traffic->config.nodes; to++) {
            struct traffic_pair *pair = &traffic->pairs[from][to];
            if (!drawn && is_used(traffic, from, to))
                pair->total = pair->avail = options->packets * (uint32_t)options->words;
            pair->credits = traffic->config.room;
        }
    }
}

static uint32_t u32_at(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The first frame that brings a pair's last flit. */
static bool is_last(void *context, const struct bl_frame *frame, int to) {
    struct traffic *traffic = context;
    struct traffic_pair *pair = &traffic->pairs[frame->from][to];
    const uint8_t *header = frame->bytes + BL_ETHERNET_MAC_BYTES;
    if ((header[0] & 15) != BL_ETHERNET_DATA_FRAME || pair->lost || pair->total == 0) return false;
    int length = header[BL_ETHERNET_AT_length / 8] << 8 | header[BL_ETHERNET_AT_length / 8 + 1];
    const uint8_t *word = header + BL_ETHERNET_HEADER_BYTES + length - 4 * traffic->config.elems;
    pair->lost = u32_at(word) == tag_of(traffic, frame->from, to, pair->total - 1);
    return pair->lost;
}

static struct fuzz *new_fuzz(const struct traffic_config *config, int rate, uint64_t seed) {
    struct fuzz *fuzz = bl_zneeded(calloc(1, sizeof *fuzz));
    fuzz->nodes = config->nodes;
    fuzz->width = config->medium.width;
    fuzz->elems = config->elems;
    fuzz->channels = config->channels;
    fuzz->run_words = config->run_words;
    fuzz->rate = rate;
    fuzz->random = bl_random_at(seed, 11);
    return fuzz;
}

void traffic_init(struct traffic *traffic, const struct traffic_config *config,
                  const struct traffic_options *options) {
    memset(traffic, 0, sizeof *traffic);
    traffic->config = *config;
    traffic->options = *options;
    traffic->random = bl_random_at(options->seed, 7);
    traffic->ports = ports_new(config->nodes, config->medium.width);
    int bytes = BL_ETHERNET_MAC_BYTES + BL_ETHERNET_HEADER_BYTES;
    wires_init(&traffic->wires, config->nodes, &config->medium, options->rates, options->seed,
               bytes + options->words * 4 * config->elems);
    traffic->wires.context = traffic;
    if (options->lose_last) traffic->wires.loses = is_last;
    if (options->fuzz > 0) traffic->fuzz = new_fuzz(config, options->fuzz, options->seed);
    traffic_reset(traffic);
}

void traffic_destroy(struct traffic *traffic) {
    wires_destroy(&traffic->wires);
    ports_delete(traffic->ports);
    free(traffic->fuzz);
}

void traffic_reset(struct traffic *traffic) {
    double period = 1e12 / traffic->config.hertz;
    int64_t cycles = (int64_t)((double)wires_reset_ps(&traffic->wires) / period) + RESET_CYCLES;
    fill_pairs(traffic);
    traffic->rst = true;
    for (int64_t i = 0; i < cycles; i++) traffic_step(traffic);
    traffic->rst = false;
    traffic->session++;
    traffic->base += UINT32_C(1) << 22;
    traffic->came = 0;
    traffic->moved_cycle = traffic->cycle;
    traffic->start_ps = traffic->last_ps = traffic->now_ps;
}

/* ---- a cycle */

static void to_node(struct traffic *traffic, int node) {
    struct bl_ethernet_in *mac = &traffic->mac_in[node];
    struct ports_in *in = &traffic->in[node];
    uint64_t session = traffic->session * 64 + (unsigned)node + 1;
    wires_present(&traffic->wires, node, traffic->now_ps, mac);
    if (traffic->fuzz) fuzz_change(traffic->fuzz, node, mac);
    in->mac = (mac->tready ? PORTS_TREADY : 0U) | (mac->tvalid ? PORTS_IN_TVALID : 0U) |
              (mac->tlast ? PORTS_IN_TLAST : 0U) | (mac->tuser ? PORTS_TUSER : 0U) |
              (mac->up ? PORTS_UP : 0U);
    in->keep = mac->tkeep;
    in->data = mac->tdata;
    int64_t opens_ps = traffic->start_ps + (node == 1 ? traffic->options.late_ps : 0);
    bool closed = traffic->rst || node == traffic->options.absent || traffic->now_ps < opens_ps;
    in->end = traffic->offers[node] | (closed ? 0 : session << PORTS_SESSION_AT) |
              (uint64_t)traffic->count_select << PORTS_COUNT_AT;
}

static void of_node(struct traffic *traffic, int node) {
    struct bl_ethernet_out *mac = &traffic->mac_out[node];
    const struct ports_out *out = &traffic->out[node];
    mac->tvalid = (out->mac & PORTS_OUT_TVALID) != 0;
    mac->tlast = (out->mac & PORTS_OUT_TLAST) != 0;
    mac->tkeep = out->keep;
    if (mac->tvalid) memcpy(mac->tdata, out->data, (size_t)traffic->config.medium.width / 8);
    wires_clock(&traffic->wires, node, traffic->now_ps, &traffic->mac_in[node], mac);
    if (out->end >> PORTS_STOPPED_AT & 1) traffic->causes[node] = out->end >> PORTS_CAUSE_AT & 255;
}

static void offer(struct traffic *traffic, int node, int peer) {
    struct traffic_pair *pair = &traffic->pairs[node][peer];
    struct ports_in *in = &traffic->in[node];
    pair->credits--;
    in->tag[peer] = tag_of(traffic, node, peer, pair->taken);
    in->side[peer] = side_of(traffic, pair->taken);
    in->offered |= 1U << peer;
    traffic->offers[node] |= UINT64_C(1) << peer;
}

/* A packet is begun with credits for all of it, so that nothing but the carrier holds it up. */
static bool may_offer(const struct traffic *traffic, const struct traffic_pair *pair) {
    int words = traffic->options.words, least = 1;
    if (pair->taken % (uint32_t)words == 0)
        least = words < traffic->config.room ? words : traffic->config.room;
    return pair->taken < pair->avail && pair->credits >= least;
}

static void send(struct traffic *traffic, int node) {
    const struct ports_out *out = &traffic->out[node];
    for (int peer = 0; peer < traffic->config.nodes; peer++) {
        struct traffic_pair *pair = &traffic->pairs[node][peer];
        uint64_t mask = UINT64_C(1) << peer;
        pair->credits += out->credit >> 4 * peer & 15;
        if (pair->credits > traffic->config.room)
            wrong(traffic, "node %d has a credit of node %d too many", node, peer);
        if (traffic->offers[node] & out->end & mask) {
            pair->taken++;
            traffic->offers[node] &= ~mask;
        }
        if (!(traffic->offers[node] & mask) && may_offer(traffic, pair)) offer(traffic, node, peer);
    }
}

enum { LAST = 1 << 16, END = 1 << 17, TAG = 15 << 20 | 1 << 18 }; /* of a side */

/* The carrier cuts packets anew: of words of one channel and epoch, none too long, and an `end` is
   the last of its packet. Whether the side is as it has to be. */
static bool is_cut_right(const struct traffic *traffic, struct traffic_pair *pair, uint32_t side) {
    bool right = pair->cut == 0 || ((pair->side ^ side) & TAG) == 0;
    pair->side = side;
    pair->cut = side & LAST ? 0 : pair->cut + 1;
    return right && pair->cut < traffic->config.run_words && (!(side & END) || pair->cut == 0) &&
           ((side ^ side_of(traffic, pair->came)) & ~(uint32_t)LAST) == 0;
}

static void take(struct traffic *traffic, int from, int node) {
    struct traffic_pair *pair = &traffic->pairs[from][node];
    const struct ports_out *out = &traffic->out[node];
    uint32_t tag = (uint32_t)out->word, side = (uint32_t)(out->word >> 32);
    if (pair->came == pair->total) wrong(traffic, "node %d: a flit behind the last", node);
    else if (tag != tag_of(traffic, from, node, pair->came))
        wrong(traffic, "node %d: flit %d of node %d instead of %u", node,
              (int)(tag - tag_of(traffic, from, node, 0)), from, pair->came);
    else if (!(out->end >> PORTS_EXACT_AT & 1) || !is_cut_right(traffic, pair, side))
        wrong(traffic, "node %d: flit %u of node %d is not what was sent", node, pair->came, from);
    pair->came++;
    if (++pair->have > (unsigned)traffic->config.room)
        wrong(traffic, "node %d: more flits of node %d than there is room for", node, from);
    traffic->came++;
    traffic->last_ps = traffic->now_ps;
    traffic->moved_cycle = traffic->cycle;
}

static unsigned freed(struct traffic *traffic, const struct traffic_pair *pair) {
    if (!pair->have) return 0;
    if (traffic->options.slow && bl_random_below(&traffic->random, PAUSE)) return 0;
    return pair->have < MOST_CREDITS ? pair->have : MOST_CREDITS;
}

static void receive(struct traffic *traffic, int node) {
    uint64_t valid = traffic->out[node].end >> PORTS_TVALID_AT & 0xffff;
    traffic->in[node].freed = 0;
    for (int from = 0; from < traffic->config.nodes; from++) {
        struct traffic_pair *pair = &traffic->pairs[from][node];
        if (valid >> from & 1) take(traffic, from, node);
        unsigned count = freed(traffic, pair);
        pair->have -= count;
        traffic->in[node].freed |= (uint64_t)count << 4 * from;
    }
}

/* Packets for peers that are drawn one after the other; a long queue holds up those behind. */
static void deal(struct traffic *traffic, int node) {
    uint32_t words = (uint32_t)traffic->options.words;
    while (traffic->source[node].left) {
        struct traffic_pair *pair = &traffic->pairs[node][traffic->source[node].next];
        if (pair->avail - pair->taken > BACKLOG * words) return;
        pair->avail += words;
        pair->total += words;
        traffic->source[node].left--;
        traffic->source[node].next = draw_peer(traffic, node);
    }
}

void traffic_step(struct traffic *traffic) {
    int nodes = traffic->config.nodes;
    traffic->now_ps = (int64_t)((double)++traffic->cycle * (1e12 / traffic->config.hertz));
    wires_advance(&traffic->wires, traffic->now_ps);
    for (int i = 0; i < nodes; i++) to_node(traffic, i);
    ports_settle(traffic->ports, traffic->rst, traffic->in, traffic->out);
    for (int i = 0; !traffic->rst && i < nodes; i++) {
        of_node(traffic, i);
        deal(traffic, i);
        send(traffic, i);
        receive(traffic, i);
    }
    ports_clock(traffic->ports);
}

/* ---- the end */

static bool is_there(const struct traffic *traffic, int from, int to) {
    return from != traffic->options.absent && to != traffic->options.absent;
}

bool traffic_done(const struct traffic *traffic) {
    for (int from = 0; from < traffic->config.nodes; from++) {
        if (traffic->source[from].left) return false;
        for (int to = 0; to < traffic->config.nodes; to++)
            if (is_there(traffic, from, to) &&
                traffic->pairs[from][to].came < traffic->pairs[from][to].total)
                return false;
    }
    return true;
}

bool traffic_lives(struct traffic *traffic) {
    int64_t patience = 3 * (int64_t)traffic->config.timeout * (traffic->config.retries + 2);
    for (int i = 0; i < traffic->config.nodes; i++)
        if (traffic->causes[i]) wrong(traffic, "node %d stops; cause %u", i, traffic->causes[i]);
    if (traffic->cycle - traffic->moved_cycle > patience) wrong(traffic, "nothing moves any more");
    return !*traffic->wrong;
}

static bool gave_up(const struct traffic *traffic) {
    bool all = true;
    for (int i = 0; i < traffic->config.nodes; i++)
        all &= i == traffic->options.absent ||
               traffic->causes[i] == 1 + (unsigned)traffic->options.absent;
    return all;
}

bool traffic_give_up(struct traffic *traffic, int64_t cycles) {
    for (int64_t i = 0; i < cycles && !gave_up(traffic); i++) traffic_step(traffic);
    return gave_up(traffic);
}

/* Whether a node has one for each peer. */
static bool by_peer(unsigned counter) {
    enum { node, peer };
    switch (counter) {
#define BL_EVENT(side, number, name, of, tells, help) \
    case BL_ETHERNET_COUNTS_##name:                   \
        return of == peer;
#include "network/ethernet/carried/counters.def"
#undef BL_EVENT
    default: return true;
    }
}

uint64_t traffic_count(struct traffic *traffic, unsigned counter) {
    uint64_t sum = 0;
    int peers = by_peer(counter) ? traffic->config.nodes : 1;
    for (int peer = 0; peer < peers; peer++) {
        traffic->count_select = counter << 4 | (unsigned)peer;
        for (int i = 0; i < 4; i++) traffic_step(traffic);
        for (int i = 0; i < traffic->config.nodes; i++) sum += (uint32_t)traffic->out[i].count;
    }
    return sum;
}

/* Every mutated frame is counted for what it is, and no other frame so. */
static void check_fuzz(struct traffic *traffic) {
    for (int event = 0; event < FUZZ_EVENTS; event++) {
        uint64_t due = traffic->fuzz->due[event];
        uint64_t count = traffic_count(traffic, 1U << 4 | (unsigned)event);
        if (count < due || (fuzz_is_exact(event) && count > due))
            wrong(traffic, "of event %d there are %llu instead of %llu", event,
                  (unsigned long long)count, (unsigned long long)due);
    }
}

void traffic_settle(struct traffic *traffic) {
    if (traffic->fuzz) traffic->fuzz->ends = true;
    int64_t cycles = 20000 + 4 * (int64_t)traffic->config.timeout;
    for (int64_t i = 0; i < cycles && traffic_lives(traffic); i++) traffic_step(traffic);
    for (int from = 0; from < traffic->config.nodes; from++)
        for (int to = 0; to < traffic->config.nodes; to++)
            if (traffic->pairs[from][to].credits != traffic->config.room)
                wrong(traffic, "node %d has %d credits of node %d in the end", from,
                      traffic->pairs[from][to].credits, to);
    if (traffic->fuzz) check_fuzz(traffic);
}
