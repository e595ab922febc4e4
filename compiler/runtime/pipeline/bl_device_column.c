/* Columns in the memory of a node: in one piece, or in planes of their elements' parts. */
#include <string.h>

#include "bl_device_inner.h"

enum { PART = 4096 /* bytes that are gathered at a time */ };

static bool in_one_piece(const struct bl_device_column *column) {
    return !column->unit || column->bytes == column->unit;
}

/* Elements of a plane that fit into a part. */
static size_t part_of(const struct bl_device_column *column, size_t count) {
    size_t most = PART / (size_t)column->unit;
    return count < most ? count : most;
}

static uint64_t address_of(const struct bl_device_column *column, int plane, uint64_t first) {
    return column->base + (uint64_t)plane * column->plane + first * (uint64_t)column->unit;
}

static enum bl_device_result check(struct bl_device *device, const struct bl_device_column *column,
                                   const void *values, size_t count) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    if (!column) return bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no column");
    if (!values && count)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no buffer to copy from or to");
    return BL_DEVICE_OK;
}

static enum bl_device_result put_plane(struct bl_device *device, int node, int channel,
                                       const struct bl_device_column *column, int plane,
                                       uint64_t first, const unsigned char *values, size_t count) {
    const size_t unit = (size_t)column->unit, bytes = (size_t)column->bytes;
    unsigned char part[PART];
    enum bl_device_result result = BL_DEVICE_OK;
    for (size_t many; count && !result; count -= many, first += many, values += many * bytes) {
        many = part_of(column, count);
        for (size_t i = 0; i < many; i++)
            memcpy(part + i * unit, values + i * bytes + (size_t)plane * unit, unit);
        result = bl_device_write(device, node, channel, address_of(column, plane, first), part,
                                 many * unit);
    }
    return result;
}

static enum bl_device_result get_plane(struct bl_device *device, int node, int channel,
                                       const struct bl_device_column *column, int plane,
                                       uint64_t first, unsigned char *values, size_t count) {
    const size_t unit = (size_t)column->unit, bytes = (size_t)column->bytes;
    unsigned char part[PART];
    enum bl_device_result result = BL_DEVICE_OK;
    for (size_t many; count && !result; count -= many, first += many, values += many * bytes) {
        many = part_of(column, count);
        result = bl_device_read(device, node, channel, address_of(column, plane, first), part,
                                many * unit);
        for (size_t i = 0; i < many && !result; i++)
            memcpy(values + i * bytes + (size_t)plane * unit, part + i * unit, unit);
    }
    return result;
}

enum bl_device_result bl_device_put(struct bl_device *device, int node, int channel,
                                    const struct bl_device_column *column, uint64_t first,
                                    const void *values, size_t count) {
    enum bl_device_result result = check(device, column, values, count);
    if (result) return result;
    if (in_one_piece(column))
        return bl_device_write(device, node, channel, address_of(column, 0, first), values,
                               count * (size_t)column->bytes);
    for (int plane = 0; plane < column->bytes / column->unit && !result; plane++)
        result = put_plane(device, node, channel, column, plane, first, values, count);
    return result;
}

enum bl_device_result bl_device_get(struct bl_device *device, int node, int channel,
                                    const struct bl_device_column *column, uint64_t first,
                                    void *values, size_t count) {
    enum bl_device_result result = check(device, column, values, count);
    if (result) return result;
    if (in_one_piece(column))
        return bl_device_read(device, node, channel, address_of(column, 0, first), values,
                              count * (size_t)column->bytes);
    for (int plane = 0; plane < column->bytes / column->unit && !result; plane++)
        result = get_plane(device, node, channel, column, plane, first, values, count);
    return result;
}
