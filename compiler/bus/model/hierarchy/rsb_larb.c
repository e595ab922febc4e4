/* Domains edge by edge, the outer bus in between: every register of the Verilog that decides when
 * something happens. */
#include "bus/model/hierarchy/rsb_larb_state_inner.h"

#include <stdlib.h>

#include "base/carried/checked.h"

enum { PATIENCE = 64, MOST_PATIENCE = 1023 };

/* After so many cycles without a transfer no register of the domains changes any more. */
enum { REST = 16 };

static void report(struct bl_larb_bus *bus, enum bl_rsb_error error, int domain) {
    bus->errors[error]++;
    if (bus->options.error) bus->options.error(bus->options.user, error, domain, true);
}

static int64_t edge_time(const struct bl_larb_bus *bus, int domain, int64_t clock) {
    return clock * bus->options.clock_ps + bus->options.clock_ps * domain / bus->options.domains;
}

static int inner_hops(const struct bl_larb *larb, int stop) {
    int hops = 0;
    for (uint32_t mask = larb->stops[stop].segments; mask; mask &= mask - 1) hops++;
    return hops;
}

void bl_larb_tell(struct bl_larb_bus *bus, int transfer, enum bl_larb_step step, int cell,
                  int hops) {
    struct bl_larb_event event = {.time_ps = bus->time,
                                  .transfer = transfer,
                                  .step = step,
                                  .cell = cell,
                                  .to_cell = -1,
                                  .hops = hops};
    if (cell >= 0) event.to_cell = bus->cells[cell].to_cell;
    if (bus->options.event) bus->options.event(bus->options.user, &event);
}

/* The transfer is over: its number is free. */
static void larb_release(struct bl_larb_bus *bus, int transfer) {
    bus->transfers[transfer].next = bus->unused;
    bus->unused = transfer;
    bus->unfinished--;
    bus->active--;
    bus->progress = bus->time;
    bl_larb_tell(bus, transfer, BL_LARB_RELEASED, -1, 0);
}

void bl_larb_part_left(struct bl_larb_bus *bus, int transfer) {
    if (++bus->transfers[transfer].parts_left == 2) larb_release(bus, transfer);
}

/* The connector of a stop. */
static struct cell *cell_of(struct bl_larb_bus *bus, int domain, int stop) {
    return &bus->cells[bl_larb_cell(bus, domain, bl_larb_connector(&bus->larb[domain], stop))];
}

static bool stays(const struct bl_larb_bus *bus, int domain, int element) {
    return bus->transfers[bus->elements[domain][element].active].to_domain == domain;
}

/* Whether words may leave a stop, by its connector; whether there is one, and whether it is the
 * last. */
static bool flows(struct bl_larb_bus *bus, int domain, int stop) {
    const struct bl_larb *larb = &bus->larb[domain];
    if (stop >= larb->elements || stays(bus, domain, stop)) return true;
    enum state state = cell_of(bus, domain, larb->stops[stop].end)->state;
    return state == FLOW || state == SENT;
}

static bool offers(struct bl_larb_bus *bus, int domain, int stop, bool *last) {
    if (stop < bus->larb[domain].elements) {
        const struct element *element = &bus->elements[domain][stop];
        *last = element->words == 1;
        return element->valid;
    }
    const struct cell *cell = cell_of(bus, domain, stop);
    *last = cell->in_last;
    return cell->phase == GIVE;
}

/* What moves on the path of a stop: as a whole, when its end takes the word there or has none. */
static struct move look(struct bl_larb_bus *bus, int domain, int stop) {
    const struct bl_larb *larb = &bus->larb[domain];
    const struct words *words = &bus->words_on[domain][stop];
    struct move move = {0};
    bool last;
    if (!larb->stops[stop].has) return move;
    int end = larb->stops[stop].end;
    bool ready = end < larb->elements || bl_larb_connector_takes(cell_of(bus, domain, end));
    move.valid = words->valid >> (words->hops - 1) & 1;
    move.last = words->last >> (words->hops - 1) & 1;
    move.goes = !move.valid || ready;
    move.done = move.valid && ready && move.last;
    move.taken = move.goes && !words->sent && flows(bus, domain, stop) &&
                 offers(bus, domain, stop, &last);
    return move;
}

static void shift(struct bl_larb_bus *bus, int domain, int stop, const struct move *move) {
    struct words *words = &bus->words_on[domain][stop];
    bool last = false;
    if (move->taken) offers(bus, domain, stop, &last);
    if (move->goes) {
        words->valid = words->valid << 1 | move->taken;
        words->last = words->last << 1 | last;
    }
    if (last) words->sent = true;
}

