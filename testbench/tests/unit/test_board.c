/* Descriptions of boards: what is read from them, the families' parts, and that no broken text does
 * harm. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "board/board_check.h"
#include "board/board_inner.h"
#include "board/board_json.h"
#include "board/board_print.h"
#include "known_board.h"

struct reading {
    struct bl_arena *arena;
    struct bl_diags *diags;
    const struct bl_board *board;
};

static struct reading read_text(const char *text, size_t length) {
    struct reading reading = {.arena = bl_arena_new()};
    struct bl_sources *sources = BL_NEW(reading.arena, struct bl_sources, 1);
    reading.diags = bl_diags_new(reading.arena, sources);
    reading.board = bl_board_read(
        reading.arena, reading.diags,
        bl_source_add(reading.arena, sources, "test.loom", text, (int)length));
    return reading;
}

static void near(double value, double wanted) {
    if (fabs(value - wanted) > 1e-9 * fabs(wanted)) fail_msg("%.12g is not %.12g", value, wanted);
}

static const char capacities[] =
    "board b { title \"t\"; vendor xilinx; family kintex7; part \"xc7k325tffg900-2\"; logic "
    "203_800 lut6; ff 407600; dsp 840;"
    " block_ram bram36 { blocks 445; width 72 bit; depth 512; } block_ram big { blocks 3; width 8 "
    "bit; depth 9; }"
    " lut_ram ram32 { width 1 bit; depth 32; logic 1 lut6; } reserved 12.5 %;"
    " memory ddr3 { channels 8; width 32 B; size 2 GiB; clock 200 MHz; read 0.15 us; refresh 160 "
    "ns; protocol avalon; }"
    " link sma { count 1; lanes 2; rate 10312.5 Mbit/s; } pcie { count 3; generation 2; lanes 8; }"
    " clock sys 200 MHz { pin \"AD12\" \"AD11\"; standard \"LVDS\"; } clock user 33.333 MHz;"
    " reset cpu { pin \"AB7\"; active high; } led a { pin \"B1\" \"B2\"; active low; } led b { pin "
    "\"C1\"; active high; standard \"X\"; }"
    " serial usb { receive \"M19\"; transmit \"K24\"; } setting \"CFGBVS\" \"VCCO\";"
    " connector one { pair \"A1\" \"A2\" \"D1\" \"D2\"; wire \"C10\" \"H30\"; wire \"C11\" "
    "\"G30\"; }"
    " connector two { standard \"LVDS_25\"; }"
    " yosys \"synth_xilinx -family xc7\"; fabric near; place \"nextpnr-p\"; verified simulated "
    "placed; }";

static void every_word_reaches_its_field(void **state) {
    (void)state;
    struct reading r = read_text(capacities, sizeof capacities - 1);
    const struct bl_board *board = r.board;
    assert_non_null(board);
    assert_string_equal(board->word, "b");
    assert_string_equal(board->family->title, "Kintex-7");
    assert_int_equal(board->logic, 203800);
    assert_int_equal(board->ff, 407600);
    assert_int_equal(board->dsp, 840);
    assert_int_equal(board->block_rams.count, 2);
    assert_int_equal(board->block_rams.items[0].width, 72);
    assert_int_equal(board->block_rams.items[1].depth, 9);
    assert_int_equal(board->lut_ram.depth, 32);
    near(board->reserved, 0.125);
    assert_int_equal(board->memory.channels, 8);
    assert_int_equal(board->memory.width, 32);
    assert_true(board->memory.channel_bytes == UINT64_C(2) << 30);
    near(board->memory.hertz, 200e6);
    near(board->memory.read_ns, 150);
    near(board->memory.refresh_ns, 160);
    assert_string_equal(board->memory.protocol, "avalon");
    near(board->links.items[0].lane_bits_per_second, 10.3125e9);
    assert_int_equal(board->pcie.count * 100 + board->pcie.generation * 10 + board->pcie.lanes,
                     328);
    bl_arena_free(r.arena);
}

static void pins_and_the_rest(void **state) {
    (void)state;
    struct reading r = read_text(capacities, sizeof capacities - 1);
    const struct bl_board *board = r.board;
    assert_int_equal(board->clocks.count, 2);
    assert_string_equal(board->clocks.items[0].pins.items[1], "AD11");
    assert_string_equal(board->clocks.items[0].standard, "LVDS");
    assert_int_equal(board->clocks.items[1].pins.count, 0);
    near(board->clocks.items[1].hertz, 33.333e6);
    assert_int_equal(board->resets.items[0].active_high, 1);
    assert_int_equal(board->leds.items[0].active_high, 0);
    assert_int_equal(board->leds.items[0].pins.count, 2);
    assert_string_equal(board->leds.items[1].name, "b");
    assert_string_equal(board->serials.items[0].transmit.items[0], "K24");
    assert_string_equal(board->settings.items[0].value, "VCCO");
    assert_int_equal(board->stand_in, 1);
    assert_string_equal(board->place, "nextpnr-p");
    assert_int_equal(board->verified, 1u << BL_SIMULATED | 1u << BL_PLACED);
    assert_int_equal(board->source_length, sizeof capacities - 1);
    bl_arena_free(r.arena);
}

static void wires_of_connectors(void **state) {
    (void)state;
    struct reading r = read_text(capacities, sizeof capacities - 1);
    assert_int_equal(r.board->connectors.count, 2);
    const struct bl_board_connector *one = r.board->connectors.items, *two = one + 1;
    assert_string_equal(one->name, "one");
    assert_null(one->standard);
    assert_int_equal(one->wires.count, 2);
    assert_string_equal(one->wires.items[0].position, "C10");
    assert_string_equal(one->wires.items[1].pin, "G30");
    assert_null(one->wires.items[1].negative_position);
    assert_null(one->wires.items[1].negative_pin);
    assert_int_equal(one->pairs.count, 1);
    assert_string_equal(one->pairs.items[0].position, "A1");
    assert_string_equal(one->pairs.items[0].negative_position, "A2");
    assert_string_equal(one->pairs.items[0].pin, "D1");
    assert_string_equal(one->pairs.items[0].negative_pin, "D2");
    assert_string_equal(two->standard, "LVDS_25");
    assert_int_equal(two->wires.count + two->pairs.count, 0);
    bl_arena_free(r.arena);
}

/* The key of a cache changes with every byte, also in a comment. */
static void digests_differ(void **state) {
    (void)state;
    char text[sizeof capacities + 8];
    memcpy(text, capacities, sizeof capacities);
    struct reading one = read_text(text, sizeof capacities - 1),
                   same = read_text(text, sizeof capacities - 1);
    strcat(text, "// x");
    struct reading other = read_text(text, strlen(text));
    assert_string_equal(one.board->digest, same.board->digest);
    assert_string_not_equal(one.board->digest, other.board->digest);
    assert_int_equal(strlen(one.board->digest), 32);
    bl_arena_free(one.arena), bl_arena_free(same.arena), bl_arena_free(other.arena);
}

