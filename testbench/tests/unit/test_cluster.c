/* The cluster with a node in plain C: data, time, threads, registers, the device interface and the
 * message of a cluster that is stuck. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <pthread.h>

#include "simulation/device/bl_device_sim.h"
#include "fake_node.h"
#include "tests/mesh_edges.h"

enum { WORDS = 300, ELEMENTS = WORDS * FAKE_WORD / 4 };

static struct bl_device *open_cluster(const struct bl_node_model *model, int threads,
                                      int64_t latency_ps, double rate) {
    const struct bl_node_model *models[FAKE_NODES];
    struct bl_sim_clock core[FAKE_NODES];
    const struct bl_sim_clock *clocks[FAKE_NODES];
    for (int i = 0; i < FAKE_NODES; i++) {
        models[i] = model;
        core[i] = (struct bl_sim_clock){.name = "core", .period_ps = 6667, .phase_ps = 1000 * i};
        clocks[i] = &core[i];
    }
    static struct mesh_edges mesh;
    const struct bl_cluster_sim_config config = {
        .nodes = FAKE_NODES,
        .models = models,
        .clocks = clocks,
        .memory = &bl_memory_ideal,
        .edges = mesh_edges(&mesh, FAKE_NODES, rate, latency_ps),
        .threads = threads,
        .patience_ps = 20 * 1000 * 1000};
    return bl_device_open_sim(&config, NULL);
}

static uint32_t value_of(int node, int lane, int element) {
    return (uint32_t)node << 28 | (uint32_t)lane << 24 | (uint32_t)element;
}

static void load(struct bl_device *device) {
    static uint32_t bytes[ELEMENTS];
    for (int n = 0; n < FAKE_NODES; n++) {
        assert_int_equal(bl_device_reg_write(device, n, BL_DEVICE_REG_NODE, (uint32_t)n),
                         BL_DEVICE_OK);
        for (int l = 0; l < FAKE_LANES; l++) {
            for (int i = 0; i < ELEMENTS; i++) bytes[i] = value_of(n, l, i);
            assert_int_equal(bl_device_write(device, n, l, 0, bytes, sizeof bytes), BL_DEVICE_OK);
            assert_int_equal(bl_device_reg_write(device, n, 0x100 + 4 * (uint32_t)l, ELEMENTS),
                             BL_DEVICE_OK);
        }
    }
}

/* A number that depends on every byte of the result, on where it is and on the times that the
 * simulation tells. */
static uint64_t digest(struct bl_device *device) {
    static uint8_t bytes[ELEMENTS * 8];
    uint64_t hash = 14695981039346656037u;
    for (int n = 0; n < FAKE_NODES; n++)
        for (int l = 0; l < FAKE_LANES; l++) {
            assert_int_equal(bl_device_read(device, n, FAKE_LANES + l, 0, bytes, sizeof bytes),
                             BL_DEVICE_OK);
            for (size_t i = 0; i < sizeof bytes; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
        }
    hash = (hash ^ (uint64_t)bl_device_sim_first_start(device)) * 1099511628211u;
    return (hash ^ (uint64_t)bl_cluster_sim_last_response(bl_device_sim_cluster(device))) *
           1099511628211u;
}

static int64_t run(struct bl_device *device) {
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_wait(device, 0), BL_DEVICE_OK);
    return (bl_cluster_sim_last_response(bl_device_sim_cluster(device)) -
            bl_device_sim_first_start(device)) /
           6667;
}

/* In order per source, the sources interleaved. */
static void check_lane(struct bl_device *device, int node, int lane) {
    uint32_t next[FAKE_NODES], word[FAKE_WORD / 4];
    for (int s = 0; s < FAKE_NODES; s++) next[s] = (uint32_t)((node - s + FAKE_NODES) % FAKE_NODES);
    for (int w = 0; w < WORDS; w++) {
        bl_device_read(device, node, FAKE_LANES + lane, (uint64_t)w * FAKE_WORD, word, sizeof word);
        uint32_t source = word[0] >> 28;
        assert_in_range(source, 0, FAKE_NODES - 1);
        for (int i = 0; i < FAKE_WORD / 4; i++)
            assert_int_equal(word[i], value_of((int)source, lane, (int)next[source] * 8 + i));
        next[source] += FAKE_NODES;
    }
}

