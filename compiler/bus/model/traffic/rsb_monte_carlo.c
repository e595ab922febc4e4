/* Domains on the ring segmented bus, or elements of domains. */
#include "bus/model/traffic/rsb_monte_carlo.h"

#include <math.h>
#include <string.h>

#include "base/carried/random.h"

struct domain {
    int64_t due;   /* when it acts next; INT64_MAX while it waits for an answer */
    int64_t asked; /* when this transfer was first asked for */
    int target;
    bool path; /* it has one, and sends until `due` */
};

enum {
    ELEMENTS = BL_RSB_CELLS * BL_LARB_ELEMENTS,
    SLICE = 16 /* cycles of domains with elements */,
    ROUNDS = 4096
};

/* What an element has under way, by the number of its transfer. */
struct errand {
    int element;
    int64_t asked;
};

struct bench {
    const struct bl_rsb_load *load;
    struct bl_rsb_yield *yield;
    struct bl_rsb_bus flat,
        *bus;                 /* flat: of domains without elements; bus: that, or the outer one */
    struct bl_larb_bus *larb; /* NULL: flat */
    struct errand errands[ELEMENTS];
    int64_t until;
    int outer_hops[BL_RSB_CELLS]; /* of the outer path of a cell */
    struct bl_random random;
    struct domain domains[BL_RSB_CELLS];
    double hops, wait;
    uint64_t paths, ticked;
    int rounds; /* since the last tick */
};

static struct bl_rsb_options ring_of(const struct bl_rsb_load *load) {
    struct bl_rsb_options options = {.cells = load->domains,
                                     .gate_ps = load->gate_ps,
                                     .wire_ps = load->wire_ps,
                                     .seed = load->seed,
                                     .token_ps = load->token_ps,
                                     .stop_ps = load->stop_ps,
                                     .made = load->made};
    options.segments = load->segments;
    return options;
}

static int64_t gap(struct bench *bench) {
    double real = bl_random_real(&bench->random);
    return (int64_t)(-log1p(-real) * (double)bench->load->gap_ps) + 1;
}

static int64_t acts(const struct bench *bench, int domain, int64_t now) {
    return bl_rsb_acts(&bench->load->clocks, domain, now, bench->load->react_ps);
}

static void finish(struct bench *bench, struct domain *domain) {
    domain->path = false;
    domain->target = -1;
    int64_t ready = bl_rsb_bus_time(bench->bus) + gap(bench);
    domain->due = acts(bench, (int)(domain - bench->domains), ready);
    bench->yield->transfers++;
}

/* A transfer has its whole path. */
static void note_wait(struct bench *bench, int64_t wait_ps) {
    bench->paths++;
    double wait = (double)wait_ps * 1e-3;
    bench->wait += wait;
    if (wait > bench->yield->wait_most_ns) bench->yield->wait_most_ns = wait;
}

/* With a path the domain sends, without one it gives up and asks again. */
static void answer(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct bench *bench = user;
    struct domain *self = &bench->domains[domain];
    int64_t now = bl_rsb_bus_time(bench->bus);
    int hops;
    self->due = acts(bench, domain, now);
    if (!notified && self->path) finish(bench, self);
    if (!notified) return;
    if (way == BL_RSB_NO_WAY) {
        bench->yield->refused++;
        return;
    }
    bl_rsb_bus_path(bench->bus, domain, &hops);
    bench->hops += hops;
    note_wait(bench, now - self->asked);
    self->path = true;
    const struct bl_rsb_options ring = ring_of(bench->load);
    int64_t length = bl_rsb_way_ps(&ring, domain, way, hops);
    self->due += bl_rsb_words_ps(&bench->load->data, bench->load->words, length,
                                 bench->load->gate_ps);
}

static int64_t time_of(const struct bench *bench) {
    return bench->larb ? bl_larb_time(bench->larb) : bl_rsb_bus_time(bench->bus);
}

