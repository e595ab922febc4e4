/* Buses: the stated delays of an operation are those of the event model; transfers over it; faults
   are noticed; the verbs for pipelines refuse a bus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "driver/front.h"
#include "base/carried/random.h"
#include "bus/bus_explain.h"
#include "bus/bus.h"
#include "rounds.h"
#include "bus/model/central/rsb_bus.h"
#include "bus/model/traffic/rsb_script.h"

/* What a ring does with one request. */
struct probe {
    struct bl_rsb *bus;
    int64_t open, notified, on;
};

static void answered(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct probe *probe = user;
    (void)domain, (void)notified, (void)way;
    probe->notified = bl_rsb_time(probe->bus);
}

/* Changes the request of domain 0 and looks every picosecond at its gates until the token goes on.
 */
static void watch(struct probe *probe, int target) {
    bool request = target >= 0;
    probe->open = probe->notified = probe->on = -1;
    while (!bl_rsb_is_ready(probe->bus, 0)) bl_rsb_run(probe->bus, bl_rsb_time(probe->bus) + 1);
    bl_rsb_request(probe->bus, 0, target);
    for (int64_t limit = bl_rsb_time(probe->bus) + 1000000;
         probe->on < 0 && bl_rsb_time(probe->bus) < limit;) {
        bl_rsb_run(probe->bus, bl_rsb_time(probe->bus) + 1);
        if (probe->open < 0 && bl_rsb_gate_value(probe->bus, 0, BL_RSB_OPEN) == request)
            probe->open = bl_rsb_time(probe->bus);
        if (probe->notified >= 0 && bl_rsb_gate_value(probe->bus, 0, BL_RSB_TOKEN))
            probe->on = bl_rsb_time(probe->bus);
    }
}

static void check_delays(int cells, int hops, int64_t delay, int64_t gate) {
    struct probe probe = {0};
    const struct bl_bus bus = {
        .domains = cells, .connectors = 1, .delay_ps = delay, .gate_ps = gate};
    const struct bl_rsb_options options = {
        .cells = cells, .gate_ps = gate, .wire_ps = delay, .answer = answered, .user = &probe};
    probe.bus = bl_rsb_new(&options);
    assert_non_null(probe.bus);
    bl_rsb_run(probe.bus, 1);
    watch(&probe, hops);
    assert_int_equal(bl_rsb_path(probe.bus, 0, NULL),
                     2 * hops <= cells ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER);
    assert_int_equal(probe.notified - probe.open, bl_bus_build_ps(&bus, hops));
    assert_int_equal(probe.on - probe.open, bl_bus_hold_ps(&bus, hops));
    watch(&probe, -1);
    assert_int_equal(probe.on - probe.open, bl_bus_release_ps(&bus, hops));
    bl_rsb_free(probe.bus);
}

static void delays(void **state) {
    (void)state;
    for (int cells = 4; cells <= 16; cells *= 2)
        for (int hops = 1; hops < cells / 2; hops++) {
            check_delays(cells, hops, 0, 10);
            check_delays(cells, hops, 70, 3);
        }
}

/* Answers of a centralised arbiter, in their order. */
struct answers {
    struct bl_rsb_centre *bus;
    int count, domains[64];
    int64_t times[64], requested[BL_RSB_CELLS], longest;
};

static void centre_answered(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct answers *answers = user;
    int64_t now = bl_rsb_centre_time(answers->bus), took = now - answers->requested[domain];
    (void)notified, (void)way;
    if (took > answers->longest) answers->longest = took;
    if (answers->count == 64) return;
    answers->domains[answers->count] = domain;
    answers->times[answers->count++] = now;
}

static void open_centre(struct answers *answers, int cells, int64_t delay, int64_t gate) {
    const struct bl_rsb_options options = {.cells = cells,
                                           .gate_ps = gate,
                                           .wire_ps = delay,
                                           .answer = centre_answered,
                                           .user = answers};
    *answers = (struct answers){.bus = bl_rsb_centre_new(&options)};
    assert_non_null(answers->bus);
}

