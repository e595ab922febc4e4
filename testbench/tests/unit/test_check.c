/* Types of versions, names that repeats and partitions make, warnings, the command line's changes.
 */
#include "bus/bus.h"
#include "front_text.h"
#include "ir/network.h"
#include "ir/types/types.h"

static void expect_warning(const char *code, int line, const char *body) {
    struct run run;
    run_body(&run, body);
    const struct bl_diagnostic *found = find_code(&run, code);
    assert_non_null(found);
    assert_int_equal(found->range.line, line);
    assert_int_equal(found->severity, BL_WARNING);
    assert_int_equal(run.diags->errors, 0);
    assert_non_null(run.program);
    run_end(&run);
}

#define MOVE_ALL                                                                     \
    "pass { read key, value -> crossbar(node) -> write a, b }\npass { read a, b -> " \
    "crossbar(channel) -> write c, d }\n"

static void warnings(void **state) {
    (void)state;
    expect_warning("W0200", 4, "pass { read key, value -> crossbar(node) -> write a, b }\n");
    expect_warning("W0200", 8, MOVE_ALL "let unused = key[7];\n");
    expect_warning("W0201", 8, MOVE_ALL "pass { read key -> table(node) as t }\n");
    expect_warning("W0202", 9,
                   MOVE_ALL
                   "repeat i in 0..1 {\npass { read a, b -> crossbar(node) -> write e, f }\n}\n");
    expect_warning("W0203", 2,
                   "pass { read key -> crossbar(node) -> write a }\npass { read a -> "
                   "crossbar(channel) -> write c }\n");
    expect_warning("W0205", 7,
                   "partition items by node, channel;\npartition items by key[11:9], key[8:6];");
    expect_warning("W0204", 7,
                   "pass { read key, value -> crossbar(node) -> write a, b }\npass { read a -> "
                   "crossbar(channel) -> write c }\n"
                   "pass { read key, value -> crossbar(channel) -> write d, e }\n");
}

static void no_warning(void **state) {
    (void)state;
    struct run run;
    run_body(&run, MOVE_ALL);
    assert_int_equal(run.diags->count, 0);
    run_end(&run);
    run_body(
        &run, MOVE_ALL
        "pass { read key -> histogram(node) as h }\n"); /* counts that nothing uses are a result */
    assert_int_equal(run.diags->count, 0);
    assert_int_equal(run.program->counted_count, 1);
    assert_true(run.program->counted[0].product->result);
    run_end(&run);
}

/* A warning of a repeat's body is said once, not in every turn. */
static void warning_once(void **state) {
    (void)state;
    struct run run;
    run_body(&run, "repeat i in 0..9 {\npass { read key -> table(node) as t }\npass { read key, "
                   "value -> crossbar(channel) -> write key, "
                   "value }\n}\n");
    assert_int_equal(run.diags->warnings, 1);
    run_end(&run);
}

static void expect_error(const char *code, const char *text) {
    struct run run;
    run_check(&run, text, strlen(text), NULL);
    assert_non_null(find_code(&run, code));
    assert_null(run.program);
    run_end(&run);
}

static void errors_without_a_line(void **state) {
    (void)state;
    expect_error("E0100", CLUSTER RECORD);
    expect_error("E0100", "");
    struct run run;
    run_parse(&run, "", 0);
    assert_null(bl_front(run.arena, run.diags, "testbench/no such file.loom", NULL));
    assert_non_null(find_code(&run, "E0001"));
    run_end(&run);
}

/* What is said of a bus whose segments have this delay; NULL: nothing. */
static void expect_delay(const char *delay, const char *message) {
    struct run run;
    char text[80];
    run_check(&run, text,
              (size_t)snprintf(text, sizeof text, "bus ring { domains 4; delay %s; }", delay),
              NULL);
    assert_int_equal(run.diags->count, message ? 1 : 0);
    if (message) assert_string_equal(run.diags->items[0].text, message);
    else assert_true(bl_program_bus(run.program));
    run_end(&run);
}

static void delays_of_segments(void **state) {
    (void)state;
    expect_delay("0 ns", NULL);
    expect_delay("0 s", NULL);
    expect_delay("1 ps", NULL);
    expect_delay("1 us", NULL);
    expect_delay("2 us", "`delay` is 2 us; it must be 0 ps or from 1 ps to 1 us");
    expect_delay("0.5 ps", "`delay` is 0.5 ps; it must be 0 ps or from 1 ps to 1 us");
    expect_delay("-1 ns", "`delay` is -1 ns; it must be 0 ps or from 1 ps to 1 us");
    expect_delay("1 ns; gate 0 ns", "`gate` is 0 ps; it must be from 1 ps to 100 ns");
}

