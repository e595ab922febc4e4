/* Runs the nodes' Ethernet ports against each other. usage: ethernet_ports CONFIG [OPTION...]
   CONFIG is a file of "NAME VALUE" that testbench/bench/ethernet writes of the compiler's plan.
     --words N          flits of a packet (1)
     --run N            packets on a channel, then on the next: others are in other frames (1)
     --packets N        of each pair, or with --random of each node (1000)
     --faults D,F,R,O   of each frame: dropped, a bit flipped, repeated, held back
     --incast, --random all to node 0; every packet to a node that is drawn. Else all to all
     --lose-last        the last frame of each pair is lost once
     --slow             flits are freed at random, packets end in all ways
     --fuzz N           mutated frames for each that a node gets, on average; without faults,
                        downs and resets
     --downs N          links go down N times; --too-long: at last for longer than the retries
     --resets N         all nodes are reset N times in between
     --late US          node 1's port opens US microseconds after the others
     --absent N         node N's port stays closed, and the others give it up when theirs has come
     --seed N           of everything that is drawn (1)
   Prints "NAME VALUE" lines. Exit status 1: not every flit came once, in order and unchanged, or a
   rule was broken; 2: wrong use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/ethernet/carried/counters.h"
#include "traffic.h"

struct run {
    struct traffic_config config;
    struct traffic_options options;
    int downs, resets;
    bool too_long;
};

static int usage(const char *what) {
    fprintf(stderr, "ethernet_ports: %s\n", what);
    return 2;
}

/* ---- options */

static void set(struct run *run, const char *name, double value) {
    struct traffic_config *config = &run->config;
    const struct {
        const char *name;
        int *place;
    } places[] = {{"NODES", &config->nodes},         {"ELEMS", &config->elems},
                  {"RUN_WORDS", &config->run_words}, {"TIMEOUT", &config->timeout},
                  {"RETRIES", &config->retries},     {"WIDTH", &config->medium.width},
                  {"frame", &config->medium.frame},  {"queue", &config->medium.queue}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(name, places[i].name)) *places[i].place = (int)value;
    if (!strcmp(name, "LOG_BUFFER")) config->room = 1 << (int)value;
    if (!strcmp(name, "CHAN_W")) config->channels = 1 << (int)value;
    if (!strcmp(name, "rate")) config->medium.rate = (int64_t)value;
    if (!strcmp(name, "latency_ps")) config->medium.latency_ps = (int64_t)value;
    if (!strcmp(name, "switch_ps")) config->medium.switch_ps = (int64_t)value;
    if (!strcmp(name, "jitter_ps")) config->medium.jitter_ps = (int64_t)value;
    if (!strcmp(name, "hertz")) config->hertz = value;
}

static bool read_config(struct run *run, const char *path) {
    FILE *file = fopen(path, "r");
    char name[64];
    double value;
    if (!file) return false;
    while (fscanf(file, "%63s %lf", name, &value) == 2) set(run, name, value);
    fclose(file);
    return run->config.nodes >= 2 && run->config.hertz > 0 && run->config.medium.rate > 0;
}

static bool flag(struct run *run, const char *name) {
    struct traffic_options *options = &run->options;
    if (!strcmp(name, "--incast")) options->pattern = TRAFFIC_INCAST;
    else if (!strcmp(name, "--random")) options->pattern = TRAFFIC_RANDOM;
    else if (!strcmp(name, "--lose-last")) options->lose_last = true;
    else if (!strcmp(name, "--slow")) options->slow = true;
    else if (!strcmp(name, "--too-long")) run->too_long = true;
    else return false;
    return true;
}

