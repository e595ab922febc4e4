/* Runs nodes of cells against each other: each makes cells at a rate, for other nodes by a pattern,
   and takes what comes at once. usage: cells_ports CONFIG [OPTION...]
   CONFIG is what testbench/bench/cells_ports/model.sh writes of the compiler's plan.
     --pattern WORD     uniform, hot_spot, opposite, neighbours, permutation, crossing as in
                        testbench/conformance/load_bench.v; both: the next node and the one before,
                        in turn; one: node 0 alone, to the node --distance N (1) behind it;
                        alone: the same, one cell at a time
     --load L           cells that a node makes in the time of a cell, on average
     --warm N           cycles that are not measured (10000)
     --cycles N         cycles that are (100000); --cells N: so many cells are made instead
     --keep N           a pair with N cells that wait makes none
     --credits          what has come is reported to its sender in cells, else nothing is
     --faults D,H,B     rates of a flipped bit: in a cell's data, its header, and on the wire back
                        in the time of a cell
     --flaw N, --twice N    cell N of each pair counts as another one, or twice where it comes
     --phase P          sixteenths of a cycle that links which have clocks of their own are later
     --seed N           of everything that is drawn (1)
   A cell waits at its node; its time runs from when it is made. Prints "NAME VALUE" lines. Exit
   status 1: not every cell came once, in order and unchanged; 2: wrong use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "wires.h"

enum { DEPTH = 4096 /* cells of a pair that have not come */, PATIENCE = 100000, REST = 400 };

/* Cells of a node for another one. */
struct pair {
    int64_t made, left, came;
    int credits;
    int64_t *born; /* [DEPTH] */
};
struct source {
    int64_t made, came; /* while that is measured */
};
struct run {
    struct wires_config config;
    struct wires wires;
    const char *pattern;
    double load;
    int64_t warm, cycles, cells;
    int keep, room, distance;
    bool credits;
    int64_t flaw, twice;
    uint64_t seed;
    struct bl_random random;
    int *partner;                                 /* [nodes] */
    struct pair *pairs;                           /* [nodes * nodes], by source */
    struct source *sources;                       /* [nodes] */
    int64_t total, last, wrong, worst, last_came; /* last: that have come */
    int64_t counted, came, arrived;               /* of those that are measured */
    double sum;
    bool making;
    struct { /* of the first hops, with one cell at a time */
        int64_t taken, whole, through, next;
    } hop;
    int64_t first_begun, last_begun, begun; /* on link 0 out of node 0, while that is measured */
};

static int usage(const char *what) {
    fprintf(stderr, "cells_ports: %s\n", what);
    return 2;
}

/* ---- options */

static void set(struct run *run, const char *name, int value) {
    const struct {
        const char *name;
        int *place;
    } places[] = {{"nodes", &run->config.nodes}, {"wire", &run->config.wire},
                  {"width", &run->config.width}, {"cell", &run->config.cell},
                  {"room", &run->room},          {"words", &run->config.words}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(name, places[i].name)) *places[i].place = value;
}

static bool read_list(FILE *file, int count, uint32_t *list) {
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%x", &list[i]) != 1) return false;
    return true;
}

/* Lines of "NAME VALUE", and at last `tables`, with ends and words in hexadecimal. */
static bool read_config(struct run *run, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    char name[32];
    int value;
    while (fscanf(file, "%31s", name) == 1 && strcmp(name, "tables"))
        if (fscanf(file, "%d", &value) == 1) set(run, name, value);
    struct wires_config *config = &run->config;
    const int links = config->nodes * CELL_LINKS, words = config->nodes * config->words;
    uint32_t *ends = bl_zalloc((size_t)links, sizeof *ends);
    config->ends = bl_zalloc((size_t)links, sizeof *config->ends);
    config->tables = bl_zalloc((size_t)words, sizeof *config->tables);
    bool good = links > 0 && config->wire > 0 && config->wire <= WIRES_MOST && words > 0 &&
                read_list(file, links, ends) && read_list(file, words, config->tables);
    for (int i = 0; i < links; i++) config->ends[i] = (int)ends[i];
    bl_zfree(ends);
    fclose(file);
    return good;
}

