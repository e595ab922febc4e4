#define _POSIX_C_SOURCE 200809L
#include "ir/carried/bench_options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/carried/checked.h"
#include "simulation/memory/faults.h"
#include "simulation/run/bench_faults.h"
#include "ir/carried/inputs.h"
#include "ir/carried/medium.h"
#include "ir/carried/memory.h"
#include "base/carried/counted.h"

bool bl_bench_number(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*text)) return false;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex && !isxdigit((unsigned char)text[2])) return false;
    *value = strtoull(text, &end, hex ? 16 : 10);
    if (hex) return !*end && errno == 0;
    if (*end == '^' && *value == 2 && isdigit((unsigned char)end[1])) {
        uint64_t power = strtoull(end + 1, &end, 10);
        if (power > 62) return false;
        *value = UINT64_C(1) << power;
    }
    const char *suffix = "KMG";
    const char *found = *end ? strchr(suffix, *end) : NULL;
    if (found) {
        int shift = 10 * (int)(found - suffix + 1);
        if (*value > UINT64_MAX >> shift) return false;
        *value <<= shift;
        end++;
    }
    return !*end && errno == 0;
}

bool bl_bench_read_trace(struct bl_bench_options *options, const char *text) {
    bool ok = true;
    bl_zfree(options->trace.path);
    options->trace.path = bl_zalloc(strlen(text) + 1, 1);
    strcpy(options->trace.path, text);
    for (char *part = strchr(options->trace.path, ','); part && ok;) {
        uint64_t value = 0;
        *part++ = 0;
        char *equals = strchr(part, '='), *next = strchr(part, ',');
        if (next) *next = 0;
        ok = equals && bl_bench_number(equals + 1, &value) && value <= INT64_MAX;
        if (equals) *equals = 0;
        if (ok && strcmp(part, "node") == 0)
            options->trace.node = value < 1000000 ? (int)value : -1;
        else if (ok && strcmp(part, "from") == 0) options->trace.from = (int64_t)value;
        else if (ok && strcmp(part, "to") == 0) options->trace.to = (int64_t)value;
        else ok = false;
        part = next;
    }
    return ok && options->trace.path[0];
}

bool bl_bench_read_pcap(struct bl_bench_options *options, const char *text) {
    uint64_t node = 0;
    bl_zfree(options->pcap.path);
    options->pcap.path = bl_zalloc(strlen(text) + 1, 1);
    strcpy(options->pcap.path, text);
    options->pcap.node = -1;
    char *part = strchr(options->pcap.path, ',');
    if (part) {
        *part++ = 0;
        if (strncmp(part, "node=", 5) != 0 || !bl_bench_number(part + 5, &node) || node > INT_MAX)
            return false;
        options->pcap.node = (int)node;
    }
    return options->pcap.path[0];
}

enum kind { FLAG, TEXT, LIST, NUMBER, INTEGER, CYCLE, TRACE, PCAP, PROGRESS };

struct option {
    const char *name, *argument;
    enum kind kind;
    void *value;
    uint64_t most; /* of a number */
    const char *help;
};

static bool read_progress(struct bl_bench_options *options, const char *text) {
    options->progress = strcmp(text, "auto") == 0 && isatty(STDERR_FILENO);
    return strcmp(text, "auto") == 0 || strcmp(text, "never") == 0;
}

static bool take(struct bl_bench_options *options, const struct option *option, const char *text) {
    uint64_t number = 0;
    if (option->kind == TEXT || option->kind == LIST) *(const char **)option->value = text;
    if (option->kind == TRACE) return bl_bench_read_trace(options, text);
    if (option->kind == PCAP) return bl_bench_read_pcap(options, text);
    if (option->kind == PROGRESS) return read_progress(options, text);
    if (option->kind != NUMBER && option->kind != INTEGER && option->kind != CYCLE) return true;
    if (!bl_bench_number(text, &number) || number > option->most) return false;
    if (option->kind == NUMBER) *(uint64_t *)option->value = number;
    else if (option->kind == CYCLE) *(int64_t *)option->value = (int64_t)number;
    else *(int *)option->value = (int)number;
    return true;
}

static void print_rates(const struct bl_bench_program *program) {
    const struct bl_medium_kind *medium = program->model->medium;
    if (medium && medium->faults) {
        printf("\nBetween the nodes, for --faults:\n");
        bl_medium_faults_help(stdout, medium);
    }
    if (!program->host) return;
    printf("\nBeyond the host ports, for --faults:\n");
    bl_host_faults_help(stdout);
}