/* The rules that are broken first, with their places. */
static void note_error(void *user, enum bl_rsb_error error, int place, bool inside) {
    struct bench *bench = user;
    if (bench->yield->report_count == BL_RSB_REPORTS) return;
    bench->yield->reports[bench->yield->report_count++] = (struct bl_rsb_report){
        error, place, inside, time_of(bench)};
}

static void note_flat_error(void *user, enum bl_rsb_error error, int cell) {
    note_error(user, error, cell, false);
}

static void made_fault(struct bench *bench, int cell) {
    bench->yield->fault_ps = time_of(bench);
    bench->yield->fault_cell = cell;
}

static bool fault_due(const struct bench *bench, enum bl_rsb_damage fault) {
    return bench->load->damage == fault && bench->yield->fault_ps < 0 &&
           bench->yield->transfers >= bench->load->transfers / 2;
}

/* Faults of the hardware. */
static void make_faults(struct bench *bench) {
    int opposite = bl_rsb_load_cells(bench->load) / 2;
    struct bl_rsb *ring = bench->bus->ring;
    if (fault_due(bench, BL_RSB_DAMAGE_STUCK)) {
        made_fault(bench, 1);
        if (ring) bl_rsb_stick(ring, 1, BL_RSB_GO_CW, false);
        else bl_rsb_centre_forget(bench->bus->centre, 1);
    }
    if (fault_due(bench, BL_RSB_DAMAGE_TOKEN)) {
        made_fault(bench, opposite);
        if (ring)
            bl_rsb_stick(ring, opposite, BL_RSB_TOKEN,
                         bl_rsb_gate_value(ring, opposite, BL_RSB_TOKEN));
        else bl_rsb_centre_stop(bench->bus->centre);
    }
}

/* The request goes up; with the fault it comes down again before anything can have answered. */
static void raise(struct bench *bench, int domain, int target) {
    bl_rsb_bus_request(bench->bus, domain, target);
    if (target < 0 || !fault_due(bench, BL_RSB_DAMAGE_WITHDRAW)) return;
    made_fault(bench, domain);
    bl_rsb_bus_run(bench->bus, bl_rsb_bus_time(bench->bus) + bench->load->gate_ps);
    bl_rsb_bus_request(bench->bus, domain, -1);
}

static void act(struct bench *bench, int domain) {
    struct domain *self = &bench->domains[domain];
    if (!bl_rsb_bus_is_ready(bench->bus, domain)) {
        self->due = acts(bench, domain, self->due);
        return;
    }
    bool requests = bl_rsb_bus_notified(bench->bus, domain);
    if (!requests && self->target < 0) {
        uint64_t other = bl_random_next(&bench->random) % (uint64_t)(bench->load->domains - 1);
        self->target = (domain + 1 + (int)other) % bench->load->domains;
        self->asked = bl_rsb_bus_time(bench->bus);
    }
    self->due = INT64_MAX;
    raise(bench, domain, requests ? -1 : self->target);
}

static uint64_t errors(struct bench *bench) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        sum += bench->yield->errors[i] =
            bench->larb ? bl_larb_error_count(bench->larb, (enum bl_rsb_error)i)
                        : bl_rsb_bus_error_count(bench->bus, (enum bl_rsb_error)i);
    return bench->yield->error_count = sum;
}

/* Every 256 transfers, or when long nothing was finished. */
static bool goes_on(struct bench *bench) {
    if (!bench->load->tick ||
        (bench->yield->transfers < bench->ticked + 256 && ++bench->rounds < ROUNDS))
        return true;
    bench->ticked = bench->yield->transfers;
    bench->rounds = 0;
    return bench->load->tick(bench->load->user, bench->ticked);
}

