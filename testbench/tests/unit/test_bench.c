/* The whole bench on a node in plain C: its options, its comparison, its files and its exit
 * statuses. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ir/carried/bench.h"
#include "fake_node.h"
#include "tests/mesh_edges.h"

/* Word i of a lane goes to node (s + i) mod nodes. */
static void golden(struct bl_golden *golden) {
    for (int s = 0; s < golden->nodes; s++)
        for (int l = 0; l < golden->lanes; l++)
            for (uint64_t i = 0; i < bl_golden_part(golden, 0, s, l)->count; i++)
                bl_golden_push(golden, 1, (int)((uint64_t)s + i / 8) % golden->nodes, l,
                               bl_golden_get(golden, 0, s, l, i));
}

static const struct bl_bench_version versions[] = {
    {.name = "key",
     .live = true,
     .source = true,
     .region = 1 << 20,
     .count_register = 0x100,
     .step = -1,
     .line = 3},
    {.name = "key1",
     .live = true,
     .result = true,
     .side = 1,
     .region = 1 << 20,
     .count_register = 0x800,
     .rows = 1,
     .line = 7},
};
static const struct bl_bench_step steps[] = {{.text = "read key -> write key1",
                                              .line = 7,
                                              .passes = 1,
                                              .reads = {0},
                                              .read_count = 1,
                                              .writes = {1},
                                              .write_count = 1,
                                              .read_cycles = 1,
                                              .write_cycles = 1,
                                              .way_cycles = 40}};

static struct bl_bench_program make_program(const struct bl_node_model *model) {
    static struct mesh_edges mesh;
    static const struct bl_bench_clock core = {"core", 150e6};
    return (struct bl_bench_program){.pipeline = "fake",
                                     .source_file = "fake.loom",
                                     .model = model,
                                     .nodes = FAKE_NODES,
                                     .lanes = FAKE_LANES,
                                     .word_bytes = FAKE_WORD,
                                     .deal_elements = 32,
                                     .clocks = &core,
                                     .edges = mesh_edges(&mesh, FAKE_NODES, 6.25e9, 400000),
                                     .pass_count = 1,
                                     .peak_bytes_per_second = 76.8e9,
                                     .counted_bytes = 4,
                                     .columns = {{.name = "key", .bytes = 4, .key_bits = 10}},
                                     .column_count = 1,
                                     .versions = versions,
                                     .version_count = 2,
                                     .steps = steps,
                                     .step_count = 1,
                                     .default_keys = 1024,
                                     .golden = golden};
}

/* A file of this test run. The name stays valid for a few calls more. */
static const char *file(const char *name) {
    static char folder[] = "/tmp/bl_test_bench.XXXXXX", paths[8][64];
    static int next;
    if (!next) assert_non_null(mkdtemp(folder));
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* Runs the bench with words up to NULL; its report goes to `json` when that is not NULL. */
static int run_on(const struct bl_node_model *model, const char *json, ...) {
    char *words[24] = {(char *)(uintptr_t) "bench"};
    const struct bl_bench_program program = make_program(model);
    int count = 1, saved = dup(STDOUT_FILENO), saved_error = dup(STDERR_FILENO);
    va_list list;
    va_start(list, json);
    for (char *word; (word = va_arg(list, char *));) words[count++] = word;
    va_end(list);
    if (json)
        words[count++] = (char *)(uintptr_t) "--json-file",
        words[count++] = (char *)(uintptr_t)json;
    fflush(stdout);
    assert_non_null(freopen(file("out"), "w", stdout));
    assert_non_null(freopen(file("err"), "w", stderr));
    int status = bl_bench_main(count, words, &program);
    fflush(stdout);
    fflush(stderr);
    dup2(saved, STDOUT_FILENO);
    dup2(saved_error, STDERR_FILENO);
    close(saved);
    close(saved_error);
    return status;
}

static char *contents(const char *name, size_t *length) {
    static char text[1 << 20];
    FILE *stream = fopen(file(name), "rb");
    assert_non_null(stream);
    size_t size = fread(text, 1, sizeof text - 1, stream);
    fclose(stream);
    text[size] = 0;
    if (length) *length = size;
    return text;
}

static const char *errors(void) { return contents("err", NULL); }
static const char *report(void) { return contents("out", NULL); }

static void a_right_circuit_matches(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--keys", "2^12", NULL), 0);
    assert_non_null(strstr(report(), "matches the golden model (1 column version compared)"));
    assert_string_equal(errors(), "");
}

static void cycles_and_result_do_not_depend_on_threads(void **state) {
    static char first[1 << 16];
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        const char *word = threads == 1 ? "1" : "2";
        assert_int_equal(run_on(&fake_model, file("json"), "--memory", "ideal", "--keys", "4K",
                                "--threads", word, NULL),
                         0);
        char *text = contents("json", NULL), *end = strstr(text, "\"threads\"");
        assert_non_null(end);
        *end = 0;
        if (threads == 1) strcpy(first, text);
        else assert_string_equal(text, first);
    }
}

