/* run_tests: without sanitizers, under which it takes long; check of tests/lang has the routes. */
/* Routes of cells: every size has shortest ones by which no cell waits for itself, with as many
   virtual channels as are said, and a tree for a cell for all; the routine that looks at the tables
   finds broken ones. More nodes than a cluster has only with BL_LONG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/arena.h"
#include "network/cells/cell_routes.h"

static const struct size {
    const char *word;
    int nodes, rows, channels;
    int longest;    /* links */
    double fullest; /* at most, of the mean */
} sizes[] = {{"ring", 3, 0, 2, 1, 1},         {"ring", 4, 0, 2, 2, 1},
             {"ring", 8, 0, 2, 4, 1},         {"ring", 64, 0, 2, 32, 1.03},
             {"manhattan", 8, 2, 2, 3, 1.5},  {"manhattan", 16, 4, 2, 5, 1.08},
             {"manhattan", 32, 4, 2, 7, 1.1}, {"omega", 8, 0, 2, 3, 1.15},
             {"omega", 24, 0, 2, 5, 1.08},    {"omega", 64, 0, 3, 7, 1.08},
             {"ring", 1024, 0, 2, 512, 1.01}, {"manhattan", 1024, 32, 5, 33, 1.1},
             {"omega", 896, 0, 8, 13, 1.2}};

static const struct bl_cell_routes *find(struct bl_arena *arena, const struct size *size) {
    const struct bl_cell_topology *topology = bl_cell_topology_find(size->word);
    int needed = 0;
    assert_non_null(topology);
    assert_null(topology->refuse(arena, size->nodes, size->rows));
    const struct bl_cell_routes *routes = bl_cell_routes_find(arena, topology, size->nodes,
                                                              size->rows, size->channels, &needed);
    assert_non_null(routes);
    assert_int_equal(needed, size->channels);
    return routes;
}

static void every_size_has_routes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].nodes > 64 && !getenv("BL_LONG")) continue;
        struct bl_arena *arena = bl_arena_new();
        const struct bl_cell_routes *routes = find(arena, &sizes[i]);
        const struct bl_cell_verdict verdict = bl_cell_routes_prove(arena, routes);
        assert_true(verdict.holds);
        assert_int_equal(verdict.longest, sizes[i].longest);
        if (routes->fullest > sizes[i].fullest)
            fail_msg("%s of %d: the fullest link has %.3f times the mean", sizes[i].word,
                     sizes[i].nodes, routes->fullest);
        bl_arena_free(arena);
    }
}

static void too_few_channels_are_refused(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    int needed = 0;
    assert_null(bl_cell_routes_find(arena, bl_cell_topology_find("ring"), 8, 0, 1, &needed));
    assert_int_equal(needed, 2);
    bl_arena_free(arena);
}

/* Of a ring without a second channel each link waits for the next one. */
static void a_circle_is_found(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct size ring = {"ring", 8, 0, 2, 0, 0};
    struct bl_cell_routes broken = *find(arena, &ring);
    memset(broken.channel, 0,
           (size_t)(8 * BL_CELL_INS * broken.channels * BL_CELL_LINKS) * sizeof *broken.channel);
    const struct bl_cell_verdict verdict = bl_cell_routes_prove(arena, &broken);
    assert_false(verdict.holds);
    assert_int_equal(verdict.circle.count, 8);
    for (int i = 0; i < 8; i++) {
        const int link = verdict.circle.links[i], next = verdict.circle.links[(i + 1) % 8];
        assert_int_equal(broken.links->to[link], broken.links->from[next]);
        assert_int_equal(verdict.circle.channels[i], 0);
    }
    bl_arena_free(arena);
}

/* One that is sent back and forth, and one entry of a table. */
static void a_lost_cell_is_found(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct size ring = {"ring", 8, 0, 2, 0, 0};
    struct bl_cell_routes broken = *find(arena, &ring);
    const int in = bl_cell_in(broken.links, broken.links->out[0][0]);
    assert_int_equal(broken.links->to[broken.links->out[0][0]], 1);
    broken.side[(2 * 8 + 0) * BL_CELL_INS + BL_CELL_INJECT] = 0;
    broken.side[(2 * 8 + 1) * BL_CELL_INS + in] = 1;
    for (int i = 0; i < BL_CELL_LINKS; i++) broken.side[(2 * 8 + 0) * BL_CELL_INS + i] = 0;
    const struct bl_cell_verdict verdict = bl_cell_routes_prove(arena, &broken);
    assert_false(verdict.holds);
    assert_int_equal(verdict.circle.count, 0);
    assert_int_equal(verdict.from, 0);
    assert_int_equal(verdict.to, 2);
    bl_arena_free(arena);
}

