/* Domains on the ring segmented bus. */
#include "rsb_monte_carlo.h"

#include <math.h>
#include <string.h>

#include "random.h"

struct domain {
    int64_t due;                  /* when it acts next; INT64_MAX while it waits for an answer */
    int64_t asked;                /* when this transfer was first asked for */
    int target;
    bool path;                    /* it has one, and sends until `due` */
};

struct bench {
    const struct bl_rsb_load *load;
    struct bl_rsb_yield *yield;
    struct bl_rsb_bus bus;
    struct bl_random random;
    struct domain domains[BL_RSB_CELLS];
    double hops, wait;
    uint64_t ticked;
};

static int64_t gap(struct bench *bench) {
    double real = bl_random_real(&bench->random);
    return (int64_t)(-log1p(-real) * (double)bench->load->gap_ps) + 1;
}

static void finish(struct bench *bench, struct domain *domain) {
    domain->path = false;
    domain->target = -1;
    domain->due = bl_rsb_bus_time(&bench->bus) + gap(bench) + bench->load->react_ps;
    bench->yield->transfers++;
}

/* With a path the domain sends, without one it gives up and asks again. */
static void answer(void *user, int domain, bool told, enum bl_rsb_way way) {
    struct bench *bench = user;
    struct domain *self = &bench->domains[domain];
    int64_t now = bl_rsb_bus_time(&bench->bus);
    int hops;
    self->due = now + bench->load->react_ps;
    if (!told && self->path) finish(bench, self);
    if (!told) return;
    if (way == BL_RSB_NO_WAY) {
        bench->yield->refused++;
        return;
    }
    bl_rsb_bus_path(&bench->bus, domain, &hops);
    double wait = (double)(now - self->asked) * 1e-3;
    bench->hops += hops;
    bench->wait += wait;
    if (wait > bench->yield->wait_most_ns) bench->yield->wait_most_ns = wait;
    self->path = true;
    self->due += bench->load->words * (2 * hops * bench->load->wire_ps + bench->load->gate_ps);
}

/* The rules that are broken first, with their places. */
static void note_error(void *user, enum bl_rsb_error error, int cell) {
    struct bench *bench = user;
    if (bench->yield->report_count == BL_RSB_REPORTS) return;
    bench->yield->reports[bench->yield->report_count++] = (struct bl_rsb_report){error, cell, bl_rsb_bus_time(&bench->bus)};
}

static void made_fault(struct bench *bench, int cell) {
    bench->yield->fault_ps = bl_rsb_bus_time(&bench->bus);
    bench->yield->fault_cell = cell;
}

static bool fault_due(const struct bench *bench, enum bl_rsb_damage fault) {
    return bench->load->damage == fault && bench->yield->fault_ps < 0 && bench->yield->transfers >= bench->load->transfers / 2;
}

/* Faults of the hardware. */
static void make_faults(struct bench *bench) {
    int opposite = bench->load->domains / 2;
    struct bl_rsb *ring = bench->bus.ring;
    if (fault_due(bench, BL_RSB_DAMAGE_STUCK)) {
        made_fault(bench, 1);
        if (ring) bl_rsb_stick(ring, 1, BL_RSB_GO_CW, false);
        else bl_rsb_centre_forget(bench->bus.centre, 1);
    }
    if (fault_due(bench, BL_RSB_DAMAGE_TOKEN)) {
        made_fault(bench, opposite);
        if (ring) bl_rsb_stick(ring, opposite, BL_RSB_TOKEN, bl_rsb_gate_value(ring, opposite, BL_RSB_TOKEN));
        else bl_rsb_centre_stop(bench->bus.centre);
    }
}

/* The wish goes up; with the fault it comes down again before anything can have answered. */
static void raise(struct bench *bench, int domain, int target) {
    bl_rsb_bus_wish(&bench->bus, domain, target);
    if (target < 0 || !fault_due(bench, BL_RSB_DAMAGE_WITHDRAW)) return;
    made_fault(bench, domain);
    bl_rsb_bus_run(&bench->bus, bl_rsb_bus_time(&bench->bus) + bench->load->gate_ps);
    bl_rsb_bus_wish(&bench->bus, domain, -1);
}