static void moves_every_word_to_its_place(void **state) {
    (void)state;
    struct bl_device *device = open_cluster(&fake_model, 1, 400000, 6.25e9);
    load(device);
    run(device);
    for (int n = 0; n < FAKE_NODES; n++)
        for (int l = 0; l < FAKE_LANES; l++) {
            uint32_t count = 0;
            assert_int_equal(bl_device_reg_read(device, n, 0x800 + 4 * (uint32_t)l, &count, 1),
                             BL_DEVICE_OK);
            assert_int_equal(count, ELEMENTS);
            check_lane(device, n, l);
        }
    bl_device_close(device);
}

/* A wrong address is an error of that call, and takes no memory. */
static void memory_has_an_end(void **state) {
    (void)state;
    static const uint64_t beyond[] = {UINT64_C(1) << 40, (UINT64_C(1) << 40) - 7, UINT64_C(1) << 61,
                                      UINT64_MAX - 3, UINT64_MAX};
    const uint64_t last = (UINT64_C(1) << 40) - 8;
    struct bl_device *device = open_cluster(&fake_model, 1, 400000, 6.25e9);
    uint64_t bytes = 0x0123456789ABCDEF, read = 0;
    void *window;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        assert_int_equal(bl_device_write(device, 0, 1, beyond[i], &bytes, sizeof bytes),
                         BL_DEVICE_BEYOND);
        assert_non_null(strstr(bl_device_message(device), "ends at"));
        assert_int_equal(bl_device_read(device, 0, 1, beyond[i], &read, sizeof read),
                         BL_DEVICE_BEYOND);
        assert_int_equal(bl_device_map(device, 0, 1, beyond[i], sizeof read, &window),
                         BL_DEVICE_BEYOND);
    }
    assert_int_equal(bl_device_write(device, 0, 1, last, &bytes, sizeof bytes), BL_DEVICE_OK);
    assert_int_equal(bl_device_read(device, 0, 1, last, &read, sizeof read), BL_DEVICE_OK);
    assert_true(read == bytes);
    bl_device_close(device);
}

static void threads_do_not_change_anything(void **state) {
    (void)state;
    uint64_t digests[3];
    for (int threads = 1; threads <= 3; threads++) {
        struct bl_device *device = open_cluster(&fake_model, threads, 400000, 6.25e9);
        assert_int_equal(bl_cluster_sim_threads(bl_device_sim_cluster(device)), threads);
        load(device);
        run(device);
        digests[threads - 1] = digest(device);
        bl_device_close(device);
    }
    assert_true(digests[0] == digests[1]);
    assert_true(digests[0] == digests[2]);
}

static void latency_and_rate_cost_what_they_should(void **state) {
    (void)state;
    const struct {
        int64_t latency_ps;
        double rate;
    } cases[] = {{100000, 0}, {600000, 0}, {100000, 1e9}};
    int64_t cycles[3];
    for (int i = 0; i < 3; i++) {
        struct bl_device *device = open_cluster(&fake_model, 2, cases[i].latency_ps, cases[i].rate);
        load(device);
        cycles[i] = run(device);
        bl_device_close(device);
    }
    /* 500 ns more for the last flit, and no more than that because the credits cover the round trip
     */
    assert_in_range(cycles[1] - cycles[0], 72, 80);
    /* every link carries WORDS / FAKE_NODES flits per lane at 32 ns each */
    double link_ps = (double)WORDS / FAKE_NODES * FAKE_LANES * 32000;
    assert_in_range(cycles[2] * 6667, (int64_t)link_ps, (int64_t)(link_ps * 1.05 + 1e6));
}

static void a_stuck_cluster_says_what_it_waits_for(void **state) {
    (void)state;
    struct bl_node_model model = fake_model;
    model.create = fake_create_hang;
    struct bl_device *device = open_cluster(&model, 2, 400000, 6.25e9);
    load(device);
    for (int n = 0; n < FAKE_NODES; n++) /* enough words to use up the credits */
        for (int l = 0; l < FAKE_LANES; l++)
            bl_device_reg_write(device, n, 0x100 + 4 * (uint32_t)l, 4 * ELEMENTS);
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_wait(device, 0), BL_DEVICE_STUCK);
    assert_non_null(strstr(bl_device_message(device), "node 1 has not freed 256 flits"));
    bl_device_close(device);
}

