/* The settings of a cluster and of its memory. */
#include "ir/program.h"
#include "ir/setting.h"

const struct bl_setting bl_cluster_settings[] = {
    BL_SETTING("nodes", NUMBER, 1, 64, BL_NEEDED, INT, bl_cluster, nodes, .help = "FPGAs"), {0}};

const struct bl_setting bl_memory_settings[] = {
    BL_SETTING("channels", NUMBER, 2, 32, BL_NEEDED, INT, bl_memory, channels, .power = true,
               .help = "memory channels of a node, half of them read at a time"),
    BL_SETTING("width", SIZE, 16, 64, BL_NEEDED, INT, bl_memory, width, .power = true,
               .help = "bytes of a channel's word"),
    BL_SETTING("strip", NUMBER, 16, 4096, BL_NEEDED, INT, bl_memory, strip, .power = true,
               .help = "words of a channel for which a destination table is kept"),
    BL_SETTING("burst", SIZE, 64, 256, BL_NEEDED, INT, bl_memory, burst, .power = true,
               .help = "bytes of one memory access"),
    {0}};
