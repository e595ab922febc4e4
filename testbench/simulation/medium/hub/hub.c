/* Links of PCI Express between hubs as a medium: what a node sends comes to the other end some time
   later, at the rate of the link, and what that has freed comes back as late. A TLP has its payload
   in words of 4 B and 24 B; for every four of them 16 B go back, an acknowledgement and credits.
   Both ends' hard IP is in the latency; what it does about errors is not there.
   A cable is down while a fault has cut it, and while a node at one of its ends is in reset, and
   loses what is on it. It comes up when both hubs have drained. */
#include "network/hub/carried/hub.h"

#include <stdio.h>
#include <string.h>

#include "base/carried/checked.h"
#include "simulation/medium/hub/tlp_capture.h"

enum {
    PER_ANSWER = 4, /* TLPs, for which an answer of so many bytes goes back */
    ANSWER = 16,
    FREED = 1024,    /* places on their way back; a power of two */
    SLACK_PS = 16000 /* so much a TLP may wait inside of the IP */
};

#define ROW(name, word, help, ports, at) {word, help, ports, at},
static const struct bl_medium_fault faults[] = {BL_HUB_FAULT_ROWS(ROW){0}};
#undef ROW

/* A word of a TLP on its way. */
struct word {
    int64_t time_ps; /* from then on the other end has it */
    uint32_t data[BL_TLP_WORD / 4];
    uint8_t last, is_void;
};

/* A direction of a cable, out of a port. What the sender writes in a window the receiver reads from
   the next one on, and what the receiver frees the other way. */
struct link {
    int from, to;       /* places of the ports, node * BL_HUB_LINKS + port; to -1: no cable */
    struct word *words; /* [count], a ring */
    unsigned count, head, tail, published;
    int64_t *freed; /* [FREED], a ring: when the sender hears of it */
    unsigned freed_head, freed_tail, freed_published;
    int64_t free_ps;  /* from then on it takes a TLP */
    int64_t start_ps; /* of the last one, at the other end */
    int place;        /* words of it so far */
    uint64_t tlps, bytes, answered;
    uint64_t overrun; /* TLPs for which there was no room */
    int out;          /* TLPs without room given back */
    bool up;          /* the cable, until: */
    int64_t down_ps;
    bool drained; /* the hub at the sending end, in this window */
};

/* Of a node: an edge has come of which it has not driven anything; it is in reset. */
struct node_state {
    bool silent, reset;
};

struct hub {
    int nodes;
    struct bl_sim_clock *clocks; /* [nodes] */
    const struct bl_hub_config *own;
    struct link *links;             /* [nodes * BL_HUB_LINKS], by where they begin */
    char (*places)[40];             /* the same */
    struct bl_tlp_capture *capture; /* NULL: nobody asks */
    struct node_state *states;      /* [nodes] */
    int64_t end_ps;                 /* of the window */
    struct bl_medium_faults faults;
};

static int end_of(const struct hub *hub, int port) {
    return hub->own->ends[port] == BL_HUB_NOWHERE ? -1 : hub->own->ends[port];
}

static const char port_names[] = "EWS";

static void join(struct hub *hub) {
    const int words = 1 + (hub->own->payload + BL_TLP_WORD - 1) / BL_TLP_WORD;
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++) {
        struct link *link = &hub->links[i];
        *link = (struct link){.from = i, .to = end_of(hub, i), .count = 64};
        while ((int)link->count < words * (hub->own->slots + 2)) link->count *= 2;
        link->words = bl_zalloc(link->count, sizeof *link->words);
        link->freed = bl_zalloc(FREED, sizeof *link->freed);
        snprintf(hub->places[i], sizeof hub->places[i], "from node %d, port %c", i / BL_HUB_LINKS,
                 port_names[i % BL_HUB_LINKS]);
    }
}

static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    struct hub *hub = bl_zalloc(1, sizeof *hub);
    const struct bl_hub_config *own = config->own;
    const size_t nodes = (size_t)config->nodes;
    *hub = (struct hub){.nodes = config->nodes, .own = own};
    hub->clocks = bl_zalloc(nodes, sizeof *hub->clocks);
    memcpy(hub->clocks, config->clocks, nodes * sizeof *hub->clocks);
    hub->links = bl_zalloc(nodes * BL_HUB_LINKS, sizeof *hub->links);
    hub->states = bl_zalloc(nodes, sizeof *hub->states);
    hub->places = bl_zalloc(nodes * BL_HUB_LINKS, sizeof *hub->places);
    join(hub);
    *times = (struct bl_medium_times){.window_ps = own->latency_ps,
                                      .patience_ps = 100 * own->latency_ps,
                                      .reset_ps = 4 * own->latency_ps};
    return hub;
}