static double json_number(const char *text, const char *name) {
    const char *at = strstr(text, name);
    assert_non_null(at);
    return strtod(strchr(at, ':') + 1, NULL);
}

/* Of the same records: the prediction is the bound and the way of every step; the peak knows no
 * records. */
static void the_prediction_is_of_these_records(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            run_on(&fake_model, file("json"), "--memory", "ideal", "--keys", i ? "4K" : "1K", NULL),
            0);
        const char *text = contents("json", NULL);
        double bound = json_number(text, "\"bound_cycles\""),
               predicted = json_number(text, "\"predicted_cycles\"");
        assert_true(predicted == bound + 40);
        assert_true(json_number(text, "\"peak_bytes_per_second\"") == 76.8e9);
        double records = json_number(text, "\"records\""),
               rate = json_number(text, "\"predicted_bytes_per_second\"");
        assert_true(fabs(rate / (records * 4 / predicted * 150e6) - 1) < 1e-9);
    }
}

static void a_lost_word_is_found(void **state) {
    (void)state;
    struct bl_node_model model = fake_model;
    model.create = fake_create_drop;
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", NULL), 1);
    assert_non_null(strstr(errors(), "error: key1 (fake.loom:7): node 2, channel 1: 8 records "
                                     "missing, 0 too many; missing: (key "));
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

static void write_file(const char *path, const void *bytes, size_t size) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

/* Those that are made before anything is; those of a file when they are dealt. */
static void too_many_records_are_refused(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--keys", "2M", NULL), 2);
    assert_non_null(strstr(
        errors(),
        ": --keys 2097152: a node's memory has no room for so many records a node, only for"));
    assert_string_equal(report(), "");
    write_file(file("in"), "", 0);
    assert_int_equal(truncate(file("in"), 32 << 20), 0);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", file("in"), NULL),
                     2);
    assert_non_null(strstr(
        errors(), " on 4 nodes: a node's memory has no room for so many records a node, only for"));
    unlink(file("in"));
}

/* Files of this test run whose names begin so. */
static int files_named(const char *prefix) {
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "%s", file(""));
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
    closedir(folder);
    return count;
}

static void a_file_goes_in_and_comes_out(void **state) {
    static uint32_t keys[4096], sum, got;
    size_t length = 0;
    (void)state;
    for (uint32_t i = 0; i < 4096; i++) keys[i] = i * 2654435761u, sum += keys[i];
    write_file(file("in"), keys, sizeof keys);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", file("in"),
                            "--output", file("sorted"), NULL),
                     0);
    memcpy(keys, contents("sorted", &length), sizeof keys);
    for (uint32_t i = 0; i < 4096; i++) got += keys[i];
    assert_int_equal(length, sizeof keys);
    assert_int_equal(got, sum);
    unlink(file("sorted"));
}

static void bad_files_are_refused(void **state) {
    static const uint32_t keys[4] = {1, 2, 2000, 3};
    (void)state;
    write_file(file("in"), keys, 15);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", file("in"), NULL),
                     2);
    assert_non_null(
        strstr(errors(), "truncated: 15 bytes are 3 records of 4 bytes and 3 bytes more"));
    write_file(file("in"), keys, 16);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", file("in"),
                            "--key-bits", "10", NULL),
                     2);
    assert_non_null(strstr(errors(), "record 2: key is 2000, outside the declared range 0..1023"));
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--input", file("none"), NULL),
                     2);
    assert_non_null(strstr(errors(), "none: No such file"));
}

