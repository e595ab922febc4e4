#include "simulation/kernels/kernels_lost.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"

enum { SHOWS = 1, NUMBER_SHIFT = 16, COUNT = 0, CHANNEL, AT, WORDS };

bool bl_kernels_lost_may(const struct bl_kernels_lost *lost) { return lost->calls->gaps; }

void bl_kernels_lost_free(struct bl_kernels_lost *lost) {
    free(lost->gaps);
    bl_zfree(lost->taken);
}

/* The register by which a node is notified. */
static enum bl_device_result tell(struct bl_kernels_lost *lost, struct bl_device *device,
                                  int node) {
    return bl_device_reg_write(device, node, lost->calls->gaps,
                               SHOWS | lost->taken[node] << NUMBER_SHIFT);
}

enum bl_device_result bl_kernels_lost_begin(struct bl_kernels_lost *lost,
                                            struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    if (!bl_kernels_lost_may(lost)) return result;
    lost->taken = bl_zalloc((size_t)lost->kernels->nodes, sizeof *lost->taken);
    for (int n = 0; n < lost->kernels->nodes && !result; n++) result = tell(lost, device, n);
    return result;
}

static void add(struct bl_kernels_lost *lost, const struct bl_kernel_gap *gap) {
    if (lost->count == lost->capacity) {
        lost->capacity = 2 * lost->capacity + 16;
        lost->gaps = bl_zneeded(realloc(lost->gaps, sizeof *lost->gaps * (size_t)lost->capacity));
    }
    lost->gaps[lost->count++] = *gap;
}

/* One of a node; *any: there was one. How many units is read first: then the rest stands. */
static enum bl_device_result take(struct bl_kernels_lost *lost, struct bl_device *device, int node,
                                  bool *any) {
    uint32_t words[WORDS] = {0};
    enum bl_device_result result = bl_device_reg_read(device, node, lost->calls->gap, words, WORDS);
    *any = !result && words[COUNT];
    if (!*any) return result;
    add(lost, &(struct bl_kernel_gap){node, (int)words[CHANNEL], words[AT], words[COUNT]});
    lost->taken[node]++;
    return tell(lost, device, node);
}

enum bl_device_result bl_kernels_lost_collect(struct bl_kernels_lost *lost,
                                              struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int n = 0; n < lost->kernels->nodes && bl_kernels_lost_may(lost) && !result; n++)
        for (bool any = true; any && !result;) result = take(lost, device, n, &any);
    return result;
}

static uint64_t sum_of(const struct bl_kernels_lost *lost, int node, int channel) {
    uint64_t sum = 0;
    for (int i = 0; i < lost->count; i++)
        if (lost->gaps[i].node == node && lost->gaps[i].channel == channel)
            sum += lost->gaps[i].count;
    return sum;
}

bool bl_kernels_lost_agree(const struct bl_kernels_lost *lost, struct bl_device *device,
                           FILE *problems) {
    bool agree = true;
    for (int n = 0; n < lost->kernels->nodes && bl_kernels_lost_may(lost); n++)
        for (int c = 0; c < lost->calls->channel_count; c++) {
            uint32_t units = 0;
            const uint32_t sum = (uint32_t)sum_of(lost, n, c);
            if (bl_device_channel_lost(device, &lost->calls->channels[c], n, &units)) return false;
            if (units == sum) continue;
            agree = false;
            fprintf(problems,
                    "channel %s of node %d has counted %" PRIu32
                    " lost units, its gaps are of %" PRIu32 "\n",
                    lost->calls->channels[c].name, n, units, sum);
        }
    return agree;
}

void bl_kernels_lost_tell(const struct bl_kernels_lost *lost, struct bl_kernel_golden *golden) {
    for (int i = 0; i < lost->count; i++) bl_kernel_golden_lose(golden, &lost->gaps[i]);
}

uint64_t bl_kernels_lost_units(const struct bl_kernels_lost *lost) {
    uint64_t sum = 0;
    for (int i = 0; i < lost->count; i++) sum += lost->gaps[i].count;
    return sum;
}

void bl_kernels_lost_print(const struct bl_kernels_lost *lost, FILE *file) {
    for (int n = 0; n < lost->kernels->nodes && lost->count; n++)
        for (int c = 0; c < lost->kernels->channel_count; c++) {
            const uint64_t units = sum_of(lost, n, c);
            if (units)
                fprintf(file, "%-15s channel %s of node %d: %" PRIu64 " unit%s of 4 bytes\n",
                        "lost", lost->kernels->channels[c].name, n, units,
                        bl_ending((int64_t)units, "s"));
        }
}

void bl_kernels_lost_json(const struct bl_kernels_lost *lost, FILE *file) {
    if (!bl_kernels_lost_may(lost)) return;
    fputs("  \"lost\": [", file);
    for (int i = 0; i < lost->count; i++) {
        const struct bl_kernel_gap *gap = &lost->gaps[i];
        fprintf(file,
                "%s\n    {\"node\": %d, \"channel\": \"%s\", \"first\": %" PRIu64
                ", \"units\": %" PRIu64 "}",
                i ? "," : "", gap->node, lost->kernels->channels[gap->channel].name, gap->from,
                gap->count);
    }
    fputs("],\n", file);
}
