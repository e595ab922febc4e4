/* Projects: the crossings and gates that are found in Verilog, what is said of gates to each tool,
 * settings of a PLL. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/diag.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"

static struct bl_program program; /* without stages of its own */
static const struct bl_node node = {.program = &program};
static struct bl_project project;
static struct bl_output output;

static void add(const char *path, const char *text) {
    struct bl_output_file *file = BL_APPEND(output.arena, &output);
    file->path = path;
    file->text = (struct bl_text){0};
    bl_text_add(&file->text, "%s", text);
}

/* A made-up circuit: a queue in a loop, one two levels down, bits, a gate, and words that are no
 * instances. */
static int setup(void **state) {
    (void)state;
    output = (struct bl_output){.arena = bl_arena_new()};
    project = (struct bl_project){.arena = output.arena,
                                  .output = &output,
                                  .top = "top",
                                  .kind = "Pipeline",
                                  .name = "sort",
                                  .clock_count = 2};
    project.node = &node;
    project.clocks = BL_NEW(output.arena, struct bl_project_clock, 2);
    project.clocks[0] = (struct bl_project_clock){.name = "a", .net = "clk_a", .hertz = 100e6};
    project.clocks[1] = (struct bl_project_clock){.name = "b", .net = "clk_b", .hertz = 200e6};
    add("project/top.v",
        "`default_nettype none\nmodule top (input wire clk_a, input wire clk_b);\n"
        "// inner commented (.x(clk_a));\n/* bl_async_fifo no (.s_clk(clk_a)); */\n"
        "inner #(.N(3)) first (.x(clk_a), .y(clk_b));\nbl_gate gate (.i(clk_a));\n"
        "`ifdef FORMAL\ninner hidden (.x(clk_b));\n`endif\nendmodule\n");
    add("rtl/inner.v",
        "module inner #(parameter N = 2) (input wire x, input wire y);\ngenvar i;\n"
        "generate\nif (N < 1) begin : g_check\nend\n"
        "for (i = 0; i < N; i = i + 1) begin : g_lane\nbl_async_fifo #(.WIDTH((N + 1) * 2)) queue "
        "(.s_clk(x), .m_clk(y),\n"
        ".s_tdata({x, y}));\nend\n"
        "endgenerate\n(* name = \"bl_async_fifo none (\" *)\nbl_synchroniser bits (.clk(y), .s(x), "
        ".m());\n"
        "always @(posedge x) begin if (y) begin end end\ndeep below (.z(y));\nendmodule\n");
    add("rtl/deep.v",
        "module deep (input wire z);\nbl_async_fifo last (.s_clk(z), .m_clk(z));\nendmodule\n");
    add("rtl/bl_async_fifo.v", "module bl_async_fifo (input wire s_clk, input wire "
                               "m_clk);\nbl_synchroniser to_m (.clk(m_clk));\nendmodule\n");
    add("rtl/bl_synchroniser.v", "module bl_synchroniser (input wire clk);\nendmodule\n");
    add("rtl/bl_gate.v",
        "module bl_gate (input wire i);\n(* keep, DONT_TOUCH = \"true\" *)\nwire o;\nendmodule\n");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    for (int i = 0; i < output.count; i++) bl_text_free(&output.items[i].text);
    bl_arena_free(output.arena);
    return 0;
}

static void finds_crossings(void **state) {
    (void)state;
    static const struct bl_project_crossing wanted[] = {
        {BL_CROSS_FIFO, "first/g_lane[*].queue", 0, 1},
        {BL_CROSS_BITS, "first/bits", -1, 1},
        {BL_CROSS_FIFO, "first/below/last", 1, 1},
        {BL_CROSS_GATE, "gate", -1, -1},
    };
    bl_project_scan(&project);
    assert_int_equal(project.crossings.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(project.crossings.items[i].kind, wanted[i].kind);
        assert_string_equal(project.crossings.items[i].path, wanted[i].path);
        assert_int_equal(project.crossings.items[i].from, wanted[i].from);
        assert_int_equal(project.crossings.items[i].to, wanted[i].to);
    }
}