/* ---- the capture */

static void count_ports(const struct hub *hub, struct bl_tlp_counts *counts) {
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++)
        counts[i / BL_HUB_LINKS * BL_HUB_PORTS + i % BL_HUB_LINKS + 1] = (struct bl_tlp_counts){
            hub->links[i].tlps, hub->links[i].bytes};
}

static bool capture(void *medium, const char *file, int node) {
    static const char *const names[BL_HUB_PORTS] = {"N", "E", "W", "S"};
    struct hub *hub = medium;
    bool *there = bl_zalloc((size_t)(hub->nodes * BL_HUB_PORTS), sizeof *there);
    for (int i = 0; i < hub->nodes * BL_HUB_PORTS; i++) {
        const int port = i % BL_HUB_PORTS, link = i / BL_HUB_PORTS * BL_HUB_LINKS + port - 1;
        there[i] = (node < 0 || node == i / BL_HUB_PORTS) &&
                   (port == BL_HUB_N || end_of(hub, link) >= 0);
    }
    hub->capture = bl_tlp_capture_new(file, hub->nodes, BL_HUB_PORTS, names, there);
    bl_zfree(there);
    return hub->capture;
}

static int end_capture(void *medium) {
    struct hub *hub = medium;
    if (!hub->capture) return 0;
    struct bl_tlp_counts *counts = bl_zalloc((size_t)(hub->nodes * BL_HUB_PORTS), sizeof *counts);
    count_ports(hub, counts);
    const int error = bl_tlp_capture_close(hub->capture, counts);
    bl_zfree(counts);
    hub->capture = NULL;
    return error;
}

static void capture_word(const struct hub *hub, int node, int port, bool inbound, int64_t now,
                         const uint32_t *words, uint8_t last, uint8_t is_void) {
    if (hub->capture)
        bl_tlp_capture_word(hub->capture, node, port, inbound, now, words, last, is_void);
}

/* What goes to the host and comes of it. */
static void see_host(void *medium, int node, int64_t now, const struct bl_tlp_in *in,
                     const struct bl_tlp_out *out) {
    const struct hub *hub = medium;
    if (in->from.tvalid)
        capture_word(hub, node, BL_HUB_N, true, now, in->from.tdata, in->from.tlast, 0);
    if (in->to.tready & out->to.tvalid)
        capture_word(hub, node, BL_HUB_N, false, now, out->to.tdata, out->to.tlast, out->to.tuser);
}

static void destroy(void *medium) {
    struct hub *hub = medium;
    end_capture(hub);
    for (int i = 0; hub->links && i < hub->nodes * BL_HUB_LINKS; i++) {
        bl_zfree(hub->links[i].words);
        bl_zfree(hub->links[i].freed);
    }
    bl_zfree(hub->clocks);
    bl_zfree(hub->links);
    bl_zfree(hub->states);
    bl_zfree(hub->places);
    bl_zfree(hub);
}

/* ---- cuts */

static void arm(void *medium, const struct bl_medium_faults *asked) {
    ((struct hub *)medium)->faults = *asked;
}

static bool is_up(const struct link *link, int64_t now) { return link->up && now < link->down_ps; }

/* Whether a fault is about the cable at a port. */
static bool is_about(const struct hub *hub, const struct bl_medium_event *event, int port) {
    const int at = event->node * BL_HUB_LINKS + event->port;
    return at == port || end_of(hub, at) == port;
}

static void unmet(const void *medium, FILE *file) {
    const struct hub *hub = medium;
    for (int i = 0; i < hub->faults.event_count; i++) {
        const struct bl_medium_event *event = &hub->faults.events[i];
        if (event->from_ps >= hub->end_ps)
            fprintf(file,
                    "warning: the cut at port %c of node %d did not happen: the program was over "
                    "before\n",
                    port_names[event->port], event->node);
    }
}

static bool is_cut(const struct hub *hub, int port, int64_t now) {
    for (int i = 0; i < hub->faults.event_count; i++) {
        const struct bl_medium_event *event = &hub->faults.events[i];
        if (is_about(hub, event, port) && event->from_ps <= now && now < event->until_ps)
            return true;
    }
    return false;
}

static int64_t next_cut(const struct hub *hub, int port, int64_t now) {
    int64_t next = INT64_MAX;
    for (int i = 0; i < hub->faults.event_count; i++) {
        const struct bl_medium_event *event = &hub->faults.events[i];
        if (is_about(hub, event, port) && event->from_ps >= now && event->from_ps < next)
            next = event->from_ps;
    }
    return next;
}

