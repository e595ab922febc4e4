/* What opens a network: the number by which its nodes know that a peer was restarted, which one a
   process that opens the device writes; and the nodes' tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/bl_device.h"
#include "runtime/bl_device_backend.h"
#include "runtime/bl_device_pipeline.h"

enum { NODES = 3, SESSION = 0x40, TABLE = 0x44, TAKEN = 0x48, REGISTERS = 0x100, WORDS = 3 };

/* Nodes that are registers alone. */
struct nodes {
    uint32_t values[NODES][REGISTERS / 4];
    bool silent; /* registers cannot be read */
    bool deaf;   /* no word of a table is taken */
    uint32_t table[NODES][WORDS];
    int words; /* taken, of all nodes */
};

static struct nodes nodes;

static void close_nodes(void *state) { (void)state; }

/* {changes, which [8], value [8]}, in front of the session. */
static void take(struct nodes *all, int node, uint32_t word) {
    uint32_t *taken = &all->values[node][TAKEN / 4];
    if (all->deaf || !((word ^ *taken) >> 31)) return;
    assert_int_equal(all->values[node][SESSION / 4], 0);
    assert_in_range(word >> 8 & 255, 0, WORDS - 1);
    all->table[node][word >> 8 & 255] = word & 255;
    all->words++;
    *taken = word;
}

static enum bl_device_result reg_write(void *state, int node, uint32_t address, uint32_t value) {
    struct nodes *all = state;
    if (address < REGISTERS) all->values[node][address / 4] = value;
    if (address == TABLE) take(all, node, value);
    return BL_DEVICE_OK;
}
static enum bl_device_result reg_read(void *state, int node, uint32_t address, uint32_t *values,
                                      int count) {
    struct nodes *all = state;
    for (int i = 0; i < count; i++)
        values[i] = address < REGISTERS ? all->values[node][address / 4 + (unsigned)i] : 0;
    return all->silent ? BL_DEVICE_NODE_ERROR : BL_DEVICE_OK;
}
static enum bl_device_result reset(void *state) {
    memset(((struct nodes *)state)->values, 0, sizeof nodes.values);
    return BL_DEVICE_OK;
}
static enum bl_device_result start(void *state) {
    (void)state;
    return BL_DEVICE_OK;
}
static enum bl_device_result wait_for(void *state, int64_t timeout_ps) {
    (void)state, (void)timeout_ps;
    return BL_DEVICE_OK;
}
static const char *message(void *state) {
    (void)state;
    return "";
}
static const struct bl_device_backend backend = {.name = "registers",
                                                 .close = close_nodes,
                                                 .reg_write = reg_write,
                                                 .reg_read = reg_read,
                                                 .reset = reset,
                                                 .start = start,
                                                 .wait = wait_for,
                                                 .message = message};

static const struct bl_device_network network = {.session = SESSION};

static struct bl_device *opened(void) {
    struct bl_device *device = bl_device_make(&backend, &nodes, NODES, 1);
    assert_non_null(device);
    bl_device_set_network(device, &network);
    return device;
}

/* What a process that opens the device and runs once leaves in all nodes. */
static uint32_t after_run(void) {
    struct bl_device *device = opened();
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    bl_device_close(device);
    for (int i = 1; i < NODES; i++)
        assert_int_equal(nodes.values[i][SESSION / 4], nodes.values[0][SESSION / 4]);
    return nodes.values[0][SESSION / 4];
}

static void hold(uint32_t a, uint32_t b, uint32_t c) {
    nodes.values[0][SESSION / 4] = a, nodes.values[1][SESSION / 4] = b;
    nodes.values[2][SESSION / 4] = c;
}

static void a_new_device_gets_one(void **state) {
    (void)state;
    hold(0, 0, 0);
    assert_int_not_equal(after_run(), 0);
}

static void another_process_goes_on_with_it(void **state) {
    (void)state;
    hold(7, 7, 7);
    assert_int_equal(after_run(), 7);
}

static void a_node_reset_alone_changes_it(void **state) {
    (void)state;
    static const uint32_t held[][NODES] = {{0, 1, 1},      {1, 0, 1}, {5, 5, 0},
                                           {0, 0, 0xffff}, {1, 2, 0}, {0xffff, 1, 2}};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        hold(held[i][0], held[i][1], held[i][2]);
        uint32_t session = after_run();
        assert_in_range(session, 1, 0xffff);
        for (int n = 0; n < NODES; n++) assert_int_not_equal(session, held[i][n]);
    }
}

static void a_reset_of_all_changes_it(void **state) {
    (void)state;
    hold(1, 1, 1); /* what a choice among nodes without one would be */
    struct bl_device *device = opened();
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_reset(device), BL_DEVICE_OK);
    bl_device_set_network(device, &network); /* as a join does */
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    bl_device_close(device);
    for (int i = 0; i < NODES; i++) {
        assert_int_not_equal(nodes.values[i][SESSION / 4], 1);
        assert_int_not_equal(nodes.values[i][SESSION / 4], 0);
    }
}

static void what_cannot_be_read_is_not_written(void **state) {
    (void)state;
    hold(3, 0, 3);
    nodes.silent = true;
    struct bl_device *device = opened();
    assert_int_equal(bl_device_start(device), BL_DEVICE_NODE_ERROR);
    bl_device_close(device);
    nodes.silent = false;
    assert_int_equal(nodes.values[1][SESSION / 4], 0);
}

static const uint32_t words[NODES * WORDS] = {0x0001, 0x0102, 0x0203, 0x0011, 0x0112,
                                              0x0213, 0x0021, 0x0122, 0x0223};
static const struct bl_device_network with_table = {.session = SESSION,
                                                    .table = TABLE,
                                                    .table_taken = TAKEN,
                                                    .table_words = words,
                                                    .table_count = WORDS};

static struct bl_device *with_tables(void) {
    memset(&nodes, 0, sizeof nodes);
    struct bl_device *device = bl_device_make(&backend, &nodes, NODES, 1);
    assert_non_null(device);
    bl_device_set_network(device, &with_table);
    return device;
}

static void check_tables(int count) {
    assert_int_equal(nodes.words, count * NODES * WORDS);
    for (int i = 0; i < NODES * WORDS; i++)
        assert_int_equal(nodes.table[i / WORDS][i % WORDS], words[i] & 255);
}

static void every_node_gets_its_table_once_behind_a_reset(void **state) {
    (void)state;
    struct bl_device *device = with_tables();
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_wait(device, 1), BL_DEVICE_OK);
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    check_tables(1);
    assert_int_equal(bl_device_reset(device), BL_DEVICE_OK);
    assert_int_equal(bl_device_start(device), BL_DEVICE_OK);
    check_tables(2);
    bl_device_close(device);
}

static void a_node_that_does_not_take_its_table_is_named(void **state) {
    (void)state;
    struct bl_device *device = with_tables();
    nodes.deaf = true;
    assert_int_equal(bl_device_start(device), BL_DEVICE_TIMEOUT);
    assert_string_equal(bl_device_message(device), "node 0 does not take its table");
    assert_int_equal(nodes.values[0][SESSION / 4], 0);
    bl_device_close(device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_device_gets_one),
        cmocka_unit_test(another_process_goes_on_with_it),
        cmocka_unit_test(a_node_reset_alone_changes_it),
        cmocka_unit_test(a_reset_of_all_changes_it),
        cmocka_unit_test(what_cannot_be_read_is_not_written),
        cmocka_unit_test(every_node_gets_its_table_once_behind_a_reset),
        cmocka_unit_test(a_node_that_does_not_take_its_table_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
