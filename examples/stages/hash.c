/* A bucket for a key: a multiplicative hash. */
#include <stdint.h>

void hash(uint32_t key, uint8_t *bucket) {
    const uint32_t product = (key ^ key >> 16) * UINT32_C(2654435761); /* Knuth's multiplier */
    *bucket = (uint8_t)(product >> 24);
}