/* What is on its way is lost, of TLPs and of places. */
static void lose(const struct hub *hub, struct link *link) {
    link->up = false;
    link->head = link->published = link->tail;
    link->freed_head = link->freed_published = link->freed_tail;
    link->place = link->out = 0;
    if (!hub->capture) return;
    bl_tlp_capture_forget(hub->capture, link->from / BL_HUB_LINKS, link->from % BL_HUB_LINKS + 1,
                          false);
    bl_tlp_capture_forget(hub->capture, link->to / BL_HUB_LINKS, link->to % BL_HUB_LINKS + 1, true);
}

/* Behind a window: the cable whose two directions these are. */
static void cut_or_join(const struct hub *hub, struct link *one, struct link *other) {
    const bool reset = hub->states[one->from / BL_HUB_LINKS].reset ||
                       hub->states[other->from / BL_HUB_LINKS].reset;
    if (one->up && (reset || one->down_ps <= hub->end_ps)) {
        lose(hub, one);
        lose(hub, other);
    } else if (!one->up && !reset && one->drained && other->drained &&
               !is_cut(hub, one->from, hub->end_ps)) {
        one->up = other->up = true;
        one->down_ps = other->down_ps = next_cut(hub, one->from, hub->end_ps);
    }
}

static void keep_cables(struct hub *hub) {
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++)
        if (hub->links[i].to > i) cut_or_join(hub, &hub->links[i], &hub->links[hub->links[i].to]);
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++) hub->links[i].drained = false;
    for (int i = 0; i < hub->nodes; i++) hub->states[i].reset = false;
}

static void open_window(void *medium, const int64_t *edges, int64_t end_ps) {
    (void)edges;
    ((struct hub *)medium)->end_ps = end_ps;
}

/* ---- what a node sees */

/* What comes over the link that leads to this port. */
static unsigned present_words(struct link *link, int64_t now, struct bl_tlp_came *from) {
    const struct word *word = &link->words[link->head % link->count];
    if (link->head == link->published || word->time_ps > now) return 0;
    from->tvalid = 1;
    from->tlast = word->last;
    from->tuser = word->is_void;
    memcpy(from->tdata, word->data, sizeof from->tdata);
    link->head++;
    return 1;
}

static void present_room(struct link *link, int64_t now, struct bl_tlp_heard *to) {
    to->tready = link->place || link->free_ps <= now + SLACK_PS;
    to->freed = link->freed_head != link->freed_published &&
                link->freed[link->freed_head % FREED] <= now;
    link->freed_head += to->freed;
    link->out -= to->freed;
}

static unsigned present(void *medium, int node, int64_t now, void *pins) {
    struct hub *hub = medium;
    struct bl_hub_in *in = pins;
    unsigned moved = 0;
    memset(in, 0, sizeof *in);
    hub->states[node].reset |= hub->states[node].silent;
    hub->states[node].silent = true;
    for (int i = 0; i < BL_HUB_LINKS; i++) {
        const int port = node * BL_HUB_LINKS + i, end = end_of(hub, port);
        if (end < 0 || !is_up(&hub->links[port], now)) continue;
        in->link[i].from.up = 1;
        moved += present_words(&hub->links[end], now, &in->link[i].from);
        present_room(&hub->links[port], now, &in->link[i].to);
        moved += in->link[i].to.freed;
    }
    return moved;
}

/* ---- what it drives */

static int64_t on_wire(const struct hub *hub, uint32_t bytes) {
    return (int64_t)(hub->own->ps_per_byte * bytes + 0.5);
}

/* The first word says how long it is. */
static void begin(const struct hub *hub, struct link *link, int64_t now, const uint32_t *words) {
    uint8_t bytes[BL_TLP_HEADER_BYTES];
    memcpy(bytes, words, sizeof bytes);
    const struct bl_tlp_header header = bl_tlp_header_unpack(bytes);
    const uint32_t payload = header.length ? 4 * header.length : BL_TLP_PAYLOAD;
    const int64_t start = link->free_ps > now ? link->free_ps : now;
    link->free_ps = start + on_wire(hub, payload + BL_HUB_BESIDE);
    link->start_ps = start + hub->own->latency_ps;
    link->bytes += payload + BL_HUB_BESIDE;
    link->tlps++;
    link->overrun += ++link->out > hub->own->slots;
}

/* A word of a TLP comes a cycle behind the one before: links do not pause within one. */
static void send(const struct hub *hub, struct link *link, int node, int64_t now,
                 const struct bl_tlp_sent *sent) {
    struct word *word = &link->words[link->tail % link->count];
    if (!link->place) begin(hub, link, now, sent->tdata);
    *word = (struct word){.time_ps = link->start_ps + link->place * hub->clocks[node].period_ps,
                          .last = sent->tlast,
                          .is_void = sent->tuser};
    memcpy(word->data, sent->tdata, sizeof word->data);
    link->place = sent->tlast ? 0 : link->place + 1;
    link->tail++;
}