/* The first domain that is to act, or some time until then. */
static void step_domains(struct bench *bench) {
    const struct bl_rsb_load *load = bench->load;
    int64_t slice = 64 * (load->wire_ps + load->token_ps + load->gate_ps) * load->domains;
    int first = 0;
    for (int i = 1; i < load->domains; i++)
        if (bench->domains[i].due < bench->domains[first].due) first = i;
    int64_t now = bl_rsb_bus_time(bench->bus), next = bench->domains[first].due;
    /* not further than a slice, so that an answer, which sets a time again, is not overlooked */
    if (next > now + slice) {
        bl_rsb_bus_run(bench->bus, now + load->react_ps);
        return;
    }
    bl_rsb_bus_run(bench->bus, next < now + load->react_ps ? next : now + load->react_ps);
    if (bl_rsb_bus_time(bench->bus) >= bench->domains[first].due) act(bench, first);
}

/* Some cycles of all domains; what their elements do is in the events. */
static void step_elements(struct bench *bench) {
    bench->until += SLICE * bench->load->clock_ps;
    bl_larb_run(bench->larb, bench->until);
}

/* The next transfer of an element, after a gap, to any other one. */
static void send(struct bench *bench, int element, int64_t now) {
    const struct bl_rsb_load *load = bench->load;
    int all = load->domains * load->elements,
        other = (int)(bl_random_next(&bench->random) % (uint64_t)(all - 1));
    int to = (element + 1 + other) % all;
    int64_t asked = now + gap(bench);
    int number = bl_larb_transfer(bench->larb, element / load->elements, element % load->elements,
                                  to / load->elements, to % load->elements, load->words, asked);
    if (number >= 0 && number < ELEMENTS) bench->errands[number] = (struct errand){element, asked};
}

static void withdraw(struct bench *bench, int cell) {
    if (!fault_due(bench, BL_RSB_DAMAGE_WITHDRAW)) return;
    made_fault(bench, cell);
    bl_rsb_bus_request(bench->bus, cell, -1);
}

/* A path is whole inside when it leads to the element, else when it has arrived. */
static void note_event(void *user, const struct bl_larb_event *event) {
    struct bench *bench = user;
    const struct errand errand = bench->errands[event->transfer];
    bool whole = event->step == BL_LARB_ARRIVED ||
                 (event->step == BL_LARB_INNER && event->cell < 0);
    if (whole) note_wait(bench, event->time_ps - errand.asked);
    if (event->step == BL_LARB_ARRIVED) bench->hops += bench->outer_hops[event->cell];
    if (event->step == BL_LARB_NOTIFIED) bench->outer_hops[event->cell] = event->hops;
    if (event->step == BL_LARB_REQUEST) withdraw(bench, event->cell);
    if (event->step == BL_LARB_REFUSED || event->step == BL_LARB_TURNED) bench->yield->refused++;
    if (event->step != BL_LARB_RELEASED) return;
    bench->yield->transfers++;
    send(bench, errand.element, event->time_ps);
}

static void run(struct bench *bench) {
    while (bench->yield->transfers < bench->load->transfers && !errors(bench) && goes_on(bench)) {
        make_faults(bench);
        if (bench->larb) step_elements(bench);
        else step_domains(bench);
    }
}

static bool start_elements(struct bench *bench) {
    const struct bl_rsb_load *load = bench->load;
    struct bl_larb_options options = {.domains = load->domains,
                                      .elements = load->elements,
                                      .connectors = load->connectors,
                                      .centralised = load->centralised,
                                      .gate_ps = load->gate_ps,
                                      .wire_ps = load->wire_ps,
                                      .clock_ps = load->clock_ps,
                                      .event = note_event,
                                      .error = note_error,
                                      .user = bench};
    memcpy(options.without, load->without, sizeof options.without);
    bench->larb = bl_larb_new(&options);
    if (!bench->larb) return false;
    bench->bus = bl_larb_outer(bench->larb);
    for (int i = 0; i < load->domains * load->elements; i++) send(bench, i, 0);
    return true;
}

static bool start_domains(struct bench *bench) {
    const struct bl_rsb_load *load = bench->load;
    struct bl_rsb_options options = ring_of(load);
    options.answer = answer;
    options.error = note_flat_error;
    options.user = bench;
    bench->bus = &bench->flat;
    if (load->react_ps < 1 || !bl_rsb_bus_new(bench->bus, &options, load->centralised))
        return false;
    for (int i = 0; i < load->domains; i++) {
        bench->domains[i].target = -1;
        bench->domains[i].due = gap(bench);
    }
    return true;
}

