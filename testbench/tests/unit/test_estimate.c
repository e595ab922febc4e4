/* The estimate of resources: a cost for every template, and sums near what Yosys has counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cmocka.h>
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "board/board_inner.h"
#include "driver/compile.h"
#include "known_board.h"
#include "plan/fuse/fuse.h"
#include "templates/estimate.h"
#include "templates/templates.h"

/* Of those of a bus, a node has its connector and its links; the arbiters and switches are outside.
 */
static bool is_in_a_node(const struct bl_template *template) {
    if (strstr(template->path, "/async/")) return false;
    return !strstr(template->path, "/rsb/") || !strcmp(template->name, "bl_rsb_connector") ||
           !strcmp(template->name, "bl_rsb_links");
}

/* The templates that a circuit of a pipeline is made of: all but those of asynchronous circuits and
 * of the arbiters of a bus. */
static struct bl_templates instantiable(struct bl_arena *arena) {
    struct bl_templates all, some = {0};
    struct bl_home home;
    assert_true(bl_home_find(arena, &home) && bl_templates_list(arena, &all, home.root));
    for (int i = 0; i < all.count; i++)
        if (is_in_a_node(&all.items[i])) *BL_APPEND(arena, &some) = all.items[i];
    assert_true(some.count > 40);
    return some;
}

static void every_template_has_a_cost(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct bl_templates templates = instantiable(arena);
    for (int i = 0; i < templates.count; i++)
        if (!bl_cost_find(templates.items[i].name))
            fail_msg("%s: no function bl_cost_%s says what it takes", templates.items[i].path,
                     templates.items[i].name + 3);
    bl_arena_free(arena);
}

static void what_is_below_counts(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct bl_board *board = known_board(arena);
    struct bl_instance instance = {.module = "bl_fifo_block"};
    struct bl_circuit circuit = {.arena = arena};
    bl_instance_set(&circuit, &instance, "WIDTH", 80);
    int values[BL_COST_PARAMETERS];
    const struct bl_cost_row *row = bl_cost_find("bl_fifo_block");
    bl_cost_values(row, &instance, values);
    assert_int_equal(values[0], 80);
    assert_int_equal(values[1], 9); /* the default */
    const struct bl_cost own = bl_cost_of(row, board, values, true),
                         all = bl_cost_of(row, board, values, false);
    assert_true(own.block_ram == 0 && all.block_ram == 2 && own.ff > 0 && own.ff == all.ff);
    bl_arena_free(arena);
}

/* Of a parameter of many bits its ones count: 5 and 2 of them make XORs of at most four bits. */
static void ones_of_masks_count(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_instance instance = {.module = "bl_mix"};
    struct bl_circuit circuit = {.arena = arena};
    bl_instance_set(&circuit, &instance, "COUNT", 10);
    bl_instance_set(&circuit, &instance, "BITS", 2);
    bl_instance_set_bits(&circuit, &instance, "MASKS", "{8'h1f, 8'h3}");
    int values[BL_COST_PARAMETERS];
    const struct bl_cost_row *row = bl_cost_find("bl_mix");
    bl_cost_values(row, &instance, values);
    assert_int_equal(values[0], 10);
    assert_int_equal(values[5], 3); /* OUT_W, by default BITS, which is 3 by default */
    assert_int_equal(values[6], 7);
    const struct bl_cost cost = bl_cost_of(row, known_board(arena), values, true);
    assert_true(cost.lut[4] == 20 && cost.ff == 0);
    bl_arena_free(arena);
}

static void units_weigh_differently(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_board board = *known_board(arena);
    const struct bl_cost six = {.lut = {[6] = 10}}, four = {.lut = {[4] = 10}};
    assert_true(bl_cost_weigh(&six, &board).logic == 10 && bl_cost_weigh(&four, &board).logic == 5);
    assert_string_equal(bl_estimate_unit(&board), "ALMs");
    board.family = bl_family_find("kintex7");
    assert_true(bl_cost_weigh(&six, &board).logic == 10 &&
                bl_cost_weigh(&four, &board).logic == 10);
    assert_string_equal(bl_estimate_unit(&board), "LUT6s");
    board.family = bl_family_find("ice40");
    assert_true(bl_cost_weigh(&six, &board).logic > 10 && bl_cost_weigh(&four, &board).logic == 10);
    assert_string_equal(bl_estimate_unit(&board), "logic cells");
    bl_arena_free(arena);
}

