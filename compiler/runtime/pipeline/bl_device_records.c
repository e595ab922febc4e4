/* Records to the lanes of a pipeline, and its results back. */
#include <string.h>

#include "bl_device_inner.h"

enum { PART = 16384 /* bytes that are copied at a time */ };

/* How often the elements of a lane are moved, so many at a time. */
static size_t part_of(const struct bl_device_version *version, size_t count) {
    size_t most = PART / (size_t)version->place.bytes;
    return count < most ? count : most;
}

static size_t room_of(const struct bl_device_version *version) {
    return (size_t)(version->bytes / (uint64_t)version->place.bytes);
}

static int slots_of(const struct bl_device *device) {
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    return pipeline->nodes * pipeline->lanes;
}

/* A lane of a node, a version of it, and where it lies in the host. */
struct lane {
    struct bl_device *device;
    const struct bl_device_version *version;
    int node, number;
    size_t stride;
};

static struct lane lane_of(struct bl_device *device, const struct bl_device_version *version,
                           int slot, size_t stride) {
    int lanes = bl_device_pipeline(device)->lanes;
    return (struct lane){.device = device,
                         .version = version,
                         .node = slot / lanes,
                         .number = slot % lanes,
                         .stride = stride};
}

/* Elements of `bytes` bytes from one array to another, in steps of their own. */
static void copy(unsigned char *to, size_t to_step, const unsigned char *from, size_t from_step,
                 size_t bytes, size_t count) {
    if (to_step == bytes && from_step == bytes) memcpy(to, from, count * bytes);
    else
        for (size_t i = 0; i < count; i++) memcpy(to + i * to_step, from + i * from_step, bytes);
}

/* ---- loading */

/* The number of the record that is dealt to this place of a lane. */
static size_t record_at(const struct lane *lane, size_t place) {
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(lane->device);
    size_t deal = (size_t)pipeline->deal,
           block = place / deal * (size_t)(pipeline->nodes * pipeline->lanes) +
                   (size_t)(lane->number * pipeline->nodes + lane->node);
    return block * deal + place % deal;
}

/* So many elements of a lane, from `place` on, as they were dealt to it: block by block. */
static void gather(const struct lane *lane, unsigned char *part, const unsigned char *values,
                   size_t place, size_t count) {
    size_t bytes = (size_t)lane->version->place.bytes,
           deal = (size_t)bl_device_pipeline(lane->device)->deal, many;
    for (; count; count -= many, place += many, part += many * bytes) {
        many = deal - place % deal;
        if (many > count) many = count;
        copy(part, bytes, values + record_at(lane, place) * lane->stride, lane->stride, bytes,
             many);
    }
}

static enum bl_device_result load_lane(const struct lane *lane, const unsigned char *values,
                                       size_t n) {
    const struct bl_device_version *version = lane->version;
    size_t share = bl_device_pipeline_share(bl_device_pipeline(lane->device), n, lane->node,
                                            lane->number);
    unsigned char part[PART];
    enum bl_device_result result = BL_DEVICE_OK;
    for (size_t first = 0, many; first < share && !result; first += many) {
        many = part_of(version, share - first);
        gather(lane, part, values, first, many);
        result = bl_device_put(lane->device, lane->node, version->channel + lane->number,
                               &version->place, first, part, many);
    }
    return result;
}

static enum bl_device_result set_counts(struct bl_device *device,
                                        const struct bl_device_version *version, size_t n) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int slot = 0; slot < slots_of(device) && !result; slot++) {
        const struct lane lane = lane_of(device, version, slot, 0);
        size_t share = bl_device_pipeline_share(bl_device_pipeline(device), n, lane.node,
                                                lane.number);
        result = bl_device_reg_write(device, lane.node,
                                     version->counts + version->next * (uint32_t)lane.number,
                                     (uint32_t)share);
    }
    return result;
}

static enum bl_device_result check_load(struct bl_device *device,
                                        const struct bl_device_version *version, const void *values,
                                        size_t n) {
    enum bl_device_result result = bl_device_idle(device);
    if (result) return result;
    if (!version->source)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "%s is not a source", version->name);
    if (!values && n)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "there are no records to load");
    if (bl_device_pipeline_share(bl_device_pipeline(device), n, 0, 0) > room_of(version))
        return bl_device_fail(device, BL_DEVICE_BEYOND,
                              "%zu records do not fit the memory of the cluster", n);
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_pipeline_load(struct bl_device *device, int number,
                                              const void *values, size_t stride, size_t n) {
    const struct bl_device_version *version = NULL;
    enum bl_device_result result = bl_device_find_version(device, number, &version);
    if (!result) result = check_load(device, version, values, n);
    if (result) return result;
    for (int slot = 0; slot < slots_of(device) && !result; slot++) {
        const struct lane lane = lane_of(device, version, slot, stride);
        result = load_lane(&lane, values, n);
    }
    return result ? result : set_counts(device, version, n);
}

/* ---- results */

