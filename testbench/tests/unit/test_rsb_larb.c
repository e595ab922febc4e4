/* The hierarchical bus: transfers side by side, random ones, the rules against deadlock and what happens without them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random.h"
#include "rsb_larb.h"

enum { MOST = 16, NS = 1000, US = 1000 * NS };

/* When each step of each transfer happened last, and how often. */
struct record {
    int64_t time[MOST][BL_LARB_STEP_COUNT];
    int count[MOST][BL_LARB_STEP_COUNT];
    int hops[MOST][BL_LARB_STEP_COUNT];
    int64_t last;
};

static void note(void *user, const struct bl_larb_event *event) {
    struct record *record = user;
    assert_in_range(event->transfer, 0, MOST - 1);
    assert_true(event->time_ps >= record->last);
    record->last = event->time_ps;
    record->time[event->transfer][event->step] = event->time_ps;
    record->count[event->transfer][event->step]++;
    record->hops[event->transfer][event->step] = event->hops;
}

static struct bl_larb_bus *four_by_four(struct record *record) {
    struct bl_larb_options options = {.domains = 4, .elements = 4, .connectors = 2, .gate_ps = 600, .wire_ps = 4450, .clock_ps = 20 * NS,
                                      .event = note, .user = record};
    return bl_larb_new(&options);
}

static uint64_t ring_errors(const struct bl_larb_bus *bus) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++) sum += bl_rsb_error_count(bl_larb_ring(bus), (enum bl_rsb_error)i);
    return sum;
}

/* C12 to C13 inside, C11 to C41 and C14 to C21 over the two connectors of domain 1: all three have their whole path at once. */
static void side_by_side(void **state) {
    (void)state;
    static struct record record;
    record = (struct record){0};
    struct bl_larb_bus *bus = four_by_four(&record);
    int inside = bl_larb_transfer(bus, 0, 1, 0, 2, 60, 0);
    int left = bl_larb_transfer(bus, 0, 0, 3, 0, 16, 0), right = bl_larb_transfer(bus, 0, 3, 1, 0, 16, 0);
    assert_int_equal(bl_larb_run(bus, 100 * (int64_t)US), 0);
    int64_t begin = record.time[inside][BL_LARB_INNER], end = record.time[inside][BL_LARB_WORDS];
    int outer[] = {left, right};
    for (int i = 0; i < 2; i++) {
        int64_t arrived = record.time[outer[i]][BL_LARB_ARRIVED], words = record.time[outer[i]][BL_LARB_WORDS];
        assert_int_equal(record.count[outer[i]][BL_LARB_REFUSED], 0);
        assert_int_equal(record.hops[outer[i]][BL_LARB_TOLD], 1);
        if (arrived > begin) begin = arrived;
        if (words < end) end = words;
    }
    assert_true(begin < end);
    assert_int_equal(record.hops[inside][BL_LARB_INNER], 1);
    assert_int_equal(ring_errors(bus), 0);
    bl_larb_free(bus);
}

/* The steps of one transfer come once each and in order. */
static void steps(void **state) {
    (void)state;
    static struct record record;
    record = (struct record){0};
    struct bl_larb_bus *bus = four_by_four(&record);
    int transfer = bl_larb_transfer(bus, 2, 3, 0, 1, 4, 3 * US);
    assert_int_equal(bl_larb_transfer(bus, 2, 3, 2, 3, 4, 0), -1);
    assert_int_equal(bl_larb_transfer(bus, 2, 4, 2, 3, 4, 0), -1);
    assert_int_equal(bl_larb_transfer(bus, 2, 2, 2, 3, 0, 0), -1);
    assert_int_equal(bl_larb_run(bus, 2 * US), 1);
    assert_int_equal(record.count[transfer][BL_LARB_INNER], 0);
    assert_int_equal(bl_larb_run(bus, 100 * (int64_t)US), 0);
    static const enum bl_larb_step order[] = {BL_LARB_INNER, BL_LARB_WISH, BL_LARB_TOLD, BL_LARB_ARRIVED, BL_LARB_WORDS, BL_LARB_RELEASED};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(record.count[transfer][order[i]], 1);
        assert_true(record.time[transfer][order[i]] > (i ? record.time[transfer][order[i - 1]] : 3 * US - 1));
    }
    for (int d = 0; d < 4; d++) {
        assert_int_equal(bl_larb_domain(bus, d)->used, 0);
        assert_int_equal(bl_larb_domain(bus, d)->ends, 0);
    }
    bl_larb_free(bus);
}

/* Random transfers between all elements: all end, the ring's rules hold, nothing stays in use. */
static void any(void **state) {
    (void)state;
    static const int shapes[][3] = {{4, 4, 2}, {2, 8, 2}, {8, 2, 2}, {3, 4, 1}, {16, 3, 1}, {5, 5, 2}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        struct bl_larb_options options = {.domains = shapes[s][0], .elements = shapes[s][1], .connectors = shapes[s][2], .gate_ps = 600,
                                          .wire_ps = 4450, .clock_ps = 10 * NS};
        struct bl_larb_bus *bus = bl_larb_new(&options);
        struct bl_random random = bl_random_at(5, s);
        for (int i = 0; i < 2000; i++) {
            int d = (int)bl_random_below(&random, (uint64_t)shapes[s][0]), e = (int)bl_random_below(&random, (uint64_t)shapes[s][1]);
            int to_d = (int)bl_random_below(&random, (uint64_t)shapes[s][0]), to_e = (int)bl_random_below(&random, (uint64_t)shapes[s][1]);
            int words = 1 + (int)bl_random_below(&random, 8);
            bl_larb_transfer(bus, d, e, to_d, to_e, words, (int64_t)bl_random_below(&random, 100 * US));
        }
        assert_int_equal(bl_larb_run(bus, 20000 * (int64_t)US), 0);
        assert_int_equal(ring_errors(bus), 0);
        for (int d = 0; d < shapes[s][0]; d++) assert_int_equal(bl_larb_domain(bus, d)->used, 0);
        bl_larb_free(bus);
    }
}