static void act(struct bench *bench, int domain) {
    struct domain *self = &bench->domains[domain];
    if (!bl_rsb_bus_is_ready(&bench->bus, domain)) {
        self->due += bench->load->react_ps;
        return;
    }
    bool wishes = bl_rsb_bus_told(&bench->bus, domain);
    if (!wishes && self->target < 0) {
        uint64_t other = bl_random_next(&bench->random) % (uint64_t)(bench->load->domains - 1);
        self->target = (domain + 1 + (int)other) % bench->load->domains;
        self->asked = bl_rsb_bus_time(&bench->bus);
    }
    self->due = INT64_MAX;
    raise(bench, domain, wishes ? -1 : self->target);
}

static uint64_t errors(struct bench *bench) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        sum += bench->yield->errors[i] = bl_rsb_bus_error_count(&bench->bus, (enum bl_rsb_error)i);
    return bench->yield->error_count = sum;
}

/* Every 256 transfers. */
static bool goes_on(struct bench *bench) {
    if (!bench->load->tick || bench->yield->transfers < bench->ticked + 256) return true;
    bench->ticked = bench->yield->transfers;
    return bench->load->tick(bench->load->user, bench->ticked);
}

static void run(struct bench *bench) {
    const struct bl_rsb_load *load = bench->load;
    int64_t slice = 64 * (load->wire_ps + load->token_ps + load->gate_ps) * load->domains;
    while (bench->yield->transfers < load->transfers && !errors(bench) && goes_on(bench)) {
        make_faults(bench);
        int first = 0;
        for (int i = 1; i < load->domains; i++)
            if (bench->domains[i].due < bench->domains[first].due) first = i;
        int64_t now = bl_rsb_bus_time(&bench->bus), next = bench->domains[first].due;
        /* not further than a slice, so that an answer, which sets a time again, is not overlooked */
        if (next > now + slice) {
            bl_rsb_bus_run(&bench->bus, now + load->react_ps);
            continue;
        }
        bl_rsb_bus_run(&bench->bus, next < now + load->react_ps ? next : now + load->react_ps);
        if (bl_rsb_bus_time(&bench->bus) >= bench->domains[first].due) act(bench, first);
    }
}

bool bl_rsb_monte_carlo(const struct bl_rsb_load *load, struct bl_rsb_yield *yield) {
    struct bench bench = {.load = load, .yield = yield, .random = bl_random_at(load->seed, 1)};
    struct bl_rsb_options options = {.cells = load->domains, .gate_ps = load->gate_ps, .wire_ps = load->wire_ps, .seed = load->seed,
                                     .token_ps = load->token_ps, .answer = answer, .error = note_error, .user = &bench};
    memset(yield, 0, sizeof *yield);
    yield->fault_ps = -1;
    if (load->gap_ps < 1 || load->words < 1 || load->react_ps < 1) return false;
    if (!bl_rsb_bus_new(&bench.bus, &options, load->centralised)) return false;
    for (int i = 0; i < load->domains; i++) {
        bench.domains[i].target = -1;
        bench.domains[i].due = gap(&bench);
    }
    run(&bench);
    errors(&bench);
    double paths = yield->transfers ? (double)yield->transfers : 1;
    yield->time_ps = bl_rsb_bus_time(&bench.bus);
    yield->words_per_us = (double)yield->transfers * load->words / ((double)yield->time_ps * 1e-6);
    yield->hops = bench.hops / paths;
    yield->wait_ns = bench.wait / paths;
    yield->bypass = bl_rsb_bus_bypass(&bench.bus);
    yield->events = bl_rsb_bus_events(&bench.bus);
    bl_rsb_bus_free(&bench.bus);
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
    fprintf(out, "domains,wire_ps,gate_ps,gap_ps,words,transfers,refused,"
                 "time_us,words_per_us,hops,wait_ns,wait_most_ns,bypass,bound,errors,arbitration\n");
}

void bl_rsb_csv_line(FILE *out, const struct bl_rsb_load *load, const struct bl_rsb_yield *yield) {
    fprintf(out, "%d,%lld,%lld,%lld,%d,%llu,%llu,%.3f,%.3f,%.3f,%.1f,%.1f,%d,%d,%llu,%s\n", load->domains, (long long)load->wire_ps,
            (long long)load->gate_ps, (long long)load->gap_ps, load->words, (unsigned long long)yield->transfers,
            (unsigned long long)yield->refused, (double)yield->time_ps * 1e-6, yield->words_per_us, yield->hops, yield->wait_ns,
            yield->wait_most_ns, yield->bypass, bl_rsb_bus_bound(load->domains, load->centralised),
            (unsigned long long)yield->error_count, load->centralised ? "centralised" : "distributed");
}
