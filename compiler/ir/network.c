#include "ir/network.h"
#include "base/bits.h"

int bl_flit_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_cut_bits(cut) + cut.elems + bl_max(1, bl_log2(bl_lanes(cluster))) + 3;
}
