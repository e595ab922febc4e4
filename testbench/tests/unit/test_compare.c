/* The comparison with the golden model fires for everything that a broken circuit does, and for
 * nothing else. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/records/compare.h"

enum { COUNT = 1000 };

struct fixture {
    uint32_t expected_key[COUNT], got_key[COUNT];
    uint64_t expected_value[COUNT], got_value[COUNT];
    struct bl_compare_column columns[2];
    struct bl_compare compare;
    char *text;
};

static void set_up(struct fixture *f, bool sequence) {
    free(f->text);
    memset(f, 0, sizeof *f);
    for (uint32_t i = 0; i < COUNT; i++) {
        f->expected_key[i] = f->got_key[i] = i * 2654435761u % 64;
        f->expected_value[i] = f->got_value[i] = i;
    }
    f->columns[0] = (struct bl_compare_column){"key", 4, f->expected_key, f->got_key};
    f->columns[1] = (struct bl_compare_column){"value", 8, f->expected_value, f->got_value};
    f->compare = (struct bl_compare){f->columns, 2, COUNT, COUNT, sequence};
}

static bool equal(struct fixture *f) {
    size_t size;
    free(f->text);
    f->text = NULL;
    FILE *report = open_memstream(&f->text, &size);
    assert_non_null(report);
    bool same = bl_compare(&f->compare, report);
    fclose(report);
    assert_int_equal(same, size == 0); /* it says something if and only if they differ */
    return same;
}

static void swap_records(struct fixture *f, int a, int b) {
    uint32_t key = f->got_key[a];
    uint64_t value = f->got_value[a];
    f->got_key[a] = f->got_key[b], f->got_key[b] = key;
    f->got_value[a] = f->got_value[b], f->got_value[b] = value;
}

static void shuffle(struct fixture *f) {
    for (int i = 0; i < COUNT; i++) swap_records(f, i, (i * 7919 + 13) % COUNT);
}

static void equal_ones_pass(void **state) {
    struct fixture f = {0};
    (void)state;
    set_up(&f, true);
    assert_true(equal(&f));
    set_up(&f, false);
    shuffle(&f);
    assert_true(equal(&f));
    f.compare.expected_count = f.compare.got_count = 0;
    assert_true(equal(&f));
    free(f.text);
}

/* A lane may have no array at all. */
static void nothing_equals_nothing_only(void **state) {
    struct fixture f = {0};
    (void)state;
    for (int sequence = 0; sequence < 2; sequence++) {
        set_up(&f, sequence);
        f.columns[0].got = f.columns[1].got = NULL;
        f.compare.got_count = 0;
        assert_false(equal(&f));
        f.columns[0].expected = f.columns[1].expected = NULL;
        f.compare.expected_count = 0;
        assert_true(equal(&f));
    }
    free(f.text);
}

static void a_swap_counts_in_a_sequence_only(void **state) {
    struct fixture f = {0};
    (void)state;
    set_up(&f, false);
    swap_records(&f, 17, 400);
    assert_true(equal(&f));
    f.compare.sequence = true;
    assert_false(equal(&f));
    assert_non_null(
        strstr(f.text, "the right records in the wrong order; at position 17: expected (key "));
    free(f.text);
}

static void a_drop_is_found(void **state) {
    struct fixture f = {0};
    (void)state;
    for (int sequence = 0; sequence < 2; sequence++) {
        set_up(&f, sequence);
        memmove(&f.got_key[500], &f.got_key[501], sizeof *f.got_key * (COUNT - 501));
        memmove(&f.got_value[500], &f.got_value[501], sizeof *f.got_value * (COUNT - 501));
        f.compare.got_count--;
        assert_false(equal(&f));
        assert_non_null(strstr(f.text, sequence ? "at position 500"
                                                : "1 record missing, 0 too many; missing: (key "));
        assert_non_null(strstr(f.text, ", value 500)"));
    }
    free(f.text);
}

static void a_dropped_end_is_found(void **state) {
    struct fixture f = {0};
    (void)state;
    set_up(&f, true);
    f.compare.got_count = 990;
    assert_false(equal(&f));
    assert_non_null(strstr(f.text, "at position 990: expected (key "));
    assert_non_null(strstr(f.text, "got the end"));
    free(f.text);
}

static void a_duplicate_is_found(void **state) {
    struct fixture f = {0};
    (void)state;
    for (int sequence = 0; sequence < 2; sequence++) {
        set_up(&f, sequence);
        f.got_key[301] = f.got_key[300];
        f.got_value[301] = f.got_value[300];
        assert_false(equal(&f));
        assert_non_null(
            strstr(f.text, sequence ? "at position 301" : "1 record missing, 1 too many"));
        assert_non_null(strstr(f.text, ", value 301)"));
    }
    free(f.text);
}

static void a_torn_pair_is_found(void **state) {
    struct fixture f = {0};
    (void)state;
    set_up(&f, false);
    assert_true(f.got_key[5] != f.got_key[6]);
    uint64_t value = f.got_value[5];
    f.got_value[5] = f.got_value[6];
    f.got_value[6] = value;
    assert_false(equal(&f));
    assert_non_null(strstr(
        f.text,
        "2 records missing, 2 too many, every column for itself is right: the records are torn"));
    free(f.text);
}

static void a_changed_bit_is_found(void **state) {
    struct fixture f = {0};
    (void)state;
    for (int bit = 0; bit < 64; bit += 9) {
        set_up(&f, bit & 1);
        shuffle(&f);
        f.compare.sequence = false;
        f.got_value[777] ^= UINT64_C(1) << bit;
        assert_false(equal(&f));
        assert_non_null(strstr(f.text, "1 record missing, 1 too many; missing: "));
        assert_non_null(strstr(f.text, "too many, at position 777: "));
    }
    free(f.text);
}

/* The report says such a value whole. */
static void a_high_bit_of_a_wide_value_is_found(void **state) {
    static bl_wide expected[COUNT], got[COUNT];
    struct fixture f = {0};
    (void)state;
    set_up(&f, true);
    for (int i = 0; i < COUNT; i++) expected[i] = got[i] = (bl_wide)i << 64 | 7;
    f.columns[1] = (struct bl_compare_column){"wide", 16, expected, got};
    assert_true(equal(&f));
    got[3] = ~(bl_wide)0;
    for (int sequence = 0; sequence < 2; sequence++) {
        f.compare.sequence = sequence;
        assert_false(equal(&f));
        assert_non_null(strstr(f.text, "wide 55340232221128654855")); /* 3 * 2^64 + 7 */
        assert_non_null(strstr(f.text, "wide 340282366920938463463374607431768211455"));
    }
    free(f.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_ones_pass),
        cmocka_unit_test(nothing_equals_nothing_only),
        cmocka_unit_test(a_swap_counts_in_a_sequence_only),
        cmocka_unit_test(a_drop_is_found),
        cmocka_unit_test(a_dropped_end_is_found),
        cmocka_unit_test(a_duplicate_is_found),
        cmocka_unit_test(a_torn_pair_is_found),
        cmocka_unit_test(a_changed_bit_is_found),
        cmocka_unit_test(a_high_bit_of_a_wide_value_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
