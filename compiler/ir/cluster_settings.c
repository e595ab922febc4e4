/* The settings of a cluster, of its memory, of its host ports and their DMA, and of a clock. */
#include "ir/carried/host.h"
#include "ir/dma.h"
#include "ir/program.h"
#include "settings/setting.h"

#include <string.h>

const struct bl_setting bl_cluster_settings[] = {
    BL_SETTING("nodes", NUMBER, 1, 64, BL_NEEDED, INT, bl_cluster, nodes, .help = "FPGAs",
               BL_SETTING_OPTION("N", "nodes of the cluster", 1)),
    {0}};

const struct bl_setting bl_memory_settings[] = {
    BL_SETTING("channels", NUMBER, 1, 32, BL_NEEDED, INT, bl_memory, channels, .power = true,
               .help = "memory channels of a node, half of them read at a time",
               BL_SETTING_OPTION("N", "memory channels read at a time", 2)),
    BL_SETTING("width", SIZE, 16, 64, BL_NEEDED, INT, bl_memory, width, .power = true,
               .help = "bytes of a channel's word",
               BL_SETTING_OPTION("BYTES", "bytes of a channel's word", 1)),
    BL_SETTING("strip", NUMBER, 16, 4096, 512, INT, bl_memory, strip, .power = true,
               .help = "words of a channel for which a destination table is kept"),
    BL_SETTING("burst", SIZE, 64, 256, 128, INT, bl_memory, burst, .power = true,
               .help = "bytes of one memory access",
               BL_SETTING_OPTION("BYTES", "bytes of one memory access", 1)),
    {0}};

const struct bl_setting bl_clock_settings[] = {
    BL_SETTING("clock", FREQUENCY, 1e6, 2e9, BL_NEEDED, REAL, bl_clock, hertz,
               .help = "of every node",
               BL_SETTING_OPTION("RATE", "the core's clock: \"150 MHz\"", 1)),
    {0}};

/* Usual: PCIe of the third generation, eight lanes. */
const struct bl_setting bl_host_settings[] = {
    BL_SETTING("generation", NUMBER, 1, 5, 3, INT, bl_host, generation,
               .help = "of the bus, which sets its rate"),
    BL_SETTING("lanes", NUMBER, 1, 16, 8, INT, bl_host, lanes, .power = true,
               .help = "lanes of the bus"),
    BL_SETTING("payload", SIZE, 128, 4096, 256, INT, bl_host, payload, .power = true,
               .help = "bytes of the longest write on the bus"),
    BL_SETTING("request", SIZE, 128, 4096, 512, INT, bl_host, request, .power = true,
               .help = "bytes of the longest read on the bus"),
    BL_SETTING("completion", SIZE, 64, 4096, 4096, INT, bl_host, completion, .power = true,
               .help = "bytes of the longest completion of a read, at most those of `payload`"),
    BL_SETTING("tags", NUMBER, 1, 256, 32, INT, bl_host, tags, .help = "reads on their way"),
    BL_SETTING("read", TIME, 1e-9, 1e-3, 450e-9, PS, bl_host, read_ps,
               .help = "from a read of the host's memory to its data"),
    BL_SETTING("write", TIME, 1e-9, 1e-3, 300e-9, PS, bl_host, write_ps,
               .help = "from a write until it is visible"),
    BL_SETTING("memory", SIZE, 1e6, 4e9, 64e6, LONG, bl_host, memory,
               .help = "of the host, that a node reaches"),
    BL_SETTING("base", CAPACITY, 16.0 * (1 << 20), 64.0 * (1 << 30), 4.0 * (1 << 30), LONG, bl_host,
               base, .power = true,
               .help = "bus address of that memory; below 4 GiB it takes 32 bits"),
    BL_SETTING("gpus", NUMBER, 0, 8, 0, INT, bl_host, gpus, .help = "GPUs on the bus"),
    BL_SETTING("gpu", SIZE, 1e6, 4294967296.0, 16e6, LONG, bl_host, gpu,
               .help = "memory of each GPU"),
    BL_SETTING("gpu_read", TIME, 1e-9, 1e-3, 1000e-9, PS, bl_host, gpu_read_ps,
               .help = "from a read of a GPU's memory to its data"),
    BL_SETTING("gpu_rate", RATE, 1e6, 1e12, 1e12, REAL, bl_host, gpu_rate,
               .help = "at which a GPU's memory is read"),
    BL_SETTING("gpu_write", TIME, 1e-9, 1e-3, 450e-9, PS, bl_host, gpu_write_ps,
               .help = "from a write to a GPU's memory until it is visible"),
    BL_SETTING("store", TIME, 1e-9, 1e-3, 200e-9, PS, bl_host, store_ps,
               .help = "from a store of the CPU into the window of `network hub` to the node"),
    BL_SETTING("interrupt", TIME, 0, 1e-3, 0, PS, bl_host, interrupt_ps,
               .help = "from an interrupt of a node until the host's program runs on"),
    BL_SETTING("jitter", TIME, 0, 1e-3, 0, PS, bl_host, jitter_ps,
               .help = "that reads and writes of all memories take longer, at random"),
    {0}};

const struct bl_setting bl_dma_settings[] = {
    BL_SETTING_WORDS("engine", BL_DMA_QUEUED, bl_dma, engine, "what moves it", "queued",
                     "chained"),
    BL_SETTING("queue", NUMBER, 2, 64, BL_DMA_QUEUE, INT, bl_dma, queue, .power = true,
               .help = "descriptors that wait, of the host and of the kernels each"),
    BL_SETTING("registers", NUMBER, 1, 16, 4, INT, bl_dma, registers,
               .help = "requests that an engine of a hub has registers for"),
    BL_SETTING("timeout", TIME, 10e-6, 0.25, 0, PS, bl_dma, timeout_ps,
               .help = "after which it gives up a read that was not answered, at most twice that"),
    {0}};

static const char *const host_buses[] = {"pcie"};

bool bl_host_bus(const char *word) {
    for (size_t i = 0; i < sizeof host_buses / sizeof *host_buses; i++)
        if (!strcmp(host_buses[i], word)) return true;
    return false;
}

const char *bl_host_bus_words(void) { return host_buses[0]; }

uint64_t bl_host_memory_at(const struct bl_host *host, int memory) {
    return memory ? BL_HOST_GPU + (uint64_t)(memory - 1) * BL_HOST_GPU_STEP : (uint64_t)host->base;
}
