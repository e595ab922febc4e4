/* Input files of records: read by the table of a program, checked against the declared ranges,
   dealt to the nodes, run through the golden model of a program that moves nothing, and written
   again. The first bytes of an input choose the program's shape, the others are the file. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "simulation/records/compare.h"
#include "fuzz.h"

enum { MOST_BYTES = 65536, MOST_COLUMNS = 4 };

static const char *const names[MOST_COLUMNS] = {"a", "b", "c", "d"};

struct shape {
    struct bl_bench_program program;
    struct bl_bench_version versions[2 * MOST_COLUMNS];
    int key_bits;
};

/* Every node keeps what it has. */
static void golden(struct bl_golden *golden) {
    for (int v = 0; v < golden->version_count; v += 2)
        for (int n = 0; n < golden->nodes; n++)
            for (int l = 0; l < golden->lanes; l++)
                for (uint64_t i = 0; i < bl_golden_part(golden, v, n, l)->count; i++)
                    bl_golden_push(golden, v + 1, n, l, bl_golden_get(golden, v, n, l, i));
}

static void take_column(struct shape *shape, int c, struct fuzz_bytes *bytes) {
    int form = (int)fuzz_take(bytes, 1), size = 1 << form % 4,
        bits = (int)fuzz_take(bytes, 1) % (8 * size + 1);
    shape->program.columns[c] = (struct bl_bench_column){.name = names[c],
                                                         .bytes = size,
                                                         .key_bits = form & 4 ? bits : 0,
                                                         .limit_bits = form & 8 ? bits : 0};
    shape->versions[2 * c] = (struct bl_bench_version){
        .name = names[c], .column = c, .source = true, .step = -1};
    shape->versions[2 * c + 1] = (struct bl_bench_version){
        .name = names[c], .column = c, .result = true, .step = -1};
}

static void take_shape(struct shape *shape, struct fuzz_bytes *bytes) {
    static const struct bl_bench_clock core[] = {{"core", 150e6}};
    int form = (int)fuzz_take(bytes, 1);
    *shape = (struct shape){.program = {.pipeline = "fuzz",
                                        .nodes = 1 << form % 4,
                                        .lanes = 1 << form / 4 % 4,
                                        .golden = golden}};
    shape->program.column_count = 1 + form / 16 % MOST_COLUMNS;
    shape->program.deal_elements = 1 + (int)fuzz_take(bytes, 1);
    shape->key_bits = form & 64 ? (int)fuzz_take(bytes, 1) % 65 : 0;
    for (int c = 0; c < shape->program.column_count; c++) take_column(shape, c, bytes);
    shape->program.versions = shape->versions;
    shape->program.version_count = 2 * shape->program.column_count;
    shape->program.clocks = core;
}

/* What was read is written as it was. */
static void write_again(const struct bl_records *records, const struct fuzz_bytes *file) {
    char path[64], bytes[4096];
    int copy = memfd_create("again", MFD_CLOEXEC);
    const uint8_t *at = file->at;
    snprintf(path, sizeof path, "/proc/self/fd/%d", copy);
    if (!bl_records_write(records, path, NULL, NULL, fuzz_sink))
        fuzz_fault("records cannot be written");
    lseek(copy, 0, SEEK_SET);
    for (ssize_t count; (count = read(copy, bytes, sizeof bytes)) > 0; at += count)
        if (count > file->end - at || memcmp(bytes, at, (size_t)count))
            fuzz_fault("other bytes were written than read");
    if (at != file->end) fuzz_fault("fewer bytes were written than read");
    close(copy);
}

/* All records are on one of the nodes, and the model has moved them. */
static void check_golden(const struct bl_bench_run *run) {
    uint64_t counts[2] = {0};
    for (int n = 0; n < run->program->nodes; n++)
        for (int l = 0; l < run->program->lanes; l++)
            for (int v = 0; v < 2; v++) counts[v] += bl_golden_part(run->golden, v, n, l)->count;
    if (counts[0] != run->input.count || counts[1] != run->input.count)
        fuzz_fault("records were lost");
}

/* The columns as read against themselves with one byte changed. */
static void compare(const struct bl_records *records) {
    struct bl_compare_column column = {.name = "a",
                                       .bytes = records->bytes[0],
                                       .expected = records->items[0],
                                       .got = records->items[0]};
    struct bl_compare all = {.columns = &column,
                             .column_count = 1,
                             .expected_count = records->count,
                             .got_count = records->count};
    size_t size = (size_t)records->bytes[0] * records->count;
    uint8_t *other = bl_zalloc(size, 1);
    if (!bl_compare(&all, fuzz_sink)) fuzz_fault("a column differs from itself");
    if (size) {
        memcpy(other, records->items[0], size);
        other[size / 2] ^= 1;
        column.got = other;
        if (bl_compare(&all, fuzz_sink)) fuzz_fault("a difference is not found");
    }
    bl_zfree(other);
}

void fuzz_target(const uint8_t *data, size_t size) {
    struct fuzz_bytes bytes = {data, data + size};
    struct shape shape;
    char path[64];
    take_shape(&shape, &bytes);
    if (size > MOST_BYTES) return;
    int file = memfd_create("records", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (write(file, bytes.at, (size_t)(bytes.end - bytes.at)) != bytes.end - bytes.at)
        fuzz_fault("no room for the file");
    struct bl_bench_run run = {.program = &shape.program,
                               .options = {.input = path, .key_bits = shape.key_bits},
                               .problems = fuzz_sink};
    if (bl_bench_make_input(&run)) {
        write_again(&run.input, &bytes);
        compare(&run.input);
        bl_bench_run_golden(&run);
        check_golden(&run);
        bl_golden_free(run.golden);
    }
    bl_records_free(&run.input);
    close(file);
}
