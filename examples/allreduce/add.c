/* The golden function of add.v: for an element of each input, in the order of the ports, that of
   the output. A bit of the result for each output that has got one. */
#include <stdint.h>

unsigned add(void *state, const void *const *in, void *const *out, unsigned last) {
    const uint32_t *part = in[0], *own = in[1];
    uint32_t *sum = out[0];
    (void)state, (void)last;
    *sum = *part + *own;
    return 1;
}
