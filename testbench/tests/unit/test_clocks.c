/* A node with three clocks: the earliest edge comes next, each port moves with its own clock, and
 * the reset lasts for all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

#include "network/links/carried/links.h"
#include "simulation/device/cluster.h"
#include "tests/mesh_edges.h"

enum { CLOCKS = 3, MOST = 4096, CORE = 0, LINKS = 1, MEMORY = 2 };

/* A node that reads one word after the other, sends a flit in every cycle in which the link is
 * ready, and keeps what it saw. */
struct node {
    unsigned settled, edges[MOST]; /* of the last settle; of every clock, in order */
    int count, reset_cycles[CLOCKS], cycles[CLOCKS], words, flits;
    bool taken, ready,
        after_core_only; /* after_core_only: the reset has only changed in an edge of the core */
    uint8_t rst;
    int wrong; /* changes at the memory's port outside its own clock */
};

static struct node *last_made;

static void *create(const void *like) {
    (void)like;
    struct node *node = calloc(1, sizeof *node);
    if (!node) abort();
    node->rst = 1;
    node->after_core_only = true;
    last_made = node;
    return node;
}

static void settle(void *instance, unsigned edges, const struct bl_node_in *in,
                   struct bl_node_out *out) {
    struct node *node = instance;
    node->settled = edges;
    if (in->rst != node->rst && !(edges & 1u << CORE)) node->after_core_only = false;
    node->rst = in->rst;
    if (edges >> MEMORY & 1) {
        out->axi[0].arvalid = 1;
        out->axi[0].araddr = 0;
        out->axi[0].arlen = 0;
        out->axi[0].rready = 1;
        node->taken = in->axi[0].rvalid;
    } else if (in->axi[0].rvalid != node->taken) node->wrong++;
    if (edges >> LINKS & 1) {
        ((struct bl_links_out *)out->network)->link[0].tvalid = 1;
        node->ready = ((const struct bl_links_in *)in->network)->link[0].tready;
    }
}

static void clock_node(void *instance, unsigned edges) {
    struct node *node = instance;
    if (edges != node->settled || !edges || node->count == MOST) abort();
    node->edges[node->count++] = edges;
    for (int i = 0; i < CLOCKS; i++) {
        node->cycles[i] += edges >> i & 1;
        node->reset_cycles[i] += node->rst && edges >> i & 1;
    }
    if (node->rst) return;
    node->words += edges >> MEMORY & 1 && node->taken;
    node->flits += edges >> LINKS & 1 && node->ready;
}

static const struct bl_node_model model = {.name = "three",
                                           .channels = 1,
                                           .word_bytes = 32,
                                           .flit_bytes = 36,
                                           .payload_bytes = 32,
                                           .clocks = CLOCKS,
                                           .memory_clock = MEMORY,
                                           .network_clock = LINKS,
                                           .create = create,
                                           .destroy = free,
                                           .settle = settle,
                                           .clock = clock_node,
                                           .medium = &bl_medium_links};

static struct bl_cluster_sim *open_node(int64_t core_ps, int64_t links_ps, int64_t memory_ps,
                                        double rate) {
    static struct bl_sim_clock clocks[CLOCKS];
    const struct bl_sim_clock *const of_node[] = {clocks};
    const struct bl_node_model *const models[] = {&model};
    clocks[CORE] = (struct bl_sim_clock){.name = "core", .period_ps = core_ps};
    clocks[LINKS] = (struct bl_sim_clock){.name = "net", .period_ps = links_ps, .phase_ps = 100};
    clocks[MEMORY] = (struct bl_sim_clock){.name = "hbm", .period_ps = memory_ps};
    static struct mesh_edges mesh;
    const struct bl_cluster_sim_config config = {.nodes = 1,
                                                 .models = models,
                                                 .clocks = of_node,
                                                 .memory = &bl_memory_ideal,
                                                 .edges = mesh_edges(&mesh, 1, rate, 100000),
                                                 .threads = 1};
    return bl_cluster_sim_new(&config);
}