/* Who is answered when is as simulated in bl_garb (tb_garb_order.v, which
 * testbench/tests/system/bus.sh runs). */
static void centre_order(void **state) {
    (void)state;
    FILE *golden = fopen("testbench/tests/system/golden/garb_order.txt", "r");
    int cells, domain, time, read = 0;
    assert_non_null(golden);
    while (fscanf(golden, "%d %d %d", &cells, &domain, &time) == 3) {
        static struct answers answers;
        if (!read) open_centre(&answers, cells, 0, 1);
        for (int k = 0; k < cells && !read; k++) {
            bl_rsb_centre_request(answers.bus, k, (k + 1) % cells);
            bl_rsb_centre_run(answers.bus, 2 * (k + 1));
        }
        bl_rsb_centre_run(answers.bus, 10000);
        assert_int_equal(answers.count, cells);
        assert_int_equal(answers.domains[read], domain);
        assert_int_equal(answers.times[read], time);
        if (++read < cells) continue;
        bl_rsb_centre_free(answers.bus);
        read = 0;
    }
    assert_int_equal(read, 0);
    assert_true(feof(golden));
    fclose(golden);
}

/* Alone, a domain is answered after the stated time; with all others asking again and again, within
 * the stated longest. */
static void check_centre_delays(int cells, int64_t delay, int64_t gate) {
    struct answers answers;
    open_centre(&answers, cells, delay, gate);
    bl_rsb_centre_request(answers.bus, cells - 1, 1);
    bl_rsb_centre_run(answers.bus, 1000000);
    assert_int_equal(answers.count, 1);
    assert_int_equal(answers.times[0], bl_bus_alone_ps(cells, delay, gate));
    for (int64_t time = 1000000; time < 4000000; time += gate) {
        for (int k = 0; k < cells; k++) {
            if (!bl_rsb_centre_is_ready(answers.bus, k)) continue;
            bl_rsb_centre_request(answers.bus, k,
                                  bl_rsb_centre_notified(answers.bus, k) ? -1 : (k + 1) % cells);
            answers.requested[k] = time;
        }
        bl_rsb_centre_run(answers.bus, time + gate);
    }
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        assert_int_equal(bl_rsb_centre_error_count(answers.bus, (enum bl_rsb_error)i), 0);
    assert_int_equal(bl_rsb_centre_bypass(answers.bus), bl_rsb_centre_bound(cells));
    assert_in_range(answers.longest,
                    bl_rsb_centre_bound(cells) * bl_rsb_centre_operation_ps(cells, gate),
                    bl_bus_centre_wait_ps(cells, delay, gate));
    bl_rsb_centre_free(answers.bus);
}

static void centre_delays(void **state) {
    (void)state;
    for (int cells = 4; cells <= 16; cells *= 2) {
        check_centre_delays(cells, 0, 10);
        check_centre_delays(cells, 70, 3);
    }
}

static struct bl_rsb_script script_of(struct bl_rsb_transfer *transfers, int count) {
    return (struct bl_rsb_script){.cells = 8,
                                  .gate_ps = 600,
                                  .wire_ps = 4450,
                                  .react_ps = 20000,
                                  .transfers = transfers,
                                  .count = count};
}

/* Paths side by side stand together; one in the way is refused, tried again and granted when the
 * others have gone. */
