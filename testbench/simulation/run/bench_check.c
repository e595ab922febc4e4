/* The comparison of what the circuit has left in memory with the golden model. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "simulation/records/compare.h"
#include "base/carried/counted.h"

enum { SHOWN = 8 /* differences said per group of versions; the rest is counted */ };

static bool overlap(const struct bl_bench_version *a, const struct bl_bench_version *b) {
    return a->side == b->side && a->base < b->base + b->region && b->base < a->base + a->region;
}

bool bl_bench_in_memory(const struct bl_bench_program *program, int v) {
    const struct bl_bench_version *version = &program->versions[v];
    if (!version->live) return false;
    for (int i = 0; i < program->version_count; i++) {
        const struct bl_bench_version *other = &program->versions[i];
        if (other->live && other->step > version->step && overlap(version, other)) return false;
    }
    return true;
}

/* Versions that are compared as the columns of one record. */
struct group {
    const int *versions;
    int count;
};

static bool belongs(const struct bl_bench_program *program, int first, int v) {
    const struct bl_bench_version *a = &program->versions[first], *b = &program->versions[v];
    return bl_bench_in_memory(program, v) && a->rows == b->rows && a->source == b->source;
}

static void print_names(const struct bl_bench_run *run, const struct group *group, FILE *file) {
    for (int i = 0; i < group->count; i++)
        fprintf(file, "%s%s", i ? ", " : "", run->program->versions[group->versions[i]].name);
    fprintf(file, " (%s:%d)", run->program->source_file,
            run->program->versions[group->versions[0]].line);
}

/* Fetches the group's columns of one lane. False, with a problem said, when they cannot be
 * compared. */
static bool fetch_columns(struct bl_bench_run *run, const struct group *group, int node, int lane,
                          struct bl_compare_column *columns, FILE *report) {
    for (int i = 0; i < group->count; i++) {
        int v = group->versions[i];
        uint64_t count = *bl_bench_count(run, v, node, lane),
                 first = *bl_bench_count(run, group->versions[0], node, lane);
        columns[i] = (struct bl_compare_column){
            .name = run->program->columns[run->program->versions[v].column].name,
            .bytes = run->golden->bytes[v],
            .expected = bl_golden_part(run->golden, v, node, lane)->items,
            .got = bl_bench_fetch(run, v, node, lane)};
        if (count == first && columns[i].got) continue;
        fprintf(report, "%s has %" PRIu64 " element%s, ", run->program->versions[v].name, count,
                bl_ending((int64_t)count, "s"));
        if (count != first)
            fprintf(report, "%s %" PRIu64, run->program->versions[group->versions[0]].name, first);
        else fprintf(report, "more than its region holds");
        return false;
    }
    return true;
}

static bool compare_lane(struct bl_bench_run *run, const struct group *group, int node, int lane,
                         FILE *report) {
    struct bl_compare_column columns[BL_BENCH_COLUMNS] = {{0}};
    bool equal = fetch_columns(run, group, node, lane, columns, report);
    if (equal) {
        const struct bl_compare compare = {
            .columns = columns,
            .column_count = group->count,
            .expected_count = bl_golden_part(run->golden, group->versions[0], node, lane)->count,
            .got_count = *bl_bench_count(run, group->versions[0], node, lane),
            .sequence = run->program->versions[group->versions[0]].source ||
                        run->program->versions[group->versions[0]].order != BL_BENCH_ANY};
        equal = bl_compare(&compare, report);
    }
    for (int i = 0; i < group->count; i++) bl_zfree((void *)(uintptr_t)columns[i].got);
    return equal;
}

static int compare_group(struct bl_bench_run *run, const struct group *group) {
    int different = 0;
    for (int n = 0; n < run->program->nodes; n++)
        for (int l = 0; l < run->program->lanes; l++) {
            char *text = NULL;
            size_t size = 0;
            FILE *report = open_memstream(&text, &size);
            if (!report) bl_zfatal("out of memory");
            bool equal = compare_lane(run, group, n, l, report);
            fclose(report);
            if (!equal && ++different <= SHOWN) {
                print_names(run, group, run->problems);
                fprintf(run->problems, ": node %d, channel %d: %s\n", n, l, text);
            }
            free(text);
        }
    if (different > SHOWN) {
        print_names(run, group, run->problems);
        fprintf(run->problems, ": %d channel%s more that differ\n", different - SHOWN,
                bl_ending(different - SHOWN, "s"));
    }
    return different;
}

bool bl_bench_check(struct bl_bench_run *run) {
    const struct bl_bench_program *program = run->program;
    bool *seen = bl_zalloc((size_t)program->version_count, sizeof *seen);
    int different = 0;
    for (int v = 0; v < program->version_count && !bl_bench_stop(run); v++) {
        int members[BL_BENCH_COLUMNS], count = 0;
        for (int other = v; other < program->version_count && count < BL_BENCH_COLUMNS; other++) {
            if (seen[other] || !bl_bench_in_memory(program, v) || !belongs(program, v, other))
                continue;
            members[count++] = other;
            seen[other] = true;
        }
        const struct group group = {members, count};
        if (count) different += compare_group(run, &group);
        run->result.compared += program->versions[v].source ? 0 : count;
    }
    bl_zfree(seen);
    return different == 0;
}
