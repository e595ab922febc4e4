#include "bl_device_kernel_inner.h"
#include "bl_device_state_inner.h"

enum {
    UNIT = 4, /* bytes that addresses and limits count */
    LOW = 0,  /* registers of a memory, from its `base` on */
    HIGH = 4,
    LIMIT = 8
};
#define MOST_BYTES (UINT64_C(1) << 32)

/* ---- channels */

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

/* ---- memories */

/* It has no limit while its address changes: a doorbell may start a kernel at any time. */
static enum bl_device_result write_place(struct bl_device *device, int node, int memory) {
    struct bl_device_starts *starts = bl_device_starts(device);
    const struct bl_device_region region = bl_device_starts_region(starts, node, memory);
    const struct {
        uint32_t place, value;
    } words[] = {{LIMIT, 0},
                 {LOW, (uint32_t)region.bus},
                 {HIGH, (uint32_t)(region.bus >> 32)},
                 {LIMIT, (uint32_t)(region.bytes / UNIT)}};
    uint32_t address = bl_device_starts_kernels(starts)->memories[memory].base;
    enum bl_device_result result = BL_DEVICE_OK;
    for (size_t i = 0; i < sizeof words / sizeof *words && !result; i++)
        result = bl_device_reg_write(device, node, address + words[i].place, words[i].value);
    return result;
}

/* Their regions, set before a reset. */
static enum bl_device_result tell_again(struct bl_device *device) {
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(bl_device_starts(device));
    enum bl_device_result result = BL_DEVICE_OK;
    for (int node = 0; node < bl_device_nodes(device); node++)
        for (int i = 0; i < kernels->memory_count && !result; i++)
            if (bl_device_starts_region(bl_device_starts(device), node, i).bytes)
                result = write_place(device, node, i);
    return result;
}

static enum bl_device_result check_place(struct bl_device *device, uint64_t bus, uint64_t bytes) {
    const char *wrong = bus % UNIT                 ? "begins at a multiple of 4 bytes"
                        : bytes > MOST_BYTES       ? "has at most 4 GiB"
                        : bus > UINT64_MAX - bytes ? "ends below 2^64"
                                                   : NULL;
    if (!wrong) return BL_DEVICE_OK;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "a memory on the bus %s", wrong);
}

/* The number of a memory in the device's table; -1: it is none of them. */
static int memory_number(const struct bl_device *device,
                         const struct bl_device_kernel_memory *memory) {
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(bl_device_starts(device));
    for (int i = 0; kernels && i < kernels->memory_count; i++)
        if (&kernels->memories[i] == memory) return i;
    return -1;
}

/* While no kernel that names the memory runs, or is started. Kernels from `next` on. */
static enum bl_device_result tell(struct bl_device *device, int node, int memory, int next,
                                  const struct bl_device_region *region) {
    struct bl_device_starts *starts = bl_device_starts(device);
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(starts);
    struct bl_device_kernel_registers unused;
    while (next < kernels->kernel_count && !(kernels->kernels[next].memories >> memory & 1)) next++;
    if (next == kernels->kernel_count) {
        bl_device_starts_set_region(starts, node, memory, region);
        return write_place(device, node, memory);
    }
    const struct bl_device_kernel *kernel = &kernels->kernels[next];
    enum bl_device_result result = bl_device_kernel_claim(device, node, kernel, &unused);
    if (result) return result;
    result = tell(device, node, memory, next + 1, region);
    bl_device_starts_let_go(starts, node, kernel);
    return result;
}

enum bl_device_result bl_device_kernel_memory(struct bl_device *device, int node,
                                              const struct bl_device_kernel_memory *memory,
                                              uint64_t bus, uint64_t bytes) {
    enum bl_device_result result = bl_device_place(device, memory);
    if (!result && (node < 0 || node >= bl_device_nodes(device)))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no node %d", node);
    if (!result) result = check_place(device, bus, bytes);
    if (result) return result;
    int number = memory_number(device, memory);
    const struct bl_device_region region = {bus, bytes};
    if (number >= 0) return tell(device, node, number, 0, &region);
    return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                          "memory %s is none of the device's: bl_device_kernels_open comes first",
                          memory->name);
}

enum bl_device_result bl_device_kernels_forget(struct bl_device *device, int node, uint64_t bus,
                                               uint64_t bytes) {
    struct bl_device_starts *starts = bl_device_starts(device);
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(starts);
    const struct bl_device_region none = {0, 0};
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; kernels && i < kernels->memory_count && !result; i++) {
        const struct bl_device_region region = bl_device_starts_region(starts, node, i);
        if (region.bytes && region.bus < bus + bytes && bus < region.bus + region.bytes)
            result = tell(device, node, i, 0, &none);
    }
    return result;
}

/* ---- opening */

/* Makes them the device's, which frees those that it has. */
static void take_starts(struct bl_device *device, struct bl_device_starts *starts) {
    bl_device_starts_free(device->starts);
    device->starts = starts;
}

/* What is known of the starts of these kernels stays. */
static enum bl_device_result know(struct bl_device *device,
                                  const struct bl_device_kernels *kernels) {
    enum bl_device_result result = bl_device_place(device, kernels);
    if (result || bl_device_starts_kernels(bl_device_starts(device)) == kernels) return result;
    struct bl_device_starts *starts = bl_device_starts_new(device, kernels);
    if (!starts) return bl_device_fail(device, BL_DEVICE_NO_MEMORY, NULL);
    take_starts(device, starts);
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_kernels_open(struct bl_device *device,
                                             const struct bl_device_kernels *kernels) {
    enum bl_device_result result = know(device, kernels);
    unsigned resets = result ? 0 : bl_device_starts_resets(bl_device_starts(device));
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        result = bl_device_reg_write(device, node, BL_DEVICE_REG_NODE, (uint32_t)node);
    if (!result) result = bl_device_open_network(device);
    for (int i = 0; !result && i < kernels->channel_count; i++)
        result = open_channel(device, &kernels->channels[i]);
    if (!result) result = tell_again(device);
    if (!result) bl_device_starts_join(bl_device_starts(device), resets);
    return result;
}

/* ---- modules */

static enum bl_device_result write_arguments(struct bl_device *device, int node,
                                             const struct bl_device_module *module,
                                             const uint32_t *arguments) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < module->argument_count && !result; i++)
        result = bl_device_reg_write(device, node, module->arguments + 4 * (uint32_t)i,
                                     arguments[i]);
    return result;
}

enum bl_device_result bl_device_module_set(struct bl_device *device, int node,
                                           const struct bl_device_module *module,
                                           const uint32_t *arguments) {
    struct bl_device_kernel_registers unused;
    int claimed = 0;
    enum bl_device_result result = bl_device_place(device, module);
    if (!result) result = bl_device_place(device, arguments);
    for (; !result && module->movers[claimed]; claimed += !result)
        result = bl_device_kernel_claim(device, node, module->movers[claimed], &unused);
    if (!result) result = write_arguments(device, node, module, arguments);
    while (claimed > 0)
        bl_device_starts_let_go(bl_device_starts(device), node, module->movers[--claimed]);
    return result;
}
