/* The peak of a run in which stages of the user's own have dropped records: T takes every record as
   kept, and a pass behind a filter moves fewer. So each side of T, memory and network, is taken by
   the bytes of all records over those of the ones that are there. */
#include <math.h>

#include "simulation/run/bench_state_inner.h"

static uint64_t elements(const struct bl_golden *golden, int version) {
    uint64_t sum = 0;
    for (int n = 0; n < golden->nodes; n++)
        for (int l = 0; l < golden->lanes; l++)
            sum += bl_golden_part(golden, version, n, l)->count;
    return sum;
}

/* Of the input. */
static uint64_t records(const struct bl_bench_program *program, const struct bl_golden *golden) {
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v].source) return elements(golden, v);
    return 0;
}

/* Bytes of versions: of the elements that they have, or, where `all` is not 0, of so many. */
static double bytes(const struct bl_golden *golden, const int *versions, int count, uint64_t all) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)(all ? all : elements(golden, versions[i])) * golden->bytes[versions[i]];
    return sum;
}

/* Bytes that a step moves through the memory, as the plan counts them for A. */
static double moved(const struct bl_bench_program *program, const struct bl_golden *golden,
                    const struct bl_bench_step *step, uint64_t all) {
    double read = bytes(golden, step->reads, step->read_count, all),
           written = bytes(golden, step->writes, step->write_count, all);
    return fmax(read, written) + (program->model->memory_shared ? written : 0);
}

static double crossed(const struct bl_bench_program *program, const struct bl_golden *golden,
                      const struct bl_bench_step *step, uint64_t all) {
    int version = step->crossed_bytes && !all ? bl_bench_steering(program, step) : -1;
    return (double)(version >= 0 ? elements(golden, version) : all) * step->crossed_bytes;
}

static double side(double rate, double all, double there) {
    return there > 0 ? rate * all / there : INFINITY;
}

static bool filters(const struct bl_bench_program *program) {
    for (int s = 0; s < program->step_count; s++)
        if (program->steps[s].filters) return true;
    return false;
}

double bl_bench_peak(const struct bl_bench_program *program, const struct bl_golden *golden) {
    uint64_t all = filters(program) ? records(program, golden) : 0;
    double moved_all = 0, moved_there = 0, crossed_all = 0, crossed_there = 0;
    for (int s = 0; s < program->step_count && all; s++) {
        const struct bl_bench_step *step = &program->steps[s];
        moved_all += moved(program, golden, step, all);
        moved_there += moved(program, golden, step, 0);
        crossed_all += crossed(program, golden, step, all);
        crossed_there += crossed(program, golden, step, 0);
    }
    if (!all) return program->peak_bytes_per_second;
    double memory = side(program->memory_bytes_per_second, moved_all, moved_there);
    double network = side(program->network_bytes_per_second, crossed_all, crossed_there);
    return fmin(memory, network);
}