/* A program of examples/ with other nodes, channels, width and fusions; what Yosys has counted of
 * it, by testbench/bench/estimate. */
struct point {
    const char *program;
    int nodes, channels, width;
    const char *rules;
    double logic, ff, block_ram;
};

static void near(const struct point *point, const char *what, double value, double counted) {
    if (fabs(value - counted) > 0.15 * counted)
        fail_msg("%s, %d nodes, %d channels, --fuse %s: %s %g, counted %g", point->program,
                 point->nodes, point->channels, point->rules, what, value, counted);
}

static void sums_are_near_what_was_counted(void **state) {
    (void)state;
    static const struct point points[] = {
        {"counting_sort/counting_sort", 2, 4, 16, "all", 13633, 22044, 40},
        {"counting_sort/counting_sort", 2, 4, 32, "none", 31263, 44404, 74},
        {"counting_sort/counting_sort", 2, 4, 64, "none", 64024, 93972, 162},
        {"counting_sort/counting_sort", 8, 4, 32, "none", 35458, 57452, 116},
        {"counting_sort/counting_sort", 8, 8, 32, "all", 83218, 96765, 168},
        {"counting_sort/with_values", 2, 4, 32, "all", 26652, 40838, 70},
        {"counting_sort/with_values", 8, 8, 32, "none", 57322, 66670, 184},
        {"counting_sort/three_clocks", 8, 4, 16, "none", 21266, 31804, 68},
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const struct point *point = &points[i];
        const struct bl_overrides overrides = {.settings = {{"nodes", point->nodes},
                                                            {"channels", point->channels},
                                                            {"width", point->width}},
                                               .count = 3};
        struct bl_compilation compilation;
        struct bl_estimate estimate;
        struct bl_home home;
        bl_rules rules = 0;
        const char *bad;
        char path[1024];
        struct bl_arena *arena = bl_arena_new();
        assert_true(bl_home_find(arena, &home) && bl_rules_parse(point->rules, &rules, &bad));
        snprintf(path, sizeof path, "%s/examples/%s.loom", home.root, point->program);
        assert_true(bl_compile(&compilation, NULL, path, &overrides, rules, false));
        const struct bl_circuit *circuit = compilation.circuit;
        bl_estimate_circuit(&estimate, compilation.arena, circuit, compilation.plan->board);
        near(point, "logic", estimate.total.logic, point->logic);
        near(point, "flip-flops", estimate.total.ff, point->ff);
        near(point, "block RAM", estimate.total.block_ram, point->block_ram);
        bl_compilation_free(&compilation);
        bl_arena_free(arena);
    }
}

/* Of a node with kernels a part, or all of it: NULL. Logic that Yosys has counted, by
   testbench/bench/estimate --match kernels: a hundredth of the node or more. */
static const struct part {
    const char *program, *module;
    double logic;
} parts[] = {
    {"pingpong/pingpong", NULL, 14323},
    {"pingpong/pingpong", "bl_channels", 2273},
    {"pingpong/pingpong", "bl_ethernet", 3913},
    {"pingpong/pingpong", "bl_axi_write_join", 266.5},
    {"pingpong/pingpong", "pair_kernel_reply", 330.5},
    {"pingpong/pingpong", "bl_kernel_owed", 426},
    {"pingpong/pingpong", "bl_kernel_read", 2292},
    {"pingpong/pingpong", "bl_kernel_switch", 632},
    {"pingpong/pingpong", "bl_kernel_take", 1162},
    {"pingpong/pingpong", "bl_kernel_write", 1892},
    {"pingpong/pingpong", "pair_kernel_start", 336},
    {"pingpong/pingpong", "bl_registers", 565.5},
    {"allreduce/allreduce", NULL, 21333},
    {"allreduce/allreduce", "bl_channels", 2280.5},
    {"allreduce/allreduce", "bl_ethernet", 6328},
    {"allreduce/allreduce", "bl_axi_read_join", 259},
    {"allreduce/allreduce", "bl_axi_write_join", 456.5},
    {"allreduce/allreduce", "ring_kernel_reduce", 1136.5},
    {"allreduce/allreduce", "bl_kernel_owed", 556},
    {"allreduce/allreduce", "bl_kernel_read", 4584},
    {"allreduce/allreduce", "bl_kernel_switch", 1107.5},
    {"allreduce/allreduce", "bl_kernel_take", 1162},
    {"allreduce/allreduce", "bl_kernel_write", 2838},
    {"allreduce/allreduce", "bl_registers", 428.5},
    {"collectives/collectives", NULL, 107199},
    {"collectives/collectives", "bl_channel_bundle", 18436},
    {"collectives/collectives", "bl_ethernet", 6528},
    {"collectives/collectives", "bl_axi_write_join", 1758},
    {"collectives/collectives", "ring_kernel_brighten", 1122},
    {"collectives/collectives", "bl_kernel_owed", 8025.5},
    {"collectives/collectives", "bl_kernel_read", 18328},
    {"collectives/collectives", "bl_kernel_switch", 8640},
    {"collectives/collectives", "bl_kernel_take", 21497},
    {"collectives/collectives", "bl_kernel_write", 15136},
    {"collectives/collectives", "ring_kernel_spread", 1155},
    {"collectives/collectives", "bl_kernel_reduce", 1334},
    {"collectives/collectives", "bl_kernel_copy", 1078},
};

