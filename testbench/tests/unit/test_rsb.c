/* The event model of the ring segmented bus: random traffic without an error, and faults that are
 * noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rounds.h"
#include "base/carried/random.h"
#include "bus/model/traffic/rsb_monte_carlo.h"
#include "bus/model/rsb_times.h"
#include "bus/model/rsb_watch.h"

static void traffic(void **state) {
    (void)state;
    static const int domains[] = {3, 4, 5, 8, 16};
    static const int64_t wires[] = {0, 4450, 20500};
    for (size_t d = 0; d < sizeof domains / sizeof *domains; d++)
        for (int w = 0; w < bl_rounds(3); w++) {
            struct bl_rsb_load load = {.domains = domains[d],
                                       .gate_ps = 600,
                                       .wire_ps = wires[w],
                                       .react_ps = 20000,
                                       .gap_ps = 50000,
                                       .words = 16,
                                       .transfers = 3000,
                                       .seed = 1 + d};
            struct bl_rsb_yield yield;
            assert_true(bl_rsb_monte_carlo(&load, &yield));
            assert_int_equal(yield.error_count, 0);
            assert_int_equal(yield.transfers, 3000);
            assert_in_range(yield.bypass, 1, domains[d] - 1);
            assert_true(yield.refused > 0);
        }
}

/* The same seed gives the same numbers, another one others; a slower bus carries less. */
static void seeds(void **state) {
    (void)state;
    struct bl_rsb_load load = {.domains = 8,
                               .gate_ps = 600,
                               .wire_ps = 4450,
                               .react_ps = 20000,
                               .gap_ps = 50000,
                               .words = 16,
                               .transfers = 2000,
                               .seed = 7};
    struct bl_rsb_yield first, again, other;
    bl_rsb_monte_carlo(&load, &first);
    bl_rsb_monte_carlo(&load, &again);
    load.seed = 8;
    bl_rsb_monte_carlo(&load, &other);
    assert_int_equal(first.events, again.events);
    assert_int_equal(first.time_ps, again.time_ps);
    assert_int_not_equal(first.events, other.events);
    load.wire_ps = 20500;
    bl_rsb_monte_carlo(&load, &other);
    assert_true(other.words_per_us < first.words_per_us);
    load.domains = 17;
    assert_false(bl_rsb_monte_carlo(&load, &other));
}

static struct bl_rsb *ring(int cells, int64_t spread) {
    struct bl_rsb_options options = {
        .cells = cells, .gate_ps = 500, .wire_ps = 1000, .spread_ps = spread, .seed = 3};
    return bl_rsb_new(&options);
}

static uint64_t all_errors(const struct bl_rsb *bus) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        sum += bl_rsb_error_count(bus, (enum bl_rsb_error)i);
    return sum;
}

/* Of two ways the shorter one is granted; a path in use blocks it; paths side by side stand
 * together. */
static void ways(void **state) {
    (void)state;
    struct bl_rsb *bus = ring(8, 0);
    int hops;
    bl_rsb_request(bus, 1, 3);
    bl_rsb_run(bus, 1000000);
    assert_int_equal(bl_rsb_path(bus, 1, &hops), BL_RSB_CLOCKWISE);
    assert_int_equal(hops, 2);
    bl_rsb_request(bus, 0, 6);
    bl_rsb_run(bus, 2000000);
    assert_int_equal(bl_rsb_path(bus, 0, &hops), BL_RSB_COUNTER);
    bl_rsb_request(bus, 5, 4);
    bl_rsb_run(bus, 3000000);
    assert_int_equal(bl_rsb_path(bus, 5, &hops), BL_RSB_COUNTER);
    assert_int_equal(hops, 1);
    bl_rsb_request(bus, 2, 7);
    bl_rsb_run(bus, 4000000);
    assert_int_equal(bl_rsb_path(bus, 2, &hops), BL_RSB_NO_WAY);
    assert_true(bl_rsb_gate_value(bus, 2, BL_RSB_NOTIFIED));
    bl_rsb_request(bus, 1, -1);
    bl_rsb_run(bus, 5000000);
    assert_false(bl_rsb_gate_value(bus, 1, BL_RSB_NOTIFIED));
    assert_int_equal(all_errors(bus), 0);
    bl_rsb_free(bus);
}

