/* One link: latency, rate, order, credits, and what the two sides see of each other between
 * publications. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

#include "simulation/medium/links/link.h"

enum { PERIOD = 5000, LATENCY = 40000 };

static struct bl_link *new_link(int64_t interval_ps) {
    struct bl_link *link = aligned_alloc(_Alignof(struct bl_link), sizeof *link);
    const struct bl_link_config config = {.latency_ps = LATENCY,
                                          .interval_ps = interval_ps,
                                          .carry_ps = PERIOD,
                                          .flit_bytes = 12,
                                          .capacity = 64};
    assert_non_null(link);
    bl_link_init(link, &config);
    return link;
}

static void free_link(struct bl_link *link) {
    bl_link_destroy(link);
    free(link);
}

static void a_flit_arrives_after_the_latency_and_not_before(void **state) {
    (void)state;
    struct bl_link *link = new_link(0);
    uint32_t flit[3] = {1, 2, 3}, got[3] = {0};
    bl_link_send(link, 1000, flit);
    assert_false(bl_link_arrived(link, 1000 + LATENCY)); /* not published yet */
    bl_link_publish(link);
    assert_false(bl_link_arrived(link, 999 + LATENCY));
    assert_true(bl_link_arrived(link, 1000 + LATENCY));
    assert_int_equal(bl_link_under_way(link), 1);
    bl_link_receive(link, got);
    assert_memory_equal(got, flit, sizeof flit);
    assert_false(bl_link_arrived(link, INT64_MAX));
    assert_int_equal(bl_link_under_way(link), 0);
    free_link(link);
}

/* Sends whenever the link is ready; how many flits in `cycles` cycles. */
static int flits_in(struct bl_link *link, int cycles) {
    uint32_t flit[3] = {0};
    int sent = 0;
    for (int i = 0; i < cycles; i++) {
        int64_t now = (int64_t)i * PERIOD;
        if (bl_link_ready(link, now)) bl_link_send(link, now, flit), sent++;
        bl_link_publish(link);
        while (bl_link_arrived(link, now)) bl_link_receive(link, flit);
        bl_link_publish(link);
    }
    return sent;
}

static void the_rate_is_kept_on_average(void **state) {
    (void)state;
    const struct {
        int64_t interval_ps;
        int least, most;
    } cases[] = {{0, 10000, 10000},  {4000, 10000, 10000}, {5000, 10000, 10000},
                 {6000, 8332, 8334}, {8000, 6249, 6251},   {20000, 2499, 2501}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bl_link *link = new_link(cases[i].interval_ps);
        assert_in_range(flits_in(link, 10000), cases[i].least, cases[i].most);
        free_link(link);
    }
}

static void an_idle_time_is_not_saved_up(void **state) {
    (void)state;
    struct bl_link *link = new_link(20000);
    uint32_t flit[3] = {0};
    bl_link_send(link, 1000000, flit);
    assert_false(bl_link_ready(link, 1000000 + PERIOD));
    assert_true(bl_link_ready(link, 1000000 + 20000));
    free_link(link);
}

static void a_full_link_is_not_ready(void **state) {
    (void)state;
    struct bl_link *link = new_link(0);
    uint32_t flit[3] = {0};
    int sent = 0;
    for (; bl_link_ready(link, (int64_t)sent * PERIOD) && sent < 1000; sent++)
        bl_link_send(link, (int64_t)sent * PERIOD, flit);
    assert_int_equal(sent, 64);
    bl_link_publish(link);
    bl_link_receive(link, flit);
    assert_false(
        bl_link_ready(link, (int64_t)sent * PERIOD)); /* the room is seen after publication only */
    bl_link_publish(link);
    assert_true(bl_link_ready(link, (int64_t)sent * PERIOD));
    free_link(link);
}

static void flits_keep_their_order(void **state) {
    (void)state;
    struct bl_link *link = new_link(0);
    uint32_t next = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t flit[3] = {i, i + 1, ~i}, got[3];
        int64_t now = (int64_t)i * PERIOD;
        bl_link_send(link, now, flit);
        if (i % 7 == 0) bl_link_publish(link);
        if (!bl_link_arrived(link, now)) continue;
        bl_link_receive(link, got);
        assert_int_equal(got[0], next);
        assert_int_equal(got[2], ~next);
        next++;
    }
    assert_in_range(next, 900, 1000 - LATENCY / PERIOD);
    free_link(link);
}

static void credits_come_back_and_none_is_lost(void **state) {
    (void)state;
    struct bl_link *link = new_link(0);
    bl_link_free(link, 0, 15);
    bl_link_free(link, PERIOD, 15);
    bl_link_free(link, 2 * PERIOD, 3);
    bl_link_publish(link);
    assert_int_equal(bl_link_take_credits(link, LATENCY - 1), 0);
    assert_int_equal(bl_link_take_credits(link, LATENCY + 2 * PERIOD),
                     15); /* a count is at most 15 */
    assert_int_equal(bl_link_take_credits(link, LATENCY + 3 * PERIOD), 15);
    assert_int_equal(bl_link_take_credits(link, LATENCY + 4 * PERIOD), 3);
    assert_int_equal(bl_link_take_credits(link, LATENCY + 5 * PERIOD), 0);
    free_link(link);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flit_arrives_after_the_latency_and_not_before),
        cmocka_unit_test(the_rate_is_kept_on_average),
        cmocka_unit_test(an_idle_time_is_not_saved_up),
        cmocka_unit_test(a_full_link_is_not_ready),
        cmocka_unit_test(flits_keep_their_order),
        cmocka_unit_test(credits_come_back_and_none_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
