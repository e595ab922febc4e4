/* What a run has shown: as a table for people, and as JSON. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/counted.h"
#include "base/carried/utf8.h"

/* Rates of a run, bytes a second; 0 when there is nothing to divide by. */
struct rates {
    double measured, peak, predicted, bound, bucket_bound;
};

static double rate(const struct bl_bench_run *run, double cycles) {
    double bytes = (double)run->result.records * run->program->counted_bytes;
    return cycles > 0 ? bytes / (cycles / bl_bench_core_hertz(run->program)) : 0;
}

static struct rates rates_of(const struct bl_bench_run *run) {
    const struct bl_bench_bound *bound = &run->result.bound;
    struct rates rates = {.measured = rate(run, (double)run->result.cycles),
                          .peak = bound->peak_bytes_per_second > 0
                                      ? bound->peak_bytes_per_second
                                      : run->program->peak_bytes_per_second,
                          .predicted = rate(run, bound->predicted_cycles),
                          .bound = rate(run, bound->cycles),
                          .bucket_bound = rate(run, bound->bucket_cycles)};
    return rates;
}

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static double speed(const struct bl_bench_run *run) {
    return run->result.seconds > 0 ? (double)run->result.node_cycles / run->result.seconds : 0;
}

static void print_input(const struct bl_bench_run *run, FILE *file) {
    fprintf(file, "keys            %" PRIu64 " on %d node%s, ", run->result.records,
            run->program->nodes, bl_ending(run->program->nodes, "s"));
    if (run->options.input) fprintf(file, "from %s\n", run->options.input);
    else fprintf(file, "%s, seed %" PRIu64 "\n", run->options.distribution, run->options.seed);
    fprintf(file, "memory          %s\n", run->options.memory);
    if (run->program->model->clocks == 1) return;
    for (int i = 0; i < run->program->model->clocks; i++)
        fprintf(file, "%s%s %.6g MHz", i ? ", " : "clocks of a node ", run->program->clocks[i].name,
                run->program->clocks[i].hertz / 1e6);
    fputc('\n', file);
}

static const char *verdict(const struct bl_bench_run *run) {
    if (!run->result.compared && !run->result.histograms)
        return "NOTHING compared with the golden model";
    return run->result.ok ? "matches the golden model" : "DIFFERS from the golden model";
}

/* Places behind the point that show three digits of a rate in GB/s, or more of a high one. */
static int places(double rate) { return rate >= 9.95e9 ? 1 : rate >= 0.995e9 ? 2 : 3; }

static bool network_count(const struct bl_bench_run *run, int i, struct bl_medium_count *count) {
    return run->device && bl_cluster_sim_count(bl_device_sim_cluster(run->device), i, count);
}

void bl_bench_print_network(const struct bl_bench_run *run, FILE *file) {
    struct bl_medium_count count;
    const char *head = "network";
    for (int i = 0; network_count(run, i, &count); i++) {
        if (!count.count) continue;
        fprintf(file, "%-15s %" PRIu64 " %s%s%s\n", head, count.count, count.name,
                count.place ? ", " : "", count.place ? count.place : "");
        head = "";
    }
}

static void print_predicted(const struct bl_bench_run *run, const struct rates *rates,
                            FILE *file) {
    if (run->program->reached)
        fprintf(file, "predicted       only the bound by keys: %s\n", run->program->reached);
    else
        fprintf(file, "predicted       %.*f GB/s, %.0f cycles for these keys\n",
                places(rates->predicted), rates->predicted / 1e9,
                run->result.bound.predicted_cycles);
}

void bl_bench_print(const struct bl_bench_run *run, FILE *file) {
    struct rates rates = rates_of(run);
    print_input(run, file);
    fprintf(file, "cycles          %" PRId64 ", from the start register to the last node's done\n",
            run->result.cycles);
    fprintf(file, "passes          A = %d\n", run->program->pass_count);
    fprintf(file, "peak            T = %.*f GB/s, of any number of keys%s\n", places(rates.peak),
            rates.peak / 1e9,
            rates.peak > run->program->peak_bytes_per_second ? " of which as many are kept" : "");
    print_predicted(run, &rates, file);
    fprintf(file, "measured        %.*f GB/s at %.6g MHz, %d byte%s a record\n",
            places(rates.measured), rates.measured / 1e9, bl_bench_core_hertz(run->program) / 1e6,
            run->program->counted_bytes, bl_ending(run->program->counted_bytes, "s"));
    fprintf(file, "share of peak   %.1f %%\n", percent(rates.measured, rates.peak));
    fprintf(file,
            "bound by keys   %.*f GB/s, %.0f cycle%s (largest bucket %.4f of the mean), reached to "
            "%.1f %%\n",
            places(rates.bound), rates.bound / 1e9, run->result.bound.cycles,
            bl_ending((int64_t)(run->result.bound.cycles + 0.5), "s"), run->result.bound.largest,
            percent(rates.measured, rates.bound));
    bl_bench_print_filters(run, file);
    bl_bench_print_histograms(run, file);
    bl_bench_print_output(run, file);
    bl_bench_print_network(run, file);
    bl_bench_print_counters(run, file);
    bl_bench_print_ports(run, file);
    fprintf(file, "golden model    %s (%d column version%s", verdict(run), run->result.compared,
            bl_ending(run->result.compared, "s"));
    if (run->result.histograms)
        fprintf(file, " and %d histogram%s", run->result.histograms,
                bl_ending(run->result.histograms, "s"));
    fputs(" compared)\n", file);
    fprintf(file, "simulation      %.1f s, %.0f node-cycles a second on %d thread%s\n",
            run->result.seconds, speed(run), run->result.threads,
            bl_ending(run->result.threads, "s"));
}