static void withdrawn(void **state) {
    (void)state;
    struct bl_rsb *bus = ring(4, 0);
    bl_rsb_request(bus, 2, 0);
    bl_rsb_run(bus, 700);
    bl_rsb_request(bus, 2, -1);
    assert_int_equal(bl_rsb_error_count(bus, BL_RSB_ERROR_WITHDRAWN), 1);
    bl_rsb_free(bus);
}

static void stuck_segment(void **state) {
    (void)state;
    for (int value = 0; value <= 1; value++) {
        struct bl_rsb *bus = ring(4, 0);
        bl_rsb_run(bus, 100000);
        bl_rsb_stick(bus, 1, BL_RSB_GO_CW, value);
        for (int i = 0; i < 12; i++) {
            if (bl_rsb_is_ready(bus, i % 4))
                bl_rsb_request(bus, i % 4,
                               bl_rsb_gate_value(bus, i % 4, BL_RSB_NOTIFIED) ? -1 : (i + 1) % 4);
            bl_rsb_run(bus, 100000 + 200000 * (i + 1));
        }
        assert_true(all_errors(bus) > 0);
        bl_rsb_free(bus);
    }
}

static void lost_token(void **state) {
    (void)state;
    struct bl_rsb *bus = ring(4, 0);
    assert_true(bl_rsb_run(bus, 100000));
    assert_int_equal(all_errors(bus), 0);
    bl_rsb_stick(bus, 2, BL_RSB_TOKEN, false);
    assert_false(bl_rsb_run(bus, 1000000));
    assert_int_equal(bl_rsb_error_count(bus, BL_RSB_ERROR_STANDS), 1);
    bl_rsb_free(bus);
}

/* Random requests on a ring of five cells, with a gate that sticks after a while (cell -1: none),
 * until something is noticed or 400 us. */
static struct bl_rsb *run_with_stuck(int cell, int gate, bool value) {
    struct bl_rsb *bus = ring(5, 0);
    struct bl_random random = bl_random_at(1, 0);
    for (int64_t time = 100; time < 400000000 && !all_errors(bus); time += 20000) {
        bl_rsb_run(bus, time);
        if (cell >= 0 && time == 2000100) bl_rsb_stick(bus, cell, gate, value);
        for (int i = 0; i < 5; i++) {
            int target = (i + 1 + (int)(bl_random_next(&random) % 4)) % 5;
            bool moves = bl_random_next(&random) % 4 == 0 && bl_rsb_is_ready(bus, i);
            if (moves)
                bl_rsb_request(bus, i, bl_rsb_gate_value(bus, i, BL_RSB_NOTIFIED) ? -1 : target);
        }
    }
    return bus;
}

/* Every gate that sticks is noticed. */
static void stuck_gates(void **state) {
    (void)state;
    struct bl_rsb_cell cell;
    bl_rsb_cell_present(&cell, false, true, BL_RSB_FLAW_NONE);
    for (int gate = 0; gate < BL_RSB_GATE_COUNT; gate++)
        for (int i = 0; i < 10; i++) {
            struct bl_rsb *bus = run_with_stuck(i / 2, gate, i % 2);
            if (!all_errors(bus))
                fail_msg("%s of cell %d stuck at %d: nobody notices", bl_rsb_gate_word(&cell, gate),
                         i / 2, i % 2);
            bl_rsb_free(bus);
        }
    struct bl_rsb *bus = run_with_stuck(-1, BL_RSB_TAKEN, false);
    assert_int_equal(all_errors(bus), 0);
    bl_rsb_free(bus);
}

/* A request is late when its answer comes after the bound, or none soon after it, once; a domain
 * that is answered is not. */
