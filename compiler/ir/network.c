#include "ir/network.h"

#include "base/bits.h"
#include "settings/setting.h"

double bl_network_setting(const struct bl_network *network, const char *word) {
    int i = network->own ? bl_setting_find(network->row->settings, word) : -1;
    return i < 0 ? 0 : bl_setting_load(&network->row->settings[i], network->own);
}

int bl_flit_bits(struct bl_cut cut, int streams) {
    return bl_cut_bits(cut) + cut.elems + bl_max(1, bl_log2(streams)) + 3;
}

const struct bl_carrier_signal bl_carrier_signals[BL_CARRIER_SIGNALS] = {
    {"tvalid", true, 1},  {"tready", true, 1}, {"tdata", true, 0},   {"credit", true, 4},
    {"tvalid", false, 1}, {"tdata", false, 0}, {"credit", false, 4},
};
