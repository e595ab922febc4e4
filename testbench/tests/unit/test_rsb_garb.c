/* The centralised arbiter's table against a search through all paths that stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/carried/random.h"
#include "bus/model/central/rsb_garb.h"

struct path {
    bool stands;
    int from, to;
    bool clockwise;
};

/* Whether the path goes over the segment between `segment` and its right neighbour. */
static bool goes_over(const struct path *path, int segment, int domains) {
    int at = path->from;
    while (at != path->to) {
        int next = (at + (path->clockwise ? 1 : domains - 1)) % domains;
        if ((path->clockwise ? at : next) == segment) return true;
        at = next;
    }
    return false;
}

static bool meet(const struct path *a, const struct path *b, int domains) {
    if (!a->stands || !b->stands) return false;
    for (int segment = 0; segment < domains; segment++)
        if (goes_over(a, segment, domains) && goes_over(b, segment, domains)) return true;
    return a->to == b->to;
}

static bool fits(const struct path *paths, const struct path *path, int domains) {
    for (int i = 0; i < domains; i++)
        if (meet(&paths[i], path, domains)) return false;
    return true;
}

static enum bl_rsb_way expected(const struct path *paths, int from, int to, int domains) {
    struct path right = {true, from, to, true}, left = {true, from, to, false};
    int hops = (to - from + domains) % domains;
    bool right_fits = fits(paths, &right, domains), left_fits = fits(paths, &left, domains);
    if (right_fits && (hops <= domains - hops || !left_fits)) return BL_RSB_CLOCKWISE;
    return left_fits ? BL_RSB_COUNTER : BL_RSB_NO_WAY;
}

static void play(int domains, int steps, int counts[3]) {
    struct bl_rsb_garb arbiter;
    struct path paths[BL_RSB_CELLS] = {{0}};
    struct bl_random random = bl_random_at(11, (uint64_t)domains);
    bl_rsb_garb_start(&arbiter, domains);
    for (int i = 0; i < steps; i++) {
        int from = (int)(bl_random_next(&random) % (uint64_t)domains);
        if (paths[from].stands) {
            bl_rsb_garb_leave(&arbiter, from);
            paths[from].stands = false;
            continue;
        }
        int to = (from + 1 + (int)(bl_random_next(&random) % (uint64_t)(domains - 1))) % domains;
        enum bl_rsb_way want = expected(paths, from, to, domains);
        assert_int_equal(bl_rsb_garb_ask(&arbiter, from, to), want);
        counts[want]++;
        if (want != BL_RSB_NO_WAY)
            paths[from] = (struct path){true, from, to, want == BL_RSB_CLOCKWISE};
    }
}

static void against_search(void **state) {
    (void)state;
    for (int domains = 3; domains <= BL_RSB_CELLS; domains++) {
        int counts[3] = {0};
        play(domains, 3000, counts);
        for (int i = 0; i < 3; i++) assert_true(counts[i] > 50);
    }
}

static void ways(void **state) {
    (void)state;
    struct bl_rsb_garb arbiter;
    bl_rsb_garb_start(&arbiter, 8);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 0, 4), BL_RSB_CLOCKWISE);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 5, 4), BL_RSB_NO_WAY);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 2, 7), BL_RSB_NO_WAY);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 4, 0), BL_RSB_CLOCKWISE);
    bl_rsb_garb_leave(&arbiter, 0);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 3, 4), BL_RSB_CLOCKWISE);
    assert_int_equal(bl_rsb_garb_ask(&arbiter, 0, 3), BL_RSB_CLOCKWISE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_search), cmocka_unit_test(ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
