/* What the models of the centralised arbiters answer to random requests, for the Verilog.
   usage: rsb_hier garb DOMAINS LINES SEED
            a line "domain target way" each, as of rsb_requests
          rsb_hier larb DOMAINS DOMAIN ELEMENTS CONNECTORS LINES SEED
            a line "request leave open path ccw" and a pair "domain element" for each stop, a cycle
            each; path and ccw are those after the cycle
   Exit status 0; 2 after wrong use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/random.h"
#include "bus/model/central/rsb_garb.h"
#include "bus/model/hierarchy/rsb_larb_inner.h"

static int below(struct bl_random *random, int range) {
    return (int)(bl_random_next(random) % (uint64_t)range);
}

static int centralised(int domains, int lines, uint64_t seed) {
    if (domains < 3 || domains > BL_RSB_CELLS || lines < 1) return 2;
    struct bl_rsb_garb arbiter;
    struct bl_random random = bl_random_at(seed, 0);
    bool requests[BL_RSB_CELLS] = {false};
    bl_rsb_garb_start(&arbiter, domains);
    for (int i = 0; i < lines; i++) {
        int domain = below(&random, domains), target = -1;
        requests[domain] = !requests[domain];
        if (requests[domain]) {
            target = (domain + 1 + below(&random, domains - 1)) % domains;
            bl_rsb_garb_ask(&arbiter, domain, target);
        } else bl_rsb_garb_leave(&arbiter, domain);
        printf("%d %d %d\n", domain, target, (int)arbiter.way[domain]);
    }
    return 0;
}

/* Another element of any domain, or for a connector an element of this one. */
static void new_request(struct bl_larb *larb, int stop, struct bl_random *random) {
    int domain = larb->domain, element;
    if (stop < larb->elements && below(random, 3)) domain = below(random, larb->domains);
    do element = below(random, larb->elements);
    while (domain == larb->domain && element == stop);
    bl_larb_ask(larb, stop, domain, element);
}

/* Few destinations, so that equal ones meet; now and then a request is withdrawn. Returns the stops
 * that leave after this cycle. */
static uint32_t choose(struct bl_larb *larb, struct bl_random *random) {
    uint32_t leave = 0;
    for (int stop = 0; stop < bl_larb_stops(larb); stop++) {
        struct bl_larb_stop *self = &larb->stops[stop];
        if (!self->waits && !self->has && below(random, 4) == 0) new_request(larb, stop, random);
        else if ((self->has && below(random, 12) == 0) || (self->waits && below(random, 60) == 0))
            leave |= UINT32_C(1) << stop;
    }
    for (int c = 0; c < larb->connectors; c++) larb->open[c] = below(random, 8) != 0;
    return leave;
}

static uint32_t bits(const struct bl_larb *larb, bool ccw) {
    uint32_t sum = 0;
    for (int stop = 0; stop < bl_larb_stops(larb); stop++)
        if (larb->stops[stop].has && (!ccw || larb->stops[stop].way == BL_RSB_COUNTER))
            sum |= UINT32_C(1) << stop;
    return sum;
}

static void clock_line(struct bl_larb *larb, struct bl_random *random) {
    uint32_t leave = choose(larb, random), request = 0;
    for (int stop = 0; stop < bl_larb_stops(larb); stop++)
        if (larb->stops[stop].waits || larb->stops[stop].has) request |= UINT32_C(1) << stop;
    uint32_t open = larb->open[0] | (uint32_t)larb->open[1] << 1;
    bl_larb_clock(larb);
    for (int stop = 0; stop < bl_larb_stops(larb); stop++)
        if (leave >> stop & 1) bl_larb_leave(larb, stop);
    printf("%u %u %u %u %u", request, leave, open, bits(larb, false), bits(larb, true));
    for (int stop = 0; stop < BL_LARB_STOPS; stop++)
        printf(" %d %d", larb->stops[stop].domain, larb->stops[stop].element);
    putchar('\n');
}

static int local(const int shape[4], int lines, uint64_t seed) {
    if (shape[0] < 2 || shape[1] < 0 || shape[1] >= shape[0] || shape[2] < 2 ||
        shape[2] > BL_LARB_ELEMENTS || shape[3] < 1 || shape[3] > BL_LARB_CONNECTORS || lines < 1)
        return 2;
    struct bl_larb larb;
    struct bl_random random = bl_random_at(seed, 1);
    bl_larb_start(&larb, shape[0], shape[1], shape[2], shape[3]);
    for (int i = 0; i < lines; i++) clock_line(&larb, &random);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 5 && !strcmp(argv[1], "garb"))
        return centralised(atoi(argv[2]), atoi(argv[3]), strtoull(argv[4], NULL, 10));
    if (argc == 8 && !strcmp(argv[1], "larb"))
        return local((int[]){atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atoi(argv[5])},
                     atoi(argv[6]), strtoull(argv[7], NULL, 10));
    fprintf(stderr, "usage: rsb_hier garb DOMAINS LINES SEED | rsb_hier larb DOMAINS DOMAIN "
                    "ELEMENTS CONNECTORS LINES SEED\n");
    return 2;
}
