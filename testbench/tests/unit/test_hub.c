/* Hubs: for every number of nodes, in one ring and in two, the words that the nodes are given bring
   a write from every host to every memory of every other one, by the shortest way, and let none go
   on for ever that is nobody's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/arena.h"
#include "network/hub/hub_inner.h"
#include "plan/certify/certificate.h"

struct made {
    struct bl_hub own;
    struct bl_host host;
    struct bl_cluster cluster;
    struct bl_node node;
    const uint32_t *words;
    int count;
};

static void make_cut(struct bl_arena *arena, struct made *made, int nodes, int rings, int cut) {
    *made = (struct made){
        .own = {.rings = rings, .window = INT64_C(1) << 39, .buffer = 4096, .latency_ps = 200000,
                .cut = cut},
        .host = {.payload = 256,
                 .generation = 2,
                 .lanes = 8,
                 .gpus = 2,
                 .memory = 64000000,
                 .base = INT64_C(2) << 30,
                 .gpu = 16000000}};
    made->cluster = (struct bl_cluster){.nodes = nodes, .host = &made->host};
    made->cluster.network.own = &made->own;
    made->cluster.clocks = BL_NEW(arena, struct bl_clock, 1);
    made->cluster.clocks[0].hertz = 250e6;
    made->node = (struct bl_node){.cluster = &made->cluster};
    made->words = bl_hub_table(arena, &made->node, &made->count);
}

static void make(struct bl_arena *arena, struct made *made, int nodes, int rings) {
    make_cut(arena, made, nodes, rings, 0);
}

static uint32_t place_of(const struct made *made, int node, int quarter) {
    const uint64_t at = BL_HUB_WINDOW + (uint64_t)bl_hub_slice(&made->cluster) * (unsigned)node +
                        (uint64_t)bl_hub_quarter(&made->cluster) * (unsigned)quarter;
    return (uint32_t)(at >> BL_HUB_LOG_PLACE);
}

/* Where a write to a place ends, how many links it passes, and the place there; -1: it is dropped,
   -2: it goes on for ever. */
static int walk(const struct made *made, int from, uint32_t place, int *hops, uint32_t *at) {
    int node = from;
    for (*hops = 0; *hops <= 2 * BL_HUB_NODES; ++*hops) {
        const int port = bl_hub_look_up(made->words, made->count, node, place, at);
        if (port < 0) return -1;
        if (port == BL_HUB_N || port == BL_HUB_LOCAL) return node;
        node = bl_hub_peer(&made->cluster, node, port);
        assert_true(node >= 0);
    }
    return -2;
}

static int shortest(const struct made *made, int from, int to) {
    const int ring = bl_hub_ring(&made->cluster);
    const int apart = (to % ring - from % ring + ring) % ring;
    if (made->own.cut) return abs(to % ring - from % ring) + (from / ring != to / ring);
    return (apart < ring - apart ? apart : ring - apart) + (from / ring != to / ring);
}

static void look_at(const struct made *made, int from, int to) {
    static const uint32_t there[] = {0x80, 0x8000, 0x9000, 0};
    for (int quarter = 0; quarter < BL_HUB_QUARTERS; quarter++) {
        int hops;
        uint32_t at;
        assert_int_equal(walk(made, from, place_of(made, to, quarter) + 3, &hops, &at), to);
        assert_int_equal(hops, shortest(made, from, to));
        assert_int_equal(at, there[quarter] + 3);
    }
    assert_int_equal(bl_hub_hops(&made->cluster, made->words, made->count, from, to),
                     shortest(made, from, to));
}

/* With `cut` by way of those that are left: no port of the edge that is not used has a range. */
static void every_size_has_its_ways(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BL_HUB_NODES; nodes++)
        for (int kind = 0; kind < 4; kind++) {
            const int rings = 1 + kind % 2;
            if (nodes % rings) continue;
            struct bl_arena *arena = bl_arena_new();
            struct made made;
            make_cut(arena, &made, nodes, rings, kind / 2);
            for (int i = 0; i < nodes * nodes; i++) look_at(&made, i / nodes, i % nodes);
            const struct bl_certificate *certificate = bl_hub_certify(arena, &made.node);
            assert_null(bl_waits_circle_text(&certificate->waits));
            assert_int_equal(certificate->sizes[0].given, nodes * nodes);
            bl_arena_free(arena);
        }
}

/* Slices of nodes that there are not, and a GPU that there is not. */
static void what_is_nobodys_is_dropped(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BL_HUB_NODES; nodes++) {
        struct bl_arena *arena = bl_arena_new();
        struct made made;
        int hops;
        uint32_t at;
        make(arena, &made, nodes, 1);
        for (int from = 0; from < nodes; from++)
            for (int to = nodes; to < 16; to++)
                for (int quarter = 0; quarter < 4; quarter++)
                    assert_int_equal(walk(&made, from, place_of(&made, to, quarter), &hops, &at),
                                     -1);
        made.host.gpus = 1;
        made.words = bl_hub_table(arena, &made.node, &made.count);
        assert_int_equal(walk(&made, 0, place_of(&made, 1, 1), &hops, &at), 1);
        assert_int_equal(walk(&made, 0, place_of(&made, 1, 2), &hops, &at), -1);
        bl_arena_free(arena);
    }
}

