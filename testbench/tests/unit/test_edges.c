/* What lies between the nodes: the loads of edges, and the edges of the networks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "network/networks.h"
#include "network/rsb/rsb_network_inner.h"
#include "ir/carried/edges.h"
#include "program_builder.h"

enum { NODES = 8 };

static void in_range(double value, double expected) {
    assert_true(value > 0.999 * expected && value < 1.001 * expected);
}

/* Two nodes behind one port of 2 bytes/s; the way back has no limit. */
static void an_edge_bears_all_that_passes_it(void **state) {
    (void)state;
    static const struct bl_edge items[] = {{0, 2, 2, 100}, {2, 1, 4, 50}, {1, 0, 0, 300}};
    static const struct bl_edge_use uses[] = {{0, 0.5}, {0, 1}, {1, 2}, {2, 1}};
    static const int first[] = {0, 1, 3, 4, 4};
    const struct bl_edges edges = {2, 3, items, first, uses};
    const double both[] = {4, 6, 1000, 1000};
    in_range(bl_edges_seconds(&edges, both), 4); /* (4 / 2 + 6) / 2, beside 2 * 6 / 4 */
    const double far[] = {0, 6, 0, 0};
    in_range(bl_edges_seconds(&edges, far), 3);
    in_range(bl_edges_even_rate(&edges), 2);
    in_range(bl_edges_lone_rate(&edges), 2);
    assert_int_equal(bl_edges_latency(&edges), 300);
}

static const struct bl_edges *edges_of(const struct builder *b) {
    const struct bl_cluster *cluster = &b->program->cluster;
    return cluster->network.carrier->edges(b->arena, cluster, builder_carrier(b));
}

static double seconds(const struct bl_edges *edges, bool (*sends)(int from, int to)) {
    double bytes[NODES * NODES];
    for (int i = 0; i < NODES * NODES; i++) bytes[i] = sends(i / NODES, i % NODES) ? 1e9 : 0;
    return bl_edges_seconds(edges, bytes);
}

static bool to_next(int from, int to) { return to == (from + 1) % NODES; }
static bool to_opposite(int from, int to) { return to == (from + NODES / 2) % NODES; }
static bool to_first(int from, int to) { return from && !to; }
static bool to_itself(int from, int to) { return from == to; }

/* What a node sends to itself stays in it, a word of 32 bytes a cycle. */
static void links_of_a_mesh_are_alone(void **state) {
    (void)state;
    struct builder b = builder_base(NODES, 8, 1, 150e6, 5e9);
    const struct bl_edges *edges = edges_of(&b);
    assert_int_equal(edges->count, NODES * NODES);
    assert_int_equal(bl_edges_latency(edges), 400000);
    in_range(bl_edges_even_rate(edges), 5e9);
    in_range(bl_edges_lone_rate(edges), 5e9);
    in_range(seconds(edges, to_first), 0.2);
    in_range(seconds(edges, to_itself), 1e9 / 4.8e9);
    builder_free(&b);
}

/* Segments that lie apart carry a word each at once; a long way takes many of them, and what a node
   receives comes through one port. */
static void segments_of_a_bus_are_shared(void **state) {
    (void)state;
    struct builder b = builder_base(NODES, 8, 1, 150e6, 0);
    builder_network(&b, "rsb");
    builder_set(&b, "lines", 32);
    builder_set(&b, "delay", 4.45e-9);
    builder_set(&b, "gate", 0.6e-9);
    const struct bl_edges *edges = edges_of(&b);
    double hop = 1e9 / bl_edges_lone_rate(edges);
    in_range(seconds(edges, to_next), hop);
    assert_true(seconds(edges, to_itself) <= 0);
    double opposite = seconds(edges, to_opposite);
    assert_true(opposite > 4 * hop && opposite < 6 * hop); /* half of the bus each, longer beats */
    double first = seconds(edges, to_first);
    assert_true(first > 7 * hop && first < 9 * hop);
    assert_int_equal(bl_edges_latency(edges), 8 * 4450); /* either way to the opposite node */
    builder_free(&b);
}

/* One long segment: what passes it is as slow as on a bus of such ones, all else as fast as without
   it. */
static void a_segment_has_a_delay_of_its_own(void **state) {
    (void)state;
    struct builder b = builder_base(NODES, 8, 1, 150e6, 0);
    builder_network(&b, "rsb");
    builder_set(&b, "lines", 32);
    builder_set(&b, "gate", 0.6e-9);
    builder_set(&b, "delay", 4.45e-9);
    struct bl_rsb_network *network = (void *)(uintptr_t)b.program->cluster.network.own;
    double fast = seconds(edges_of(&b), to_next);
    builder_set(&b, "delay", 20e-9);
    double slow = seconds(edges_of(&b), to_next);
    for (int i = 1; i < NODES; i++)
        network->segments.clockwise_ps[i] = network->segments.counter_ps[i] = 20000 - 4450;
    const struct bl_edges *edges = edges_of(&b);
    /* the token goes round the long segment only once */
    double mixed = seconds(edges, to_next);
    assert_true(fast < mixed && mixed < slow && mixed > 1.2 * fast);
    assert_int_equal(edges->items[0].latency_ps, 20000);
    assert_int_equal(edges->items[1].latency_ps, 4450);
    assert_true(edges->items[0].bytes_per_second < edges->items[1].bytes_per_second);
    builder_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_bears_all_that_passes_it),
        cmocka_unit_test(links_of_a_mesh_are_alone),
        cmocka_unit_test(segments_of_a_bus_are_shared),
        cmocka_unit_test(a_segment_has_a_delay_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