static void families_know_their_parts(void **state) {
    (void)state;
    static const struct {
        const char *family, *part;
        bool has;
    } cases[] = {
        {"stratix10", "1SM21BHU2F53E1VG", true},   {"stratix10", "1SG280LU3F50E2VG", true},
        {"stratix10", "10AX115N3F40E2SG", false},  {"stratix10", "1SM21BHU2F53E1V", false},
        {"arria10", "10AX115N3F40E2SG", true},     {"arria10", "10AX115S2F45I1SG", true},
        {"arria10", "10AX115N3F40", false},        {"stratix4", "EP4SGX530KH40C2", true},
        {"stratix4", "EP4SGX530NF45C2", true},     {"stratix4", "EP4CGX150DF31C7", false},
        {"spartan3e", "xc3s1200e-ft256-4", true},  {"spartan3e", "XC3S1200E-FT256-5", true},
        {"spartan3e", "xc3s1200e-ft256", false},   {"spartan3e", "xc3s1000-ft256-4", false},
        {"spartan2", "xc2s150-pq208-5", true},     {"spartan2", "xc2s150e-pq208-6", false},
        {"kintex7", "xc7k325tffg900-2", true},     {"kintex7", "xc7k325tffg900", false},
        {"virtex7", "xc7vx485tffg1761-2", true},   {"artix7", "xc7a100tcsg324-1", true},
        {"artix7", "xc7k325tffg900-2", false},     {"cyclone5", "5CSEMA5F31C6", true},
        {"cyclone10gx", "10CX220YF780E5G", true},  {"ice40", "iCE40HX8K-CT256", true},
        {"ice40", "iCE40HX8K-CT256-extra", false}, {"ice40", "iCE40UP5K-SG48", true},
        {"ice40", "xiCE40HX8K-CT256", false},      {"ice40", "iCE40HX9K-CT256", false},
        {"ice40", "iCE40HX8K-CT999", false},       {"ice40", "iCE40UP5K-CT256", false},
        {"kintex7", "xc7k999tffg900-2", false},    {"kintex7", "xc7k70tffg900-1", false},
        {"virtex7", "xc7vx999tffg1761-2", false},  {"artix7", "xc7a99tcsg324-1", false},
        {"spartan3e", "xc3s1300e-ft256-4", false}, {"spartan3e", "xc3s100e-fg484-4", false},
        {"spartan2", "xc2s160-pq208-5", false},    {"spartan2", "xc2s15-fg456-5", false},
        {"stratix10", "1SM99BHU2F53E1VG", false},  {"arria10", "10AX116N3F40E2SG", false},
        {"stratix4", "EP4SGX531NF45C2", false},    {"cyclone5", "5CSEMA7F31C6", false},
        {"cyclone10gx", "10CX221YF780E5G", false}, {"stratix10", "1SG10MHN3F74C2LG", true},
        {"cyclone5", "5CGXFC7D6F31C7N", true},     {"kintex7", "xc7k70tfbg484-1", true},
        {"spartan3e", "xc3s500e-fg320-4", true},   {"spartan2", "xc2s200-fg456-6", true},
        {"stratix4", "EP4S100G5F45I1", true},      {"ice40", "iCE40LP1K-SWG16TR", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bl_family *family = bl_family_find(cases[i].family);
        assert_non_null(family);
        if (bl_family_has(family, cases[i].part) != cases[i].has)
            fail_msg("%s: %s", cases[i].family, cases[i].part);
        assert_true(bl_family_has(family, family->example));
    }
    assert_null(bl_family_find("stratix"));
}

static void block_rams_are_counted_in_the_first_kind(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct bl_board *board = known_board(arena);
    assert_int_equal(bl_board_rams(board, 1, 1), 1);
    assert_int_equal(bl_board_rams(board, 64, 528), 17);
    assert_int_equal(bl_board_rams(board, 64, 269), 7);
    assert_int_equal(bl_board_rams(board, 1024, 256), 16);
    assert_int_equal(bl_board_rams(board, 1024, 24), 2);
    bl_arena_free(arena);
}

/* Every shorter text is an error that is reported, and none does harm. */
static void torn_texts_are_reported(void **state) {
    (void)state;
    for (size_t length = 0; length + 1 < sizeof capacities; length++) {
        struct reading r = read_text(capacities, length);
        if (r.board || !r.diags->errors) fail_msg("%zu bytes pass", length);
        bl_arena_free(r.arena);
    }
}

/* A word or a sign put in another one's place, at random: whatever comes of it, it comes with an
 * error or is a board. */
static void mangled_texts_do_no_harm(void **state) {
    (void)state;
    static const char *const pieces[] = {"{",    "}", ";", "\"", "%",       "/",  "clock", "board",
                                         "read", "9", "-", "/*", "cluster", "0x", "\n"};
    uint64_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        char text[sizeof capacities + 16];
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t at = (size_t)(seed >> 33) % (sizeof capacities - 1), gone = (size_t)(seed >> 20) % 7;
        const char *piece = pieces[(seed >> 50) % (sizeof pieces / sizeof *pieces)];
        if (at + gone > sizeof capacities - 1) gone = 0;
        int length = snprintf(text, sizeof text, "%.*s%s%s", (int)at, capacities, piece,
                              capacities + at + gone);
        struct reading r = read_text(text, (size_t)length);
        assert_true(!r.board == (r.diags->errors > 0));
        bl_arena_free(r.arena);
    }
}