static bool read_option(struct run *run, const char *name, const char *value) {
    double *rates = run->config.rates;
    if (!strcmp(name, "--pattern")) run->pattern = value;
    else if (!strcmp(name, "--load")) run->load = atof(value);
    else if (!strcmp(name, "--warm")) run->warm = atoll(value);
    else if (!strcmp(name, "--cycles")) run->cycles = atoll(value);
    else if (!strcmp(name, "--cells")) run->cells = atoll(value);
    else if (!strcmp(name, "--keep")) run->keep = atoi(value);
    else if (!strcmp(name, "--distance")) run->distance = atoi(value);
    else if (!strcmp(name, "--flaw")) run->flaw = atoll(value);
    else if (!strcmp(name, "--twice")) run->twice = atoll(value);
    else if (!strcmp(name, "--phase")) run->config.phase = atoi(value);
    else if (!strcmp(name, "--seed")) run->seed = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--faults"))
        return sscanf(value, "%lf,%lf,%lf", &rates[0], &rates[1], &rates[2]) == 3;
    else return false;
    return true;
}

static bool read_options(struct run *run, int count, char **words) {
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], "--credits")) run->credits = true;
        else if (i + 1 == count || !read_option(run, words[i], words[i + 1])) return false;
        else i++;
    return true;
}

/* ---- what is made */

static int below(struct run *run, int range) {
    return (int)bl_random_below(&run->random, (uint64_t)range);
}

/* A way round all nodes in a random order: nobody is his own partner. */
static void draw_partners(struct run *run) {
    const int nodes = run->config.nodes;
    for (int i = 0; i < nodes; i++) run->partner[i] = i;
    for (int i = nodes - 1; i > 0; i--) {
        int other = below(run, i), partner = run->partner[i];
        run->partner[i] = run->partner[other];
        run->partner[other] = partner;
    }
}

static bool is(const struct run *run, const char *pattern) {
    return !strcmp(run->pattern, pattern);
}

/* -1: none. */
static int destination(struct run *run, int from) {
    const int nodes = run->config.nodes, half = nodes / 2;
    if (is(run, "permutation")) return run->partner[from];
    if (is(run, "one")) return from ? -1 : run->distance;
    if (is(run, "alone")) return from || run->total != run->last ? -1 : run->distance;
    if (is(run, "hot_spot") && from && below(run, 2)) return 0;
    if (is(run, "opposite") || (is(run, "crossing") && from < half)) return (from + half) % nodes;
    if (is(run, "neighbours") || is(run, "crossing")) return (from + 1) % nodes;
    if (is(run, "both")) return (from + (below(run, 2) ? 1 : nodes - 1)) % nodes;
    return (from + 1 + below(run, nodes - 1)) % nodes;
}

static bool is_pattern(const char *word) {
    static const char *const all[] = {"uniform",    "hot_spot",    "opposite",
                                      "neighbours", "permutation", "crossing",
                                      "both",       "one",         "alone"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(word, all[i])) return true;
    return false;
}

static void make_cell(struct run *run, int from) {
    const int to = destination(run, from);
    if (to < 0) return;
    struct pair *pair = &run->pairs[from * run->config.nodes + to];
    if ((run->keep && pair->made - pair->left >= run->keep) || pair->made - pair->came == DEPTH)
        return;
    pair->born[pair->made++ % DEPTH] = run->wires.now;
    run->total++;
    if (run->wires.now < run->warm) return;
    run->counted++;
    run->sources[from].made++;
}

static void make_cells(struct run *run) {
    for (int i = 0; i < run->config.nodes; i++)
        if (bl_random_real(&run->random) * run->config.cell < run->load) make_cell(run, i);
    if (run->cells ? run->total < run->cells : run->wires.now + 1 < run->warm + run->cycles) return;
    run->making = false;
    run->cycles = run->wires.now + 1 - run->warm;
}

/* ---- what leaves and comes */

