/* The table of networks and their capabilities. */
#include "network.h"

static const struct bl_network_row networks[] = {
    [BL_FULL_MESH] = {.kind = BL_FULL_MESH, .word = "full_mesh",
                      .ordered = true, .interleaves = true, .marks_end = true, .selects_source = true,
                      .hardware_broadcast = false, .hardware_barrier = false, .remote_put = false, .lossless = true},
};

const struct bl_network_row *bl_network_row(enum bl_network_kind kind) { return &networks[kind]; }