static const struct bl_function *node_of(const struct run *run, const char *name) {
    return find_version(run, name)->type.node;
}
static const struct bl_function *channel_of(const struct run *run, const char *name) {
    return find_version(run, name)->type.channel;
}
static int rows_of(const struct run *run, const char *name) {
    return find_version(run, name)->type.rows;
}

static void partitions(void **state) {
    (void)state;
    struct run run;
    run_body(&run,
             "pass { read key -> table(node) as t }\npass { read key -> crossbar(t) -> write k1 }\n"
             "pass { read k1 -> alltoallv(node) -> write k2 }\npass { read k2 -> crossbar(channel) "
             "-> write k3 }\n"
             "pass { read key, value -> crossbar(node) -> alltoallv(key[5:3]) -> crossbar(channel) "
             "-> write f, g }\n");
    assert_int_equal(run.diags->errors, 0);
    assert_null(node_of(&run, "key"));
    assert_int_equal(find_version(&run, "key")->type.order, BL_ORDER_STABLE);
    assert_null(node_of(&run, "k1"));
    assert_string_equal(channel_of(&run, "k1")->name, "node");
    assert_string_equal(node_of(&run, "k2")->name, "node");
    assert_null(channel_of(&run, "k2"));
    assert_string_equal(node_of(&run, "k3")->name, "node");
    assert_string_equal(channel_of(&run, "k3")->name, "channel");
    assert_int_equal(find_version(&run, "k3")->type.order, BL_ORDER_ANY);
    assert_int_equal(rows_of(&run, "f"), rows_of(&run, "k3")); /* one pass or three: the same way */
    assert_int_equal(rows_of(&run, "f"), rows_of(&run, "g"));
    run_end(&run);
}

static void arrangements(void **state) {
    (void)state;
    struct run run;
    run_body(
        &run,
        "pass { read key -> table(node) as t }\npass { read value -> crossbar(t) -> write v1 }\n"
        "pass { read key -> crossbar(key[5:3]) -> write k1 }\npass { read key -> crossbar(channel) "
        "-> write k2 }\n"
        "pass { read k2, key2x -> crossbar(node) -> write x, y }\n");
    assert_int_equal(run.diags->errors, 1);
    run_end(&run);
    run_body(
        &run,
        "pass { read key -> table(node) as t }\npass { read value -> crossbar(t) -> write v1 }\n"
        "pass { read key -> crossbar(key[5:3]) -> write k1 }\npass { read key -> crossbar(channel) "
        "-> write k2 }\n"
        "pass { read k1, v1 -> crossbar(channel) -> write k3, v3 }\n");
    assert_int_equal(run.diags->errors, 0);
    assert_int_equal(rows_of(&run, "value"), 0);
    assert_int_equal(rows_of(&run, "v1"), rows_of(&run, "k1"));
    assert_int_not_equal(rows_of(&run, "k1"), rows_of(&run, "k2"));
    assert_int_not_equal(rows_of(&run, "k2"), rows_of(&run, "k3"));
    run_end(&run);
}

/* Types do not depend on where in the list a pass stands, and not on passes that are gone. */
static void types_of_other_passes(void **state) {
    (void)state;
    struct run run;
    run_body(
        &run,
        "pass { read key -> crossbar(node) -> write k1 }\npass { read key -> table(node) as t }\n"
        "pass { read value -> crossbar(t) -> write v1 }\npass { read k1, v1 -> alltoallv(node) -> "
        "write k2, v2 }\n"
        "pass { read k2, v2 -> crossbar(channel) -> write k3, v3 }\n");
    struct bl_program *program = run.program;
    assert_non_null(program);
    struct bl_pass passes[4] = {program->passes[2], program->passes[0], program->passes[3],
                                program->passes[4]};
    struct bl_type *types = BL_NEW(run.arena, struct bl_type, program->version_count);
    bl_types_assign(run.arena, program, passes, 4, types);
    for (int i = 0; i < program->version_count; i++) {
        assert_int_equal(types[i].rows, program->versions[i]->type.rows);
        assert_true(bl_function_equal(types[i].node, program->versions[i]->type.node));
        assert_true(bl_function_equal(types[i].channel, program->versions[i]->type.channel));
    }
    run_end(&run);
}

