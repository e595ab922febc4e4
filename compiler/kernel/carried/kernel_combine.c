#include "kernel/carried/kernel_combine.h"

#include <string.h>

/* Bytes from the lowest up; with a sign, so that they compare as numbers without one do. */
static uint64_t value_of(const uint8_t *bytes, int count, bool is_signed) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value |= (uint64_t)bytes[i] << 8 * i;
    return is_signed ? value ^ UINT64_C(1) << (8 * count - 1) : value;
}

static void combine(const struct bl_kernel_reduction *reduction, uint8_t *a, const uint8_t *b) {
    const int bytes = reduction->bytes;
    uint64_t left = value_of(a, bytes, reduction->is_signed),
             right = value_of(b, bytes, reduction->is_signed);
    switch (reduction->combine) {
    case BL_KERNEL_COMBINE_SUM:
        for (int i = 0; i < bytes; i++) a[i] = (uint8_t)((left + right) >> 8 * i);
        return;
    case BL_KERNEL_COMBINE_MIN:
        if (right < left) memcpy(a, b, (size_t)bytes);
        return;
    case BL_KERNEL_COMBINE_MAX:
        if (right > left) memcpy(a, b, (size_t)bytes);
        return;
    }
}

static bool combine_own(bl_kernel_step_function *step, const uint32_t *arguments, uint8_t *state,
                        uint8_t *a, uint8_t *b, unsigned last) {
    uint8_t result[BL_KERNEL_ELEMENT];
    const void *in[] = {a, b};
    void *out[] = {result};
    unsigned given = step(state, in, out, last, arguments);
    memcpy(a, result, sizeof result);
    return given & 1;
}

/* Streams 0 to inputs - 1 are the inputs; module k takes streams 2k and 2k + 1 and gives stream
   inputs + k, as bl_kernel_reduce does. */
bool bl_kernel_reduce(const struct bl_kernel_reduction *reduction, bl_kernel_step_function *step,
                      const uint32_t *arguments, uint8_t *state,
                      uint8_t elements[][BL_KERNEL_ELEMENT], unsigned last) {
    int inputs = reduction->inputs;
    for (int k = 0; k < inputs - 1; k++) {
        uint8_t *a = elements[2 * k], *b = elements[2 * k + 1];
        const unsigned ends = last >> 2 * k & 3u;
        uint8_t *own = state + BL_KERNEL_STATE * k;
        if (step && !combine_own(step, arguments, own, a, b, ends)) return false;
        if (!step && reduction->own < 0) combine(reduction, a, b);
        memcpy(elements[inputs + k], a, BL_KERNEL_ELEMENT);
        last |= (ends & 1u) << (inputs + k);
    }
    return true;
}
