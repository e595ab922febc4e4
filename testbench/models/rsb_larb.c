/* Domains edge by edge, the outer bus in between: transfers take their inner path, the outer one, and the one at the destination. */
#include "rsb_larb.h"

#include <stdlib.h>

enum { PATIENCE = 64, MOST_PATIENCE = 1023, DOMAINS = BL_RSB_CELLS };

/* Clocks of bl_larb_connector: a strobe follows its word, what came is acknowledged, and the next word goes out. */
enum { STROBE = 1, TAKE = 1, NEXT = 1 };

struct transfer {
    int domain, element, to_domain, to_element, words;
    int next;                         /* of the same element, or of the unused numbers; -1: none */
    int64_t time_ps, due;             /* asked for; inside: all words are there */
    bool begun, asked, inside;        /* it has asked once; it asks or has a path; its path has no outer part */
    int attempts, parts_left;
};

enum state { IDLE, OPENED, ASKED, HEAD, SENDING, RETURNING, LEAVING, FALLING };

struct incoming {
    int transfer, source;             /* -1: none; the cell that it comes from */
    int64_t due, last;                /* the first word is seen, then patience ends; the last word is at the element */
};

/* A connector: its own transfer out, what comes in, and the first word behind that. */
struct cell {
    enum state state;
    int out, to_cell, hops, words;
    bool accepted, finished, keeps;   /* the answer to the first word; all words are there; refused, but the inner path stays */
    int64_t due;
    struct incoming in, next;
};

struct bl_larb_bus {
    struct bl_larb_options options;
    struct bl_rsb_bus outer;
    struct bl_larb larb[DOMAINS];
    struct bl_larb_watch watch[DOMAINS];
    uint64_t errors[BL_RSB_ERROR_COUNT], clocks;
    struct cell cells[BL_RSB_CELLS];
    struct transfer *transfers;
    int count, size, unused, unfinished, active;
    int first[DOMAINS][BL_LARB_ELEMENTS], last[DOMAINS][BL_LARB_ELEMENTS];
    int64_t clock;                    /* clocks since reset */
    int domain;                       /* whose edge is next in this clock */
    int64_t time, progress;           /* when a transfer last came to its end, or nothing was under way */
    int words;                        /* most of one transfer */
    bool stands;
};

static void report(struct bl_larb_bus *bus, enum bl_rsb_error error, int domain) {
    bus->errors[error]++;
    if (bus->options.error) bus->options.error(bus->options.user, error, domain, true);
}

static int64_t edge_time(const struct bl_larb_bus *bus, int domain, int64_t clock) {
    return clock * bus->options.clock_ps + bus->options.clock_ps * domain / bus->options.domains;
}

/* When a domain can act on what reaches it at `time`: two flip-flops in a row, seen at the third edge. */
static int64_t seen(const struct bl_larb_bus *bus, int domain, int64_t time) {
    int64_t phase = edge_time(bus, domain, 0), period = bus->options.clock_ps;
    int64_t first = time <= phase ? 0 : (time - phase + period - 1) / period;
    return edge_time(bus, domain, first + 2);
}

static int domain_of(const struct bl_larb_bus *bus, int cell) { return cell / bus->options.connectors; }

static int stop_of(const struct bl_larb_bus *bus, int cell) {
    int domain = domain_of(bus, cell);
    return bl_larb_connector_stop(&bus->larb[domain], cell - domain * bus->options.connectors);
}

static int inner_hops(const struct bl_larb *larb, int stop) {
    int hops = 0;
    for (uint32_t mask = larb->stops[stop].segments; mask; mask &= mask - 1) hops++;
    return hops;
}

static void tell(struct bl_larb_bus *bus, int transfer, enum bl_larb_step step, int cell, int hops) {
    struct bl_larb_event event = {.time_ps = bus->time, .transfer = transfer, .step = step, .cell = cell, .to_cell = -1, .hops = hops};
    if (cell >= 0) event.to_cell = bus->cells[cell].to_cell;
    if (bus->options.event) bus->options.event(bus->options.user, &event);
}