/* The first transfer of the element that is asked for by now; word after word, as they are taken.
 */
static void offer(struct bl_larb_bus *bus, int domain, int number, bool taken) {
    struct element *self = &bus->elements[domain][number];
    int *first = &bus->first[domain][number];
    if (taken && --self->words == 0) {
        self->valid = false;
        *first = bus->transfers[*first].next;
    }
    if (self->valid || *first < 0 || bus->transfers[*first].time_ps > bus->time) return;
    if (!bus->active++) bus->progress = bus->time;
    self->valid = true;
    self->words = bus->transfers[*first].words;
}

/* A last word at its element. */
static void arrive(struct bl_larb_bus *bus, int domain, int stop) {
    bool inside = stop < bus->larb[domain].elements;
    int transfer = inside ? bus->elements[domain][stop].active : cell_of(bus, domain, stop)->in;
    bl_larb_tell(bus, transfer, BL_LARB_WORDS, -1, 0);
    if (inside) larb_release(bus, transfer);
    else bl_larb_part_left(bus, transfer);
}

/* A path is left when its last word has come to an element, or when the connector at its end says
 * so. */
static bool leaves(struct bl_larb_bus *bus, int domain, int stop, const struct move *move) {
    const struct bl_larb *larb = &bus->larb[domain];
    if (stop >= larb->elements) return move->done || cell_of(bus, domain, stop)->withdraw;
    if (!larb->stops[stop].has) return false;
    return stays(bus, domain, stop) ? move->done
                                    : cell_of(bus, domain, larb->stops[stop].end)->left;
}

/* All stops before an edge. */
struct before {
    struct move moves[BL_LARB_STOPS];
    int holder[BL_LARB_STOPS]; /* of an end: the stop whose path it is, -1 */
    bool path[BL_LARB_STOPS], leaves[BL_LARB_STOPS], again[BL_LARB_STOPS], begins[BL_LARB_STOPS],
        asked[BL_LARB_STOPS];
};

static void look_at_all(struct bl_larb_bus *bus, int domain, struct before *before) {
    const struct bl_larb *larb = &bus->larb[domain];
    int stops = bl_larb_stops(larb);
    for (int stop = 0; stop < stops; stop++) before->holder[stop] = -1;
    for (int stop = 0; stop < stops; stop++) {
        before->moves[stop] = look(bus, domain, stop);
        before->path[stop] = larb->stops[stop].has;
        before->leaves[stop] = leaves(bus, domain, stop, &before->moves[stop]);
        if (larb->stops[stop].has) before->holder[larb->stops[stop].end] = stop;
        if (stop < larb->elements) {
            const struct element *element = &bus->elements[domain][stop];
            before->begins[stop] = !element->asks && element->valid && !before->path[stop];
            before->again[stop] = before->leaves[stop] && !stays(bus, domain, stop) &&
                                  cell_of(bus, domain, larb->stops[stop].end)->refused;
        } else before->asked[stop] = bl_larb_connector_asks(cell_of(bus, domain, stop));
    }
}

static void got_out(struct bl_larb_bus *bus, int domain, int stop, int connector) {
    int transfer = bus->elements[domain][stop].active,
        cell = connector < 0 ? -1 : bl_larb_cell(bus, domain, connector);
    bl_larb_tell(bus, transfer, BL_LARB_INNER, cell, inner_hops(&bus->larb[domain], stop));
}

static void got(struct bl_larb_bus *bus, int domain, int stop) {
    const struct bl_larb *larb = &bus->larb[domain];
    int hops = inner_hops(larb, stop);
    bus->words_on[domain][stop] = (struct words){.hops = hops};
    if (stop < larb->elements)
        got_out(bus, domain, stop, bl_larb_connector(larb, larb->stops[stop].end));
    else if (!cell_of(bus, domain, stop)->withdraw)
        bl_larb_tell(bus, cell_of(bus, domain, stop)->in, BL_LARB_ARRIVED,
                     cell_of(bus, domain, stop)->source, hops);
}

/* The arbiter's clock, with what was asked and left before it. */
static int arbitrate(struct bl_larb_bus *bus, int domain) {
    struct bl_larb *larb = &bus->larb[domain];
    bl_larb_watch_before(&bus->watch[domain], larb);
    int stop = bl_larb_clock(larb);
    enum bl_rsb_error error = bl_larb_watch_after(&bus->watch[domain], larb, stop);
    if (error != BL_RSB_ERROR_COUNT) report(bus, error, domain);
    return stop;
}