static void json_text(FILE *file, const char *text, size_t length) {
    fputc('"', file);
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        int count = bl_utf8_bytes(text + i, length - i);
        if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
        else if (c < 0x20) fprintf(file, "\\u%04x", c);
        else if (count) fwrite(text + i, 1, (size_t)count, file);
        else fprintf(file, BL_BYTE_IN_JSON, c);
        i += count ? (size_t)count : 1;
    }
    fputc('"', file);
}

static void json_member(FILE *file, const char *name, const char *text) {
    fprintf(file, "  \"%s\": ", name);
    json_text(file, text, strlen(text));
    fputs(",\n", file);
}

static void json_problems(const struct bl_bench_run *run, FILE *file) {
    const char *text = run->problem_text ? run->problem_text : "";
    fputs("  \"problems\": [", file);
    for (int i = 0; *text; i++) {
        size_t length = strcspn(text, "\n");
        fputs(i ? ", " : "", file);
        json_text(file, text, length);
        text += length + (text[length] == '\n');
    }
    fputs("]\n", file);
}

static void json_input(const struct bl_bench_run *run, FILE *file) {
    json_member(file, "pipeline", run->program->pipeline);
    json_member(file, "source", run->program->source_file);
    json_member(file, "memory", run->options.memory);
    if (run->options.input) json_member(file, "input", run->options.input);
    else {
        json_member(file, "distribution", run->options.distribution);
        fprintf(file, "  \"seed\": %" PRIu64 ",\n", run->options.seed);
    }
    fprintf(file, "  \"nodes\": %d,\n  \"lanes\": %d,\n  \"word_bytes\": %d,\n",
            run->program->nodes, run->program->lanes, run->program->word_bytes);
    fprintf(file, "  \"records\": %" PRIu64 ",\n  \"counted_bytes\": %d,\n", run->result.records,
            run->program->counted_bytes);
}

static void json_clocks(const struct bl_bench_run *run, FILE *file) {
    fputs("  \"node_clock_hertz\": {", file);
    for (int i = 0; i < run->program->model->clocks; i++) {
        fputs(i ? ", " : "", file);
        json_text(file, run->program->clocks[i].name, strlen(run->program->clocks[i].name));
        fprintf(file, ": %.17g", run->program->clocks[i].hertz);
    }
    fputs("},\n", file);
}

/* null where there is but a bound. */
static void json_predicted(const struct bl_bench_run *run, const char *name, double value,
                           FILE *file) {
    if (run->program->reached) fprintf(file, "  \"%s\": null,\n", name);
    else fprintf(file, "  \"%s\": %.17g,\n", name, value);
}

static void json_rates(const struct bl_bench_run *run, FILE *file) {
    struct rates rates = rates_of(run);
    fprintf(file, "  \"cycles\": %" PRId64 ",\n  \"passes\": %d,\n  \"core_hertz\": %.17g,\n",
            run->result.cycles, run->program->pass_count, bl_bench_core_hertz(run->program));
    fprintf(file, "  \"peak_bytes_per_second\": %.17g,\n", rates.peak);
    json_predicted(run, "predicted_bytes_per_second", rates.predicted, file);
    fprintf(file, "  \"measured_bytes_per_second\": %.17g,\n", rates.measured);
    fprintf(file, "  \"share_of_peak\": %.6f,\n", percent(rates.measured, rates.peak) / 100);
    json_predicted(run, "predicted_cycles", round(run->result.bound.predicted_cycles), file);
    fprintf(file,
            "  \"bound_cycles\": %.0f,\n  \"bucket_bound_cycles\": %.0f,\n  \"link_bound_cycles\": "
            "%.0f,\n",
            run->result.bound.cycles, run->result.bound.bucket_cycles,
            run->result.bound.link_cycles);
    fprintf(file,
            "  \"share_of_bound\": %.6f,\n  \"share_of_bucket_bound\": %.6f,\n  "
            "\"largest_over_mean\": %.6f,\n",
            percent(rates.measured, rates.bound) / 100,
            percent(rates.measured, rates.bucket_bound) / 100, run->result.bound.largest);
    bl_bench_json_filters(run, file);
    bl_bench_json_histograms(run, file);
    bl_bench_json_output(run, file);
    fprintf(file, "  \"versions_compared\": %d,\n  \"ok\": %s,\n", run->result.compared,
            run->result.ok && !run->unwritten ? "true" : "false");
    fprintf(file,
            "  \"threads\": %d,\n  \"seconds\": %.3f,\n  \"node_cycles\": %" PRId64
            ",\n  \"node_cycles_per_second\": %.0f,\n",
            run->result.threads, run->result.seconds, run->result.node_cycles, speed(run));
}

void bl_bench_json_network(const struct bl_bench_run *run, FILE *file) {
    struct bl_medium_count count;
    if (!network_count(run, 0, &count)) return;
    fputs("  \"network\": [", file);
    for (int i = 0; network_count(run, i, &count); i++) {
        fputs(i ? ", {\"name\": " : "{\"name\": ", file);
        json_text(file, count.name, strlen(count.name));
        fputs(", \"place\": ", file);
        if (count.place) json_text(file, count.place, strlen(count.place));
        else fputs("null", file);
        fprintf(file, ", \"count\": %" PRIu64 "}", count.count);
    }
    fputs("],\n", file);
}

void bl_bench_print_json(const struct bl_bench_run *run, FILE *file) {
    fputs("{\n", file);
    json_input(run, file);
    json_clocks(run, file);
    json_rates(run, file);
    bl_bench_json_network(run, file);
    bl_bench_json_counters(run, file);
    bl_bench_json_ports(run, file);
    json_problems(run, file);
    fputs("}\n", file);
}
