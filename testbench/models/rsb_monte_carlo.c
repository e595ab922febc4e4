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
    struct bl_rsb *bus;
    struct bl_random random;
    struct domain domains[BL_RSB_CELLS];
    double hops, wait;
};

static int64_t gap(struct bench *bench) {
    double real = bl_random_real(&bench->random);
    return (int64_t)(-log1p(-real) * (double)bench->load->gap_ps) + 1;
}

static void finish(struct bench *bench, struct domain *domain) {
    domain->path = false;
    domain->target = -1;
    domain->due = bl_rsb_time(bench->bus) + gap(bench) + bench->load->react_ps;
    bench->yield->transfers++;
}

/* With a path the domain sends, without one it gives up and asks again. */
static void answer(void *user, int domain, bool told, enum bl_rsb_way way) {
    struct bench *bench = user;
    struct domain *self = &bench->domains[domain];
    int64_t now = bl_rsb_time(bench->bus);
    int hops;
    self->due = now + bench->load->react_ps;
    if (!told && self->path) finish(bench, self);
    if (!told) return;
    if (way == BL_RSB_NO_WAY) {
        bench->yield->refused++;
        return;
    }
    bl_rsb_path(bench->bus, domain, &hops);
    double wait = (double)(now - self->asked) * 1e-3;
    bench->hops += hops;
    bench->wait += wait;
    if (wait > bench->yield->wait_most_ns) bench->yield->wait_most_ns = wait;
    self->path = true;
    self->due += bench->load->words * (2 * hops * bench->load->wire_ps + bench->load->gate_ps);
}

static void act(struct bench *bench, int domain) {
    struct domain *self = &bench->domains[domain];
    if (!bl_rsb_is_ready(bench->bus, domain)) {
        self->due += bench->load->react_ps;
        return;
    }
    bool wishes = bl_rsb_gate_value(bench->bus, domain, BL_RSB_TOLD);
    if (!wishes && self->target < 0) {
        uint64_t other = bl_random_next(&bench->random) % (uint64_t)(bench->load->domains - 1);
        self->target = (domain + 1 + (int)other) % bench->load->domains;
        self->asked = bl_rsb_time(bench->bus);
    }
    self->due = INT64_MAX;
    bl_rsb_wish(bench->bus, domain, wishes ? -1 : self->target);
}

static uint64_t errors(struct bench *bench) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        sum += bench->yield->errors[i] = bl_rsb_error_count(bench->bus, (enum bl_rsb_error)i);
    return bench->yield->error_count = sum;
}

static void run(struct bench *bench) {
    const struct bl_rsb_load *load = bench->load;
    int64_t slice = 64 * (load->wire_ps + load->gate_ps) * load->domains;
    while (bench->yield->transfers < load->transfers && !errors(bench)) {
        int first = 0;
        for (int i = 1; i < load->domains; i++)
            if (bench->domains[i].due < bench->domains[first].due) first = i;
        int64_t now = bl_rsb_time(bench->bus), next = bench->domains[first].due;
        /* not further than a slice, so that an answer, which sets a time again, is not overlooked */
        if (next > now + slice) {
            bl_rsb_run(bench->bus, now + load->react_ps);
            continue;
        }
        bl_rsb_run(bench->bus, next < now + load->react_ps ? next : now + load->react_ps);
        if (bl_rsb_time(bench->bus) >= bench->domains[first].due) act(bench, first);
    }
}

bool bl_rsb_monte_carlo(const struct bl_rsb_load *load, struct bl_rsb_yield *yield) {
    struct bench bench = {.load = load, .yield = yield, .random = bl_random_at(load->seed, 1)};
    struct bl_rsb_options options = {.cells = load->domains, .gate_ps = load->gate_ps, .wire_ps = load->wire_ps, .seed = load->seed,
                                     .answer = answer, .user = &bench};
    memset(yield, 0, sizeof *yield);
    if (load->gap_ps < 1 || load->words < 1 || load->react_ps < 1) return false;
    bench.bus = bl_rsb_new(&options);
    if (!bench.bus) return false;
    for (int i = 0; i < load->domains; i++) {
        bench.domains[i].target = -1;
        bench.domains[i].due = gap(&bench);
    }
    run(&bench);
    double paths = yield->transfers ? (double)yield->transfers : 1;
    yield->time_ps = bl_rsb_time(bench.bus);
    yield->words_per_us = (double)yield->transfers * load->words / ((double)yield->time_ps * 1e-6);
    yield->hops = bench.hops / paths;
    yield->wait_ns = bench.wait / paths;
    yield->bypass = bl_rsb_bypass(bench.bus);
    yield->events = bl_rsb_events(bench.bus);
    bl_rsb_free(bench.bus);
    return true;
}

void bl_rsb_csv_header(FILE *out) {
    fprintf(out, "domains,wire_ps,gate_ps,gap_ps,words,transfers,refused,"
                 "time_us,words_per_us,hops,wait_ns,wait_most_ns,bypass,bound,errors\n");
}

void bl_rsb_csv_line(FILE *out, const struct bl_rsb_load *load, const struct bl_rsb_yield *yield) {
    fprintf(out, "%d,%lld,%lld,%lld,%d,%llu,%llu,%.3f,%.3f,%.3f,%.1f,%.1f,%d,%d,%llu\n", load->domains, (long long)load->wire_ps,
            (long long)load->gate_ps, (long long)load->gap_ps, load->words, (unsigned long long)yield->transfers,
            (unsigned long long)yield->refused, (double)yield->time_ps * 1e-6, yield->words_per_us, yield->hops, yield->wait_ns,
            yield->wait_most_ns, yield->bypass, load->domains - 1, (unsigned long long)yield->error_count);
}
