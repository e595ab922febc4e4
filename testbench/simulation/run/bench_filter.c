/* What filters, stages of the user's own that may drop records, have left of the records of each
   pass: by the counts that the nodes keep of what they read and wrote, or by their histograms. */
#include <inttypes.h>
#include <string.h>

#include "simulation/run/bench_state_inner.h"

/* Records that a step has read and kept, on one node or on all. */
struct left {
    uint64_t read, kept;
};

static uint64_t elements(const struct bl_bench_run *run, int version, int node) {
    uint64_t sum = 0;
    for (int l = 0; l < run->program->lanes; l++) sum += *bl_bench_count(run, version, node, l);
    return sum;
}

static uint64_t counted(const struct bl_bench_run *run, int histogram, int node) {
    uint64_t sum = 0, values = bl_bench_values(&run->program->histograms[histogram]);
    for (uint64_t value = 0; value < values && run->histograms[histogram]; value++)
        sum += run->histograms[histogram][(uint64_t)node * values + value];
    return sum;
}

/* A step that neither writes nor counts for the host leaves nothing by which to tell. */
static bool can_tell(const struct bl_bench_step *step) {
    return step->filters && step->read_count && (step->write_count || step->counts);
}

static struct left on_node(const struct bl_bench_run *run, const struct bl_bench_step *step,
                           int node) {
    return (struct left){elements(run, step->reads[0], node),
                         step->write_count ? elements(run, step->writes[0], node)
                                           : counted(run, step->counts - 1, node)};
}

static struct left on_all(const struct bl_bench_run *run, const struct bl_bench_step *step) {
    struct left sum = {0, 0};
    for (int n = 0; n < run->program->nodes; n++) {
        struct left left = on_node(run, step, n);
        sum.read += left.read;
        sum.kept += left.kept;
    }
    return sum;
}

static uint64_t dropped(struct left left) {
    return left.read > left.kept ? left.read - left.kept : 0;
}

/* The number of a step's first pass among those of the circuit. */
static int pass_of(const struct bl_bench_program *program, const struct bl_bench_step *step) {
    int pass = 1;
    for (const struct bl_bench_step *other = program->steps; other < step; other++)
        pass += other->passes;
    return pass;
}

static void print_nodes(const struct bl_bench_run *run, const struct bl_bench_step *step,
                        FILE *file) {
    fputs("  node by node  ", file);
    for (int n = 0; n < run->program->nodes; n++) {
        struct left left = on_node(run, step, n);
        if (step->exchanges)
            fprintf(file, "%s%" PRIu64 " read, %" PRIu64 " written", n ? "; " : "", left.read,
                    left.kept);
        else fprintf(file, "%s%" PRIu64 " of %" PRIu64, n ? ", " : "", left.kept, left.read);
    }
    fputc('\n', file);
}

void bl_bench_print_filters(const struct bl_bench_run *run, FILE *file) {
    const struct bl_bench_program *program = run->program;
    for (const struct bl_bench_step *step = program->steps;
         step < program->steps + program->step_count; step++) {
        if (!can_tell(step) || !run->counts || !run->histograms) continue;
        struct left left = on_all(run, step);
        fprintf(file,
                "kept by pass %-2d %" PRIu64 " of %" PRIu64 " records, %" PRIu64 " dropped (%s)\n",
                pass_of(program, step), left.kept, left.read, dropped(left), step->filters);
        if (program->nodes > 1) print_nodes(run, step, file);
    }
}

void bl_bench_warn_filters(const struct bl_bench_run *run) {
    const struct bl_bench_program *program = run->program;
    for (const struct bl_bench_step *step = program->steps;
         step < program->steps + program->step_count; step++) {
        if (!can_tell(step) || !run->counts || !run->histograms) continue;
        struct left left = on_all(run, step);
        if (!left.read || left.kept) continue;
        fprintf(stderr,
                "warning: %s:%d: no record is left: pass %d has dropped all %" PRIu64 " (%s)\n",
                program->source_file, step->line, pass_of(program, step), left.read, step->filters);
    }
}

static void json_step(const struct bl_bench_run *run, const struct bl_bench_step *step,
                      FILE *file) {
    struct left left = on_all(run, step);
    fprintf(file, "\n    {\"pass\": %d, \"line\": %d, \"stages\": \"%s\", \"exchanges\": %s, ",
            pass_of(run->program, step), step->line, step->filters,
            step->exchanges ? "true" : "false");
    fprintf(file,
            "\"read\": %" PRIu64 ", \"kept\": %" PRIu64 ", \"dropped\": %" PRIu64 ", \"nodes\": [",
            left.read, left.kept, dropped(left));
    for (int n = 0; n < run->program->nodes; n++) {
        left = on_node(run, step, n);
        fprintf(file, "%s{\"read\": %" PRIu64 ", \"kept\": %" PRIu64 "}", n ? ", " : "", left.read,
                left.kept);
    }
    fputs("]}", file);
}

void bl_bench_json_filters(const struct bl_bench_run *run, FILE *file) {
    const char *between = "";
    fputs("  \"filters\": [", file);
    for (int s = 0; s < run->program->step_count && run->counts && run->histograms; s++) {
        if (!can_tell(&run->program->steps[s])) continue;
        fputs(between, file);
        json_step(run, &run->program->steps[s], file);
        between = ",";
    }
    fputs("],\n", file);
}