/* What is printed of a board as a table, as facts and as JSON holds its name; and those of boards/
 * are all there. */
static void all_boards_are_read_and_printed(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_board_names names = bl_board_list(arena);
    assert_true(names.count >= 7);
    for (int i = 0; i < names.count; i++) {
        struct bl_sources sources = {0};
        struct bl_text text = {0};
        const struct bl_board *board = bl_board_load(arena, bl_diags_new(arena, &sources),
                                                     names.items[i], (struct bl_range){0});
        assert_non_null(board);
        assert_string_equal(board->word, names.items[i]);
        bl_board_print(&text, board);
        bl_board_print_json(&text, board);
        bl_boards_print(&text, &board, 1);
        bl_boards_print_json(&text, &board, 1);
        bl_text_bytes(&text, "", 1);
        assert_non_null(strstr(text.bytes, board->word));
        bl_text_free(&text);
    }
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_reaches_its_field),
        cmocka_unit_test(pins_and_the_rest),
        cmocka_unit_test(wires_of_connectors),
        cmocka_unit_test(digests_differ),
        cmocka_unit_test(families_know_their_parts),
        cmocka_unit_test(block_rams_are_counted_in_the_first_kind),
        cmocka_unit_test(torn_texts_are_reported),
        cmocka_unit_test(mangled_texts_do_no_harm),
        cmocka_unit_test(all_boards_are_read_and_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