static void a_full_disk_is_reported(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--output", "/dev/full", NULL),
                     1);
    assert_non_null(
        strstr(errors(), "/dev/full: cannot write the result: No space left on device"));
    assert_non_null(strstr(report(), "matches the golden model"));
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--output",
                            "/tmp/bl_no_such_folder/x", NULL),
                     1);
    assert_non_null(strstr(
        errors(),
        ": --output /tmp/bl_no_such_folder/x: cannot be written: No such file or directory"));
    assert_string_equal(report(), "");
}

static int no_trace(void *node, const char *path, int on, int64_t time_ps) {
    (void)node, (void)path, (void)on, (void)time_ps;
    return 0;
}

/* The disk is full. */
static int full_trace(void *node, const char *path, int on, int64_t time_ps) {
    (void)node, (void)path, (void)time_ps;
    return on ? ENOSPC : 0;
}

/* The file is there before the simulation, which does not begin without it. */
static void a_trace_that_cannot_be_written_is_reported(void **state) {
    struct bl_node_model traced = fake_model;
    size_t length = 1;
    (void)state;
    traced.trace = no_trace;
    traced.trace_kind = "vcd";
    assert_int_equal(run_on(&traced, NULL, "--memory", "ideal", "--trace",
                            "/tmp/bl_no_such_folder/x.vcd,node=1", NULL),
                     1);
    assert_non_null(strstr(
        errors(),
        ": --trace /tmp/bl_no_such_folder/x.vcd: cannot be written: No such file or directory\n"));
    assert_string_equal(report(), "");
    assert_int_equal(run_on(&traced, NULL, "--memory", "ideal", "--trace", file("wave.vcd"), NULL),
                     0);
    assert_string_equal(errors(), "");
    contents("wave.vcd", &length);
    assert_int_equal(length, 0);
}

static void outputs_that_replace_each_other_are_refused(void **state) {
    struct bl_node_model traced = fake_model;
    (void)state;
    traced.trace = no_trace;
    traced.trace_kind = "vcd";
    assert_int_equal(
        run_on(&traced, NULL, "--output", file("twice"), "--json-file", file("twice"), NULL), 2);
    assert_non_null(strstr(errors(), "twice: it is the same file as --output "));
    assert_int_equal(
        run_on(&traced, NULL, "--json-file", file("twice"), "--trace", file("twice"), NULL), 2);
    assert_non_null(strstr(errors(), "twice: it is the same file as --json-file "));
    assert_int_equal(files_named("twice"), 0);
    assert_int_equal(run_on(&traced, NULL, "--memory", "ideal", "--output", "/dev/null",
                            "--json-file", "/dev/null", NULL),
                     0);
}

/* The simulation ends at once, and what there is of the waveform goes. */
static void a_trace_that_does_not_fit_is_reported(void **state) {
    struct bl_node_model traced = fake_model;
    (void)state;
    traced.trace = full_trace;
    traced.trace_kind = "vcd";
    assert_int_equal(run_on(&traced, NULL, "--memory", "ideal", "--keys", "64K", "--trace",
                            file("full.vcd"), NULL),
                     1);
    assert_non_null(strstr(
        errors(),
        "full.vcd: cannot write the trace: No space left on device; nothing of it is kept\n"));
    assert_string_equal(report(), "");
    assert_int_equal(files_named("full"), 0);
}

/* A medium that writes which node it captures, and has a full disk at the end for node 3. */
static bool write_node(void *medium, const char *path, int node) {
    char text[16];
    (void)medium;
    int length = snprintf(text, sizeof text, "%d", node);
    if (node == 2) errno = EACCES;
    else write_file(path, text, (size_t)length);
    return node != 2;
}
static int end_for_node_3(void *medium) {
    size_t length = 1;
    (void)medium;
    return files_named("pcap3") && contents("pcap3", &length)[0] == '3' ? ENOSPC : 0;
}

