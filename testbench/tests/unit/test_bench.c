/* The whole bench on a node in plain C: its options, its comparison, its files and its exit statuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>

#include "bench.h"
#include "fake_node.h"

/* Word i of a lane goes to node (s + i) mod nodes. */
static void golden(struct bl_golden *golden) {
    for (int s = 0; s < golden->nodes; s++)
        for (int l = 0; l < golden->lanes; l++)
            for (uint64_t i = 0; i < bl_golden_part(golden, 0, s, l)->count; i++)
                bl_golden_push(golden, 1, (int)((uint64_t)s + i / 8) % golden->nodes, l, bl_golden_get(golden, 0, s, l, i));
}

static const struct bl_bench_version versions[] = {
    {.name = "key", .live = true, .source = true, .region = 1 << 20, .count_register = 0x100, .step = -1, .line = 3},
    {.name = "key1", .live = true, .result = true, .side = 1, .region = 1 << 20, .count_register = 0x800, .rows = 1, .line = 7},
};
static const struct bl_bench_step steps[] = {{.text = "read key -> write key1", .line = 7, .passes = 1, .reads = {0}, .read_count = 1, .writes = {1}, .write_count = 1}};

static struct bl_bench_program make_program(const struct bl_node_model *model) {
    return (struct bl_bench_program){.pipeline = "fake", .source_file = "fake.loom", .model = model, .nodes = FAKE_NODES, .lanes = FAKE_LANES,
        .word_bytes = FAKE_WORD, .deal_elements = 32, .core_hertz = 150e6, .link_bytes_per_second = 6.25e9, .latency_ps = 400000, .pass_count = 1,
        .predicted_bytes_per_second = 76.8e9, .counted_bytes = 4, .columns = {{.name = "key", .bytes = 4, .key_bits = 10}}, .column_count = 1,
        .versions = versions, .version_count = 2, .steps = steps, .step_count = 1, .default_keys = 1024, .golden = golden};
}

/* Runs the bench with words up to NULL; its report goes to `json` when that is not NULL. */
static int run_on(const struct bl_node_model *model, const char *json, ...) {
    char *words[24] = {(char *)(uintptr_t)"bench"};
    const struct bl_bench_program program = make_program(model);
    int count = 1, saved = dup(STDOUT_FILENO), saved_error = dup(STDERR_FILENO);
    va_list list;
    va_start(list, json);
    for (char *word; (word = va_arg(list, char *));) words[count++] = word;
    va_end(list);
    if (json) words[count++] = (char *)(uintptr_t)"--json-file", words[count++] = (char *)(uintptr_t)json;
    fflush(stdout);
    assert_non_null(freopen("/tmp/bl_test_bench.out", "w", stdout));
    assert_non_null(freopen("/tmp/bl_test_bench.err", "w", stderr));
    int status = bl_bench_main(count, words, &program);
    fflush(stdout);
    fflush(stderr);
    dup2(saved, STDOUT_FILENO);
    dup2(saved_error, STDERR_FILENO);
    close(saved);
    close(saved_error);
    return status;
}

static char *contents(const char *path, size_t *length) {
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    if (length) *length = size;
    return text;
}

static const char *errors(void) { return contents("/tmp/bl_test_bench.err", NULL); }
static const char *report(void) { return contents("/tmp/bl_test_bench.out", NULL); }

static void a_right_circuit_matches(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--keys", "2^12", NULL), 0);
    assert_non_null(strstr(report(), "matches the golden model (1 column versions compared)"));
    assert_string_equal(errors(), "");
}

static void clocks_and_result_do_not_depend_on_threads(void **state) {
    static char first[1 << 16];
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        assert_int_equal(run_on(&fake_model, "/tmp/bl_test_bench.json", "--memory", "ideal", "--keys", "4K", "--threads", threads == 1 ? "1" : "2", NULL), 0);
        char *text = contents("/tmp/bl_test_bench.json", NULL), *end = strstr(text, "\"threads\"");
        assert_non_null(end);
        *end = 0;
        if (threads == 1) strcpy(first, text);
        else assert_string_equal(text, first);
    }
}