static void a_wait_ends_when_its_time_is_over(void **state) {
    (void)state;
    struct bl_device *device = open_cluster(&fake_model, 2, 400000, 6.25e9);
    load(device);
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_wait(device, 800000), BL_DEVICE_TIMEOUT);
    assert_int_equal(bl_device_start(device), BL_DEVICE_BUSY);
    assert_int_equal(bl_device_finished(device), BL_DEVICE_BUSY);
    assert_int_equal(bl_device_wait(device, 0), BL_DEVICE_OK);
    bl_device_close(device);
}

static void bad_calls_are_reported(void **state) {
    (void)state;
    uint32_t value = 0;
    struct bl_device *device = open_cluster(&fake_model, 1, 400000, 6.25e9);
    assert_int_equal(bl_device_write(device, FAKE_NODES, 0, 0, &value, 4), BL_DEVICE_BAD_CALL);
    assert_string_equal(bl_device_message(device), "there is no node of this number");
    assert_int_equal(bl_device_read(device, 0, 2 * FAKE_LANES, 0, &value, 4), BL_DEVICE_BAD_CALL);
    assert_int_equal(bl_device_reg_write(device, 0, 2, 0), BL_DEVICE_BAD_CALL);
    assert_int_equal(bl_device_reg_read(device, 0, BL_DEVICE_REG_ID, &value, 1), BL_DEVICE_OK);
    assert_int_equal(value, BL_DEVICE_ID);
    bl_device_close(device);
}

static void a_window_reaches_the_memory_when_unmapped(void **state) {
    (void)state;
    struct bl_device *device = open_cluster(&fake_model, 1, 400000, 6.25e9);
    uint32_t value = 17;
    bl_device_write(device, 1, 3, 16380, &value, 4);
    void *place = NULL;
    assert_int_equal(bl_device_map(device, 1, 3, 16380, 8, &place), BL_DEVICE_OK);
    uint32_t *window = place;
    assert_int_equal(window[0], 17);
    window[1] = 18;
    assert_int_equal(bl_device_unmap(device, window), BL_DEVICE_OK);
    bl_device_read(device, 1, 3, 16384, &value, 4);
    assert_int_equal(value, 18);
    assert_int_equal(bl_device_unmap(device, &value), BL_DEVICE_BAD_CALL);
    bl_device_close(device);
}

struct host {
    struct bl_device *device;
    int node, wrong;
    int64_t time_ps[8];
};

static void *host_thread(void *argument) {
    struct host *host = argument;
    for (int i = 0; i < 8; i++) {
        uint32_t value = 0;
        bl_device_reg_write(host->device, host->node, BL_DEVICE_REG_NODE,
                            (uint32_t)(host->node + i));
        bl_device_reg_read(host->device, host->node, BL_DEVICE_REG_NODE, &value, 1);
        host->wrong += value != (uint32_t)(host->node + i);
        host->time_ps[i] = bl_cluster_sim_now(bl_device_sim_cluster(host->device));
    }
    bl_device_attach(host->device, -1);
    return NULL;
}

static void several_host_threads_see_one_time(void **state) {
    (void)state;
    struct bl_device *device = open_cluster(&fake_model, 2, 400000, 6.25e9);
    struct host hosts[2] = {{.device = device, .node = 0}, {.device = device, .node = 1}};
    pthread_t threads[2];
    bl_device_attach(device, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, host_thread, &hosts[i]), 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 8; i++) assert_int_equal(hosts[0].time_ps[i], hosts[1].time_ps[i]);
    assert_int_equal(hosts[0].wrong + hosts[1].wrong, 0);
    bl_device_close(device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_every_word_to_its_place),
        cmocka_unit_test(memory_has_an_end),
        cmocka_unit_test(threads_do_not_change_anything),
        cmocka_unit_test(latency_and_rate_cost_what_they_should),
        cmocka_unit_test(a_stuck_cluster_says_what_it_waits_for),
        cmocka_unit_test(a_wait_ends_when_its_time_is_over),
        cmocka_unit_test(bad_calls_are_reported),
        cmocka_unit_test(a_window_reaches_the_memory_when_unmapped),
        cmocka_unit_test(several_host_threads_see_one_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