/* The request of an element from the next cycle on. */
static void request(struct bl_larb_bus *bus, int domain, int stop, const struct before *before) {
    struct element *self = &bus->elements[domain][stop];
    if (before->begins[stop]) {
        self->active = bus->first[domain][stop];
        self->asks = true;
        self->other = false;
    } else if (before->leaves[stop]) self->asks = before->again[stop];
    if (before->again[stop]) self->other = !self->other;
    if (!before->begins[stop] && !before->again[stop]) return;
    const struct transfer *transfer = &bus->transfers[self->active];
    bl_larb_ask(&bus->larb[domain], stop, transfer->to_domain, transfer->to_element);
}

static void request_in(struct bl_larb_bus *bus, int domain, int stop, const struct before *before) {
    const struct cell *cell = cell_of(bus, domain, stop);
    struct bl_larb *larb = &bus->larb[domain];
    if (bl_larb_connector_asks(cell) && !before->asked[stop])
        bl_larb_ask(larb, stop, domain, bus->transfers[cell->in].to_element);
    else if (cell->withdraw) larb->stops[stop].waits = false;
}

static void edge(struct bl_larb_bus *bus, int domain) {
    struct bl_larb *larb = &bus->larb[domain];
    struct before before = {0};
    int stops = bl_larb_stops(larb);
    look_at_all(bus, domain, &before);
    for (int stop = 0; stop < stops; stop++) shift(bus, domain, stop, &before.moves[stop]);
    for (int c = 0; c < larb->connectors; c++)
        larb->open[c] = bus->cells[bl_larb_cell(bus, domain, c)].state == IDLE;
    int served = arbitrate(bus, domain);
    for (int c = 0; c < larb->connectors; c++) {
        int stop = bl_larb_connector_stop(larb, c), holder = before.holder[stop];
        bl_larb_connector_edge(bus, bl_larb_cell(bus, domain, c), holder,
                               holder < 0 ? NULL : &before.moves[holder], &before.moves[stop],
                               before.path[stop]);
    }
    if (served >= 0) got(bus, domain, served);
    for (int stop = 0; stop < stops; stop++) {
        if (before.leaves[stop]) bl_larb_leave(larb, stop);
        if (stop < larb->elements) request(bus, domain, stop, &before);
        else request_in(bus, domain, stop, &before);
        bool out = before.path[stop] && larb->stops[stop].end >= larb->elements;
        if (before.moves[stop].done && !out) arrive(bus, domain, stop);
    }
    for (int i = 0; i < larb->elements; i++) offer(bus, domain, i, before.moves[i].taken);
    bus->cycles++;
}

/* When nothing is under way the cycles up to the next request are left out. */
static void skip(struct bl_larb_bus *bus) {
    int64_t next = INT64_MAX;
    if (bus->active || bus->domain || bus->time - bus->progress < REST * bus->options.clock_ps)
        return;
    for (int d = 0; d < bus->options.domains; d++)
        for (int e = 0; e < bus->options.elements; e++) {
            int transfer = bus->first[d][e];
            if (transfer >= 0 && bus->transfers[transfer].time_ps < next)
                next = bus->transfers[transfer].time_ps;
        }
    int64_t clock = next / bus->options.clock_ps - 1;
    if (next != INT64_MAX && clock > bus->clock) bus->clock = clock;
}

/* Longer than any transfer waits for an end of another one: in every stop of a domain one that
   waits for its outer path until all cells have been served, for the last part with all patience,
   and sends. */
static int64_t longest_ps(const struct bl_larb_bus *bus) {
    const struct bl_larb_options *options = &bus->options;
    int cells = options->domains * options->connectors, stops = bl_larb_stops(&bus->larb[0]);
    int64_t hop = options->wire_ps + bl_rsb_token_tables(cells) * options->gate_ps +
                  4 * options->gate_ps;
    int64_t outer = 16 * cells * cells * hop +
                    (bl_rsb_centre_bound(cells) + 1) *
                        bl_rsb_centre_operation_ps(cells, options->gate_ps);
    int64_t cycles = options->patience + 8 * (bus->words + 8),
            flight = 2 * (bus->words + 4) * cells * hop;
    return 8 * stops * (outer + flight + (cycles + 3 * stops) * options->clock_ps);
}

static bool is_stuck(struct bl_larb_bus *bus) {
    if (!bus->active || bus->time - bus->progress <= longest_ps(bus)) return false;
    bus->stands = true;
    report(bus, BL_RSB_ERROR_DEADLOCK, 0);
    return true;
}

/* Up to an edge. The centralised arbiter's times hang on those of the edges, and its answers come
   as the lines do: what comes with an edge is not there yet. The ring's are its token's. */
