/* A host program in C++: sorts keys of its own on the cluster that counting_sort.loom describes;
 * every key is in the lane of its bucket. */
#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

#include "sort_host.h"

int main(int argc, char **argv) {
    bl_device *opened = nullptr;
    if (int result = sort_open(&opened)) {
        std::cerr << bl_device_text(result) << '\n';
        return 1;
    }
    const std::unique_ptr<bl_device, decltype(&bl_device_close)> device(opened, bl_device_close);
    std::vector<item> keys(argc > 1 ? std::stoul(argv[1]) : 1000), sorted(keys.size());
    uint32_t x = 1;
    for (item &one : keys) one.key = (x = x * 1664525 + 1013904223) >> 8;
    std::size_t counts[SORT_NODES][SORT_LANES], n = 0, at = 0;
    if (sort_load_items(opened, keys.data(), keys.size()) || sort_start(opened) ||
        sort_wait(opened, 0) || sort_counts_items(opened, counts) ||
        sort_store_items(opened, sorted.data(), sorted.size(), &n)) {
        std::cerr << bl_device_message(opened) << '\n';
        return 1;
    }
    for (unsigned place = 0; place < SORT_NODES * SORT_LANES; place++)
        for (std::size_t i = 0; i < counts[place / SORT_LANES][place % SORT_LANES]; i++)
            if (sorted[at++].key % (SORT_NODES * SORT_LANES) != place) return 3;
    const auto less = [](const item &a, const item &b) { return a.key < b.key; };
    const auto same = [](const item &a, const item &b) { return a.key == b.key; };
    std::sort(keys.begin(), keys.end(), less);
    std::sort(sorted.begin(), sorted.end(), less);
    if (n != keys.size() || !std::equal(keys.begin(), keys.end(), sorted.begin(), same)) return 4;
    std::cout << n << " keys sorted from C++\n";
    return 0;
}
