/* The node: registers, the network's circuit, and nothing else. */
#include "base/arena.h"
#include "ir/network.h"
#include "lower/lower_control.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "node/node.h"
#include "put/put.h"

enum { ELEMENTS = 4, ELEMENT_BITS = 32, WORD_BYTES = ELEMENTS * ELEMENT_BITS / 8 };

struct bl_node *bl_puts_node(struct bl_arena *arena, const struct bl_program *program) {
    const struct bl_node_needs needs = {.as_run = "",
                                        .word_bytes = WORD_BYTES,
                                        .joined = true,
                                        .cut = {ELEMENTS, ELEMENT_BITS},
                                        .streams = 1};
    return bl_node_make(arena, program, &needs);
}

static void read_words(struct bl_lowering *lo) {
    const struct bl_regmap *map = lo->node->registers;
    for (int i = 0; i < map->count; i++)
        if (!map->items[i].config)
            bl_circuit_assign(lo->circuit,
                              bl_format(lo->arena, "read_words[%d:%d]",
                                        32 * map->items[i].word + 31, 32 * map->items[i].word),
                              "%s", map->items[i].net);
}

/* Nothing is started: a hub works from its reset on. */
static void status(struct bl_lowering *lo) {
    static const char *const nothing[][2] = {
        {"done", "1'b1"},         {"busy", "1'b0"},          {"clocks", "64'd0"},
        {"read_errors", "32'd0"}, {"write_errors", "32'd0"}, {"faults", "{network_stopped, 6'd0}"},
        {"host_irq", "was_reset | network_irq"}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        bl_circuit_assign(lo->circuit, nothing[i][0], "%s", nothing[i][1]);
    bl_circuit_net(lo->circuit, 1, "1'b0", "unfinished");
    bl_circuit_net(lo->circuit, 1, "&{1'b0, start, busy}", "unused_bits");
}

struct bl_circuit *bl_puts_lower(struct bl_arena *arena, const struct bl_node *node) {
    struct bl_lowering *lo = bl_lower_begin(
        arena, node,
        bl_format(arena, "Cluster %s: the circuit of one node.", node->program->pipeline));
    bl_circuit_heading(lo->circuit, "registers");
    bl_lower_registers(lo, false);
    if (bl_lower_network_begin(lo)) node->cluster->network.carrier->lower(lo);
    bl_circuit_heading(lo->circuit, "what the host sees");
    status(lo);
    read_words(lo);
    return lo->circuit;
}