/* Whether the file that a writer made has the line. */
static void says(const char *name, const char *line) {
    for (int i = 0; i < output.count; i++)
        if (strstr(output.items[i].path, name)) {
            assert_non_null(strstr(output.items[i].text.bytes, line));
            return;
        }
    fail_msg("no file %s", name);
}

static void keeps_gates(void **state) {
    (void)state;
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(output.arena, &sources);
    static const char *const boards[] = {"stratix4gx_530", "kc705", "spartan3e_1200"};
    void (*const writers[])(struct bl_project *) = {bl_project_quartus, bl_project_xdc,
                                                    bl_project_ise};
    project.top_circuit = bl_circuit_new(output.arena, "sort", "");
    project.circuit = project.top_circuit;
    project.reference = -1;
    project.clock_count = 0;
    *BL_APPEND(output.arena, &project.crossings) = (struct bl_project_crossing){
        .kind = BL_CROSS_GATE, .path = "unit/g_bit[*].gate", .from = -1, .to = -1};
    for (int i = 0; i < 3; i++) {
        project.board = bl_board_load(output.arena, diags, boards[i], (struct bl_range){0});
        assert_non_null(project.board);
        project.memory = bl_memory_port_find(project.board, 32);
        writers[i](&project);
    }
    says(".qsf", "set_instance_assignment -name IMPLEMENT_AS_OUTPUT_OF_LOGIC_CELL ON -to "
                 "{unit|g_bit[*].gate|*}\n");
    says(".xdc", "set_property DONT_TOUCH TRUE [get_cells {unit/g_bit[*].gate}]\n");
    says(".xdc", "set_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets -hierarchical -filter "
                 "{NAME =~ \"unit/g_bit*.gate/*\"}]\n");
    says(".ucf",
         "INST \"unit/g_bit*.gate\" KEEP_HIERARCHY = TRUE;\nNET \"unit/g_bit*.gate/*\" S;\n");
}

static void solves_plls(void **state) {
    (void)state;
    struct bl_pll pll;
    const double two[] = {150e6, 100e6}, none[] = {150e6, 156.25e6}, odd[] = {33.333e6};
    assert_true(bl_pll_solve(&pll, 200e6, two, 2, 600e6, 1200e6));
    assert_true(fabs(200e6 * pll.multiply / pll.divide - 1200e6) < 1);
    assert_int_equal(pll.out[0], 8);
    assert_int_equal(pll.out[1], 12);
    assert_int_equal(pll.out[2], 8);
    assert_false(bl_pll_solve(&pll, 200e6, none, 2, 600e6, 1200e6));
    assert_false(bl_pll_solve(&pll, 200e6, odd, 1, 600e6, 1200e6));
    assert_true(bl_pll_solve(&pll, 12e6, two, 1, 600e6, 1200e6));
    assert_int_equal(pll.multiply * 12 / pll.divide, pll.out[0] * 150);
}

static void chooses_memory_ports(void **state) {
    (void)state;
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(output.arena, &sources);
    const struct bl_board *s10 = bl_board_load(output.arena, diags, "stratix10_mx2100",
                                               (struct bl_range){0});
    const struct bl_board *a10 = bl_board_load(output.arena, diags, "arria10_a10pl4",
                                               (struct bl_range){0});
    assert_string_equal(bl_memory_port_find(s10, 32)->module, "bl_hbm_port");
    assert_string_equal(bl_memory_port_find(s10, 16)->module, "bl_axi4_port");
    assert_string_equal(bl_memory_port_find(a10, 64)->module, "bl_emif_port");
    assert_string_equal(bl_memory_port_find(a10, 32)->module, "bl_axi4_port");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(finds_crossings, setup, teardown),
        cmocka_unit_test_setup_teardown(keeps_gates, setup, teardown),
        cmocka_unit_test_setup_teardown(solves_plls, setup, teardown),
        cmocka_unit_test_setup_teardown(chooses_memory_ports, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