/* The transfer is over: its number is free, its element goes on with the next one. */
static void release(struct bl_larb_bus *bus, int transfer) {
    struct transfer *self = &bus->transfers[transfer];
    bus->first[self->domain][self->element] = self->next;
    self->next = bus->unused;
    bus->unused = transfer;
    bus->unfinished--;
    bus->active--;
    bus->progress = bus->time;
    tell(bus, transfer, BL_LARB_RELEASED, -1, 0);
}

/* Both the outer path and the one at the destination have to be left, in any order. */
static void part_left(struct bl_larb_bus *bus, int transfer) {
    if (++bus->transfers[transfer].parts_left == 2) release(bus, transfer);
}

/* The inner path is given up, and the element asks again at its next edge. */
static void again(struct bl_larb_bus *bus, int cell, enum bl_larb_step step) {
    struct cell *self = &bus->cells[cell];
    struct transfer *transfer = &bus->transfers[self->out];
    bl_larb_leave(&bus->larb[transfer->domain], transfer->element);
    transfer->asked = false;
    transfer->attempts++;
    tell(bus, self->out, step, cell, 0);
}

static int64_t flight(const struct bl_larb_bus *bus, const struct cell *cell) {
    return cell->hops * bus->options.wire_ps + bus->options.gate_ps;
}

/* When the source sees the answer to what the destination does now, and when it sees the answer to what it sends itself now. */
static int64_t back(const struct bl_larb_bus *bus, int cell, int64_t time) {
    return seen(bus, domain_of(bus, cell), time + TAKE * bus->options.clock_ps + flight(bus, &bus->cells[cell]));
}

static int64_t there(const struct bl_larb_bus *bus, int cell) {
    const struct cell *self = &bus->cells[cell];
    return seen(bus, domain_of(bus, self->to_cell), bus->time + STROBE * bus->options.clock_ps + flight(bus, self));
}

/* The word with the number of the element goes to the other end, which may still be busy with the last words of another packet. */
static void send_head(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    self->state = HEAD;
    self->due = INT64_MAX;
    bus->cells[self->to_cell].next = (struct incoming){.transfer = self->out, .source = cell, .due = there(bus, cell)};
}

static void send_word(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    int64_t arrival = there(bus, cell);
    self->due = back(bus, cell, arrival) + NEXT * bus->options.clock_ps;
    self->state = SENDING;
    if (--self->words == 0) {
        const struct bl_larb *larb = &bus->larb[domain_of(bus, self->to_cell)];
        bus->cells[self->to_cell].in.last = arrival + inner_hops(larb, stop_of(bus, self->to_cell)) * bus->options.clock_ps;
    }
}

/* The strobe goes back to 0, where it is 1, and the answer follows it, before the path is left. */
static void leave(struct bl_larb_bus *bus, int cell, bool strobe) {
    struct cell *self = &bus->cells[cell];
    self->state = RETURNING;
    self->due = strobe ? back(bus, cell, there(bus, cell)) : bus->time;
}

static void sent(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    if (self->words) {
        send_word(bus, cell);
        return;
    }
    const struct transfer *transfer = &bus->transfers[self->out];
    bl_larb_leave(&bus->larb[transfer->domain], transfer->element);
    self->finished = true;
    leave(bus, cell, transfer->words % 2 == 0);
}

/* The destination has answered the first word. */
static void head_answered(struct bl_larb_bus *bus, int cell) {
    if (bus->cells[cell].accepted) {
        send_word(bus, cell);
        return;
    }
    again(bus, cell, BL_LARB_TURNED);
    leave(bus, cell, true);
}

