/* Random traffic over the event model of the ring segmented bus.
   usage: rsb_traffic curve [TRANSFERS]          throughput over how often domains ask, 4, 8 and 16 domains at 4.45 and 20.50 ns; CSV
          rsb_traffic script DOMAINS LINES SEED  one wish after the other; a line "domain target way" each, target -1: given up;
                                                 way 0: none, 1: clockwise, 2: counter-clockwise
   Exit status 0; 1 when a rule was broken, 2 after wrong use. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "rsb_monte_carlo.h"

static int curve(uint64_t transfers) {
    static const int domains[] = {4, 8, 16};
    static const int64_t wires[] = {4450, 20500};
    uint64_t errors = 0;
    bl_rsb_csv_header(stdout);
    for (int w = 0; w < 2; w++)
        for (int d = 0; d < 3; d++)
            for (int64_t gap = 16000000; gap >= 62500; gap /= 2) {
                struct bl_rsb_load load = {.domains = domains[d], .gate_ps = 600, .wire_ps = wires[w], .react_ps = 20000, .gap_ps = gap,
                                           .words = 16, .transfers = transfers, .seed = 1};
                struct bl_rsb_yield yield;
                if (!bl_rsb_monte_carlo(&load, &yield)) return 2;
                bl_rsb_csv_line(stdout, &load, &yield);
                errors += yield.error_count;
            }
    return errors ? 1 : 0;
}

/* Another domain, clearly nearer on one of the ways, so that the delays of single gates do not matter. */
static int pick(struct bl_random *random, int domains, int domain) {
    int hops;
    do hops = 1 + (int)(bl_random_next(random) % (uint64_t)(domains - 1));
    while (4 * abs(2 * hops - domains) < domains + 4);
    return (domain + hops) % domains;
}

static int script(int domains, int lines, uint64_t seed) {
    struct bl_rsb_options options = {.cells = domains, .gate_ps = 1000, .wire_ps = 0};
    struct bl_random random = bl_random_at(seed, 2);
    struct bl_rsb *bus = bl_rsb_new(&options);
    uint64_t errors = 0;
    if (!bus) return 2;
    for (int i = 0; i < lines; i++) {
        int domain = (int)(bl_random_next(&random) % (uint64_t)domains), target = -1;
        if (!bl_rsb_gate_value(bus, domain, BL_RSB_TOLD)) target = pick(&random, domains, domain);
        while (!bl_rsb_is_ready(bus, domain)) bl_rsb_run(bus, bl_rsb_time(bus) + 500);
        bl_rsb_wish(bus, domain, target);
        bl_rsb_run(bus, bl_rsb_time(bus) + 2000000);
        printf("%d %d %d\n", domain, target, (int)bl_rsb_path(bus, domain, NULL));
    }
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++) errors += bl_rsb_error_count(bus, (enum bl_rsb_error)i);
    bl_rsb_free(bus);
    return errors ? 1 : 0;
}

int main(int argc, char **argv) {
    if (argc >= 2 && !strcmp(argv[1], "curve")) return curve(argc > 2 ? strtoull(argv[2], NULL, 10) : 20000);
    if (argc == 5 && !strcmp(argv[1], "script")) return script(atoi(argv[2]), atoi(argv[3]), strtoull(argv[4], NULL, 10));
    fprintf(stderr, "usage: rsb_traffic curve [TRANSFERS] | script DOMAINS LINES SEED\n");
    return 2;
}
