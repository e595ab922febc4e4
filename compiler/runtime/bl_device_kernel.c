#include "bl_device_kernel.h"

#include <stdio.h>

#include "bl_device_inner.h"

enum { NUMBER = 0xffff, ERROR_SHIFT = 24, WAITS = 1 << 16 };

static const char *error_text(uint32_t error) {
    switch (error) {
#define ROW(name, number, text) \
    case number: return text;
        BL_DEVICE_KERNEL_ERRORS(ROW)
#undef ROW
    default: return "an unknown error";
    }
}

static uint32_t go_of(const struct bl_device_kernel *kernel) {
    return kernel->arguments + 4 * (uint32_t)kernel->argument_count;
}

static enum bl_device_result write_end(struct bl_device *device, int node, uint32_t address,
                                       int peer) {
    uint32_t value = peer < 0 ? 0 : UINT32_C(0x80000000) | (uint32_t)peer;
    return bl_device_reg_write(device, node, address, value);
}

static enum bl_device_result open_channel(struct bl_device *device,
                                          const struct bl_device_channel *channel) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int node = 0; node < bl_device_nodes(device) && !result; node++) {
        result = write_end(device, node, channel->to, channel->peers[node]);
        if (!result) result = write_end(device, node, channel->to + 4, channel->of[node]);
    }
    return result;
}

enum bl_device_result bl_device_kernels_open(struct bl_device *device,
                                             const struct bl_device_kernels *kernels) {
    enum bl_device_result result = bl_device_place(device, kernels);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        result = bl_device_reg_write(device, node, BL_DEVICE_REG_NODE, (uint32_t)node);
    if (!result) result = bl_device_open_network(device);
    for (int i = 0; !result && i < kernels->channel_count; i++)
        result = open_channel(device, &kernels->channels[i]);
    return result;
}

enum bl_device_result bl_device_kernel_memory(struct bl_device *device, int node,
                                              const struct bl_device_kernel_memory *memory,
                                              uint64_t bus) {
    enum bl_device_result result = bl_device_place(device, memory);
    if (!result) result = bl_device_reg_write(device, node, memory->base, (uint32_t)bus);
    if (!result)
        result = bl_device_reg_write(device, node, memory->base + 4, (uint32_t)(bus >> 32));
    return result;
}

/* The ends are taken apart first: a sender asks anew when it is joined. */
enum bl_device_result bl_device_channel_to(struct bl_device *device,
                                           const struct bl_device_channel *channel, int node,
                                           int peer) {
    enum bl_device_result result = bl_device_place(device, channel);
    if (!result && (peer < 0 || peer >= bl_device_nodes(device)))
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no node %d", peer);
    if (!result) result = write_end(device, node, channel->to, -1);
    if (!result) result = write_end(device, peer, channel->to + 4, node);
    uint32_t seen;
    if (!result) result = bl_device_reg_read(device, peer, channel->to + 4, &seen, 1);
    if (!result) result = write_end(device, node, channel->to, peer);
    return result;
}

static bool is_on(const struct bl_device_kernel *kernel, int node) {
    return kernel->nodes >> node & 1;
}

static enum bl_device_result place_kernel(struct bl_device *device, int node,
                                          const struct bl_device_kernel *kernel) {
    enum bl_device_result result = bl_device_place(device, kernel);
    if (result || node < 0 || node >= bl_device_nodes(device) || is_on(kernel, node)) return result;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "kernel %s is not on node %d", kernel->name,
                          node);
}

/* Its last number; BL_DEVICE_BUSY while it runs. */
static enum bl_device_result check_rests(struct bl_device *device, int node,
                                         const struct bl_device_kernel *kernel, uint32_t *number) {
    uint32_t state;
    enum bl_device_result result = bl_device_reg_read(device, node, go_of(kernel), number, 1);
    if (!result) result = bl_device_reg_read(device, node, kernel->state, &state, 1);
    if (result || (*number & NUMBER) == (state & NUMBER)) return result;
    return bl_device_fail(device, BL_DEVICE_BUSY, "kernel %s of node %d runs", kernel->name, node);
}

static enum bl_device_result write_arguments(struct bl_device *device, int node, uint32_t first,
                                             int count, const uint32_t *arguments) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < count && !result; i++)
        result = bl_device_reg_write(device, node, first + 4 * (uint32_t)i, arguments[i]);
    return result;
}

enum bl_device_result bl_device_module_set(struct bl_device *device, int node,
                                           const struct bl_device_module *module,
                                           const uint32_t *arguments) {
    uint32_t unused;
    enum bl_device_result result = bl_device_place(device, module);
    if (!result) result = bl_device_place(device, arguments);
    for (int i = 0; !result && module->movers[i]; i++)
        result = check_rests(device, node, module->movers[i], &unused);
    if (result) return result;
    return write_arguments(device, node, module->arguments, module->argument_count, arguments);
}

