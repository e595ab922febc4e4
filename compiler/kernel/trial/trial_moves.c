#include "kernel/trial/trial_moves.h"

#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/carried/random.h"
#include "check/check_type.h"
#include "stage_bench/trial_records.h"

enum {
    WORD = BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES,
    LONG_WORDS = 256, /* of the first move */
    USUAL_WORDS = 6,  /* of the longest of the others, about */
    RUN_MOVES = 5
};

struct bl_kernel_ports bl_kernel_ports_of(const struct bl_kernels *kernels,
                                          const struct bl_kernel_own *own) {
    struct bl_kernel_ports ports = {0};
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = &kernels->ports[own->first_port + i];
        struct bl_column type = {.name = port->name};
        bl_type_find(port->type, &type);
        if (port->in) ports.in_types[ports.ins] = type;
        else ports.out_types[ports.outs] = type;
        if (port->in) ports.in[ports.ins++] = port;
        else ports.out[ports.outs++] = port;
    }
    return ports;
}

/* Of how many elements a move has a multiple: a move is a multiple of 4 bytes. */
static int unit_of(const struct bl_kernel_ports *ports) {
    int unit = 1;
    for (int i = 0; i < ports->ins; i++)
        unit = bl_max(unit, BL_KERNEL_GRANULE / ports->in[i]->bytes);
    return unit;
}

static int widest(const struct bl_kernel_ports *ports) {
    int bytes = 1;
    for (int i = 0; i < ports->ins; i++) bytes = bl_max(bytes, ports->in[i]->bytes);
    return bytes;
}

/* From `low` to `high`. */
static int between(struct bl_random *random, int low, int high) {
    return low + (int)(bl_random_next(random) % (uint64_t)(high - low + 1));
}

/* A few elements, or about some whole words. */
static int usual(struct bl_random *random, const struct bl_kernel_ports *ports, int unit) {
    int word = WORD / widest(ports), words = between(random, 1, USUAL_WORDS);
    if (bl_random_next(random) & 1) return between(random, 1, 2 * word);
    return bl_max(1, words * word + between(random, -1, 1) * unit);
}

static int draw_length(struct bl_random *random, const struct bl_kernel_ports *ports,
                       const struct bl_kernel_lengths *lengths, int number) {
    int unit = unit_of(ports), most = lengths->most;
    int length = !most     ? usual(random, ports, unit)
                 : !number ? most
                           : between(random, lengths->least, most);
    if (!most && !number) length = LONG_WORDS * WORD / widest(ports);
    return (length + unit - 1) / unit * unit;
}

/* Every other argument is small. */
static const uint32_t *draw_arguments(struct bl_arena *arena, struct bl_random *random,
                                      const struct bl_kernel_own *own) {
    uint32_t *arguments = BL_NEW(arena, uint32_t, own->argument_count + 1);
    for (int i = 0; i < own->argument_count; i++) {
        uint64_t drawn = bl_random_next(random);
        arguments[i] = (uint32_t)(drawn & 1 ? drawn >> 32 : drawn >> 32 & 15);
    }
    return arguments;
}

static void draw_elements(struct bl_arena *arena, struct bl_kernel_moves *moves,
                          const struct bl_kernel_ports *ports, struct bl_random *random) {
    uint64_t state = bl_random_next(random);
    for (int i = 0; i < ports->ins; i++) {
        int bytes = ports->in[i]->bytes, part = bl_min(bytes, 8);
        struct bl_column type = ports->in_types[i];
        type.bits = 8 * part;
        uint8_t *at = moves->elements[i] = BL_NEW(arena, uint8_t, moves->calls * bytes + 1);
        for (int n = 0; n < moves->calls * bytes / part; n++, at += part) {
            uint64_t value = bl_trial_random_value(&type, &state);
            for (int b = 0; b < part; b++) at[b] = (uint8_t)(value >> 8 * b);
        }
    }
}

void bl_kernel_moves_draw(struct bl_arena *arena, struct bl_kernel_moves *moves,
                          const struct bl_kernel_own *own, const struct bl_kernel_ports *ports,
                          const struct bl_kernel_lengths *lengths) {
    struct bl_random random = bl_random_at(lengths->seed, 0);
    for (int i = 0; i < lengths->count; i++) {
        int length = draw_length(&random, ports, lengths, i);
        *BL_APPEND(arena, &moves->lengths) = length;
        moves->calls += length;
        if (i % RUN_MOVES && i + 1 < lengths->count) continue;
        struct bl_kernel_moves_run *run = BL_APPEND(arena, &moves->runs);
        run->moves = i + 1;
        run->arguments = draw_arguments(arena, &random, own);
    }
    draw_elements(arena, moves, ports, &random);
}
