#include <stdint.h>

void two(uint32_t value, uint32_t *rank, uint32_t *tag) { *rank = *tag = value; }
