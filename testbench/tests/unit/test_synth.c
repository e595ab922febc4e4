/* Yosys' text: circuits, counts, paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "base/arena.h"
#include "synth/netlist/synth_rtlil.h"
#include "synth/netlist/synth_stat.h"
#include "synth/synth_path.h"
#include "synth/synth_words.h"

#define CHILD "$paramod$00\\child"

static const char *const first_text =
    "autoidx 20\nattribute \\src \"a.v:1\"\nmodule " CHILD "\n  parameter \\W 8\n"
    "  attribute \\src \"a.v:3\"\n  wire width 8 input 1 \\in\n  wire width 8 output 2 \\out\n  "
    "wire width 8 $add$a.v:9$9_Y\n"
    "  cell $add $add$a.v:9$9\n    parameter \\A_WIDTH 8\n    connect \\A \\in\n    connect \\Y "
    "$add$a.v:9$9_Y\n  end\n"
    "  cell $not $not$a.v:9$10\n    connect \\A $add$a.v:9$9_Y\n    connect \\Y \\out\n  end\nend\n"
    "module \\top\n  wire input 1 \\clk\n  wire width 8 \\x\n"
    "  cell " CHILD " \\one\n    connect \\in \\x\n  end\n  cell " CHILD
    " \\two\n    connect \\in \\x\n  end\n"
    "  connect \\x 8'00000001\nend\n";
/* The same child, numbered otherwise, so that text sorts its cells the other way round, and from
 * other lines. */
static const char *const second_text =
    "autoidx 200\nmodule " CHILD
    "\n  parameter \\W 8\n  wire width 8 input 1 \\in\n  wire width 8 output 2 \\out\n"
    "  wire width 8 $add$a.v:9$99_Y\n"
    "  cell $not $not$a.v:9$100\n    connect \\A $add$a.v:9$99_Y\n    connect \\Y \\out\n  end\n"
    "  attribute \\src \"b.v:1\"\n  cell $add $add$a.v:9$99\n    parameter \\A_WIDTH 8\n    "
    "connect \\A \\in\n"
    "    connect \\Y $add$a.v:9$99_Y\n  end\nend\n";

static void modules_are_split(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_rtlil design = bl_rtlil_split(arena, first_text);
    assert_int_equal(design.count, 2);
    int top = bl_rtlil_find(&design, "top"), child = bl_rtlil_find(&design, "child");
    assert_string_equal(design.items[child].name, CHILD);
    assert_int_equal(design.items[child].parameters.count, 1);
    assert_string_equal(design.items[child].parameters.items[0].name, "W");
    assert_string_equal(design.items[child].parameters.items[0].value, "8");
    assert_int_equal(design.items[top].children.count, 1);
    assert_int_equal(design.items[top].children.items[0].module, child);
    assert_int_equal(design.items[top].children.items[0].count, 2);
    assert_string_equal(design.items[top].ports, "  wire input 1 \\clk\n");
    assert_int_equal(bl_rtlil_find(&design, "none"), -1);
    bl_arena_free(arena);
}

static void content_alone_counts(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_rtlil first = bl_rtlil_split(arena, first_text),
                    second = bl_rtlil_split(arena, second_text);
    assert_string_equal(first.items[0].body, second.items[0].body);
    assert_non_null(strstr(first.items[0].body, "connect \\A $1\n"));
    char *changed = bl_strdup(arena, second_text);
    memcpy(strstr(changed, "$not $not"), "$neg $not", 9);
    assert_string_not_equal(first.items[0].body, bl_rtlil_split(arena, changed).items[0].body);
    bl_arena_free(arena);
}

static void a_module_stands_alone(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_rtlil design = bl_rtlil_split(arena, first_text);
    struct bl_text alone = {0}, whole = {0};
    bl_rtlil_alone(&alone, &design, bl_rtlil_find(&design, "top"));
    assert_non_null(strstr(alone.bytes, "module \\unit\n"));
    assert_non_null(strstr(alone.bytes, "attribute \\blackbox 1\nmodule " CHILD "\n"));
    assert_null(strstr(alone.bytes, "cell $add"));
    bl_rtlil_whole(&whole, &design, bl_rtlil_find(&design, "top"));
    assert_non_null(strstr(whole.bytes, "cell $add"));
    assert_null(strstr(whole.bytes, "blackbox"));
    bl_text_free(&alone);
    bl_text_free(&whole);
    bl_arena_free(arena);
}

