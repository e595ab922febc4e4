/* Columns one by one, twice on one device: pairs stay paired, counts are those of the keys, wrong
 * calls are reported. */
#include <stdio.h>
#include <string.h>
#include "sort_host.h"

enum { MOST = 5000, PLACES = SORT_NODES * SORT_LANES };
static uint32_t keys[MOST], values[MOST], sorted_keys[MOST], sorted_values[MOST];

#define WANT(condition)                                                                    \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            printf("line %d: %s (%s)\n", __LINE__, #condition, bl_device_message(device)); \
            return 1;                                                                      \
        }                                                                                  \
    } while (0)

static int once(struct bl_device *device, size_t n, uint32_t factor) {
    size_t expected[PLACES] = {0}, counts[SORT_NODES][SORT_LANES], n_keys = 0, n_values = 0;
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < n; i++) {
        keys[i] = i * factor >> 7;
        values[i] = i;
        expected[keys[i] % PLACES]++;
    }
    WANT(!sort_load_items_key(device, keys, n) && !sort_load_items_value(device, values, n));
    WANT(!sort_start(device) && !sort_wait(device, 0));
    WANT(!sort_store_items_key(device, sorted_keys, MOST, &n_keys) && n_keys == n);
    WANT(!sort_store_items_value(device, sorted_values, MOST, &n_values) && n_values == n);
    WANT(!sort_counts_items(device, counts) && !memcmp(counts, expected, sizeof expected));
    WANT(!sort_cycles(device, &cycles) && cycles > n / (PLACES * 8));
    unsigned char seen[MOST] = {0};
    for (size_t i = 0; i < n; i++) {
        WANT(i == 0 || sorted_keys[i - 1] % PLACES <= sorted_keys[i] % PLACES);
        WANT(sorted_values[i] < n && !seen[sorted_values[i]]++ &&
             keys[sorted_values[i]] == sorted_keys[i]);
    }
    return 0;
}

int main(void) {
    struct bl_device *device;
    size_t n = 0;
    if (sort_open(&device) || once(device, MOST, 2654435761u) || once(device, 777, 40503u))
        return 1;
    if (once(device, 0, 1) || once(device, 4999, 1u << 20)) return 1;
    sorted_keys[100] = 12345;
    WANT(!sort_store_items_key(device, sorted_keys, 100, &n) && n == 4999 &&
         sorted_keys[100] == 12345);
    WANT(sort_count_key3(device, 0, SORT_LANES, &n) == BL_DEVICE_BAD_CALL &&
         strstr(bl_device_message(device), "lane"));
    WANT(sort_read_key3(device, 0, 0, keys, (size_t)1 << 40) == BL_DEVICE_BEYOND);
    WANT(sort_load_items_key(device, keys, (size_t)1 << 40) == BL_DEVICE_BEYOND &&
         strstr(bl_device_message(device), "fit"));
    WANT(!sort_load_items_key(device, keys, 10) && !sort_load_items_value(device, values, 40) &&
         sort_start(device) == BL_DEVICE_BAD_CALL);
    WANT(strstr(bl_device_message(device), "value: loaded with another number"));
    bl_device_close(device);
    puts("columns are right");
    return 0;
}