static void told(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    if (bl_rsb_bus_path(&bus->outer, cell, &self->hops) == BL_RSB_NO_WAY) {
        self->keeps = bus->options.without[BL_LARB_GIVE_UP];
        if (self->keeps) bus->transfers[self->out].attempts++;
        else again(bus, cell, BL_LARB_REFUSED);
        self->state = LEAVING;
        return;
    }
    send_head(bus, cell);
    tell(bus, self->out, BL_LARB_TOLD, cell, self->hops);
}

/* The connector's cell that leads there: of the nearer side, the other one at every second attempt. */
static int target_cell(const struct bl_larb_bus *bus, int connector, const struct transfer *transfer) {
    int count = bus->options.connectors, nearer = count - 1 - connector;
    return transfer->to_domain * count + (transfer->attempts & 1 ? count - 1 - nearer : nearer);
}

static void fell(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    int transfer = self->out, domain = domain_of(bus, cell);
    bool finished = self->finished;
    if (self->keeps) {
        self->keeps = false;
        self->state = OPENED;
        self->to_cell = target_cell(bus, cell % bus->options.connectors, &bus->transfers[transfer]);
        return;
    }
    self->state = IDLE;
    self->finished = false;
    self->out = -1;
    bus->larb[domain].open[cell - domain * bus->options.connectors] = true;
    if (finished) part_left(bus, transfer);
}

static void wish(struct bl_larb_bus *bus, int cell, int to_cell, enum state state) {
    struct cell *self = &bus->cells[cell];
    if (!bl_rsb_bus_is_ready(&bus->outer, cell)) return;
    self->state = state;
    self->due = INT64_MAX;
    bl_rsb_bus_wish(&bus->outer, cell, to_cell);
    if (to_cell >= 0) tell(bus, self->out, BL_LARB_WISH, cell, 0);
}

static void outward(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    bool due = bus->time >= self->due;
    switch (self->state) {
        case OPENED: wish(bus, cell, self->to_cell, ASKED); break;
        case ASKED: if (due) told(bus, cell); break;
        case HEAD: if (due) head_answered(bus, cell); break;
        case SENDING: if (due) sent(bus, cell); break;
        case RETURNING: if (due) self->state = LEAVING; break;
        case LEAVING: wish(bus, cell, -1, FALLING); break;
        case FALLING: if (due) fell(bus, cell); break;
        case IDLE: break;
    }
}

/* The end of what comes in: the source is told that there is a path to the element, or that there will be none. */
static void answer_head(struct bl_larb_bus *bus, int cell, bool accepted) {
    const struct incoming *in = &bus->cells[cell].in;
    struct cell *source = &bus->cells[in->source];
    source->accepted = accepted;
    source->due = back(bus, in->source, bus->time);
}

static void stop_incoming(struct bl_larb_bus *bus, int cell) {
    bl_larb_leave(&bus->larb[domain_of(bus, cell)], stop_of(bus, cell));
    bus->cells[cell].in.transfer = -1;
}

static void begin_incoming(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    int domain = domain_of(bus, cell);
    self->in = self->next;
    self->next.transfer = -1;
    const struct transfer *transfer = &bus->transfers[self->in.transfer];
    bool waits = bus->options.without[BL_LARB_ORDER] || transfer->to_domain > transfer->domain;
    self->in.due = waits ? INT64_MAX : bus->time + bus->options.patience * bus->options.clock_ps;
    self->in.last = INT64_MAX;
    bl_larb_ask(&bus->larb[domain], stop_of(bus, cell), domain, transfer->to_element);
}

static void inward(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    int transfer = self->in.transfer;
    if (transfer >= 0 && bus->time >= self->in.last) {
        stop_incoming(bus, cell);
        tell(bus, transfer, BL_LARB_WORDS, -1, 0);
        part_left(bus, transfer);
    } else if (transfer >= 0 && bus->time >= self->in.due && bus->larb[domain_of(bus, cell)].stops[stop_of(bus, cell)].waits) {
        answer_head(bus, cell, false);
        stop_incoming(bus, cell);
    } else if (transfer < 0 && self->next.transfer >= 0 && bus->time >= self->next.due) begin_incoming(bus, cell);
}