/* At a port with a cable that is up. */
static unsigned clock_port(struct hub *hub, int port, int64_t now, const struct bl_tlp_in *in,
                           const struct bl_tlp_out *out) {
    const int node = port / BL_HUB_LINKS, number = port % BL_HUB_LINKS + 1;
    const unsigned moved = in->to.tready & out->to.tvalid;
    struct link *from = &hub->links[end_of(hub, port)];
    if (in->from.tvalid)
        capture_word(hub, node, number, true, now, in->from.tdata, in->from.tlast, in->from.tuser);
    if (moved) {
        capture_word(hub, node, number, false, now, out->to.tdata, out->to.tlast, out->to.tuser);
        send(hub, &hub->links[port], node, now, &out->to);
    }
    if (out->from.freed) from->freed[from->freed_tail++ % FREED] = now + hub->own->latency_ps;
    return moved;
}

static unsigned clock(void *medium, int node, int64_t now, const void *pins, const void *driven) {
    struct hub *hub = medium;
    const struct bl_hub_in *in = pins;
    const struct bl_hub_out *out = driven;
    unsigned moved = 0;
    hub->states[node].silent = false;
    for (int i = 0; i < BL_HUB_LINKS; i++) {
        const int port = node * BL_HUB_LINKS + i;
        hub->links[port].drained = out->link[i].to.drained;
        if (end_of(hub, port) >= 0 && in->link[i].from.up)
            moved += clock_port(hub, port, now, &in->link[i], &out->link[i]);
    }
    return moved;
}

/* Answers for what has gone take their time of the other direction. */
static void publish(void *medium) {
    struct hub *hub = medium;
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++) {
        struct link *link = &hub->links[i];
        link->published = link->tail;
        link->freed_published = link->freed_tail;
        if (link->to < 0) continue;
        const uint64_t due = link->tlps / PER_ANSWER - link->answered;
        hub->links[link->to].free_ps += on_wire(hub, (uint32_t)due * ANSWER);
        hub->links[link->to].bytes += due * ANSWER;
        link->answered += due;
    }
    keep_cables(hub);
    if (hub->capture) bl_tlp_capture_flush(hub->capture);
}

/* ---- what is said of it */

static uint64_t broken(const void *medium, FILE *file) {
    const struct hub *hub = medium;
    uint64_t all = 0;
    for (int i = 0; i < hub->nodes * BL_HUB_LINKS; i++) {
        if (!hub->links[i].overrun) continue;
        all += hub->links[i].overrun;
        if (file)
            fprintf(file, "%llu TLPs %s that the other end had no room for\n",
                    (unsigned long long)hub->links[i].overrun, hub->places[i]);
    }
    return all;
}

static bool count(const void *medium, int i, struct bl_medium_count *count) {
    static const char *const names[] = {"TLPs", "bytes"};
    enum { COUNTS = sizeof names / sizeof *names };
    const struct hub *hub = medium;
    if (i / COUNTS >= hub->nodes * BL_HUB_LINKS) return false;
    const struct link *link = &hub->links[i / COUNTS];
    *count = (struct bl_medium_count){names[i % COUNTS], hub->places[i / COUNTS],
                                      i % COUNTS ? link->bytes : link->tlps};
    return true;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct hub *hub = medium;
    const struct bl_hub_out *driven = out;
    bool any = false;
    (void)in;
    for (int i = 0; i < BL_HUB_LINKS; i++) {
        const int port = node * BL_HUB_LINKS + i;
        if (end_of(hub, port) >= 0)
            fprintf(file, "    port %c: %llu TLPs sent, %llu sent to it%s\n", port_names[i],
                    (unsigned long long)hub->links[port].tlps,
                    (unsigned long long)hub->links[end_of(hub, port)].tlps,
                    hub->links[port].up ? "" : "; the cable is down");
        if (!driven->link[i].to.tvalid) continue;
        fprintf(file, "    a TLP %s waits for the link\n", hub->places[node * BL_HUB_LINKS + i]);
        any = true;
    }
    return any;
}

const struct bl_medium_kind bl_medium_hub = {.word = "hub",
                                             .in_bytes = sizeof(struct bl_hub_in),
                                             .out_bytes = sizeof(struct bl_hub_out),
                                             .create = create,
                                             .destroy = destroy,
                                             .open = open_window,
                                             .present = present,
                                             .clock = clock,
                                             .publish = publish,
                                             .broken = broken,
                                             .describe = describe,
                                             .faults = faults,
                                             .arm = arm,
                                             .unmet = unmet,
                                             .count = count,
                                             .capture = capture,
                                             .end_capture = end_capture,
                                             .see_host = see_host};
