#include "kernel/carried/golden_modules.h"

#include "kernel/carried/golden_ends.h"
#include "kernel/carried/kernel_combine.h"
#include "kernel/carried/kernel_facts.h"

uint32_t *bl_kernel_golden_arguments(const struct bl_kernel_golden *golden, int node, int own) {
    return &golden->own_arguments[(node * golden->kernels->own_count + own) *
                                  BL_MOST_KERNEL_ARGUMENTS];
}

static const struct bl_kernel_port *port_of(const struct bl_kernel_golden *golden,
                                            const struct bl_kernel_own *own, int i) {
    return &golden->kernels->ports[own->first_port + i];
}

/* Whether each input has an element and each output has room for one. */
static bool can_step(const struct bl_kernel_golden *golden, const struct bl_kernel_own *own,
                     int node) {
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        const struct bl_golden_ring *ring = bl_kernel_golden_ring(golden, node,
                                                                  own->first_port + i);
        unsigned there = port->in ? ring->tail - ring->head : bl_kernel_golden_room(ring);
        if (there < (unsigned)port->bytes) return false;
    }
    return true;
}

/* Bit i: output i gives an element as it declares; those that declare nothing give what `given`
   says. */
static unsigned declared(struct bl_kernel_golden *golden, const struct bl_kernel_own *own, int node,
                         unsigned last, unsigned given) {
    unsigned bits = 0;
    for (int i = 0, out = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        if (port->in) continue;
        int place = node * golden->kernels->port_count + own->first_port + i;
        bool gives = given >> out & 1;
        if (port->rate.per) gives = bl_kernel_rate_gives(&port->rate, &golden->come[place], last);
        if (own->step && !golden->wrong && gives != (given >> out & 1)) golden->wrong = port;
        bits |= (unsigned)gives << out++;
    }
    return bits;
}

/* What the outputs give: as the golden function says, or, without one, as they declare. */
static unsigned given_of(struct bl_kernel_golden *golden, int number, int node,
                         const void *const *in, void *const *out, unsigned last) {
    const struct bl_kernel_own *own = &golden->kernels->owns[number];
    uint8_t *state = golden->states +
                     (node * golden->kernels->own_count + number) * BL_KERNEL_STATE;
    if (!own->step) return declared(golden, own, node, last, 0);
    unsigned given = own->step(state, in, out, last,
                               bl_kernel_golden_arguments(golden, node, number));
    declared(golden, own, node, last, given);
    return given;
}

static void step_own(struct bl_kernel_golden *golden, int number, int node) {
    const struct bl_kernel_own *own = &golden->kernels->owns[number];
    uint8_t elements[BL_KERNEL_OWN_PORTS][16] = {{0}};
    const void *in[BL_KERNEL_OWN_PORTS] = {0};
    void *out[BL_KERNEL_OWN_PORTS] = {0};
    int outs[BL_KERNEL_OWN_PORTS], ins = 0, count = 0;
    unsigned last = 0;
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = port_of(golden, own, i);
        struct bl_golden_ring *ring = bl_kernel_golden_ring(golden, node, own->first_port + i);
        if (port->in && bl_kernel_golden_pop(ring, elements[i], (size_t)port->bytes))
            last |= 1u << ins;
        if (port->in) in[ins++] = elements[i];
        else outs[count] = i, out[count++] = elements[i];
    }
    unsigned given = given_of(golden, number, node, in, out, last);
    golden->work++;
    for (int i = 0; i < count; i++)
        if (given >> i & 1)
            bl_kernel_golden_push(bl_kernel_golden_ring(golden, node, own->first_port + outs[i]),
                                  elements[outs[i]], (size_t)port_of(golden, own, outs[i])->bytes,
                                  false);
}

/* Whether it is known what it gives. */
static bool can_run(const struct bl_kernel_golden *golden, const struct bl_kernel_own *own) {
    return own->step || bl_kernel_is_declared(golden->kernels, own);
}

bool bl_kernel_golden_run_modules(struct bl_kernel_golden *golden) {
    bool any = false;
    for (int n = 0; n < golden->kernels->nodes; n++)
        for (int i = 0; i < golden->kernels->own_count; i++) {
            const struct bl_kernel_own *own = &golden->kernels->owns[i];
            if (own->operates || !own->on[n] || !can_run(golden, own) || !can_step(golden, own, n))
                continue;
            step_own(golden, i, n);
            any = true;
        }
    return any;
}

/* ---- reductions */

/* Bytes of elements that each input has and each output has room for. */
static unsigned can_reduce(const struct bl_kernel_golden *golden,
                           const struct bl_kernel_reduction *reduction, int node) {
    unsigned least = BL_GOLDEN_RING;
    for (int i = 0; i < reduction->inputs + reduction->outputs; i++) {
        const struct bl_golden_ring *ring = bl_kernel_golden_ring(golden, node,
                                                                  reduction->first_port + i);
        unsigned there = i < reduction->inputs ? ring->tail - ring->head
                                               : bl_kernel_golden_room(ring);
        if (there < least) least = there;
    }
    return least - least % (unsigned)reduction->bytes;
}

/* The same without data. */
static void pass(const struct bl_kernel_golden *golden, const struct bl_kernel_reduction *reduction,
                 int node, unsigned bytes) {
    for (int i = 0; i < reduction->inputs + reduction->outputs; i++) {
        struct bl_golden_ring *ring = bl_kernel_golden_ring(golden, node,
                                                            reduction->first_port + i);
        if (i < reduction->inputs) ring->head += bytes;
        else ring->tail += bytes;
    }
}

static void reduce(struct bl_kernel_golden *golden, int number, int node) {
    const struct bl_kernel_reduction *reduction = &golden->kernels->reductions[number];
    uint8_t elements[BL_KERNEL_STREAMS][BL_KERNEL_ELEMENT] = {{0}};
    unsigned last = 0;
    size_t bytes = (size_t)reduction->bytes;
    for (int i = 0; i < reduction->inputs; i++)
        last |= (unsigned)bl_kernel_golden_pop(
                    bl_kernel_golden_ring(golden, node, reduction->first_port + i), elements[i],
                    bytes)
                << i;
    uint8_t *state = golden->trees +
                     (node * golden->kernels->reduction_count + number) * BL_KERNEL_TREE_STATE;
    bl_kernel_step_function *step = reduction->own < 0 ? NULL
                                                       : golden->kernels->owns[reduction->own].step;
    const uint32_t *arguments = reduction->own < 0
                                    ? NULL
                                    : bl_kernel_golden_arguments(golden, node, reduction->own);
    if (!bl_kernel_reduce(reduction, step, arguments, state, elements, last)) return;
    for (int i = 0; i < reduction->outputs; i++)
        bl_kernel_golden_push(
            bl_kernel_golden_ring(golden, node, reduction->first_port + reduction->inputs + i),
            elements[2 * reduction->inputs - 2], bytes, false);
}

bool bl_kernel_golden_run_reductions(struct bl_kernel_golden *golden) {
    bool any = false;
    for (int n = 0; n < golden->kernels->nodes; n++)
        for (int i = 0; i < golden->kernels->reduction_count; i++)
            for (unsigned bytes; (bytes = can_reduce(golden, &golden->kernels->reductions[i], n));
                 any = true)
                if (golden->bytes.read) reduce(golden, i, n);
                else pass(golden, &golden->kernels->reductions[i], n, bytes);
    return any;
}
