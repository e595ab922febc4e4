/* The distributions of keys, the dealing of records and record files. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/carried/inputs.h"
#include "simulation/golden/deal.h"

enum { TOTAL = 1 << 16, RANGE = 64 };

static const struct bl_deal deal = {4, 2, 32};

static struct bl_input *new_input(const char *name, uint64_t seed, int bits) {
    const struct bl_input_config config = {name, seed, bits};
    const char *message = NULL;
    struct bl_input *input = bl_input_new(&config, &message);
    assert_null(message);
    return input;
}

static uint64_t key_at(const struct bl_input *input, uint64_t i) {
    struct bl_dealt dealt = bl_deal(&deal, i);
    const struct bl_input_place place = {.number = i,
                                         .total = TOTAL,
                                         .node = dealt.node,
                                         .nodes = deal.nodes,
                                         .in_node = dealt.in_node,
                                         .node_total = bl_deal_node_total(&deal, TOTAL, dealt.node),
                                         .in_lane = dealt.in_lane};
    return bl_input_key(input, &place);
}

static void count_keys(const char *name, int *counts) {
    struct bl_input *input = new_input(name, 1, 6);
    memset(counts, 0, RANGE * sizeof *counts);
    for (uint64_t i = 0; i < TOTAL; i++) {
        uint64_t key = key_at(input, i);
        assert_true(key < RANGE);
        counts[key]++;
    }
    bl_input_free(input);
}

static void uniform_is_uniform(void **state) {
    int counts[RANGE];
    double chi = 0;
    (void)state;
    count_keys("uniform", counts);
    for (int k = 0; k < RANGE; k++) chi += pow(counts[k] - TOTAL / RANGE, 2) / (TOTAL / RANGE);
    assert_in_range((int)chi, 25, 115); /* 63 degrees of freedom: 5 sigma */
}

static void zipf_follows_its_law(void **state) {
    static const struct {
        const char *name;
        double exponent;
    } cases[] = {{"zipf:0.75", 0.75}, {"zipf:1.0", 1.0}, {"zipf", 1.0}, {"zipf:1.5", 1.5}};
    int counts[RANGE];
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double sum = 0, chi = 0;
        count_keys(cases[c].name, counts);
        for (int k = 0; k < RANGE; k++) sum += pow(k + 1, -cases[c].exponent);
        for (int k = 0; k < RANGE; k++) {
            double expected = TOTAL * pow(k + 1, -cases[c].exponent) / sum;
            chi += pow(counts[k] - expected, 2) / expected;
        }
        assert_in_range((int)chi, 20, 120);
    }
}

static int distinct(const int *counts) {
    int sum = 0;
    for (int k = 0; k < RANGE; k++) sum += counts[k] > 0;
    return sum;
}

static void few_and_equal_have_few_keys(void **state) {
    int counts[RANGE];
    (void)state;
    count_keys("equal", counts);
    assert_int_equal(distinct(counts), 1);
    count_keys("few:3", counts);
    assert_in_range(distinct(counts), 2, 3);
}

static void orders_are_global(void **state) {
    struct bl_input *up = new_input("sorted", 1, 6), *down = new_input("reverse", 1, 6);
    (void)state;
    for (uint64_t i = 0; i < TOTAL; i++) {
        assert_int_equal(key_at(up, i), i / (TOTAL / RANGE));
        assert_int_equal(key_at(down, i), RANGE - 1 - i / (TOTAL / RANGE));
    }
    bl_input_free(up);
    bl_input_free(down);
}

static void sawtooth_runs_in_every_channel(void **state) {
    struct bl_input *input = new_input("sawtooth", 1, 6);
    (void)state;
    for (uint64_t i = 0; i < TOTAL; i++)
        assert_int_equal(key_at(input, i), bl_deal(&deal, i).in_lane % RANGE);
    bl_input_free(input);
}

