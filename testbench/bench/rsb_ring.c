/* Explores a ring of arbiter cells of the ring segmented bus.
   usage: rsb_ring [--cells N] [--reduced] [--wires] [--split] [--flaw WORD] [--requests K]
            [--states N]
   4 cells, exhaustive, no delays of wires, no flaw, 64M states unless told. --split: without
   multiplexers, where `drive` is a table of its own that `na` sees.
   Prints the verdict, the counts and, after a fault, the trace from reset. Exit status 0: correct,
   1: not, 2: wrong use. */
#include <stdlib.h>
#include <string.h>

#include "tests/ring/rsb_check.h"

static int flaw_named(const char *word) {
    for (int i = 0; i < BL_RSB_FLAW_COUNT; i++)
        if (!strcmp(word, bl_rsb_flaw_word((enum bl_rsb_flaw)i))) return i;
    return -1;
}

static int usage(void) {
    fprintf(stderr,
            "usage: rsb_ring [--cells 3..%d] [--reduced] [--wires] [--split] [--flaw WORD] "
            "[--requests K] [--states N]\nflaws:",
            BL_RSB_CELLS);
    for (int i = 0; i < BL_RSB_FLAW_COUNT; i++)
        fprintf(stderr, " %s", bl_rsb_flaw_word((enum bl_rsb_flaw)i));
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv) {
    struct bl_rsb_check_options options = {.cells = 4, .flawed = 1, .limit = UINT32_C(1) << 26};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--reduced")) options.reduced = true;
        else if (!strcmp(argv[i], "--wires")) options.wires = true;
        else if (!strcmp(argv[i], "--split")) options.split = true;
        else if (!strcmp(argv[i], "--cells")) options.cells = atoi(value), i++;
        else if (!strcmp(argv[i], "--requests")) options.requests = atoi(value), i++;
        else if (!strcmp(argv[i], "--states"))
            options.limit = (uint32_t)strtoul(value, NULL, 10), i++;
        else if (!strcmp(argv[i], "--flaw") && flaw_named(value) >= 0)
            options.flaw = (enum bl_rsb_flaw)flaw_named(value), i++;
        else return usage();
    }
    if (options.cells < 3 || options.cells > BL_RSB_CELLS || !options.limit) return usage();
    struct bl_rsb_check check = bl_rsb_check(&options);
    bl_rsb_check_print(stdout, &check, &options);
    free(check.trace);
    return check.fault ? 1 : 0;
}
