/* Pipelines: which one a device runs, its start, its cycles. */
#include "bl_device_pipeline.h"

#include <stdio.h>
#include <string.h>

#include "bl_device_dma.h"
#include "bl_device_state_inner.h"

/* Makes it that of the device, which is without host ports until it is given them. */
static void take(struct bl_device *device, const struct bl_device_pipeline *pipeline) {
    device->pipeline = pipeline;
    device->ports = false;
    bl_device_dma_free(device->dma);
    device->dma = NULL;
}

enum bl_device_result bl_device_set_pipeline(struct bl_device *device,
                                             const struct bl_device_pipeline *pipeline) {
    enum bl_device_result result = bl_device_place(device, pipeline);
    if (result) return result;
    take(device, pipeline);
    bl_device_set_network(device, pipeline->network);
    return pipeline->host_port ? bl_device_host_ports(device, pipeline->host_port) : BL_DEVICE_OK;
}

static enum bl_device_result check_shape(struct bl_device *device,
                                         const struct bl_device_pipeline *pipeline) {
    int nodes = bl_device_nodes(device), channels = bl_device_channels(device);
    const struct bl_device_pipeline *runs = bl_device_pipeline(device);
    if (nodes != pipeline->nodes || channels != pipeline->channels)
        return bl_device_fail(device, BL_DEVICE_MISMATCH,
                              "%s needs %d nodes with %d channels, not %d with %d", pipeline->name,
                              pipeline->nodes, pipeline->channels, nodes, channels);
    if (runs && strcmp(runs->name, pipeline->name) != 0)
        return bl_device_fail(device, BL_DEVICE_MISMATCH, "the device runs %s, not %s", runs->name,
                              pipeline->name);
    if (runs && runs->signature != pipeline->signature)
        return bl_device_fail(device, BL_DEVICE_MISMATCH,
                              "the device runs another build of %s than this program was "
                              "compiled for",
                              pipeline->name);
    return BL_DEVICE_OK;
}

static enum bl_device_result check_nodes(struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int node = 0; node < bl_device_nodes(device) && !result; node++) {
        uint32_t id[2] = {0, 0};
        result = bl_device_reg_read(device, node, BL_DEVICE_REG_ID, id, 2);
        if (!result && id[0] != BL_DEVICE_ID)
            result = bl_device_fail(device, BL_DEVICE_MISMATCH,
                                    "node %d: this is not a bankloom circuit", node);
        if (!result && id[1] != BL_DEVICE_MAP)
            result = bl_device_fail(device, BL_DEVICE_MISMATCH,
                                    "node %d: its register map is %u, this library knows %u", node,
                                    (unsigned)id[1], (unsigned)BL_DEVICE_MAP);
    }
    return result;
}

static enum bl_device_result join(struct bl_device *device,
                                  const struct bl_device_pipeline *pipeline) {
    enum bl_device_result result = pipeline ? check_shape(device, pipeline)
                                            : bl_device_known(device);
    if (!result && pipeline) result = bl_device_set_pipeline(device, pipeline);
    if (!result) result = check_nodes(device);
    return result ? result : bl_device_acknowledge(device);
}

enum bl_device_result bl_device_pipeline_open(struct bl_device **device, const char *name,
                                              const struct bl_device_pipeline *pipeline) {
    if (!device) return BL_DEVICE_BAD_CALL;
    enum bl_device_result result = bl_device_open(device, name);
    if (result) return result;
    result = join(*device, pipeline);
    if (!result) return result;
    fprintf(stderr, "error: %s\n", bl_device_message(*device));
    bl_device_close(*device);
    *device = NULL;
    return result;
}

enum bl_device_result bl_device_known(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    if (bl_device_pipeline(device)) return BL_DEVICE_OK;
    return bl_device_fail(device, BL_DEVICE_MISMATCH,
                          "which pipeline the device runs is not known");
}

enum bl_device_result bl_device_find_version(struct bl_device *device, int number,
                                             const struct bl_device_version **version) {
    enum bl_device_result result = bl_device_known(device);
    if (result) return result;
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    if (number < 0 || number >= pipeline->version_count)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "%s has no column version number %d",
                              pipeline->name, number);
    *version = &pipeline->versions[number];
    return BL_DEVICE_OK;
}

size_t bl_device_pipeline_share(const struct bl_device_pipeline *pipeline, size_t n, int node,
                                int lane) {
    if (!pipeline || node < 0 || node >= pipeline->nodes || lane < 0 || lane >= pipeline->lanes)
        return 0;
    const size_t deal = (size_t)pipeline->deal,
                 round = deal * (size_t)(pipeline->nodes * pipeline->lanes),
                 skip = deal * (size_t)(lane * pipeline->nodes + node);
    size_t rest = n % round > skip ? n % round - skip : 0;
    return n / round * deal + (rest < deal ? rest : deal);
}

/* ---- runs */

/* Whether two sources hold as many elements in every lane of a node. */
static enum bl_device_result compare_loads(struct bl_device *device, int node,
                                           const struct bl_device_version *first,
                                           const struct bl_device_version *other) {
    enum bl_device_result result = BL_DEVICE_OK;
    uint32_t counts[2][BL_DEVICE_LANES];
    size_t bytes = (size_t)bl_device_pipeline(device)->lanes * sizeof **counts;
    const struct bl_device_version *versions[2] = {first, other};
    for (int i = 0; i < 2 && !result; i++)
        result = bl_device_lane_counts(device, versions[i], node, counts[i]);
    if (result || !memcmp(counts[0], counts[1], bytes)) return result;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "%s: loaded with another number of records",
                          other->column);
}

static enum bl_device_result check_loads(struct bl_device *device, int node) {
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    const struct bl_device_version *first = NULL;
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < pipeline->version_count && !result; i++) {
        const struct bl_device_version *version = &pipeline->versions[i];
        if (version->source && first) result = compare_loads(device, node, first, version);
        if (version->source && !first) first = version;
    }
    return result;
}

enum bl_device_result bl_device_pipeline_start(struct bl_device *device) {
    enum bl_device_result result = bl_device_known(device);
    if (!result) result = bl_device_idle(device);
    for (int node = 0; node < bl_device_nodes(device) && !result; node++) {
        result = bl_device_reg_write(device, node, BL_DEVICE_REG_NODE, (uint32_t)node);
        if (!result) result = check_loads(device, node);
    }
    return result ? result : bl_device_start(device);
}

enum bl_device_result bl_device_pipeline_cycles(struct bl_device *device, uint64_t *cycles) {
    enum bl_device_result result = bl_device_place(device, cycles);
    if (cycles) *cycles = 0;
    if (!result) result = bl_device_finished(device);
    for (int node = 0; node < bl_device_nodes(device) && !result; node++) {
        uint32_t words[2] = {0, 0};
        result = bl_device_reg_read(device, node, BL_DEVICE_REG_CYCLES, words, 2);
        uint64_t own = words[0] | (uint64_t)words[1] << 32;
        if (own > *cycles) *cycles = own;
    }
    return result;
}
