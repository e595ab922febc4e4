/* The ring segmented bus of the co-simulation: what it shows when, and which faults it counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "bus/model/rsb.h"
#include "network/rsb/carried/sim_bus.h"

enum {
    NODES = 5,
    LINES = 40,
    DELAY = 4000,
    GATE = 500,
    PERIOD = 10000,
    STROBE = 1 << (LINES + 1 - 32)
};

struct rig {
    struct bl_sim_bus *bus;
    struct bl_sim_bus_out out[NODES];
    int64_t now;
};

static struct rig new_rig(void) {
    const struct bl_sim_bus_config config = {
        .nodes = NODES, .lines = LINES, .delay_ps = DELAY, .gate_ps = GATE};
    return (struct rig){.bus = bl_sim_bus_new(&bl_sim_bus_events, &config)};
}

/* One edge of every node, all at one time. */
static void edge(struct rig *rig) {
    int64_t edges[NODES];
    rig->now += PERIOD;
    for (int i = 0; i < NODES; i++) edges[i] = rig->now;
    bl_sim_bus_prepare(rig->bus, edges, rig->now + bl_sim_bus_window(rig->bus));
    for (int i = 0; i < NODES; i++) bl_sim_bus_put(rig->bus, i, rig->now, &rig->out[i]);
    bl_sim_bus_collect(rig->bus);
}

static void edges(struct rig *rig, int count) {
    while (count--) edge(rig);
}

static void ask(struct rig *rig, int node, int target) {
    rig->out[node].number = (uint8_t)target;
    rig->out[node].request = 1;
    edges(rig, 40);
}

static void drive(struct rig *rig, int node, uint32_t low, bool strobe) {
    rig->out[node].line[0] = low;
    rig->out[node].line[1] = strobe ? STROBE : 0;
}

static bool sees(const struct rig *rig, int node, uint32_t low, bool strobe) {
    const struct bl_sim_bus_in *in = bl_sim_bus_pins(rig->bus, node);
    return in->line[0] == low && bl_sim_bus_strobe(in->line, LINES) == strobe;
}

static void a_bundle_takes_its_way_and_an_acknowledge_comes_back(void **state) {
    (void)state;
    struct rig rig = new_rig();
    ask(&rig, 1, 3);
    assert_true(bl_sim_bus_pins(rig.bus, 1)->notified && bl_sim_bus_pins(rig.bus, 1)->path &&
                !bl_sim_bus_pins(rig.bus, 1)->busy);
    /* two segments, three switches, a gate into the bus and one out of it: 10.5 ns, a little more
     * than a cycle */
    drive(&rig, 1, 77, true);
    edges(&rig, 2);
    assert_true(sees(&rig, 3, 0, false));
    edge(&rig);
    assert_true(sees(&rig, 3, 77, true));
    for (int i = 0; i < NODES; i++) assert_true(i == 3 || sees(&rig, i, 0, false));
    rig.out[3].ack = 1;
    edges(&rig, 2);
    assert_false(bl_sim_bus_pins(rig.bus, 1)->ack);
    edge(&rig);
    assert_true(bl_sim_bus_pins(rig.bus, 1)->ack);
    drive(&rig, 1, 77, false);
    rig.out[3].ack = 0;
    edges(&rig, 4);
    rig.out[1].request = 0;
    edges(&rig, 40);
    assert_false(bl_sim_bus_pins(rig.bus, 1)->notified);
    assert_true(sees(&rig, 3, 0, false)); /* where no path is, the lines are 0 */
    assert_int_equal(bl_sim_bus_faults(rig.bus, NULL), 0);
    bl_sim_bus_free(rig.bus);
}

/* Two segments whose wires back take nothing: the acknowledge comes a cycle earlier. Against the
   clock hand the data does. */
static void data_and_acknowledge_take_the_wires_of_their_own_direction(void **state) {
    (void)state;
    struct bl_rsb_segments segments = {.counter_ps = {0, DELAY, DELAY}};
    struct bl_sim_bus_config config = {
        .nodes = NODES, .lines = LINES, .delay_ps = DELAY, .gate_ps = GATE, .segments = &segments};
    for (int counter = 0; counter < 2; counter++) {
        struct rig rig = {.bus = bl_sim_bus_new(&bl_sim_bus_events, &config)};
        int from = counter ? 3 : 1, to = counter ? 1 : 3;
        ask(&rig, from, to);
        drive(&rig, from, 77, true);
        edges(&rig, 2);
        assert_true(sees(&rig, to, counter ? 77 : 0, counter));
        edge(&rig);
        assert_true(sees(&rig, to, 77, true));
        rig.out[to].ack = 1;
        edges(&rig, 2);
        assert_int_equal(bl_sim_bus_pins(rig.bus, from)->ack, !counter);
        edge(&rig);
        assert_true(bl_sim_bus_pins(rig.bus, from)->ack);
        assert_int_equal(bl_sim_bus_faults(rig.bus, NULL), 0);
        bl_sim_bus_free(rig.bus);
    }
}

