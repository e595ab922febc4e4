/* Counts that a pipeline hands back: read from the nodes, compared with the golden model, printed
 * and written. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/files.h"

enum {
    SHOWN = 8 /* differences said of a histogram, and values printed of it; the rest is counted */
};

static uint64_t values_of(const struct bl_bench_run *run, int histogram) {
    return bl_bench_values(&run->program->histograms[histogram]);
}

/* Of all nodes. */
static uint64_t sum_of(const struct bl_bench_run *run, int histogram, uint64_t value) {
    uint64_t sum = 0;
    for (int n = 0; n < run->program->nodes; n++)
        sum += run->histograms[histogram][(uint64_t)n * values_of(run, histogram) + value];
    return sum;
}

/* "5", or "2, 17" of two functions. */
static void print_value(const struct bl_bench_histogram *histogram, uint64_t value,
                        const char *between, FILE *file) {
    int low = histogram->device.low_bits;
    if (!strchr(histogram->text, ',')) fprintf(file, "%" PRIu64, value);
    else
        fprintf(file, "%" PRIu64 "%s%" PRIu64, value >> low, between,
                value & ((UINT64_C(1) << low) - 1));
}

bool bl_bench_read_histograms(struct bl_bench_run *run) {
    const struct bl_bench_program *program = run->program;
    run->histograms = bl_zalloc((size_t)program->histogram_count + 1, sizeof *run->histograms);
    for (int h = 0; h < program->histogram_count; h++) {
        uint64_t values = values_of(run, h);
        run->histograms[h] = bl_zalloc((size_t)program->nodes * values, sizeof **run->histograms);
        for (int n = 0; n < program->nodes && !run->interrupted; n++) {
            enum bl_device_result result = bl_device_counts(
                run->device, n, &program->histograms[h].device,
                run->histograms[h] + (uint64_t)n * values);
            if (result == BL_DEVICE_OK) continue;
            fprintf(run->problems, "node %d: the counts of %s: %s\n", n,
                    program->histograms[h].name, bl_device_message(run->device));
            return false;
        }
    }
    return true;
}

void bl_bench_free_histograms(struct bl_bench_run *run) {
    for (int h = 0; run->histograms && h < run->program->histogram_count; h++)
        bl_zfree(run->histograms[h]);
    bl_zfree(run->histograms);
}

static uint64_t compare(struct bl_bench_run *run, int h) {
    const struct bl_bench_histogram *histogram = &run->program->histograms[h];
    uint64_t different = 0, values = values_of(run, h);
    for (uint64_t i = 0; i < (uint64_t)run->program->nodes * values; i++) {
        if (run->histograms[h][i] == run->golden->counts[h][i] || ++different > SHOWN) continue;
        fprintf(run->problems, "%s (%s:%d): node %" PRIu64 ", value ", histogram->name,
                run->program->source_file, histogram->line, i / values);
        print_value(histogram, i % values, ", ", run->problems);
        fprintf(run->problems, ": %" PRIu32 " record%s, expected %" PRIu64 "\n",
                run->histograms[h][i], bl_ending(run->histograms[h][i], "s"),
                run->golden->counts[h][i]);
    }
    if (different > SHOWN)
        fprintf(run->problems, "%s (%s:%d): %" PRIu64 " count%s more that differ\n",
                histogram->name, run->program->source_file, histogram->line, different - SHOWN,
                bl_ending((int64_t)(different - SHOWN), "s"));
    return different;
}

bool bl_bench_check_histograms(struct bl_bench_run *run) {
    uint64_t different = 0;
    for (int h = 0; h < run->program->histogram_count && !bl_bench_stop(run);
         h++, run->result.histograms++)
        different += compare(run, h);
    return different == 0;
}

static uint64_t fullest(const struct bl_bench_run *run, int h) {
    uint64_t most = 0;
    for (uint64_t value = 1; value < values_of(run, h); value++)
        if (sum_of(run, h, value) > sum_of(run, h, most)) most = value;
    return most;
}

/* Few values are printed all; of many, how they spread. */
static void print_one(const struct bl_bench_run *run, int h, FILE *file) {
    const struct bl_bench_histogram *histogram = &run->program->histograms[h];
    uint64_t values = values_of(run, h), used = 0, most = fullest(run, h);
    for (uint64_t value = 0; value < values; value++) used += sum_of(run, h, value) > 0;
    fprintf(file, "%-15s histogram(%s): ", histogram->name, histogram->text);
    if (values <= SHOWN) {
        for (uint64_t value = 0; value < values; value++) {
            fputs(value ? ", " : "", file);
            print_value(histogram, value, "/", file);
            fprintf(file, ": %" PRIu64, sum_of(run, h, value));
        }
    } else {
        fprintf(file, "%" PRIu64 " of %" PRIu64 " values occur, most often ", used, values);
        print_value(histogram, most, "/", file);
        fprintf(file, " with %" PRIu64 " record%s", sum_of(run, h, most),
                bl_ending((int64_t)sum_of(run, h, most), "s"));
    }
    fputc('\n', file);
}

void bl_bench_print_histograms(const struct bl_bench_run *run, FILE *file) {
    for (int h = 0; run->histograms && h < run->program->histogram_count; h++)
        print_one(run, h, file);
}

void bl_bench_json_histograms(const struct bl_bench_run *run, FILE *file) {
    fputs("  \"histograms\": [", file);
    for (int h = 0; run->histograms && h < run->program->histogram_count; h++) {
        const struct bl_bench_histogram *histogram = &run->program->histograms[h];
        fprintf(file,
                "%s\n    {\"name\": \"%s\", \"functions\": \"%s\", \"low_bits\": %d, \"counts\": [",
                h ? "," : "", histogram->name, histogram->text, histogram->device.low_bits);
        for (int n = 0; n < run->program->nodes; n++) {
            fputs(n ? ", [" : "[", file);
            for (uint64_t value = 0; value < values_of(run, h); value++)
                fprintf(file, "%s%" PRIu32, value ? ", " : "",
                        run->histograms[h][(uint64_t)n * values_of(run, h) + value]);
            fputc(']', file);
        }
        fputs("]}", file);
    }
    fputs("],\n", file);
}

struct table {
    const struct bl_bench_run *run;
    int histogram;
};

static int write_table(FILE *file, void *argument) {
    const struct table *table = argument;
    const struct bl_bench_run *run = table->run;
    const struct bl_bench_histogram *histogram = &run->program->histograms[table->histogram];
    uint64_t values = values_of(run, table->histogram);
    fprintf(file, "%s", strchr(histogram->text, ',') ? "first,second" : "value");
    for (int n = 0; n < run->program->nodes; n++) fprintf(file, ",node%d", n);
    fputs(",all\n", file);
    for (uint64_t value = 0; value < values; value++) {
        print_value(histogram, value, ",", file);
        for (int n = 0; n < run->program->nodes; n++)
            fprintf(file, ",%" PRIu32,
                    run->histograms[table->histogram][(uint64_t)n * values + value]);
        fprintf(file, ",%" PRIu64 "\n", sum_of(run, table->histogram, value));
    }
    return 0;
}

bool bl_bench_write_histogram(struct bl_bench_run *run, int histogram, const char *path) {
    struct table table = {run, histogram};
    int error = bl_file_write(path, write_table, &table);
    if (error) fprintf(run->problems, "%s: %s\n", path, strerror(error));
    return !error;
}