/* The first transfer of an element asks; one that stays inside ends when its last word has gone all the way. */
static void element(struct bl_larb_bus *bus, int domain, int number) {
    int transfer = bus->first[domain][number];
    if (transfer < 0) return;
    struct transfer *self = &bus->transfers[transfer];
    if (!self->asked && self->time_ps <= bus->time) {
        if (!bus->active) bus->progress = bus->time;
        if (!self->begun) bus->active++;
        self->asked = self->begun = true;
        bl_larb_ask(&bus->larb[domain], number, self->to_domain, self->to_element);
    } else if (self->inside && bus->time >= self->due) {
        bl_larb_leave(&bus->larb[domain], number);
        tell(bus, transfer, BL_LARB_WORDS, -1, 0);
        release(bus, transfer);
    }
}

static void got_out(struct bl_larb_bus *bus, int domain, int stop, int connector) {
    int transfer = bus->first[domain][stop], cell = domain * bus->options.connectors + connector;
    struct cell *self = &bus->cells[cell];
    self->state = OPENED;
    self->out = transfer;
    self->words = bus->transfers[transfer].words;
    self->to_cell = target_cell(bus, connector, &bus->transfers[transfer]);
    bus->larb[domain].open[connector] = false;
    tell(bus, transfer, BL_LARB_INNER, cell, inner_hops(&bus->larb[domain], stop));
}

static void got_in(struct bl_larb_bus *bus, int domain, int stop) {
    int cell = domain * bus->options.connectors + bl_larb_connector(&bus->larb[domain], stop);
    answer_head(bus, cell, true);
    tell(bus, bus->cells[cell].in.transfer, BL_LARB_ARRIVED, bus->cells[cell].in.source, inner_hops(&bus->larb[domain], stop));
}

static void got(struct bl_larb_bus *bus, int domain, int stop) {
    const struct bl_larb *larb = &bus->larb[domain];
    int connector = bl_larb_connector(larb, larb->stops[stop].end);
    if (stop >= larb->elements) got_in(bus, domain, stop);
    else if (connector >= 0) got_out(bus, domain, stop, connector);
    else {
        int transfer = bus->first[domain][stop], hops = inner_hops(larb, stop);
        bus->transfers[transfer].inside = true;
        bus->transfers[transfer].due = bus->time + (bus->transfers[transfer].words + hops) * bus->options.clock_ps;
        tell(bus, transfer, BL_LARB_INNER, -1, hops);
    }
}

static void edge(struct bl_larb_bus *bus, int domain) {
    int count = bus->options.connectors;
    for (int i = 0; i < count; i++) {
        outward(bus, domain * count + i);
        inward(bus, domain * count + i);
    }
    for (int i = 0; i < bus->options.elements; i++) element(bus, domain, i);
    bl_larb_watch_before(&bus->watch[domain], &bus->larb[domain]);
    int stop = bl_larb_clock(&bus->larb[domain]);
    enum bl_rsb_error error = bl_larb_watch_after(&bus->watch[domain], &bus->larb[domain], stop);
    if (error != BL_RSB_ERROR_COUNT) report(bus, error, domain);
    bus->clocks++;
    if (stop >= 0) got(bus, domain, stop);
}

/* The outer bus has answered: the domain sees it later. */
static void answer(void *user, int cell, bool told_value, enum bl_rsb_way way) {
    struct bl_larb_bus *bus = user;
    (void)told_value;
    (void)way;
    bus->cells[cell].due = seen(bus, domain_of(bus, cell), bl_rsb_bus_time(&bus->outer));
}

/* When nothing is under way the clocks up to the next request are left out. */
static void skip(struct bl_larb_bus *bus) {
    int64_t next = INT64_MAX;
    if (bus->active || bus->domain) return;
    for (int d = 0; d < bus->options.domains; d++)
        for (int e = 0; e < bus->options.elements; e++) {
            int transfer = bus->first[d][e];
            if (transfer >= 0 && bus->transfers[transfer].time_ps < next) next = bus->transfers[transfer].time_ps;
        }
    int64_t clock = next / bus->options.clock_ps - 1;
    if (next != INT64_MAX && clock > bus->clock) bus->clock = clock;
}