static void late(void **state) {
    (void)state;
    struct bl_rsb *bus = ring(6, 0);
    const struct bl_rsb_options options = {.cells = 6, .gate_ps = 500, .wire_ps = 1000};
    int64_t bound = bl_rsb_wait_ps(&options);
    bl_rsb_run(bus, 1000000);
    bl_rsb_stick(bus, 3, BL_RSB_TAKEN, false);
    bl_rsb_request(bus, 3, 1);
    bl_rsb_request(bus, 2, 1);
    bl_rsb_run(bus, 1000000 + bound);
    assert_int_equal(all_errors(bus), 0);
    bl_rsb_run(bus, 1000000 + 2 * bound);
    assert_int_equal(bl_rsb_error_count(bus, BL_RSB_ERROR_LATE), 1);
    bl_rsb_run(bus, 1000000 + 20 * bound);
    assert_int_equal(all_errors(bus), 1);
    bl_rsb_free(bus);
}

static void watched_answers(void **state) {
    (void)state;
    struct bl_rsb_watch watch;
    bl_rsb_watch_start(&watch, 100, 20);
    bl_rsb_watch_ask(&watch, 3, 1000);
    assert_false(bl_rsb_watch_answer(&watch, 3, 1100));
    bl_rsb_watch_ask(&watch, 3, 2000);
    assert_true(bl_rsb_watch_answer(&watch, 3, 2101));
    bl_rsb_watch_ask(&watch, 1, 3000);
    bl_rsb_watch_ask(&watch, 5, 3000);
    assert_int_equal(bl_rsb_watch_late(&watch, 3120), -1);
    assert_int_equal(bl_rsb_watch_late(&watch, 3121), 1);
    assert_int_equal(bl_rsb_watch_late(&watch, 3121), 5);
    assert_int_equal(bl_rsb_watch_late(&watch, 9000), -1);
}

static void late_at_the_centre(void **state) {
    (void)state;
    const struct bl_rsb_options options = {.cells = 6, .gate_ps = 500, .wire_ps = 1000};
    struct bl_rsb_centre *bus = bl_rsb_centre_new(&options);
    bl_rsb_centre_stop(bus);
    bl_rsb_centre_request(bus, 2, 4);
    bl_rsb_centre_run(bus, bl_rsb_centre_wait_ps(6, 1000, 500));
    assert_int_equal(bl_rsb_centre_error_count(bus, BL_RSB_ERROR_LATE), 0);
    bl_rsb_centre_run(bus, 2 * bl_rsb_centre_time(bus));
    assert_int_equal(bl_rsb_centre_error_count(bus, BL_RSB_ERROR_LATE), 1);
    bl_rsb_centre_free(bus);
}

/* Gates of very different speed: still no error. */
static void any_delays(void **state) {
    (void)state;
    struct bl_rsb *bus = ring(6, 20000);
    struct bl_random random = bl_random_at(5, 0);
    uint64_t paths = 0;
    for (int i = 1; i < 20000; i++) {
        int domain = (int)(bl_random_next(&random) % 6),
            other = (domain + 1 + (int)(bl_random_next(&random) % 5)) % 6;
        bl_rsb_run(bus, (int64_t)i * 100000);
        if (!bl_rsb_is_ready(bus, domain)) continue;
        bool notified = bl_rsb_gate_value(bus, domain, BL_RSB_NOTIFIED);
        paths += notified && bl_rsb_path(bus, domain, NULL) != BL_RSB_NO_WAY;
        bl_rsb_request(bus, domain, notified ? -1 : other);
    }
    assert_true(paths > 1000);
    assert_int_equal(all_errors(bus), 0);
    bl_rsb_free(bus);
}

struct answers {
    struct bl_rsb *bus;
    uint64_t sum;
    int count;
};

static void add_answer(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct answers *answers = user;
    answers->sum = bl_mix(answers->sum + (uint64_t)bl_rsb_time(answers->bus)) +
                   (uint64_t)(domain * 8 + notified * 4 + (int)way);
    answers->count++;
}