static void run_outer(struct bl_larb_bus *bus, int64_t time) {
    bl_rsb_bus_run(&bus->outer, bus->options.centralised ? time - 1 : time);
    bus->time = time;
    for (int c = 0; c < bus->options.connectors; c++)
        bl_larb_connector_look(bus, bl_larb_cell(bus, bus->domain, c));
    bl_rsb_bus_run(&bus->outer, time);
}

int bl_larb_run(struct bl_larb_bus *bus, int64_t until_ps) {
    while (bus->unfinished && !bus->stands && !is_stuck(bus)) {
        skip(bus);
        int64_t next = edge_time(bus, bus->domain, bus->clock);
        if (next > until_ps) break;
        run_outer(bus, next);
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
        bus->transfers = bl_zneeded(realloc(bus->transfers, (size_t)size * sizeof *bus->transfers));
        bus->size = size;
    }
    return bus->count++;
}

static bool in_range(const struct bl_larb_bus *bus, int domain, int number) {
    return domain >= 0 && domain < bus->options.domains && number >= 0 &&
           number < bus->options.elements;
}

int bl_larb_transfer(struct bl_larb_bus *bus, int domain, int element_number, int to_domain,
                     int to_element, int words, int64_t time_ps) {
    bool same = domain == to_domain && element_number == to_element;
    if (!in_range(bus, domain, element_number) || !in_range(bus, to_domain, to_element) || same ||
        words < 1)
        return -1;
    int number = new_transfer(bus);
    if (words > bus->words) bus->words = words;
    if (number < 0) return -1;
    bus->transfers[number] = (struct transfer){.domain = domain,
                                               .element = element_number,
                                               .to_domain = to_domain,
                                               .to_element = to_element,
                                               .words = words,
                                               .next = -1,
                                               .time_ps = time_ps < bus->time ? bus->time
                                                                              : time_ps};
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
    struct bl_rsb_options options = {.cells = cells,
                                     .gate_ps = bus->options.gate_ps,
                                     .wire_ps = bus->options.wire_ps,
                                     .token_ps = bl_rsb_token_tables(cells) * bus->options.gate_ps,
                                     .error = outer_error,
                                     .user = bus,
                                     .made = bus->options.made};
    return bl_rsb_bus_new(&bus->outer, &options, bus->options.centralised);
}

static bool options_fit(const struct bl_larb_options *options) {
    return options->domains >= 2 && options->domains <= DOMAINS && options->elements >= 2 &&
           options->elements <= BL_LARB_ELEMENTS && options->connectors >= 1 &&
           options->connectors <= BL_LARB_CONNECTORS && options->clock_ps > 0 &&
           options->patience >= 0;
}

int bl_larb_patience(const struct bl_larb_options *options) {
    int cells = options->domains * options->connectors;
    int64_t answer = 2 * bl_rsb_centre_wire_ps(cells, options->wire_ps) +
                     (bl_rsb_centre_bound(cells) + 1) *
                         bl_rsb_centre_operation_ps(cells, options->gate_ps);
    int64_t cycles = PATIENCE + (options->centralised ? answer / options->clock_ps : 0);
    return cycles < MOST_PATIENCE ? (int)cycles : MOST_PATIENCE;
}

static void start_cell(struct cell *cell) {
    const struct line still = {false, INT64_MIN / 2};
    *cell = (struct cell){
        .strobe = still, .ack = still, .refuse = still, .out = -1, .in = -1, .source = -1};
}

struct bl_larb_bus *bl_larb_new(const struct bl_larb_options *options) {
    if (!options_fit(options)) return NULL;
    struct bl_larb_bus *bus = bl_zalloc(1, sizeof *bus);
    bus->options = *options;
    if (!options->patience) bus->options.patience = bl_larb_patience(options);
    bus->unused = -1;
    for (int i = 0; i < BL_RSB_CELLS; i++) start_cell(&bus->cells[i]);
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
struct bl_rsb_bus *bl_larb_outer(struct bl_larb_bus *bus) {
    return &bus->outer;
}
uint64_t bl_larb_events(const struct bl_larb_bus *bus) {
    return bl_rsb_bus_events(&bus->outer) + bus->cycles;
}
uint64_t bl_larb_error_count(const struct bl_larb_bus *bus, enum bl_rsb_error error) {
    return bus->errors[error] + bl_rsb_bus_error_count(&bus->outer, error);
}
const struct bl_larb *bl_larb_domain(const struct bl_larb_bus *bus, int domain) {
    return &bus->larb[domain];
}

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
