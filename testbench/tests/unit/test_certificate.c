/* What waits for itself, and the certificate of Ethernet: that it holds for what the planner gives,
   and refuses what is a place short. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "network/ethernet/ethernet_inner.h"
#include "plan/certify/certificate.h"
#include "program_builder.h"

/* ---- the graph */

static struct bl_waits chain(struct bl_arena *arena, int things) {
    struct bl_waits waits = bl_waits_begin(arena);
    for (int i = 0; i < things; i++) bl_waits_thing(&waits, bl_format(arena, "%d", i));
    for (int i = 1; i < things; i++) bl_waits_add(&waits, (struct bl_wait){i - 1, i, "next"});
    return waits;
}

static void a_chain_has_no_circle(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const struct bl_wait **circle;
    for (int things = 0; things < 20; things++) {
        struct bl_waits waits = chain(arena, things);
        for (int i = 2; i < things; i++) bl_waits_add(&waits, (struct bl_wait){0, i, "also"});
        assert_int_equal(bl_waits_circle(&waits, &circle), 0);
        assert_null(bl_waits_circle_text(&waits));
    }
    bl_arena_free(arena);
}

/* Back from each to each: the circle is as long as the way between them. */
static void a_wait_back_makes_a_circle(void **state) {
    (void)state;
    enum { THINGS = 8 };
    struct bl_arena *arena = bl_arena_new();
    for (int from = 0; from < THINGS; from++)
        for (int to = 0; to <= from; to++) {
            struct bl_waits waits = chain(arena, THINGS);
            const struct bl_wait **circle;
            bl_waits_add(&waits, (struct bl_wait){from, to, "back"});
            int count = bl_waits_circle(&waits, &circle);
            assert_int_equal(count, from - to + 1);
            for (int i = 0; i < count; i++)
                assert_int_equal(circle[i]->to, circle[(i + 1) % count]->from);
        }
    bl_arena_free(arena);
}

static void a_circle_has_words(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_waits waits = chain(arena, 2);
    bl_waits_add(&waits, (struct bl_wait){1, 0, "back"});
    assert_string_equal(bl_waits_circle_text(&waits), "0 waits for 1 (next), 1 waits for 0 (back)");
    bl_arena_free(arena);
}

/* ---- Ethernet */

/* What it says of a plan, and what is refused. */
struct verdict {
    bool circle;
    int errors;
    char text[1000]; /* all messages */
};

struct rig {
    struct builder builder;
    struct bl_ethernet_plan plan;
    struct bl_ethernet_around around;
    int nodes;
};

static struct rig rig(int nodes, double rate, int width, int frame) {
    struct rig rig = {.builder = builder_base(nodes, 8, 1, rate / width, 0), .nodes = nodes};
    builder_network(&rig.builder, "ethernet");
    builder_set(&rig.builder, "port", rate);
    builder_set(&rig.builder, "width", width);
    builder_set(&rig.builder, "frame", frame);
    builder_set(&rig.builder, "latency", 150e-9);
    builder_set(&rig.builder, "switch", 400e-9);
    builder_set(&rig.builder, "timeout", 10e-6);
    builder_set(&rig.builder, "window", 63);
    const struct bl_cluster *cluster = &rig.builder.program->cluster;
    rig.plan = bl_ethernet_plan(cluster, builder_carrier(&rig.builder));
    rig.around = (struct bl_ethernet_around){.buffer = 1024,
                                             .wire_frame = bl_ethernet_wire_frame(cluster),
                                             .on_the_way = bl_ethernet_on_the_way(cluster)};
    return rig;
}

static struct verdict judge(struct rig *rig) {
    struct verdict verdict = {.errors = 0};
    const struct bl_certificate *certificate = bl_ethernet_certificate(
        rig->builder.arena, rig->nodes, &rig->plan, &rig->around);
    struct bl_diags *diags = rig->builder.diags;
    int before = diags->count;
    bl_certificate_judge(certificate, &(struct bl_network){0}, diags);
    verdict.circle = bl_waits_circle_text(&certificate->waits);
    for (int i = before; i < diags->count; i++) {
        verdict.errors++;
        strncat(verdict.text, diags->items[i].text, sizeof verdict.text - 1 - strlen(verdict.text));
    }
    return verdict;
}