static const char *const stat_text =
    "\n34. Printing statistics.\n\n=== other ===\n\n     MISTRAL_FF  99\n\n=== unit ===\n\n   "
    "Number of wires:                197\n"
    "   Number of cells:                161\n     $paramod\\bl_skid\\WIDTH=s32'00100001      1\n   "
    "  fold                             2\n     MISTRAL_ALUT6                    3\n"
    "     MISTRAL_ALUT3                    5\n     MISTRAL_ALUT_ARITH              4\n     "
    "MISTRAL_MLAB                   32\n"
    "     MISTRAL_FF                      7\n     M20K                            8\n     "
    "MISTRAL_MUL18X18                3\n"
    "     MISTRAL_NOT                     2\n\n=== design hierarchy ===\n\n   unit       1\n     "
    "MISTRAL_FF      1000\n";

static void cells_are_weighed(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_stat stat;
    struct bl_resources takes;
    struct bl_rtlil_child children[] = {
        {.type = "$paramod\\bl_skid\\WIDTH=s32'00100001", .module = 3, .count = 1},
        {.type = "\\fold", .module = 4, .count = 2}};
    const struct bl_rtlil_module module = {.children = {children, 2, 2}};
    assert_false(bl_stat_read(arena, &stat, stat_text, "uni"));
    assert_false(bl_stat_read(arena, &stat, "=== unit ===\n\n     9 cells\n     9   MISTRAL_FF\n",
                              "unit")); /* not read as no cells */
    assert_true(bl_stat_read(arena, &stat, stat_text, "unit"));
    const struct bl_fabric *alm = bl_fabric_find("synth_intel_alm -family cyclone10gx");
    assert_null(bl_stat_weigh(&stat, alm, &module, &takes));
    assert_true(takes.logic == 3 + 2.5 + 2 + 16 && takes.ff == 7 && takes.block_ram == 8 &&
                takes.dsp == 1.5);
    /* what is no module of the design is a cell, whatever it is called */
    children[1].module = -1;
    assert_string_equal(bl_stat_weigh(&stat, alm, &module, &takes), "fold");
    children[1].module = 4, children[0].module = -1;
    assert_string_equal(bl_stat_weigh(&stat, alm, &module, &takes),
                        "$paramod\\bl_skid\\WIDTH=s32'00100001");
    children[0].module = 3;
    assert_non_null(bl_stat_weigh(&stat, bl_fabric_find("synth_ice40"), &module, &takes));
    assert_true(takes.logic == 0);
    bl_arena_free(arena);
}

/* A family that Yosys has dropped gives way to the one that is left; further options stay. */
static void families_are_dropped(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct bl_fabric *gone = bl_fabric_find("synth_intel_alm -family cyclone10gx"),
                           *stays = bl_fabric_find("synth_ice40");
    const struct bl_release before = {0, 23}, after = {0, 41}, later = {1, 0};
    assert_string_equal(
        bl_fabric_command_for(arena, gone, "synth_intel_alm -family cyclone10gx -nodsp", before),
        "synth_intel_alm -family cyclone10gx -nodsp");
    assert_string_equal(
        bl_fabric_command_for(arena, gone, "synth_intel_alm -family cyclone10gx -nodsp", after),
        "synth_intel_alm -family cyclonev -nodsp");
    assert_string_equal(bl_fabric_command_for(arena, gone, gone->command, later),
                        "synth_intel_alm -family cyclonev");
    assert_string_equal(bl_fabric_command_for(arena, stays, "synth_ice40 -device hx", later),
                        "synth_ice40 -device hx");
    bl_arena_free(arena);
}

/* Every shape down to one bit. */
static void blocks_have_shapes(void **state) {
    (void)state;
    struct bl_text text = {0};
    bl_fabric_block_rules(&text, &bl_fabric_find("synth_intel_alm -family cyclone10gx")->block);
    bl_text_bytes(&text, "", 1);
    assert_true(strstr(text.bytes, "bram M20K\n"));
    assert_true(strstr(text.bytes, "  abits 9 @x40\n  dbits 40 @x40\n  abits 10 @x20\n"));
    assert_true(strstr(text.bytes, "  abits 14 @x1\n  dbits 1 @x1\n  groups 2\n"));
    bl_text_free(&text);
}

