/* Whole rings of arbiter cells: nothing wrong with the cell as it is, and every broken cell
 * noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bus/model/check/rsb_check.h"

static struct bl_rsb_check check(int cells, bool reduced, enum bl_rsb_flaw flaw) {
    struct bl_rsb_check_options options = {
        .cells = cells, .reduced = reduced, .flaw = flaw, .flawed = 1, .limit = 4000000};
    struct bl_rsb_check result = bl_rsb_check(&options);
    if (result.fault) assert_int_equal(result.trace_length > 0, 1);
    free(result.trace);
    return result;
}

static void ring_of_three(void **state) {
    (void)state;
    struct bl_rsb_check result = check(3, false, BL_RSB_FLAW_NONE);
    assert_int_equal(result.fault, BL_RSB_FAULT_NONE);
    assert_in_range(result.states, 10000, 1000000);
    assert_in_range(result.bound, 10, 100);
}

/* The reduced search finds fewer states and the same verdict. */
static void reduced_rings(void **state) {
    (void)state;
    for (int cells = 3; cells <= 5; cells++)
        assert_int_equal(check(cells, true, BL_RSB_FLAW_NONE).fault, BL_RSB_FAULT_NONE);
    assert_true(check(3, true, BL_RSB_FLAW_NONE).states * 10 <
                check(3, false, BL_RSB_FLAW_NONE).states);
}

static void flaws(void **state) {
    (void)state;
    for (int flaw = 1; flaw < BL_RSB_FLAW_COUNT; flaw++) {
        enum bl_rsb_fault fault = check(3, false, (enum bl_rsb_flaw)flaw).fault;
        assert_int_not_equal(fault, BL_RSB_FAULT_NONE);
        assert_int_not_equal(fault, BL_RSB_FAULT_LIMIT);
    }
    assert_int_equal(check(3, false, BL_RSB_FLAW_NO_ANSWER).fault, BL_RSB_FAULT_DEADLOCK);
    assert_int_equal(check(3, false, BL_RSB_FLAW_NO_SETTLE).fault, BL_RSB_FAULT_UNSETTLED);
    assert_int_equal(check(3, false, BL_RSB_FLAW_CHOICE).fault, BL_RSB_FAULT_HAZARD);
}

/* No cell with a multiplexer: more gates see `drive`, and none is held. */
static void split_ring(void **state) {
    (void)state;
    struct bl_rsb_check_options options = {.cells = 3, .split = true, .limit = 4000000};
    struct bl_rsb_check result = bl_rsb_check(&options);
    assert_int_equal(result.fault, BL_RSB_FAULT_NONE);
    assert_true(result.states < check(3, false, BL_RSB_FLAW_NONE).states);
    options.flaw = BL_RSB_FLAW_CHOICE;
    options.flawed = 1;
    assert_int_equal(bl_rsb_check(&options).fault, BL_RSB_FAULT_NONE);
}

/* With few requests at once, larger rings are soon done. */
static void few_requests(void **state) {
    (void)state;
    struct bl_rsb_check_options options = {
        .cells = 16, .reduced = true, .requests = 1, .limit = 4000000};
    struct bl_rsb_check result = bl_rsb_check(&options);
    assert_int_equal(result.fault, BL_RSB_FAULT_NONE);
    assert_in_range(result.states, 1000, 100000);
}

static void too_many_states(void **state) {
    (void)state;
    struct bl_rsb_check_options options = {.cells = 4, .limit = 1000};
    struct bl_rsb_check result = bl_rsb_check(&options);
    assert_int_equal(result.fault, BL_RSB_FAULT_LIMIT);
    assert_int_equal(result.states, 1000);
    free(result.trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ring_of_three), cmocka_unit_test(reduced_rings),
        cmocka_unit_test(flaws),         cmocka_unit_test(split_ring),
        cmocka_unit_test(few_requests),  cmocka_unit_test(too_many_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