void bl_bench_memories_help(const struct bl_bench_program *program) {
    printf("\nMemories, %s is the usual one here:\n", bl_memory_usual(program->board_memory)->name);
    bl_memories_help(stdout);
    printf("\nBehind the name of a memory, what is to go wrong:\n");
    bl_faults_help(stdout);
}

static void print_help(const struct bl_bench_program *program, const struct option *table) {
    printf("Runs the pipeline %s on %d simulated node%s and compares the result with the golden "
           "model.\n\n",
           program->pipeline, program->nodes, bl_ending(program->nodes, "s"));
    for (; table->name; table++)
        printf("  %-13s %-5s  %s\n", table->name, table->argument ? table->argument : "",
               table->help);
    printf("\nDistributions:\n");
    bl_inputs_help(stdout);
    bl_bench_memories_help(program);
    print_rates(program);
    printf("\nExit status: 0 equal to the golden model, 1 a difference, nothing to compare or a "
           "failed run, 2 wrong use or bad input,\n"
           "130 interrupted.\n");
}

static int wrong(const struct bl_bench_options *options, const char *what, const char *word) {
    fprintf(stderr, "%s: %s: %s (see --help)\n", options->name, word, what);
    return 2;
}

/* Whether the option means nothing for records from a file. */
static bool of_generator(const char *name) {
    return strcmp(name, "--keys") == 0 || strcmp(name, "--dist") == 0 ||
           strcmp(name, "--seed") == 0;
}

static int parse_all(struct bl_bench_options *options, int argc, char **argv,
                     const struct bl_bench_program *program, const struct option *table) {
    const char *generator = NULL;
    for (int i = 1; i < argc; i++) {
        const struct option *option = table;
        while (option->name && strcmp(option->name, argv[i]) != 0) option++;
        if (strcmp(argv[i], "--help") == 0) {
            print_help(program, table);
            return 0;
        }
        if (!option->name) return wrong(options, "unknown option", argv[i]);
        if (!generator && of_generator(option->name)) generator = option->name;
        if (option->kind == FLAG) *(bool *)option->value = true;
        else if (i + 1 == argc) return wrong(options, "needs a value", argv[i]);
        else if (option->kind == LIST && *(const char **)option->value)
            return wrong(options, "is given twice; one has all, with commas", argv[i]);
        else if (!take(options, option, argv[++i]))
            return wrong(options, "not a value for this option", argv[i]);
    }
    if (options->input && generator)
        return wrong(options, "goes with generated records, and --input has its own records",
                     generator);
    return -1;
}

/* Whether the generators know the name and take its parameter. */
static bool check_distribution(const struct bl_bench_options *options) {
    const char *message, *name = options->distribution;
    const struct bl_input_config config = {.name = name, .key_bits = 1};
    struct bl_input *input = bl_input_new(&config, &message);
    if (!input)
        fprintf(stderr, "%s: --dist %s: %s; --dist list names all\n", options->name, name, message);
    if (input) bl_input_free(input);
    return input;
}

static int check_trace(const struct bl_bench_options *options,
                       const struct bl_bench_program *program) {
    const char *path = options->trace.path, *kind = program->model->trace_kind;
    if (options->trace.node < 0 || options->trace.node >= program->nodes)
        return wrong(options, "there is no such node to trace", "--trace");
    if (options->trace.from >= options->trace.to)
        return wrong(options, "its window is empty: `from` is not before `to`", "--trace");
    if (!kind)
        return wrong(options,
                     "this bench was compiled without tracing; make TRACE=vcd or TRACE=fst",
                     "--trace");
    if (strcmp(bl_trace_kind(path), kind) != 0)
        return wrong(options,
                     "this bench was compiled for waveforms of the other kind (.fst or not)", path);
    return -1;
}

const char *bl_bench_check_memory(const struct bl_bench_options *options,
                                  const struct bl_bench_program *program) {
    const struct bl_memory_kind *kind;
    struct bl_faults faults;
    const int channels = bl_bench_channels(program);
    const char *message = bl_faults_parse(options->memory, &kind, &faults);
    if (!message) message = bl_faults_check(&faults, program->nodes, channels);
    if (message || channels || (kind == &bl_memory_ideal && !faults.late)) return message;
    return "the nodes have no memory on their cards: it is `ideal`, with resets at most";
}

const char *bl_bench_usual_memory(const struct bl_bench_program *program) {
    return (bl_bench_channels(program) ? bl_memory_usual(program->board_memory) : &bl_memory_ideal)
        ->name;
}

