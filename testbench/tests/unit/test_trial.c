/* Trials of stages: numbers of a record file, corner values, and the verdict about what a stage
   answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "stage_bench/trial_judge.h"
#include "stage_bench/trial_records.h"

enum { RECORDS = 6 };

static const struct bl_column u8 = {.name = "a", .bits = 8}, i16 = {.bits = 16, .is_signed = true},
                              u64 = {.bits = 64}, i64 = {.bits = 64, .is_signed = true},
                              f32 = {.bits = 32, .is_float = true},
                              f64 = {.bits = 64, .is_float = true};

/* ---- numbers */

static void takes(const struct bl_column *column, const char *text, uint64_t wanted) {
    uint64_t bits = ~wanted;
    assert_true(bl_trial_number(column, text, &bits));
    assert_int_equal(bits, wanted);
}

static void refuses(const struct bl_column *column, const char *text) {
    uint64_t bits;
    assert_false(bl_trial_number(column, text, &bits));
}

static void numbers_fit_their_column(void **state) {
    (void)state;
    takes(&u8, "255", 255);
    takes(&u8, "0xfF", 255);
    takes(&i16, "-32768", 0x8000);
    takes(&i16, "32767", 0x7fff);
    takes(&i16, "0xffff", 0xffff);
    takes(&u64, "18446744073709551615", UINT64_MAX);
    takes(&i64, "-9223372036854775808", UINT64_C(1) << 63);
    takes(&f32, "1.5", 0x3fc00000);
    takes(&f32, "-inf", 0xff800000);
    takes(&f32, "0x7f800001", 0x7f800001);
    takes(&f64, "-0", UINT64_C(1) << 63);
}

static void others_are_refused(void **state) {
    static const char *const words[] = {"", "x", "0x", "0xg", "1y", "-", "--1", "+1", " 1"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) refuses(&u8, words[i]);
    refuses(&u8, "256");
    refuses(&u8, "-1");
    refuses(&u8, "0x100");
    refuses(&i16, "32768");
    refuses(&i16, "-32769");
    refuses(&u64, "18446744073709551616");
    refuses(&u64, "0x10000000000000000");
    refuses(&f32, "one");
    refuses(&f32, "0x100000000");
}

static void values_are_shown(void **state) {
    struct bl_arena *arena = *state;
    assert_string_equal(bl_trial_show(arena, &u8, 42, 0), "0x2a (42)");
    assert_string_equal(bl_trial_show(arena, &i16, 0xfffd, 0), "0xfffd (-3)");
    assert_string_equal(bl_trial_show(arena, &i64, UINT64_MAX, 0), "0xffffffffffffffff (-1)");
    assert_string_equal(bl_trial_show(arena, &f32, 0x3fc00000, 0), "0x3fc00000 (1.5)");
    assert_string_equal(bl_trial_show(arena, &i16, 0x1030, 0x0f01), "0x1x3x (unknown)");
}

/* ---- records */

static bool has(const struct bl_trial_records *records, int column, uint64_t value) {
    for (int i = column; i < records->count; i += records->columns)
        if (records->items[i] == value) return true;
    return false;
}

static void corners_are_there(void **state) {
    struct bl_arena *arena = *state;
    struct bl_column columns[] = {u8, f32};
    struct bl_own_parameter limit = {.name = "LIMIT", .value = -5};
    const struct bl_own own = {
        .takes = columns, .take_count = 2, .parameters = &limit, .parameter_count = 1};
    struct bl_trial_records records = {.columns = 2};
    static const uint64_t wanted[] = {0, 255, 1, 128, 254, 127, 250, 251, 252},
                          floats[] = {0,          0x7f800000, 0xff800000, 0x7fc00000,
                                      0x7f800001, 0x007fffff, 0x80000001, 0x3f800000};
    uint64_t random = 1;
    bl_trial_add_corners(arena, &records, &own, &random);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_true(has(&records, 0, wanted[i]));
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        assert_true(has(&records, 1, floats[i]));
    bl_trial_add_random(arena, &records, &own, &random, 100);
    for (int i = 0; i < records.count; i++)
        assert_true(records.items[i] <= (i % 2 ? UINT32_MAX : UINT8_MAX));
}

/* ---- verdicts */

/* Two plays: record r is answered by 3r + 1, `latency` cycles later; what stands there otherwise is
   `idle`. */
static void play(struct bl_text *text, int latency, const char *idle) {
    for (int row = 0; row < RECORDS + BL_TRIAL_LATENCY; row++) {
        int record = row - latency;
        if (record >= 0 && record < RECORDS) bl_text_add(text, "%02x 1\n", 3 * record + 1);
        else bl_text_add(text, "%s 1\n", idle);
    }
}