static void repeat_names(void **state) {
    (void)state;
    struct run run;
    run_body(&run, "repeat d in 0..2 {\nlet f = key[3*d +: 3];\npass { read key, value -> "
                   "crossbar(f) -> write key, value }\n}\n"
                   "pass { read key, value -> crossbar(node) -> write last, rest }\n");
    assert_int_equal(run.diags->errors, 0);
    assert_int_equal(run.program->pass_count, 4);
    assert_int_equal(channel_of(&run, "key.2")->lsb, 0);
    assert_int_equal(channel_of(&run, "key.4")->lsb, 6);
    assert_ptr_equal(run.program->passes[3].stages[0].versions[0], find_version(&run, "key.4"));
    assert_true(find_version(&run, "last")->result && find_version(&run, "rest")->result);
    assert_false(find_version(&run, "key.4")->result);
    run_end(&run);
}

static char *print_passes(const struct run *run) {
    struct bl_text text = {0};
    for (int i = 0; i < run->program->pass_count; i++) {
        bl_pass_print(&text, &run->program->passes[i]);
        bl_text_add(&text, "\n");
    }
    return text.bytes;
}

static void partition_is_the_base_flow(void **state) {
    (void)state;
    struct run run;
    run_body(&run, "partition items by node, channel;\n");
    assert_int_equal(run.diags->count, 0);
    char *text = print_passes(&run);
    assert_string_equal(
        text, "read key -> histogram(node, channel) as sizes\n"
              "read key -> table(node) as t1\nread key -> crossbar(t1) -> write key1\n"
              "read key -> table(node) as t2\nread value -> crossbar(t2) -> write value1\n"
              "read key1 -> alltoallv(node, sizes) -> write key2\nread value1 -> alltoallv(node, "
              "sizes) -> write value2\n"
              "read key2 -> table(channel) as t3\nread key2 -> crossbar(t3) -> write key3\n"
              "read key2 -> table(channel) as t4\nread value2 -> crossbar(t4) -> write value3\n");
    free(text);
    run_end(&run);
    run_body(&run, "repeat d in 0..1 { partition items by node, key[d +: 3]; }\n");
    assert_int_equal(run.program->pass_count, 22);
    assert_int_equal(find_version(&run, "key6")->type.channel->lsb, 1);
    run_end(&run);
}

static void overrides(void **state) {
    (void)state;
    static const char text[] = CLUSTER RECORD
        "pipeline p(items: item) on optweb {\nlet f = key[log2(nodes) +: log2(channels)];\n"
        "pass { read key, value -> crossbar(f) -> write a, b }\n}\n";
    const struct bl_overrides four = {.settings = {{"nodes", 4},
                                                   {"channels", 2},
                                                   {"width", 64},
                                                   {"burst", 256},
                                                   {"clock", 178e6},
                                                   {"link", 4e9}},
                                      .count = 6};
    const struct bl_overrides odd = {.settings = {{"nodes", 65}}, .count = 1};
    struct run run;
    run_check(&run, text, sizeof text - 1, &four);
    assert_non_null(run.program);
    const struct bl_cluster *cluster = &run.program->cluster;
    assert_int_equal(cluster->nodes, 4);
    assert_int_equal(cluster->memory.channels, 4);
    assert_int_equal(bl_lanes(cluster), 2);
    assert_int_equal(cluster->memory.width, 64);
    assert_int_equal(cluster->memory.burst, 256);
    assert_true(cluster->clocks[0].hertz == 178e6 &&
                bl_network_setting(&cluster->network, "link") == 4e9);
    assert_true(bl_network_setting(&cluster->network, "latency") == 400e-9);
    assert_int_equal(channel_of(&run, "a")->lsb, 2);
    assert_int_equal(channel_of(&run, "a")->bits, 1);
    run_end(&run);
    run_check(&run, text, sizeof text - 1, &odd);
    assert_null(run.program);
    assert_non_null(find_code(&run, "E0083"));
    assert_non_null(find_code(&run, "E0083")->notes);
    run_end(&run);
}

