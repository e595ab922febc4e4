/* Settings: what is legal, how ranges are said, and every list of the compiler's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "board/board_words.h"
#include "bus/bus.h"
#include "network/networks.h"
#include "settings/setting.h"

struct sample {
    int count, size, way;
    int64_t whole, moment_ps;
    double rate, wait_ns;
};

static const struct bl_setting list[] = {
    BL_SETTING("count", NUMBER, 1, 2, 1, INT, sample, count, .help = ""),
    BL_SETTING("size", CAPACITY, 16, 1024, BL_NEEDED, INT, sample, size, .power = true),
    BL_SETTING("whole", BITS, 1, 1e6, 8, LONG, sample, whole, .help = ""),
    BL_SETTING("moment", TIME, 0, 1e-6, 0, PS, sample, moment_ps, .help = ""),
    BL_SETTING("rate", BIT_RATE, 1e6, 1e12, 1e9, REAL, sample, rate, .example = "25 Gbit/s"),
    BL_SETTING("wait", TIME, 1e-9, 1e-4, 1e-6, NS, sample, wait_ns, .help = ""),
    BL_SETTING_WORDS("way", 1, sample, way, "", "up", "down", "across"),
    {0}};

static const struct bl_setting *row(const char *word) { return &list[bl_setting_find(list, word)]; }

static void words_are_found(void **state) {
    (void)state;
    assert_int_equal(bl_setting_find(list, "rate"), 4);
    assert_int_equal(bl_setting_find(list, "rat"), -1);
    assert_string_equal(bl_setting_example(row("rate")), "25 Gbit/s");
    assert_string_equal(bl_setting_example(row("wait")), "400 ns");
    assert_int_equal(bl_setting_word(row("way"), "across"), 2);
    assert_int_equal(bl_setting_word(row("way"), "acros"), -1);
    char text[64];
    bl_setting_text(text, row("way"), 1);
    assert_string_equal(text, "down");
}

static void values_are_distinguished(void **state) {
    (void)state;
    assert_int_equal(bl_setting_fault(row("count"), 2), BL_FAULT_NONE);
    assert_int_equal(bl_setting_fault(row("count"), 1.5), BL_FAULT_WHOLE);
    assert_int_equal(bl_setting_fault(row("count"), 3), BL_FAULT_RANGE);
    assert_int_equal(bl_setting_fault(row("size"), 48), BL_FAULT_POWER);
    assert_int_equal(bl_setting_fault(row("size"), 2048), BL_FAULT_RANGE);
    assert_int_equal(bl_setting_fault(row("whole"), 0.5), BL_FAULT_WHOLE);
    assert_int_equal(bl_setting_fault(row("moment"), 0), BL_FAULT_NONE);
    assert_int_equal(bl_setting_fault(row("moment"), 0.5e-12), BL_FAULT_RANGE);
    assert_int_equal(bl_setting_fault(row("wait"), 0), BL_FAULT_RANGE);
    assert_false(bl_setting_allows(row("rate"), 0.0 / 0.0));
}

static void ranges_are_said(void **state) {
    (void)state;
    static const char *const expected[] = {"1 or 2",
                                           "power of two, 16 B to 1 KiB",
                                           "1 bit to 1000000 bit",
                                           "0 ps, or 1 ps to 1 us",
                                           "1 Mbit/s to 1000 Gbit/s",
                                           "1 ns to 100 us",
                                           "`up`, `down` or `across`"};
    char range[256];
    for (int i = 0; list[i].word; i++) {
        bl_setting_range(range, &list[i]);
        assert_string_equal(range, expected[i]);
    }
}

static void a_value_is_kept_in_its_field(void **state) {
    (void)state;
    struct sample sample;
    memset(&sample, -1, sizeof sample);
    for (int i = 0; list[i].word; i++) bl_setting_store(&list[i], list[i].high, &sample);
    assert_true(sample.way == 2 && sample.count == 2 && sample.size == 1024 &&
                sample.whole == 1000000);
    assert_true(sample.moment_ps == 1000000 && sample.rate == 1e12);
    assert_true(sample.wait_ns > 99999 && sample.wait_ns < 100001);
    for (int i = 0; list[i].word; i++)
        assert_true(bl_setting_allows(&list[i], bl_setting_load(&list[i], &sample)));
}

/* Words are there once, ranges go up, and what is taken without a value is legal. */
static void check_list(const struct bl_setting *settings) {
    for (const struct bl_setting *s = settings; s->word; s++) {
        if (settings + bl_setting_find(settings, s->word) != s) fail_msg("%s: twice", s->word);
        if (!s->help || !*s->help) fail_msg("%s: no help", s->word);
        if (s->shape && s->shape->block) check_list(s->shape->block->words);
        if (s->shape) continue;
        if (!(s->low < s->high)) fail_msg("%s: no range", s->word);
        if (s->usual != BL_NEEDED && s->usual != 0 && !bl_setting_allows(s, s->usual))
            fail_msg("%s: what is taken without it is illegal", s->word);
        if (s->option && s->option->counts < 1) fail_msg("%s: its option counts nothing", s->word);
    }
}

static void lists_of_the_compiler(void **state) {
    (void)state;
    check_list(bl_cluster_settings);
    check_list(bl_clock_settings);
    check_list(bl_memory_settings);
    check_list(bl_host_settings);
    check_list(bl_bus_settings);
    check_list(bl_traffic_settings);
    check_list(bl_board_words());
    for (int i = 0; bl_networks[i]; i++) check_list(bl_networks[i]->settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found),       cmocka_unit_test(values_are_distinguished),
        cmocka_unit_test(ranges_are_said),       cmocka_unit_test(a_value_is_kept_in_its_field),
        cmocka_unit_test(lists_of_the_compiler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