static struct bl_trial_table table_of(struct bl_arena *arena, struct bl_text *text) {
    struct bl_trial_table table;
    bl_trial_table_read(arena, &table, 2, text->bytes);
    bl_text_free(text);
    return table;
}

static struct bl_trial_table golden_of(struct bl_arena *arena) {
    struct bl_text text = {0};
    for (int r = 0; r < RECORDS; r++) bl_text_add(&text, "%x 1 \n", 3 * r + 1);
    return table_of(arena, &text);
}

static struct bl_trial_verdict judge(struct bl_arena *arena, int first, int second, int latency) {
    struct bl_text text = {0};
    const struct bl_trial_table golden = golden_of(arena);
    play(&text, first, "xx");
    play(&text, second, "ff");
    const struct bl_trial_table rows = table_of(arena, &text);
    assert_int_equal(rows.rows, 2 * (RECORDS + BL_TRIAL_LATENCY));
    return bl_trial_judge(&golden, &rows, latency);
}

static void latencies_are_reported(void **state) {
    for (int latency = 0; latency <= BL_TRIAL_LATENCY; latency += 16) {
        struct bl_trial_verdict verdict = judge(*state, latency, latency, latency);
        assert_int_equal(verdict.fault, BL_TRIAL_RIGHT);
        verdict = judge(*state, latency, latency, 3);
        assert_int_equal(verdict.fault, BL_TRIAL_OTHER_LATENCY);
        assert_int_equal(verdict.latency, latency);
    }
}

static void one_that_does_not_hold_is_reported(void **state) {
    struct bl_trial_verdict verdict = judge(*state, 2, 3, 2);
    assert_int_equal(verdict.fault, BL_TRIAL_NO_HOLD);
    assert_int_equal(verdict.record, 0);
    assert_int_equal(verdict.wrong, RECORDS);
    assert_int_equal(verdict.row, RECORDS + BL_TRIAL_LATENCY + 2);
}

static void other_values_are_reported(void **state) {
    struct bl_text text = {0};
    play(&text, 2, "xx");
    play(&text, 2, "xx");
    struct bl_trial_table golden = golden_of(*state), rows = table_of(*state, &text);
    golden.items[4 * 2].bits ^= 16;
    struct bl_trial_verdict verdict = bl_trial_judge(&golden, &rows, 2);
    assert_int_equal(verdict.fault, BL_TRIAL_OTHER_VALUE);
    assert_int_equal(verdict.record, 4);
    assert_int_equal(verdict.wrong, 1);
    golden.items[4 * 2 + 1].bits = 0; /* dropped: then only that counts, */
    assert_int_equal(bl_trial_judge(&golden, &rows, 2).record, 4);
    rows.items[6 * 2 + 1].bits = rows.items[(6 + RECORDS + BL_TRIAL_LATENCY) * 2 + 1].bits = 0;
    assert_int_equal(bl_trial_judge(&golden, &rows, 2).fault, BL_TRIAL_RIGHT);
}

static void tables_are_read(void **state) {
    struct bl_trial_table table;
    bl_trial_table_read(*state, &table, 2, "0 1\n1X zz \n2 1 twice \n3 1 twice\n");
    assert_int_equal(table.rows, 4);
    assert_int_equal(table.twice, 2);
    assert_int_equal(bl_trial_row(&table, 1)[0].bits, 0x10);
    assert_int_equal(bl_trial_row(&table, 1)[0].unknown, 0x0f);
    assert_int_equal(bl_trial_row(&table, 1)[1].unknown, 0xff);
    bl_trial_table_read(*state, &table, 2, "0 1\n1 2 3\n");
    assert_int_equal(table.rows, 1);
    bl_trial_table_read(*state, &table, 2, "0 1\n1\n");
    assert_int_equal(table.rows, 1);
    bl_trial_table_read(*state, &table, 2, "0 1\n1 0");
    assert_int_equal(table.rows, 1); /* cut off */
}

static int setup(void **state) {
    *state = bl_arena_new();
    return 0;
}

static int teardown(void **state) {
    bl_arena_free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_fit_their_column),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(values_are_shown),
        cmocka_unit_test(corners_are_there),
        cmocka_unit_test(latencies_are_reported),
        cmocka_unit_test(one_that_does_not_hold_is_reported),
        cmocka_unit_test(other_values_are_reported),
        cmocka_unit_test(tables_are_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
