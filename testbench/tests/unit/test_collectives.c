/* What collectives mean, of the moves that they become: the golden model runs them on every number
   of nodes, and what is in the memories then is compared with what the words say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/carried/checked.h"
#include "base/diag.h"
#include "base/text.h"
#include "driver/compile.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/kernel_program.h"

enum { BYTES = 1 << 20, ROOT_AREA = 256 << 10, MOST_NODES = 8, GPU = 1 };

struct trial {
    struct bl_compilation compilation;
    const struct bl_kernels *kernels;
    uint8_t *before[MOST_NODES], *after[MOST_NODES];
};

/* A program of one kernel of one statement, checked. */
static void compile(struct trial *trial, const char *network, int nodes, const char *statement) {
    char path[] = "/tmp/bl_collectives_XXXXXX.loom";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    dprintf(file,
            "cluster c { board stratix10_mx2100; nodes %d; clock core 300 MHz;\n"
            "network %s host { bus pcie; memory 1 MiB; gpus 1; gpu 1 MiB; } }\n"
            "kernel k on c (n: u32) { %s }\n",
            nodes, network, statement);
    close(file);
    *trial = (struct trial){0};
    bool good = bl_compile_front_any(&trial->compilation, NULL, path, NULL);
    unlink(path);
    if (!good) bl_diags_print(trial->compilation.diags, stderr, false);
    assert_true(good);
    trial->kernels = bl_program_kernels(trial->compilation.program);
}

static void fill(struct trial *trial) {
    uint32_t seed = 1;
    for (int n = 0; n < trial->kernels->nodes; n++) {
        trial->before[n] = bl_zalloc(BYTES, 1);
        trial->after[n] = bl_zalloc(BYTES, 1);
        for (int i = 0; i < BYTES; i++)
            trial->before[n][i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
        memcpy(trial->after[n], trial->before[n], BYTES);
    }
}

static void read_bytes(void *of, int node, int memory, uint32_t address, void *bytes, size_t size) {
    const struct trial *trial = of;
    assert_int_equal(memory, GPU);
    memcpy(bytes, trial->after[node] + address, size);
}
static void write_bytes(void *of, int node, int memory, uint32_t address, const void *bytes,
                        size_t size) {
    const struct trial *trial = of;
    assert_int_equal(memory, GPU);
    memcpy(trial->after[node] + address, bytes, size);
}

/* Runs it on all nodes; its error, of node 0. */
static enum bl_kernel_error run(struct trial *trial, uint32_t n) {
    const struct bl_kernel_bytes bytes = {
        .of = trial, .read = read_bytes, .write = write_bytes};
    struct bl_kernel_golden *golden = bl_kernel_golden_new(trial->kernels, &bytes);
    for (int i = 0; i < trial->kernels->nodes; i++) bl_kernel_golden_start(golden, i, 0, &n);
    assert_int_equal(bl_kernel_golden_run(golden, 0), BL_KERNELS_END);
    enum bl_kernel_error error = bl_kernel_golden_error(golden, 0, 0);
    bl_kernel_golden_free(golden);
    return error;
}

static void empty(struct trial *trial) {
    for (int i = 0; i < trial->kernels->nodes; i++) {
        bl_zfree(trial->before[i]);
        bl_zfree(trial->after[i]);
    }
}

/* What node `node` has at `address`, by what all nodes had. */
typedef void expect_function(const struct trial *trial, uint32_t n, int node, uint8_t *memory);

static int64_t number_of(const uint8_t *bytes, int count, bool is_signed) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value |= (uint64_t)bytes[i] << 8 * i;
    int unused = 64 - 8 * count;
    return is_signed ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

/* The operator over all nodes. */
enum operator { SUM, MIN, MAX };
static void combine(const struct trial *trial, uint8_t *to, size_t at, int bytes,
                    enum operator operator, bool is_signed) {
    int64_t result = number_of(trial->before[0] + at, bytes, is_signed);
    for (int n = 1; n < trial->kernels->nodes; n++) {
        int64_t next = number_of(trial->before[n] + at, bytes, is_signed);
        bool less = is_signed ? next < result : (uint64_t)next < (uint64_t)result;
        if (operator== SUM) result = (int64_t)((uint64_t)result + (uint64_t)next);
        else if (next != result && less == (operator== MIN)) result = next;
    }
    for (int i = 0; i < bytes; i++) to[at + (size_t)i] = (uint8_t)((uint64_t)result >> 8 * i);
}

static void sum_u32(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    for (size_t i = 0; i < n; i++) combine(trial, memory, 64 + 4 * i, 4, SUM, false);
}
static void min_i8(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    for (size_t i = 0; i < 4 * n; i++) combine(trial, memory, 4 + i, 1, MIN, true);
}
static void max_u64(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    for (size_t i = 0; i < n; i++) combine(trial, memory, 8 * i, 8, MAX, false);
}
static void max_i16(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    for (size_t i = 0; i < 2 * n; i++) combine(trial, memory, 2 * i, 2, MAX, true);
}
static void from_last(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    memcpy(memory + 32, trial->before[trial->kernels->nodes - 1] + 32, 16 * (size_t)n);
}
static void dealt(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    memcpy(memory, trial->before[0] + ROOT_AREA + 4 * (size_t)n * (size_t)node, 4 * (size_t)n);
}
static void gathered(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    for (int i = 0; i < trial->kernels->nodes && node == 1; i++)
        memcpy(memory + ROOT_AREA + 4 * n * (size_t)i, trial->before[i], 4 * (size_t)n);
}
static void from_all(const struct trial *trial, uint32_t n, int node, uint8_t *memory) {
    (void)node;
    gathered(trial, n, 1, memory);
}

static const struct {
    const char *statement;
    expect_function *expect;
} rows[] = {{"allreduce sum u32 gpu(64, n);", sum_u32},
            {"allreduce min i8 gpu(4, 4 * n);", min_i8},
            {"allreduce max u64 gpu(0, n);", max_u64},
            {"allreduce max i16 gpu(0, 2 * n);", max_i16},
            {"broadcast u128 gpu(32, n) from nodes - 1;", from_last},
            {"scatter f32 gpu(256 KiB, n) -> gpu(0, n) from 0;", dealt},
            {"gather f32 gpu(0, n) -> gpu(256 KiB, n) to 1;", gathered},
            {"allgather u32 gpu(0, n) -> gpu(256 KiB, n);", from_all}};
enum { ROWS = sizeof rows / sizeof *rows };
static const char mesh[] = "full_mesh { link 6.25 GB/s; latency 100 ns; }";

static void compare(const struct trial *trial, int row, uint32_t n) {
    uint8_t *wanted = bl_zalloc(BYTES, 1);
    for (int node = 0; node < trial->kernels->nodes; node++) {
        memcpy(wanted, trial->before[node], BYTES);
        rows[row].expect(trial, n, node, wanted);
        if (memcmp(wanted, trial->after[node], BYTES))
            print_message("%s: %d nodes, n = %u, node %d\n", rows[row].statement,
                          trial->kernels->nodes, (unsigned)n, node);
        assert_memory_equal(wanted, trial->after[node], BYTES);
    }
    bl_zfree(wanted);
}

/* Each collective, on several numbers of nodes, of lengths around those of words and parts. */
static void means_what_it_says(void **state) {
    static const int nodes[] = {2, 3, 5, 8};
    static const uint32_t lengths[] = {0, 1, 2, 7, 8, 9, 23, 40, 63, 64, 65, 500, 4099};
    (void)state;
    for (int row = 0; row < ROWS; row++)
        for (size_t count = 0; count < sizeof nodes / sizeof *nodes; count++) {
            struct trial trial;
            compile(&trial, mesh, nodes[count], rows[row].statement);
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                fill(&trial);
                assert_int_equal(run(&trial, lengths[i]), BL_KERNEL_FINE);
                compare(&trial, row, lengths[i]);
                empty(&trial);
            }
            bl_compilation_free(&trial.compilation);
        }
}