/* Longer than any transfer waits for an end of another one: in every stop of a domain one that waits for its outer path until all cells
   have been served, for the last part with all patience, and sends. */
static int64_t longest_ps(const struct bl_larb_bus *bus) {
    const struct bl_larb_options *options = &bus->options;
    int cells = options->domains * options->connectors, stops = bl_larb_stops(&bus->larb[0]);
    int64_t hop = options->wire_ps + bl_rsb_token_tables(cells) * options->gate_ps + 4 * options->gate_ps;
    int64_t outer = 16 * cells * cells * hop + (bl_rsb_centre_bound(cells) + 1) * bl_rsb_centre_operation_ps(cells, options->gate_ps);
    int64_t clocks = options->patience + 8 * (bus->words + 8), flight = 2 * (bus->words + 4) * cells * hop;
    return 8 * stops * (outer + flight + (clocks + 3 * stops) * options->clock_ps);
}

static bool is_stuck(struct bl_larb_bus *bus) {
    if (!bus->active || bus->time - bus->progress <= longest_ps(bus)) return false;
    bus->stands = true;
    report(bus, BL_RSB_ERROR_DEADLOCK, 0);
    return true;
}

int bl_larb_run(struct bl_larb_bus *bus, int64_t until_ps) {
    while (bus->unfinished && !bus->stands && !is_stuck(bus)) {
        skip(bus);
        int64_t next = edge_time(bus, bus->domain, bus->clock);
        if (next > until_ps) break;
        bl_rsb_bus_run(&bus->outer, next);
        bus->time = next;
        edge(bus, bus->domain);
        if (++bus->domain == bus->options.domains) {
            bus->domain = 0;
            bus->clock++;
        }
    }
    return bus->unfinished;
}

static int new_transfer(struct bl_larb_bus *bus) {
    int number = bus->unused;
    if (number >= 0) {
        bus->unused = bus->transfers[number].next;
        return number;
    }
    if (bus->count == bus->size) {
        int size = bus->size ? bus->size * 2 : 64;
        struct transfer *transfers = realloc(bus->transfers, (size_t)size * sizeof *transfers);
        if (!transfers) return -1;
        bus->transfers = transfers;
        bus->size = size;
    }
    return bus->count++;
}

static bool in_range(const struct bl_larb_bus *bus, int domain, int number) {
    return domain >= 0 && domain < bus->options.domains && number >= 0 && number < bus->options.elements;
}

int bl_larb_transfer(struct bl_larb_bus *bus, int domain, int element_number, int to_domain, int to_element, int words, int64_t time_ps) {
    bool same = domain == to_domain && element_number == to_element;
    if (!in_range(bus, domain, element_number) || !in_range(bus, to_domain, to_element) || same || words < 1) return -1;
    int number = new_transfer(bus);
    if (words > bus->words) bus->words = words;
    if (number < 0) return -1;
    bus->transfers[number] = (struct transfer){.domain = domain, .element = element_number, .to_domain = to_domain,
        .to_element = to_element, .words = words, .next = -1, .time_ps = time_ps < bus->time ? bus->time : time_ps};
    int *first = &bus->first[domain][element_number], *last = &bus->last[domain][element_number];
    if (*first < 0) *first = number;
    else bus->transfers[*last].next = number;
    *last = number;
    bus->unfinished++;
    return number;
}

static void outer_error(void *user, enum bl_rsb_error error, int cell) {
    const struct bl_larb_bus *bus = user;
    if (bus->options.error) bus->options.error(bus->options.user, error, cell, false);
}

