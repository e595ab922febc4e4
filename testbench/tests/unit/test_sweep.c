/* The parts of a sweep that need no child: points of fusion, axes, the template, the time left, the
 * tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <cjson/cJSON.h>
#include "base/arena.h"
#include "sweep/sweep.h"
#include "kind/kinds.h"
#include "sweep/sweep_axes.h"
#include "sweep/sweep_fuse.h"
#include "sweep/page/sweep_fill.h"
#include "sweep/sweep_progress.h"
#include "sweep/sweep_write.h"

static const char source[] = "cluster c { board stratix10_mx2100; nodes 4; clock core 150 MHz;\n"
                             "  memory { channels 8; width 32 B; strip 512; burst 128 B; } network "
                             "full_mesh { link 6.25 GB/s; latency 400 ns; } }\n"
                             "record item { key: u32; }\n"
                             "pipeline sort(items: item) on c {\n"
                             "  let channel = key[1:0]; let node = key[3:2];\n"
                             "  pass { read key  -> histogram(node, channel) as sizes }\n"
                             "  pass { read key  -> table(node) as t1 }\n"
                             "  pass { read key  -> crossbar(t1) -> write key1 }\n"
                             "  pass { read key1 -> alltoallv(node, sizes) -> write key2 }\n"
                             "  pass { read key2 -> table(channel) as t2 }\n"
                             "  pass { read key2 -> crossbar(t2) -> write key3 } }\n";

struct fixture {
    struct bl_arena *arena;
    struct bl_sources sources;
    const struct bl_program *program;
};

static int set_up(void **state) {
    static struct fixture fixture;
    fixture = (struct fixture){.arena = bl_arena_new()};
    char path[] = "/tmp/bl_test_sweep.XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, source, sizeof source - 1), sizeof source - 1);
    close(file);
    fixture.program = bl_front(fixture.arena, bl_diags_new(fixture.arena, &fixture.sources), path,
                               NULL);
    unlink(path);
    assert_non_null(fixture.program);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    bl_arena_free(((struct fixture *)*state)->arena);
    return 0;
}

static void check_points(struct fixture *f, const char *text, const char *wanted) {
    struct bl_sweep_choice *choices;
    const char *got = "";
    int count = bl_sweep_fuse_parse(f->arena, text, f->program, &choices);
    for (int i = 0; i < count; i++)
        got = bl_format(f->arena, "%s%s%x", got, i ? " " : "", choices[i].rules);
    assert_string_equal(got, wanted);
}

/* zip 1, table 2, histogram 4, eop 8, split 16 */
static void points_of_fusion(void **state) {
    check_points(*state, "none", "0");
    check_points(*state, "none/table,histogram/+eop/+split/all", "0 6 e 1e 1f");
    check_points(*state, "table/+table/all/none/+eop", "2 1f 0 8");
    check_points(*state, "steps", "0 2 6 e 1e");
    check_points(*state, "all/steps", "1f 0 2 6 e 1e");
    check_points(*state, "steps/+zip", "0 2 6 e 1e 1f");
    check_points(*state, "", "");
    check_points(*state, "none/", "");
    check_points(*state, "none/tabel", "");
}

static void every_combination(void **state) {
    struct fixture *f = *state;
    const struct bl_sweep_choice choices[] = {{"none", 0}, {"all", BL_ALL_RULES}};
    struct bl_sweep sweep = {.arena = f->arena};
    struct bl_sweep_request request = {0};
    const char *texts[BL_SWEEP_MOST_AXES] = {NULL, "2, 8,2"};
    bl_sweep_axes_begin(f->arena, &request, texts);
    for (int i = 0; i < request.axis_count; i++)
        if (!strcmp(request.axes[i].option, "--clock")) request.axes[i].text = "125MHz,150 MHz";
    assert_true(bl_sweep_axes_parse(f->arena, &request));
    bl_sweep_expand(&sweep, &request, f->program, choices, 2);
    assert_int_equal(sweep.points.count, 2 * 2 * 2);
    assert_string_equal(sweep.points.items[0].options, "--nodes=2 --clock=125MHz");
    assert_string_equal(sweep.points.items[3].options, "--nodes=8 --clock='150 MHz'");
    assert_string_equal(sweep.points.items[7].choice, "all");
    assert_int_equal(sweep.points.items[7].shape.nodes, 8);
    assert_int_equal(sweep.points.items[7].shape.channels, 4);
    assert_true(sweep.points.items[7].shape.clock_hertz > 149e6);
    request.axes[1].text = "2,three";
    assert_false(bl_sweep_axes_parse(f->arena, &request));
}