static void check_transfers(bool centralised) {
    struct bl_rsb_transfer list[] = {{.from = 0, .to = 2, .words = 40},
                                     {.from = 3, .to = 4, .words = 40},
                                     {.from = 1, .to = 6, .words = 4, .at_ps = 300000},
                                     {.from = 0, .to = 7, .words = 1}};
    struct bl_rsb_script script = script_of(list, 4);
    script.centralised = centralised;
    assert_true(bl_rsb_play(&script));
    assert_int_equal(script.errors, 0);
    assert_int_equal(script.released, 4);
    assert_true(list[0].path_ps < list[1].released_ps && list[1].path_ps < list[0].released_ps);
    assert_int_equal(list[0].hops, 2);
    assert_int_equal(list[0].way, BL_RSB_CLOCKWISE);
    assert_true(list[2].refused > 0);
    assert_true(list[3].asked_ps > list[0].released_ps);
    assert_int_equal(list[3].way, BL_RSB_COUNTER);
    assert_int_equal(script.request_count, 2 * (4 + list[2].refused + list[1].refused +
                                                list[0].refused + list[3].refused));
    const struct bl_rsb_options ring = {.cells = 8, .gate_ps = 600, .wire_ps = 4450};
    assert_int_equal(bl_rsb_replay(&ring, centralised, script.requests, script.request_count, NULL),
                     0);
    bl_rsb_script_free(&script);
    list[1].to = 3;
    assert_false(bl_rsb_play(&script));
}

/* Transfers some microseconds apart: the same with and without the laps of the token in between. */
static void pauses(void **state) {
    (void)state;
    enum { COUNT = 40 };
    struct bl_rsb_transfer list[2][COUNT];
    struct bl_rsb_script scripts[2];
    struct bl_random random = bl_random_at(4, 0);
    for (int i = 0; i < COUNT; i++) {
        int from = (int)(bl_random_next(&random) % 8),
            hops = 1 + (int)(bl_random_next(&random) % 7);
        list[0][i] = (struct bl_rsb_transfer){
            .from = from,
            .to = (from + hops) % 8,
            .words = 1 + (int)(bl_random_next(&random) % 200),
            .at_ps = (int64_t)(bl_random_next(&random) % 100000000)};
    }
    memcpy(list[1], list[0], sizeof *list);
    for (int k = 0; k < 2; k++) {
        scripts[k] = script_of(list[k], COUNT);
        scripts[k].token_ps = bl_rsb_token_tables(8) * 600;
        scripts[k].every_lap = k;
        assert_true(bl_rsb_play(&scripts[k]));
        assert_int_equal(scripts[k].released, COUNT);
        assert_int_equal(scripts[k].errors, 0);
    }
    assert_memory_equal(list[0], list[1], sizeof *list);
    assert_int_equal(scripts[0].time_ps, scripts[1].time_ps);
    assert_int_equal(scripts[0].request_count, scripts[1].request_count);
    for (int i = 0; i < scripts[0].request_count; i++) {
        assert_int_equal(scripts[0].requests[i].at_ps, scripts[1].requests[i].at_ps);
        assert_int_equal(scripts[0].requests[i].took_ps, scripts[1].requests[i].took_ps);
    }
    for (int k = 0; k < 2; k++) bl_rsb_script_free(&scripts[k]);
}

/* A day until the second transfer: with every lap it would take months. */
static void a_day(void **state) {
    (void)state;
    const int64_t day = INT64_C(86400) * 1000000000000;
    struct bl_rsb_transfer list[] = {{.from = 0, .to = 2, .words = 40},
                                     {.from = 3, .to = 4, .words = 40, .at_ps = day}};
    struct bl_rsb_script script = script_of(list, 2);
    assert_true(bl_rsb_play(&script));
    assert_int_equal(script.errors, 0);
    assert_int_equal(list[1].asked_ps, day);
    assert_in_range(list[1].path_ps - day, 1, 1000000);
    bl_rsb_script_free(&script);
}

static void transfers(void **state) {
    (void)state;
    check_transfers(false);
    check_transfers(true);
}

static int asked_to_stop;
static bool at_the_second(void) { return ++asked_to_stop == 2; }

/* A replay ends when its caller says so, also before a path is given up. */
static void stopped_replay(void **state) {
    (void)state;
    const struct bl_rsb_options ring = {.cells = 8, .gate_ps = 600, .wire_ps = 4450};
    struct bl_rsb_request requests[] = {{.domain = 0, .target = 2}, {.domain = 0, .target = -1}};
    assert_int_equal(bl_rsb_replay(&ring, false, requests, 2, at_the_second), -1);
    assert_int_equal(asked_to_stop, 2);
}