static bool valued(struct run *run, const char *name, const char *value) {
    struct traffic_options *options = &run->options;
    double *rates = options->rates;
    if (!value) return false;
    if (!strcmp(name, "--words")) options->words = atoi(value);
    else if (!strcmp(name, "--packets")) options->packets = (uint32_t)atol(value);
    else if (!strcmp(name, "--run")) options->run = (uint32_t)atol(value);
    else if (!strcmp(name, "--seed")) options->seed = (uint64_t)atoll(value);
    else if (!strcmp(name, "--fuzz")) options->fuzz = atoi(value);
    else if (!strcmp(name, "--downs")) run->downs = atoi(value);
    else if (!strcmp(name, "--resets")) run->resets = atoi(value);
    else if (!strcmp(name, "--absent")) options->absent = atoi(value);
    else if (!strcmp(name, "--late")) options->late_ps = atoi(value) * INT64_C(1000000);
    else if (!strcmp(name, "--faults"))
        return sscanf(value, "%lf,%lf,%lf,%lf", &rates[BL_DROP], &rates[BL_FLIP], &rates[BL_REPEAT],
                      &rates[BL_REORDER]) == 4;
    else return false;
    return true;
}

static bool read_options(struct run *run, int argc, char **argv) {
    run->options.words = 1;
    run->options.run = 1;
    run->options.packets = 1000;
    run->options.seed = 1;
    run->options.absent = -1;
    for (int i = 2; i < argc; i++)
        if (!flag(run, argv[i]) && !(valued(run, argv[i], argv[i + 1]) && i++ < argc)) return false;
    return run->options.words > 0 && run->options.run > 0;
}

/* ---- runs */

static void go_on(struct traffic *traffic, int64_t until_ps) {
    while (traffic_lives(traffic) && !traffic_done(traffic) && traffic->now_ps < until_ps)
        traffic_step(traffic);
}

static int64_t between(struct traffic *traffic, int64_t least, int64_t most) {
    return least + (int64_t)bl_random_below(&traffic->random, (uint64_t)(most - least + 1));
}

/* What a link may be down: a peer gives up after so long. */
static int64_t patience_ps(const struct traffic *traffic) {
    const struct traffic_config *config = &traffic->config;
    return (int64_t)(1e12 / config->hertz * config->timeout * config->retries);
}

static void go_down(struct traffic *traffic, int64_t least, int64_t most) {
    int node = (int)bl_random_below(&traffic->random, (uint64_t)traffic->config.nodes);
    int64_t from = traffic->now_ps + between(traffic, 1000, 200000000),
            to = from + between(traffic, least, most);
    wires_add_down(&traffic->wires, node, from, to);
    go_on(traffic, to + 50000000);
}

static void go_through_downs(struct traffic *traffic, const struct run *run) {
    int64_t patience = patience_ps(traffic);
    for (int i = 0; i < run->downs; i++) {
        bool is_long = i % 4 == 3; /* else up to a few time-outs */
        go_down(traffic, 100000, is_long ? patience / 10 * 9 : patience / 20);
    }
    if (run->too_long) go_down(traffic, patience * 2, patience * 3);
}

static void go_through_resets(struct traffic *traffic, const struct run *run) {
    for (int i = 0; i < run->resets && traffic_lives(traffic); i++) {
        go_on(traffic, traffic->now_ps + between(traffic, 1000, 50000000));
        if (traffic_done(traffic)) snprintf(traffic->wrong, 99, "it is done before its reset");
        traffic_reset(traffic);
    }
}

/* The absent node is detected within the time that the certificate prints. */
static void wait_for_the_end(struct traffic *traffic) {
    const struct traffic_config *config = &traffic->config;
    int64_t ticks = config->timeout / 64 + 1, most = ((config->retries + 1) * ticks + 4) * 64;
    if (!traffic_lives(traffic)) return;
    if (!traffic_give_up(traffic, most))
        snprintf(traffic->wrong, 99, "the absent node is not given up");
    printf("detection_us %.3f\n", 1e-6 * (double)(traffic->now_ps - traffic->start_ps));
}

/* The rate from when a twentieth has come until a source has nothing more to give. */
struct steady {
    int64_t from_ps, to_ps;
    uint64_t from, to;
};

static bool is_dry(const struct traffic *traffic) {
    for (int i = 0; i < traffic->config.nodes; i++)
        if (traffic->source[i].left == 0) return true;
    return false;
}

static void go_steady(struct traffic *traffic, struct steady *steady) {
    uint64_t all = (uint64_t)traffic->options.packets * (uint64_t)traffic->options.words *
                   (uint64_t)traffic->config.nodes;
    while (traffic_lives(traffic) && !is_dry(traffic)) {
        traffic_step(traffic);
        if (steady->from_ps || traffic->came < all / 20) continue;
        steady->from_ps = traffic->now_ps;
        steady->from = traffic->came;
    }
    steady->to_ps = traffic->now_ps;
    steady->to = traffic->came;
}