/* Elements of all nodes' parts, for numbers up to the largest: the first move of each part. */
static void parts_hold_all(void **state) {
    static const uint32_t lengths[] = {1,         31,         32,         33,         65535,
                                       65536,     65537,      1000003,    0x0fffffff, 0x10000001,
                                       0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    (void)state;
    for (int nodes = 2; nodes <= MOST_NODES; nodes++) {
        struct trial trial;
        compile(&trial, mesh, nodes, "allreduce sum u8 gpu(0, n);");
        const struct bl_kernel *kernel = trial.kernels->kernels;
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            uint64_t all = 0, first = 0;
            for (int m = 0; m < nodes; m++) {
                uint32_t part = bl_kernel_value(kernel, kernel->moves[m].length, &lengths[i], NULL,
                                                0);
                if (!m) first = part;
                if (part) assert_true(m == 0 || all % 32 == 0);
                all += part;
            }
            assert_true(all == lengths[i]);
            /* balanced: a word, or a thousandth more than its share */
            assert_true(first <= lengths[i] / (uint32_t)nodes + lengths[i] / 1000 + 64);
        }
        bl_compilation_free(&trial.compilation);
    }
}

/* A vector that leaves its memory is an error at every node, before anything is moved. */
static void leaves_its_memory(void **state) {
    struct trial trial;
    (void)state;
    compile(&trial, mesh, 2, "allreduce sum u32 gpu(0, n);");
    fill(&trial);
    assert_int_equal(run(&trial, 1 << 20), BL_KERNEL_BEYOND);
    empty(&trial);
    bl_compilation_free(&trial.compilation);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(means_what_it_says),
                                       cmocka_unit_test(parts_hold_all),
                                       cmocka_unit_test(leaves_its_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