static void run(struct bl_cluster_sim *sim, int64_t until_ps) {
    while (bl_cluster_sim_now(sim) < until_ps)
        bl_cluster_sim_advance(sim, until_ps - bl_cluster_sim_now(sim));
}

static void every_clock_has_its_rate(void **state) {
    (void)state;
    struct bl_cluster_sim *sim = open_node(7000, 6400, 5000, 0);
    run(sim, 1000001);
    assert_int_equal(last_made->cycles[CORE], 142);
    assert_int_equal(last_made->cycles[LINKS], 156);
    assert_int_equal(last_made->cycles[MEMORY], 200);
    assert_int_equal(bl_cluster_sim_node_cycles(sim), 142);
    bl_cluster_sim_free(sim);
}

/* At 35, 70... ns the core and the memory rise together, in one edge; the links are 100 ps late and
 * rise alone. */
static void edges_come_in_order_and_together(void **state) {
    (void)state;
    struct bl_cluster_sim *sim = open_node(7000, 7000, 5000, 0);
    int together = 0;
    run(sim, 350001);
    for (int i = 0; i < last_made->count; i++) {
        together += last_made->edges[i] == (1u << CORE | 1u << MEMORY);
        if (last_made->edges[i] & 1u << LINKS) assert_int_equal(last_made->edges[i], 1u << LINKS);
        if (i && last_made->edges[i] & 1u << LINKS)
            assert_true(last_made->edges[i - 1] & 1u << CORE);
    }
    assert_int_equal(together, 10);
    bl_cluster_sim_free(sim);
}

/* A slow clock keeps the node in reset until it has risen 16 times, a fast one has risen more often
 * by then. */
static void the_reset_waits_for_the_slowest(void **state) {
    (void)state;
    struct bl_cluster_sim *sim = open_node(7000, 50000, 5000, 0);
    run(sim, 1500000);
    assert_false(last_made->rst);
    assert_true(last_made->after_core_only);
    assert_int_equal(last_made->reset_cycles[LINKS], BL_RESET_CYCLES);
    assert_in_range(last_made->reset_cycles[CORE], 16 * 50000 / 7000, 16 * 50000 / 7000 + 1);
    bl_cluster_sim_free(sim);
}

/* The ideal channel moves a word in every cycle of the memory, a link without a rate a flit in
 * every cycle of the links. */
static void ports_move_with_their_own_clock(void **state) {
    (void)state;
    struct bl_cluster_sim *sim = open_node(20000, 6400, 5000, 0);
    run(sim, 2000000);
    int memory = last_made->cycles[MEMORY] - last_made->reset_cycles[MEMORY];
    int links = last_made->cycles[LINKS] - last_made->reset_cycles[LINKS];
    assert_int_equal(last_made->wrong, 0);
    assert_in_range(last_made->words, memory - 30, memory - 20);
    assert_in_range(last_made->flits, links - 1, links);
    bl_cluster_sim_free(sim);
}

/* The payload rate is kept by a sender whose clock does not fit it: 32 bytes every 10 ns, the clock
 * has 6.4 ns. */
static void a_link_keeps_its_rate_in_its_own_clock(void **state) {
    (void)state;
    struct bl_cluster_sim *sim = open_node(20000, 6400, 5000, 3.2e9);
    run(sim, 2000000);
    int64_t ps = 6400 * (int64_t)(last_made->cycles[LINKS] - last_made->reset_cycles[LINKS]);
    assert_in_range(last_made->flits, ps / 10000 - 1, ps / 10000 + 1);
    bl_cluster_sim_free(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_clock_has_its_rate),
        cmocka_unit_test(edges_come_in_order_and_together),
        cmocka_unit_test(the_reset_waits_for_the_slowest),
        cmocka_unit_test(ports_move_with_their_own_clock),
        cmocka_unit_test(a_link_keeps_its_rate_in_its_own_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
