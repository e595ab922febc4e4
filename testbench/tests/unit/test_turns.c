/* Planes in a memory channel: they begin in different banks, turns are as long as the memory needs,
 * and what is lost to rows is predicted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>
#include "board/board.h"
#include "driver/compile.h"
#include "ir/cut.h"
#include "memory/carried/dram_kinds.h"
#include "plan/predict/predict.h"
#include "plan/size/channel.h"

/* Plans a pass over a record of columns a, b, c, which travel together. */
static struct bl_plan *planned(struct bl_compilation *compilation, const char *board, int channels,
                               const char *memory, const char *record) {
    char path[] = "/tmp/bankloom_turns_XXXXXX.loom";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    dprintf(file,
            "cluster k { board %s; nodes 1; clock core 200 MHz;\n"
            "            memory { channels %d; strip 64; %s } }\n"
            "record row { %s }\n"
            "pipeline p (rows: row) on k { pass { read a, b, c -> crossbar(a[0]) -> "
            "write a1, b1, c1 } }\n",
            board, channels, memory, record);
    close(file);
    bool ok = bl_compile(compilation, NULL, path, NULL, BL_ALL_RULES, false);
    unlink(path);
    assert_true(ok);
    return compilation->plan;
}

static const char hbm2[] = "width 32 B; burst 128 B;", ddr4[] = "width 64 B; burst 128 B;";
static const char wide[] = "a: u8; b: u128; c: u128;", narrow[] = "a: u32; b: u64; c: u32;";

static struct bl_plan *of_board(struct bl_compilation *compilation, const char *memory,
                                const char *record) {
    bool is_hbm2 = memory == hbm2;
    return planned(compilation, is_hbm2 ? "stratix10_mx2100" : "arria10_a10pl4", is_hbm2 ? 4 : 2,
                   memory, record);
}

/* As many planes as there are banks, over the columns too, begin in as many: in those of the
   board's memory and of other kinds. */
static void check_banks(const struct bl_plan *plan, const char *kind, int banks) {
    uint64_t page = bl_dram_page_bytes(bl_dram_kind_find(kind)),
             burst = (uint64_t)plan->program->cluster.memory.burst;
    int count[2] = {0, 0};
    unsigned seen[2] = {0, 0};
    for (int v = 0; v < plan->program->version_count; v++) {
        const struct bl_place *place = &plan->places[v];
        assert_true(place->side >= 0 && place->base % burst == 0 && place->plane % burst == 0);
        int planes = bl_column_planes(&plan->program->cluster, plan->program->versions[v]->column);
        for (int i = 0; i < planes && count[place->side] < banks; i++, count[place->side]++) {
            uint64_t at = place->base + (uint64_t)i * place->plane;
            unsigned bank = 1u << at / page % (unsigned)banks;
            assert_false(seen[place->side] & bank);
            seen[place->side] |= bank;
        }
    }
    assert_true(count[0] == banks && count[1] == banks);
}

static void planes_begin_in_different_banks(void **state) {
    (void)state;
    const char *const memories[] = {hbm2, ddr4};
    for (int m = 0; m < 2; m++) {
        struct bl_compilation compilation;
        struct bl_plan *plan = of_board(&compilation, memories[m], wide);
        check_banks(plan, "hbm2", 16);
        check_banks(plan, "ddr4", 4);
        check_banks(plan, "ddr3", 8);
        bl_compilation_free(&compilation);
    }
}

/* No more than it takes. */
static void regions_lose_little(void **state) {
    (void)state;
    struct bl_compilation compilation;
    struct bl_plan *plan = of_board(&compilation, hbm2, narrow);
    assert_int_equal(plan->places[0].plane, plan->board->memory.channel_bytes / 4 - 23 * 1024);
    bl_compilation_free(&compilation);
}

/* The least that loses nothing: with a bank for every plane a burst, with 33 planes in four banks
   more; and never more than half of a queue. */
static void turns_are_as_long_as_the_memory_needs(void **state) {
    (void)state;
    struct bl_compilation compilation;
    struct bl_plan *plan = of_board(&compilation, hbm2, narrow);
    assert_int_equal(plan->accesses.turn_words, 4);
    assert_true(plan->steps[0].read_cycles < 1.005 && plan->steps[0].write_cycles < 1.005);
    bl_compilation_free(&compilation);
    plan = of_board(&compilation, ddr4, wide);
    assert_true(plan->accesses.turn_words > 2);
    assert_true(plan->accesses.turn_words <= 1 << (BL_PLANE_LOG_QUEUE - 1));
    assert_true(plan->steps[0].read_cycles < 1.01 && plan->steps[0].write_cycles < 1.01);
    bl_compilation_free(&compilation);
}

/* Planes whose regions all begin in one bank, in turns of a burst, as simulated to the end with
   2^16 records: words a cycle that the slower side of the channel reached. */
static void planes_in_one_bank_are_predicted(void **state) {
    (void)state;
    static const struct {
        int planes;
        double reached; /* cycles for a word */
    } cells[] = {{16, 2.242}, {9, 2.130}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        uint64_t bases[64];
        for (int p = 0; p < cells[i].planes; p++) bases[p] = (uint64_t)p << 24;
        struct bl_channel_use use = {.bases = bases,
                                     .planes = cells[i].planes,
                                     .word = 32,
                                     .burst = 128,
                                     .turn = 128,
                                     .ahead = 128,
                                     .core_ps = 6667,
                                     .memory_ps = 6667};
        double read = bl_channel_cycles(bl_dram_kind_find("hbm2"), &use);
        use.write = true, use.ahead = 32;
        double written = bl_channel_cycles(bl_dram_kind_find("hbm2"), &use);
        double slower = read > written ? read : written;
        if (slower < 0.98 * cells[i].reached || slower > 1.02 * cells[i].reached)
            fail_msg("%d planes: %.4f cycles a word, measured %.4f", cells[i].planes, slower,
                     cells[i].reached);
    }
}

/* What a channel waits for is in the cycles, not in the bound. */
static void waits_are_predicted(void **state) {
    (void)state;
    struct bl_compilation compilation;
    struct bl_plan *plan = of_board(&compilation, hbm2, narrow);
    plan->steps[0].read_cycles = plan->steps[0].write_cycles = 1;
    struct bl_expected before = bl_expected_even(plan, 1 << 20);
    plan->steps[0].write_cycles = 2;
    struct bl_expected after = bl_expected_even(plan, 1 << 20);
    assert_true(after.bound_cycles == before.bound_cycles);
    assert_true(after.cycles == before.cycles + before.bound_cycles);
    bl_compilation_free(&compilation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_begin_in_different_banks),
        cmocka_unit_test(regions_lose_little),
        cmocka_unit_test(turns_are_as_long_as_the_memory_needs),
        cmocka_unit_test(planes_in_one_bank_are_predicted),
        cmocka_unit_test(waits_are_predicted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
