/* The hierarchical bus: transfers side by side, random ones, the rules against deadlock and what
 * happens without them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/carried/random.h"
#include "rounds.h"
#include "bus/model/hierarchy/rsb_larb.h"

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

static struct bl_larb_bus *four_by_four(struct record *record, bool centralised) {
    struct bl_larb_options options = {.domains = 4,
                                      .elements = 4,
                                      .connectors = 2,
                                      .centralised = centralised,
                                      .gate_ps = 600,
                                      .wire_ps = 4450,
                                      .clock_ps = 20 * NS,
                                      .event = note,
                                      .user = record};
    return bl_larb_new(&options);
}

static uint64_t errors(const struct bl_larb_bus *bus) {
    uint64_t sum = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        sum += bl_larb_error_count(bus, (enum bl_rsb_error)i);
    return sum;
}

/* C12 to C13 inside, C11 to C41 and C14 to C21 over the two connectors of domain 1: all three have
 * their whole path at once. */
static void check_side_by_side(bool centralised) {
    static struct record record;
    record = (struct record){0};
    struct bl_larb_bus *bus = four_by_four(&record, centralised);
    int inside = bl_larb_transfer(bus, 0, 1, 0, 2, 60, 0);
    int left = bl_larb_transfer(bus, 0, 0, 3, 0, 16, 0),
        right = bl_larb_transfer(bus, 0, 3, 1, 0, 16, 0);
    assert_int_equal(bl_larb_run(bus, 100 * (int64_t)US), 0);
    int64_t begin = record.time[inside][BL_LARB_INNER], end = record.time[inside][BL_LARB_WORDS];
    int outer[] = {left, right};
    for (int i = 0; i < 2; i++) {
        int64_t arrived = record.time[outer[i]][BL_LARB_ARRIVED],
                words = record.time[outer[i]][BL_LARB_WORDS];
        assert_int_equal(record.count[outer[i]][BL_LARB_REFUSED], 0);
        assert_int_equal(record.hops[outer[i]][BL_LARB_NOTIFIED], 1);
        if (arrived > begin) begin = arrived;
        if (words < end) end = words;
    }
    assert_true(begin < end);
    assert_int_equal(record.hops[inside][BL_LARB_INNER], 1);
    assert_int_equal(errors(bus), 0);
    bl_larb_free(bus);
}

static void side_by_side(void **state) {
    (void)state;
    check_side_by_side(false);
    check_side_by_side(true);
}

/* The steps of one transfer come once each and in order. */
static void check_steps(bool centralised) {
    static struct record record;
    record = (struct record){0};
    struct bl_larb_bus *bus = four_by_four(&record, centralised);
    int transfer = bl_larb_transfer(bus, 2, 3, 0, 1, 4, 3 * US);
    assert_int_equal(bl_larb_transfer(bus, 2, 3, 2, 3, 4, 0), -1);
    assert_int_equal(bl_larb_transfer(bus, 2, 4, 2, 3, 4, 0), -1);
    assert_int_equal(bl_larb_transfer(bus, 2, 2, 2, 3, 0, 0), -1);
    assert_int_equal(bl_larb_run(bus, 2 * US), 1);
    assert_int_equal(record.count[transfer][BL_LARB_INNER], 0);
    assert_int_equal(bl_larb_run(bus, 100 * (int64_t)US), 0);
    static const enum bl_larb_step order[] = {BL_LARB_INNER,   BL_LARB_REQUEST, BL_LARB_NOTIFIED,
                                              BL_LARB_ARRIVED, BL_LARB_WORDS,   BL_LARB_RELEASED};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(record.count[transfer][order[i]], 1);
        assert_true(record.time[transfer][order[i]] >
                    (i ? record.time[transfer][order[i - 1]] : 3 * US - 1));
    }
    for (int d = 0; d < 4; d++) {
        assert_int_equal(bl_larb_domain(bus, d)->used, 0);
        assert_int_equal(bl_larb_domain(bus, d)->ends, 0);
    }
    bl_larb_free(bus);
}

static void steps(void **state) {
    (void)state;
    check_steps(false);
    check_steps(true);
}