static double logic_of(const struct bl_estimate *estimate, const char *module) {
    if (!module) return estimate->total.logic;
    for (int i = 0; i < estimate->parts.count; i++)
        if (!strcmp(estimate->parts.items[i].module, module))
            return estimate->parts.items[i].takes.logic;
    return 0;
}

static void check_part(const struct part *part, const struct bl_estimate *estimate) {
    const double about = logic_of(estimate, part->module), share = part->module ? 0.10 : 0.05;
    if (fabs(about - part->logic) > share * part->logic)
        fail_msg("%s, %s: %g, counted %g", part->program, part->module ? part->module : "the node",
                 about, part->logic);
}

/* The rows of a program, which is compiled once; the one behind them. */
static const struct part *check_program(const struct part *part, const struct part *end) {
    const struct bl_overrides none = {0};
    struct bl_compilation compilation;
    struct bl_estimate estimate;
    struct bl_home home;
    struct bl_arena *arena = bl_arena_new();
    const char *program = part->program;
    assert_true(bl_home_find(arena, &home));
    const char *path = bl_format(arena, "%s/examples/%s.loom", home.root, program);
    assert_true(bl_compile(&compilation, NULL, path, &none, BL_ALL_RULES, false));
    bl_estimate_circuit(&estimate, compilation.arena, compilation.circuit, compilation.node->board);
    for (; part < end && !strcmp(part->program, program); part++) check_part(part, &estimate);
    bl_compilation_free(&compilation);
    bl_arena_free(arena);
    return part;
}

static void parts_of_kernels_are_near(void **state) {
    (void)state;
    const struct part *part = parts, *end = parts + sizeof parts / sizeof *parts;
    while (part < end) part = check_program(part, end);
}

/* An instance without a row takes nothing and is said. */
static void what_has_no_row_is_listed(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_circuit *circuit = bl_circuit_new(arena, "top", NULL);
    const struct bl_range nowhere = {0};
    struct bl_estimate estimate;
    struct bl_text text = {0};
    bl_circuit_instance(circuit, "bl_garb", "first", "", nowhere);
    bl_circuit_instance(circuit, "bl_fifo", "queue", "", nowhere);
    bl_circuit_instance(circuit, "bl_garb", "second", "", nowhere);
    bl_estimate_circuit(&estimate, arena, circuit, known_board(arena));
    assert_int_equal(estimate.parts.count, 2); /* the queue, and the top */
    bl_estimate_print(&text, arena, &estimate);
    assert_non_null(strstr(text.bytes, "\n  not counted: 2 x bl_garb\n"));
    bl_text_free(&text);
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_row_is_listed),
        cmocka_unit_test(every_template_has_a_cost),
        cmocka_unit_test(what_is_below_counts),
        cmocka_unit_test(ones_of_masks_count),
        cmocka_unit_test(units_weigh_differently),
        cmocka_unit_test(sums_are_near_what_was_counted),
        cmocka_unit_test(parts_of_kernels_are_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
