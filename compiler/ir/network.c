#include "ir/network.h"

#include "base/arena.h"
#include "base/bits.h"

int bl_flit_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_cut_bits(cut) + cut.elems + bl_max(1, bl_log2(bl_lanes(cluster))) + 3;
}

const struct bl_link_signal bl_link_signals[BL_LINK_SIGNALS] = {
    {"tvalid", BL_OUTPUT, true, 1},  {"tready", BL_INPUT, true, 1},  {"tdata", BL_OUTPUT, true, 0},
    {"credit", BL_INPUT, true, 4},   {"tvalid", BL_INPUT, false, 1}, {"tdata", BL_INPUT, false, 0},
    {"credit", BL_OUTPUT, false, 4},
};

static struct bl_pin link_pin(struct bl_arena *arena, const struct bl_link_signal *signal, int peer,
                              int flit_bits) {
    const char *valid = bl_format(arena, "link[%d].tvalid", peer);
    return (struct bl_pin){
        .interface = bl_format(arena, "%c_link%d", signal->outward ? 'm' : 's', peer),
        .role = signal->name,
        .direction = signal->direction,
        .width = signal->width ? signal->width : flit_bits,
        .face = bl_format(arena, "link[%d].%s", peer, signal->name),
        .words = !signal->width,
        .valid = signal->width ? NULL : valid};
}

void bl_link_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                  struct bl_pins *pins) {
    for (int peer = 0; peer < cluster->nodes; peer++)
        for (int i = 0; i < BL_LINK_SIGNALS; i++)
            *BL_APPEND(arena, pins) = link_pin(arena, &bl_link_signals[i], peer, flit_bits);
}

const char *bl_link_pin_bundle(struct bl_arena *arena, int nodes, const char *prefix,
                               const char *signal) {
    const char *all = "{";
    for (int peer = nodes - 1; peer >= 0; peer--)
        all = bl_format(arena, "%s%s%d_%s%s", all, prefix, peer, signal, peer ? ", " : "}");
    return all;
}
