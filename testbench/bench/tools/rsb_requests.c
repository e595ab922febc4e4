/* Random requests with the answers of the event model of the ring segmented bus, to be played to
   the Verilog.

   usage: rsb_requests DOMAINS LINES SEED

   One request after the other, a line "domain target way" each; target -1: given up; way 0: none,
   1: clockwise, 2: counter-clockwise. Exit status 0; 1 when a rule was broken, 2 after wrong
   use. */
#include <stdlib.h>

#include "bus/model/traffic/rsb_script.h"

static int print_requests(int domains, int lines, uint64_t seed) {
    if (domains < 3 || domains > BL_RSB_CELLS || lines < 1) return 2;
    struct bl_rsb_request *requests = calloc((size_t)lines, sizeof *requests);
    if (!requests) return 2;
    bl_rsb_random_requests(domains, seed, requests, lines);
    const struct bl_rsb_options ring = {.cells = domains, .gate_ps = 1000};
    int64_t errors = bl_rsb_replay(&ring, false, requests, lines, NULL);
    for (int i = 0; i < lines; i++)
        printf("%d %d %d\n", requests[i].domain, requests[i].target, (int)requests[i].way);
    free(requests);
    return errors ? 1 : 0;
}

int main(int argc, char **argv) {
    if (argc == 4) return print_requests(atoi(argv[1]), atoi(argv[2]), strtoull(argv[3], NULL, 10));
    fprintf(stderr, "usage: rsb_requests DOMAINS LINES SEED\n");
    return 2;
}