static void frames_are_captured_where_there_are_any(void **state) {
    struct bl_medium_kind kind = bl_medium_links;
    struct bl_node_model model = fake_model;
    size_t length;
    char spec[80];
    (void)state;
    assert_int_equal(run_on(&model, NULL, "--pcap", file("pcap"), NULL), 2);
    assert_non_null(strstr(errors(), ": --pcap: the network between the nodes has no frames"));
    kind.capture = write_node;
    kind.end_capture = end_for_node_3;
    model.medium = &kind;
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", "--pcap", file("pcap"), NULL), 0);
    assert_memory_equal(contents("pcap", &length), "-1", 2);
    static const char *const wrong[] = {"node=4", "nod=1", "node=", "node=1,node=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(spec, sizeof spec, "%s,%s", file("pcap"), wrong[i]);
        assert_int_equal(run_on(&model, NULL, "--memory", "ideal", "--pcap", spec, NULL), 2);
    }
    snprintf(spec, sizeof spec, "%s,node=2", file("pcap2"));
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", "--pcap", spec, NULL), 1);
    assert_non_null(strstr(errors(), "pcap2: cannot write the frames: Permission denied\n"));
    snprintf(spec, sizeof spec, "%s,node=3", file("pcap3"));
    assert_int_equal(run_on(&model, NULL, "--memory", "ideal", "--pcap", spec, NULL), 1);
    assert_non_null(strstr(errors(), "pcap3: cannot write the frames: No space left on device\n"));
    assert_int_equal(
        run_on(&model, NULL, "--json-file", file("pcap"), "--pcap", file("pcap"), NULL), 2);
}

/* The disk is full in the middle: nothing of the new file is left, and the old one is as it was. */
static void a_disk_that_becomes_full_leaves_the_old_file(void **state) {
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY}, small = {8192, RLIM_INFINITY};
    (void)state;
    write_file(file("x"), "old", 3);
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int status = run_on(&fake_model, NULL, "--memory", "ideal", "--output", file("x"), NULL);
    setrlimit(RLIMIT_FSIZE, &none);
    signal(SIGXFSZ, before);
    assert_int_equal(status, 1);
    assert_non_null(strstr(errors(), "cannot write the result: File too large"));
    assert_string_equal(contents("x", NULL), "old");
    assert_int_equal(files_named("x."), 0);
}

static void an_interrupt_ends_it(void **state) {
    sigset_t set, before;
    int caught = 0;
    (void)state;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    kill(getpid(), SIGINT);
    int status = run_on(&fake_model, NULL, "--memory", "ideal", "--output", file("never"), NULL);
    sigwait(&set, &caught);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(caught, SIGINT);
    assert_int_equal(status, 130);
    assert_string_equal(errors(), "interrupted\n");
    assert_int_equal(files_named("never"), 0);
}

static void wrong_use_is_reported(void **state) {
    (void)state;
    assert_int_equal(run_on(&fake_model, NULL, "--frobnicate", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--keys", "many", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--keys", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "rope", NULL), 2);
    assert_int_equal(run_on(&fake_model, NULL, "--trace", "x.vcd", NULL), 2);
    assert_non_null(strstr(errors(), "compiled without tracing"));
    assert_int_equal(run_on(&fake_model, NULL, "--trace", "x.vcd,from=7,to=7", NULL), 2);
    assert_non_null(strstr(errors(), "window is empty"));
    assert_int_equal(run_on(&fake_model, NULL, "--input", "x", "--keys", "7", NULL), 2);
    assert_non_null(strstr(errors(), "--input has its own records"));
    assert_int_equal(run_on(&fake_model, NULL, "--memory", "ideal", "--dist", "zipf:x", NULL), 2);
    assert_non_null(strstr(errors(), "not a number"));
    assert_int_equal(run_on(&fake_model, NULL, "--help", NULL), 0);
    assert_non_null(strstr(report(), "sawtooth"));
}

static int remove_files(void **state) {
    char path[64], name[400];
    (void)state;
    snprintf(path, sizeof path, "%s", file(""));
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(name, sizeof name, "%s%s", path, entry->d_name);
        unlink(name);
    }
    if (folder) closedir(folder);
    return rmdir(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_circuit_matches),
        cmocka_unit_test(cycles_and_result_do_not_depend_on_threads),
        cmocka_unit_test(the_prediction_is_of_these_records),
        cmocka_unit_test(a_lost_word_is_found),
        cmocka_unit_test(a_duplicated_word_is_found),
        cmocka_unit_test(a_circuit_that_hangs_is_reported),
        cmocka_unit_test(too_many_records_are_refused),
        cmocka_unit_test(a_file_goes_in_and_comes_out),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(a_trace_that_cannot_be_written_is_reported),
        cmocka_unit_test(outputs_that_replace_each_other_are_refused),
        cmocka_unit_test(a_trace_that_does_not_fit_is_reported),
        cmocka_unit_test(frames_are_captured_where_there_are_any),
        cmocka_unit_test(a_disk_that_becomes_full_leaves_the_old_file),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(wrong_use_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