enum bl_device_result bl_device_lane_counts(struct bl_device *device,
                                            const struct bl_device_version *version, int node,
                                            uint32_t counts[BL_DEVICE_LANES]) {
    int lanes = bl_device_pipeline(device)->lanes;
    if (lanes > BL_DEVICE_LANES)
        return bl_device_fail(device, BL_DEVICE_MISMATCH, "%d lanes are too many", lanes);
    if (version->next) return bl_device_reg_read(device, node, version->counts, counts, lanes);
    enum bl_device_result result = bl_device_reg_read(device, node, version->counts, counts, 1);
    for (int lane = 1; lane < lanes && !result; lane++) counts[lane] = counts[0];
    return result;
}

enum bl_device_result bl_device_pipeline_count(struct bl_device *device, int number, int node,
                                               int lane, size_t *n) {
    const struct bl_device_version *version = NULL;
    uint32_t count = 0;
    enum bl_device_result result = bl_device_place(device, n);
    if (n) *n = 0;
    if (!result) result = bl_device_find_version(device, number, &version);
    if (!result && (lane < 0 || lane >= bl_device_pipeline(device)->lanes))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no lane %d", lane);
    if (!result) result = bl_device_finished(device);
    if (!result)
        result = bl_device_reg_read(device, node, version->counts + version->next * (uint32_t)lane,
                                    &count, 1);
    if (!result) *n = count;
    return result;
}

enum bl_device_result bl_device_pipeline_read(struct bl_device *device, int number, int node,
                                              int lane, void *values, size_t n) {
    const struct bl_device_version *version = NULL;
    size_t count = 0;
    enum bl_device_result result = bl_device_pipeline_count(device, number, node, lane, &count);
    if (!result) result = bl_device_find_version(device, number, &version);
    if (result) return result;
    if (n > count || n > room_of(version))
        return bl_device_fail(device, BL_DEVICE_BEYOND,
                              "%s: node %d, lane %d: %zu elements, not %zu", version->name, node,
                              lane, count, n);
    return bl_device_get(device, node, version->channel + lane, &version->place, 0, values, n);
}

/* The first `count` elements of a lane. */
static enum bl_device_result store_lane(const struct lane *lane, unsigned char *values,
                                        size_t count) {
    const struct bl_device_version *version = lane->version;
    size_t bytes = (size_t)version->place.bytes;
    unsigned char part[PART];
    enum bl_device_result result = BL_DEVICE_OK;
    for (size_t first = 0, many; first < count && !result; first += many) {
        many = part_of(version, count - first);
        result = bl_device_get(lane->device, lane->node, version->channel + lane->number,
                               &version->place, first, part, many);
        if (!result) copy(values + first * lane->stride, lane->stride, part, bytes, bytes, many);
    }
    return result;
}

enum bl_device_result bl_device_pipeline_store(struct bl_device *device, int number, void *values,
                                               size_t stride, size_t capacity, size_t *n) {
    const struct bl_device_version *version = NULL;
    enum bl_device_result result = bl_device_place(device, n && (values || !capacity) ? n : NULL);
    if (n) *n = 0;
    if (!result) result = bl_device_find_version(device, number, &version);
    if (result) return result;
    for (int slot = 0; slot < slots_of(device) && !result; slot++) {
        const struct lane lane = lane_of(device, version, slot, stride);
        size_t count = 0, room = capacity > *n ? capacity - *n : 0;
        result = bl_device_pipeline_count(device, number, lane.node, lane.number, &count);
        if (count > room_of(version))
            return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                                  "%s: node %d, lane %d: more than fits", version->name, lane.node,
                                  lane.number);
        if (count < room) room = count;
        if (room && !result)
            result = store_lane(&lane, (unsigned char *)values + *n * stride, room);
        *n += count;
    }
    return result;
}

static enum bl_device_result records_of(struct bl_device *device, int node, int lane,
                                        size_t *count) {
    const int *records = bl_device_pipeline(device)->records;
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; records[i] >= 0 && !result; i++) {
        size_t own = 0;
        result = bl_device_pipeline_count(device, records[i], node, lane, &own);
        if (!result && i && own != *count)
            result = bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                                    "node %d, lane %d: columns of two lengths", node, lane);
        *count = own;
    }
    return result;
}

enum bl_device_result bl_device_pipeline_records(struct bl_device *device, size_t *counts) {
    enum bl_device_result result = bl_device_place(device, counts);
    if (!result) result = bl_device_known(device);
    if (!result && !bl_device_pipeline(device)->records)
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "%s hands no whole records back",
                                bl_device_pipeline(device)->name);
    int lanes = result ? 1 : bl_device_pipeline(device)->lanes;
    for (int slot = 0; !result && slot < slots_of(device); slot++)
        result = records_of(device, slot / lanes, slot % lanes, &counts[slot]);
    return result;
}

enum bl_device_result bl_device_pipeline_counts(struct bl_device *device, int node, int counted,
                                                uint32_t *counts) {
    enum bl_device_result result = bl_device_place(device, counts);
    if (!result) result = bl_device_known(device);
    if (result) return result;
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    if (counted < 0 || counted >= pipeline->counted_count)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "%s has no histogram number %d",
                              pipeline->name, counted);
    result = bl_device_finished(device);
    return result ? result
                  : bl_device_counts(device, node, &pipeline->counted[counted].place, counts);
}