static void a_lost_word_is_found(void **state) {
    (void)state;
    struct bl_node_model model = fake_model;
    model.create = fake_create_drop;
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", NULL), 1);
    assert_non_null(strstr(errors(), "error: key1 (fake.loom:7): node 2, channel 1: 8 records missing, 0 too many; missing: (key "));
    assert_non_null(strstr(report(), "DIFFERS"));
}

static void a_duplicated_word_is_found(void **state) {
    (void)state;
    struct bl_node_model model = fake_model;
    model.create = fake_create_duplicate;
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", NULL), 1);
    assert_non_null(strstr(errors(), "node 3, channel 1: 8 records missing, 8 too many"));
}

static void a_circuit_that_hangs_is_reported(void **state) {
    (void)state;
    struct bl_node_model model = fake_model;
    model.create = fake_create_hang;
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", "--keys", "64K", NULL), 1);
    assert_non_null(strstr(errors(), "nothing moves any more"));
    assert_non_null(strstr(errors(), "node 1 has not freed 256 flits"));
}

static void too_many_records_are_refused(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--keys", "2M", NULL), 1);
    assert_non_null(strstr(errors(), "give fewer records"));
}

static void write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_file_goes_in_and_comes_out(void **state) {
    static uint32_t keys[4096], sum, got;
    size_t length = 0;
    (void)state;
    for (uint32_t i = 0; i < 4096; i++) keys[i] = i * 2654435761u, sum += keys[i];
    write_file("/tmp/bl_test_bench.in", keys, sizeof keys);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", "/tmp/bl_test_bench.in", "--output", "/tmp/bl_test_bench.sorted", NULL), 0);
    memcpy(keys, contents("/tmp/bl_test_bench.sorted", &length), sizeof keys);
    for (uint32_t i = 0; i < 4096; i++) got += keys[i];
    assert_int_equal(length, sizeof keys);
    assert_int_equal(got, sum);
    unlink("/tmp/bl_test_bench.sorted");
}

static void bad_files_are_refused(void **state) {
    static const uint32_t keys[4] = {1, 2, 2000, 3};
    (void)state;
    write_file("/tmp/bl_test_bench.in", keys, 15);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", "/tmp/bl_test_bench.in", NULL), 2);
    assert_non_null(strstr(errors(), "truncated: 15 bytes are 3 records of 4 bytes and 3 bytes more"));
    write_file("/tmp/bl_test_bench.in", keys, 16);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", "/tmp/bl_test_bench.in", "--key-bits", "10", NULL), 2);
    assert_non_null(strstr(errors(), "record 2: key is 2000, outside the declared range 0..1023"));
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", "/tmp/bl_test_bench.none", NULL), 2);
    assert_non_null(strstr(errors(), "/tmp/bl_test_bench.none: No such file"));
}

static void a_full_disk_is_told(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--output", "/dev/full", NULL), 1);
    assert_non_null(strstr(errors(), "/dev/full: cannot write the result: No space left on device"));
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--output", "/tmp/bl_no_such_folder/x", NULL), 1);
    assert_non_null(strstr(errors(), "cannot write the result: No such file or directory"));
}

static void wrong_use_is_told(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--frobnicate", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--keys", "many", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--keys", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "rope", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--trace", "x.vcd", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--dist", "zipf:x", NULL), 2);
    assert_non_null(strstr(errors(), "not a number"));
    assert_int_equal(run_on(&fake_model, NULL, "--help", NULL), 0);
    assert_non_null(strstr(report(), "sawtooth"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_circuit_matches), cmocka_unit_test(clocks_and_result_do_not_depend_on_threads), cmocka_unit_test(a_lost_word_is_found),
        cmocka_unit_test(a_duplicated_word_is_found), cmocka_unit_test(a_circuit_that_hangs_is_reported), cmocka_unit_test(too_many_records_are_refused),
        cmocka_unit_test(a_file_goes_in_and_comes_out), cmocka_unit_test(bad_files_are_refused), cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(wrong_use_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
