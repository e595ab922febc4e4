/* The nodes' network: its session; what it says of itself: why it has stopped, and its counters. */
#include "bl_device_state_inner.h"

/* ---- the session */

uint32_t bl_device_next_session(uint32_t session) { return session % 0xffff + 1; }

/* How many nodes have this session. */
static enum bl_device_result count_session(struct bl_device *device, uint32_t session, int *count) {
    enum bl_device_result result = BL_DEVICE_OK;
    *count = 0;
    for (int i = 0; i < device->nodes && result == BL_DEVICE_OK; i++) {
        uint32_t held = 0;
        result = device->backend->reg_read(device->state, i, device->network.session, &held, 1);
        *count += held == session;
    }
    return result;
}

/* A session that all nodes have goes on: nothing was reset since another process began it. Where
   one was reset alone its peers know it by the old number; with another one they stop, and name it,
   where its frames would be taken for old ones. */
static enum bl_device_result choose_session(struct bl_device *device) {
    uint32_t session = 0;
    int count = 0;
    enum bl_device_result result = device->backend->reg_read(device->state, 0,
                                                             device->network.session, &session, 1);
    if (result == BL_DEVICE_OK) result = count_session(device, session, &count);
    bool goes_on = session && count == device->nodes;
    while (result == BL_DEVICE_OK && !goes_on && count > 0) {
        session = bl_device_next_session(session);
        result = count_session(device, session, &count);
    }
    if (result == BL_DEVICE_OK) device->session = session;
    return result;
}

/* A session that was chosen, or follows a reset, stays: the nodes have none behind a reset. Nodes
   that do not answer yet are asked again by a start. */
void bl_device_set_network(struct bl_device *device, const struct bl_device_network *network) {
    if (!device) return;
    device->network = network ? *network : (struct bl_device_network){.causes = NULL};
    if (device->network.session && !device->session) choose_session(device);
}

const struct bl_device_network *bl_device_network(const struct bl_device *device) {
    return device ? &device->network : NULL;
}

/* ---- the tables */

/* The node takes a word when it sees bit 31 change, and then shows it. */
static enum bl_device_result write_word(struct bl_device *device, int node, uint32_t word) {
    enum { TRIES = 1000 };
    const struct bl_device_backend *backend = device->backend;
    uint32_t taken = ~word;
    enum bl_device_result result = backend->reg_write(device->state, node, device->network.table,
                                                      word);
    for (int i = 0; i < TRIES && taken != word && result == BL_DEVICE_OK; i++)
        result = backend->reg_read(device->state, node, device->network.table_taken, &taken, 1);
    if (result != BL_DEVICE_OK || taken == word) return result;
    return bl_device_fail(device, BL_DEVICE_TIMEOUT, "node %d does not take its table", node);
}

static enum bl_device_result write_table(struct bl_device *device, int node) {
    const struct bl_device_network *network = &device->network;
    const uint32_t *words = network->table_words + (size_t)node * (size_t)network->table_count;
    uint32_t taken = 0;
    enum bl_device_result result = device->backend->reg_read(device->state, node,
                                                             network->table_taken, &taken, 1);
    for (int i = 0; i < network->table_count && result == BL_DEVICE_OK; i++) {
        taken = words[i] | (~taken & UINT32_C(1) << 31);
        result = write_word(device, node, taken);
    }
    return result;
}

/* All nodes have theirs before the first one sends. Once behind a reset; a second process writes
   the same once more. */
static enum bl_device_result write_tables(struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < device->nodes && !device->tables && result == BL_DEVICE_OK; i++)
        result = write_table(device, i);
    device->tables |= result == BL_DEVICE_OK;
    return result;
}

enum bl_device_result bl_device_open_network(struct bl_device *device) {
    enum bl_device_result result = device->network.table ? write_tables(device) : BL_DEVICE_OK;
    uint32_t address = device->network.session;
    if (address && !device->session && result == BL_DEVICE_OK) result = choose_session(device);
    for (int i = 0; i < device->nodes && address && result == BL_DEVICE_OK; i++)
        result = device->backend->reg_write(device->state, i, address, device->session);
    return result;
}

enum bl_device_result bl_device_join(struct bl_device *device) {
    enum bl_device_result result = bl_device_place(device, device);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        result = bl_device_reg_write(device, node, BL_DEVICE_REG_NODE, (uint32_t)node);
    if (!result) device->tables = false; /* one node may have been reset by itself */
    return result ? result : bl_device_open_network(device);
}

/* ---- why it has stopped */

const char *bl_device_cause(const struct bl_device *device, uint32_t cause) {
    const char *const *causes = device ? bl_device_network(device)->causes : NULL;
    for (uint32_t i = 1; causes && causes[i - 1]; i++)
        if (i == cause) return causes[i - 1];
    return NULL;
}

/* ---- counters: those by peer for each other node, in the order of the table */

static int places_of(const struct bl_device *device, const struct bl_device_counter_row *row) {
    return row->by_peer ? bl_device_nodes(device) - 1 : 1;
}

int bl_device_counters(const struct bl_device *device) {
    const struct bl_device_counter_row *row = device ? bl_device_network(device)->counters : NULL;
    int count = 0;
    for (; row && row->name; row++) count += places_of(device, row);
    return count;
}

/* The row of counter number *index, which becomes its place in that row. */
static const struct bl_device_counter_row *row_of(const struct bl_device *device, int *index) {
    const struct bl_device_counter_row *row = bl_device_network(device)->counters;
    for (; *index >= places_of(device, row); row++) *index -= places_of(device, row);
    return row;
}

/* A value whose bits may come one by one is right when it was read twice, behind the word that says
   which one it is. */
static enum bl_device_result read_counter(struct bl_device *device, int node, uint32_t which,
                                          uint32_t *count) {
    enum { TRIES = 1000 };
    const struct bl_device_network *network = bl_device_network(device);
    uint32_t shown[2] = {~which, ~which}, value[2] = {0, 0};
    enum bl_device_result result = bl_device_reg_write(device, node, network->select, which);
    for (int i = 0; i < TRIES && !result; i++) {
        shown[0] = shown[1];
        value[0] = value[1];
        result = bl_device_reg_read(device, node, network->shown, &shown[1], 1);
        if (!result) result = bl_device_reg_read(device, node, network->count, &value[1], 1);
        *count = value[1];
        if (shown[0] == which && shown[1] == which && value[0] == value[1]) return result;
    }
    return result ? result
                  : bl_device_fail(device, BL_DEVICE_TIMEOUT, "node %d: a counter does not stand",
                                   node);
}

enum bl_device_result bl_device_counter(struct bl_device *device, int node, int index,
                                        struct bl_device_counter *counter) {
    enum bl_device_result result = bl_device_place(device, counter);
    if (result) return result;
    *counter = (struct bl_device_counter){.peer = -1};
    if (index < 0 || index >= bl_device_counters(device))
        return bl_device_fail(device, BL_DEVICE_BEYOND, "there is no counter %d", index);
    const struct bl_device_counter_row *row = row_of(device, &index);
    int peer = index + (index >= node);
    *counter = (struct bl_device_counter){.name = row->name,
                                          .help = row->help,
                                          .peer = row->by_peer ? peer : -1,
                                          .loss = row->loss,
                                          .presence = row->presence};
    return read_counter(device, node, 16 * row->number + (row->by_peer ? (uint32_t)peer : 0),
                        &counter->count);
}
