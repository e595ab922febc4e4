/* What kernels have left in a channel. */
#include "bl_device_kernel_inner.h"

enum { QUIET_READS = 16 /* of a register in which nothing may come */ };

static bool receives(const struct bl_device_kernel *kernel, int node, int channel) {
    for (int i = 0; kernel->nodes >> node & 1 && i < kernel->end_count; i++)
        if (kernel->ends[i].channel == channel && !kernel->ends[i].sends) return true;
    return false;
}

static void let_go(struct bl_device *device, int node, int channel, int claimed) {
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(bl_device_starts(device));
    for (int k = 0; k < claimed; k++)
        if (receives(&kernels->kernels[k], node, channel))
            bl_device_starts_let_go(bl_device_starts(device), node, &kernels->kernels[k]);
}

/* *claimed: kernels that were looked at, all that receive among them are held. */
static enum bl_device_result claim(struct bl_device *device, int node, int channel, int *claimed) {
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(bl_device_starts(device));
    struct bl_device_kernel_registers unused;
    enum bl_device_result result = BL_DEVICE_OK;
    bool any = false;
    for (*claimed = 0; !result && *claimed < kernels->kernel_count; *claimed += !result) {
        const struct bl_device_kernel *kernel = &kernels->kernels[*claimed];
        if (!receives(kernel, node, channel)) continue;
        any = true;
        result = bl_device_kernel_claim(device, node, kernel, &unused);
    }
    if (result || any) return result;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                          "no kernel of node %d receives from the channel", node);
}

/* Reads the count until it stays. */
static enum bl_device_result count(struct bl_device *device, int node, uint32_t address,
                                   uint32_t *dropped) {
    uint32_t seen = *dropped;
    enum bl_device_result result = BL_DEVICE_OK;
    for (int quiet = 0; !result && quiet < QUIET_READS; quiet++) {
        result = bl_device_reg_read(device, node, address, &seen, 1);
        if (seen != *dropped) quiet = 0;
        *dropped = seen;
    }
    return result;
}

static enum bl_device_result drop(struct bl_device *device, int node,
                                  const struct bl_device_channel *channel, uint32_t *units) {
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(bl_device_starts(device));
    uint32_t before, after;
    enum bl_device_result result = bl_device_reg_read(device, node, kernels->dropped, &before, 1);
    after = before;
    if (!result)
        result = bl_device_reg_write(device, node, kernels->drop, UINT32_C(1) << channel->number);
    if (!result) result = count(device, node, kernels->dropped, &after);
    if (!result) result = bl_device_reg_write(device, node, kernels->drop, 0);
    if (units) *units = after - before;
    return result;
}

enum bl_device_result bl_device_channel_empty(struct bl_device *device,
                                              const struct bl_device_channel *channel, int node,
                                              uint32_t *units) {
    int claimed = 0;
    if (units) *units = 0;
    enum bl_device_result result = bl_device_place(device, channel);
    if (!result && (node < 0 || node >= bl_device_nodes(device)))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no node %d", node);
    if (!result && !bl_device_starts(device))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "bl_device_kernels_open comes first");
    if (result) return result;
    result = claim(device, node, channel->number, &claimed);
    if (!result) result = drop(device, node, channel, units);
    let_go(device, node, channel->number, claimed);
    return result;
}

enum bl_device_result bl_device_channel_lost(struct bl_device *device,
                                             const struct bl_device_channel *channel, int node,
                                             uint32_t *units) {
    enum bl_device_result result = bl_device_place(device, channel);
    if (!result && (node < 0 || node >= bl_device_nodes(device)))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no node %d", node);
    if (!result && !channel->lost)
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "channel %s loses nothing",
                                channel->name);
    return result ? result : bl_device_reg_read(device, node, channel->lost, units, 1);
}
