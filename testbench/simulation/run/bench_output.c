/* The result as a file: the columns of the record, and behind them those that stages of the user's
   own have made; or counts. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "base/carried/counted.h"

/* The last version of a column that is a result, or -1. */
static int result_of(const struct bl_bench_program *program, int column) {
    int last = -1;
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v].result && bl_bench_in_memory(program, v) &&
            program->versions[v].column == column)
            last = v;
    return last;
}

/* Behind the `count` columns of the record. */
static int add_made(const struct bl_bench_program *program, int *versions, int count) {
    for (int c = program->column_count; c < program->column_count + program->made_count; c++) {
        int version = result_of(program, c);
        if (version >= 0 && program->versions[version].rows == program->versions[versions[0]].rows)
            versions[count++] = version;
    }
    return count;
}

int bl_bench_output_versions(const struct bl_bench_program *program,
                             int versions[2 * BL_BENCH_COLUMNS], FILE *problems,
                             const char *before) {
    for (int c = 0; c < program->column_count; c++) {
        versions[c] = result_of(program, c);
        if (versions[c] < 0)
            fprintf(problems, "%s--output: the pipeline hands back no version of the column %s\n",
                    before, program->columns[c].name);
        else if (program->versions[versions[c]].rows != program->versions[versions[0]].rows)
            fprintf(problems, "%s--output: %s and %s are not columns of the same records\n", before,
                    program->versions[versions[0]].name, program->versions[versions[c]].name);
        else continue;
        return 0;
    }
    return add_made(program, versions, program->column_count);
}

/* How many records the version has: stages of the user's own may have dropped some. */
static uint64_t record_count(const struct bl_bench_run *run, int version) {
    uint64_t count = 0;
    for (int n = 0; n < run->program->nodes; n++)
        for (int l = 0; l < run->program->lanes; l++) count += *bl_bench_count(run, version, n, l);
    return count;
}

static void collect(struct bl_bench_run *run, const int *versions, struct bl_records *records) {
    uint64_t done = 0;
    for (int n = 0; n < run->program->nodes; n++)
        for (int l = 0; l < run->program->lanes; l++) {
            uint64_t count = *bl_bench_count(run, versions[0], n, l);
            for (int c = 0; c < records->column_count; c++) {
                void *items = bl_bench_fetch(run, versions[c], n, l);
                size_t bytes = (size_t)records->bytes[c];
                if (items && done + count <= records->count)
                    memcpy(records->items[c] + done * bytes, items, count * bytes);
                bl_zfree(items);
            }
            done += count;
        }
}

bool bl_bench_only_counts(const struct bl_bench_program *program) {
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v].result) return false;
    return program->histogram_count > 0;
}

/* Counts alone are the output; beside records each histogram has a file of its own,
 * OUTPUT.NAME.csv. */
static bool write_histograms(struct bl_bench_run *run, bool beside) {
    const char *output = run->options.output;
    bool ok = true;
    for (int h = 0; h < run->program->histogram_count && ok; h++) {
        const char *name = run->program->histograms[h].name;
        char *path = bl_zalloc(strlen(output) + strlen(name) + sizeof "..csv", 1);
        strcpy(path, output);
        if (beside || run->program->histogram_count > 1) sprintf(path, "%s.%s.csv", output, name);
        ok = bl_bench_write_histogram(run, h, path);
        bl_zfree(path);
    }
    return ok;
}

static bool write_records(struct bl_bench_run *run) {
    int versions[2 * BL_BENCH_COLUMNS], bytes[2 * BL_BENCH_COLUMNS];
    int count = bl_bench_output_versions(run->program, versions, run->problems, "");
    if (!count) return false;
    for (int c = 0; c < count; c++) bytes[c] = run->golden->bytes[versions[c]];
    struct bl_records records = bl_records_of(bytes, count, record_count(run, versions[0]));
    collect(run, versions, &records);
    bool ok = bl_records_write(&records, run->options.output, bl_bench_stop, run, run->problems);
    if (!ok) fputc('\n', run->problems);
    bl_records_free(&records);
    return ok;
}

bool bl_bench_write_output(struct bl_bench_run *run) {
    bool only_counts = bl_bench_only_counts(run->program);
    return write_histograms(run, !only_counts) && (only_counts || write_records(run));
}

/* How many columns the records of the written file have; 0: there is none. */
static int written(const struct bl_bench_run *run, int versions[2 * BL_BENCH_COLUMNS]) {
    if (!run->options.output || !run->result.ok || run->unwritten ||
        bl_bench_only_counts(run->program))
        return 0;
    return bl_bench_output_versions(run->program, versions, stderr, "");
}

static int record_bytes(const struct bl_bench_run *run, const int *versions, int count) {
    int sum = 0;
    for (int c = 0; c < count; c++) sum += run->golden->bytes[versions[c]];
    return sum;
}

void bl_bench_print_output(const struct bl_bench_run *run, FILE *file) {
    int versions[2 * BL_BENCH_COLUMNS], count = written(run, versions);
    if (!count) return;
    uint64_t records = record_count(run, versions[0]);
    int size = record_bytes(run, versions, count);
    fprintf(file, "output          %" PRIu64 " record%s of %d byte%s: ", records,
            bl_ending((int64_t)records, "s"), size, bl_ending(size, "s"));
    for (int c = 0; c < count; c++)
        fprintf(file, "%s%s %d B", c ? ", " : "",
                run->program->columns[run->program->versions[versions[c]].column].name,
                run->golden->bytes[versions[c]]);
    fputc('\n', file);
}

void bl_bench_json_output(const struct bl_bench_run *run, FILE *file) {
    int versions[2 * BL_BENCH_COLUMNS], count = written(run, versions);
    if (!count) return;
    fprintf(file, "  \"output\": {\"records\": %" PRIu64 ", \"record_bytes\": %d, \"columns\": [",
            record_count(run, versions[0]), record_bytes(run, versions, count));
    for (int c = 0; c < count; c++)
        fprintf(file, "%s{\"name\": \"%s\", \"bytes\": %d, \"made\": %s}", c ? ", " : "",
                run->program->columns[run->program->versions[versions[c]].column].name,
                run->golden->bytes[versions[c]],
                c < run->program->column_count ? "false" : "true");
    fputs("]},\n", file);
}