/* Equally long ways: a tie when both are free, none when one is in use. */
static void ties(void **state) {
    (void)state;
    const struct bl_rsb_options ring = {.cells = 8, .gate_ps = 600, .wire_ps = 4450};
    struct bl_rsb_request requests[] = {{.domain = 0, .target = 4},
                                        {.domain = 0, .target = -1},
                                        {.domain = 2, .target = 3},
                                        {.domain = 0, .target = 4},
                                        {.domain = 1, .target = 5}};
    assert_int_equal(bl_rsb_replay(&ring, false, requests, 5, NULL), 0);
    assert_true(requests[0].tie && requests[0].way != BL_RSB_NO_WAY);
    assert_false(requests[1].tie || requests[2].tie || requests[3].tie);
    assert_int_equal(requests[3].way, BL_RSB_COUNTER);
    assert_int_equal(requests[4].way, BL_RSB_NO_WAY);
}

/* A tie falls as the script says, without a broken rule, and the rest follows from that; what is
   no tie does not. */
static void scripted_ties(void **state) {
    (void)state;
    const struct bl_rsb_options ring = {.cells = 4, .gate_ps = 600, .wire_ps = 4450};
    for (int way = BL_RSB_CLOCKWISE; way <= BL_RSB_COUNTER; way++) {
        struct bl_rsb_request requests[] = {
            {.domain = 0, .target = 2, .lean = (enum bl_rsb_way)way},
            {.domain = 1, .target = 3, .lean = (enum bl_rsb_way)way},
            {.domain = 0, .target = -1},
            {.domain = 1, .target = -1},
            {.domain = 3, .target = 2, .lean = (enum bl_rsb_way)(3 - way)},
            {.domain = 3, .target = -1}};
        assert_int_equal(bl_rsb_replay(&ring, false, requests, 6, NULL), 0);
        assert_true(requests[0].tie);
        assert_int_equal(requests[0].way, way);
        assert_int_equal(requests[1].way, BL_RSB_NO_WAY);
        assert_int_equal(requests[4].way, BL_RSB_COUNTER);
    }
}

/* Equally long ways are no tie for a centralised arbiter: clockwise. */
static void no_ties(void **state) {
    (void)state;
    const struct bl_rsb_options ring = {.cells = 8, .gate_ps = 600, .wire_ps = 4450};
    struct bl_rsb_request requests[] = {
        {.domain = 0, .target = 4}, {.domain = 1, .target = 5}, {.domain = 7, .target = 5}};
    assert_int_equal(bl_rsb_replay(&ring, true, requests, 3, NULL), 0);
    assert_false(requests[0].tie);
    assert_int_equal(requests[0].way, BL_RSB_CLOCKWISE);
    assert_int_equal(requests[1].way, BL_RSB_NO_WAY);
    assert_int_equal(requests[2].way, BL_RSB_COUNTER);
    assert_int_equal(requests[2].took_ps, bl_bus_alone_ps(8, 4450, 600));
}

/* Elements of domains: no rule is broken, everyone is served within the bounds; the words of all
 * points come to their end. */
static void check_elements(int domains, int elements, int connectors, bool centralised) {
    const int transfers = bl_rounds(600);
    struct bl_rsb_yield yield;
    struct bl_rsb_load load = {.domains = domains,
                               .elements = elements,
                               .connectors = connectors,
                               .centralised = centralised,
                               .gate_ps = 600,
                               .wire_ps = 4450,
                               .clock_ps = 10000,
                               .gap_ps = 500000,
                               .words = 4,
                               .transfers = transfers,
                               .seed = 3};
    for (; load.gap_ps > 1000; load.gap_ps /= 20) {
        assert_true(bl_rsb_monte_carlo(&load, &yield));
        assert_int_equal(yield.error_count, 0);
        assert_in_range(yield.transfers, transfers, transfers + 40);
        assert_true(yield.refused > 0 && yield.hops > 0.5 && yield.wait_ns > 10 &&
                    yield.wait_most_ns > yield.wait_ns);
        assert_in_range(yield.inner_wait, 1, yield.inner_bound);
        assert_in_range(yield.bypass, 1, bl_rsb_bus_bound(domains * connectors, centralised));
    }
}

