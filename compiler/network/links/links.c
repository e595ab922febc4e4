#include "network/links/links.h"

#include "base/arena.h"
#include "lower/lowering.h"
#include "network/links/carried/links.h"

static const struct bl_port_face face = {.header = "network/links/carried/links.h",
                                         .sources = "simulation/medium/links",
                                         .in = "struct bl_links_in",
                                         .out = "struct bl_links_out",
                                         .member = "network"};

static const struct bl_signal outward[] = {BL_LINK_OUTWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              inward[] = {BL_LINK_INWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)};

static void add(struct bl_arena *arena, struct bl_pins *pins, const struct bl_signal *signals,
                int count, const char *prefix, int peer, int flit_bits) {
    const char *path = bl_format(arena, "link[%d]", peer);
    for (int i = 0; i < count; i++)
        bl_pins_add(arena, pins, &signals[i], signals[i].width ? signals[i].width : flit_bits,
                    bl_format(arena, "%s%d", prefix, peer), path);
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    for (int peer = 0; peer < cluster->nodes; peer++) {
        add(arena, pins, outward, sizeof outward / sizeof *outward, "m_link", peer, flit_bits);
        add(arena, pins, inward, sizeof inward / sizeof *inward, "s_link", peer, flit_bits);
    }
}

const struct bl_network_port bl_links_ports[] = {{"network", &face, add_pins, NULL}, {0}};

int bl_links_to_all(const struct bl_cluster *cluster) { return cluster->nodes; }

const char *bl_link_bundle(struct bl_lowering *lo, const char *prefix, const char *signal) {
    const char *all = "{";
    for (int peer = lo->nodes - 1; peer >= 0; peer--)
        all = bl_format(lo->arena, "%s%s%d_%s%s", all, prefix, peer, signal, peer ? ", " : "}");
    return all;
}
