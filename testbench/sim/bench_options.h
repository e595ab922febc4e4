/* The options of a bench. */
#ifndef BL_BENCH_OPTIONS_H
#define BL_BENCH_OPTIONS_H

#include "bench.h"

struct bl_bench_options {
    uint64_t keys, seed;     /* keys: records a node, without --input */
    const char *distribution, *input, *output, *memory, *json_file;
    int threads, key_bits;   /* 0: one per processor; 0: as the program's table says */
    struct {
        char *path;          /* NULL: no trace */
        int node;
        int64_t from, to;    /* clocks since the start */
    } trace;
    bool json, quiet, progress;
};

/* Returns -1 when the run shall go on, else the exit status (0 after --help and --dist list, 2 after a message about wrong use). */
int bl_bench_options_parse(struct bl_bench_options *options, int argc, char **argv, const struct bl_bench_program *program);
/* Which kind of waveform a file is for, by its name; what follows a comma does not belong to the name: "fst" or "vcd". */
const char *bl_trace_kind(const char *path);
void bl_bench_options_free(struct bl_bench_options *options);

#endif
