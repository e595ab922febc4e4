/* The options of a bench. */
#ifndef BL_BENCH_OPTIONS_H
#define BL_BENCH_OPTIONS_H

#include "ir/carried/bench.h"

struct bl_bench_options {
    const char *name;    /* of the program, in front of a message about wrong use */
    uint64_t keys, seed; /* keys: records a node, without --input */
    bool seeded; /* a host program has said the seed, which is that of the host's bus, too */
    const char *distribution, *input, *output, *memory, *json_file;
    const char *faults;    /* of the medium; NULL: none */
    int threads, key_bits; /* 0: one per processor; 0: as the program's table says */
    struct {
        char *path; /* NULL: no trace */
        int node;
        int64_t from, to; /* cycles since the start */
    } trace;
    struct {
        char *path; /* NULL: no capture of frames */
        int node;   /* -1: all */
    } pcap;
    bool json, quiet, progress;
};

/* Returns -1 when the run shall go on, else the exit status (0 after --help and --dist list, 2
   after a message about wrong use, 1 after one about a file that cannot be written). argv[0] names
   the program in messages. Of the program's table it reads pipeline, nodes, lanes, model,
   default_keys, the columns' bytes and key_bits, and of the versions column, source, live and
   region; tables that are empty are not checked against. */
int bl_bench_options_parse(struct bl_bench_options *options, int argc, char **argv,
                           const struct bl_bench_program *program);
/* The part of it that is about sizes and files: -1 or the exit status. */
int bl_bench_limits(const struct bl_bench_options *options, const struct bl_bench_program *program);
/* Records a node that there is room for, in its own memory and in this computer's. */
uint64_t bl_bench_most_keys(const struct bl_bench_program *program);
/* A number as people write it: 1048576, 2^20, 64K, 4M. False: it is none. */
bool bl_bench_number(const char *text, uint64_t *value);
/* Which kind of waveform a file is for, by its name; what follows a comma does not belong to the
 * name: "fst" or "vcd". */
const char *bl_trace_kind(const char *path);
void bl_bench_options_free(struct bl_bench_options *options);

#endif
