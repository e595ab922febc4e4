#include "ir/network.h"

#include "base/bits.h"
#include "ir/flit.h"
#include "settings/setting.h"

double bl_network_setting(const struct bl_network *network, const char *word) {
    int i = network->own ? bl_setting_find(network->row->settings, word) : -1;
    return i < 0 ? 0 : bl_setting_load(&network->row->settings[i], network->own);
}

struct bl_range bl_network_range(const struct bl_network *network, const char *word) {
    int i = network->ranges ? bl_setting_find(network->row->settings, word) : -1;
    return i >= 0 && network->ranges[i].line ? network->ranges[i] : network->range;
}

const struct bl_carrier_row *bl_carrier_find(const struct bl_network_row *row, const void *own) {
    const struct bl_network network = {.row = row, .own = own};
    const struct bl_carrier_row *usual = NULL;
    for (const struct bl_carrier_row *const *at = row->carriers; *at; at++) {
        if (!(*at)->setting) usual = *at;
        else if (bl_network_setting(&network, (*at)->setting) > 0) return *at;
    }
    return usual;
}

int bl_flit_bits(struct bl_cut cut, int streams) {
    return bl_flit_width(cut.elems, cut.elem_bits, bl_max(1, bl_log2(streams)));
}

const struct bl_carrier_signal bl_carrier_signals[BL_CARRIER_SIGNALS] = {
    {"tvalid", true, 1},  {"tready", true, 1}, {"tdata", true, 0},   {"credit", true, 4},
    {"tvalid", false, 1}, {"tdata", false, 0}, {"credit", false, 4},
};