/* Copies reach every node, each over as many links as a route from node 0 has at least. */
static void a_cell_for_all_reaches_all(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].nodes > 64) continue;
        const struct bl_cell_routes *routes = find(arena, &sizes[i]);
        int nodes[64] = {0}, depth[64] = {0}, count = 1;
        for (int k = 0; k < count; k++)
            for (int side = 0; side < BL_CELL_LINKS; side++) {
                if (bl_cell_copy(routes, nodes[k], side) == BL_CELL_NO_COPY) continue;
                assert_true(count < sizes[i].nodes);
                nodes[count] = routes->links->to[routes->links->out[nodes[k]][side]];
                depth[count++] = depth[k] + 1;
            }
        assert_int_equal(count, sizes[i].nodes);
        assert_true(depth[count - 1] <= sizes[i].longest);
    }
    bl_arena_free(arena);
}

/* Without each copy that there is, with each that there is not, and on each other channel. */
static void a_broken_tree_is_found(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct size ring = {"ring", 8, 0, 2, 0, 0};
    struct bl_cell_routes broken = *find(arena, &ring);
    for (int i = 0; i < 8 * BL_CELL_LINKS; i++) {
        const uint8_t was = broken.tree[i];
        broken.tree[i] = was == BL_CELL_NO_COPY ? 0 : BL_CELL_NO_COPY;
        const struct bl_cell_verdict verdict = bl_cell_routes_prove(arena, &broken);
        assert_false(verdict.holds);
        assert_int_equal(verdict.from, 0);
        assert_int_equal(verdict.circle.count, 0);
        broken.tree[i] = was;
    }
    assert_true(bl_cell_routes_prove(arena, &broken).holds);
    bl_arena_free(arena);
}

/* A copy that goes back to where it begins, on the channels of its routes, closes a circle. */
static void copies_that_wait_for_themselves_are_found(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct size ring = {"ring", 8, 0, 2, 0, 0};
    struct bl_cell_routes broken = *find(arena, &ring);
    int circles = 0;
    for (int i = 0; i < 8 * BL_CELL_LINKS; i++) {
        const uint8_t was = broken.tree[i];
        if (was == BL_CELL_NO_COPY) continue;
        broken.tree[i] = (uint8_t)(1 - was);
        circles += bl_cell_routes_prove(arena, &broken).circle.count > 0;
        broken.tree[i] = was;
    }
    assert_true(circles > 0);
    bl_arena_free(arena);
}

#define EVEN "rows and columns of a Manhattan street network are even numbers: "

static void sizes_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *word;
        int nodes, rows;
        const char *why;
    } wrong[] = {{"ring", 2, 0, "a ring has 3 nodes or more, not 2"},
                 {"ring", 8, 2, "a ring has no rows"},
                 {"manhattan", 12, 3, EVEN "12 nodes in 2 rows, not in 3"},
                 {"manhattan", 8, 0, EVEN "8 nodes in 2 rows, not in 0"},
                 {"manhattan", 12, 4, EVEN "12 nodes in 2 rows, not in 4"},
                 {"manhattan", 36, 5, EVEN "36 nodes in 6 rows, not in 5"},
                 {"manhattan", 16, 6, EVEN "16 nodes in 4 rows, not in 6"},
                 {"manhattan", 16, 64, EVEN "16 nodes in 8 rows, not in 64"},
                 {"manhattan", 10, 4, EVEN "12 nodes, not 10"},
                 {"omega", 12, 0, "an omega network of 3 stages has 24 nodes, not 12"},
                 {"omega", 24, 3, "the rows of an omega network follow from its nodes"}};
    struct bl_arena *arena = bl_arena_new();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(
            bl_cell_topology_find(wrong[i].word)->refuse(arena, wrong[i].nodes, wrong[i].rows),
            wrong[i].why);
    assert_null(bl_cell_topology_find("star"));
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_has_routes), cmocka_unit_test(too_few_channels_are_refused),
        cmocka_unit_test(a_circle_is_found), cmocka_unit_test(a_lost_cell_is_found),
        cmocka_unit_test(a_cell_for_all_reaches_all), cmocka_unit_test(a_broken_tree_is_found),
        cmocka_unit_test(copies_that_wait_for_themselves_are_found),
        cmocka_unit_test(sizes_that_cannot_be_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
