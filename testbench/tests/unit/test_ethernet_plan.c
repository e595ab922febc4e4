/* What a reliable Ethernet port is given: round trip, windows, memories, receive buffers, and the
   rates of its edges. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "ir/carried/edges.h"
#include "network/ethernet/carried/counters.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"
#include "network/networks.h"
#include "program_builder.h"

/* A port of this rate whose MAC has just the clock that it needs. */
static struct builder port(int nodes, double rate, int width, int frame) {
    struct builder b = builder_base(nodes, 8, 1, rate / width, 0);
    builder_network(&b, "ethernet");
    builder_set(&b, "port", rate);
    builder_set(&b, "width", width);
    builder_set(&b, "frame", frame);
    builder_set(&b, "latency", 150e-9);
    builder_set(&b, "switch", 400e-9);
    builder_set(&b, "timeout", 10e-6);
    builder_set(&b, "window", 63);
    return b;
}

static struct bl_ethernet_plan plan_of(const struct builder *b) {
    const struct bl_cluster *cluster = &b->program->cluster;
    return bl_ethernet_plan(cluster, builder_carrier(b));
}

static void within(double value, double expected, double share) {
    assert_true(fabs(value / expected - 1) <= share);
}

static void a_round_trip_is_as_specified(void **state) {
    (void)state;
    struct builder slow = port(2, 40e9, 256, 1518), fast = port(2, 100e9, 512, 1518);
    within(bl_ethernet_round_trip(&slow.program->cluster), 1.90e-6, 0.03);
    within(bl_ethernet_round_trip(&fast.program->cluster), 1.70e-6, 0.03);
    builder_free(&slow), builder_free(&fast);
}

static void two_and_eight_nodes(void **state) {
    (void)state;
    struct builder two = port(2, 40e9, 256, 1518), eight = port(8, 40e9, 256, 1518);
    struct bl_ethernet_plan plan = plan_of(&two);
    assert_int_equal(plan.run_words, 46);
    assert_int_equal(plan.window, 21);
    assert_int_equal(plan.log_window, 5);
    assert_int_equal(plan.send_frames, 24);
    assert_int_equal(plan.recv_frames, 28);
    assert_int_equal(plan.timeout, 1563);
    plan = plan_of(&eight);
    assert_int_equal(plan.window, 13); /* the switch's share */
    assert_int_equal(plan.send_frames, 37);
    assert_int_equal(plan.recv_frames, 101);
    builder_free(&two), builder_free(&eight);
}

/* Of every shape: what bl_ethernet takes, and that nothing holds up the rate which the window
 * allows.
 */
static void check_shape(int nodes, double rate, int width, int frame) {
    struct builder b = port(nodes, rate, width, frame);
    const struct bl_ethernet_plan plan = plan_of(&b);
    const struct bl_links *links = &builder_plan(&b, BL_ALL_RULES)->node->carrier.links;
    double bytes = rate / 8 * bl_ethernet_round_trip(&b.program->cluster);
    assert_in_range(plan.window, 2, 60);
    assert_true(plan.window + 3 < 1 << plan.log_window);
    assert_in_range(plan.log_window, 3, 6);
    assert_true(plan.send_frames >= nodes + plan.window && plan.send_frames <= 2048);
    assert_true(plan.recv_frames >= (nodes - 1) * plan.window + (nodes > 2 ? 10 : 7) &&
                plan.recv_frames <= 2048);
    assert_true(plan.run_words * plan.word_bytes + BL_ETHERNET_FRAME_BYTES <= frame);
    double wanted = fmin(2.2 * bytes, 2.0 * 60 * plan.run_words * plan.word_bytes);
    assert_true((double)plan.word_bytes * (1 << links->log_depth) >= wanted);
    assert_in_range(links->log_depth, 4, 15);
    /* a turn fills a frame, of packets for which a crossing of 32 words has room */
    assert_in_range(links->packet_words, 1, plan.run_words < 24 ? plan.run_words : 24);
    assert_int_equal(links->turn_words + links->packet_words - 1, plan.run_words);
    builder_free(&b);
}