/* ---- what is printed */

static void print_rates(const struct traffic *traffic, const struct steady *steady) {
    double bytes = 4.0 * traffic->config.elems;
    printf("flits %llu\ncycles %lld\n", (unsigned long long)traffic->came,
           (long long)traffic->cycle);
    if (traffic->last_ps > traffic->start_ps)
        printf("gbps %.5f\n", 8e3 * bytes * (double)traffic->came /
                                  (double)(traffic->last_ps - traffic->start_ps));
    if (steady->to_ps > steady->from_ps && steady->from_ps)
        printf("steady_gbps %.5f\n", 8e3 * bytes * (double)(steady->to - steady->from) /
                                         (double)(steady->to_ps - steady->from_ps));
}

static void print_wires(const struct traffic *traffic) {
    const struct wires *wires = &traffic->wires;
    uint64_t sum[BL_ETHERNET_FAULTS + 1] = {0};
    for (int i = 0; i < traffic->config.nodes; i++) {
        sum[BL_ETHERNET_FAULTS] += wires->macs[i].send.all;
        for (int k = 0; k < BL_ETHERNET_FAULTS; k++) sum[k] += wires->between.inputs[i].faults[k];
    }
    printf("frames %llu\ndropped %llu\nflipped %llu\nrepeated %llu\nreordered %llu\n"
           "lost %llu\ncut %llu\ntail_drops %llu\n",
           (unsigned long long)sum[BL_ETHERNET_FAULTS], (unsigned long long)sum[BL_DROP],
           (unsigned long long)sum[BL_FLIP], (unsigned long long)sum[BL_REPEAT],
           (unsigned long long)wires->reordered, (unsigned long long)wires->lost,
           (unsigned long long)wires->cut, (unsigned long long)wires_tail_drops(wires));
}

static void print_counters(struct traffic *traffic) {
    static const struct {
        const char *name;
        unsigned counter;
    } counters[] = {
#define BL_EVENT(side, number, name, of, tells, help) {#name, BL_ETHERNET_COUNTS_##name},
#include "network/ethernet/carried/counters.def"
#undef BL_EVENT
    };
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        printf("%s %llu\n", counters[i].name,
               (unsigned long long)traffic_count(traffic, counters[i].counter));
}

static void print_fuzz(const struct fuzz *fuzz) {
    printf("mutated %llu\n", (unsigned long long)fuzz->all);
    for (int i = 0; i < FUZZ_EVENTS; i++)
        if (fuzz->due[i]) printf("due_%d %llu\n", i, (unsigned long long)fuzz->due[i]);
}

static int finish(struct traffic *traffic, const struct steady *steady) {
    if (wires_broken(&traffic->wires) && !*traffic->wrong)
        snprintf(traffic->wrong, sizeof traffic->wrong, "%llu rules of the MAC are broken",
                 (unsigned long long)wires_broken(&traffic->wires));
    print_rates(traffic, steady);
    print_wires(traffic);
    print_counters(traffic);
    if (traffic->fuzz) print_fuzz(traffic->fuzz);
    printf("verdict %s\n", *traffic->wrong ? traffic->wrong : "right");
    int status = *traffic->wrong != 0;
    traffic_destroy(traffic);
    free(traffic);
    return status;
}

int main(int argc, char **argv) {
    struct run run = {0};
    struct steady steady = {0};
    if (argc < 2 || !read_config(&run, argv[1])) return usage("no configuration");
    if (!read_options(&run, argc, argv)) return usage("what is no option");
    struct traffic *traffic = malloc(sizeof *traffic);
    if (!traffic) return usage("no memory");
    traffic_init(traffic, &run.config, &run.options);
    go_through_resets(traffic, &run);
    go_through_downs(traffic, &run);
    if (run.options.pattern == TRAFFIC_RANDOM) go_steady(traffic, &steady);
    go_on(traffic, INT64_MAX);
    if (run.options.absent < 0) traffic_settle(traffic);
    else wait_for_the_end(traffic);
    return finish(traffic, &steady);
}