static void buckets_lie_where_they_should(void **state) {
    struct bl_input *bucket = new_input("bucket", 1, 6), *staggered = new_input("staggered", 1, 6),
                    *group = new_input("group:2", 1, 6);
    (void)state;
    for (uint64_t i = 0; i < TOTAL; i++) {
        struct bl_dealt dealt = bl_deal(&deal, i);
        uint64_t quarter = TOTAL / 4, part = dealt.in_node / (quarter / 4);
        assert_int_equal(key_at(bucket, i) / 16, part);
        assert_int_equal(key_at(staggered, i) / 16,
                         dealt.node < 2 ? 2 * dealt.node + 1 : 2 * (dealt.node - 2));
        assert_int_equal(key_at(group, i) / 16,
                         ((uint64_t)(dealt.node / 2 * 2) + 2 + dealt.in_node / (quarter / 2)) % 4);
    }
    bl_input_free(bucket);
    bl_input_free(staggered);
    bl_input_free(group);
}

static void others_stay_in_range_and_spread(void **state) {
    static const char *const names[] = {"bits", "bits:4", "gaussian", "exponential", "almost:10"};
    int counts[RANGE];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        count_keys(names[i], counts);
        assert_in_range(distinct(counts), 40, 64);
    }
    count_keys("bits:2", counts);
    assert_true(counts[0] > 8 * counts[63] && counts[0] > TOTAL / 10);
    count_keys("gaussian", counts);
    assert_true(counts[32] > 10 * counts[2]);
}

static void the_seed_decides(void **state) {
    struct bl_input *a = new_input("uniform", 1, 32), *b = new_input("uniform", 1, 32),
                    *c = new_input("uniform", 2, 32);
    int same = 0;
    (void)state;
    for (uint64_t i = TOTAL; i-- > 0;) { /* backwards: a key does not depend on those made before */
        assert_int_equal(key_at(a, i), key_at(b, i));
        same += key_at(a, i) == key_at(c, i);
    }
    assert_in_range(same, 0, 3);
    bl_input_free(a);
    bl_input_free(b);
    bl_input_free(c);
}

static void wide_keys_use_all_bits(void **state) {
    struct bl_input *input = new_input("uniform", 1, 64), *zipf = new_input("zipf:0.75", 1, 32);
    uint64_t any = 0, all = UINT64_MAX;
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        any |= key_at(input, i), all &= key_at(input, i);
        assert_true(key_at(zipf, i) < UINT64_C(1) << 32);
    }
    assert_true(any == UINT64_MAX && all == 0);
    bl_input_free(input);
    bl_input_free(zipf);
}

static void bad_names_are_reported(void **state) {
    static const char *const names[] = {
        "unifrom", "", "uniform:2", "zipf:", "zipf:abc", "zipf:-1", "few:0", "bits:1000"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct bl_input_config config = {names[i], 1, 6};
        const char *message = NULL;
        assert_null(bl_input_new(&config, &message));
        assert_non_null(message);
    }
}

static void dealing_is_by_blocks(void **state) {
    uint64_t lanes[4][2] = {{0}}, nodes[4] = {0}, total = 32 * 11 + 5;
    (void)state;
    for (uint64_t i = 0; i < total; i++) {
        struct bl_dealt dealt = bl_deal(&deal, i);
        assert_int_equal(dealt.node, i / 32 % 4);
        assert_int_equal(dealt.lane, i / 128 % 2);
        assert_int_equal(dealt.in_lane, lanes[dealt.node][dealt.lane]++);
        assert_int_equal(dealt.in_node, nodes[dealt.node]++);
    }
    for (int n = 0; n < 4; n++) assert_int_equal(bl_deal_node_total(&deal, total, n), nodes[n]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(zipf_follows_its_law),
        cmocka_unit_test(few_and_equal_have_few_keys),
        cmocka_unit_test(orders_are_global),
        cmocka_unit_test(sawtooth_runs_in_every_channel),
        cmocka_unit_test(buckets_lie_where_they_should),
        cmocka_unit_test(others_stay_in_range_and_spread),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(wide_keys_use_all_bits),
        cmocka_unit_test(bad_names_are_reported),
        cmocka_unit_test(dealing_is_by_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
