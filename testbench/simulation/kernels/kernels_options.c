#include "kernel/carried/kernels_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "ir/carried/medium.h"
#include "ir/carried/memory.h"
#include "simulation/run/bench_faults.h"
#include "simulation/run/bench_state_inner.h"

static int wrong(const struct bl_kernels_options *options, const char *what, const char *word) {
    fprintf(stderr, "%s: %s: %s (see --help)\n", options->bench.name, word, what);
    return 2;
}

static bool read_number(const char *text, uint64_t most, uint64_t *number) {
    return bl_bench_number(text, number) && *number <= most;
}

/* Whether a name is that of an argument, alone or behind the name of its kernel. */
static bool is_argument(const char *kernel, const char *argument, const char *name, size_t length) {
    size_t before = strlen(kernel);
    if (length > before && !strncmp(name, kernel, before) && name[before] == '.') {
        name += before + 1;
        length -= before + 1;
    }
    return strlen(argument) == length && !strncmp(name, argument, length);
}

static bool is_one_of(const char *kernel, const char *const *arguments, int count, const char *name,
                      size_t length) {
    for (int i = 0; i < count; i++)
        if (is_argument(kernel, arguments[i], name, length)) return true;
    return false;
}

static bool is_known(const struct bl_kernels *kernels, const char *name, size_t length) {
    for (int i = 0; i < kernels->kernel_count; i++)
        if (is_one_of(kernels->kernels[i].name, kernels->kernels[i].arguments,
                      kernels->kernels[i].argument_count, name, length))
            return true;
    for (int i = 0; i < kernels->own_count; i++)
        if (is_one_of(kernels->owns[i].name, kernels->owns[i].arguments,
                      kernels->owns[i].argument_count, name, length))
            return true;
    return false;
}

/* NAME=VALUE,... */
static int read_sets(struct bl_kernels_options *options, const struct bl_kernels *kernels,
                     char *text) {
    for (char *next; text; text = next) {
        char *equals = strchr(text, '=');
        uint64_t value;
        next = strchr(text, ',');
        if (next) *next++ = 0;
        if (!equals || !read_number(equals + 1, UINT32_MAX, &value))
            return wrong(options, "it is NAME=NUMBER, of 32 bits", text);
        if (!is_known(kernels, text, (size_t)(equals - text)))
            return wrong(options, "no kernel has such an argument", text);
        if (options->set_count == BL_KERNELS_SETS)
            return wrong(options, "these are too many values", text);
        options->sets[options->set_count++] = (struct bl_kernels_set){text, (int)(equals - text),
                                                                      (uint32_t)value};
    }
    return -1;
}

uint32_t bl_kernels_argument(const struct bl_kernels_options *options, const char *kernel,
                             const char *argument, bool *given) {
    const struct bl_kernels_set *last = NULL;
    for (int i = 0; i < options->set_count; i++)
        if (is_argument(kernel, argument, options->sets[i].name, (size_t)options->sets[i].length))
            last = &options->sets[i];
    if (given) *given = last;
    return last ? last->value : BL_KERNELS_USUAL;
}

/* ---- all options */

enum kind { SETS, GROUP, NUMBER, MEMORY, THREADS, FAULTS, TRACE, PCAP, JSON, JSON_FILE, QUIET };
static const struct option {
    const char *name, *argument, *help;
    enum kind kind;
} table[] = {
    {"--set", "LIST", "arguments of the kernels, NAME=N,...; also KERNEL.NAME=N; the others are 16",
     SETS},
    {"--group", "NAME", "group of kernels to start (the first)", GROUP},
    {"--seed", "N", "seed of the contents of the memories (1)", NUMBER},
    {"--memory", "NAME", "model of the memory channels, and faults, below", MEMORY},
    {"--threads", "T", "threads that simulate (one per processor)", THREADS},
    {"--faults", "LIST", "faults between the nodes, below", FAULTS},
    {"--trace", "FILE",
     "waveform of one node, FST if FILE ends in .fst, else VCD; also FILE,node=I,from=T,to=T",
     TRACE},
    {"--pcap", "FILE",
     "frames between the nodes, for Wireshark, where the network has them; also FILE,node=I", PCAP},
    {"--json", NULL, "print the result as one JSON document", JSON},
    {"--json-file", "FILE", "write that document to a file as well", JSON_FILE},
    {"--quiet", NULL, "the table only", QUIET}};
