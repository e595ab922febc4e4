/* The golden function of stencil.v: called with each cell of a move; the mean around a cell is
   there when the next one has come. `state` is 0 at the beginning. */
#include <stdint.h>
#include <string.h>

struct cells {
    uint32_t before, cell, count; /* the last two, and how many of the move have come */
};

unsigned stencil(void *state, const void *const *in, void *const *out, unsigned last) {
    const uint32_t *next = in[0];
    uint32_t *mean = out[0];
    struct cells cells;
    memcpy(&cells, state, sizeof cells);
    unsigned given = cells.count >= 2;
    if (given) *mean = (cells.before + (cells.cell << 1) + *next) >> 2;
    cells = (struct cells){cells.cell, *next, last ? 0 : cells.count + 1};
    memcpy(state, &cells, sizeof cells);
    return given;
}