/* Paths that stay for up to STAY clocks, all stops asking most of the time: who asks is served within the bound that bl_larb.v states. */
static void served(void **state) {
    (void)state;
    enum { STAY = 20, CLOCKS = 200000 };
    struct bl_larb larb;
    struct bl_random random = bl_random_at(9, 0);
    int since[BL_LARB_STOPS], until[BL_LARB_STOPS] = {0}, most = 0;
    bl_larb_start(&larb, 4, 1, 4, 2);
    int stops = bl_larb_stops(&larb), bound = stops * (2 * STAY + 3 * stops);
    for (int clock = 0; clock < CLOCKS; clock++) {
        for (int stop = 0; stop < stops; stop++) {
            if (larb.stops[stop].has && clock >= until[stop]) bl_larb_leave(&larb, stop);
            if (larb.stops[stop].has || larb.stops[stop].waits) continue;
            int domain = stop < 4 ? (int)bl_random_below(&random, 4) : 1, element = (int)bl_random_below(&random, 2);
            if (domain == 1 && element == stop) element = 3 - element;
            bl_larb_ask(&larb, stop, domain, element);
            since[stop] = clock;
        }
        int got = bl_larb_clock(&larb);
        if (got < 0) continue;
        if (clock - since[got] > most) most = clock - since[got];
        until[got] = clock + 1 + (int)bl_random_below(&random, STAY);
    }
    for (int stop = 0; stop < stops; stop++)
        if (larb.stops[stop].waits && CLOCKS - since[stop] > most) most = CLOCKS - since[stop];
    assert_in_range(most, STAY, bound);
}

/* Transfers (from, to, ns) between two domains of two connectors; true when all of them end. */
static bool ends(const int transfers[][5], int count, struct bl_larb_options rules) {
    static struct record record;
    record = (struct record){0};
    rules.domains = 2;
    rules.elements = 4;
    rules.connectors = 2;
    rules.gate_ps = 600;
    rules.wire_ps = 4450;
    rules.clock_ps = 20 * NS;
    rules.event = note;
    rules.user = &record;
    struct bl_larb_bus *bus = bl_larb_new(&rules);
    for (int i = 0; i < count; i++) bl_larb_transfer(bus, transfers[i][0], transfers[i][1], transfers[i][2], transfers[i][3], 16,
                                                     (int64_t)NS * transfers[i][4]);
    int left = bl_larb_run(bus, 1000 * (int64_t)US);
    assert_int_equal(ring_errors(bus), 0);
    bl_larb_free(bus);
    return left == 0;
}

/* Two elements of a domain that want the same element elsewhere, and so do two of that domain: when the second one may take the other
   connector and keeps it, nobody can come in any more. */
static void equal_destinations(void **state) {
    (void)state;
    static const int four[][5] = {{0, 3, 1, 1, 0}, {0, 0, 1, 1, 40}, {1, 3, 0, 1, 0}, {1, 0, 0, 1, 40}};
    assert_false(ends(four, 4, (struct bl_larb_options){.no_equal_first = true, .no_give_up = true, .no_order = true}));
    assert_true(ends(four, 4, (struct bl_larb_options){.no_give_up = true, .no_order = true}));
    assert_true(ends(four, 4, (struct bl_larb_options){.no_equal_first = true, .no_order = true}));
    assert_true(ends(four, 4, (struct bl_larb_options){.no_equal_first = false}));
}

/* The same with four destinations: now it is giving up that helps. */
static void other_destinations(void **state) {
    (void)state;
    static const int four[][5] = {{0, 3, 1, 1, 0}, {0, 0, 1, 2, 40}, {1, 3, 0, 1, 0}, {1, 0, 0, 2, 40}};
    assert_false(ends(four, 4, (struct bl_larb_options){.no_give_up = true, .no_order = true}));
    assert_true(ends(four, 4, (struct bl_larb_options){.no_order = true}));
    assert_true(ends(four, 4, (struct bl_larb_options){.no_order = false}));
}

/* Two elements that ask for each other, with inner paths that lead over the connector on which the other one comes in: only the order of
   the domains helps. */
static void each_other(void **state) {
    (void)state;
    static const int two[][5] = {{0, 0, 1, 0, 0}, {1, 0, 0, 0, 0}};
    assert_false(ends(two, 2, (struct bl_larb_options){.no_order = true}));
    assert_true(ends(two, 2, (struct bl_larb_options){.no_order = false}));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(side_by_side), cmocka_unit_test(steps), cmocka_unit_test(any),
                                       cmocka_unit_test(served),
                                       cmocka_unit_test(equal_destinations), cmocka_unit_test(other_destinations),
                                       cmocka_unit_test(each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