static void every_shape_fits_the_circuit(void **state) {
    (void)state;
    static const double rates[] = {1e9, 10e9, 40e9, 100e9, 400e9};
    static const int widths[] = {64, 64, 256, 512, 512}, frames[] = {128, 1518, 9018};
    for (int nodes = 2; nodes <= 16; nodes *= 2)
        for (int r = 0; r < 5; r++)
            for (int f = 0; f < 3; f++) check_shape(nodes, rates[r], widths[r], frames[f]);
}

static double rate_to_next(const struct bl_edges *edges) {
    const double bytes[] = {0, 1, 0, 0};
    return 1 / bl_edges_seconds(edges, bytes);
}

/* Half of the words of two nodes stay in them; a pair that sends alone has the port, as far as its
   window lets it. */
static void edges_are_ports(void **state) {
    (void)state;
    struct builder b = port(2, 40e9, 256, 1518);
    const struct bl_cluster *cluster = &b.program->cluster;
    const struct bl_edges *edges = cluster->network.carrier->edges(b.arena, cluster,
                                                                   builder_carrier(&b));
    double payload = 46 * 32 / (46 * 32 + 54.0);
    within(rate_to_next(edges), 5e9 * payload, 1e-6);
    within(bl_edges_even_rate(edges), 5e9 * payload, 1e-6);
    within(bl_edges_lone_rate(edges), 5e9 * payload, 1e-6);
    assert_int_equal(bl_edges_latency(edges), 700000);
    builder_set(&b, "latency", 10e-6); /* 60 frames are not enough */
    edges = cluster->network.carrier->edges(b.arena, cluster, builder_carrier(&b));
    double lone = 60 * 1538 / bl_ethernet_round_trip(cluster);
    assert_true(lone < 4e9);
    within(rate_to_next(edges), lone * payload, 1e-6);
    builder_free(&b);
}

static void causes_are_by_peer(void **state) {
    (void)state;
    const struct bl_network_cause *causes = bl_network_find("ethernet")->carriers[0]->causes;
    static const char *const texts[] = {"node %d does not answer", "node %d restarted",
                                        "node %d has another build"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(causes[i].text, texts[i]);
        assert_int_equal(causes[i].nodes, 16);
    }
    assert_null(causes[3].text);
}

static void counters_have_a_number_each(void **state) {
    (void)state;
    const struct bl_network_counter *counters = bl_network_find("ethernet")->carriers[0]->counters;
    const struct bl_network_counter *seen[BL_ETHERNET_COUNTS] = {NULL};
    for (int i = 0; counters[i].name; i++) {
        assert_true(counters[i].number < BL_ETHERNET_COUNTS);
        assert_null(seen[counters[i].number]);
        seen[counters[i].number] = &counters[i];
    }
    assert_string_equal(seen[BL_ETHERNET_COUNTS_data]->name, "data");
    assert_false(seen[BL_ETHERNET_COUNTS_data]->loss);
    assert_false(seen[BL_ETHERNET_COUNTS_in_bad]->by_peer);
    assert_true(seen[BL_ETHERNET_COUNTS_again]->by_peer && seen[BL_ETHERNET_COUNTS_again]->loss);
}

static void the_header_is_sixteen_bytes(void **state) {
    (void)state;
    assert_int_equal(BL_ETHERNET_HEADER_BYTES, 16);
    assert_int_equal(BL_ETHERNET_AT_probe, 7);
    assert_int_equal(BL_ETHERNET_AT_seq, 8 * 3);
    assert_int_equal(BL_ETHERNET_AT_credit, 8 * 9);
    assert_int_equal(BL_ETHERNET_AT_length, 8 * 14);
    assert_int_equal(BL_ETHERNET_BITS_acknowledge, 24);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_trip_is_as_specified),
        cmocka_unit_test(two_and_eight_nodes),
        cmocka_unit_test(every_shape_fits_the_circuit),
        cmocka_unit_test(edges_are_ports),
        cmocka_unit_test(causes_are_by_peer),
        cmocka_unit_test(counters_have_a_number_each),
        cmocka_unit_test(the_header_is_sixteen_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