static void what_the_planner_gives_is_certified(void **state) {
    (void)state;
    static const double rates[] = {1e9, 10e9, 40e9, 100e9, 400e9};
    static const int widths[] = {64, 64, 256, 512, 512}, frames[] = {128, 1518, 9018};
    for (int nodes = 2; nodes <= 16; nodes++)
        for (int r = 0; r < 5; r++)
            for (int f = 0; f < 3; f++) {
                struct rig right = rig(nodes, rates[r], widths[r], frames[f]);
                struct verdict verdict = judge(&right);
                assert_string_equal(verdict.text, "");
                assert_false(verdict.circle);
                builder_free(&right.builder);
            }
}

/* A field of the plan at a value: refused, with the buffer's name. */
static void refuses(int nodes, size_t field, int value, bool circle, const char *name) {
    struct rig wrong = rig(nodes, 40e9, 256, 1518);
    memcpy((char *)&wrong.plan + field, &value, sizeof value);
    struct verdict verdict = judge(&wrong);
    assert_true(verdict.errors > 0);
    assert_non_null(strstr(verdict.text, name));
    assert_int_equal(verdict.circle, circle);
    assert_int_equal(verdict.errors, 1 + circle);
    builder_free(&wrong.builder);
}
#define FIELD(name) offsetof(struct bl_ethernet_plan, name)

static void a_frame_short_is_refused(void **state) {
    (void)state;
    static const char name[] = "memory of what comes";
    for (int nodes = 2; nodes <= 8; nodes += 3) {
        struct rig right = rig(nodes, 40e9, 256, 1518);
        int windows = (nodes - 1) * right.plan.window, least = windows - (nodes - 1) + 4;
        assert_int_equal(right.plan.recv_frames, windows + bl_ethernet_moving(nodes - 1));
        refuses(nodes, FIELD(recv_frames), right.plan.recv_frames - 1, false, name);
        refuses(nodes, FIELD(recv_frames), least, false, name);
        refuses(nodes, FIELD(recv_frames), least - 1, true, name);
        builder_free(&right.builder);
    }
}

static void a_peer_without_a_frame_is_refused(void **state) {
    (void)state;
    for (int nodes = 3; nodes <= 8; nodes++) {
        refuses(nodes, FIELD(send_frames), nodes + 1, false, "memory of what was sent");
        refuses(nodes, FIELD(send_frames), nodes - 1, false, "memory of what was sent");
        refuses(nodes, FIELD(send_frames), nodes - 2, true, "memory of what was sent");
    }
}

static void a_credit_that_is_taken_away_is_refused(void **state) {
    (void)state;
    refuses(2, FIELD(window), 0, true, "window of a peer");
    refuses(8, FIELD(window), 0, true, "window of a peer");
}

static void an_answer_without_a_place_is_refused(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= 16; nodes++)
        refuses(nodes, FIELD(answers), nodes - 2, true, "places for acknowledges");
}

static void a_ring_that_is_too_small_is_refused(void **state) {
    (void)state;
    refuses(2, FIELD(log_window), 3, false, "ring of a peer's frames");
}

static void a_buffer_of_a_flit_is_refused(void **state) {
    (void)state;
    struct rig wrong = rig(2, 40e9, 256, 1518);
    wrong.around.buffer = 8;
    struct verdict verdict = judge(&wrong);
    assert_non_null(strstr(verdict.text, "receive buffer of a link"));
    assert_false(verdict.circle);
    wrong.around.buffer = 1;
    assert_true(judge(&wrong).circle);
    builder_free(&wrong.builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_has_no_circle),
        cmocka_unit_test(a_wait_back_makes_a_circle),
        cmocka_unit_test(a_circle_has_words),
        cmocka_unit_test(what_the_planner_gives_is_certified),
        cmocka_unit_test(a_frame_short_is_refused),
        cmocka_unit_test(a_peer_without_a_frame_is_refused),
        cmocka_unit_test(a_credit_that_is_taken_away_is_refused),
        cmocka_unit_test(an_answer_without_a_place_is_refused),
        cmocka_unit_test(a_ring_that_is_too_small_is_refused),
        cmocka_unit_test(a_buffer_of_a_flit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