const char *bl_bench_check_pcap(const struct bl_bench_options *options,
                                const struct bl_bench_program *program) {
    const struct bl_medium_kind *medium = program->model->medium;
    if (!options->pcap.path) return NULL;
    if (options->pcap.node >= program->nodes) return "there is no such node to capture";
    if (program->model->create && !(medium && medium->capture))
        return "the network between the nodes has no frames to capture";
    return NULL;
}

int bl_bench_check_views(const struct bl_bench_options *options,
                         const struct bl_bench_program *program) {
    int status = options->trace.path ? check_trace(options, program) : -1;
    const char *pcap = status < 0 ? bl_bench_check_pcap(options, program) : NULL;
    return pcap ? wrong(options, pcap, "--pcap") : status;
}

static int check(const struct bl_bench_options *options, const struct bl_bench_program *program) {
    if (strcmp(options->distribution, "list") == 0) {
        bl_inputs_help(stdout);
        return 0;
    }
    const char *memory = bl_bench_check_memory(options, program);
    if (memory) return wrong(options, memory, options->memory);
    struct bl_bench_faults faults;
    const char *given = program->model->create || program->model->medium
                            ? bl_bench_faults_parse(options->faults, program, &faults)
                            : NULL;
    if (given) return wrong(options, given, "--faults");
    if (!options->input && !check_distribution(options)) return 2;
    int status = bl_bench_check_views(options, program);
    return status < 0 ? bl_bench_limits(options, program) : status;
}

const char *bl_trace_kind(const char *path) {
    size_t length = strcspn(path, ",");
    return length >= 4 && strncmp(path + length - 4, ".fst", 4) == 0 ? "fst" : "vcd";
}

int bl_bench_options_parse(struct bl_bench_options *options, int argc, char **argv,
                           const struct bl_bench_program *program) {
    const char *slash = strrchr(argv[0], '/');
    *options = (struct bl_bench_options){.name = slash ? slash + 1 : argv[0],
                                         .keys = program->default_keys,
                                         .seed = 1,
                                         .distribution = "uniform",
                                         .memory = bl_bench_usual_memory(program),
                                         .trace.to = INT64_MAX,
                                         .progress = isatty(STDERR_FILENO)};
    const struct option table[] = {
        {"--keys", "N", NUMBER, &options->keys, UINT64_C(1) << 40,
         "records per node; 2^17, 64K and the like are understood"},
        {"--dist", "NAME", TEXT, &options->distribution, 0, "distribution of the keys (uniform)"},
        {"--seed", "N", NUMBER, &options->seed, UINT64_MAX, "seed of the distribution (1)"},
        {"--input", "FILE", TEXT, &options->input, 0, "binary records in place of generated ones"},
        {"--output", "FILE", TEXT, &options->output, 0,
         "write the result, node by node, channel by channel"},
        {"--key-bits", "B", INTEGER, &options->key_bits, BL_WIDE_BITS,
         "keys are 0..2^B-1; a larger one in an input file is an error"},
        {"--threads", "T", INTEGER, &options->threads, 1024,
         "threads that simulate (one per processor)"},
        {"--memory", "NAME", TEXT, &options->memory, 0,
         "model of the memory channels, and faults, below"},
        {"--faults", "LIST", LIST, &options->faults, 0,
         "faults between the nodes and beyond their host ports, below"},
        {"--trace", "FILE", TRACE, NULL, 0,
         "waveform of one node, FST if FILE ends in .fst, else VCD; also FILE,node=I,from=T,to=T"},
        {"--trace-node", "I", INTEGER, &options->trace.node, 1000000, "its number (0)"},
        {"--trace-from", "T", CYCLE, &options->trace.from, INT64_MAX,
         "first cycle of it, counted from the start (0)"},
        {"--trace-to", "T", CYCLE, &options->trace.to, INT64_MAX,
         "the cycle after its last one (the end)"},
        {"--pcap", "FILE", PCAP, NULL, 0,
         "frames between the nodes, for Wireshark, where the network has them; also FILE,node=I"},
        {"--progress", "WHEN", PROGRESS, NULL, 0, "auto: on a terminal; or never (auto)"},
        {"--json", NULL, FLAG, &options->json, 0, "print the result as one JSON document"},
        {"--json-file", "FILE", TEXT, &options->json_file, 0,
         "write that document to a file as well"},
        {"--quiet", NULL, FLAG, &options->quiet, 0, "no progress, the table only"},
        {0}};
    int status = parse_all(options, argc, argv, program, table);
    if (status < 0) status = check(options, program);
    if (options->quiet || options->json) options->progress = false;
    if (status >= 0) bl_bench_options_free(options);
    return status;
}

void bl_bench_options_free(struct bl_bench_options *options) {
    bl_zfree(options->trace.path);
    bl_zfree(options->pcap.path);
}
