/* Nouns of what there may be one of. */
#ifndef BL_COUNTED_H
#define BL_COUNTED_H

#include <stdint.h>

/* What a noun of so many ends with: "pass" and bl_ending(count, "es"). */
static inline const char *bl_ending(int64_t count, const char *many) {
    return count == 1 ? "" : many;
}

#endif
