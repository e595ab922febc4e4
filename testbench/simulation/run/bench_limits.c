/* What of a run's options can be told to be impossible before anything is simulated, or even
 * compiled. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "simulation/run/bench_options.h"
#include "simulation/run/bench_state.h"
#include "simulation/core/files.h"

enum { REFUSED_OUTPUT = 1, REFUSED = 2 /* exit status */ };

/* Whether the input can be opened, and is not a folder or the like. */
static int check_input(const struct bl_bench_options *options) {
    struct stat about;
    const char *path = options->input;
    if (!path) return -1;
    if (access(path, R_OK) || stat(path, &about))
        fprintf(stderr, "%s: --input %s: %s\n", options->name, path, strerror(errno));
    else if (!S_ISREG(about.st_mode))
        fprintf(stderr, "%s: --input %s: not a regular file\n", options->name, path);
    else return -1;
    return REFUSED;
}

struct output {
    const char *option, *path;
};

static int check_apart(const struct bl_bench_options *options, const struct output *a,
                       const struct output *b) {
    if (!a->path || !b->path || !bl_file_same(a->path, b->path)) return -1;
    fprintf(stderr, "%s: %s %s: it is the same file as %s %s\n", options->name, b->option, b->path,
            a->option, a->path);
    return REFUSED;
}

/* Whether the pipeline hands back what --output is to hold. */
static int check_result(const struct bl_bench_options *options,
                        const struct bl_bench_program *program) {
    int versions[BL_BENCH_COLUMNS];
    char before[64];
    snprintf(before, sizeof before, "%s: ", options->name);
    if (!options->output) return -1;
    if (bl_bench_only_counts(program)) return -1;
    return bl_bench_output_versions(program, versions, stderr, before) ? -1 : REFUSED;
}

static int check_outputs(const struct bl_bench_options *options) {
    const struct output outputs[] = {{"--output", options->output},
                                     {"--json-file", options->json_file},
                                     {"--trace", options->trace.path}};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        for (size_t k = 0; k < i; k++)
            if (check_apart(options, &outputs[k], &outputs[i]) >= 0) return REFUSED;
        int error = outputs[i].path ? bl_file_check(outputs[i].path) : 0;
        if (!error) continue;
        fprintf(stderr, "%s: %s %s: cannot be written: %s\n", options->name, outputs[i].option,
                outputs[i].path, strerror(error));
        return REFUSED_OUTPUT;
    }
    return -1;
}

/* No column that decides where a record goes has more bits than the widest of them. */
static int check_key_bits(const struct bl_bench_options *options,
                          const struct bl_bench_program *program) {
    int widest = 0;
    for (int i = 0; i < program->column_count; i++)
        if (program->columns[i].key_bits && 8 * program->columns[i].bytes > widest)
            widest = 8 * program->columns[i].bytes;
    if (!widest || options->key_bits <= widest) return -1;
    fprintf(stderr, "%s: --key-bits %d: the key has %d bits\n", options->name, options->key_bits,
            widest);
    return REFUSED;
}

/* Records a node that the source's regions in the simulated memory can hold at most. */
static uint64_t most_by_regions(const struct bl_bench_program *program) {
    uint64_t most = UINT64_MAX;
    for (int v = 0; v < program->version_count; v++) {
        const struct bl_bench_version *version = &program->versions[v];
        if (!version->source || !version->live) continue;
        uint64_t records = version->region / (uint64_t)program->columns[version->column].bytes *
                           (uint64_t)program->lanes;
        if (records < most) most = records;
    }
    return most;
}

/* Records a node that this computer's memory can hold, three times: the input, the golden model's
 * copy, the simulated memory. */
static uint64_t most_by_host(const struct bl_bench_program *program) {
    uint64_t size = 0, bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < program->column_count; i++) size += (uint64_t)program->columns[i].bytes;
    return bytes / (3 * size * (uint64_t)program->nodes);
}

uint64_t bl_bench_most_keys(const struct bl_bench_program *program) {
    uint64_t regions = most_by_regions(program),
             host = program->column_count ? most_by_host(program) : UINT64_MAX;
    return regions < host ? regions : host;
}

static int check_keys(const struct bl_bench_options *options,
                      const struct bl_bench_program *program) {
    uint64_t most = bl_bench_most_keys(program);
    if (options->input || options->keys <= most) return -1;
    fprintf(stderr,
            "%s: --keys %" PRIu64 ": %s has no room for so many records a node, only for %" PRIu64
            "\n",
            options->name, options->keys,
            most == most_by_regions(program) ? "a node's memory" : "this computer's memory", most);
    return REFUSED;
}

int bl_bench_limits(const struct bl_bench_options *options,
                    const struct bl_bench_program *program) {
    int status = check_input(options);
    if (status < 0) status = check_key_bits(options, program);
    if (status < 0) status = check_keys(options, program);
    if (status < 0) status = check_result(options, program);
    return status < 0 ? check_outputs(options) : status;
}