static void send(struct run *run, int node) {
    struct node_in *in = &run->wires.in[node];
    const struct node_out *out = &run->wires.out[node];
    for (int to = 0; to < run->config.nodes; to++) {
        struct pair *pair = &run->pairs[node * run->config.nodes + to];
        const uint64_t bit = UINT64_C(1) << to;
        if (run->credits) pair->credits += (int)(out->credit[to / 8] >> to % 8 * 4 & 15);
        if (in->valid & out->ready & bit) run->hop.taken = run->wires.now;
        if (in->valid & ~out->ready & bit) continue;
        in->valid &= ~bit;
        if (pair->left == pair->made || pair->credits == 0) continue;
        in->valid |= bit;
        in->renumbered |= bit;
        in->number[to] = (uint32_t)(pair->left + (pair->left == run->flaw));
        pair->left++;
        pair->credits--;
    }
}

static void count_time(struct run *run, int from, int64_t born) {
    const int64_t took = run->wires.now - born;
    if (run->making && run->wires.now >= run->warm) {
        run->arrived++;
        run->sources[from].came++;
    }
    if (born < run->warm) return;
    run->came++;
    run->sum += (double)took;
    if (took > run->worst) run->worst = took;
}

static void arrive(struct run *run, int from, int node) {
    struct pair *pair = &run->pairs[from * run->config.nodes + node];
    const struct node_out *out = &run->wires.out[node];
    if (!out->right || out->number != (uint32_t)pair->came || pair->came == pair->made)
        run->wrong++;
    if (pair->came == pair->made) return;
    count_time(run, from, pair->born[pair->came++ % DEPTH]);
    if (!run->credits) pair->credits++;
    run->last++;
    run->last_came = run->wires.now;
}

static void receive(struct run *run, int node) {
    const uint64_t valid = run->wires.out[node].valid;
    run->wires.in[node].freed = run->credits ? valid : 0;
    if (!valid) return;
    const int from = __builtin_ctzll(valid);
    const bool twice = run->pairs[from * run->config.nodes + node].came == run->twice;
    if (valid & (valid - 1)) run->wrong++;
    arrive(run, from, node);
    if (twice) arrive(run, from, node);
}

/* ---- a run */

static void raise(int64_t *most, int64_t value) {
    if (value > *most) *most = value;
}

/* How long the first hops of a cell take: from when it was taken until it is whole at the next
   node, from its first word in to its first word out, and to that of the next hop. */
static void watch_hops(struct run *run) {
    const int *ends = run->config.ends;
    const struct wires_link *links = run->wires.links;
    const struct wires_link *first = &links[ends[0]];
    if (first->begun == run->wires.now && run->making && run->wires.now >= run->warm) {
        if (!run->begun++) run->first_begun = run->wires.now;
        run->last_begun = run->wires.now;
    }
    const struct wires_link *next = &links[ends[ends[0]]];
    if (first->came == run->wires.now)
        raise(&run->hop.whole, first->came + run->config.cell - 1 - run->hop.taken);
    if (next->begun == run->wires.now && first->came >= 0)
        raise(&run->hop.through, next->begun - first->came);
    if (next->came == run->wires.now && first->came >= 0)
        raise(&run->hop.next, next->came - first->came);
}

static void cycle(struct run *run, bool rst, bool flows) {
    if (flows && run->making) make_cells(run);
    for (int i = 0; i < run->config.nodes; i++) {
        wires_settle(&run->wires, i, rst);
        if (flows) receive(run, i);
        if (flows) send(run, i);
        wires_clock(&run->wires, i);
    }
    if (flows) watch_hops(run);
    run->wires.now++;
}

static int64_t owed(const struct run *run) {
    int64_t sum = 0;
    for (int i = 0; i < run->config.nodes * run->config.nodes; i++)
        sum += run->pairs[i].made - run->pairs[i].came;
    return sum;
}

static void flow(struct run *run) {
    for (int i = 0; i < 10; i++) cycle(run, true, false);
    for (int i = 0; i < 100000 && !wires_ready(&run->wires); i++) cycle(run, false, false);
    for (int i = 0; i < REST; i++) cycle(run, false, false);
    run->warm += run->wires.now;
    run->last_came = run->wires.now;
    while (run->making || (owed(run) && run->wires.now - run->last_came < PATIENCE)) {
        cycle(run, false, true);
        if (run->wires.now - run->last_came > PATIENCE && owed(run)) run->making = false;
    }
    run->wrong += owed(run);
}

