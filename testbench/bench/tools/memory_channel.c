/* Drives the model of a memory channel with one pattern of requests
   (testbench/simulation/memory/requester/requester.h). usage: memory_channel [--kind NAME]
   [--set TIME=PS]... [--word BYTES] [--clocks] PATTERN BURST_BYTES MHZ OUTSTANDING N
   hbm2 and words of 32 bytes by default. --set changes a time of the kind, by JEDEC's name.
   Measured over 100 refresh intervals
   after the first six, with --clocks over 60,000 cycles after the first 5,000. Prints the words of
   reads and of writes a cycle. Exit status 2: wrong use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/memory/requester/requester.h"

static int usage(void) {
    fputs("usage: memory_channel [--kind NAME] [--set TIME=PS]... [--word BYTES] [--clocks] "
          "PATTERN BURST_BYTES MHZ OUTSTANDING N\n",
          stderr);
    return 2;
}

static bool set_time(struct bl_dram_kind *kind, char *text) {
    char *equals = strchr(text, '=');
    if (equals) *equals = 0;
    int64_t *time = equals ? bl_dram_time(kind, text) : NULL;
    if (time) *time = atoll(equals + 1);
    return time;
}

int main(int argc, char **argv) {
    const struct bl_dram_kind *named = bl_dram_kind_find("hbm2");
    struct bl_dram_kind kind = *named;
    int word = 32, at = 1;
    bool cycles = false;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--clocks") == 0) {
            cycles = true;
            continue;
        }
        if (at + 1 == argc) return usage();
        if (strcmp(argv[at], "--kind") == 0 && (named = bl_dram_kind_find(argv[at + 1])))
            kind = *named;
        else if (strcmp(argv[at], "--word") == 0) word = atoi(argv[at + 1]);
        else if (strcmp(argv[at], "--set") != 0 || !set_time(&kind, argv[at + 1])) return usage();
        at++;
    }
    if (argc - at != 5) return usage();
    const struct bl_requests requests = {.pattern = argv[at],
                                         .burst_bytes = atoi(argv[at + 1]),
                                         .outstanding = atoi(argv[at + 3]),
                                         .n = atoi(argv[at + 4])};
    int mhz = atoi(argv[at + 2]);
    if (mhz < 1 || word < 1 || requests.burst_bytes < word || requests.n < 1) return usage();
    int64_t period = (1000000 + mhz / 2) / mhz;
    int64_t from = cycles ? 5000 * period : 6 * kind.tREFI,
            until = cycles ? 65000 * period : 106 * kind.tREFI;
    struct bl_requester_shares shares = bl_requester_run(&kind, &requests, word, period, from,
                                                         until);
    printf("%.4f %.4f\n", shares.read, shares.written);
    return 0;
}