/* The other end of each cable leads back. */
static void cables_have_two_ends(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BL_HUB_NODES; nodes++)
        for (int rings = 1; rings <= 2; rings++) {
            if (nodes % rings) continue;
            struct bl_arena *arena = bl_arena_new();
            struct made made;
            make(arena, &made, nodes, rings);
            for (int i = 0; i < nodes * BL_HUB_PORTS; i++) {
                const int node = i / BL_HUB_PORTS, port = i % BL_HUB_PORTS,
                          peer = bl_hub_peer(&made.cluster, node, port);
                if (peer >= 0)
                    assert_int_equal(bl_hub_peer(&made.cluster, peer, bl_hub_peer_port(port)),
                                     node);
            }
            bl_arena_free(arena);
        }
}

static void buffers_hold_whole_tlps(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct made made;
    make(arena, &made, 4, 1);
    assert_int_equal(bl_hub_slots(&made.cluster), 15); /* of 17 words of 16 B */
    assert_int_equal(bl_hub_log_words(&made.cluster), 8);
    assert_int_equal(bl_hub_full_rate(&made.cluster), 9);
    made.host.completion = 64; /* each is a write of its own, of 22 ns */
    assert_int_equal(bl_hub_full_rate(&made.cluster), 22);
    made.own.buffer = 512;
    assert_int_equal(bl_hub_slots(&made.cluster), 1);
    const struct bl_certificate *certificate = bl_hub_certify(arena, &made.node);
    assert_true(certificate->sizes[1].given < certificate->sizes[1].least);
    bl_arena_free(arena);
}

static void near(double value, double wanted) {
    if (value < wanted * 0.999 || value > wanted * 1.001) printf("%g, not %g\n", value, wanted);
    assert_true(value > wanted * 0.999 && value < wanted * 1.001);
}

/* The lesser of links and ports, and what answers of all reads take at it. */
static void rates_follow_the_slower(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct made made;
    make(arena, &made, 4, 1);
    made.host.request = 512;
    made.host.tags = 32;
    made.host.gpu_rate = 1e12;
    near(bl_hub_payload_rate(&made.cluster), 4e9 * 256 / 280);
    made.host.generation = 5;
    made.host.lanes = 16;
    near(bl_hub_payload_rate(&made.cluster), 4e9 * 256 / 272);
    made.host.generation = 1;
    made.host.lanes = 1;
    near(bl_hub_payload_rate(&made.cluster), 0.25e9 * 256 / 280);
    near((double)bl_hub_answers_ps(&made.cluster),
         1e12 * (32 * 512 / (0.25e9 * 256 / 280) + 64 / 250e6) +
             (double)(made.host.read_ps + made.host.write_ps));
    bl_arena_free(arena);
}

/* Of a ring that is cut nothing is said of rings, and one place is enough against a deadlock. */
static void certificates_follow_deadlock(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    for (int cut = 0; cut < 2; cut++) {
        struct made made;
        make(arena, &made, 4, 1);
        made.own.cut = cut;
        const struct bl_certificate *certificate = bl_hub_certify(arena, &made.node);
        bool rings = false;
        for (int i = 0; i < certificate->claim_count; i++)
            rings |= strstr(certificate->claims[i].text, "ring") != NULL;
        assert_int_equal(rings, !cut);
        assert_int_equal(certificate->sizes[0].deadlock_free_min, 0);
        assert_int_equal(certificate->sizes[1].deadlock_free_min, cut ? 1 : 2);
        assert_string_equal(certificate->remedies[1].value, "1 KiB");
    }
    bl_arena_free(arena);
}

/* Why room is counted in TLPs: four hubs whose buffers have 5 words, of which a write of 1 or 2
   words that enters the ring wants two of the longest, and one that goes on one. */
enum { RING = 4, WORDS = 5, LONGEST = 2 };
struct ring {
    int count[RING], length[RING][WORDS], hops[RING][WORDS], room[RING];
};

/* To the next hub's buffer: a write of so many words that enters, or with 0 the oldest goes on. */
static void move(struct ring *ring, int from, int length) {
    const int to = (from + 1) % RING, behind = ring->count[to]++, goes_on = !length;
    assert_true(ring->room[to] >= (goes_on ? LONGEST : 2 * LONGEST));
    assert_true(!goes_on || (ring->count[from] && ring->hops[from][0] == 1));
    ring->length[to][behind] = goes_on ? ring->length[from][0] : length;
    ring->hops[to][behind] = goes_on ? 0 : 1;
    ring->room[to] -= ring->length[to][behind];
    if (!goes_on) return;
    ring->room[from] += ring->length[from][0];
    ring->count[from]--;
    memmove(ring->length[from], ring->length[from] + 1, sizeof(int[WORDS - 1]));
    memmove(ring->hops[from], ring->hops[from] + 1, sizeof(int[WORDS - 1]));
}

static void room_in_words_would_deadlock(void **state) {
    static const int steps[][2] = {{0, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 2}, {0, 0}, {3, 2},
                                   {3, 0}, {2, 2}, {2, 0}, {1, 1}, {1, 2}, {1, 0}};
    struct ring ring = {.room = {WORDS, WORDS, WORDS, WORDS}};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        move(&ring, steps[i][0], steps[i][1]);
    for (int i = 0; i < RING; i++) {
        assert_int_equal(ring.hops[i][0], 1); /* none is for its hub's host */
        assert_true(ring.room[(i + 1) % RING] < LONGEST);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_has_its_ways), cmocka_unit_test(what_is_nobodys_is_dropped),
        cmocka_unit_test(cables_have_two_ends), cmocka_unit_test(buffers_hold_whole_tlps),
        cmocka_unit_test(rates_follow_the_slower), cmocka_unit_test(certificates_follow_deadlock),
        cmocka_unit_test(room_in_words_would_deadlock)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