static void check_same(const struct answers *a, const struct answers *b, int cells) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->sum, b->sum);
    assert_int_equal(bl_rsb_time(a->bus), bl_rsb_time(b->bus));
    assert_int_equal(bl_rsb_events(a->bus), bl_rsb_events(b->bus));
    assert_int_equal(bl_rsb_bypass(a->bus), bl_rsb_bypass(b->bus));
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        assert_int_equal(bl_rsb_error_count(a->bus, (enum bl_rsb_error)i),
                         bl_rsb_error_count(b->bus, (enum bl_rsb_error)i));
    for (int cell = 0; cell < cells; cell++)
        for (int gate = 0; gate <= BL_RSB_BUSY; gate++)
            assert_int_equal(bl_rsb_gate_value(a->bus, cell, gate),
                             bl_rsb_gate_value(b->bus, cell, gate));
}

static void open_answers(struct answers *answers, int cells, int64_t wire, bool every_lap) {
    struct bl_rsb_options options = {.cells = cells,
                                     .gate_ps = 600,
                                     .wire_ps = wire,
                                     .token_ps = bl_rsb_token_tables(cells) * 600,
                                     .every_lap = every_lap,
                                     .answer = add_answer,
                                     .user = answers};
    *answers = (struct answers){.bus = bl_rsb_new(&options)};
}

/* The same request, or its end, to both. */
static void request_both(struct answers both[2], struct bl_random *random, int cells) {
    int domain = (int)(bl_random_next(random) % (uint64_t)cells);
    int other = (domain + 1 + (int)(bl_random_next(random) % (uint64_t)(cells - 1))) % cells;
    if (!bl_rsb_is_ready(both[0].bus, domain)) return;
    bool notified = bl_rsb_gate_value(both[0].bus, domain, BL_RSB_NOTIFIED);
    for (int k = 0; k < 2; k++) bl_rsb_request(both[k].bus, domain, notified ? -1 : other);
}

/* Requests after pauses of up to 30 us, of a few laps or none, and a wire that breaks: laps that
 * are left out change nothing. */
static void check_laps(int cells, int64_t wire) {
    struct answers both[2];
    struct bl_random random = bl_random_at(11, (uint64_t)cells);
    for (int k = 0; k < 2; k++) open_answers(&both[k], cells, wire, k);
    for (int i = 0; i < 400; i++) {
        int64_t pause = INT64_C(1) << bl_random_next(&random) % 25;
        int64_t until = bl_rsb_time(both[0].bus) + pause +
                        (int64_t)(bl_random_next(&random) % (uint64_t)pause);
        for (int k = 0; k < 2; k++) bl_rsb_run(both[k].bus, until);
        check_same(&both[0], &both[1], cells);
        request_both(both, &random, cells);
        for (int k = 0; k < 2 && i == 390; k++) bl_rsb_stick(both[k].bus, 1, BL_RSB_GO_CW, true);
    }
    assert_true(both[0].count > 100);
    for (int k = 0; k < 2; k++) bl_rsb_free(both[k].bus);
}

static void laps(void **state) {
    (void)state;
    for (int cells = 3; cells <= 16; cells += cells > 4 ? 4 : 1) {
        check_laps(cells, 0);
        check_laps(cells, 4450);
    }
}

/* A day of nothing, and an answer after it: with every lap it would take months. */
static void a_day(void **state) {
    (void)state;
    struct answers day;
    open_answers(&day, 8, 4450, false);
    bl_rsb_run(day.bus, INT64_C(86400) * 1000000000000);
    bl_rsb_request(day.bus, 2, 5);
    bl_rsb_run(day.bus, bl_rsb_time(day.bus) + 2000000);
    assert_int_equal(day.count, 1);
    assert_int_equal(all_errors(day.bus), 0);
    assert_true(bl_rsb_events(day.bus) > UINT64_C(1000000000000));
    bl_rsb_free(day.bus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traffic),
        cmocka_unit_test(seeds),
        cmocka_unit_test(ways),
        cmocka_unit_test(withdrawn),
        cmocka_unit_test(stuck_segment),
        cmocka_unit_test(lost_token),
        cmocka_unit_test(any_delays),
        cmocka_unit_test(stuck_gates),
        cmocka_unit_test(late),
        cmocka_unit_test(watched_answers),
        cmocka_unit_test(late_at_the_centre),
        cmocka_unit_test(laps),
        cmocka_unit_test(a_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