/* Random transfers between all elements: all end, the rules hold, nothing stays in use. */
static void any(void **state) {
    (void)state;
    static const int shapes[][3] = {{4, 4, 2}, {2, 8, 2},  {8, 2, 2},
                                    {3, 4, 1}, {16, 3, 1}, {5, 5, 2}};
    const int transfers = getenv("BL_LONG") ? 2000 : bl_rounds(600);
    for (size_t i = 0; i < 2 * (sizeof shapes / sizeof *shapes); i++) {
        size_t s = i / 2;
        struct bl_larb_options options = {.domains = shapes[s][0],
                                          .elements = shapes[s][1],
                                          .connectors = shapes[s][2],
                                          .centralised = i % 2,
                                          .gate_ps = 600,
                                          .wire_ps = 4450,
                                          .clock_ps = 10 * NS};
        struct bl_larb_bus *bus = bl_larb_new(&options);
        struct bl_random random = bl_random_at(5, s);
        for (int k = 0; k < transfers; k++) {
            int d = (int)bl_random_below(&random, (uint64_t)shapes[s][0]),
                e = (int)bl_random_below(&random, (uint64_t)shapes[s][1]);
            int to_d = (int)bl_random_below(&random, (uint64_t)shapes[s][0]),
                to_e = (int)bl_random_below(&random, (uint64_t)shapes[s][1]);
            int words = 1 + (int)bl_random_below(&random, 8);
            bl_larb_transfer(bus, d, e, to_d, to_e, words,
                             (int64_t)bl_random_below(&random, (uint64_t)transfers * US / 20));
        }
        assert_int_equal(bl_larb_run(bus, 20000 * (int64_t)US), 0);
        assert_int_equal(errors(bus), 0);
        for (int d = 0; d < shapes[s][0]; d++) assert_int_equal(bl_larb_domain(bus, d)->used, 0);
        bl_larb_free(bus);
    }
}

/* Paths that stay for up to STAY cycles, all stops asking most of the time: who asks is served
 * within the bound that bl_larb.v states. */