static bool start_outer(struct bl_larb_bus *bus) {
    int cells = bus->options.domains * bus->options.connectors;
    struct bl_rsb_options options = {.cells = cells, .gate_ps = bus->options.gate_ps, .wire_ps = bus->options.wire_ps,
                                     .token_ps = bl_rsb_token_tables(cells) * bus->options.gate_ps, .answer = answer,
                                     .error = outer_error, .user = bus};
    return bl_rsb_bus_new(&bus->outer, &options, bus->options.centralised);
}

static bool options_fit(const struct bl_larb_options *options) {
    return options->domains >= 2 && options->domains <= DOMAINS && options->elements >= 2 && options->elements <= BL_LARB_ELEMENTS &&
           options->connectors >= 1 && options->connectors <= BL_LARB_CONNECTORS && options->clock_ps > 0 && options->patience >= 0;
}

int bl_larb_patience(const struct bl_larb_options *options) {
    int cells = options->domains * options->connectors;
    int64_t answer = 2 * bl_rsb_centre_wire_ps(cells, options->wire_ps) +
                     (bl_rsb_centre_bound(cells) + 1) * bl_rsb_centre_operation_ps(cells, options->gate_ps);
    int64_t clocks = PATIENCE + (options->centralised ? answer / options->clock_ps : 0);
    return clocks < MOST_PATIENCE ? (int)clocks : MOST_PATIENCE;
}

struct bl_larb_bus *bl_larb_new(const struct bl_larb_options *options) {
    if (!options_fit(options)) return NULL;
    struct bl_larb_bus *bus = calloc(1, sizeof *bus);
    if (!bus) return NULL;
    bus->options = *options;
    if (!options->patience) bus->options.patience = bl_larb_patience(options);
    bus->unused = -1;
    for (int i = 0; i < BL_RSB_CELLS; i++) bus->cells[i].out = bus->cells[i].in.transfer = bus->cells[i].next.transfer = -1;
    for (int d = 0; d < options->domains; d++) {
        bl_larb_start(&bus->larb[d], options->domains, d, options->elements, options->connectors);
        bus->larb[d].equal_first = !options->without[BL_LARB_EQUAL];
        for (int e = 0; e < options->elements; e++) bus->first[d][e] = bus->last[d][e] = -1;
    }
    if (start_outer(bus)) return bus;
    free(bus);
    return NULL;
}

void bl_larb_free(struct bl_larb_bus *bus) {
    if (!bus) return;
    bl_rsb_bus_free(&bus->outer);
    free(bus->transfers);
    free(bus);
}

int64_t bl_larb_time(const struct bl_larb_bus *bus) { return bus->time; }
struct bl_rsb_bus *bl_larb_outer(struct bl_larb_bus *bus) { return &bus->outer; }
uint64_t bl_larb_events(const struct bl_larb_bus *bus) { return bl_rsb_bus_events(&bus->outer) + bus->clocks; }
uint64_t bl_larb_error_count(const struct bl_larb_bus *bus, enum bl_rsb_error error) {
    return bus->errors[error] + bl_rsb_bus_error_count(&bus->outer, error);
}
const struct bl_larb *bl_larb_domain(const struct bl_larb_bus *bus, int domain) { return &bus->larb[domain]; }

int64_t bl_larb_wait(const struct bl_larb_bus *bus, int domain, int64_t *bound) {
    *bound = bl_larb_watch_bound(&bus->watch[domain], &bus->larb[domain]);
    return bus->watch[domain].longest_wait;
}

const char *bl_larb_rule_word(enum bl_larb_rule rule) {
    static const char *const words[] = {
#define BL_LARB_RULE(name, word) word,
        BL_LARB_RULES(BL_LARB_RULE)
#undef BL_LARB_RULE
    };
    return words[rule];
}

const char *bl_larb_step_word(enum bl_larb_step step) {
    static const char *const words[] = {
#define BL_LARB_STEP(name, word) word,
        BL_LARB_STEPS(BL_LARB_STEP)
#undef BL_LARB_STEP
    };
    return words[step];
}