enum bl_device_result bl_device_kernel_start(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             const uint32_t *arguments) {
    uint32_t number;
    enum bl_device_result result = place_kernel(device, node, kernel);
    if (!result && kernel->argument_count) result = bl_device_place(device, arguments);
    if (!result) result = check_rests(device, node, kernel, &number);
    if (!result)
        result = write_arguments(device, node, kernel->arguments, kernel->argument_count,
                                 arguments);
    return result ? result
                  : bl_device_reg_write(device, node, go_of(kernel), (number + 1) & NUMBER);
}

/* Its state, as the host has seen it now; `waits`: another one is to interrupt. */
static enum bl_device_result see(struct bl_device *device, int node,
                                 const struct bl_device_kernel *kernel, uint32_t state,
                                 bool waits) {
    return bl_device_reg_write(device, node, go_of(kernel) + 4, state | (waits ? WAITS : 0));
}

/* Its error, or its end: *ended. Until then it is to interrupt. */
static enum bl_device_result look(struct bl_device *device, int node,
                                  const struct bl_device_kernel *kernel, bool *ended) {
    uint32_t number, state;
    enum bl_device_result result = bl_device_reg_read(device, node, go_of(kernel), &number, 1);
    if (!result) result = bl_device_reg_read(device, node, kernel->state, &state, 1);
    if (result) return result;
    *ended = (number & NUMBER) == (state & NUMBER);
    bool failed = state >> ERROR_SHIFT;
    result = see(device, node, kernel, state, !*ended && !failed);
    if (result || !failed) return result;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR, "kernel %s of node %d: %s", kernel->name,
                          node, error_text(state >> ERROR_SHIFT));
}

static enum bl_device_result read_clocks(struct bl_device *device, int node,
                                         const struct bl_device_kernel *kernel, uint64_t *clocks) {
    uint32_t words[2];
    enum bl_device_result result = bl_device_reg_read(device, node, kernel->state + 4, words, 2);
    if (!result && clocks) *clocks = (uint64_t)words[1] << 32 | words[0];
    return result;
}

/* Nobody waits any more, whatever has ended the wait; its message gets the kernel's name. */
static enum bl_device_result give_up(struct bl_device *device, int node,
                                     const struct bl_device_kernel *kernel,
                                     enum bl_device_result result) {
    char why[BL_DEVICE_WORDS];
    if (result != BL_DEVICE_TIMEOUT && result != BL_DEVICE_STUCK) return result;
    snprintf(why, sizeof why, "%s", bl_device_message(device));
    if (result == BL_DEVICE_TIMEOUT) bl_device_reg_write(device, node, go_of(kernel) + 4, 0);
    return bl_device_fail(device, result, "kernel %s of node %d has not ended: %s", kernel->name,
                          node, why);
}

enum bl_device_result bl_device_kernel_wait(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel,
                                            int64_t timeout_ps, uint64_t *clocks) {
    bool ended = false;
    enum bl_device_result result = place_kernel(device, node, kernel);
    if (clocks) *clocks = 0;
    while (!result) {
        result = look(device, node, kernel, &ended);
        if (result || ended) break;
        result = bl_device_interrupt(device, node, timeout_ps);
        if (result) return give_up(device, node, kernel, result);
    }
    return result ? result : read_clocks(device, node, kernel, clocks);
}

static enum bl_device_result start_all(struct bl_device *device,
                                       const struct bl_device_kernel *kernel,
                                       const uint32_t *arguments) {
    enum bl_device_result result = bl_device_place(device, kernel);
    uint32_t number;
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        if (is_on(kernel, node)) result = check_rests(device, node, kernel, &number);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        if (is_on(kernel, node)) result = bl_device_kernel_start(device, node, kernel, arguments);
    return result;
}

enum bl_device_result bl_device_kernel_call(struct bl_device *device,
                                            const struct bl_device_kernel *kernel,
                                            const uint32_t *arguments, int64_t timeout_ps,
                                            uint64_t *clocks) {
    enum bl_device_result result = start_all(device, kernel, arguments);
    uint64_t longest = 0, taken;
    for (int node = 0; !result && node < bl_device_nodes(device); node++) {
        if (!is_on(kernel, node)) continue;
        result = bl_device_kernel_wait(device, node, kernel, timeout_ps, &taken);
        if (!result && taken > longest) longest = taken;
    }
    if (clocks) *clocks = longest;
    return result;
}
