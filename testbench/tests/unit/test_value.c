/* Amounts with units: read and printed, in bytes and in bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "base/value.h"

static struct bl_value amount(const char *text) {
    struct bl_value value;
    if (!bl_value_read(&value, text)) fail_msg("%s is not read", text);
    return value;
}

static void said_as(const char *text, const char *expected) {
    char said[64];
    bl_value_text(said, sizeof said, amount(text));
    assert_string_equal(said, expected);
}

/* The scale of a time has no exact number. */
static bool is(double real, double expected) {
    return real == expected ||
           (real > 0.999999999999 * expected && real < 1.000000000001 * expected);
}

static void units_scale_to_base_units(void **state) {
    (void)state;
    assert_true(amount("6.25 GB/s").real == 6.25e9);
    assert_true(amount("100 Mbit/s").real == 12.5e6);
    assert_true(amount("10.3125 Gbit/s").real == 10.3125e9 / 8);
    assert_true(amount("40bit").real == 5);
    assert_true(amount("2 TiB").real == 2199023255552.0);
    assert_true(is(amount("400 ns").real, 400e-9));
}

static void foreign_units_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",      "bit",  "1 Kbit", "1 Mbits", "1 MHz/s",
                                      "1 s/s", "1 /s", "1 %/s",  "1 B/m",   "1 GB/s/s"};
    struct bl_value value;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (bl_value_read(&value, bad[i])) fail_msg("'%s' is read", bad[i]);
}

static void a_value_is_said_in_its_own_family(void **state) {
    (void)state;
    said_as("100 Mbit/s", "100 Mbit/s");
    said_as("12.5 MB/s", "12.5 MB/s");
    said_as("2000 bit", "2 kbit");
    said_as("0.5 bit/s", "0.5 bit/s");
    said_as("55 %", "55 %");
    said_as("1500 MHz", "1.5 GHz");
}

/* In the base unit and as text; the text is read back as the same amount. */
static void goes_round(enum bl_amount kind, const char *given, double real, const char *expected) {
    char said[64];
    assert_true(bl_value_is(amount(given), kind));
    assert_true(is(bl_value_amount(amount(given), kind), real));
    assert_true(is(bl_value_amount(bl_amount_value(kind, real), kind), real));
    bl_amount_print(said, sizeof said, kind, real);
    assert_string_equal(said, expected);
    assert_true(bl_value_is(amount(said), kind));
    assert_true(is(bl_value_amount(amount(said), kind), real));
}

static void a_kind_takes_both_families_and_prints_its_own(void **state) {
    (void)state;
    goes_round(BL_AMOUNT_RATE, "10 Gbit/s", 1.25e9, "1.25 GB/s");
    goes_round(BL_AMOUNT_RATE, "6.25 GB/s", 6.25e9, "6.25 GB/s");
    goes_round(BL_AMOUNT_BIT_RATE, "1.25 GB/s", 10e9, "10 Gbit/s");
    goes_round(BL_AMOUNT_BIT_RATE, "9600 bit/s", 9600, "9.6 kbit/s");
    goes_round(BL_AMOUNT_BITS, "4096 bit", 4096, "4096 bit");
    goes_round(BL_AMOUNT_BITS, "5 B", 40, "40 bit");
    goes_round(BL_AMOUNT_SIZE, "256 bit", 32, "32 B");
    goes_round(BL_AMOUNT_CAPACITY, "256 MiB", 268435456, "256 MiB");
    goes_round(BL_AMOUNT_CAPACITY, "1536 MiB", 1610612736, "1.5 GiB");
    goes_round(BL_AMOUNT_CAPACITY, "64 MB", 64e6, "64 MB");
    goes_round(BL_AMOUNT_CAPACITY, "1024 TiB", 1125899906842624.0, "1024 TiB");
    goes_round(BL_AMOUNT_SHARE, "55 %", 0.55, "55 %");
    goes_round(BL_AMOUNT_TIME, "62.5 ns", 62.5e-9, "62.5 ns");
    goes_round(BL_AMOUNT_NUMBER, "16", 16, "16");
}

static void kinds_are_distinguished(void **state) {
    (void)state;
    assert_false(bl_value_is(amount("10 Gbit"), BL_AMOUNT_BIT_RATE));
    assert_false(bl_value_is(amount("10 Gbit/s"), BL_AMOUNT_BITS));
    assert_false(bl_value_is(amount("55 %"), BL_AMOUNT_NUMBER));
    assert_false(bl_value_is(amount("0.55"), BL_AMOUNT_SHARE));
    assert_false(bl_value_is(amount("8"), BL_AMOUNT_BITS));
}

/* An example in a message has to be one. */
static void every_example_is_read(void **state) {
    (void)state;
    for (int i = 0; i < BL_AMOUNT_COUNT; i++)
        assert_true(bl_value_is(amount(bl_amount_example((enum bl_amount)i)), (enum bl_amount)i));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_scale_to_base_units),
        cmocka_unit_test(foreign_units_are_refused),
        cmocka_unit_test(a_value_is_said_in_its_own_family),
        cmocka_unit_test(a_kind_takes_both_families_and_prints_its_own),
        cmocka_unit_test(kinds_are_distinguished),
        cmocka_unit_test(every_example_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