static void elements(void **state) {
    (void)state;
    for (int centralised = 0; centralised < 2; centralised++) {
        check_elements(4, 4, 2, centralised);
        check_elements(3, 8, 1, centralised);
        check_elements(8, 2, 2, centralised);
    }
}

/* Faults on the outer bus, and each rule against deadlock left out where it counts. */
static void element_damages(void **state) {
    (void)state;
    static const enum bl_rsb_error wanted[] = {[BL_RSB_DAMAGE_WITHDRAW] = BL_RSB_ERROR_WITHDRAWN,
                                               [BL_RSB_DAMAGE_TOKEN] = BL_RSB_ERROR_STANDS};
    for (int i = 0; i < 2 * BL_RSB_DAMAGE_COUNT; i++) {
        enum bl_rsb_damage damage = (enum bl_rsb_damage)(i / 2);
        struct bl_rsb_yield yield;
        struct bl_rsb_load load = {.domains = 4,
                                   .elements = 4,
                                   .connectors = 2,
                                   .centralised = i % 2,
                                   .gate_ps = 600,
                                   .wire_ps = 4450,
                                   .clock_ps = 10000,
                                   .gap_ps = 500000,
                                   .words = 16,
                                   .transfers = 400,
                                   .seed = 3,
                                   .damage = damage};
        assert_true(bl_rsb_monte_carlo(&load, &yield));
        assert_int_equal(yield.report_count > 0, damage != BL_RSB_DAMAGE_NONE);
        if (damage != BL_RSB_DAMAGE_NONE && damage != BL_RSB_DAMAGE_STUCK)
            assert_int_equal(yield.reports[0].error, wanted[damage]);
    }
}

static void deadlocks(void **state) {
    (void)state;
    for (int rule = 0; rule <= BL_LARB_RULE_COUNT; rule++) {
        struct bl_rsb_yield yield;
        struct bl_rsb_load load = {.domains = 4,
                                   .elements = 4,
                                   .connectors = 2,
                                   .gate_ps = 600,
                                   .wire_ps = 4450,
                                   .clock_ps = 10000,
                                   .gap_ps = 62500,
                                   .words = 16,
                                   .transfers = bl_rounds(2000),
                                   .seed = 1};
        bool helps = rule == BL_LARB_GIVE_UP ||
                     rule == BL_LARB_ORDER; /* giving up covers equal destinations, too */
        if (rule < BL_LARB_RULE_COUNT) load.without[rule] = true;
        assert_true(bl_rsb_monte_carlo(&load, &yield));
        assert_int_equal(yield.errors[BL_RSB_ERROR_DEADLOCK], helps);
        assert_int_equal(yield.error_count, helps);
    }
}

static void check_damages(bool centralised) {
    static const enum bl_rsb_error wanted[BL_RSB_DAMAGE_COUNT] = {
        [BL_RSB_DAMAGE_WITHDRAW] = BL_RSB_ERROR_WITHDRAWN,
        [BL_RSB_DAMAGE_TOKEN] = BL_RSB_ERROR_STANDS,
        [BL_RSB_DAMAGE_STUCK] = BL_RSB_ERROR_SHARED};
    for (int domains = 4; domains <= 16; domains *= 2)
        for (int i = BL_RSB_DAMAGE_NONE; i < BL_RSB_DAMAGE_COUNT; i++) {
            struct bl_rsb_yield yield;
            struct bl_rsb_load load = {.domains = domains,
                                       .centralised = centralised,
                                       .gate_ps = 600,
                                       .wire_ps = 4450,
                                       .react_ps = 20000,
                                       .gap_ps = 500000,
                                       .words = 16,
                                       .transfers = 400,
                                       .seed = 3,
                                       .damage = (enum bl_rsb_damage)i};
            assert_true(bl_rsb_monte_carlo(&load, &yield));
            assert_int_equal(yield.error_count > 0, i != BL_RSB_DAMAGE_NONE);
            assert_int_equal(yield.report_count > 0, i != BL_RSB_DAMAGE_NONE);
            if (i == BL_RSB_DAMAGE_NONE) continue;
            assert_in_range(yield.fault_ps, 1, yield.reports[0].time_ps);
            if (i != BL_RSB_DAMAGE_STUCK || centralised)
                assert_int_equal(yield.reports[0].error, wanted[i]);
        }
}

