/* Routes of cells: every node reaches every other one by the tables, the shorter way round, and
   nothing waits for itself; with one channel something does, and with an entry less of a table
   some cell does not arrive. With barriers a cell for all reaches all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/value.h"
#include "network/cells/cells_inner.h"
#include "node/node.h"

enum { CHANNELS = 2 };

struct ring {
    struct bl_arena *arena;
    struct bl_cluster cluster;
    struct bl_cells_written routes;
    uint32_t *words; /* those of `routes`, to be changed */
};

static struct ring ring_with(int nodes, int barriers) {
    struct ring ring = {.arena = bl_arena_new(), .cluster = {.nodes = nodes}};
    const struct bl_node node = {.cluster = &ring.cluster, .carrier.barriers = barriers};
    struct bl_cells *own = BL_NEW(ring.arena, struct bl_cells, 1);
    int needed;
    own->routes = bl_cell_routes_find(ring.arena, bl_cell_topology_find("ring"), nodes, 0, CHANNELS,
                                      &needed);
    assert_non_null(own->routes);
    own->channels = CHANNELS;
    ring.cluster.network.own = own;
    ring.routes = bl_cells_written(ring.arena, &node);
    int words = nodes * ring.routes.count;
    ring.words = BL_NEW(ring.arena, uint32_t, words);
    for (int i = 0; i < words; i++) ring.words[i] = ring.routes.words[i];
    ring.routes.words = ring.words;
    return ring;
}

static struct ring ring_of(int nodes) { return ring_with(nodes, 0); }

static bool has_circle(const struct ring *ring) {
    const struct bl_waits waits = bl_cells_waits(ring->arena, &ring->routes);
    return bl_waits_circle_text(&waits);
}

static bool all_arrive(const struct ring *ring) {
    for (int from = 0; from < ring->cluster.nodes; from++)
        for (int to = 0; to < ring->cluster.nodes; to++)
            if (!bl_cells_arrive(&ring->routes, from, to)) return false;
    return true;
}

static void every_node_reaches_every_other(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BL_CELLS_NODES; nodes++) {
        struct ring ring = ring_of(nodes);
        assert_true(all_arrive(&ring));
        assert_false(has_circle(&ring));
        for (int i = 0; i < nodes * nodes; i++) {
            int up = (i % nodes - i / nodes + nodes) % nodes;
            assert_int_equal(bl_cell_hops(&ring.cluster, i / nodes, i % nodes),
                             bl_min(up, nodes - up));
        }
        bl_arena_free(ring.arena);
    }
}

/* The two lowest bits of an entry are the channel: without the second one the ring closes. */
static void one_channel_is_a_circle(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BL_CELLS_NODES; nodes++) {
        struct ring ring = ring_of(nodes);
        for (int i = 0; i < nodes * ring.routes.count; i++) ring.words[i] &= ~UINT32_C(0x3333);
        assert_true(all_arrive(&ring));
        assert_int_equal(has_circle(&ring), nodes >= 5); /* with 4 two ways of two links each */
        bl_arena_free(ring.arena);
    }
}

/* The entries of sources that have cells for the node. */
static bool is_used(const struct ring *ring, int node, int source, int dest) {
    for (int from = 0; from < ring->cluster.nodes; from++) {
        int at = from, of = BL_CELL_OWN;
        while (at != dest) {
            const struct bl_cell_step step = bl_cell_step(&ring->cluster, at, of, dest);
            at = bl_cell_end(&ring->cluster, at, step.link);
            of = bl_cell_source(step.link, step.channel);
            if (at == node && of == source) return true;
        }
    }
    return false;
}

static void an_entry_less_is_noticed(void **state) {
    (void)state;
    enum { NODES = 6, LINK_SOURCES = BL_CELL_LINKS * CHANNELS };
    int less = 0;
    for (int i = 0; i < NODES * LINK_SOURCES * NODES; i++) {
        int node = i / (LINK_SOURCES * NODES), at = i / NODES % LINK_SOURCES, dest = i % NODES,
            source = bl_cell_source(at / CHANNELS, at % CHANNELS);
        struct ring ring = ring_of(NODES);
        int groups = ring.routes.count / (LINK_SOURCES + 1);
        uint32_t *word = &ring.words[node * ring.routes.count + at * groups + dest / 4];
        if (is_used(&ring, node, source, dest)) {
            *word &= ~(UINT32_C(12) << 4 * (dest % 4)); /* no port */
            assert_false(all_arrive(&ring));
            less++;
        }
        bl_arena_free(ring.arena);
    }
    assert_true(less > 20);
}

/* The tree's word is a node's first one, with a link in four bits each. */
static void copies_reach_every_node(void **state) {
    (void)state;
    for (int nodes = 3; nodes <= BL_CELLS_NODES; nodes++) {
        struct ring ring = ring_with(nodes, 1);
        assert_true(all_arrive(&ring));
        assert_false(has_circle(&ring));
        assert_int_equal(bl_cells_copied(ring.arena, &ring.routes), nodes - 1);
        for (int i = 0; i < nodes * BL_CELL_LINKS && nodes < 8; i++) {
            const int link = i % BL_CELL_LINKS;
            uint32_t *word = &ring.words[i / BL_CELL_LINKS * ring.routes.count];
            *word ^= (uint32_t)(link + 1) << (4 * link + 2); /* one less, or one more */
            assert_int_not_equal(bl_cells_copied(ring.arena, &ring.routes), nodes - 1);
            *word ^= (uint32_t)(link + 1) << (4 * link + 2);
        }
        bl_arena_free(ring.arena);
    }
}

/* Copies that stay on one channel all the way round wait for each other. */
static void copies_may_close_a_circle(void **state) {
    (void)state;
    struct ring ring = ring_with(8, 1);
    for (int node = 0; node < 8; node++) ring.words[node * ring.routes.count] |= UINT32_C(4);
    assert_true(has_circle(&ring));
    bl_arena_free(ring.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_node_reaches_every_other),
                                       cmocka_unit_test(one_channel_is_a_circle),
                                       cmocka_unit_test(an_entry_less_is_noticed),
                                       cmocka_unit_test(copies_reach_every_node),
                                       cmocka_unit_test(copies_may_close_a_circle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
