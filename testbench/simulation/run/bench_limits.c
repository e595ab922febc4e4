/* Options of a run that are impossible, found before anything is simulated, or even
 * compiled. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/carried/bench_options.h"
#include "simulation/run/bench_state_inner.h"
#include "simulation/records/records.h"
#include "base/carried/counted.h"
#include "base/carried/files.h"

enum { REFUSED_OUTPUT = 1, REFUSED = 2 /* exit status */ };

struct output {
    const char *option, *path;
    bool text; /* may stand behind the report */
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
    int versions[2 * BL_BENCH_COLUMNS];
    char before[64];
    snprintf(before, sizeof before, "%s: ", options->name);
    if (!options->output) return -1;
    if (bl_bench_only_counts(program)) return -1;
    return bl_bench_output_versions(program, versions, stderr, before) ? -1 : REFUSED;
}

/* Records or a waveform that go where the report goes would be mixed with it. */
static int check_report(const struct bl_bench_options *options, const struct output *output) {
    struct stat report, about;
    if (!output->path || output->text || fstat(STDOUT_FILENO, &report) ||
        stat(output->path, &about))
        return -1;
    bool swallowed = S_ISCHR(report.st_mode) && !isatty(STDOUT_FILENO);
    if (report.st_dev != about.st_dev || report.st_ino != about.st_ino || swallowed) return -1;
    fprintf(stderr, "%s: %s %s: the report goes there, to standard output\n", options->name,
            output->option, output->path);
    return REFUSED;
}

int bl_bench_check_outputs(const struct bl_bench_options *options) {
    const struct output outputs[] = {{"--output", options->output, false},
                                     {"--json-file", options->json_file, true},
                                     {"--trace", options->trace.path, false},
                                     {"--pcap", options->pcap.path, false}};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        for (size_t k = 0; k < i; k++)
            if (check_apart(options, &outputs[k], &outputs[i]) >= 0) return REFUSED;
        if (check_report(options, &outputs[i]) >= 0) return REFUSED;
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

/* Whether a node has room for so many records, which `said` asks for. */
static int check_room(const struct bl_bench_options *options,
                      const struct bl_bench_program *program, uint64_t records, const char *said) {
    uint64_t most = bl_bench_most_keys(program);
    if (records <= most) return -1;
    fprintf(stderr, "%s: %s: %s has no room for so many records a node, only for %" PRIu64 "\n",
            options->name, said,
            most == most_by_regions(program) ? "a node's memory" : "this computer's memory", most);
    return REFUSED;
}

static int check_keys(const struct bl_bench_options *options,
                      const struct bl_bench_program *program) {
    char said[64];
    snprintf(said, sizeof said, "--keys %" PRIu64, options->keys);
    return options->input ? -1 : check_room(options, program, options->keys, said);
}

/* Whether the input can be read, holds whole records, and not too many. */
static int check_input(const struct bl_bench_options *options,
                       const struct bl_bench_program *program) {
    uint64_t count = 0, nodes = (uint64_t)program->nodes;
    char before[64], said[64];
    snprintf(before, sizeof before, "%s: --input ", options->name);
    if (!options->input || !program->column_count) return -1;
    if (!bl_records_count(program, options->input, &count, before, stderr)) return REFUSED;
    snprintf(said, sizeof said, "--input with %" PRIu64 " record%s on %d node%s", count,
             bl_ending((int64_t)count, "s"), program->nodes, bl_ending(program->nodes, "s"));
    return check_room(options, program, (count + nodes - 1) / nodes, said);
}

int bl_bench_limits(const struct bl_bench_options *options,
                    const struct bl_bench_program *program) {
    int status = check_input(options, program);
    if (status < 0) status = check_key_bits(options, program);
    if (status < 0) status = check_keys(options, program);
    if (status < 0) status = check_result(options, program);
    return status < 0 ? bl_bench_check_outputs(options) : status;
}