static void damages(void **state) {
    (void)state;
    check_damages(false);
    check_damages(true);
}

/* The means are over the paths that there were: a mean is not above its maximum. */
static void means(void **state) {
    (void)state;
    for (int centralised = 0; centralised < 2; centralised++) {
        struct bl_rsb_yield yield;
        struct bl_rsb_load load = {.domains = 8,
                                   .centralised = centralised,
                                   .gate_ps = 600,
                                   .wire_ps = 4450,
                                   .react_ps = 20000,
                                   .gap_ps = 1000000,
                                   .words = 16,
                                   .transfers = 1,
                                   .seed = 1};
        assert_true(bl_rsb_monte_carlo(&load, &yield));
        assert_int_equal(yield.transfers, 1);
        assert_in_range(yield.paths, 2, 8);
        assert_true(yield.hops <= 7 && yield.wait_ns <= yield.wait_most_ns);
    }
}

static bool stop(void *user, uint64_t transfers) {
    (void)transfers;
    return ++*(int *)user < 3;
}

/* The tick is asked although no transfer is ever finished. */
static void interrupted_in_a_gap(void **state) {
    (void)state;
    int ticks = 0;
    struct bl_rsb_yield yield;
    struct bl_rsb_load load = {.domains = 4,
                               .gate_ps = 600,
                               .wire_ps = 4450,
                               .react_ps = 20000,
                               .gap_ps = INT64_C(1000000000000),
                               .words = 1,
                               .transfers = 1,
                               .seed = 1,
                               .tick = stop,
                               .user = &ticks};
    assert_true(bl_rsb_monte_carlo(&load, &yield));
    assert_int_equal(ticks, 3);
    assert_int_equal(yield.transfers, 0);
}

static void interrupted(void **state) {
    (void)state;
    int ticks = 0;
    struct bl_rsb_yield yield;
    struct bl_rsb_load load = {.domains = 4,
                               .gate_ps = 600,
                               .wire_ps = 0,
                               .react_ps = 20000,
                               .gap_ps = 50000,
                               .words = 1,
                               .transfers = 100000,
                               .seed = 1,
                               .tick = stop,
                               .user = &ticks};
    assert_true(bl_rsb_monte_carlo(&load, &yield));
    assert_int_equal(ticks, 3);
    assert_in_range(yield.transfers, 512, 2000);
}

static void no_passes(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    assert_null(bl_front(arena, diags, "examples/rsb/eight_domains.loom", NULL));
    assert_string_equal(diags->items[0].code, "E0171");
    diags = bl_diags_new(arena, &sources);
    assert_non_null(
        bl_program_bus(bl_front_any(arena, diags, "examples/rsb/eight_domains.loom", NULL)));
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays),
        cmocka_unit_test(transfers),
        cmocka_unit_test(pauses),
        cmocka_unit_test(a_day),
        cmocka_unit_test(ties),
        cmocka_unit_test(scripted_ties),
        cmocka_unit_test(stopped_replay),
        cmocka_unit_test(damages),
        cmocka_unit_test(means),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(interrupted_in_a_gap),
        cmocka_unit_test(centre_order),
        cmocka_unit_test(centre_delays),
        cmocka_unit_test(no_ties),
        cmocka_unit_test(no_passes),
        cmocka_unit_test(elements),
        cmocka_unit_test(element_damages),
        cmocka_unit_test(deadlocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
