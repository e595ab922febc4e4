/* What every `bankloom run` of a cluster has in common: the options that are about the simulation
 * and its files, and the way from the emitted files to the bench's, or a host program's, end. */
#ifndef BL_RUN_COMMON_H
#define BL_RUN_COMMON_H

#include "base/text.h"
#include "command/options/options.h"
#include "output/model.h"

struct bl_cluster;
struct bl_medium_kind;
struct bl_sources;

struct bl_run_common {
    const char *simulator, *memory, *trace, *pcap, *json_file, *host;
    struct bl_text faults; /* to be freed */
    int64_t seed, threads; /* -1: not given */
    bool json, quiet;
    int argc;
    char **argv; /* all words, the host program's too */
    struct bl_model_options model;
    const char *trial; /* the verb that tries golden functions of the user's own, which run in the
                          bench; NULL: the program has none */
};

/* Their rows in a table of options; `RUN` points at struct bl_run_common. `HOSTED`: programs of its
   kind are run by a host program alone, which has no report and no waveforms. */
#define BL_RUN_OPTIONS(RUN, HOSTED)                                                               \
    {.name = "--threads",                                                                         \
     .kind = BL_OPTION_NUMBER,                                                                    \
     .value = &(RUN)->threads,                                                                    \
     .argument = "N",                                                                             \
     .low = 1,                                                                                    \
     .high = 1024,                                                                                \
     .help = "host threads (one per processor)"},                                                 \
        {.name = "--trace",                                                                       \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->trace,                                                                  \
         .hidden = (HOSTED),                                                                      \
         .argument = "SPEC",                                                                      \
         .help = "waveform FILE[,node=N][,from=CYCLE][,to=CYCLE]; FST if FILE ends in .fst, "     \
                 "else VCD"},                                                                     \
        {.name = "--pcap",                                                                        \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->pcap,                                                                   \
         .argument = "SPEC",                                                                      \
         .help = "frames between the nodes, for Wireshark: FILE[,node=N]; where the network has " \
                 "frames"},                                                                       \
        {.name = "--sim",                                                                         \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->simulator,                                                              \
         .argument = "NAME",                                                                      \
         .choices = "verilator icarus",                                                           \
         .help = "verilator (default), or icarus: slow, a second opinion for small sizes"},       \
        {.name = "--memory",                                                                      \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->memory,                                                                 \
         .argument = "NAME",                                                                      \
         .choices = "hbm2 hbm2_1600 ddr4 ddr3 ideal",                                             \
         .help = "hbm2, hbm2_1600, ddr4, ddr3 or ideal (the board's); with faults: "              \
                 "docs/faults.md"},                                                               \
        {.name = "--faults",                                                                      \
         .kind = BL_OPTION_LIST,                                                                  \
         .value = &(RUN)->faults,                                                                 \
         .argument = "LIST",                                                                      \
         .help = "faults between the nodes and beyond their host ports, "                         \
                 "WORD=RATE,... or, of hubs, cut=NODE:PORT@TIME; docs/faults.md"},                \
        {.name = "--json",                                                                        \
         .kind = BL_OPTION_FLAG,                                                                  \
         .value = &(RUN)->json,                                                                   \
         .hidden = (HOSTED),                                                                      \
         .help = "print the result as one JSON document"},                                        \
        {.name = "--json-file",                                                                   \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->json_file,                                                              \
         .hidden = (HOSTED),                                                                      \
         .argument = "FILE",                                                                      \
         .help = "write that document to a file as well"},                                        \
        {.name = "--quiet",                                                                       \
         .short_name = "-q",                                                                      \
         .kind = BL_OPTION_FLAG,                                                                  \
         .value = &(RUN)->quiet,                                                                  \
         .help = "print the table only"},                                                         \
        {.name = "--host",                                                                        \
         .kind = BL_OPTION_TEXT,                                                                  \
         .value = &(RUN)->host,                                                                   \
         .argument = "FILE",                                                                      \
         .help = "compile and run this host program on the cluster; its arguments follow after "  \
                 "--"},                                                                           \
    {                                                                                             \
        .name = "--keep", .kind = BL_OPTION_TEXT, .value = &(RUN)->model.keep, .argument = "DIR", \
        .help = "write and compile in DIR, not in the cache"                                      \
    }

/* An option and what was given for it: a text, or a number. */
struct bl_run_given {
    const char *option, *text; /* NULL: not given */
    const int64_t *number;     /* NULL: it is a text; -1: not given */
};

/* Looks whether the common options fit together, and with those of one kind of program, which end
 * with a row of NULL: a host program has an input and a report of its own. Fills the model's part.
 * False after a message: wrong use. */
bool bl_run_usable(struct bl_run_common *run, const struct bl_run_given *own);
/* Whether no file that the run writes is a source, or another of its files; `output` is one more,
 * or NULL. False after a message: wrong use. */
bool bl_run_apart(struct bl_arena *arena, const struct bl_run_common *run,
                  const struct bl_sources *sources, const char *output);
/* The command of the bench: the options of one kind of program, and the common ones. It has *count
 * words and ends with NULL; the bench speaks of itself as `name`. */
const char **bl_run_words(struct bl_arena *arena, const struct bl_run_common *run, const char *name,
                          const struct bl_run_given *own, int *count);
/* Whether the network of the cluster has what --faults and --pcap ask of it, before the bench is
   compiled. False after a message, which names the networks that have it: wrong use. Else what
   stands for the medium when the bench looks at its options: its faults. */
bool bl_run_network(struct bl_arena *arena, const struct bl_run_common *run,
                    const struct bl_cluster *cluster, struct bl_medium_kind *medium);
/* Finds the host program, where one was asked for. False after a message: wrong use. */
bool bl_run_find_host(struct bl_arena *arena, struct bl_run_common *run);

/* Puts together the files of the bench. */
typedef bool bl_run_files(struct bl_output *output, const struct bl_home *home, void *user);
/* Compiles the files and runs the bench with `words`, or the host program; the exit status. An
 * interrupt is held back until the model is made or given up, so that every one is reported the
 * same way; the bench looks for its own. */
int bl_run_simulate(struct bl_arena *arena, struct bl_run_common *run, const char *symbol,
                    const char *const *words, bl_run_files *files, void *user);

#endif
