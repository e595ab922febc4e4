/* Keeps the records whose value is below a limit. */
#include <stdbool.h>
#include <stdint.h>

bool below(uint32_t value, int32_t LIMIT) { return value < (uint32_t)LIMIT; }