static void a_destination_that_is_taken_is_refused(void **state) {
    (void)state;
    struct rig rig = new_rig();
    ask(&rig, 0, 2);
    ask(&rig, 4, 2);
    assert_true(bl_sim_bus_pins(rig.bus, 0)->path);
    assert_true(bl_sim_bus_pins(rig.bus, 4)->notified && !bl_sim_bus_pins(rig.bus, 4)->path);
    ask(&rig, 2, 0); /* both ways at once, on other segments */
    assert_true(bl_sim_bus_pins(rig.bus, 2)->path);
    assert_int_equal(bl_sim_bus_faults(rig.bus, NULL), 0);
    bl_sim_bus_free(rig.bus);
}

static void a_strobe_without_a_path_is_a_fault(void **state) {
    (void)state;
    struct rig rig = new_rig();
    edges(&rig, 5);
    drive(&rig, 1, 5, true);
    edges(&rig, 2);
    assert_int_equal(bl_sim_bus_faults(rig.bus, NULL), 1);
    rig.out[2].ack = 1;
    edges(&rig, 2);
    assert_int_equal(bl_sim_bus_faults(rig.bus, NULL), 2);
    bl_sim_bus_free(rig.bus);
}

static void a_request_that_is_taken_back_early_is_a_fault(void **state) {
    (void)state;
    struct rig rig = new_rig();
    edges(&rig, 5);
    rig.out[1] = (struct bl_sim_bus_out){.request = 1, .number = 3};
    edge(&rig);
    rig.out[1].request = 0;
    edges(&rig, 3);
    assert_true(bl_sim_bus_faults(rig.bus, NULL) > 0);
    bl_sim_bus_free(rig.bus);
}

/* The same edges in windows of two gates, whoever runs first in them. */
static void the_order_within_a_window_changes_nothing(void **state) {
    (void)state;
    struct rig up = new_rig(), down = new_rig();
    for (int clock = 1; clock < 300; clock++) {
        int64_t edges[NODES];
        for (int i = 0; i < NODES; i++) edges[i] = (int64_t)clock * PERIOD + i * 150;
        bl_sim_bus_prepare(up.bus, edges, edges[0] + bl_sim_bus_window(up.bus));
        bl_sim_bus_prepare(down.bus, edges, edges[0] + bl_sim_bus_window(down.bus));
        for (int i = 0; i < NODES; i++) {
            assert_memory_equal(bl_sim_bus_pins(up.bus, i), bl_sim_bus_pins(down.bus, i),
                                sizeof(struct bl_sim_bus_in));
            const struct bl_sim_bus_in *in = bl_sim_bus_pins(up.bus, i);
            if (in->notified == up.out[i].request && !in->busy && clock % (40 + i) == 0)
                up.out[i] = (struct bl_sim_bus_out){
                    .request = !up.out[i].request,
                    .number = (uint8_t)((i + 1 + clock % (NODES - 1)) % NODES)};
        }
        for (int i = 0; i < NODES; i++) bl_sim_bus_put(up.bus, i, edges[i], &up.out[i]);
        for (int i = NODES - 1; i >= 0; i--) bl_sim_bus_put(down.bus, i, edges[i], &up.out[i]);
        bl_sim_bus_collect(up.bus);
        bl_sim_bus_collect(down.bus);
    }
    assert_int_equal(bl_sim_bus_faults(up.bus, NULL), 0);
    bl_sim_bus_free(up.bus);
    bl_sim_bus_free(down.bus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bundle_takes_its_way_and_an_acknowledge_comes_back),
        cmocka_unit_test(data_and_acknowledge_take_the_wires_of_their_own_direction),
        cmocka_unit_test(a_destination_that_is_taken_is_refused),
        cmocka_unit_test(a_strobe_without_a_path_is_a_fault),
        cmocka_unit_test(a_request_that_is_taken_back_early_is_a_fault),
        cmocka_unit_test(the_order_within_a_window_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