/* What the command line gave is named as it was given. */
static void errors_name_options(void **state) {
    (void)state;
    static const char text[] =
        "cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;"
        " memory { channels 4; width 32 B; strip 64; burst 128 B; }"
        " network full_mesh { link 6 GB/s; latency 300 ns; } }"
        "record row { key: u32; }"
        "pipeline p(rows: row) on k { pass { read key -> crossbar(key[0]) -> write a } }";
    static const struct {
        struct bl_override changed;
        const char *code, *said;
    } rows[] = {
        {{"channels", 3}, "E0082", "`--channels` is 3; it must be a power of two from 1 to 16"},
        {{"nodes", 65}, "E0083", "`--nodes` is 65; it must be from 1 to 64"},
        {{"width", 8}, "E0082", "`--width` is 8 B; it must be a power of two from 16 B to 64 B"},
        {{"clock", 3e9}, "E0083", "`--clock` is 3 GHz; it must be from 1 MHz to 2 GHz"},
        {{"link", 1}, "E0083", "`--link` is 1 B/s; it must be from 1 MB/s to 1 TB/s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct bl_overrides changed = {.settings = {rows[i].changed}, .count = 1};
        struct run run;
        run_check(&run, text, sizeof text - 1, &changed);
        assert_null(run.program);
        assert_non_null(find_code(&run, rows[i].code));
        assert_string_equal(find_code(&run, rows[i].code)->text, rows[i].said);
        assert_true(find_code(&run, rows[i].code)->range.line > 0);
        assert_string_equal(find_code(&run, rows[i].code)->notes->text,
                            "the command line has changed it");
        run_end(&run);
    }
}

/* A second exchange is in the way of the first one, whatever stands between. */
static void stage_in_the_way(void **state) {
    (void)state;
    static const char text[] =
        "cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;"
        " memory { channels 4; width 32 B; strip 64; burst 128 B; }"
        " network full_mesh { link 6 GB/s; latency 300 ns; } }"
        "record row { key: u32; }"
        "pipeline p(rows: row) on k { pass { read key -> crossbar(key[0]) -> alltoallv(key[0])"
        " -> crossbar(key[1]) -> alltoallv(key[1]) -> write a } }";
    struct run run;
    run_check(&run, text, sizeof text - 1, NULL);
    const struct bl_diagnostic *error = find_code(&run, "E0123");
    assert_non_null(error);
    assert_string_equal(error->text, "`alltoallv` cannot follow `alltoallv` in a pass: "
                                     "a pass exchanges once");
    assert_true(error->notes && error->notes->range.column < error->range.column);
    assert_string_equal(error->notes->text, "`alltoallv` is here");
    run_end(&run);
}

static int option(struct bl_overrides *overrides, const char *name, const char *value) {
    char *words[] = {(char *)name, (char *)value};
    return bl_overrides_option(overrides, "check", value ? 2 : 1, words);
}

static void command_line(void **state) {
    (void)state;
    struct bl_overrides overrides = {0};
    assert_int_equal(option(&overrides, "--keys", "5"), 0);
    assert_int_equal(option(&overrides, "--nodes", "4"), 2);
    assert_int_equal(option(&overrides, "--width", "64 B"), 2);
    assert_int_equal(option(&overrides, "--burst", "128"), 2);
    assert_int_equal(option(&overrides, "--clock", "222.5 MHz"), 2);
    assert_int_equal(option(&overrides, "--link", "4GB/s"), 2);
    assert_int_equal(overrides.count, 5);
    assert_true(bl_override(&overrides, "nodes") == 4 && bl_override(&overrides, "width") == 64);
    assert_true(bl_override(&overrides, "burst") == 128);
    assert_true(bl_override(&overrides, "clock") == 222.5e6);
    assert_true(bl_override(&overrides, "link") == 4e9);
    static const char *const bad[][2] = {
        {"--nodes", "four"},  {"--nodes", "2.5"},   {"--nodes", "4 B"},
        {"--nodes", "-1"},    {"--clock", "150"},   {"--clock", "150 MB"},
        {"--clock", "0 MHz"}, {"--link", "4 GB"},   {"--link", "nan GB/s"},
        {"--link", NULL},     {"--width", "1e300"}, {"--link", "4 GB/sec"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(option(&overrides, bad[i][0], bad[i][1]), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings),           cmocka_unit_test(no_warning),
        cmocka_unit_test(warning_once),       cmocka_unit_test(errors_without_a_line),
        cmocka_unit_test(delays_of_segments), cmocka_unit_test(partitions),
        cmocka_unit_test(arrangements),       cmocka_unit_test(types_of_other_passes),
        cmocka_unit_test(repeat_names),       cmocka_unit_test(partition_is_the_base_flow),
        cmocka_unit_test(overrides),          cmocka_unit_test(errors_name_options),
        cmocka_unit_test(stage_in_the_way),   cmocka_unit_test(command_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
