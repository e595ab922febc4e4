/* The kinds of DRAM channel as kinds of memory of the simulation. */
#include "ir/carried/memory.h"
#include "memory/carried/hbm.h"

static void *create(const struct bl_memory_config *config, const char *kind) {
    const struct bl_hbm_config channel = {.kind = bl_dram_kind_find(kind),
                                          .word_bytes = config->word_bytes,
                                          .period_ps = config->period_ps};
    return bl_hbm_create(&channel);
}

static void destroy(void *memory) { bl_hbm_destroy(memory); }
static void present(void *memory, struct bl_axi_in *in) { bl_hbm_present(memory, in); }
static void advance(void *memory, const struct bl_axi_in *in, const struct bl_axi_out *out) {
    bl_hbm_clock(memory, in, out);
}
static bool idle(const void *memory) { return bl_hbm_idle(memory); }
static void skip(void *memory, int64_t cycles) { bl_hbm_skip(memory, cycles); }
static void write_bytes(void *memory, uint64_t address, const void *bytes, size_t size) {
    bl_hbm_write(memory, address, bytes, size);
}
static void read_bytes(const void *memory, uint64_t address, void *bytes, size_t size) {
    bl_hbm_read(memory, address, bytes, size);
}

#define KIND(word, text)                                                     \
    static void *create_##word(const struct bl_memory_config *config) {      \
        return create(config, #word);                                        \
    }                                                                        \
    const struct bl_memory_kind bl_memory_##word = {.name = #word,           \
                                                    .help = text,            \
                                                    .create = create_##word, \
                                                    .destroy = destroy,      \
                                                    .present = present,      \
                                                    .clock = advance,        \
                                                    .idle = idle,            \
                                                    .skip = skip,            \
                                                    .write = write_bytes,    \
                                                    .read = read_bytes}

KIND(hbm2, "one HBM2 pseudo channel at 2.0 Gbit/s a pin: banks, bus turnaround, refresh");
KIND(hbm2_1600, "the same at 1.6 Gbit/s a pin");
KIND(ddr4, "one DIMM of DDR4-2400, 64 bits, one rank");
KIND(ddr3, "one DIMM of DDR3-1600, 64 bits, one rank");
