/* Links over serial cores: what a node's circuit is given for any width, word and latency; and a
   lane of the medium: rate, delay, words that are damaged or lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "network/mesh/mesh_inner.h"
#include "simulation/medium/wire/lane.h"

/* ---- the plan */

static void check_plan(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_carrier carrier = {.cut = cut};
    const struct bl_wire_plan plan = bl_wire_plan(cluster, &carrier);
    int wire = bl_mesh(cluster)->wire, bits = bl_cut_bits(cut);
    double hertz = cluster->clocks[0].hertz, word = wire / 8.0,
           way = bl_wire_round_trip(cluster, &carrier) * bl_wire_rate(cluster) / word;
    assert_in_range(plan.flits, 1, 60);
    assert_true(plan.flits * (1 + bits / wire) <= 4096);
    assert_in_range(plan.log_ring, 6, 14);
    assert_true(2 * plan.flits * (1 + bits / wire) + 8 <= 1 << plan.log_ring);
    assert_true(way + plan.words <= 1 << plan.log_ring);
    assert_in_range(plan.timeout, 64, 65535);
    assert_in_range(plan.silence, 64, 1073741823);
    assert_true(plan.in_flight >= way * plan.flits / plan.words ||
                plan.in_flight >= bl_wire_round_trip(cluster, &carrier) * hertz);
    assert_true(bl_wire_share(cluster, &carrier) >= 1);
}

static void check_cuts(const struct bl_cluster *cluster) {
    static const struct bl_cut cuts[] = {{1, 1},   {8, 32},  {4, 16},   {2, 64},   {3, 50},
                                         {16, 32}, {2, 200}, {16, 512}, {16, 1024}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) check_plan(cluster, cuts[i]);
}

static void check_latencies(struct bl_cluster *cluster, struct bl_mesh *mesh) {
    double most = bl_wire_most_latency(cluster);
    assert_true(most >= 1e-9);
    for (double latency = 1e-9; latency < most; latency *= 7) {
        mesh->latency_ps = (int64_t)(latency * 1e12);
        check_cuts(cluster);
    }
    mesh->latency_ps = (int64_t)(most * 1e12);
    check_cuts(cluster);
}

static void every_plan_is_one_that_the_circuit_takes(void **state) {
    static const double clocks[] = {1e6, 150e6, 195.3125e6, 2e9}, rates[] = {1e6, 6.25e9, 1e12};
    (void)state;
    for (int wire = 64; wire <= 512; wire *= 2)
        for (size_t c = 0; c < sizeof clocks / sizeof *clocks; c++)
            for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
                struct bl_clock clock = {.name = "core", .hertz = clocks[c]};
                struct bl_mesh mesh = {rates[r], 1000, wire};
                struct bl_cluster cluster = {
                    .nodes = 2, .clocks = &clock, .clock_count = 1, .network = {.own = &mesh}};
                check_latencies(&cluster, &mesh);
            }
}

static void a_known_link(void **state) {
    struct bl_clock clock = {.name = "core", .hertz = 195.3125e6};
    struct bl_mesh mesh = {6.25e9, 400000, 256};
    struct bl_cluster cluster = {
        .nodes = 8, .clocks = &clock, .clock_count = 1, .network = {.own = &mesh}};
    const struct bl_carrier carrier = {.cut = {8, 32}};
    const struct bl_wire_plan plan = bl_wire_plan(&cluster, &carrier);
    (void)state;
    assert_int_equal(plan.flits, 32);
    assert_int_equal(plan.words, 33);
    assert_int_equal(plan.log_ring, 9);
    assert_float_equal(bl_wire_share(&cluster, &carrier), 33.0 / 32, 1e-9);
    assert_float_equal(1e9 * bl_wire_round_trip(&cluster, &carrier),
                       800 + 2 * 33 * 5.12 + 40 * 5.12, 1e-6);
}

/* ---- a lane */

enum { LATENCY = 40000, INTERVAL = 7000, PERIOD = 5000, DOWN = 50000 };