static void served(void **state) {
    (void)state;
    enum { STAY = 20, CYCLES = 200000 };
    struct bl_larb larb;
    struct bl_random random = bl_random_at(9, 0);
    int since[BL_LARB_STOPS], until[BL_LARB_STOPS] = {0}, most = 0;
    bl_larb_start(&larb, 4, 1, 4, 2);
    int stops = bl_larb_stops(&larb), bound = stops * (2 * STAY + 3 * stops);
    for (int clock = 0; clock < CYCLES; clock++) {
        for (int stop = 0; stop < stops; stop++) {
            if (larb.stops[stop].has && clock >= until[stop]) bl_larb_leave(&larb, stop);
            if (larb.stops[stop].has || larb.stops[stop].waits) continue;
            int domain = stop < 4 ? (int)bl_random_below(&random, 4) : 1,
                element = (int)bl_random_below(&random, 2);
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
        if (larb.stops[stop].waits && CYCLES - since[stop] > most) most = CYCLES - since[stop];
    assert_in_range(most, STAY, bound);
}

/* What is watched inside a domain with a path from stop 0 to 2 when another stop asks for stop 3
   and the arbiter's own map is `used` and `ends`. */
static enum bl_rsb_error watched(int stop, uint32_t used, uint32_t ends) {
    struct bl_larb larb;
    struct bl_larb_watch watch = {0};
    enum bl_rsb_error error = BL_RSB_ERROR_COUNT;
    bl_larb_start(&larb, 4, 1, 4, 2);
    bl_larb_ask(&larb, 0, 1, 2);
    for (int clock = 0; clock < 8 && error == BL_RSB_ERROR_COUNT; clock++) {
        bl_larb_watch_before(&watch, &larb);
        error = bl_larb_watch_after(&watch, &larb, bl_larb_clock(&larb));
        if (clock != 3) continue;
        larb.used = used;
        larb.ends = ends;
        bl_larb_ask(&larb, stop, 1, 3);
    }
    return error;
}

/* An arbiter that forgets what is in use, or takes what is free for used. */
static void watching(void **state) {
    (void)state;
    assert_int_equal(watched(2, 3, 4), BL_RSB_ERROR_COUNT);
    assert_int_equal(watched(1, 0, 4), BL_RSB_ERROR_SHARED);
    assert_int_equal(watched(2, 63, 4), BL_RSB_ERROR_REFUSED);
    assert_int_equal(watched(2, 3, 12), BL_RSB_ERROR_REFUSED);
}

/* A stop that is never looked at waits for longer than the bound; a path to a stop that was not
 * asked for is wrong. */
static void unwatched(void **state) {
    (void)state;
    struct bl_larb larb;
    struct bl_larb_watch watch = {0};
    bl_larb_start(&larb, 4, 1, 4, 2);
    bl_larb_ask(&larb, 0, 1, 2);
    bl_larb_watch_before(&watch, &larb);
    assert_int_equal(bl_larb_clock(&larb), 0);
    larb.stops[0].end = 3;
    assert_int_equal(bl_larb_watch_after(&watch, &larb, 0), BL_RSB_ERROR_WRONG);
    bl_larb_leave(&larb, 0);
    bl_larb_ask(&larb, 1, 1, 3);
    larb.turn = 2;
    int64_t bound = 6 * (2 * 1 + 18);
    for (int64_t clock = 0; clock <= bound + 2; clock++) {
        bl_larb_watch_before(&watch, &larb);
        enum bl_rsb_error error = bl_larb_watch_after(&watch, &larb, -1);
        if (error == BL_RSB_ERROR_COUNT) continue;
        assert_int_equal(error, BL_RSB_ERROR_BYPASSED);
        assert_in_range(clock, 6 * 18, bound + 2);
        return;
    }
    fail();
}

/* Transfers (from, to, ns) between two domains of two connectors, those of the second one so many
 * cycles later; true when all end. */
static bool ends(const int transfers[][5], int count, struct bl_larb_options rules, int later) {
    static struct record record;
    record = (struct record){0};
    rules.domains = rules.connectors = 2;
    rules.elements = 4;
    rules.gate_ps = 600;
    rules.wire_ps = 4450;
    rules.clock_ps = 20 * NS;
    rules.event = note;
    rules.user = &record;
    struct bl_larb_bus *bus = bl_larb_new(&rules);
    for (int i = 0; i < count; i++) {
        int64_t time = transfers[i][4] * NS + (transfers[i][0] ? later * rules.clock_ps : 0);
        bl_larb_transfer(bus, transfers[i][0], transfers[i][1], transfers[i][2], transfers[i][3],
                         16, time);
    }
    int left = bl_larb_run(bus, 10000 * (int64_t)US);
    assert_int_equal(errors(bus), left != 0);
    assert_int_equal(bl_larb_error_count(bus, BL_RSB_ERROR_DEADLOCK), left != 0);
    bl_larb_free(bus);
    return left == 0;
}

/* Whether they stand for ever when the second domain begins at one of many moments. */
static bool stand(const int transfers[][5], int count, struct bl_larb_options rules) {
    bool found = false;
    for (int later = 0; later < 20; later++) found |= !ends(transfers, count, rules, later);
    return found;
}

/* Two elements of a domain that want the same element elsewhere, and so do two of that domain: when
   the second one may take the other connector and keeps it, nobody can come in any more. */
static void equal_destinations(void **state) {
    (void)state;
    static const int four[][5] = {
        {0, 3, 1, 1, 0}, {0, 0, 1, 1, 40}, {1, 3, 0, 1, 0}, {1, 0, 0, 1, 40}};
    assert_true(stand(
        four, 4,
        (struct bl_larb_options){.without = {[BL_LARB_EQUAL] = true, [BL_LARB_GIVE_UP] = true}}));
    assert_false(stand(four, 4, (struct bl_larb_options){.without = {[BL_LARB_GIVE_UP] = true}}));
    assert_false(stand(four, 4, (struct bl_larb_options){.without = {[BL_LARB_EQUAL] = true}}));
    assert_false(stand(four, 4, (struct bl_larb_options){.patience = 64}));
}

/* The same with four destinations: now it is giving up that helps. */
static void other_destinations(void **state) {
    (void)state;
    static const int four[][5] = {
        {0, 3, 1, 1, 0}, {0, 0, 1, 2, 40}, {1, 3, 0, 1, 0}, {1, 0, 0, 2, 40}};
    assert_true(stand(four, 4, (struct bl_larb_options){.without = {[BL_LARB_GIVE_UP] = true}}));
    assert_false(stand(four, 4, (struct bl_larb_options){.patience = 64}));
}

/* Two elements that ask for each other, with inner paths that lead over the connector on which the
   other one comes in: only the order of the domains helps. */
static void each_other(void **state) {
    (void)state;
    static const int two[][5] = {{0, 0, 1, 0, 0}, {1, 0, 0, 0, 0}};
    assert_true(stand(two, 2, (struct bl_larb_options){.without = {[BL_LARB_ORDER] = true}}));
    assert_false(stand(two, 2, (struct bl_larb_options){.patience = 64}));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(side_by_side),
                                       cmocka_unit_test(steps),
                                       cmocka_unit_test(any),
                                       cmocka_unit_test(served),
                                       cmocka_unit_test(watching),
                                       cmocka_unit_test(unwatched),
                                       cmocka_unit_test(equal_destinations),
                                       cmocka_unit_test(other_destinations),
                                       cmocka_unit_test(each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