static void fabrics_are_found(void **state) {
    (void)state;
    assert_null(bl_fabric_find("synth_ice401"));
    assert_null(bl_fabric_find("synth_intel_alm"));
    assert_string_equal(bl_fabric_find("synth_ice40 -device hx")->unit, "LUT4");
    for (int i = 0; bl_fabric_command(i); i++)
        assert_ptr_equal(bl_fabric_find(bl_fabric_command(i))->command, bl_fabric_command(i));
    struct bl_resources takes;
    assert_true(bl_fabric_cell(bl_fabric_find("synth_xilinx -family xc7"), "RAMB18E1", &takes) &&
                takes.block_ram == 0.5);
    assert_true(bl_fabric_cell(bl_fabric_find("synth_xilinx -family xc7"), "RAM32X1D", &takes) &&
                takes.logic == 2);
    assert_true(bl_fabric_cell(bl_fabric_find("synth_xilinx -family xc3se"), "RAM32X1D", &takes) &&
                takes.logic == 4);
    assert_int_equal(
        bl_fabric_read_levels(bl_fabric_find("synth_intel_alm -family cyclone10gx"), 32), 1);
    assert_int_equal(
        bl_fabric_read_levels(bl_fabric_find("synth_intel_alm -family cyclone10gx"), 256), 3);
    assert_int_equal(bl_fabric_read_levels(bl_fabric_find("synth_xilinx -family xcv"), 32), 2);
    assert_int_equal(bl_fabric_read_levels(bl_fabric_find("synth_ice40"), 32), 5);
}

/* q -> lut -> memory of 32 words -> adder -> d: three levels on a fabric with distributed RAM, and
 * a shorter way around. */
static const char *const mapped_text =
    "module \\other\nend\n\nmodule \\unit\n  wire width 2 \\state.q\n  wire $1\n  wire width 2 "
    "\\word\n  wire width 2 $2\n"
    "  wire output 3 \\out\n  wire input 1 \\clk\n"
    "  cell $_DFF_P_ $10\n    connect \\C \\clk\n    connect \\D $2 [1]\n    connect \\Q \\state.q "
    "[0]\n  end\n"
    "  cell $_DFF_P_ $11\n    connect \\C \\clk\n    connect \\D $1\n    connect \\Q \\state.q "
    "[1]\n  end\n"
    "  cell $lut $12\n    parameter \\WIDTH 2\n    connect \\A { \\state.q [0] \\state.q [1] }\n   "
    " connect \\Y $1\n  end\n"
    "  cell $mem_v2 \\queue.ram\n    parameter \\RD_CLK_ENABLE 1'0\n    parameter \\SIZE 32\n    "
    "connect \\RD_ADDR { 4'0000 $1 }\n"
    "    connect \\RD_DATA \\word\n    connect \\WR_DATA 2'00\n  end\n"
    "  cell $alu $13\n    connect \\A \\word\n    connect \\B 2'01\n    connect \\Y $2\n  end\n"
    "  connect \\out \\state.q [0]\nend\n";

static void the_longest_path_is_found(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_netlist netlist;
    struct bl_synth_path path = {.module = 7};
    bl_netlist_read(&netlist, arena, mapped_text,
                    bl_fabric_find("synth_intel_alm -family cyclone10gx"));
    assert_int_equal(netlist.cells.count, 5);
    bl_path_longest(&path, arena, &netlist);
    assert_int_equal(path.module, 7);
    assert_int_equal(path.levels, 3);
    assert_string_equal(path.from, "state.q[1]");
    assert_string_equal(path.to, "out");
    assert_int_equal(path.through.count, 1);
    assert_string_equal(path.through.items[0], "queue.ram");
    char *sampled = bl_strdup(arena, mapped_text);
    strstr(sampled, "1'0")[2] = '1'; /* the memory's read has a clock: it is a register */
    bl_netlist_read(&netlist, arena, sampled,
                    bl_fabric_find("synth_intel_alm -family cyclone10gx"));
    bl_path_longest(&path, arena, &netlist);
    assert_int_equal(path.levels, 1);
    bl_arena_free(arena);
}

static void values_are_decimal(void **state) {
    (void)state;
    const char *const rows[][2] = {{"32", "32"},
                                   {"s32'00000000000000000000000000000101", "5"},
                                   {"4'1010", "10"},
                                   {"s4'1110", "-2"},
                                   {"\"word\"", "\"word\""},
                                   {"4'10x0", "4'10x0"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_text text = {0};
        bl_add_value(&text, rows[i][0]);
        assert_string_equal(text.bytes, rows[i][1]);
        bl_text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_are_split),     cmocka_unit_test(content_alone_counts),
        cmocka_unit_test(a_module_stands_alone), cmocka_unit_test(cells_are_weighed),
        cmocka_unit_test(families_are_dropped),  cmocka_unit_test(blocks_have_shapes),
        cmocka_unit_test(fabrics_are_found),     cmocka_unit_test(the_longest_path_is_found),
        cmocka_unit_test(values_are_decimal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
