/* The HBM2 channel as a kind of memory of the simulation. */
#include "memory.h"
#include "hbm.h"

static const uint64_t CHANNEL_BYTES = UINT64_C(512) << 20;

static void *create(const struct bl_memory_config *config) {
    const struct bl_hbm_config hbm = {
        .megabits = 2000, .word_bytes = config->word_bytes, .period_ps = config->period_ps, .bytes = CHANNEL_BYTES};
    return bl_hbm_create(&hbm);
}

static void destroy(void *memory) { bl_hbm_destroy(memory); }
static void present(void *memory, struct bl_axi_in *in) { bl_hbm_present(memory, in); }
static void advance(void *memory, const struct bl_axi_in *in, const struct bl_axi_out *out) { bl_hbm_clock(memory, in, out); }
static bool idle(const void *memory) { return bl_hbm_idle(memory); }
static void skip(void *memory, int64_t clocks) { bl_hbm_skip(memory, clocks); }
static void write_bytes(void *memory, uint64_t address, const void *bytes, size_t size) { bl_hbm_write(memory, address, bytes, size); }
static void read_bytes(const void *memory, uint64_t address, void *bytes, size_t size) { bl_hbm_read(memory, address, bytes, size); }

const struct bl_memory_kind bl_memory_hbm2 = {
    .name = "hbm2", .help = "one HBM2 pseudo channel at 2.0 Gbit/s a pin: banks, bus turnaround, refresh",
    .create = create, .destroy = destroy, .present = present, .clock = advance, .idle = idle, .skip = skip,
    .write = write_bytes, .read = read_bytes,
};
