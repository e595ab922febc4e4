/* The settings of a cluster, of its memory and of a clock. */
#include "ir/program.h"
#include "settings/setting.h"

const struct bl_setting bl_cluster_settings[] = {
    BL_SETTING("nodes", NUMBER, 1, 64, BL_NEEDED, INT, bl_cluster, nodes, .help = "FPGAs",
               BL_SETTING_OPTION("N", "nodes of the cluster", 1)),
    {0}};

const struct bl_setting bl_memory_settings[] = {
    BL_SETTING("channels", NUMBER, 2, 32, BL_NEEDED, INT, bl_memory, channels, .power = true,
               .help = "memory channels of a node, half of them read at a time",
               BL_SETTING_OPTION("N", "memory channels read at a time", 2)),
    BL_SETTING("width", SIZE, 16, 64, BL_NEEDED, INT, bl_memory, width, .power = true,
               .help = "bytes of a channel's word",
               BL_SETTING_OPTION("BYTES", "bytes of a channel's word", 1)),
    BL_SETTING("strip", NUMBER, 16, 4096, BL_NEEDED, INT, bl_memory, strip, .power = true,
               .help = "words of a channel for which a destination table is kept"),
    BL_SETTING("burst", SIZE, 64, 256, BL_NEEDED, INT, bl_memory, burst, .power = true,
               .help = "bytes of one memory access",
               BL_SETTING_OPTION("BYTES", "bytes of one memory access", 1)),
    {0}};

const struct bl_setting bl_clock_settings[] = {
    BL_SETTING("clock", FREQUENCY, 1e6, 2e9, BL_NEEDED, REAL, bl_clock, hertz,
               .help = "of every node",
               BL_SETTING_OPTION("RATE", "the core's clock: \"150 MHz\"", 1)),
    {0}};