/* The domain whose longest wait is the largest share of its bound. */
static void note_inner_waits(const struct bench *bench, struct bl_rsb_yield *yield) {
    for (int d = 0; d < bench->load->domains; d++) {
        int64_t bound, wait = bl_larb_wait(bench->larb, d, &bound);
        if (d &&
            (double)wait * (double)yield->inner_bound <= (double)yield->inner_wait * (double)bound)
            continue;
        yield->inner_wait = wait;
        yield->inner_bound = bound;
    }
}

static void sum_up(const struct bench *bench, struct bl_rsb_yield *yield) {
    double paths = bench->paths ? (double)bench->paths : 1;
    yield->time_ps = time_of(bench);
    yield->words_per_us = yield->time_ps ? (double)yield->transfers * bench->load->words /
                                               ((double)yield->time_ps * 1e-6)
                                         : 0;
    yield->paths = bench->paths;
    yield->hops = bench->hops / paths;
    yield->wait_ns = bench->wait / paths;
    yield->bypass = bl_rsb_bus_bypass(bench->bus);
    yield->events = bench->larb ? bl_larb_events(bench->larb) : bl_rsb_bus_events(bench->bus);
    if (bench->larb) note_inner_waits(bench, yield);
}

bool bl_rsb_monte_carlo(const struct bl_rsb_load *load, struct bl_rsb_yield *yield) {
    struct bench bench = {.load = load, .yield = yield, .random = bl_random_at(load->seed, 1)};
    memset(yield, 0, sizeof *yield);
    yield->fault_ps = -1;
    if (load->gap_ps < 1 || load->words < 1) return false;
    if (!(load->elements > 1 ? start_elements(&bench) : start_domains(&bench))) return false;
    run(&bench);
    errors(&bench);
    sum_up(&bench, yield);
    bl_larb_free(bench.larb);
    bl_rsb_bus_free(&bench.flat);
    return true;
}

const char *bl_rsb_damage_word(enum bl_rsb_damage fault) {
    static const char *const words[] = {
#define BL_RSB_DAMAGE(name, word) word,
        BL_RSB_DAMAGES(BL_RSB_DAMAGE)
#undef BL_RSB_DAMAGE
    };
    return words[fault];
}

void bl_rsb_csv_header(FILE *out) {
    fprintf(out, "domains,wire_ps,gate_ps,gap_ps,words,transfers,refused,time_us,words_per_us,hops,"
                 "wait_ns,wait_most_ns,bypass,bound,"
                 "errors,arbitration,elements,connectors,inner_wait,inner_bound,seed,fault\n");
}

void bl_rsb_csv_line(FILE *out, const struct bl_rsb_load *load, const struct bl_rsb_yield *yield) {
    bool flat = load->elements <= 1;
    fprintf(out,
            "%d,%lld,%lld,%lld,%d,%llu,%llu,%.3f,%.3f,%.3f,%.1f,%.1f,%d,%d,%llu,%s,%d,%d,%lld,%lld,"
            "%llu,%s\n",
            load->domains, (long long)load->wire_ps, (long long)load->gate_ps,
            (long long)load->gap_ps, load->words, (unsigned long long)yield->transfers,
            (unsigned long long)yield->refused, (double)yield->time_ps * 1e-6, yield->words_per_us,
            yield->hops, yield->wait_ns, yield->wait_most_ns, yield->bypass,
            bl_rsb_bus_bound(bl_rsb_load_cells(load), load->centralised),
            (unsigned long long)yield->error_count,
            load->centralised ? "centralised" : "distributed", flat ? 1 : load->elements,
            flat ? 1 : load->connectors, (long long)yield->inner_wait,
            (long long)yield->inner_bound, (unsigned long long)load->seed,
            bl_rsb_damage_word(load->damage));
}
