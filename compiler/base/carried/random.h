/* Numbers that are a function of a seed and a place, so that inputs do not depend on the order in
 * which they are made. */
#ifndef BL_RANDOM_H
#define BL_RANDOM_H

#include <stdint.h>

/* The finalizer of SplitMix64: a bijection that mixes all bits. */
static inline uint64_t bl_mix(uint64_t value) {
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/* SplitMix64 itself. */
struct bl_random {
    uint64_t state;
};

/* The next 64 bits. */
static inline uint64_t bl_random_next(struct bl_random *random) {
    return bl_mix(random->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* The stream of numbers that belongs to `place` under `seed`. */
static inline struct bl_random bl_random_at(uint64_t seed, uint64_t place) {
    return (struct bl_random){bl_mix(bl_mix(seed + UINT64_C(0x9e3779b97f4a7c15)) ^
                                     (place * UINT64_C(0xd1342543de82ef95) + 1))};
}

/* In [0, 1), 53 bits. */
static inline double bl_random_real(struct bl_random *random) {
    return (double)(bl_random_next(random) >> 11) * 0x1p-53;
}

/* In [0, range), range > 0; the bias is below range / 2^64. */
uint64_t bl_random_below(struct bl_random *random, uint64_t range);

#endif