static struct bl_lane *new_lane(double flip, double down) {
    struct bl_lane *lane = aligned_alloc(_Alignof(struct bl_lane), sizeof *lane);
    const struct bl_lane_config config = {.latency_ps = LATENCY,
                                          .interval_ps = INTERVAL,
                                          .carry_ps = PERIOD,
                                          .down_ps = DOWN,
                                          .words = 2,
                                          .tail = 4,
                                          .capacity = 64};
    assert_non_null(lane);
    bl_lane_init(lane, &config);
    bl_lane_arm(lane, (const double[]){flip, down}, 1, 0);
    return lane;
}

static void free_lane(struct bl_lane *lane) {
    bl_lane_destroy(lane);
    free(lane);
}

static void a_word_arrives_after_the_latency_and_not_before(void **state) {
    struct bl_lane *lane = new_lane(0, 0);
    uint32_t word[2] = {1, 2}, got[2];
    uint8_t last;
    bool moves;
    (void)state;
    assert_false(bl_lane_send(lane, 1000, word, true));
    assert_false(bl_lane_receive(lane, 1000 + LATENCY, got, &last, &moves)); /* not published */
    bl_lane_publish(lane);
    assert_false(bl_lane_receive(lane, 999 + LATENCY, got, &last, &moves));
    assert_true(bl_lane_receive(lane, 1000 + LATENCY, got, &last, &moves));
    assert_memory_equal(got, word, sizeof word);
    assert_true(last && !moves);
    free_lane(lane);
}

/* Words that a lane takes in so many edges; how many differ and how many come. */
static void send(struct bl_lane *lane, int edges, int *taken, int *wrong, int *came) {
    uint32_t word[2] = {0x12345678, 0x9abcdef0}, got[2];
    uint8_t last;
    bool moves;
    *taken = *wrong = *came = 0;
    for (int i = 0; i < edges; i++) {
        int64_t now = (int64_t)i * PERIOD;
        for (; bl_lane_receive(lane, now, got, &last, &moves); ++*came)
            *wrong += memcmp(got, word, sizeof word) != 0;
        if (bl_lane_ready(lane, now)) bl_lane_send(lane, now, word, ++*taken % 33 == 0);
        bl_lane_publish(lane);
    }
}

static void the_rate_is_kept_and_nothing_is_lost_without_a_fault(void **state) {
    struct bl_lane *lane = new_lane(0, 0);
    int taken, wrong, came;
    (void)state;
    send(lane, 7000, &taken, &wrong, &came);
    assert_in_range(taken, 4999, 5001);
    assert_int_equal(wrong, 0);
    assert_int_equal(came + (int)bl_lane_under_way(lane), taken);
    free_lane(lane);
}

static void faults_strike_at_their_rates_and_are_counted(void **state) {
    struct bl_lane *flips = new_lane(0.01, 0), *downs = new_lane(0, 0.001);
    int taken, wrong, came;
    (void)state;
    send(flips, 70000, &taken, &wrong, &came);
    assert_in_range(wrong, 400, 600);                                      /* of 50,000 */
    assert_true(flips->sender.struck[BL_LANE_FLIP] - (uint64_t)wrong < 8); /* under way */
    send(downs, 70000, &taken, &wrong, &came);
    assert_int_equal(wrong, 0);
    assert_in_range(downs->sender.struck[BL_LANE_DOWN], 25, 80);
    assert_int_equal(came + (int)bl_lane_under_way(downs) + (int)downs->sender.lost, taken);
    assert_true(downs->sender.lost >= 5 * downs->sender.struck[BL_LANE_DOWN]);
    free_lane(flips), free_lane(downs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_plan_is_one_that_the_circuit_takes),
        cmocka_unit_test(a_known_link),
        cmocka_unit_test(a_word_arrives_after_the_latency_and_not_before),
        cmocka_unit_test(the_rate_is_kept_and_nothing_is_lost_without_a_fault),
        cmocka_unit_test(faults_strike_at_their_rates_and_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