enum { OPTIONS = sizeof table / sizeof *table };

static int take(struct bl_kernels_options *options, const struct option *option,
                const struct bl_kernels *kernels, char *text) {
    uint64_t number = 0;
    switch (option->kind) {
    case SETS: return read_sets(options, kernels, text);
    case GROUP: options->group = text; return -1;
    case NUMBER:
        if (!read_number(text, UINT64_MAX >> 1, &number)) return wrong(options, "a number", text);
        options->bench.seed = number;
        return -1;
    case THREADS:
        if (!read_number(text, 1024, &number)) return wrong(options, "1 to 1024", text);
        options->bench.threads = (int)number;
        return -1;
    case MEMORY: options->bench.memory = text; return -1;
    case FAULTS:
        if (options->bench.faults) return wrong(options, "one --faults has all, with commas", text);
        options->bench.faults = text;
        return -1;
    case TRACE:
        return bl_bench_read_trace(&options->bench, text)
                   ? -1
                   : wrong(options, "it is FILE[,node=N][,from=CYCLE][,to=CYCLE]", text);
    case PCAP:
        return bl_bench_read_pcap(&options->bench, text)
                   ? -1
                   : wrong(options, "it is FILE[,node=N]", text);
    case JSON_FILE: options->bench.json_file = text; return -1;
    case JSON: options->bench.json = true; return -1;
    case QUIET: options->bench.quiet = true; return -1;
    }
    return -1;
}

static void print_help(const struct bl_bench_program *program, const struct bl_kernels *kernels) {
    printf("Runs the kernels of cluster %s on %d simulated node%s and compares the memories with "
           "the golden model.\n\n",
           kernels->name, kernels->nodes, bl_ending(kernels->nodes, "s"));
    for (int i = 0; i < OPTIONS; i++)
        printf("  %-11s %-5s  %s\n", table[i].name, table[i].argument ? table[i].argument : "",
               table[i].help);
    if (bl_bench_channels(program)) bl_bench_memories_help(program);
    const struct bl_medium_kind *medium = program->model->medium;
    if (medium && medium->faults) {
        printf("\nBetween the nodes, for --faults:\n");
        bl_medium_faults_help(stdout, medium);
    }
    printf("\nExit status: 0 equal to the golden model, 1 a difference or a failed run, 2 wrong "
           "use, 130 interrupted.\n");
}

static int parse(struct bl_kernels_options *options, int argc, char **argv,
                 const struct bl_bench_program *program, const struct bl_kernels *kernels) {
    for (int i = 1; i < argc; i++) {
        int found = 0;
        if (!strcmp(argv[i], "--help")) {
            print_help(program, kernels);
            return 0;
        }
        while (found < OPTIONS && strcmp(table[found].name, argv[i])) found++;
        if (found == OPTIONS) return wrong(options, "unknown option", argv[i]);
        if (table[found].argument && ++i == argc)
            return wrong(options, "needs a value", argv[i - 1]);
        int status = take(options, &table[found], kernels, argv[i]);
        if (status >= 0) return status;
    }
    return -1;
}

static int check(const struct bl_kernels_options *options, const struct bl_bench_program *program) {
    struct bl_bench_faults faults;
    const char *memory = bl_bench_check_memory(&options->bench, program);
    if (memory) return wrong(options, memory, options->bench.memory);
    int status = bl_bench_check_views(&options->bench, program);
    if (status < 0) status = bl_bench_check_outputs(&options->bench);
    if (status >= 0) return status;
    if (!options->bench.faults || !(program->model->create || program->model->medium)) return -1;
    const char *message = bl_bench_faults_parse(options->bench.faults, program, &faults);
    return message ? wrong(options, message, "--faults") : -1;
}

int bl_kernels_options_parse(struct bl_kernels_options *options, int argc, char **argv,
                             const struct bl_bench_program *program,
                             const struct bl_kernels *kernels) {
    const char *slash = strrchr(argv[0], '/');
    *options = (struct bl_kernels_options){.bench = {.name = slash ? slash + 1 : argv[0],
                                                     .seed = 1,
                                                     .memory = bl_bench_usual_memory(program),
                                                     .trace.to = INT64_MAX}};
    int status = parse(options, argc, argv, program, kernels);
    if (status < 0) status = check(options, program);
    if (status >= 0) bl_bench_options_free(&options->bench);
    return status;
}