static void check_fill(const char *template, const char *json, const char *wanted) {
    struct bl_text text = {0};
    cJSON *content = cJSON_Parse(json);
    bool ok = bl_sweep_fill(&text, template, content);
    if (wanted) assert_true(ok);
    else assert_false(ok);
    if (wanted) assert_int_equal(text.length, strlen(wanted));
    if (wanted) assert_memory_equal(text.bytes ? text.bytes : "", wanted, text.length);
    bl_text_free(&text);
    cJSON_Delete(content);
}

static void template_is_filled(void **state) {
    (void)state;
    check_fill("a{{x}}b", "{\"x\":\"<&>\\\"\"}", "a&lt;&amp;&gt;&quot;b");
    check_fill("{{{x}}} {{n}} {{none}}", "{\"x\":\"<b>\",\"n\":1.5}", "<b> 1.5 ");
    check_fill("{{#l}}{{v}}{{o}},{{/l}}", "{\"o\":\"o\",\"l\":[{\"v\":1},{\"v\":2}]}", "1o,2o,");
    check_fill("{{#l}}{{.}};{{/l}}", "{\"l\":[\"a\",\"b\"]}", "a;b;");
    check_fill("{{#l}}x{{/l}}{{^l}}none{{/l}}", "{\"l\":[]}", "none");
    check_fill("{{#t}}yes{{/t}}{{^t}}no{{/t}}{{#f}}yes{{/f}}{{^f}}no{{/f}}",
               "{\"t\":true,\"f\":false}", "yesno");
    check_fill("{{#a}}{{#b}}{{v}}{{/b}}|{{/a}}",
               "{\"a\":[{\"b\":[{\"v\":1},{\"v\":2}]},{\"b\":[]}]}", "12||");
    check_fill("{{#a}}open", "{\"a\":true}", NULL);
    check_fill("{{a", "{}", NULL);
}

static void time_left(void **state) {
    (void)state;
    struct bl_sweep_progress progress = {.jobs = 2, .left = {4, 4, 0}};
    assert_true(bl_sweep_time_left(&progress) < 0);
    progress.finished[BL_SWEEP_GRAPH] = 3, progress.spent[BL_SWEEP_GRAPH] = 0.5;
    assert_true(bl_sweep_time_left(&progress) < 0);
    progress.finished[BL_SWEEP_RUN] = 2, progress.spent[BL_SWEEP_RUN] = 20;
    assert_float_equal(bl_sweep_time_left(&progress), (4 * 10 + 4 * 10) / 2.0, 1e-6);
    progress.finished[BL_SWEEP_SYNTH] = 1, progress.spent[BL_SWEEP_SYNTH] = 40;
    assert_float_equal(bl_sweep_time_left(&progress), (4 * 10 + 4 * 40) / 2.0, 1e-6);
}

static void table_as_csv(void **state) {
    struct fixture *f = *state;
    struct bl_sweep_point point = {
        .choice = "table,eop",
        .options = "",
        .shape = {.board = "b", .board_memory = "ddr3", .nodes = 4, .channels = 8}};
    const char *row,
        *rest = ",uniform,12,9007199254740993,hbm2,ddr3,synth,yes,,\"says \"\"no\"\"\"\n";
    struct bl_sweep sweep = {
        .arena = f->arena,
        .kind = bl_kinds[0],
        .points = {&point, 1, 1},
        .input = {
            .keys = "12", .distribution = "uniform", .seed = "9007199254740993", .memory = "hbm2"}};
    struct bl_sweep_result result = {.message = "says \"no\"",
                                     .passes = NAN,
                                     .measured = 1.5e9,
                                     .logic = NAN,
                                     .simulated = true,
                                     .golden = true,
                                     .fabric = "synth",
                                     .stand_in = true};
    struct bl_text text = {0};
    bl_sweep_csv(&text, &sweep, &result);
    row = memchr(text.bytes, '\n', text.length);
    assert_non_null(row);
    assert_memory_equal(row + 1, "\"table,eop\",b,4,8,,,0,,,0,0,1500000000,0,0,yes,,", 47);
    assert_memory_equal(text.bytes + text.length - strlen(rest), rest, strlen(rest));
    bl_text_free(&text);
    /* A result that is said to be equal although nothing was simulated is not known to be. */
    result.simulated = false;
    bl_sweep_csv(&text, &sweep, &result);
    row = memchr(text.bytes, '\n', text.length);
    assert_memory_equal(row + 1, "\"table,eop\",b,4,8,,,0,,,0,0,1500000000,0,0,,,", 44);
    bl_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(points_of_fusion, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_combination, set_up, tear_down),
        cmocka_unit_test(template_is_filled),
        cmocka_unit_test(time_left),
        cmocka_unit_test_setup_teardown(table_as_csv, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