static void make(struct run *run) {
    const int nodes = run->config.nodes;
    run->random = bl_random_at(run->seed, 1000);
    run->partner = bl_zalloc((size_t)nodes, sizeof(int));
    run->pairs = bl_zalloc((size_t)(nodes * nodes), sizeof(struct pair));
    run->sources = bl_zalloc((size_t)nodes, sizeof(struct source));
    for (int i = 0; i < nodes * nodes; i++) {
        run->pairs[i].credits = run->room;
        run->pairs[i].born = bl_zalloc(DEPTH, sizeof(int64_t));
    }
    draw_partners(run);
    wires_make(&run->wires, &run->config, run->seed);
}

static void destroy(struct run *run) {
    const int nodes = run->config.nodes;
    for (int i = 0; i < nodes * nodes; i++) bl_zfree(run->pairs[i].born);
    bl_zfree(run->pairs);
    bl_zfree(run->sources);
    bl_zfree(run->partner);
    wires_destroy(&run->wires);
    bl_zfree(run->config.ends);
    bl_zfree(run->config.tables);
}

/* ---- what is said */

static void say_counts(const struct run *run) {
    uint64_t cells = 0, again = 0, flips[WIRES_FAULTS] = {0};
    for (int i = 0; i < run->config.nodes; i++) {
        again += run->wires.out[i].again;
        if (run->wires.out[i].cause)
            printf("stopped %d cause %u\n", i, (unsigned)run->wires.out[i].cause);
    }
    for (int i = 0; i < run->config.nodes * CELL_LINKS; i++) {
        cells += run->wires.links[i].cells;
        for (int k = 0; k < WIRES_FAULTS; k++) flips[k] += run->wires.links[i].flips[k];
    }
    printf("link_cells %llu\ndamaged %llu\n", (unsigned long long)cells, (unsigned long long)again);
    printf("flips_data %llu\nflips_header %llu\nflips_back %llu\n", (unsigned long long)flips[0],
           (unsigned long long)flips[1], (unsigned long long)flips[2]);
}

static void say_shares(const struct run *run) {
    double least = 1;
    printf("shares");
    for (int i = 0; i < run->config.nodes; i++) {
        const struct source *source = &run->sources[i];
        if (!source->made) continue;
        double share = (double)source->came / (double)source->made;
        if (share < least) least = share;
        printf(" %.3f", share);
    }
    printf("\nleast %.4f\n", least);
}

static void say(const struct run *run) {
    const double slots = (double)run->cycles / run->config.cell * run->config.nodes;
    printf("cycles %lld\ncells %lld\nwrong %lld\n", (long long)run->wires.now,
           (long long)run->total, (long long)run->wrong);
    printf("offered %.4f\naccepted %.4f\n", (double)run->counted / slots,
           (double)run->arrived / slots);
    printf("mean %.1f\nworst %lld\n", run->came ? run->sum / (double)run->came : 0,
           (long long)run->worst);
    printf("hop_source %lld\nhop_through %.10g\nhop_whole %lld\n", (long long)run->hop.whole,
           (double)run->hop.through - run->config.phase / 16.0, (long long)run->hop.next);
    if (run->begun > 1)
        printf("cycles_a_cell %.4f\n",
               (double)(run->last_begun - run->first_begun) / (double)(run->begun - 1));
    say_counts(run);
    say_shares(run);
}

int main(int argc, char **argv) {
    struct run run = {.pattern = "uniform",
                      .load = 0.1,
                      .warm = 10000,
                      .cycles = 100000,
                      .flaw = -1,
                      .twice = -1,
                      .seed = 1,
                      .distance = 1,
                      .making = true};
    if (argc < 2) return usage("which CONFIG?");
    if (!read_config(&run, argv[1])) return usage("CONFIG cannot be read");
    if (!read_options(&run, argc - 2, argv + 2) || !is_pattern(run.pattern))
        return usage("an option that there is not");
    make(&run);
    flow(&run);
    say(&run);
    destroy(&run);
    return run.wrong != 0;
}
